public import Foundation

/// The answer to "why is it not trading?": gates in the order in which a signal meets them, and what they add up to.
public struct Diagnosis: Codable, Sendable {
  public enum Verdict: String, Codable, Sendable {
    /// A gate is closed; nothing new is opened.
    case blocked
    /// Every gate that answered lets signals through and orders were accepted lately.
    case trading
    /// Nothing is closed, and no signal came lately.
    case quiet
    /// Signals came only for what has a position already.
    case holding
    /// Signals came and were turned down, too few to call it a rule.
    case waiting
    /// Gates that would decide it did not answer.
    case unknown
  }

  public var scope: DiagnosisScope
  public var gates: [Gate]
  public private(set) var verdict = Verdict.unknown
  /// One sentence.
  public var summary = ""
  /// The first closed gate, or the first unknown one when nothing is closed but not everything answered.
  public var decisive: Gate? { decisiveID.flatMap { id in gates.first { $0.id == id } } }
  private var decisiveID: Gate.ID?
  /// What would have happened without the decisive gate; `nil` unless one is closed.
  public private(set) var counterfactual: String?
  /// Signals judged and accepted in the window of the scope; `nil` when the engine does not count.
  public var judged: Int?
  public var accepted: Int
  /// Reasons of that window, most frequent first, unknown ones included.
  public var reasons: [ReasonCount]
  public var log: DecisionLog

  /// - Parameter tried: steps that are not offered again.
  public init(
    _ snapshot: EngineSnapshot, scope: DiagnosisScope = DiagnosisScope(), tried: PastAttempts = PastAttempts(),
    now: Date
  ) {
    let log = DecisionLog(snapshot, scope: scope, now: now)
    let engine = EngineGates(snapshot, scope: scope, now: now)
    let risk = RiskGates(snapshot, log, scope: scope, now: now)
    let flow = SignalGates(snapshot, log, scope: scope, now: now)
    self.scope = scope
    self.log = log
    judged = flow.judged
    accepted = flow.accepted
    reasons = flow.counts()
    let judges = Gate.Judges(seen: snapshot, engine: engine, risk: risk, flow: flow)
    gates = Gate.ID.allCases.map { $0.gate(judges) }
    // The three stops share one code: whoever is closed first has killed them.
    let stop = gates.first { Self.stops.contains($0.id) && $0.state == .closed }?.id
    for index in gates.indices where Self.stops.contains(gates[index].id) {
      gates[index].rejections = gates[index].id == stop ? flow.rejections(at: .latch) : nil
    }
    self.stop = stop
    judge(flow, snapshot, now: now)
    if snapshot.isPractice { offerNewPracticeEngine(tried) }
    escalate(past: tried, now: now)
    if snapshot.isAtExchange, snapshot.isRunning == true {
      closePositionsBeforeRestart(snapshot.risk.value?.openPositions ?? 0)
    }
    explainPanic(tried, on: snapshot, now: now)
  }

  /// Decides the verdict: the first closed gate, else the first unknown one, else what the signals did.
  private mutating func judge(_ flow: SignalGates, _ snapshot: EngineSnapshot, now: Date) {
    if let closed = gates.first(where: { $0.state == .closed }) {
      (decisiveID, verdict) = (closed.id, .blocked)
      summary = "Not trading\(scope.message): \(closed.finding)." + Self.goingOn(closed, flow, snapshot, now: now)
      let rejections = rejections(at: closed, within: scope.window) ?? 0
      counterfactual = Self.counterfactual(closed, flow, gates, rejections: rejections)
    } else if let unknown = gates.first(where: { $0.state == .unknown }) {
      (decisiveID, verdict) = (unknown.id, .unknown)
      summary = "Cannot tell\(scope.message): \(unknown.finding)."
    } else if let symbol = scope.symbol, let held = flow.held(symbol) {
      verdict = .holding
      summary =
        "Holding \(symbol), \(held.side.rawValue): one position a symbol is the rule, so no other is opened meanwhile."
    } else if flow.accepted > 0, flow.hasNotJudged {
      verdict = .quiet
      summary =
        "Nothing blocks trading\(scope.message), and nothing was judged since the engine's start: \(flow.acceptedText), by the "
        + "engine before."
    } else if flow.accepted > 0 {
      verdict = .trading
      // PAUSED stops nothing by itself, and whoever paused the engine has to hear it.
      let lead = snapshot.engine?.state == .paused ? "Trading although the engine says PAUSED" : "Trading"
      summary = "\(lead)\(scope.message): signals pass every gate; \(flow.acceptedText)."
    } else {
      (verdict, summary) = Self.rest(flow, gates)
    }
  }

