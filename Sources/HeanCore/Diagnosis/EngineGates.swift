import Foundation

/// Gates outside the engine's own logic: is it up, what does it trade on, does it see the market.
struct EngineGates {
  private let seen: EngineSnapshot
  private let scope: DiagnosisScope
  private let now: Date

  /// A tick older than this is `STALE_MARKET_DATA` to the engine (contract 4.3), in seconds.
  static let staleAfter: Decimal = 30

  init(_ snapshot: EngineSnapshot, scope: DiagnosisScope, now: Date) {
    seen = snapshot
    self.scope = scope
    self.now = now
  }

  func reachable() -> Gate {
    let source = "/engine/status"
    switch seen.status {
    case .success(let reading):
      return Gate(
        .reachable, .open, "the engine answers", evidence: [.init(source, "answered")],
        age: Words.seconds(from: reading.receivedAt, to: now))
    case .failure(.transport(let error)):
      let others = [seen.risk.error, seen.health.error].contains { $0 == nil }
      return Gate(
        .reachable, others ? .unknown : .closed,
        others ? "\(source) did not answer, other endpoints did" : "no engine answers: \(error.phase)",
        evidence: [.init(source, error.phase)],
        nextStep: others ? .query(.health) : "check that the engine's process runs, then: \(.query(.health))")
    case .notAsked: return .unanswered(.reachable, source, nil)
    case .failure(let error):
      return Gate(.reachable, .open, "the engine answers, with a refusal", evidence: [.init(source, error.shortText)])
    }
  }

  /// Whether the console may look, and whether its key will last.
  func authentication() -> Gate {
    let refused = seen.refusals.first { if case .notAuthorised = $0.1 { true } else { false } }
    if let (source, error) = refused {
      return Gate(
        .authentication, .unknown, "the engine did not accept the key, so not everything can be seen",
        evidence: [.init(source, error.shortText)], nextStep: .operation(.login))
    }
    guard seen.status.value != nil else {
      return Gate(.authentication, .unknown, "nothing was answered that needs a key", evidence: [])
    }
    if seen.isKeyDeprecated {
      return Gate(
        .authentication, .narrowed, "the key in use is on its way out",
        evidence: [.init("X-Key-Deprecated", "true")], nextStep: .operation(.login))
    }
    return Gate(.authentication, .open, "the engine lets this console look", evidence: [.init("/engine/status", "200")])
  }

  func engine() -> Gate {
    let source = "/engine/status"
    let status: EngineStatus
    switch seen.status {
    case .failure(let error): return .unanswered(.engine, source, error)
    case .notAsked: return .unanswered(.engine, source, nil)
    case .success(let reading): status = reading.value
    }
    var evidence = [Gate.Evidence(source, "engine_state \(status.state.word), running \(status.isRunning)")]
    if let message = status.message { evidence.append(.init(source, message)) }
    // Two endpoints that contradict each other are no answer.
    if let other = seen.health.value?.components.first(where: { $0.name == "engine" })?.status,
      status.state != .busy, (other == "running") != status.isRunning, ["running", "stopped"].contains(other)
    {
      evidence.append(.init("/health", "engine \(other)"))
      return Gate(
        .engine, .unknown, "contradiction: \(source) says \(status.state.word), /health says \(other)",
        evidence: evidence, nextStep: .query(.health))
    }
    switch status.state {
    case .running where status.isRunning:
      return Gate(.engine, .open, "the engine is running", evidence: evidence)
    case .paused:
      return Gate(
        .engine, .narrowed, "the engine says PAUSED, but pause does not stop orders by itself", evidence: evidence,
        nextStep: .operation(.engineResume))
    case .busy:
      return Gate(
        .engine, .unknown, "the engine is busy starting or stopping", evidence: evidence,
        nextStep: .query(.wait, options: .condition("engine.state==RUNNING"), .timeout("1m")))
    case .error:
      return Gate(
        .engine, .closed, "the engine failed to start", evidence: evidence,
        nextStep: "read the engine's log, then restart its process")
    case .unknown(let word) where status.isRunning:
      return Gate(.engine, .unknown, "the engine reports a state unknown to hean: \(word)", evidence: evidence)
    case .running, .stopped, .unknown:
      return Gate(
        .engine, .closed, "the engine is not running", evidence: evidence,
        nextStep: .operation(.engineStart))
    }
  }

  func mode() -> Gate {
    let mode = seen.mode
    let evidence = [
      Gate.Evidence("/engine/status", "dry_run \(seen.engine?.isDryRun.map { "\($0)" } ?? "not said")"),
      Gate.Evidence("/trading/why", "rest_ok \(seen.why.value?.isExchangeRESTUp.map { "\($0)" } ?? "null")"),
    ]
    switch mode {
    case .practice, .dryRun, .testnet, .mainnet:
      return Gate(.mode, .open, "\(mode.label): \(mode.meaning)", evidence: evidence)
    case .paperFallback:
      return Gate(
        .mode, .closed, "the engine lost the exchange and fills on paper without saying so", evidence: evidence,
        nextStep: .operation(.engineRestart))
    case .unknown:
      return Gate(
        .mode, .unknown, "dry run, testnet or mainnet: the engine did not tell", evidence: evidence,
        nextStep: .query(.settings))
    }
  }

