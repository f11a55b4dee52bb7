/// Gates that a signal meets inside the engine: strategies, filters, the council, limits, the router, the exchange.
struct SignalGates {
  let seen: EngineSnapshot
  let scope: DiagnosisScope
  let now: Date
  let log: DecisionLog
  let window: TradingMetrics.Counters?
  let metrics: TradingMetrics?

  init(_ snapshot: EngineSnapshot, _ log: DecisionLog, scope: DiagnosisScope, now: Date) {
    seen = snapshot
    self.log = log
    self.scope = scope
    self.now = now
    metrics = snapshot.metrics.value
    window = metrics?.lastFiveMinutes
  }

  /// Signals that were accepted in the window of the scope.
  var accepted: Int {
    scope.isCounted ? window?.created ?? 0 : log.last(scope.window).count { $0.outcome == .create }
  }

  /// Signals that were judged in the window of the scope; `nil` when the engine does not count.
  var judged: Int? { scope.isCounted ? window?.signals : log.last(scope.window).count }

  /// Whether this engine has judged no signal yet. The counters survive a restart of the engine; the list of decisions
  /// does not.
  var hasNotJudged: Bool { seen.state.value?.decisions.isEmpty == true }

  var acceptedText: String {
    "\(accepted) of \(DiagnosisFormat.count(judged)) signals accepted in the last \(scope.span)"
  }

  /// How often each code was given in the window: by the engine's counters, or from its list where it has none for this
  /// scope.
  func counts() -> [ReasonCount] {
    guard !scope.isCounted else { return (metrics?.reasons ?? []).filter { $0.known != .accepted && $0.count > 0 } }
    return log.last(scope.window).refusals()
  }

  /// The gate at which a decision with this code was refused. An unknown code is not left out: it counts for the
  /// limits.
  static func place(_ code: String) -> Gate.ID { Reason.of(code)?.gate ?? .limits }

  func rejections(at gate: Gate.ID) -> Rejections {
    var rejections = log.rejections { $0.reasonCodes.first.map(Self.place) == gate }
    // The engine's counter sees more than its list. But it counts for the whole engine, and has only the ten most
    // frequent codes.
    if scope.isCounted, let metrics, metrics.reasons.count < 10 {
      rejections.fiveMinutes = counts().filter { Self.place($0.code) == gate }.map(\.count).clampedSum()
      rejections.oneMinute = min(rejections.oneMinute, rejections.fiveMinutes)
    }
    rejections.oneHour = max(rejections.oneHour, rejections.fiveMinutes)
    return rejections
  }

  /// The rule for every gate that judges signals: it is closed when it has refused some signals and none got past it.
  func judge(_ gate: Gate.ID, _ evidence: [Gate.Evidence], open: String) -> Gate {
    let source = "/trading/metrics"
    if let stopped = stopped(gate) { return stopped }
    guard metrics != nil || !scope.isWhole else { return .unanswered(gate, source, seen.metrics.error) }
    let rejections = rejections(at: gate)
    let reasons = counts().filter { Self.place($0.code) == gate }
    let told = reasons.prefix(3).map { reason in
      Gate.Evidence(
        scope.source,
        "\(reason.code) × \(reason.count) in \(Spans.short(scope.window)): \(Reason.meaning(reason.code))",
        value: Decimal(reason.count))
    }
    guard let worst = reasons.first else {
      return Gate(
        gate, .open, open,
        evidence: evidence.isEmpty ? [.init(scope.source, "no refusals in \(Spans.short(scope.window))")] : evidence,
        rejections: rejections)
    }
    let since = log.since { $0.reasonCodes.first.map(Self.place) == gate }
    let step = Reason.of(worst.code)?.nextStep ?? .query(.funnel)
    let name = "\(worst.code), \(Reason.meaning(worst.code))"
    func narrowed(_ finding: String) -> Gate {
      Gate(gate, .narrowed, finding, evidence: told + evidence, rejections: rejections, nextStep: step)
    }
    let refused = reasons.map(\.count).clampedSum()
    let turned = isPresent(gate) ? "turns" : "turned"
    guard accepted == 0, passed(beyond: gate) == 0 else {
      return narrowed("\(Self.subject(gate)) \(turned) some signals down: \(name)")
    }
    // The engine opens one position per symbol, so it refuses signals for a symbol that has one even when all is well.
    if reasons.allSatisfy({ $0.known == .symbolBlocked }), blockedSymbolsAreHeld {
      return narrowed("signals came only for symbols that have a position already")
    }
    guard refused >= Self.fewest else {
      let all = refused == 1 ? "the only signal" : "both signals"
      let names = reasons.map { "\($0.code), \(Reason.meaning($0.code))" }.joined(separator: "; ")
      return narrowed("\(Self.subject(gate)) turned \(all) of the last \(scope.span) down: \(names)")
    }
    return Gate(
      gate, .closed, "\(Self.subject(gate)) \(turned) every signal down\(scope.message): \(name)",
      evidence: told + evidence,
      rejections: rejections,
      since: since, nextStep: step)
  }

