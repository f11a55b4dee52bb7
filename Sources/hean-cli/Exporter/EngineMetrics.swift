import HeanCore

/// The metrics of one engine: the one place where answers become names, units and labels.
///
/// What is not known has no sample. Amounts have the label `mode`, so that those of a practice engine and real money are
/// never one series.
struct EngineMetrics {
  private let report: EngineReport
  /// Since the look was begun, so that ages count up to the scrape.
  private let age: Decimal
  private var leftOut: [(kind: String, count: Int)] = []

  /// - Parameter elapsed: by the clock of the report.
  init(_ report: EngineReport, elapsed: Duration) {
    self.report = report
    age = max(.zero, elapsed - report.begunAt).decimalSeconds.rounded(to: 3)
  }

  /// What is scraped of an engine whose look takes longer than the scrape may.
  static func pending() -> [MetricFamily] { [up(.timeout)] }

  mutating func families() -> [MetricFamily] {
    switch report.outcome {
    case .failure(let reason): return [Self.up(reason)] + look()
    case .success(let answer):
      let counted =
        engine(answer) + money(answer) + exchange(answer) + risk(answer) + protection(answer) + verdicts(answer)
      let funnel = funnel(answer) + strategies(answer) + stream(answer) + ages(answer)
      return counted + funnel + look() + [leftOutFamily]
    }
  }

  private static func up(_ reason: DownReason?) -> MetricFamily {
    .gauge(
      "hean_up", help: "Whether the engine tells its state; if it does not, reason says why.", reason == nil ? 1 : 0,
      reason.map { [MetricLabel("reason", $0.rawValue)] } ?? [])
  }

  private func look() -> [MetricFamily] {
    [
      .gauge(
        "hean_look_duration_seconds", unit: "seconds", help: "How long the look took that this answer is from.",
        report.took.decimalSeconds.rounded(to: 6)),
      .gauge("hean_look_requests", help: "Requests to the engine in that look.", Decimal(report.requests)),
      .gauge(
        "hean_look_requests_unanswered", help: "Requests of that look to which no answer came.",
        Decimal(report.unanswered)),
    ]
  }

  private var leftOutFamily: MetricFamily {
    MetricFamily(
      "hean_left_out", .gauge,
      help: "Names that the engine sent and that got no sample: too many of a kind, too long, or twice.",
      leftOut.map { MetricSample(labels: [MetricLabel("kind", $0.kind)], value: Decimal($0.count)) })
  }

  private func engine(_ answer: MonitoringAnswer) -> [MetricFamily] {
    let context = answer.status.context
    return [
      Self.up(nil),
      Self.states("hean_engine_state", help: "State of the engine, in its own word.", answer.status.engine?.state),
      .gauge("hean_engine_running", help: "Whether the engine runs.", context.isRunning.map { $0 ? 1 : 0 }),
      MetricFamily(
        "hean_engine_mode", .gauge, help: "What an order placed now would touch.",
        [MetricSample(labels: [Self.mode(context)], value: 1)]),
      .gauge(
        "hean_key_deprecated", help: "Whether the engine calls the API key in use deprecated.",
        context.isKeyDeprecated ? 1 : 0),
    ]
  }

  private func money(_ answer: MonitoringAnswer) -> [MetricFamily] {
    let mode = [Self.mode(answer.status.context)]
    let truth = answer.status.equity
    func usdt(_ name: String, _ help: String, _ value: Decimal?) -> MetricFamily {
      .gauge("hean_\(name)_usdt", unit: "usdt", help: help, value, mode)
    }
    return [
      usdt("equity", "Equity, checked against its parts; hean_equity_basis says what it is.", truth.shown),
      .states(
        "hean_equity_basis", help: "Which equity is shown, and how sure it is.",
        EquityTruth.Verdict.allCases.map(\.rawValue), current: truth.isRunning ? truth.verdict.rawValue : nil),
      usdt("equity_reported", "Equity as the engine says it, whatever speaks against it.", truth.reported),
      usdt("equity_computed", "Initial capital + realized + unrealized - fees.", truth.computedEquity),
      usdt("initial_capital", "Capital at the start of the engine.", truth.isRunning ? truth.initial : nil),
      usdt("balance", "Available balance, where nothing contradicts it.", truth.balance.value),
      usdt("realized_pnl", "Profit or loss of closed positions since the engine's start.", truth.realized),
      usdt("unrealized_pnl", "Profit or loss of open positions.", truth.unrealized),
      usdt("fees", "Fees since the engine's start; live engines count none.", truth.fees),
      usdt("day_pnl", "Profit or loss of this UTC day.", answer.status.day.shown),
      .gauge(
        "hean_drawdown_ratio", unit: "ratio", help: "How far equity is below its peak, where that can be believed.",
        answer.status.drawdown.value.map { $0 / 100 }, mode),
    ]
  }

