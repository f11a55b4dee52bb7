/// Why a listed position may be none (docs/engine.md 2.10, rule 6, and 7.4, 17 and 26).
public enum PositionDoubt: String, Codable, Sendable {
  /// The fill of a close, read by the engine as a buy of nobody.
  case echo
  /// What an opposite fill of a slightly other size has left over.
  case residue

  public var message: String {
    switch self {
    case .echo: "echo of a close, unconfirmed: the exchange may hold nothing"
    case .residue: "left over by a close, unconfirmed: small, and opposite to what was closed just before"
    }
  }
}
