/// A closed set of wire words that stays open for new ones: an unknown word is kept and shown, never a crash.
///
/// Words are compared without regard to case, because the engine writes `running`, `RUNNING` and `Running`.
public protocol OpenEnum: Codable, Sendable, Hashable, WireDecodable {
  /// Every word that hean knows.
  static var known: [Self] { get }
  /// What the engine writes, in its usual case.
  var rawValue: String { get }
  static func unknown(_ word: String) -> Self
}

extension OpenEnum {
  public init(rawValue word: String) {
    self =
      Self.known.first { $0.rawValue == word } ?? Self.known.first { $0.rawValue.lowercased() == word.lowercased() }
      ?? .unknown(word)
  }

  public init(from wire: WireValue) throws(WireError) { self.init(rawValue: try wire.string()) }
}
