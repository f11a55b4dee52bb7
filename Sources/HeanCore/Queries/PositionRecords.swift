public import Foundation

extension PositionsAnswer {
  /// Positions that the engine dropped with a PnL of zero although others are listed, the latest of each symbol.
  public func dropped(within seconds: TimeInterval) -> [Position] {
    let ghosts = (closed ?? []).filter { ghost in
      ghost.isGhost && ghost.closedAt.map { receivedAt.timeIntervalSince($0) < seconds } ?? false
    }
    return Dictionary(grouping: ghosts, by: \.symbol).values.compactMap { ghosts in
      ghosts.max { ($0.closedAt ?? .distantPast) < ($1.closedAt ?? .distantPast) }
    }.sorted { $0.symbol < $1.symbol }
  }

  public func lists(_ symbol: String, _ side: PositionSide?, id: String?) -> Bool {
    positions.contains { position in
      id.map { $0 == position.id } ?? (position.symbol == symbol && side.map { $0 == position.side } ?? true)
    }
  }

  /// Whether the engine's records show that something of a symbol was closed after a moment: in its own books by a PnL,
  /// at an exchange only together with a fill of that size.
  public func proves(_ symbol: String, _ size: Decimal?, after moment: Date) -> Bool {
    // A later trade of the same symbol proves nothing of an earlier one.
    let until = moment + 30
    let isBooked = (closed ?? []).contains { position in
      position.symbol == symbol && !position.isGhost && position.realizedPnL != nil
        && position.closedAt.map { $0 > moment && $0 < until } ?? false
    }
    guard isBooked, isAtExchange else { return isBooked }
    return (fills ?? []).contains { fill in
      fill.symbol == symbol && fill.createdAt.map { $0 > moment && $0 < until } ?? false
        && size.map { $0 == fill.size } ?? false
    }
  }
}
