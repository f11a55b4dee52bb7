/// Any JSON document, with numbers as exact decimals.
///
/// For what has no fixed shape: output documents, fields that the engine adds to decisions, values of configuration
/// keys. Everything else has a typed model.
public enum JSONValue: Sendable, Hashable {
  /// `null`: not known.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number with every digit that was sent.
  case number(Decimal)
  /// A text, without escapes.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Values by their keys; the order of the keys is not kept.
  case object([String: JSONValue])
}

extension JSONValue: Codable {
  /// Decodes any JSON; a number outside the range of `Decimal` becomes `null`.
  /// - Throws: `DecodingError` for a value that cannot be decoded, such as a broken string.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Decimal.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else if let value = try? container.decode([String: JSONValue].self) {
      self = .object(value)
    } else {
      // A number outside Decimal's range (5e-324, 1e400) becomes null; a broken string is an error.
      do {
        _ = try container.decode(Double.self)
      } catch let error as DecodingError {
        throw error
      } catch {}
      self = .null
    }
  }

  /// Encodes the document; NaN becomes `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    // JSON has no NaN.
    case .number(let value): value.isNaN ? try container.encodeNil() : try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  /// Makes a JSON string of a literal.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Makes `true` or `false` of a literal.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Makes a JSON number of a literal.
  public init(integerLiteral value: Int) { self = .number(Decimal(value)) }
  /// Makes an array of a literal.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Makes an object of a literal; of equal keys the last one wins.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
  /// Makes `null` of the literal `nil`.
  public init(nilLiteral: ()) { self = .null }
}

extension JSONValue {
  /// The number, or `null` for `nil`.
  public static func optional(_ value: Decimal?) -> JSONValue { value.map(JSONValue.number) ?? .null }
  /// The string, or `null` for `nil`.
  public static func optional(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
  /// `true` or `false`, or `null` for `nil`.
  public static func optional(_ value: Bool?) -> JSONValue { value.map(JSONValue.bool) ?? .null }
  /// The whole number, or `null` for `nil`.
  public static func optional(_ value: Int?) -> JSONValue { value.map { .number(Decimal($0)) } ?? .null }

  /// The text of a string, or `nil` for anything else.
  public var text: String? { if case .string(let text) = self { text } else { nil } }
  /// The value of a number, or `nil` for anything else.
  public var number: Decimal? { if case .number(let number) = self { number } else { nil } }

  /// The value of a key; `nil` when the key is missing or this is not an object.
  public subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }
}

extension JSONValue {
  /// A value as text for an operator: `none` for null, `…` for an object.
  public var plainText: String {
    switch self {
    case .null: "none"
    case .bool(let value): value ? "true" : "false"
    case .number(let value): "\(value)"
    case .string(let text): text
    case .array(let values): values.map(\.plainText).joined(separator: ", ")
    case .object: "…"
    }
  }
}
