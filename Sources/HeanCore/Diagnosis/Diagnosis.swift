/// The answer to "why is it not trading?": the gates in the order in which a signal meets them, and a verdict.
public struct Diagnosis: Codable, Sendable {
  /// What all gates together mean.
  public enum Verdict: String, Codable, Sendable, CaseIterable {
    /// A gate is closed: signals open no new position.
    case blocked
    /// Trading is stopped, and orders are made all the same (docs/engine.md 4.8).
    case ordersAfterStop = "orders_after_stop"
    /// No gate is closed or unknown, and signals were accepted in the window of the scope.
    case trading
    /// No gate is closed, and no signal was judged lately.
    case quiet
    /// Signals came only for symbols that have a position already, or the symbol in question has one.
    case holding
    /// Signals came and were refused, but too few to say that a gate refuses all of them.
    case waiting
    /// No gate is closed, and at least one could not be judged because the evidence is missing.
    case unknown
  }

  /// What the question is about: symbol, strategy and window.
  public var scope: DiagnosisScope
  /// All gates, in the order of `Gate.ID`.
  public var gates: [Gate]
  /// What all gates together mean.
  public private(set) var verdict = Verdict.unknown
  /// The verdict and its cause, in one or two sentences.
  public var summary = ""
  /// The first closed gate, else the first unknown one; `nil` when there is neither.
  public var decisive: Gate? { decisiveID.flatMap { id in gates.first { $0.id == id } } }
  private var decisiveID: Gate.ID?
  /// What would have happened to signals without the decisive gate, as a sentence; `nil` when no gate is closed.
  public private(set) var counterfactual: String?
  /// Signals judged in the window of the scope; `nil` when the engine does not count.
  public var judged: Int?
  /// Signals accepted in that window.
  public var accepted: Int
  /// Why signals were refused in that window, most frequent first, with codes that hean does not know.
  public var reasons: [ReasonCount]
  /// The decisions that the diagnosis rests on.
  public var log: DecisionLog
  /// Orders that are made, or were made, although trading is stopped; `nil` when nothing shows any.
  public private(set) var ordersAfterStop: OrdersAfterStop?
  /// What puts money at risk, the most urgent first.
  public private(set) var hazards: [Hazard] = []
  /// Stops that somebody made on purpose and nobody has undone.
  public private(set) var stops: [DeliberateStop] = []

