import Foundation

/// Proofs that several verbs share.
extension Mutation {
  /// Whether each of the positions is closed, by the rules of contract 2.10.
  /// - Parameter stillOpen: what is listed now; `nil` when the engine does not run and its list means nothing.
  static func closed(_ wanted: [Position], _ evidence: Step.Evidence, stillOpen: [Position]?) -> Finding {
    ClosingProof(
      wanted: wanted, before: evidence.before, after: evidence.after, stillOpen: stillOpen, reply: evidence.reply,
      elapsed: evidence.elapsed
    ).finding()
  }

  /// The same by the engine's record of closed trades alone, which can lack a true close for good.
  /// - Parameters:
  ///   - earlier: the record of closed trades from before, which proves nothing of now; `nil` when it is not known.
  ///   - stillOpen: what is listed now; `nil` when the engine does not run and its list means nothing.
  static func closed(
    _ wanted: [Position], since earlier: [Position]?, _ after: ControlPicture, stillOpen: [Position]?
  ) -> Finding {
    let look = "look at the exchange itself"
    let open = Set((stillOpen ?? []).map(key))
    let left = wanted.filter { open.contains(key($0)) }
    guard left.isEmpty else {
      return .pending(
        "still open: \(names(left))",
        advice: "hean positions, then \(look)")
    }
    guard let history = after.closedPositions else {
      return .pending("gone from the list, and the engine's record of closed trades did not come", advice: look)
    }
    let known = Set((earlier ?? []).map(recordKey))
    // Without an id a record is known by its symbol alone, and may be of any earlier trade.
    let fresh = history.filter { !known.contains(recordKey($0)) && ($0.id != nil || earlier != nil) }
    let records = Dictionary(fresh.map { (key($0), $0) }, uniquingKeysWith: { first, _ in first })
    let ghosts = wanted.filter { records[key($0)]?.isGhost == true }
    guard ghosts.isEmpty else {
      return .contrary("dropped with zero PnL, which is no fill: \(names(ghosts))", advice: look)
    }
    let unrecorded = wanted.filter { records[key($0)] == nil }
    guard unrecorded.isEmpty else {
      return .pending("no fill on record: \(names(unrecorded))", advice: look)
    }
    guard !wanted.isEmpty else { return .seen("there was no position to close") }
    let total = wanted.reduce(Decimal()) { $0 + (records[key($1)]?.realizedPnL ?? 0) }
    return .seen("closed with a fill: \(names(wanted)); realized \(Figures.signed(total)) USDT")
  }

  /// The engine's id, or the symbol where an older engine gives none: it holds one position a symbol.
  static func key(_ position: Position) -> String { position.id ?? position.symbol }

  private static func recordKey(_ closed: Position) -> [String] {
    [
      key(closed), closed.closedAt.map(EngineTime.format) ?? "", closed.realizedPnL?.description ?? "",
      closed.entryPrice?.description ?? "",
    ]
  }

  static func names(_ positions: [Position]) -> String {
    let names = positions.prefix(30).map { "\($0.symbol) \($0.side.word)" }.joined(separator: ", ")
    return positions.count > 30 ? names + " and \(positions.count - 30) more" : names
  }

  static func name(_ position: Position) -> String {
    "\(position.symbol) \(position.side.word) \(position.size.map(Figures.quantity) ?? "?")"
  }

  /// Decisions that were not there before.
  static func newDecisions(_ evidence: Step.Evidence) -> [Decision] {
    guard let now = evidence.after.decisions, let before = evidence.before.decisions else { return [] }
    guard let last = before.compactMap(\.at).max() else { return now }
    return now.filter { decision in decision.at.map { $0 > last } ?? false }
  }

  static let restartAdvice = "a latch is known to stay behind a stop; only a restart clears it: hean engine restart"

  /// What new decisions say about the latch that no endpoint shows.
  static func latchAdvice(_ evidence: Step.Evidence) -> String? {
    let latest = newDecisions(evidence).max { ($0.at ?? .distantPast) < ($1.at ?? .distantPast) }
    guard let latest else { return "whether signals are accepted again, 'hean why' tells once one comes" }
    return latest.reasonCodes.contains("TRADING_DISABLED") ? "signals are still refused: " + restartAdvice : nil
  }
}
