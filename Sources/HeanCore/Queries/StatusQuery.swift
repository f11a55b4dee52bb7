public import Foundation

/// What is happening, why, and what to do next?
public struct StatusQuery: Query {
  /// Steps that are not offered again, by what was seen.
  public var tried: @Sendable (EngineSnapshot) -> PastAttempts

  public init(tried: @escaping @Sendable (EngineSnapshot) -> PastAttempts = { _ in PastAttempts() }) {
    self.tried = tried
  }

  public var parts: Set<Part> {
    Part.diagnosis().union([.listedPositions(), .openOrders, .equityHistory, Part(.closeFailures)])
  }

  /// - Throws: where the engine did not tell its state, without which there is no status.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> StatusAnswer {
    let status = try snapshot.status.get()
    return StatusAnswer(
      snapshot, Diagnosis(snapshot, tried: tried(snapshot), now: now), receivedAt: status.receivedAt, now: now)
  }
}

/// The whole picture of one moment. Figures are `nil` unless the engine runs: a stopped one sends zeros or nothing.
public struct StatusAnswer: Codable, Sendable {
  public var context: AnswerContext
  public var receivedAt: Date
  public var diagnosis: Diagnosis
  /// The list with what speaks for and against it; `nil` when it did not come.
  public var listing: PositionsAnswer?
  /// Those that are open, as far as the list proves it.
  public var positions: [Position]?
  public var equity: EquityTruth
  public var day: DayPnL
  public var openOrders: Int?
  public var killSwitch: KillSwitchTruth
  public var killSwitchBasis: StopBasis?
  public var engine: EngineStatus?
  public var risk: RiskStatus?
  public var governor: GovernorStatus?
  public var strategies: [Strategy]?
  /// Closes that the engine could not get done, as its log tells.
  public var closeFailures: [CloseFailure]
  /// What did not come, and why.
  public var missing: [String]

  /// What is not given is not known.
  public init(
    context: AnswerContext, receivedAt: Date, diagnosis: Diagnosis, equity: EquityTruth, day: DayPnL,
    killSwitch: KillSwitchTruth, closeFailures: [CloseFailure], missing: [String]
  ) {
    self.context = context
    self.receivedAt = receivedAt
    self.diagnosis = diagnosis
    self.equity = equity
    self.day = day
    self.killSwitch = killSwitch
    self.closeFailures = closeFailures
    self.missing = missing
  }

  init(_ snapshot: EngineSnapshot, _ diagnosis: Diagnosis, receivedAt: Date, now: Date) {
    context = snapshot.context
    self.receivedAt = receivedAt
    self.diagnosis = diagnosis
    missing = []
    do throws(EngineError) {
      listing = try PositionsAnswer(snapshot, NameFilter())
    } catch {
      missing.append("positions are missing: \(error.shortText)")
    }
    if let error = snapshot.orders.error { missing.append("orders are missing: \(error.shortText)") }
    let listed = listing?.proven?.elements
    let isRunning = snapshot.isRunning == true
    positions = listed
    // What is missing from the list is missing from the figure as well.
    equity = snapshot.equityTruth
    day = DayPnL(equity, startedAt: snapshot.equityHistory.value?.startedAt, now: now)
    openOrders = isRunning ? snapshot.orders.value?.count : nil
    killSwitch = snapshot.killSwitchTruth
    killSwitchBasis = StopBasis.killSwitch(snapshot.killSwitch.value, equity)
    engine = snapshot.engine
    risk = isRunning ? snapshot.risk.value : nil
    governor = isRunning ? snapshot.governor.value : nil
    strategies = isRunning ? snapshot.strategies.value?.elements : nil
    closeFailures = CloseFailure.pending(snapshot.closeFailures.value, listed: listed, now: now)
  }

  /// Open positions of an engine that runs.
  public var livePositions: [Position]? { context.isRunning == true ? positions : nil }

  public var drawdown: CheckedFigure { equity.drawdown(percent: governor?.drawdownPercent ?? risk?.drawdownPercent) }

  /// One line, for who is told of changes only.
  public var line: String {
    var parts = [context.engineState ?? "engine not known"]
    if let equity = equity.shown { parts.append("equity \(Figures.money(equity))") }
    if ![.asIs, .exchange, .unknown].contains(equity.verdict) { parts.append(equity.verdict.label) }
    if let positions = livePositions { parts.append("\(positions.count) positions") }
    if let state = governor?.state { parts.append(state.rawValue) }
    return parts.joined(separator: " · ") + " · " + diagnosis.summary
  }
}
