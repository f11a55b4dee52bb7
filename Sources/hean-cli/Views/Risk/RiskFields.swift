import HeanCore

/// Names of the risk fields in JSON, and how a screen shows them.
enum RiskFields {
  static let status: [Field<RiskAnswer>] =
    [
      Field("risk_state", "Governor", "NORMAL, SOFT_BRAKE, QUARANTINE or HARD_STOP; null unless running", priority: 1) {
        $0.governorState
      } cell: {
        Cell.riskState($0.governorState)
      },
      Field("kill_switch", "Kill switch", "merged verdict of three endpoints", priority: 1) {
        $0.killSwitch.verdict
      } cell: {
        Cell($0.killSwitch.message($0.killSwitchBasis), $0.killSwitch.style)
      },
      latch,
      Field("kill_switch_reasons", "Reasons", "why it tripped", priority: 1) {
        $0.killSwitch.reasons
      } cell: {
        Cell($0.killSwitch.reasons.joined(separator: "; "))
      },
      Field("stop_trading", "stop_trading", "the engine's flag; proves nothing by itself", priority: 1) {
        $0.killSwitch.stopTrading
      } cell: {
        Cell.flag($0.killSwitch.stopTrading)
      },
      Field(
        "drawdown_pct", "Drawdown %", "live, from the internal peak; null when it contradicts itself", .decimal,
        priority: 1, unit: .percent
      ) {
        $0.drawdown.value
      } cell: {
        Cell.percent($0.drawdown)
      },
      Field("equity", "Equity", "see equity_basis (USDT)", .decimal, priority: 1, unit: .usdt) {
        $0.equity.shown
      } cell: {
        $0.equity.verdict == .asIs ? Cell.money($0.equity.shown) : Cell.equity($0.equity)
      },
      Field("day_pnl", "Day PnL", "null when it contradicts itself (USDT)", .decimal, priority: 1, unit: .usdt) {
        $0.equity.dayPnL.value
      } cell: {
        guard $0.equity.dayPnL.doubt == nil else { return Cell.profit($0.equity.dayPnL) }
        let cell = Cell.signed($0.equity.dayPnL.value)
        guard let share = day($0).percent else { return cell }
        return Cell(
          "\(cell.text(in: .utc)), \(Figures.signedPercent(share))", cell.style)
      },
      Field(
        "day_pnl_pct", "", "of the equity at the start of the day; null when that is not known", priority: 0,
        unit: .percent
      ) {
        day($0).percent
      },
      Field("open_positions", "Positions", "open now", .decimal, priority: 1) {
        $0.risk?.openPositions
      } cell: {
        Cell.ofLimit($0.risk?.openPositions, $0.risk?.maxOpenPositions)
      },
      Field("max_open_positions", "", "limit, enforced", priority: 0) { $0.risk?.maxOpenPositions },
      Field("open_orders", "Orders", "open now, ghosts included", .decimal, priority: 1) {
        $0.risk?.openOrders
      } cell: {
        Cell.ofLimit($0.risk?.openOrders, $0.risk?.maxOpenOrders)
      },
      Field("max_open_orders", "", "limit, enforced", priority: 0) { $0.risk?.maxOpenOrders },
      Field("quarantined_symbols", "Quarantined", "symbols blocked by hand", priority: 1) {
        $0.governor?.quarantinedSymbols
      } cell: {
        Cell($0.governor?.quarantinedSymbols?.joined(separator: ", ") ?? "not known")
      },
    ] + MoneyFields.checks({ $0.equity }, drawdown: { $0.drawdown }) + [
      .amount("internal_equity", "", "what the governor looks at (USDT)", priority: 0) { $0.equity.internalEquity },
      basis("kill_switch") { $0.killSwitchBasis }, basis("governor") { $0.governorBasis }, latchNote, stops,
    ] + RiskPictureFields.parts

  /// The engine's own figure of the day.
  private static func day(_ answer: RiskAnswer) -> DayPnL {
    DayPnL(answer.equity, startedAt: nil, now: answer.receivedAt)
  }

  private static var latch: Field<RiskAnswer> {
    Field("latch", "Latch", "open, closed or unknown: the hidden stop behind the kill switch", priority: 1) {
      $0.latch?.state
    } cell: { answer in
      guard let gate = answer.latch else { return .missing }
      guard gate.state != .open else { return Cell("open", .good) }
      guard gate.state == .closed else { return Cell("not known: \(gate.finding)", gate.state.style) }
      let since = gate.since.map { " since \(EngineTime.clock($0))" } ?? ""
      return Cell("CLOSED\(since): no reset ends it, only a restart of the engine", gate.state.style)
    }
  }

  private static var latchNote: Field<RiskAnswer> {
    Field("latch_note", "", "what shows it", priority: 0) { $0.latch?.finding }
  }

  private static var stops: Field<RiskAnswer> {
    .parts("stops", "", "stops that hold: kind, at, source, cause, seen_late", of: HazardFields.stop) { $0.stops }
  }

