import HeanCore

/// The gates that a signal has to pass in the engine: filters, envelope, limits, council. Each gate gives the engine's
/// reason code.
extension World {
  mutating func take(_ signal: PracticeSignal, _ instrument: Instrument) {
    guard let index = strategies.firstIndex(where: { $0.id == signal.strategy }), strategies[index].copies > 0 else {
      return
    }
    if let last = strategies[index].lastSignal[signal.symbol],
      second - last < StrategyLogic.cooldown(signal.strategy)
    {
      if signal.strategy == "impulse_engine" { tally.filter(.cooldownReject) }
      return
    }
    guard !isFiltered(signal, instrument) else { return }
    strategies[index].lastSignal[signal.symbol] = second
    for _ in 0..<strategies[index].copies {
      tally.count(.signals, at: second)
      tell(.signal(signal))
      decide(signal, instrument, strategyIndex: index)
    }
  }

  /// Filters inside the strategies: a filtered signal is never published.
  private mutating func isFiltered(_ signal: PracticeSignal, _ instrument: Instrument) -> Bool {
    guard let quote = market.quotes[signal.symbol] else { return true }
    if quote.distrustedUntil > second {
      tally.reject(.priceAnomalyBlock, "anomaly", signal.symbol, signal.strategy, second)
      return true
    }
    if signal.strategy == "impulse_engine" {
      if quote.regime == .range {
        tally.reject(.regimeReject, "regime", signal.symbol, signal.strategy, second)
        return true
      }
      if instrument.halfSpread * 2 * (quote.regime == .shock ? 8 : 1) > 0.0012 {
        tally.reject(.spreadReject, "execution", signal.symbol, signal.strategy, second)
        return true
      }
    }
    return false
  }

  /// Lets one signal pass the gates after the filters, and places its order if all accept it.
  /// - Parameter strategyIndex: `nil` for a signal that an operator sent.
  mutating func decide(_ signal: PracticeSignal, _ instrument: Instrument, strategyIndex: Int?) {
    let record = strategyIndex.map { strategies[$0] } ?? StrategyRecord(id: signal.strategy, type: "")
    let isStale = second - (market.quotes[signal.symbol]?.lastTick ?? 0) > 30
    func skip(_ code: ReasonCode, _ note: String? = nil) -> (String, ReasonCode, String?) { ("SKIP", code, note) }
    let refusal: (outcome: String, code: ReasonCode, note: String?)?
    if !isTradingAllowed {
      refusal = skip(.tradingDisabled, "envelope.trading_allowed=False")
    } else if isStale {
      refusal = skip(.validationFail, "stale price")
    } else if positions.count >= maxPositions || openOrderCount >= Self.maxOrders {
      refusal = skip(.limitReached)
    } else if positions.contains(where: { $0.symbol == signal.symbol })
      || openOrders.contains(where: { $0.symbol == signal.symbol }) || control.quarantined.contains(signal.symbol)
    {
      refusal = skip(.symbolBlocked)
    } else if record.cooldownUntil > second {
      refusal = skip(.cooldown)
    } else if blocked.contains(where: { $0.strategy == record.id && $0.symbol == signal.symbol && $0.until > second }) {
      refusal = skip(.decisionMemory)
    } else if record.attemptsToday >= StrategyLogic.dailyLimit(record.id) {
      refusal = skip(.dailyLimit)
    } else {
      refusal = council(signal)
    }
    let codes = [refusal?.code ?? .accepted] + (isStale ? [.staleMarketData] : [])
    if let refusal {
      note(signal, instrument, refusal.outcome, codes, size: nil, note: refusal.note)
      tally.count(refusal.outcome == "SKIP" ? .skipped : .blocked, at: second)
      return
    }
    if let strategyIndex { strategies[strategyIndex].attemptsToday += 1 }
    place(signal, instrument, codes)
  }

  /// Four votes of equal weight. With a high threshold no signal passes, as in an unmodified installation.
  private mutating func council(_ signal: PracticeSignal) -> (outcome: String, code: ReasonCode, note: String?)? {
    let threshold = configuration.scenario == .allRejected ? 0.7 : 0.5
    let reward = signal.target / signal.stop
    let record = strategies.first { $0.id == signal.strategy }
    let streak = record?.streak ?? 0
    let isShock = market.quotes[signal.symbol]?.regime == .shock
    let votes = [
      Vote(
        agent: "bull_advocate", confidence: min(0.9, signal.confidence * 0.7 + min(reward, 3) * 0.1),
        reasoning: "R:R=\(Self.rounded(reward, 1)); \(signal.reason)"),
      Vote(
        agent: "bear_advocate", confidence: max(0.1, 0.55 - Double(streak) * 0.12),
        reasoning: streak > 0 ? "\(streak) losses in a row" : "no major concerns"),
      Vote(
        agent: "regime_judge", confidence: isShock ? 0.15 : 0.55,
        reasoning: isShock ? "market in shock" : "regime neutral"),
      Vote(
        agent: "execution_critic", confidence: signal.stop < 0.002 ? 0.45 : 0.5,
        reasoning: signal.stop < 0.002 ? "tight stop loss" : "execution conditions acceptable"),
    ]
    let confidence = Self.rounded(votes.reduce(0) { $0 + $1.confidence } / 4, 4)
    let vetoes = votes.filter { $0.confidence < 0.2 && $0.agent != "bull_advocate" }.map(\.agent)
    let isApproved = confidence >= threshold && vetoes.isEmpty
    verdicts.append(
      Verdict(
        id: String(random.uuid().prefix(12)), signalID: "\(signal.strategy):\(signal.symbol)",
        strategy: signal.strategy,
        symbol: signal.symbol, isBuy: signal.isBuy, second: second, isApproved: isApproved, confidence: confidence,
        vetoedBy: vetoes, votes: votes, threshold: threshold))
    if verdicts.count > 60 { verdicts.removeFirst() }
    guard !isApproved else { return nil }
    tally.filter(.tradeCouncilBlock)
    return ("REJECT", vetoes.isEmpty ? .councilRejected : .councilVetoed, "\(confidence) of \(threshold)")
  }

  mutating func note(
    _ signal: PracticeSignal, _ instrument: Instrument, _ outcome: String, _ codes: [ReasonCode], size: Decimal?,
    note: String? = nil
  ) {
    let quote = market.quotes[signal.symbol]
    decisions.append(
      PracticeDecision(
        outcome: outcome, codes: codes, strategy: signal.strategy, symbol: signal.symbol, isBuy: signal.isBuy,
        second: second, size: size, confidence: signal.confidence,
        regime: codes.contains(.staleMarketData) ? "STALE_DATA" : quote?.regime.decisionWord ?? "RANGE",
        spreadPercent: instrument.halfSpread * 200, drawdown: governor.drawdown, equity: equity,
        isDataFresh: !codes.contains(.staleMarketData), stopTrading: stopTrading,
        isKillSwitchTriggered: killSwitch.isTriggered, killSwitchReason: killSwitch.reasons.first,
        isFullOfPositions: positions.count >= maxPositions, isFullOfOrders: openOrderCount >= Self.maxOrders,
        riskState: governor.level.name, note: note))
    if let decision = decisions.last { tell(.decision(decision)) }
    if decisions.count > 300 { decisions.removeFirst() }
  }

  static func rounded(_ value: Double, _ places: Int) -> Double {
    let scale = [1, 10, 100, 1000, 10_000][places]
    return (value * Double(scale)).rounded() / Double(scale)
  }
}
