import Foundation

/// Gates outside the engine's own logic: is it up, what does it trade on, does it see the market.
struct EngineGates {
  private let seen: Observation

  /// A tick older than this is `STALE_MARKET_DATA` to the engine (contract 4.3), in seconds.
  static let staleAfter: Decimal = 30

  init(_ observation: Observation) { seen = observation }

  func engine() -> Gate {
    let source = "/engine/status"
    let status: EngineStatus
    switch seen.ground.status {
    case .failure(let error): return .unanswered(.engine, source, error)
    case .success(let reading): status = reading.value
    }
    var evidence = [Gate.Evidence(source, "engine_state \(status.state.word), running \(status.isRunning)")]
    if let message = status.message { evidence.append(.init(source, message)) }
    switch status.state {
    case .running where status.isRunning:
      return Gate(.engine, .open, "the engine is running", evidence: evidence)
    case .paused:
      return Gate(
        .engine, .narrowed, "the engine says PAUSED, but pause does not stop orders by itself", evidence: evidence,
        nextStep: "hean orders list --status open")
    case .busy:
      return Gate(
        .engine, .unknown, "the engine is busy starting or stopping", evidence: evidence, nextStep: "hean why")
    case .error:
      return Gate(
        .engine, .closed, "the engine failed to start", evidence: evidence,
        nextStep: "read the engine's log, then restart its process")
    case .unknown(let word) where status.isRunning:
      return Gate(.engine, .unknown, "the engine reports a state unknown to hean: \(word)", evidence: evidence)
    case .running, .stopped, .unknown:
      return Gate(
        .engine, .closed, "the engine is not running", evidence: evidence,
        nextStep: seen.ground.isPractice ? "hean practice reset --scenario calm" : "start the engine, then: hean why")
    }
  }

  func mode() -> Gate {
    let mode = seen.ground.mode
    let evidence = [
      Gate.Evidence("/engine/status", "dry_run \(seen.ground.engine?.isDryRun.map { "\($0)" } ?? "not said")"),
      Gate.Evidence("/trading/why", "rest_ok \(seen.ground.diagnostics?.isExchangeRESTUp.map { "\($0)" } ?? "null")"),
    ]
    switch mode {
    case .practice, .dryRun:
      return Gate(.mode, .open, "\(mode.label): \(mode.meaning)", evidence: evidence)
    case .testnet, .mainnet:
      return Gate(.mode, .open, "\(mode.label): \(mode.meaning)", evidence: evidence)
    case .paperFallback:
      return Gate(
        .mode, .closed, "the engine lost the exchange and fills on paper without saying so", evidence: evidence,
        nextStep: "check the exchange key and network of the engine, then restart it")
    case .unknown:
      return Gate(
        .mode, .unknown, "dry run, testnet or mainnet: the engine did not tell", evidence: evidence,
        nextStep: "hean settings")
    }
  }

  func marketData() -> Gate {
    let source = "/trading/why"
    guard seen.ground.isRunning != false else {
      return Gate(
        .marketData, .unknown, "a stopped engine reads no market data",
        evidence: [.init("/engine/status", "running false")])
    }
    guard let why = seen.ground.diagnostics else {
      if case .failure(let error) = seen.ground.why { return .unanswered(.marketData, source, error) }
      return .unanswered(.marketData, source, nil)
    }
    if why.engineState == .unknown("UNKNOWN") {
      return Gate(
        .marketData, .unknown, "the engine's own diagnosis failed inside",
        evidence: [.init(source, "engine_state UNKNOWN")], nextStep: "hean health")
    }
    guard let age = why.oldestTickAge else {
      return Gate(
        .marketData, .closed, "no price has arrived since the start",
        evidence: [.init(source, "last_tick_age_sec null")], nextStep: "check the engine's market data feed")
    }
    let evidence = [Gate.Evidence(source, "last_tick_age_sec \(age) (oldest symbol)")]
    if age > Self.staleAfter {
      return Gate(
        .marketData, .closed, "market data is stale: the oldest symbol's last price is \(Words.span(age)) old",
        evidence: evidence, age: age, nextStep: "check the engine's market data feed")
    }
    return Gate(.marketData, .open, "prices are fresh", evidence: evidence, age: age)
  }
}