  /// What the exchange itself says; nothing where the profile names none.
  private func exchange(_ answer: MonitoringAnswer) -> [MetricFamily] {
    guard let word = answer.status.judgement.money.exchange else { return [] }
    return [
      .gauge(
        "hean_exchange_seen", help: "Whether the exchange itself told its positions and orders.",
        word.unseen == nil ? 1 : 0),
      .gauge(
        "hean_exchange_agrees", help: "Whether the exchange holds the positions of the engine's books.",
        word.agrees.map { $0 ? 1 : 0 }),
      Self.count("hean_exchange_positions", "Positions at the exchange.", word.positions),
      Self.count("hean_exchange_orders_resting", "Orders that rest at the exchange.", word.restingOrders),
      .gauge(
        "hean_exchange_liquidation_distance_ratio", unit: "ratio",
        help: "How far the nearest mark price is from its liquidation, of the mark price.",
        word.liquidationDistancePercent.map { $0 / 100 }),
      .gauge(
        "hean_exchange_seen_timestamp_seconds", unit: "seconds", help: "When the exchange was asked.",
        Decimal(word.at.timeIntervalSince1970.rounded())),
    ]
  }

  private func risk(_ answer: MonitoringAnswer) -> [MetricFamily] {
    let status = answer.status
    let latch = status.diagnosis.gates.first { $0.id == .latch }?.state
    return [
      Self.states("hean_risk_state", help: "State of the governor.", status.governor?.state),
      .states(
        "hean_kill_switch_state",
        help: "What three endpoints together say about the kill switch and the emergency stop.",
        KillSwitchTruth.Verdict.allCases.map(\.rawValue), current: status.killSwitch.verdict.rawValue),
      .gauge(
        "hean_kill_switch_latched", help: "Whether the hidden latch behind the kill switch blocks signals.",
        latch.flatMap { $0 == .unknown ? nil : $0 == .closed ? 1 : 0 }),
      MetricFamily(
        "hean_drawdown_limit_ratio", .gauge, unit: "ratio",
        help: "Fall of equity, from the base, at which the engine brakes or stops trading.",
        answer.thresholds.compactMap { limit in
          MetricSample(
            [MetricLabel("effect", limit.effect.rawValue), MetricLabel("base", limit.base.rawValue)],
            limit.percent.map { $0 / 100 })
        }),
      Self.count("hean_positions_limit", "Most positions that may be open.", status.risk?.maxOpenPositions),
      Self.count("hean_orders_limit", "Most orders that may be open.", status.risk?.maxOpenOrders),
      Self.count("hean_orders_open", "Orders that are open in the engine's books.", status.openOrders),
      .gauge(
        "hean_deliberate_stops", help: "Stops that an operator made and nobody has undone.",
        Decimal(status.judgement.stops.count)),
      Self.count(
        "hean_symbols_quarantined", "Symbols that the governor has in quarantine.",
        status.governor?.quarantinedSymbols?.count),
    ]
  }

  private func protection(_ answer: MonitoringAnswer) -> [MetricFamily] {
    let (mode, money) = ([Self.mode(answer.status.context)], answer.status.judgement.money)
    let rows = answer.status.livePositions
    let levels = rows?.map(\.checkedLevels)
    // One whose price is not known could be beyond its stop.
    let beyond = levels.flatMap { all in
      all.contains(nil) ? nil : all.count { $0?.contains(.stopLoss) == true }
    }
    func usdt(_ name: String, _ help: String, _ value: Decimal?) -> MetricFamily {
      .gauge("hean_\(name)_usdt", unit: "usdt", help: help, value, mode)
    }
    return [
      Self.count("hean_positions", "Open positions, where the list can be believed.", money.openPositions),
      Self.count("hean_positions_beyond_stop", "Open positions whose price has passed their stop.", beyond),
      Self.count(
        "hean_positions_without_stop", "Open positions that have no stop.",
        rows?.count { $0.stopLoss == nil && $0.doubt == nil }),
      usdt("positions_notional", "Value of the open positions at the mark prices.", money.notional),
      usdt(
        "at_risk", "In a calm book the loss down to the stops, else the value of what nothing protects.", money.atRisk),
      usdt("loss_to_stops", "Loss from the mark prices down to the stops.", money.toStops),
      usdt("loss_beyond_stops", "What is lost beyond the stops already.", money.beyondPlan),
      MetricFamily(
        "hean_hazard", .gauge, help: "What puts money at risk now, each with the value 1.",
        money.reasons.filter { !$0.isHarmless }.map {
          MetricSample(labels: [MetricLabel("kind", $0.kind.rawValue)], value: 1)
        }),
    ]
  }

