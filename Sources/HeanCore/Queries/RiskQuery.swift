/// In which state are kill switch and governor, and how large is the drawdown?
public struct RiskQuery: Query {
  /// A query without options.
  public init() {}

  /// Mode and state of the engine, `/risk/killswitch/status`, `/risk/status`, `/health`, `/risk/governor/status`,
  /// `/orders/positions`, and what tells of the latch.
  public var parts: Set<SnapshotPart> { [.engine, .killSwitch, .governor, .positions, .latch] }

  /// - Throws: the error of `/risk/status` when `/risk/governor/status` did not answer either.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> RiskAnswer {
    let risk = snapshot.governor.value == nil ? try snapshot.risk.get() : snapshot.risk.reading
    return RiskAnswer(
      snapshot, receivedAt: risk?.receivedAt ?? snapshot.governor.reading?.receivedAt ?? .distantPast, now: now)
  }
}

/// Kill switch, governor and drawdown. What an endpoint did not tell is `nil`, and `missing` says why.
public struct RiskAnswer: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// When `/risk/status` answered, or else `/risk/governor/status`, by the local clock.
  public var receivedAt: Date
  /// What three endpoints together say about the kill switch and the emergency stop (docs/engine.md 4.2).
  public var killSwitch: KillSwitchTruth
  /// The latch behind the kill switch, which no endpoint shows: the gate of `why` about it. `nil` in an answer that was
  /// made without it.
  public var latch: Gate?
  /// Stops that hold in this engine, oldest first, remembered ones too.
  public var stops: [StopMoment] = []
  /// Falls of equity at which the engine brakes or stops trading; empty in an answer that was made without them.
  public var thresholds: [DrawdownThreshold] = []
  /// `/risk/governor/status`. A stopped engine says NORMAL there: `governorState` takes that into account.
  public var governor: GovernorStatus?
  /// `/risk/status`.
  public var risk: RiskStatus?
  /// Equity, checked against the parts it is made of (docs/engine.md 4.7).
  public var equity: EquityTruth
  /// Whether the figure on which the kill switch tripped can be believed; `nil` when it has not tripped on an equity
  /// figure, or when the engine does not run.
  public var killSwitchBasis: StopBasis?
  /// The same for the governor; `nil` while it is NORMAL or the engine does not run.
  public var governorBasis: StopBasis?
  /// Endpoints that did not answer, each with the reason.
  public var missing: [String]

  /// Risk of which only this is known; the rest is `nil` until it is set.
  public init(
    context: AnswerContext, receivedAt: Date, killSwitch: KillSwitchTruth, equity: EquityTruth, missing: [String]
  ) {
    self.context = context
    self.receivedAt = receivedAt
    self.killSwitch = killSwitch
    self.equity = equity
    self.missing = missing
  }

  init(_ snapshot: EngineSnapshot, receivedAt: Date, now: Date) {
    let scope = DiagnosisScope()
    latch = RiskGates(snapshot, DecisionLog(snapshot, scope: scope, now: now), scope: scope, now: now).latch()
    stops = snapshot.holdingStops
    thresholds = DrawdownThreshold.all(snapshot)
    context = snapshot.context
    self.receivedAt = receivedAt
    governor = snapshot.governor.value
    risk = snapshot.risk.value
    let isRunning = snapshot.isRunning == true
    equity = snapshot.equityTruth
    killSwitchBasis = isRunning ? StopBasis.killSwitch(snapshot.killSwitch.value, equity) : nil
    governorBasis = isRunning ? StopBasis.governor(governor, equity) : nil
    killSwitch = snapshot.killSwitchTruth
    missing = [
      ("/risk/status", snapshot.risk.error), ("/risk/governor/status", snapshot.governor.error),
      ("/risk/killswitch/status", snapshot.killSwitch.error), ("/health", snapshot.health.error),
      ("/orders/positions", snapshot.positions.error),
    ].compactMap { source, error in error.map { "\(source) did not answer: \($0.shortText)" } }
  }

  /// The states of the governor, from the one that allows most, with the one of now.
  public var rungs: [GovernorRung] { GovernorRung.all(governorState, thresholds) }

  /// What the size of an order is multiplied with now: by the state, and by the drawdown alone. `nil` when the state or
  /// the drawdown is not known.
  public var sizeFactor: Decimal? { GovernorBand.sizeFactor(in: governorState, at: drawdownPercent) }

  /// State of the governor; `nil` unless the engine runs.
  public var governorState: RiskState? { context.isRunning == true ? governor?.state : nil }

  /// The current drawdown in percent (0-100), by the engine's own equity, not checked; `nil` unless the engine runs.
  public var drawdownPercent: Decimal? {
    context.isRunning == true ? governor?.drawdownPercent ?? risk?.drawdownPercent : nil
  }

  /// `drawdownPercent`, checked against the equity that can be believed.
  public var drawdown: CheckedFigure { equity.drawdown(percent: drawdownPercent) }

  /// Sentences about a kill switch or governor that acted on a doubtful figure; empty when there is nothing to say.
  public var basisWords: [String] {
    [("The kill switch", killSwitchBasis), ("The governor", governorBasis)].compactMap { name, basis in
      basis?.message.map { "\(name) \($0)." }
    }
  }

  /// A sentence: how many points of drawdown are left before the governor's next state. `nil` when the drawdown is not
  /// known, or when `basisWords` says that it is doubtful.
  public var distanceText: String? {
    guard let drawdown = drawdownPercent else { return nil }
    // The governor uses its own figure, even when that is wrong.
    guard drawdown == self.drawdown.value else {
      // `basisWords` explains that figure already.
      guard governorBasis?.message == nil else { return nil }
      return "The governor goes by a drawdown of \(Figures.text(drawdown, places: 2)) %."
    }
    guard let next = GovernorBand.next(above: drawdown) else { return "Drawdown is past the last threshold, 20 %." }
    return
      "\(next.state.rawValue) begins at \(next.at) % drawdown, \(Figures.text(next.at - drawdown, places: 2)) points away."
  }
}

/// In which state is the governor, by its own figures?
public struct GovernorQuery: Query {
  /// A query without options.
  public init() {}

  /// The same as for a `RiskQuery`.
  public var parts: Set<SnapshotPart> { RiskQuery().parts }

  /// - Throws: the error of `/risk/governor/status`, or of `/risk/status` when neither answered.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> GovernorAnswer {
    let risk = try RiskQuery().answer(snapshot, now: now)
    let reading = try snapshot.governor.get()
    return GovernorAnswer(governor: reading.value, risk: risk, receivedAt: reading.receivedAt)
  }
}

/// The governor, with the risk figures that it can be compared with.
public struct GovernorAnswer: Codable, Sendable {
  /// `/risk/governor/status`. A stopped engine says NORMAL there, which means nothing.
  public var governor: GovernorStatus
  /// The answer to a `RiskQuery` on the same snapshot.
  public var risk: RiskAnswer
  /// When `/risk/governor/status` answered, by the local clock.
  public var receivedAt: Date

  /// An answer made of these values.
  public init(governor: GovernorStatus, risk: RiskAnswer, receivedAt: Date) {
    self.governor = governor
    self.risk = risk
    self.receivedAt = receivedAt
  }
}
