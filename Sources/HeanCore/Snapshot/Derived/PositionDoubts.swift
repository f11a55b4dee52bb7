import Foundation

/// Tells which open positions the exchange may not hold, by comparing them with those that the engine calls closed.
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
  /// Whether it is at most a tenth of what was closed, on the other side, and was opened within a minute after the
  /// close.
  fileprivate func isResidue(of closed: Position) -> Bool {
    guard let size, let whole = closed.size, let at = closed.closedAt, let openedAt else {
      return false
    }
    let isOpposite = side == .long && closed.side == .short || side == .short && closed.side == .long
    return isOpposite && size * 10 <= whole && (0..<60).contains(openedAt.timeIntervalSince(at))
  }
}
