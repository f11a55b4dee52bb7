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

  public var gates: [Gate]
  public var verdict: Verdict
  /// One sentence.
  public var summary: String
  /// The first closed gate, or the first unknown one when nothing is closed but not everything answered.
  public var decisive: Gate?

  public init(_ observation: Observation, now: Date) {
    let engine = EngineGates(observation)
    let risk = RiskGates(observation, now: now)
    let flow = SignalGates(observation, now: now)
    gates = [
      engine.engine(), engine.mode(), engine.marketData(), risk.killSwitch(), risk.latch(), risk.governor(),
      risk.positionLimits(), flow.strategies(), flow.signals(), flow.decisions(), flow.orders(),
    ]
    if let closed = gates.first(where: { $0.state == .closed }) {
      decisive = closed
      verdict = .blocked
      summary = "Not trading: \(closed.finding)."
    } else if let unknown = gates.first(where: { $0.state == .unknown }) {
      decisive = unknown
      verdict = .unknown
      summary = "Cannot tell: \(unknown.finding)."
    } else if flow.acceptedLately {
      verdict = .trading
      // PAUSED stops nothing by itself, and whoever paused the engine has to hear it.
      let lead = observation.ground.engine?.state == .paused ? "Trading although the engine says PAUSED" : "Trading"
      summary = "\(lead): signals pass every gate; \(flow.acceptedText)."
    } else {
      verdict = .quiet
      summary = "Nothing blocks trading, and no signal was accepted in the last 5 minutes."
    }
  }

  /// Steps to take, the decisive gate's first, none twice.
  public var nextSteps: [String] {
    var steps: [String] = []
    let ordered = [decisive].compactMap { $0 } + gates.filter { $0.state == .closed || $0.state == .narrowed }
    for step in ordered.compactMap(\.nextStep) where !steps.contains(step) { steps.append(step) }
    return steps
  }
}