  private static func basis<Row>(_ name: String, _ basis: @escaping @Sendable (Row) -> StopBasis?) -> Field<Row> {
    Field("\(name)_basis", "", "sound, suspect, unproven or unknown: the figure it tripped on", priority: 0) {
      basis($0)?.verdict
    }
  }

  static let limits: [Field<RiskLimitsAnswer.Row>] = [
    Field("limit", "LIMIT", "the engine's name", priority: 100) { $0.name },
    Field("value", "VALUE", "as configured now", .decimal, priority: 100) { $0.value },
    Field("unit", "UNIT", "of the value", priority: 90) { $0.unit },
    Field("enforced", "ENFORCED", "whether anything in the engine reads it", priority: 95) {
      $0.isEnforced
    } cell: {
      $0.isEnforced ? Cell("yes", .good) : Cell("no, display only", .warning)
    },
  ]

  /// The governor's figures are shown even when they are doubtful, because its decisions are based on them.
  static func governor(
    isRunning: Bool?, basis: StopBasis? = nil, drawdown: CheckedFigure = CheckedFigure()
  ) -> [Field<GovernorStatus>] {
    let isLive = isRunning == true
    return [
      Field("risk_state", "Governor", "null unless the engine runs", priority: 1) {
        isLive ? $0.state : nil
      } cell: {
        Cell.riskState(isLive ? $0.state : nil)
      },
      Field("level", "Level", "0 to 3", .decimal, priority: 1, unit: .unitless) { isLive ? $0.level : nil },
      Field("drawdown_pct", "Drawdown %", "live, by its own figures", .decimal, priority: 1, unit: .percent) {
        $0.drawdownPercent
      } cell: {
        var cell = Cell.percent($0.drawdownPercent)
        if let doubt = drawdown.doubt { cell = Cell("\(cell.text(in: .utc)) by its own figures; \(doubt)", .warning) }
        return cell
      },
      .percent("frozen_value", "Frozen %", "drawdown when the state changed", priority: 1) { $0.frozenValue },
      .percent("threshold", "Threshold %", "that was passed", priority: 1) { $0.threshold },
      .percent("max_drawdown_pct", "Worst %", "since the start", priority: 1) { $0.maxDrawdownPercent },
      Field("reason_codes", "Reasons", "the engine's codes", priority: 1) {
        $0.reasonCodes
      } cell: {
        Cell($0.reasonCodes.joined(separator: ", "))
      },
      .moment("changed_at", "Changed at", "last change of state", priority: 1) { $0.changedAt },
      Field("can_clear", "Can clear", "without force, as the engine reports it", priority: 1) {
        isLive ? $0.canClear : nil
      } cell: {
        Cell.flag(isLive ? $0.canClear : nil)
      },
      Field("clear_rule", "Clears when", "the engine's words", priority: 1) {
        isLive ? $0.clearRule : nil
      },
      Field("recommended_action", "Advice", "the engine's words", priority: 1) { $0.recommendedAction },
      Field("quarantined_symbols", "Quarantined", "symbols blocked by hand", priority: 1) {
        $0.quarantinedSymbols
      } cell: {
        Cell($0.quarantinedSymbols?.joined(separator: ", ") ?? "not known")
      },
      .amount("peak_equity", "Peak equity", "USDT", priority: 1) { $0.peakEquity },
      Self.basis("governor") { _ in basis },
      Field("governor_basis_note", "", "why the figure is doubtful", priority: 0) { _ in basis?.message
      },
      Field("drawdown_note", "", "why drawdown_pct is doubtful", priority: 0) { _ in drawdown.doubt },
    ]
  }

  private static let evidence: [Field<KillSwitchTruth.Evidence>] = [
    .member("source") { $0.source }, .member("says") { $0.message },
  ]

  static let killSwitch: [Field<RiskAnswer>] = [
    Field("verdict", "Kill switch", "merged verdict of three endpoints", priority: 1) {
      $0.killSwitch.verdict
    } cell: {
      Cell($0.killSwitch.message($0.killSwitchBasis), $0.killSwitch.style)
    },
    Field("reasons", "Reasons", "why it tripped", priority: 1) {
      $0.killSwitch.reasons
    } cell: {
      Cell($0.killSwitch.reasons.joined(separator: "; "))
    },
    .moment("triggered_at", "", "when it tripped", priority: 0) { $0.killSwitch.triggeredAt },
    latch,
    Field("stop_trading", "stop_trading", "the engine's flag; proves nothing by itself", priority: 1) {
      $0.killSwitch.stopTrading
    } cell: {
      Cell.flag($0.killSwitch.stopTrading)
    },
    .parts("evidence", "Evidence", "each source and what it says", priority: 1, of: evidence) {
      $0.killSwitch.evidence
    } cell: { answer in
      Cell(answer.killSwitch.evidence.map { "\($0.source): \($0.message)" }.joined(separator: "; "))
    },
    basis("kill_switch") { $0.killSwitchBasis },
    Field("kill_switch_basis_note", "", "why the figure is doubtful", priority: 0) {
      $0.killSwitchBasis?.message
    },
    latchNote, stops,
  ]
}
