import HeanCore

/// JSON Schema (2020-12) of what stands in fields.
///
/// Annotations of hean's own: `x-unit` (`FieldUnit`), and `x-known`, words of the engine that hean knows.
struct FieldSchema: Sendable {
  /// Whether it is of documents written with `--redact`, where a text can stand in place of a number.
  var isRedacted = false

  func schema(_ type: FieldType) -> JSONValue { .object(members(type)) }

  /// An object with these members and no others.
  func object(_ fields: [FieldDescription]) -> [String: JSONValue] {
    let always = fields.filter(\.isAlwaysThere)
    return [
      "type": "object",
      "properties": .object(Dictionary(fields.map { ($0.name, schema($0)) }, uniquingKeysWith: { first, _ in first })),
      "required": .array(always.map { .string($0.name) }), "additionalProperties": false,
    ]
  }

  private func schema(_ field: FieldDescription) -> JSONValue {
    var members = members(field.type)
    if !field.meaning.isEmpty { members["description"] = .string(field.meaning) }
    return .object(members)
  }

  private func members(_ type: FieldType) -> [String: JSONValue] {
    var members = plain(type.kind)
    if let unit = type.unit, unit != .unitless { members["x-unit"] = .string(unit.rawValue) }
    guard type.canBeMissing else { return members }
    if case .array(let choices)? = members["anyOf"] {
      members["anyOf"] = .array(choices + [["type": "null"]])
    } else if case .string? = members["type"] {
      members["type"] = members["type"].map { [$0, "null"] }
      if case .array(let words)? = members["enum"] { members["enum"] = .array(words + [.null]) }
    }
    return members
  }

  private func plain(_ kind: FieldType.Kind) -> [String: JSONValue] {
    switch kind {
    case .text: ["type": "string"]
    case .integer: number("integer")
    case .decimal: number("number")
    case .truth: ["type": "boolean"]
    case .moment: ["type": "string", "format": "date-time"]
    case .words(let words): ["type": "string", "enum": .array(words.map { .string($0) })]
    case .engineWords(let words): ["type": "string", "x-known": .array(words.map { .string($0) })]
    case .list(let element): ["type": "array", "items": schema(element)]
    case .named(let value): ["type": "object", "additionalProperties": schema(value)]
    case .object(let fields): object(fields)
    case .scalar: ["type": ["boolean", "number", "string", "null"]]
    case .foreign: [:]
    }
  }

  private func number(_ type: String) -> [String: JSONValue] {
    guard isRedacted else { return ["type": .string(type)] }
    return ["anyOf": [["type": .string(type)], ["const": .string(Redaction.dataMark)]]]
  }
}
