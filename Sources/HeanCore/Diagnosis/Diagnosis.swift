public import Foundation

/// The answer to "why is it not trading?": gates in the order in which a signal meets them, and what they add up to.
public struct Diagnosis: Sendable {
  public enum Verdict: String, Sendable {
    /// A gate is closed; nothing new is opened.
    case blocked
    /// Every gate that answered lets signals through and orders were accepted lately.
    case trading
    /// Nothing is closed, and nothing happened lately either.
    case quiet
    /// Gates that would decide it did not answer.
    case unknown
  }

  public var scope: DiagnosisScope
  public var gates: [Gate]
  public var verdict: Verdict
  /// One sentence.
  public var summary: String
  /// The first closed gate, or the first unknown one when nothing is closed but not everything answered.
  public var decisive: Gate?
  /// What would have happened without the decisive gate; `nil` unless one is closed.
  public var counterfactual: String?
  /// Signals judged and accepted in the window of the scope; `nil` when the engine does not count.
  public var judged: Int?
  public var accepted: Int
  /// Reasons of that window, most frequent first, unknown ones included.
  public var reasons: [ReasonCount]
  public var log: DecisionLog

  public init(_ observation: Observation, scope: DiagnosisScope = DiagnosisScope(), now: Date) {
    let log = DecisionLog(observation, scope: scope, now: now)
    let engine = EngineGates(observation, scope: scope, now: now)
    let risk = RiskGates(observation, log, scope: scope, now: now)
    let flow = SignalGates(observation, log, scope: scope, now: now)
    self.scope = scope
    self.log = log
    judged = flow.judged
    accepted = flow.accepted
    reasons = flow.counts()
    gates = [
      engine.reachable(), engine.engine(), engine.mode(), engine.authentication(),
      engine.marketData(died: flow.deaths(at: .marketData)),
      risk.killSwitch(), risk.latch(), risk.governor(), risk.quarantine(), flow.strategies(), flow.signals(),
      flow.filters(), flow.council(), flow.limits(), flow.rejects(), flow.fills(),
    ]
    // The three stops share one code: whoever is closed first has killed them.
    let stop = gates.first { Self.stops.contains($0.id) && $0.state == .closed }?.id
    for index in gates.indices where Self.stops.contains(gates[index].id) {
      gates[index].died = gates[index].id == stop ? flow.deaths(at: .latch) : nil
    }
    self.stop = stop
    if let closed = gates.first(where: { $0.state == .closed }) {
      decisive = closed
      verdict = .blocked
      summary = "Not trading\(scope.words): \(closed.finding)."
      counterfactual = Self.counterfactual(closed, flow, died: died(at: closed, within: scope.window) ?? 0)
    } else if let unknown = gates.first(where: { $0.state == .unknown }) {
      decisive = unknown
      verdict = .unknown
      summary = "Cannot tell\(scope.words): \(unknown.finding)."
    } else if flow.accepted > 0 {
      verdict = .trading
      // PAUSED stops nothing by itself, and whoever paused the engine has to hear it.
      let lead = observation.ground.engine?.state == .paused ? "Trading although the engine says PAUSED" : "Trading"
      summary = "\(lead)\(scope.words): signals pass every gate; \(flow.acceptedText)."
    } else {
      verdict = .quiet
      summary = "Nothing blocks trading\(scope.words), and no signal was accepted in the last \(scope.span)."
    }
  }

  private static let stops: Set<Gate.ID> = [.killSwitch, .latch, .governor]
  /// Which of the stops is closed.
  private var stop: Gate.ID?

  /// Signals that died at a gate in the last so many seconds, as far as the engine's lists reach.
  public func died(at gate: Gate, within seconds: Decimal) -> Int? {
    guard let died = gate.died else { return nil }
    switch seconds {
    case 60: return died.oneMinute
    case 300: return died.fiveMinutes
    case 3600: return died.oneHour
    default:
      return log.last(seconds).count { decision in
        guard decision.outcome != .create, let code = decision.reasonCodes.first else { return false }
        let place = SignalGates.place(code)
        return (place == .latch ? stop ?? .latch : place) == gate.id
      }
    }
  }

  private static func counterfactual(_ gate: Gate, _ flow: SignalGates, died: Int) -> String {
    guard let judged = flow.judged, judged > 0, died > 0 else {
      return "No signal has got as far as this gate in the last \(flow.scope.span)."
    }
    let all = max(judged, died)
    return "Without this gate \(died) of \(all) signals in the last \(flow.scope.span) would have gone on."
  }

  /// Changes every command that is offered, so that it meets the engine in question.
  public mutating func offer(_ change: (String) -> String) {
    for index in gates.indices { gates[index].nextStep = gates[index].nextStep.map(change) }
    if let id = decisive?.id { decisive = gates.first { $0.id == id } }
  }

  /// Steps to take, the decisive gate's first, none twice.
  public var nextSteps: [String] {
    var steps: [String] = []
    let ordered = [decisive].compactMap { $0 } + gates.filter { $0.state == .closed || $0.state == .narrowed }
    for step in ordered.compactMap(\.nextStep) where !steps.contains(step) { steps.append(step) }
    return steps
  }
}