  func marketData(died: Deaths) -> Gate {
    let source = "/trading/why"
    guard seen.isRunning != false else {
      return .stopped(.marketData, "a stopped engine reads no market data")
    }
    guard let why = seen.why.value else {
      return .unanswered(.marketData, source, seen.why.error)
    }
    guard seen.isRunning == true else { return .notTold(.marketData) }
    if why.engineState == .unknown("UNKNOWN") {
      return Gate(
        .marketData, .unknown, "the engine's own diagnosis failed inside",
        evidence: [.init(source, "engine_state UNKNOWN")], nextStep: .query(.health))
    }
    let feed: NextStep =
      "no price reaches the engine: read the log of its process, and restart that if none comes; what comes is shown by: "
      + .query(.watch, "market_data", options: .duration("10s"))
    // Prices do come, and are old when the engine looks at them.
    let isLate = why.oldestTickAge.map { $0 <= Self.staleAfter } ?? false
    let late: NextStep =
      "prices reach the engine late, and what it orders rests on them: stop new orders by: \(.operation(.triggerKillSwitch))"
    let ages = tickAges()
    let stale = ages.filter { $0.age.map { $0 > Self.staleAfter } ?? true }
    func evidence(_ more: [(symbol: String, age: Decimal?)]) -> [Gate.Evidence] {
      [
        Gate.Evidence(
          source, why.oldestTickAge.map { "last_tick_age_sec \($0) (oldest symbol)" } ?? "last_tick_age_sec null",
          value: why.oldestTickAge, threshold: Self.staleAfter)
      ]
        + more.prefix(4).map { item in
          Gate.Evidence(
            "/market/ticker", "\(item.symbol) \(item.age.map { Words.span($0) + " old" } ?? "never priced")",
            value: item.age, threshold: Self.staleAfter, age: item.age)
        }
    }
    if !ages.isEmpty, stale.count == ages.count {
      let newest = ages.compactMap(\.age).min()
      return Gate(
        .marketData, .closed,
        newest.map { "market data is stale\(scope.words): the newest price is \(Words.span($0)) old" }
          ?? "no price has arrived\(scope.words)",
        evidence: evidence(stale), died: died, age: newest,
        since: newest.map { now - NSDecimalNumber(decimal: $0).doubleValue },
        nextStep: isLate ? late : feed)
    }
    if !stale.isEmpty {
      // What is held comes first: its PnL, and the stop that should protect it, rest on the old price.
      let held = heldSymbols
      let ordered = stale.filter { held.contains($0.symbol) } + stale.filter { !held.contains($0.symbol) }
      let names = ordered.prefix(3).map { held.contains($0.symbol) ? "\($0.symbol) (held)" : $0.symbol }
      let more = ordered.count > 3 ? " and \(ordered.count - 3) more" : ""
      return Gate(
        .marketData, .narrowed,
        "\(stale.count) of \(ages.count) symbols have no fresh price: \(names.joined(separator: ", "))\(more)",
        evidence: evidence(ordered), died: died, age: stale.compactMap(\.age).max(),
        nextStep:
          "the other symbols are traded; what comes is shown by: \(.query(.watch, "market_data", options: .duration("10s")))"
      )
    }
    // Another symbol than those that were looked at, or none of them could be.
    if !ages.isEmpty, scope.symbol == nil,
      let age = [seen.marketAge, why.oldestTickAge].compactMap({ $0 }).max(), age > Self.staleAfter
    {
      return Gate(
        .marketData, .narrowed, "the price of a symbol that is not listed here is \(Words.span(age)) old",
        evidence: evidence([]), died: died, age: age, nextStep: feed)
    }
    if seen.marketAge == nil, !ages.isEmpty || why.oldestTickAge != nil {
      let looked = why.oldestTickAge.map { "the engine looked at prices \(Words.span($0)) ago" }
      return Gate(
        .marketData, .unknown,
        "\(looked ?? "the engine does not say when it looked at prices"); how old they were is not known",
        evidence: evidence([]), died: died, nextStep: .query(.health))
    }
    // No prices symbol by symbol: the engine's own figure, which is that of the oldest.
    if ages.isEmpty {
      guard let ticked = why.oldestTickAge else {
        return Gate(
          .marketData, .closed, "no price has arrived since the start", evidence: evidence([]), died: died,
          nextStep: feed)
      }
      let age = seen.marketAge ?? ticked
      if age > Self.staleAfter {
        return Gate(
          .marketData, .closed, "market data is stale: the oldest symbol's last price is \(Words.span(age)) old",
          evidence: evidence([]), died: died, age: age, nextStep: feed)
      }
    }
    return Gate(
      .marketData, .open, "prices are fresh", evidence: evidence([]), died: died,
      age: ages.compactMap(\.age).max() ?? seen.marketAge)
  }

  private var heldSymbols: Set<String> { Set((seen.state.value?.positions.map(\.symbol)) ?? []) }

  /// Symbols that the engine has priced, or should have, with the age of their last price.
  private func tickAges() -> [(symbol: String, age: Decimal?)] {
    let answered = seen.tickers.compactMap { symbol, answer in answer.reading.map { (symbol, $0) } }
    let known = answered.map { symbol, reading in (symbol: symbol, age: reading.priceAge) }
    // An engine may trade fewer symbols than usual; a symbol without any price counts only when it was asked for by name.
    let isNamed = scope.symbol != nil
    return known.filter { isNamed || $0.age != nil }.sorted { $0.symbol < $1.symbol }
  }
}

extension EngineSnapshot {
  /// Every endpoint that did not answer as it should.
  var refusals: [(String, EngineError)] {
    [
      ("/engine/status", status.error), ("/risk/status", risk.error), ("/trading/metrics", metrics.error),
      ("/trading/state", state.error), ("/risk/governor/status", governor.error), ("/strategies", strategies.error),
    ].compactMap { source, error in error.map { (source, $0) } }
  }
}