  /// What a closed gate does not stop.
  private static func goingOn(
    _ closed: Gate, _ flow: SignalGates, _ snapshot: EngineSnapshot, now: Date
  ) -> String {
    var words = ""
    // Unfilled orders are sent again whether signals are stopped or not.
    if let metrics = flow.metrics, let queue = RetryQueue(metrics, isRunning: snapshot.isRunning) {
      words += " Orders go on all the same: \(queue.message)."
    }
    let accepted = snapshot.decisions?.filter { $0.outcome == .create }.compactMap(\.at).max()
    if closed.id == .marketData, let since = closed.since, let accepted, accepted > since {
      let age = DiagnosisFormat.span(DiagnosisFormat.seconds(from: accepted, to: now))
      words += " Signals are accepted all the same, on old prices, the last one \(age) ago."
    }
    return words
  }

  /// Nothing is closed and nothing was accepted: which of the three ways to do nothing it is.
  private static func rest(_ flow: SignalGates, _ gates: [Gate]) -> (Verdict, String) {
    let words = flow.scope.message
    let refused = flow.counts()
    guard !refused.isEmpty else {
      return (.quiet, "Nothing blocks trading\(words), and no signal was accepted in the last \(flow.scope.span).")
    }
    if refused.allSatisfy({ $0.code == "SYMBOL_BLOCKED" }), flow.hasPositions {
      return (.holding, "Holding\(words): signals came only for symbols that have a position already.")
    }
    let gate = gates.first { gate in refused.contains { SignalGates.place($0.code) == gate.id } }
    return (.waiting, "Waiting\(words): \(gate?.finding ?? "signals come, and were turned down").")
  }

  private static let stops: Set<Gate.ID> = [.killSwitch, .latch, .governor]
  /// Which of the stops is closed.
  private var stop: Gate.ID?

  /// Signals that died at a gate in the last so many seconds, as far as the engine's lists reach.
  public func rejections(at gate: Gate, within seconds: Decimal) -> Int? {
    guard let rejections = gate.rejections else { return nil }
    switch seconds {
    case 60: return rejections.oneMinute
    case 300: return rejections.fiveMinutes
    case 3600: return rejections.oneHour
    default:
      let listed = log.last(seconds).count { decision in
        guard decision.outcome != .create, let code = decision.reasonCodes.first else { return false }
        let place = SignalGates.place(code)
        return (place == .latch ? stop ?? .latch : place) == gate.id
      }
      // Rejected orders and ideas that filters turned down are in no list: what died in a shorter span has died in this one.
      let counted =
        seconds > 3600
        ? rejections.oneHour : seconds > 300 ? rejections.fiveMinutes : seconds > 60 ? rejections.oneMinute : 0
      return max(listed, counted)
    }
  }

  private static func counterfactual(_ gate: Gate, _ flow: SignalGates, _ gates: [Gate], rejections: Int) -> String {
    guard let judged = flow.judged, judged > 0, rejections > 0 else {
      return "No signal has got as far as this gate in the last \(flow.scope.span)."
    }
    let all = max(judged, rejections)
    let gone = "Without this gate \(rejections) of \(all) signals in the last \(flow.scope.span) would have gone on"
    guard let next = gates.drop(while: { $0.id != gate.id }).dropFirst().first(where: { $0.state == .closed }) else {
      return gone + "."
    }
    return gone + " to the next that is closed: \(next.id.message)."
  }

  /// Before those of any gate.
  var firstSteps: [NextStep] = []

  /// Steps to take, the decisive gate's first, none twice.
  public var nextSteps: [NextStep] {
    var steps = firstSteps
    let ordered = [decisive].compactMap { $0 } + gates.filter { $0.state == .closed || $0.state == .narrowed }
    for step in ordered.compactMap(\.nextStep) where !steps.contains(step) { steps.append(step) }
    return steps
  }
}
