import Foundation

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
