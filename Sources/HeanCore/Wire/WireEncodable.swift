public import Foundation

/// A model that is written in the engine's own shape, so that what reads the engine reads it as well.
public protocol WireEncodable: WireDecodable, Codable {
  /// The record as the engine would send it, as far as the model knows it.
  var wire: JSONValue { get }
}

extension WireEncodable {
  public func encode(to encoder: any Encoder) throws { try wire.encode(to: encoder) }
}

extension OpenEnum {
  public func encode(to encoder: any Encoder) throws { try JSONValue.string(rawValue).encode(to: encoder) }
}

extension JSONValue {
  /// A moment as the engine writes them.
  public static func time(_ date: Date?) -> JSONValue { date.map { .string(EngineTime.format($0)) } ?? .null }

  static func words(_ words: [String]?) -> JSONValue { words.map { .array($0.map { .string($0) }) } ?? .null }
}
