/// Words of the engine as an enumeration that accepts new ones: an unknown word is kept as `unknown` and shown.
///
/// Words are compared without regard to case, because the engine writes `running`, `RUNNING` and `Running`.
public protocol OpenEnum: Codable, Sendable, Hashable, WireDecodable {
  /// Every word that hean knows.
  static var known: [Self] { get }
  /// The word as the engine usually writes it.
  var rawValue: String { get }
  /// The case that keeps a word which is not in `known`.
  static func unknown(_ word: String) -> Self
}

extension OpenEnum {
  /// The known word, found without regard to case; otherwise `unknown` with the word as it came.
  public init(rawValue word: String) {
    self =
      Self.known.first { $0.rawValue == word } ?? Self.known.first { $0.rawValue.lowercased() == word.lowercased() }
      ?? .unknown(word)
  }

  /// Reads a JSON string; throws a `WireError` for anything else.
  public init(from wire: WireValue) throws(WireError) { self.init(rawValue: try wire.string()) }
}
