public import Foundation

/// Why a listed position may be none (contract 2.10, rule 6, and 7.4, 17 and 26).
public enum PositionDoubt: String, Codable, Sendable {
  /// The fill of a close, read by the engine as a buy of nobody.
  case echo
  /// What an opposite fill of a slightly other size has left over.
  case residue

  public var words: String {
    switch self {
    case .echo: "echo of a close, unconfirmed: the exchange may hold nothing"
    case .residue: "left over by a close, unconfirmed: small, and opposite to what was closed just before"
    }
  }
}

/// Tells the doubts of many positions, of what the engine calls closed.
struct PositionDoubts: Sendable {
  private let closed: [String: [Position]]

  /// - Parameter closed: the engine's record of closed positions.
  init(closed: [Position]) { self.closed = Dictionary(grouping: closed, by: \.symbol) }

  func doubt(_ position: Position) -> PositionDoubt? {
    if position.strategyID == "unknown" { return .echo }
    return closed[position.symbol]?.contains { position.isResidue(of: $0) } == true ? .residue : nil
  }
}

extension Position {
  /// A tenth of what was closed, on the other side, within a minute of it.
  fileprivate func isResidue(of closed: Position) -> Bool {
    guard let size, let whole = closed.size, let at = closed.closedAt, let openedAt else {
      return false
    }
    let isOpposite = side == .long && closed.side == .short || side == .short && closed.side == .long
    return isOpposite && size * 10 <= whole && (0..<60).contains(openedAt.timeIntervalSince(at))
  }
}

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
