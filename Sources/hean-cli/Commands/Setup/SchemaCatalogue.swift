import HeanCore

/// Schemas of everything that the commands write with `--json`.
struct SchemaCatalogue: Sendable {
  /// Stands for the lines on standard error, of every command.
  static let errorWord = "error"

  /// Stands for what commands write about several engines.
  static let enginesWord = "engines"

  var fields: FieldSchema

  /// - Parameter isRedacted: whether they are of what is written with `--redact`.
  init(isRedacted: Bool) { fields = FieldSchema(isRedacted: isRedacted) }

  /// The commands that write JSON, and what each writes.
  private static let commands = CommandTable.entries.filter { if case .none = $0.type.data { false } else { true } }

  /// What one command writes; `nil` when it writes no JSON.
  func schema(of entry: CommandTable.Entry) -> JSONValue? {
    let each = definitions(of: entry)
    guard let first = each.first else { return nil }
    guard each.count > 1 else { return Self.whole(first.schema) }
    return Self.whole([
      "title": .string(entry.path.joined(separator: " ")), "oneOf": .array(each.map(\.schema)),
    ])
  }

  /// The lines on standard error.
  var error: JSONValue { Self.whole(fields.error) }

  /// What a command writes about several engines.
  var engines: JSONValue { Self.whole(fields.row(FleetDocument.schema, FleetDocument.frame)) }

  /// All in one, each under its name in `$defs`. `x-commands` tells which ones each command writes.
  var all: JSONValue {
    var definitions: [String: JSONValue] = [
      Self.errorName: fields.error, FleetDocument.schema: fields.row(FleetDocument.schema, FleetDocument.frame),
    ]
    var commands: [String: JSONValue] = [
      Self.errorWord: [.string(Self.errorName)], Self.enginesWord: [.string(FleetDocument.schema)],
    ]
    for entry in Self.commands {
      let each = self.definitions(of: entry)
      for definition in each { definitions[definition.name] = definition.schema }
      commands[entry.path.joined(separator: " ")] = .array(each.map { .string($0.name) })
    }
    return Self.whole([
      "title": "everything that hean writes as JSON", "$defs": .object(definitions), "x-commands": .object(commands),
      "anyOf": .array(definitions.keys.sorted().map { ["$ref": .string("#/$defs/" + $0.replacing("/", with: "~1"))] }),
    ])
  }

  private static let errorName = "hean.error"

  private func definitions(of entry: CommandTable.Entry) -> [(name: String, schema: JSONValue)] {
    switch entry.type.data {
    case .documents(let documents):
      let source: OutputDocument.Source = entry.type.scope == .engine ? .always : .never
      let money = JudgementFields.money().described()
      return documents.map { document in
        var document = document
        document.isKept = entry.type.keeps != nil
        return document
      }.map { ($0.schema, fields.document($0, source: source, money: money, sums: FleetSum.fields.described())) }
    case .row(let name, let row): return [(name, fields.row(name, row))]
    case .stream: return [("hean.watch", fields.stream)]
    case .none: return []
    }
  }

  private static func whole(_ schema: JSONValue) -> JSONValue {
    guard case .object(var members) = schema else { return schema }
    members["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    return .object(members)
  }
}
