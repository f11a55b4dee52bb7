/// Ends of positions of which the engine lists no order: in a dry run no close has one (docs/engine.md 2.2).
package enum UnlistedClose {
  /// A fill that may be the end of a position.
  package struct Fill {
    package var symbol: String
    package var side: OrderSide
    /// When the order was filled (UTC).
    package var at: Date

    package init(symbol: String, side: OrderSide, at: Date) {
      (self.symbol, self.side, self.at) = (symbol, side, at)
    }
  }

  /// How long before or after its fill a close may be booked (seconds).
  private static let spread: TimeInterval = 5

  /// The closed positions without those that a fill of the other direction stands for, oldest first. Each fill stands for
  /// one close. Positions that were only dropped from the books, and those without a time, are left out.
  package static func all(_ positions: [Position], besides fills: [Fill]) -> [Position] {
    var rest = fills
    let closed = positions.compactMap { position in position.closedAt.map { (position, $0) } }
    return closed.filter { !$0.0.isGhost }.sorted { $0.1 < $1.1 }.filter { position, closedAt in
      guard let deed = deed(position) else { return true }
      let fill = rest.firstIndex { fill in
        fill.symbol == position.symbol && fill.side == deed && abs(fill.at.timeIntervalSince(closedAt)) <= spread
      }
      if let fill { rest.remove(at: fill) }
      return fill == nil
    }.map(\.0)
  }

  /// What ended a position: the end of a long one is a sale. `nil` when its side is not known.
  package static func deed(_ position: Position) -> OrderSide? {
    switch position.side {
    case .long?: .sell
    case .short?: .buy
    case .unknown?, nil: nil
    }
  }
}
