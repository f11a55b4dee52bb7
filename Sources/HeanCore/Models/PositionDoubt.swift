/// Why the exchange may not hold a position that the engine lists, or holds another one (docs/engine.md 2.10, 7.4).
public enum PositionDoubt: String, Codable, Sendable, CaseIterable {
  /// The engine took the fill of a close for a buy and booked a new long of strategy `unknown`.
  case echo
  /// A small position, opposite to one that was just closed: the closing fill had a slightly different size.
  case residue
  /// A fill that the engine could not match with an order, booked as a long of strategy `unknown`: it is real, and may
  /// have been a sale.
  case unrecognised
  /// The exchange holds nothing of it: by its own list, or because it refused to close it for that reason.
  case notHeld = "not_held"
  /// The account's equity stood still to the cent while the PnL of this row moved. That proves nothing alone: the
  /// engine goes on telling the account's last figure when it cannot read a new one.
  case noStake = "no_stake"
  /// The exchange holds the opposite side: by its own list, or because it refused to close it for that reason.
  case otherSide = "other_side"

  /// Phrase that explains the doubt to the operator, without a subject and a full stop.
  public var message: String {
    switch self {
    case .echo: "echo of a close, unconfirmed: the exchange may hold nothing"
    case .residue: "left over by a close, unconfirmed: small, and opposite to what was closed just before"
    case .unrecognised:
      "filled at the exchange, order not recognised: real, its side is not certain, and it has no stop"
    case .notHeld:
      "the exchange holds none, in its own words: nothing to lose, and the row leaves by itself"
    case .noStake:
      "the account stood still to the cent while the PnL of this row moved: perhaps nothing of it is at stake"
    case .otherSide:
      "the exchange holds the opposite side, in its own words: the books are wrong about it"
    }
  }

  /// Whether the exchange itself said that nothing is at stake in the row.
  public var isVoid: Bool { self == .notHeld }
}
