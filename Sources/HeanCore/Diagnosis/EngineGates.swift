/// Gates of the engine as a whole, before any of its rules judges a signal: whether it is up, where its orders go,
/// whether it gets prices.
struct EngineGates {
  private let seen: EngineSnapshot
  private let scope: DiagnosisScope
  private let now: Date

  init(_ snapshot: EngineSnapshot, scope: DiagnosisScope, now: Date) {
    seen = snapshot
    self.scope = scope
    self.now = now
  }

  func reachable() -> Gate {
    let source = "/engine/status"
    // A kept snapshot has the answers of before.
    if seen.isOfEarlierLook {
      return Gate(
        .reachable, .unknown, "the engine was not asked", evidence: [.init(source, "said this in an earlier look")],
        nextStep: .query(.health))
    }
    if let loss = seen.loss ?? EngineLoss(seen) {
      return Gate(
        .reachable, loss.othersAnswered ? .unknown : .closed,
        loss.othersAnswered
          ? "\(source) did not answer, other endpoints did" : "no engine answers: \(loss.error.phase)",
        evidence: [.init(source, loss.error.phase)],
        nextStep: loss.othersAnswered
          ? .query(.health) : "check that the engine's process runs, then: \(.query(.health))")
    }
    switch seen.status {
    case .success(let reading):
      return Gate(
        .reachable, .open, "the engine answers", evidence: [.init(source, "answered")],
        age: DiagnosisFormat.seconds(from: reading.receivedAt, to: now))
    case .notAsked: return .unanswered(.reachable, source, nil)
    case .failure(let error):
      return Gate(.reachable, .open, "the engine answers, with a refusal", evidence: [.init(source, error.shortText)])
    }
  }

  /// Whether the engine accepts the console's key, and whether that key is deprecated.
  func authentication() -> Gate {
    let refused = seen.failedReads.first { if case .notAuthorised = $0.1 { true } else { false } }
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
    var evidence = [Gate.Evidence(source, "engine_state \(status.state.rawValue), running \(status.isRunning)")]
    if let message = status.message { evidence.append(.init(source, message)) }
    // Two endpoints that contradict each other prove nothing.
    if let other = seen.health.value?.components.first(where: { $0.name == "engine" })?.status,
      status.state != .busy, (other == "running") != status.isRunning, ["running", "stopped"].contains(other)
    {
      evidence.append(.init("/health", "engine \(other)"))
      return Gate(
        .engine, .unknown, "contradiction: \(source) says \(status.state.rawValue), /health says \(other)",
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
    case .practice, .practiceExchange, .rehearsal, .dryRun, .testnet, .mainnet:
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

  func marketData(rejections: Rejections) -> Gate {
    MarketDataGate(seen, scope: scope, rejections: rejections, now: now).judge()
  }
}

extension EngineSnapshot {
  /// The endpoints that gave no valid answer, each with its error.
  var failedReads: [(String, EngineError)] {
    [
      ("/engine/status", status.error), ("/risk/status", risk.error), ("/trading/metrics", metrics.error),
      ("/trading/state", state.error), ("/risk/governor/status", governor.error), ("/strategies", strategies.error),
    ].compactMap { source, error in error.map { (source, $0) } }
  }
}