  /// Fewer refusals than this do not show that every signal is refused.
  static let fewest = 3

  /// Whether the gate refused a signal in the last minute; only then the finding is told in the present tense.
  private func isPresent(_ gate: Gate.ID) -> Bool {
    let last = log.decisions.first { $0.isRefusal && $0.reasonCodes.first.map(Self.place) == gate }?.at
    return (last ?? metrics?.lastSignalAt).map { DiagnosisFormat.isWithin(60, $0, now) } ?? true
  }

  private static func subject(_ gate: Gate.ID) -> String {
    switch gate {
    case .strategies: "a lock on a strategy"
    case .filters: "a filter"
    case .council: "the council"
    default: "a limit"
    }
  }

  /// Signals that got past this gate and were refused at a later one.
  private func passed(beyond gate: Gate.ID) -> Int {
    let later = Gate.ID.allCases.drop { $0 != gate }.dropFirst()
    return counts().filter { later.contains(Self.place($0.code)) }.map(\.count).clampedSum()
  }

  func strategies() -> Gate {
    let source = "/strategies"
    if let stopped = stopped(.strategies) { return stopped }
    guard case .success(let reading) = seen.strategies else {
      return .unanswered(.strategies, source, seen.strategies.error)
    }
    let all = reading.value.elements.filter { scope.covers(strategy: $0.id) }
    let enabled = all.filter { $0.isEnabled == true }
    let blocks = (seen.decisionMemory.value?.elements ?? []).filter {
      scope.covers(strategy: $0.strategyID)
    }
    var evidence = [Gate.Evidence(source, "\(enabled.count) of \(all.count) enabled", value: Decimal(enabled.count))]
    if !blocks.isEmpty {
      let names = Set(blocks.compactMap(\.strategyID)).sorted().joined(separator: ", ")
      evidence.append(.init("/risk/decision-memory/blocks", "\(blocks.count) locked: \(names)"))
    }
    guard !all.isEmpty || scope.strategy == nil else {
      return Gate(
        .strategies, .closed, "the engine runs no strategy '\(scope.strategy ?? "")'", evidence: evidence,
        nextStep: .query(.strategies))
    }
    let untold = all.count { $0.isEnabled == nil }
    if untold > 0, enabled.isEmpty || scope.strategy != nil {
      // To enable a strategy that is enabled doubles its signals.
      return Gate(
        .strategies, .unknown, "the engine does not tell which strategies are enabled", evidence: evidence,
        nextStep: .query(.strategies))
    }
    if enabled.isEmpty {
      let names = all.compactMap(\.id)
      return Gate(
        .strategies, .closed, scope.strategy.map { "\($0) is disabled" } ?? "no strategy is enabled",
        evidence: evidence,
        nextStep: names.isEmpty ? .query(.strategies) : .operation(.enableStrategies, each: names))
    }
    var judged = judge(.strategies, evidence, open: "all \(all.count) strategies are enabled")
    if judged.state != .open {
      if !blocks.isEmpty { judged.finding += "; \(Self.locked(blocks))" }
      return judged
    }
    var finding: String?
    if !blocks.isEmpty { finding = Self.locked(blocks) }
    if enabled.count < all.count { finding = finding ?? "\(enabled.count) of \(all.count) strategies are enabled" }
    guard let finding else { return judged }
    return Gate(
      .strategies, .narrowed, finding, evidence: evidence, rejections: judged.rejections, nextStep: .query(.strategies))
  }

