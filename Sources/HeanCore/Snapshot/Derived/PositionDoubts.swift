/// Tells which open positions the exchange may not hold, or holds differently, by comparing them with closes that the
/// engine made or tried.
struct PositionDoubts: Sendable {
  private let closed: [String: [Position]]
  /// Closes of which only symbol, size and time are told.
  private let closes: [(symbol: String, size: Decimal, at: Date)]
  private let refusals: [CloseFailure]
  private let unmoved: Set<String>

  /// - Parameters:
  ///   - closed: the engine's record of closed positions.
  ///   - exits: its decisions to close a position.
  ///   - events: its events, of which those about closed positions count.
  ///   - refusals: closes that failed, newest first.
  ///   - unmoved: ids of rows whose PnL moved while the account stood still.
  init(
    closed: [Position], exits: [TradingState.Exit] = [], events: [EventEnvelope] = [], refusals: [CloseFailure] = [],
    unmoved: Set<String> = []
  ) {
    self.unmoved = unmoved
    self.closed = Dictionary(grouping: closed, by: \.symbol)
    self.refusals = refusals
    var closes = closed.compactMap { position in Self.close(position.symbol, position.size, position.closedAt) }
    closes += exits.compactMap { exit in Self.close(exit.symbol, exit.size, exit.at) }
    closes += events.compactMap { envelope in
      guard case .positionClosed(let position) = envelope.event else { return nil }
      return Self.close(position.symbol, position.size, position.closedAt ?? envelope.at)
    }
    self.closes = closes
  }

  private static func close(_ symbol: String, _ size: Decimal?, _ at: Date?) -> (String, Decimal, Date)? {
    guard let size, let at else { return nil }
    return (symbol, size, at)
  }

  func doubt(_ position: Position) -> PositionDoubt? {
    // The newest refusal counts: one that leaves the position held undoes what an older one said.
    if let doubt = refusals.first(where: { $0.concerns(position) })?.reason.doubt { return doubt }
    if position.strategyID == "unknown" { return isEcho(position) ? .echo : .unrecognised }
    if let id = position.id, unmoved.contains(id) { return .noStake }
    return closed[position.symbol]?.contains { position.isResidue(of: $0) } == true ? .residue : nil
  }

  /// How many seconds after a close its echo appears at most.
  private static let echoDelay: TimeInterval = 1

  /// Whether a close of the same symbol and size came just before the position was opened. When it was opened is not
  /// always told: then such a close at any time counts.
  private func isEcho(_ position: Position) -> Bool {
    guard let size = position.size else { return false }
    return closes.contains { close in
      guard close.symbol == position.symbol, FillEvent.isSame(close.size, size) else { return false }
      guard let openedAt = position.openedAt else { return true }
      return (0...Self.echoDelay).contains(openedAt.timeIntervalSince(close.at))
    }
  }
}

extension CloseFailure {
  /// Whether the refusal says something about this row: about the position itself, or about all rows of the symbol that
  /// were there by then.
  fileprivate func concerns(_ position: Position) -> Bool {
    guard symbol == position.symbol else { return false }
    if let id = position.id, id == positionID { return true }
    return reason.doubt != nil && position.openedAt.map { $0 < at } ?? false
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