  private func verdicts(_ answer: MonitoringAnswer) -> [MetricFamily] {
    let (diagnosis, money) = (answer.status.diagnosis, answer.status.judgement.money)
    return [
      .states(
        "hean_money_verdict", help: "What is open, and what protects it, in a word.",
        MoneyVerdict.State.allCases.map(\.rawValue), current: money.state.rawValue),
      .states(
        "hean_trading_verdict", help: "Whether the engine trades, and if not, why not, in a word.",
        Diagnosis.Verdict.allCases.map(\.rawValue), current: diagnosis.verdict.rawValue),
      MetricFamily(
        "hean_gate", .gauge, help: "The state in which each gate of a signal is now, with the value 1.",
        diagnosis.gates.map {
          MetricSample(
            labels: [MetricLabel("gate", $0.id.rawValue), MetricLabel("state", $0.state.rawValue)], value: 1)
        }),
      MetricFamily(
        "hean_check_met", .gauge, help: "Whether what has to be so is so; no sample where that is not known.",
        answer.checks.compactMap { check in
          MetricSample(
            [MetricLabel("check", check.id.rawValue), MetricLabel("tier", check.id.tier.rawValue)],
            check.isMet.map { $0 ? 1 : 0 })
        }),
    ]
  }

  private mutating func funnel(_ answer: MonitoringAnswer) -> [MetricFamily] {
    let (counters, diagnosis) = (answer.counters, answer.status.diagnosis)
    func counter(_ name: String, _ help: String, _ value: Int?) -> MetricFamily {
      MetricFamily(
        "hean_\(name)_total", .counter, help: help,
        [MetricSample([], value.map { Decimal($0) })].compactMap(\.self))
    }
    let filters = bounded(answer.filters ?? [], most: Self.mostReasons, kind: "filter_reasons") { $0.code }
    let refusals = bounded(diagnosis.reasons, most: Self.mostReasons, kind: "refusal_reasons") { $0.code }
    return [
      counter("signals", "Signals since the engine's process began.", counters?.signals),
      counter("signals_accepted", "Signals that became a request for an order.", counters?.created),
      counter("orders_created", "Orders that were made, retries too.", counters?.ordersCreated),
      counter("orders_filled", "Fills; in a dry run the engine counts each one twice.", counters?.ordersFilled),
      counter("orders_cancelled", "Orders cancelled in the engine's books.", counters?.ordersCancelled),
      counter("orders_rejected", "Orders that were rejected.", counters?.ordersRejected),
      counter("positions_closed", "Closes that the engine announced.", counters?.positionsClosed),
      MetricFamily(
        "hean_filter_refusals_total", .counter,
        help: "What the filters inside strategies refused or made smaller since the engine's process began.",
        filters.map { MetricSample(labels: [MetricLabel("reason", $0.code)], value: Decimal($0.count)) }),
      Self.count("hean_recent_signals_judged", "Signals judged in the last 5 minutes.", diagnosis.judged),
      .gauge(
        "hean_recent_signals_accepted", help: "Signals accepted in the last 5 minutes.", Decimal(diagnosis.accepted)),
      MetricFamily(
        "hean_recent_signals_refused", .gauge, help: "Signals refused in the last 5 minutes, by reason.",
        refusals.map { MetricSample(labels: [MetricLabel("reason", $0.code)], value: Decimal($0.count)) }),
    ]
  }

  private mutating func strategies(_ answer: MonitoringAnswer) -> [MetricFamily] {
    let listed = (answer.status.strategies ?? []).filter { $0.id != nil }.sorted { ($0.id ?? "") < ($1.id ?? "") }
    let rows = bounded(listed, most: Self.mostStrategies, kind: "strategies") { $0.id ?? "" }
    let mode = Self.mode(answer.status.context)
    return [
      MetricFamily(
        "hean_strategy_enabled", .gauge, help: "Whether the strategy may send signals.",
        rows.compactMap { row in
          MetricSample([MetricLabel("strategy", row.id ?? "")], row.isEnabled.map { $0 ? 1 : 0 })
        }),
      MetricFamily(
        "hean_strategy_realized_pnl_usdt", .gauge, unit: "usdt",
        help: "Realized profit or loss of the strategy, as the engine books it.",
        rows.compactMap { MetricSample([mode, MetricLabel("strategy", $0.id ?? "")], $0.totalPnL) }),
    ]
  }

