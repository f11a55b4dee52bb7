/// Why the exchange may not hold a position that the engine lists (docs/engine.md 2.10, rule 6, and 7.4, 17 and 26).
public enum PositionDoubt: String, Codable, Sendable {
  /// The engine took the fill of a close for a buy and booked a new long of strategy `unknown`.
  case echo
  /// A small position, opposite to one that was just closed: the closing fill had a slightly different size.
  case residue

  /// Phrase that explains the doubt to the operator, without a subject and a full stop.
  public var message: String {
    switch self {
    case .echo: "echo of a close, unconfirmed: the exchange may hold nothing"
    case .residue: "left over by a close, unconfirmed: small, and opposite to what was closed just before"
    }
  }
}
