import HeanCore

/// One engine among several: what it is, what is judged of it, and how asking it ended.
struct FleetRow: Sendable {
  /// The name of its profile.
  var engine: String
  /// What is not known of an engine that did not answer has the mode `unknown` and no state.
  var source: SourceLabel
  var verdict: EngineVerdict?
  /// In USDT; `nil` where the engine did not tell it, or was not asked.
  var equity: Decimal?
  var dayPnL: Decimal?
  /// Of the oldest price (seconds).
  var age: Decimal?
  var exit: ExitCode
  /// Why there is no answer, or what went wrong; `nil` when nothing did.
  var problem: String?
  /// How long it took.
  var took: Duration
  /// The same for profiles of one engine, so that none is counted twice.
  var identity: String

  /// Of an engine that has told nothing.
  /// - Parameter target: `nil` where its profile cannot be used.
  init(
    unanswered engine: String, _ target: EngineTarget?, exit: ExitCode, problem: String? = nil, took: Duration = .zero
  ) {
    self.engine = engine
    source = SourceLabel(profile: engine, url: target?.sourceURL ?? "", mode: OperatingMode.unknown.rawValue)
    self.exit = exit
    self.problem = problem
    self.took = took
    identity = target?.addressName ?? engine
  }

  var mode: OperatingMode { OperatingMode(rawValue: source.mode) ?? .unknown }

  /// The worst first, by the verdict on money: money at risk, what is not known, what is behind stops, what is flat. Among
  /// those alike real money comes first, then the greater amount, then what does not trade.
  func isWorse(than other: FleetRow) -> Bool {
    if rank != other.rank { return rank < other.rank }
    if mode.isRealMoney != other.mode.isRealMoney { return mode.isRealMoney }
    let amounts = (verdict?.money.atRisk ?? 0, other.verdict?.money.atRisk ?? 0)
    if amounts.0 != amounts.1 { return amounts.0 > amounts.1 }
    let trading = (tradingRank, other.tradingRank)
    if trading.0 != trading.1 { return trading.0 < trading.1 }
    return engine < other.engine
  }

  private var rank: Int {
    switch verdict?.money.state {
    case .atRisk: 0
    case .unknown, nil: 1
    case .calm: 2
    case .flat: 3
    }
  }

  private var tradingRank: Int {
    switch verdict?.trading {
    case .ordersAfterStop: 0
    case .unknown, nil: 1
    case .blocked: 2
    case .waiting, .quiet, .holding: 3
    case .trading: 4
    }
  }
}

extension ExitCode {
  /// The code of a run over several engines: the one with which all ended, or 5. That something was sent and its outcome is
  /// not known is never hidden by what others did.
  init(of each: [ExitCode]) {
    if each.contains(.outcomeUnknown) {
      self = .outcomeUnknown
    } else {
      self = Set(each).count == 1 ? each[0] : each.isEmpty ? .ok : .partial
    }
  }
}
