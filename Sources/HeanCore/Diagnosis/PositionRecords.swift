extension PositionsAnswer {
  /// Positions that the engine dropped from its books without a close (docs/engine.md 2.10, rule 4): the latest of each
  /// symbol, sorted by symbol.
  /// - Parameter seconds: how long before this answer they may have been dropped.
  public func dropped(within seconds: TimeInterval) -> [Position] {
    let ghosts = (closed ?? []).filter { ghost in
      ghost.isGhost && ghost.closedAt.map { receivedAt.timeIntervalSince($0) < seconds } ?? false
    }
    return Dictionary(grouping: ghosts, by: \.symbol).values.compactMap { ghosts in
      ghosts.max { ($0.closedAt ?? .distantPast) < ($1.closedAt ?? .distantPast) }
    }.sorted { $0.symbol < $1.symbol }
  }

  /// Whether a position of this id is listed as open; without an id, one of this symbol and (if given) side. A listed
  /// position whose side is not known may be the one.
  public func lists(_ symbol: String, _ side: PositionSide?, id: String?) -> Bool {
    positions.contains { position in
      id.map { $0 == position.id }
        ?? (position.symbol == symbol && (side == nil || position.side == nil || side == position.side))
    }
  }

  /// Whether the engine's records show that a position in a symbol was closed in the 30 seconds after a moment. In a
  /// dry run a closed position with a PnL proves it; at an exchange a fill of the same size is needed as well.
  /// - Parameter size: in base units; at an exchange nothing is proven without it.
  public func proves(_ symbol: String, _ size: Decimal?, after moment: Date) -> Bool {
    // A later trade of the same symbol proves nothing about an earlier one.
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
