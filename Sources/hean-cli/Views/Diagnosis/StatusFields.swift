import HeanCore

enum StatusFields {
  static func all(_ commands: CommandLines = CommandLines()) -> [Field<StatusAnswer>] {
    [
      Field("engine_state", "Engine", "RUNNING, PAUSED, STOPPED, ERROR, BUSY", priority: 1) {
        $0.context.engineState
      } cell: {
        Cell.engine($0.engine)
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
      Field("risk_state", "Governor", "null unless running", priority: 1) {
        $0.governor?.state
      } cell: {
        Cell.riskState($0.governor?.state)
      },
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
    ] + JudgementFields.all(commands) { $0.judgement } + HazardFields.all(commands) { $0.diagnosis }
      + MoneyFields.checks({ $0.equity }, drawdown: { $0.drawdown }, except: ["day_pnl_note"])
  }
}
