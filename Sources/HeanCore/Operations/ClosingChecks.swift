/// Checks that several operations share.
extension EngineOperation {
  /// Whether each of the positions is closed, by the rules of docs/engine.md 2.10.
  /// - Parameter stillOpen: positions listed now; `nil` when the engine does not run, so that its list proves nothing.
  static func closed(_ wanted: [Position], _ evidence: OperationStep.Evidence, stillOpen: [Position]?) -> StepFinding {
    ClosingProof(
      wanted: wanted, before: evidence.before, after: evidence.after, stillOpen: stillOpen, reply: evidence.reply,
      elapsed: evidence.elapsed
    ).finding()
  }

  /// The position's id; the symbol where an older engine sends no id, and holds one position per symbol.
  static func key(_ position: Position) -> String { position.id ?? position.symbol }

  static func names(_ positions: [Position]) -> String {
    Figures.listed(positions.map(\.nameText), most: 30)
  }

  package static func name(_ position: Position) -> String {
    "\(position.symbol) \(position.sideText) \(position.sizeText)"
  }

  /// Decisions that were not there before the call.
  static func newDecisions(_ evidence: OperationStep.Evidence) -> [Decision] {
    guard let now = evidence.after.decisions, let before = evidence.before.decisions else { return [] }
    guard let last = before.compactMap(\.at).max() else { return now }
    return now.filter { decision in decision.at.map { $0 > last } ?? false }
  }

  static let restartAdvice: NextStep =
    "a latch is known to stay behind a stop; only a restart clears it: \(.operation(.engineRestart))"

  /// What the new decisions tell about the latch, which no endpoint shows (docs/engine.md 4.2, 7).
  static func latchAdvice(_ evidence: OperationStep.Evidence) -> NextStep? {
    let latest = newDecisions(evidence).max { ($0.at ?? .distantPast) < ($1.at ?? .distantPast) }
    guard let latest else { return "whether signals are accepted again, '\(.query(.why))' tells once one comes" }
    return latest.names(.tradingDisabled) ? "signals are still refused: \(restartAdvice)" : nil
  }
}