  /// Which strategies the decision memory has locked, and for how long.
  private static func locked(_ blocks: [DecisionMemoryBlock]) -> String {
    let names = Set(blocks.compactMap(\.strategyID)).sorted()
    let listed = names.isEmpty ? "a strategy" : Figures.listed(names, most: 3)
    let longest = blocks.compactMap(\.secondsRemaining).max()
    let rest = longest.map { ", the last lock for another \(DiagnosisFormat.span($0))" } ?? ""
    return "decision memory has locked \(listed)\(rest)"
  }

  func signals() -> Gate {
    let source = "/trading/metrics"
    if let stopped = stopped(.signals) { return stopped }
    guard let metrics else { return .unanswered(.signals, source, seen.metrics.error) }
    guard let count = judged else {
      return Gate(.signals, .unknown, "the engine counts no signals", evidence: [.init(source, "no last_5m counters")])
    }
    // The engine's own time is that of the latest signal of any symbol and strategy.
    let lastAt =
      scope.symbol == nil && scope.strategy == nil ? metrics.lastSignalAt : log.decisions.compactMap(\.at).first
    let age = lastAt.map { DiagnosisFormat.seconds(from: $0, to: now) }
    let last = age.map { ", the last one \(DiagnosisFormat.span($0)) ago" } ?? ""
    let evidence = [
      Gate.Evidence(
        scope.source,
        "\(scope.isCounted ? "signals_total" : "decisions:") \(count) in \(Spans.short(scope.window))\(last)",
        value: Decimal(count), age: age)
    ]
    if count == 0 {
      return Gate(
        .signals, .narrowed, "no strategy has found a signal in the last \(scope.span)\(scope.message)",
        evidence: evidence,
        age: age, since: lastAt, nextStep: .query(.compareStrategies))
    }
    let saturated = count >= TradingMetrics.Counters.saturation ? " or more" : ""
    return Gate(
      .signals, .open, "\(count)\(saturated) signals in the last \(scope.span)", evidence: evidence, age: age)
  }

  /// Filters in the strategies and in the physics model. What they refuse is never published as a signal.
  func filters() -> Gate {
    if let stopped = stopped(.filters) { return stopped }
    let judged = judge(.filters, lifetimeFilters(), open: "no filter reports a refusal in 5 minutes")
    guard let five = seen.rejections(minutes: 5).value, five.total ?? 0 > 0 else { return judged }
    var gate = judged
    // What is told as a decision as well is counted there.
    func own(_ reasons: [ReasonCount]) -> [ReasonCount] {
      reasons.filter { Reason.of($0.code)?.gate ?? .filters == .filters }
    }
    func total(_ minutes: Int) -> Int {
      guard let told = seen.rejections(minutes: minutes).value else { return 0 }
      let others = told.reasons.map(\.count).clampedSum() - own(told.reasons).map(\.count).clampedSum()
      return max(0, (told.total ?? 0).clampedSubtracting(others))
    }
    guard total(5) > 0 else { return judged }
    let reasons = own(five.reasons)
    let turned = Rejections(oneMinute: total(1), fiveMinutes: total(5), oneHour: total(60), isAtLeast: true)
    gate.rejections = (judged.rejections ?? Rejections()) + turned
    let told = reasons.prefix(2).map {
      Gate.Evidence(
        "/telemetry/signal-rejections", "\($0.code) × \($0.count) in 5m: \(Reason.meaning($0.code))",
        value: Decimal($0.count))
    }
    gate.evidence = told + gate.evidence
    guard judged.state == .open, let worst = reasons.first else { return gate }
    // The counts of the filters are for all symbols and for five minutes, and so is the engine's count of signals.
    let isEvery = window?.signals == 0
    gate.state = isEvery ? .closed : .narrowed
    gate.finding =
      (isEvery ? "filters turn every idea down before it is a signal: " : "filters turn some ideas down: ")
      + "\(worst.code), \(Reason.meaning(worst.code))"
    gate.nextStep = .query(.reasons, worst.code)
    return gate
  }