  private mutating func stream(_ answer: MonitoringAnswer) -> [MetricFamily] {
    let parts = bounded(answer.components, most: Self.mostComponents, kind: "components") { $0.name }
    let market = answer.status.diagnosis.gates.first { $0.id == .marketData }
    return [
      .gauge(
        "hean_exchange_up", help: "Whether the engine reaches the exchange; nothing in a dry run.",
        answer.isExchangeUp.map { $0 ? 1 : 0 }),
      Self.count("hean_symbols_priced", "Symbols that the engine has prices of.", answer.pricedSymbols),
      .gauge(
        "hean_symbols_frozen", help: "Symbols whose prices stand still.",
        market.flatMap { $0.state == .unknown ? nil : Decimal($0.frozen?.count ?? 0) }),
      MetricFamily(
        "hean_component_healthy", .gauge,
        help: "Whether the engine calls this part of its server healthy, which proves little.",
        parts.compactMap { part in
          MetricSample([MetricLabel("component", part.name)], part.isFine.map { $0 ? 1 : 0 })
        }),
    ]
  }

  private func ages(_ answer: MonitoringAnswer) -> [MetricFamily] {
    func seconds(_ name: String, _ help: String, _ value: Decimal?) -> MetricFamily {
      .gauge("hean_\(name)_seconds", unit: "seconds", help: help, value?.rounded(to: 3))
    }
    return [
      seconds(
        "price_age", "Age of the oldest price behind mark prices and PnL.",
        answer.status.context.priceAge.map { $0 + age }),
      seconds(
        "tick_age", "Time since the engine processed a tick of the symbol that waited longest.",
        answer.tickAge.map { $0 + age }),
      seconds("answer_age", "Time since the look was begun that this answer is from.", age),
      seconds(
        "clock_offset", "How far the engine's clock is ahead of this one.",
        answer.status.context.clockOffset.map { Decimal($0) }),
      seconds(
        "last_signal_timestamp", "Time of the last signal, by the engine's clock.", Self.unix(answer.lastSignalAt)),
      seconds("last_order_timestamp", "Time of the last order, by the engine's clock.", Self.unix(answer.lastOrderAt)),
      seconds("last_fill_timestamp", "Time of the last fill, by the engine's clock.", Self.unix(answer.lastFillAt)),
    ]
  }
}

extension EngineMetrics {
  /// Most samples of each kind that the engine names itself.
  static let mostStrategies = 50
  static let mostReasons = 30
  static let mostComponents = 20
  /// Characters of such a name.
  private static let longestName = 80

  /// The first rows whose names can be labels. Of the others it is counted how many there are.
  private mutating func bounded<Row>(
    _ rows: [Row], most: Int, kind: String, name: (Row) -> String
  ) -> [Row] {
    var seen: Set<String> = []
    var result: [Row] = []
    for row in rows where result.count < most {
      let name = name(row)
      guard !name.isEmpty, name.utf8.count <= Self.longestName, sanitized(name) == name, seen.insert(name).inserted
      else { continue }
      result.append(row)
    }
    leftOut.append((kind, rows.count - result.count))
    return result
  }

  private static func count(_ name: String, _ help: String, _ value: Int?) -> MetricFamily {
    .gauge(name, help: help, value.map { Decimal($0) })
  }

  private static func mode(_ context: AnswerContext) -> MetricLabel { MetricLabel("mode", context.mode.rawValue) }

  /// A state in a word of the engine. Words that hean does not know are one state: an engine could send any number.
  private static func states<State: OpenEnum>(_ name: String, help: String, _ state: State?) -> MetricFamily {
    let words = State.known.map(\.rawValue)
    return .states(
      name, help: help, words + ["other"],
      current: state.map { words.contains($0.rawValue) ? $0.rawValue : "other" })
  }

  private static func unix(_ date: Date?) -> Decimal? {
    guard let date, abs(date.timeIntervalSince1970) < 1e11 else { return nil }
    return Decimal(Int64((date.timeIntervalSince1970 * 1000).rounded())) / 1000
  }
}
