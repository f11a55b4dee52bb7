import HeanCore

enum StatusFields {
  static func all(_ commands: CommandLines = CommandLines()) -> [Field<StatusAnswer>] {
    figures + record(BlockGlyphs(isUnicode: true)) + JudgementFields.all(commands) { $0.judgement }
      + HazardFields.all(commands) { $0.diagnosis }
      + MoneyFields.checks({ $0.equity }, drawdown: { $0.drawdown }, except: ["day_pnl_note"])
  }

  /// What stands above the positions.
  static let figures: [Field<StatusAnswer>] =
    [
      Field("engine_state", "Engine", "RUNNING, PAUSED, STOPPED, ERROR, BUSY", priority: 1) {
        $0.context.engineState
      } cell: {
        Cell.engine($0.engine)
      },
      Field("risk_state", "Governor", "null unless running", priority: 1) {
        $0.governor?.state
      } cell: {
        Cell.riskState($0.governor?.state)
      },
      Field("verdict", "", "trading, quiet, holding, waiting, blocked, orders_after_stop or unknown", priority: 0) {
        $0.diagnosis.verdict
      },
      Field("summary", "", "one sentence", priority: 0) { $0.diagnosis.summary },
      Field("blocking_gate", "", "the gate that decides, when trading is blocked or unknown", priority: 0) {
        $0.diagnosis.decisive?.id
      },
      Field("equity", "Equity", "see equity_basis (USDT)", .decimal, priority: 1, unit: .usdt) {
        $0.equity.shown
      } cell: {
        Cell.equity($0.equity, isSummed: true)
      },
    ] + MoneyFields.dayPnL { $0.day } + MoneyFields.sinceStart { $0.equity } + [
      Field(
        "drawdown_pct", "Drawdown %", "live; null when it contradicts itself", .decimal, priority: 1, unit: .percent
      ) {
        $0.drawdown.value
      } cell: {
        Cell.percent($0.drawdown)
      },
      Field("kill_switch", "Kill switch", "merged verdict of three endpoints", priority: 1) {
        $0.killSwitch.verdict
      } cell: {
        Cell($0.killSwitch.message($0.killSwitchBasis), $0.killSwitch.style)
      },
      Field("open_positions", "Positions", "open now", .decimal, priority: 1) {
        $0.livePositions?.count
      } cell: {
        Cell.ofLimit($0.livePositions?.count, $0.risk?.maxOpenPositions)
      },
      Field(
        "positions_beyond_exit", "",
        "open positions whose mark price has passed an exit level; null when one has no "
          + "mark price",
        priority: 0
      ) { answer in
        let levels = answer.livePositions?.map(\.checkedLevels)
        return levels.flatMap { $0.contains(nil) ? nil : $0.count { $0?.isEmpty == false } }
      },
      Field("open_orders", "Orders", "open now, ghosts included", .decimal, priority: 1) {
        $0.openOrders
      } cell: {
        Cell.ofLimit($0.openOrders, $0.risk?.maxOpenOrders)
      },
      Field("enabled_strategies", "Strategies", "enabled of all", .decimal, priority: 1) {
        $0.strategies?.filter { $0.isEnabled == true }.count
      } cell: {
        Cell.enabled($0.strategies)
      },
    ]

  /// What stands below them: margin, how trades ended, and how far signals got.
  static func record(_ glyphs: BlockGlyphs) -> [Field<StatusAnswer>] {
    [
      Field(
        "margin_used", "Margin", "tied up by positions (USDT); null when not known", .decimal, priority: 1, unit: .usdt
      ) {
        $0.marginUsed
      } cell: { answer in
        guard let used = answer.marginUsed else { return .missing }
        let free = answer.marginFree?.value.map { "\(Figures.money($0)) free" } ?? "free not known"
        return Cell("\(Figures.money(used)) used, \(free)")
      },
      Field("margin_free", "", "for new positions (USDT); null when it contradicts itself", priority: 0, unit: .usdt) {
        $0.marginFree?.value
      },
      Field(
        "win_rate", "Win rate", "of the closed trades that the engine lists, 0 to 1; null without one", .decimal,
        priority: 1, unit: .fraction
      ) {
        $0.record?.winRate
      } cell: { answer in
        guard let record = answer.record else { return .missing }
        guard let rate = record.winRate else { return Cell("no closed trade listed", .faint) }
        return Cell("\(Figures.text(rate * 100, places: 1)) % of the last \(record.trades)")
      },
      Field(
        "profit_factor", "Profit factor", "what they gained over what they lost; null without a loss", .decimal,
        priority: 1, unit: .ratio
      ) {
        $0.record?.profitFactor
      } cell: { answer in
        guard let record = answer.record, record.trades > 0 else { return .missing }
        return record.profitFactor.map { Cell.ratio($0) } ?? Cell("no loss", .good)
      },
      Field("closed_trades", "", "how many of these there are; null when not known", priority: 0) { $0.record?.trades },
      .part(
        "funnel", "Funnel 5m", "of the last five minutes: signals, accepted, orders, fills; null when not counted",
        priority: 1, of: funnel
      ) {
        $0.counts
      } cell: { answer in
        guard let counts = answer.counts else { return .missing }
        let stages: [(one: String, many: String, count: Int?)] = [
          ("signal", "signals", counts.signals), ("accepted", "accepted", counts.accepted),
          ("order", "orders", counts.orders), ("filled", "filled", counts.fills),
        ]
        let most = stages.compactMap(\.count).max() ?? 0
        let texts = stages.map { one, many, count -> String in
          guard let count else { return "? \(many)" }
          let bar = most > 0 ? glyphs.bar(Double(count) / Double(most), width: 4) : ""
          return "\(count) \(count == 1 ? one : many)" + (bar.isEmpty ? "" : " \(bar)")
        }
        return Cell(texts.joined(separator: ", "))
      }.leftByRedaction,
    ]
  }

  private static let funnel: [Field<SignalCounts>] = [
    .member("signals") { $0.signals }, .member("accepted") { $0.accepted }, .member("orders") { $0.orders },
    .member("fills") { $0.fills },
  ]
}