  /// Judges every gate from one snapshot.
  /// - Parameter tried: what was done before; a step that did not help is not offered again.
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
    // Of an engine that does not answer any more, only that is known.
    if snapshot.loss != nil {
      for index in gates.indices where gates[index].id != .reachable {
        gates[index].state = .unknown
        gates[index].finding = "not known now; before: \(gates[index].finding)"
      }
    }
    // The three stops share one reason code, so the refusals are counted at the first of them that is closed.
    let stop = gates.first { Self.stops.contains($0.id) && $0.state == .closed }?.id
    for index in gates.indices where Self.stops.contains(gates[index].id) {
      gates[index].rejections = gates[index].id == stop ? flow.rejections(at: .latch) : nil
    }
    firstStop = stop
    ordersAfterStop = OrdersAfterStop(snapshot)
    hazards = Hazard.all(snapshot, ordersAfterStop, gates.first { $0.id == .marketData }, now: now)
    judge(flow, snapshot, now: now)
    if snapshot.isPractice { offerNewPracticeEngine(tried) }
    escalate(past: tried, now: now)
    stops = DeliberateStop.all(
      snapshot, isLatched: gates.contains { $0.id == .latch && $0.state == .closed }, past: tried)
    if ordersAfterStop == nil { explainStop(now: now) }
    // Whatever helped then may harm now: first somebody has to look.
    if snapshot.isOfEarlierLook {
      for index in gates.indices where gates[index].nextStep != nil { gates[index].nextStep = .query(.health) }
      hazards = hazards.map(\.lookingFirst)
    }
  }

  /// Says of a stop that this console made that it was made on purpose.
  private mutating func explainStop(now: Date) {
    guard verdict == .blocked, let decisive, let stop = stops.first(where: { $0.kind.gates.contains(decisive.id) }),
      stop.record != nil
    else { return }
    // What began after the stop has another cause. A difference of up to 5 s can come from two clocks.
    if let since = decisive.since, let at = stop.at, since.timeIntervalSince(at) >= 5 { return }
    summary = "Stopped on purpose, by \(stop.kind.article) \(stop.message(now: now)). \(summary)"
  }

  /// Decides the verdict: by the first closed gate, else the first unknown one, else by what happened to the signals.
  private mutating func judge(_ flow: SignalGates, _ snapshot: EngineSnapshot, now: Date) {
    if let orders = ordersAfterStop, orders.isGoingOn {
      let closed = gates.first { $0.state == .closed }
      (decisiveID, verdict) = (closed?.id ?? .engine, .ordersAfterStop)
      let stopped = closed.map { " Signals are refused: \($0.finding)." } ?? ""
      summary =
        "\(orders.message). No stop ends the queue of unfilled orders, only the end of the engine object does.\(stopped)"
      if let closed {
        counterfactual = Self.counterfactual(
          closed, flow, gates, rejections: rejections(at: closed, within: scope.window) ?? 0)
      }
    } else if let closed = gates.first(where: { $0.state == .closed }) {
      (decisiveID, verdict) = (closed.id, .blocked)
      let lead = ordersAfterStop.map { "\($0.message). Signals are refused" } ?? "Not trading\(scope.message)"
      summary = "\(lead): \(closed.finding)." + goingOn(closed, flow, snapshot, now: now)
      let rejections = rejections(at: closed, within: scope.window) ?? 0
      counterfactual = Self.counterfactual(closed, flow, gates, rejections: rejections)
    } else if let unknown = gates.first(where: { $0.state == .unknown }) {
      (decisiveID, verdict) = (unknown.id, .unknown)
      summary = "Cannot tell\(scope.message): \(unknown.finding)."
    } else if let symbol = scope.symbol, let held = flow.held(symbol) {
      verdict = .holding
      summary =
        "Holding \(symbol), \(held.sideText): one position a symbol is the rule, so no other is opened meanwhile."
    } else if flow.accepted > 0, flow.hasNotJudged {
      verdict = .quiet
      summary =
        "Nothing blocks trading\(scope.message), and nothing was judged since the engine's start: \(flow.acceptedText), by the "
        + "engine before."
    } else if flow.accepted > 0 {
      verdict = .trading
      // PAUSED stops nothing by itself, but whoever paused the engine has to be told.
      let paused = snapshot.engine?.state == .paused ? "Trading although the engine says PAUSED" : "Trading"
      let old = gates.first { $0.id == .marketData && $0.state == .narrowed && $0.since != nil }?.age
      let lead = old.map { "\(paused) on prices that are \(DiagnosisFormat.span($0)) old" } ?? paused
      summary = "\(lead)\(scope.message): signals pass every gate; \(flow.acceptedText)."
    } else {
      (verdict, summary) = Self.rest(flow, gates)
    }
  }

  /// What goes on although a gate is closed.
  private func goingOn(
    _ closed: Gate, _ flow: SignalGates, _ snapshot: EngineSnapshot, now: Date
  ) -> String {
    var words = ""
    // The router sends unfilled orders again, whether signals are stopped or not.
    if ordersAfterStop == nil, let queue = RetryQueue(snapshot) {
      words += " Orders go on all the same: \(queue.message)."
    }
    let accepted = snapshot.decisions?.filter { $0.outcome == .create }.compactMap(\.at).max()
    if closed.id == .marketData, let since = closed.since, let accepted, accepted > since {
      let age = DiagnosisFormat.span(DiagnosisFormat.seconds(from: accepted, to: now))
      words += " Signals are accepted all the same, on old prices, the last one \(age) ago."
    }
    return words
  }

  /// No gate is closed and no signal was accepted: tells whether that is `quiet`, `holding` or `waiting`.
  private static func rest(_ flow: SignalGates, _ gates: [Gate]) -> (Verdict, String) {
    let words = flow.scope.message
    let refused = flow.counts()
    guard !refused.isEmpty else {
      return (.quiet, "Nothing blocks trading\(words), and no signal was accepted in the last \(flow.scope.span).")
    }
    if refused.allSatisfy({ $0.known == .symbolBlocked }), flow.blockedSymbolsAreHeld {
      return (.holding, "Holding\(words): signals came only for symbols that have a position already.")
    }
    let gate = gates.first { gate in refused.contains { SignalGates.place($0.code) == gate.id } }
    return (.waiting, "Waiting\(words): \(gate?.finding ?? "signals come, and were turned down").")
  }

  private static let stops: Set<Gate.ID> = [.killSwitch, .latch, .governor]
  /// The stop that is closed, the first of several; `nil` when none is.
  private var firstStop: Gate.ID?

  /// How many signals were refused at a gate in the last so many seconds, as far as the engine's lists reach; `nil`
  /// where they cannot be counted.
  public func rejections(at gate: Gate, within seconds: Decimal) -> Int? {
    guard let rejections = gate.rejections else { return nil }
    switch seconds {
    case 60: return rejections.oneMinute
    case 300: return rejections.fiveMinutes
    case 3600: return rejections.oneHour
    default:
      let listed = log.last(seconds).count { decision in
        guard decision.isRefusal, let code = decision.reasonCodes.first else { return false }
        let place = SignalGates.place(code)
        return (place == .latch ? firstStop ?? .latch : place) == gate.id
      }
      // Rejected orders, and ideas that filters refused, are in no list. For them the counter of the next shorter span
      // is a lower bound.
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

  /// Whether the summary itself tells of orders after a stop.
  public var tellsOrdersAfterStop: Bool {
    ordersAfterStop != nil && (verdict == .ordersAfterStop || verdict == .blocked)
  }
}