  private func lifetimeFilters() -> [Gate.Evidence] {
    guard let top = seen.filters.value?.reasons.first else { return [] }
    return [.init("/analytics/blocks", "\(top.code) × \(top.count) since start: \(Reason.meaning(top.code))")]
  }

  func council() -> Gate {
    var gate = judge(.council, councilEvidence(), open: "the council lets signals pass")
    if gate.state == .closed { gate.nextStep = councilStep }
    return gate
  }

  /// No call changes the threshold, and looking at the votes again would not help.
  private var councilStep: NextStep {
    let threshold = seen.council.value?.entryThreshold
    let now = threshold.map { " (now \($0))" } ?? ""
    return "whoever runs the engine can lower TRADE_COUNCIL_ENTRY_THRESHOLD\(now), or set TRADE_COUNCIL_ENABLED=false, "
      + "and restart its process; the votes: \(.query(.trace, "last-blocked"))"
  }

  /// Who voted what in the latest refusal, and how far the vote was below the threshold.
  private func councilEvidence() -> [Gate.Evidence] {
    var evidence: [Gate.Evidence] = []
    if let council = seen.council.value, council.isEnabled == true, let evaluated = council.evaluated {
      let threshold = council.entryThreshold.map { ", threshold \($0)" } ?? ""
      evidence.append(
        .init(
          "/council/trade/status", "\(DiagnosisFormat.count(council.approved)) of \(evaluated) approved\(threshold)",
          value: council.approved.map { Decimal($0) }, threshold: council.entryThreshold))
    }
    let verdicts = (try? seen.verdicts.get().value.elements) ?? []
    let refused = verdicts.filter {
      $0.isApproved == false && scope.covers(symbol: $0.symbol) && scope.covers(strategy: $0.strategyID)
    }
    guard let latest = refused.max(by: { ($0.at ?? .distantPast) < ($1.at ?? .distantPast) }) else { return evidence }
    let source = "/council/trade/verdicts"
    if !latest.vetoedBy.isEmpty {
      evidence.append(.init(source, "latest: vetoed by \(latest.vetoedBy.joined(separator: ", "))"))
    } else if let missed = latest.missedBy, let confidence = latest.confidence {
      evidence.append(
        .init(
          source, "latest: \(confidence) of \(latest.threshold ?? 0), missed by \(missed.rounded(to: 4))",
          value: confidence, threshold: latest.threshold))
    }
    if !latest.votes.isEmpty { evidence.append(.init(source, "votes: " + latest.votesText)) }
    return evidence
  }

  func held(_ symbol: String) -> Position? {
    seen.state.value?.positions.first { $0.symbol.lowercased() == symbol.lowercased() }
  }

  var hasPositions: Bool { seen.state.value?.positions.isEmpty == false }

  /// Whether every signal that was refused for its symbol in the window found a position there. Without decisions that
  /// tell their symbols, any position will do.
  var blockedSymbolsAreHeld: Bool {
    let blocked = log.last(scope.window).filter { $0.firstCode == .symbolBlocked }.compactMap(\.symbol)
    guard !blocked.isEmpty else { return hasPositions }
    let held = Set((seen.state.value?.positions ?? []).map(\.symbol))
    return Set(blocked).isSubset(of: held)
  }

  func stopped(_ id: Gate.ID) -> Gate? {
    seen.isRunning == false ? .stopped(id, "nothing to see on a stopped engine") : nil
  }
}
