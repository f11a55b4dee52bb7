public import Foundation

/// How do kill switch, governor and drawdown stand?
public struct RiskQuery: Query {
  public init() {}

  public var parts: Set<Part> { [.engine, .killSwitch, .governor, .positions] }

  /// - Throws: the first error when neither risk nor governor answered.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> RiskAnswer {
    let risk = snapshot.governor.value == nil ? try snapshot.risk.get() : snapshot.risk.reading
    return RiskAnswer(
      snapshot, receivedAt: risk?.receivedAt ?? snapshot.governor.reading?.receivedAt ?? .distantPast)
  }
}

/// Everything about risk, each part missing on its own.
public struct RiskAnswer: Codable, Sendable {
  public var context: AnswerContext
  public var receivedAt: Date
  public var killSwitch: KillSwitchTruth
  public var governor: GovernorStatus?
  public var risk: RiskStatus?
  public var equity: EquityTruth
  /// What a tripped kill switch and a braking governor rest on.
  public var killSwitchBasis: StopBasis?
  public var governorBasis: StopBasis?
  /// What did not answer, and why.
  public var missing: [String]

  /// What is not given is not known.
  public init(
    context: AnswerContext, receivedAt: Date, killSwitch: KillSwitchTruth, equity: EquityTruth, missing: [String]
  ) {
    self.context = context
    self.receivedAt = receivedAt
    self.killSwitch = killSwitch
    self.equity = equity
    self.missing = missing
  }

  init(_ snapshot: EngineSnapshot, receivedAt: Date) {
    context = snapshot.context
    self.receivedAt = receivedAt
    governor = snapshot.governor.value
    risk = snapshot.risk.value
    let isRunning = snapshot.isRunning == true
    equity = snapshot.equityTruth(holding: snapshot.positions.value?.elements)
    killSwitchBasis = isRunning ? StopBasis.killSwitch(snapshot.killSwitch.value, equity) : nil
    governorBasis = isRunning ? StopBasis.governor(governor, equity) : nil
    killSwitch = snapshot.killSwitchTruth
    missing = [
      ("/risk/status", snapshot.risk.error), ("/risk/governor/status", snapshot.governor.error),
      ("/risk/killswitch/status", snapshot.killSwitch.error), ("/health", snapshot.health.error),
      ("/orders/positions", snapshot.positions.error),
    ].compactMap { source, error in error.map { "\(source) did not answer: \($0.shortText)" } }
  }

  /// `nil` unless a running engine said so.
  public var governorState: RiskState? { context.isRunning == true ? governor?.state : nil }

  /// Live drawdown in percent; a stopped engine has none.
  public var drawdownPercent: Decimal? {
    context.isRunning == true ? governor?.drawdownPercent ?? risk?.drawdownPercent : nil
  }

  public var drawdown: CheckedFigure { equity.drawdown(percent: drawdownPercent) }

  /// What to know of the figures that stops rest on.
  public var basisWords: [String] {
    [("The kill switch", killSwitchBasis), ("The governor", governorBasis)].compactMap { name, basis in
      basis?.message.map { "\(name) \($0)." }
    }
  }

  /// How far the governor's next state is.
  public var distanceText: String? {
    guard let drawdown = drawdownPercent else { return nil }
    // The governor goes by its own figure, whatever it is worth.
    guard drawdown == self.drawdown.value else {
      // What it stands on is told at length.
      guard governorBasis?.message == nil else { return nil }
      return "The governor goes by a drawdown of \(Figures.text(drawdown, places: 2)) %."
    }
    guard let next = GovernorBand.next(above: drawdown) else { return "Drawdown is past the last threshold, 20 %." }
    return
      "\(next.state.rawValue) begins at \(next.at) % drawdown, \(Figures.text(next.at - drawdown, places: 2)) points away."
  }
}

/// How does the governor stand, by its own figures?
public struct GovernorQuery: Query {
  public init() {}

  public var parts: Set<Part> { RiskQuery().parts }

  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> GovernorAnswer {
    let risk = try RiskQuery().answer(snapshot, now: now)
    let reading = try snapshot.governor.get()
    return GovernorAnswer(governor: reading.value, risk: risk, receivedAt: reading.receivedAt)
  }
}

public struct GovernorAnswer: Codable, Sendable {
  public var governor: GovernorStatus
  public var risk: RiskAnswer
  public var receivedAt: Date

  /// Of its parts.
  public init(governor: GovernorStatus, risk: RiskAnswer, receivedAt: Date) {
    self.governor = governor
    self.risk = risk
    self.receivedAt = receivedAt
  }
}
