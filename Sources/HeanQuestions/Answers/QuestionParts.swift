import HeanCore

/// What has to be read for a question, by what was understood: no more, so that it takes no longer than its slowest read.
struct QuestionParts: Sendable {
  let reading: QuestionReading

  init(_ reading: QuestionReading) { self.reading = reading }

  var parts: Set<SnapshotPart> {
    switch reading.frame {
    case .figure, .list, .compare:
      [reading.metric, reading.secondMetric].reduce(into: reading.isOfIdleStrategies ? [.listedPositions()] : []) {
        $0.formUnion($1.map(metric) ?? [])
      }
    case .state: state
    case .why: cause
    case .howTo:
      reading.topic == .tradeAgain || reading.topic == .getPast || reading.topic == .resume
        ? diagnosis.union([.closed]) : OperationChoice(reading).parts(reading.topic).union(chosen)
    case .safe:
      reading.topic == .account || reading.topic == nil
        ? diagnosis.union([.listedPositions()]) : effect
    case .when: when
    case .who: [.engine]
    case .whatIf where reading.topic?.isAssumption == false: effect
    case .whatIf: [.engine, .listedPositions(), .risk]
    case .define, .difference, .forecast, .advice, .secret, .outside: []
    }
  }

  /// What tells what an operation would do; of a reset also whether the latch stands behind the switch.
  private var effect: Set<SnapshotPart> {
    let parts = OperationChoice(reading).parts(reading.topic).union([.engine])
    return reading.topic == .resetKillSwitch ? parts.union(diagnosis) : parts
  }

  /// What tells which positions or strategies an operation means.
  private var chosen: Set<SnapshotPart> {
    switch reading.topic {
    case .closePosition? where reading.choosesAmongPositions, .closeAll? where !reading.isWhole:
      [.engine, .listedPositions()]
    case .changeSetting? where !reading.terms.isEmpty: [.engine, .configuration]
    case .enableStrategy? where !reading.except.isEmpty, .disableStrategy? where !reading.except.isEmpty:
      [.engine, .strategies]
    default: [.engine]
    }
  }

  private var diagnosis: Set<SnapshotPart> {
    SnapshotPart.diagnosis(deeply: reading.symbols).union([
      .listedPositions(entries: 500), SnapshotPart(.closeFailures), .exchange,
    ]).union(
      reading.symbols.isEmpty ? [.oldPrices] : [])
  }

  private var tickers: Set<SnapshotPart> {
    Set((reading.symbols.isEmpty ? Symbols.defaults : reading.symbols).map(SnapshotPart.ticker))
  }

  private func metric(_ metric: QuestionMetric) -> Set<SnapshotPart> {
    switch metric {
    case .equity, .balance, .initialCapital: [.engine, .listedPositions(), .risk]
    case .positionRoom: [.engine, .risk]
    case .freeMargin, .margin: [.engine, .why, .listedPositions(), .risk]
    case .dayPnL: [.engine, .listedPositions(), .risk, .equityHistory]
    case .pnl: [.engine, .listedPositions(), .risk, .closed, .journal]
    case .realized: [.engine, .closed, .journal]
    case .unrealized, .exposure, .longExposure, .shortExposure, .netExposure, .notional, .size, .entryPrice, .stopLoss,
      .takeProfit,
      .stopDistance, .targetDistance, .positionAge, .positions:
      [.engine, .listedPositions()]
    case .leverage: [.engine, .listedPositions(), .risk]
    case .fees: [.engine, .allOrders, .decisions, .listedPositions(), .risk, .equityHistory]
    case .fills: [.engine, .allOrders, .decisions, .listedPositions(), .risk, .closed, .journal]
    case .volume, .filledOrders, .orders, .fillRate:
      [.engine, .allOrders, .decisions, .listedPositions(), .risk]
    case .openOrders: [.engine, .openOrders, .decisions]
    case .drawdown, .peakEquity: [.engine, .listedPositions(), .risk, .governor]
    case .riskDistance: [.engine, .listedPositions(), .risk, .governor, .killSwitch]
    case .signals, .accepted, .refused, .acceptanceRate, .reasons: [.engine, .closed, .decisions]
    case .trades, .wins, .losses, .winRate, .profitFactor, .winStreak, .lossStreak, .tradeDuration:
      [.engine, .closed, .journal]
    case .price, .priceAge, .spread: tickers.union([.engine])
    case .uptime: [.engine, .equityHistory]
    case .strategies: [.engine, .strategies]
    case .rejectedOrders: [.engine, .metrics]
    case .events, .errors, .actions, .slippage, .latency, .funding:
      [.engine]
    case .maxDrawdown: [.engine, .governor, .listedPositions(), .risk]
    case .liquidationPrice: [.engine, .why, .listedPositions(), .risk]
    }
  }

  private var cause: Set<SnapshotPart> {
    switch reading.topic {
    case .loss?, .drawdown?: diagnosis.union([.closed, .journal, .listedPositions()])
    case .closed?: diagnosis.union([.closed, .journal, .listedPositions()])
    case .order?: diagnosis.union([.allOrders])
    case .position?: diagnosis.union([.listedPositions()])
    case .trading? where !reading.symbols.isEmpty: diagnosis.union([.positions, .closed, .journal])
    default: diagnosis
    }
  }

  private var state: Set<SnapshotPart> {
    switch reading.topic {
    case .position?, .protect?: [.engine, .listedPositions()]
    case .order?: [.engine, .allOrders, .decisions]
    case .profile?: [.engine]
    case .setting?: [.engine, .configuration, SnapshotPart(.council)]
    case .markets?: [.engine, .positions, SnapshotPart(Endpoint<EngineSettings>.settings.once)]
    case .strategy?: [.engine, .strategies, SnapshotPart(.decisionMemory)]
    case .changes?: diagnosis.union([.closed, .journal, .equityHistory])
    default: diagnosis
    }
  }

  private var when: Set<SnapshotPart> {
    switch reading.topic {
    case .trade?: [.engine, .closed, .journal]
    case .signal?, .refusal?: [.engine, .closed, .decisions]
    case .fill?: [.engine, .allOrders, .decisions, .closed, .journal]
    case .order?: [.engine, .allOrders, .decisions]
    case .position?: [.engine, .listedPositions()]
    case .killSwitch?: [.engine, .killSwitch, .equityHistory, SnapshotPart(.stopLog), SnapshotPart(.events())]
    case .governor?: diagnosis.union([.governor])
    case .start?: [.engine, .equityHistory]
    case .price?: tickers.union([.engine])
    case .unblock?, .stopped?: diagnosis
    default: [.engine]
    }
  }
}
