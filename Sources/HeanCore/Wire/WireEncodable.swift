/// A model that is encoded in the engine's own JSON shape, so that programs which read the engine can read it.
public protocol WireEncodable: WireDecodable, Codable {
  /// The model as the engine would send it, as far as its values are known.
  var wire: JSONValue { get }
}

extension WireEncodable {
  /// Encodes `wire`; throws what the encoder throws.
  public func encode(to encoder: any Encoder) throws { try wire.encode(to: encoder) }
}

extension OpenEnum {
  /// Encodes the word as a string; throws what the encoder throws.
  public func encode(to encoder: any Encoder) throws { try JSONValue.string(rawValue).encode(to: encoder) }
}

extension JSONValue {
  /// A moment as RFC 3339 text in UTC, or `null` for `nil`.
  public static func time(_ date: Date?) -> JSONValue { date.map { .string(EngineTime.format($0)) } ?? .null }

  static func words(_ words: [String]?) -> JSONValue { words.map { .array($0.map { .string($0) }) } ?? .null }
}
