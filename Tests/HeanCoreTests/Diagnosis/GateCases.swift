import HeanTestSupport

@testable import HeanCore

/// What each gate has to be seen as.
extension GateTableTests {
  struct Case: Sendable {
    var gate: Gate.ID
    var state: Gate.State
    var changes: [String: String] = [:]
    var missing: Set<String> = []
    var scope = DiagnosisScope()
  }

  static let status = "/api/v1/engine/status"
  static let why = "/api/v1/trading/why"
  static let metricsPath = "/api/v1/trading/metrics"
  static let governor = "/api/v1/risk/governor/status"
  static let statePath = "/api/v1/trading/state"
  static let killSwitch = "/api/v1/risk/killswitch/status"
  static let risk = "/api/v1/risk/status"
  static let stopLogPath = "/api/v1/logs/events?contains=STOP_TRADING&limit=1000"
  static let logSummaryPath = "/api/v1/logs/summary"
  static let startPath = "/api/v1/trading/equity-history?limit=500"

  static func engine(_ state: String, running: Bool = true, dryRun: String = "true") -> String {
    #"{"status":"\#(running ? "running" : "stopped")","running":\#(running),"engine_state":"\#(state)","dry_run":\#(dryRun)}"#
  }

  static func stopLog(_ time: String) -> String {
    #"""
    {"count":1,"events":[{"event_id":"a","timestamp":"2026-11-21T\#(time)+00:00","source":"backend","level":"WARNING",
    "logger":"hean.risk.risk_sentinel","message":"[RiskSentinel] STOP_TRADING received. Reason: DAILY_PAUSE: x"}]}
    """#
  }

  static let latestLogPath = "/api/v1/logs/events?limit=1000"

  /// The latest records, of which this is the time of the oldest.
  static func latestLog(_ time: String) -> String {
    #"{"events":[{"timestamp":"2026-11-21T\#(time)","source":"backend","logger":"hean.other","message":"x"}]}"#
  }

  static func started(_ time: String, points: Int = 1) -> String {
    let all = Array(repeating: #"{"timestamp":"2026-11-21T\#(time)","equity":100}"#, count: points)
    return #"{"snapshots":[\#(all.joined(separator: ","))],"count":\#(points)}"#
  }

  static let cases: [Case] = [
    Case(gate: .reachable, state: .open),
    Case(gate: .reachable, state: .unknown, missing: [status]),
    Case(gate: .reachable, state: .closed, missing: Set(healthy.keys)),
    Case(gate: .engine, state: .open), Case(gate: .engine, state: .narrowed, changes: [status: engine("PAUSED")]),
    Case(gate: .engine, state: .closed, changes: [status: engine("STOPPED", running: false), "/health": "{}"]),
    Case(gate: .engine, state: .closed, changes: [status: engine("ERROR", running: false), "/health": "{}"]),
    Case(gate: .engine, state: .unknown, changes: [status: engine("BUSY")]),
    Case(gate: .engine, state: .unknown, changes: [status: engine("STOPPED", running: false)]),
    Case(gate: .mode, state: .open),
    Case(
      gate: .mode, state: .closed,
      changes: [
        status: engine("RUNNING", dryRun: "false"),
        why: #"{"engine_state":"running","last_tick_age_sec":1,"execution_quality":{"rest_ok":null}}"#,
      ]),
    Case(gate: .mode, state: .unknown, changes: [status: engine("RUNNING", dryRun: "null")]),
    Case(gate: .authentication, state: .open), Case(gate: .authentication, state: .unknown, missing: [status]),
    Case(gate: .marketData, state: .open),
    Case(
      gate: .marketData, state: .narrowed,
      changes: ["/api/v1/market/ticker?symbol=ETHUSDT": ticker("ETHUSDT", "01:40:00")]),
    Case(
      gate: .marketData, state: .closed,
      changes: [
        "/api/v1/market/ticker?symbol=ETHUSDT": ticker("ETHUSDT", "01:40:00"),
        "/api/v1/market/ticker?symbol=BTCUSDT": ticker("BTCUSDT", "01:46:59"),
      ]),
    Case(
      gate: .marketData, state: .closed,
      changes: ["/api/v1/market/ticker?symbol=ETHUSDT": ticker("ETHUSDT", nil)],
      scope: DiagnosisScope(symbol: "ETHUSDT")),
    Case(gate: .marketData, state: .unknown, missing: [why]),
    Case(gate: .marketData, state: .unknown, changes: [why: #"{"engine_state":"UNKNOWN","last_tick_age_sec":null}"#]),
    Case(gate: .killSwitch, state: .open),
    Case(
      gate: .killSwitch, state: .narrowed,
      changes: [
        risk: #"{"killswitch_triggered":false,"stop_trading":true,"max_open_positions":10,"current_positions":1}"#
      ]),
    Case(
      gate: .killSwitch, state: .closed,
      changes: [killSwitch: #"{"triggered":true,"reasons":["HARD_STOP: Equity drop 31%"]}"#]),
    Case(gate: .killSwitch, state: .unknown, missing: ["/health"]),
    Case(gate: .latch, state: .open),
    Case(gate: .latch, state: .closed, changes: [statePath: state([decision("TRADING_DISABLED", "01:47:20")])]),
    Case(gate: .latch, state: .unknown, changes: [statePath: state([decision("TRADING_DISABLED", "01:17:20")])]),
    Case(gate: .latch, state: .unknown, missing: [statePath]),
    // A stop of this engine whose flags are clear again, before the next decision.
    Case(gate: .latch, state: .closed, changes: [stopLogPath: stopLog("01:45:00"), startPath: started("01:00:00")]),
    // A decision of before it proves nothing, one of after it does.
    Case(
      gate: .latch, state: .closed,
      changes: [
        stopLogPath: stopLog("01:45:00"), startPath: started("01:00:00"),
        statePath: state([decision("COUNCIL_REJECTED", "01:44:59")]),
      ]),
    Case(
      gate: .latch, state: .open,
      changes: [
        stopLogPath: stopLog("01:45:00"), startPath: started("01:00:00"),
        statePath: state([decision("COUNCIL_REJECTED", "01:45:01")]),
      ]),
    // What is judged beside the check for stops shows nothing.
    Case(
      gate: .latch, state: .closed,
      changes: [
        stopLogPath: stopLog("01:45:00"), startPath: started("01:00:00"),
        statePath: state([decision("physics_extreme_chaos", "01:45:01")]),
      ]),
    // A stop of an engine before this one.
    Case(gate: .latch, state: .open, changes: [stopLogPath: stopLog("01:45:00"), startPath: started("01:46:00")]),
    // Nobody knows which engine was stopped.
    Case(gate: .latch, state: .unknown, changes: [stopLogPath: stopLog("01:45:00")]),
    Case(
      gate: .latch, state: .unknown,
      changes: [stopLogPath: stopLog("01:45:00"), startPath: started("01:46:00", points: 500)]),
    Case(
      gate: .latch, state: .closed,
      changes: [stopLogPath: stopLog("01:45:00"), startPath: started("01:44:00", points: 500)]),
    Case(gate: .latch, state: .unknown, missing: [stopLogPath]),
    Case(
      gate: .latch, state: .open, changes: [statePath: state([decision("COUNCIL_REJECTED", "01:47:20")])],
      missing: [stopLogPath]),
    // A log out of which records have fallen shows no old stop.
    Case(gate: .latch, state: .unknown, changes: [logSummaryPath: Told.logKeptBody(5_000)]),
    Case(gate: .latch, state: .unknown, changes: [logSummaryPath: #"{"events_total":4,"events_by_source":{"api":4}}"#]),
    Case(
      gate: .latch, state: .open, changes: [logSummaryPath: Told.logKeptBody(5_000), startPath: started("01:47:10")]),
    Case(
      gate: .latch, state: .unknown, changes: [logSummaryPath: Told.logKeptBody(5_000), startPath: started("01:47:09")]),
    Case(
      gate: .latch, state: .unknown,
      changes: [logSummaryPath: Told.logKeptBody(5_000), statePath: state([decision("COUNCIL_REJECTED", "01:30:00")])]),
    Case(
      gate: .latch, state: .open,
      changes: [logSummaryPath: Told.logKeptBody(5_000), statePath: state([decision("COUNCIL_REJECTED", "01:46:30")])]),
    Case(
      gate: .latch, state: .unknown,
      changes: [logSummaryPath: Told.logKeptBody(5_000), statePath: state([decision("COUNCIL_REJECTED", "01:46:29")])]),
    // The latest records reach back further than the signal, and no stop is among them.
    Case(
      gate: .latch, state: .open,
      changes: [
        logSummaryPath: Told.logKeptBody(5_000), statePath: state([decision("COUNCIL_REJECTED", "01:40:00")]),
        latestLogPath: latestLog("01:39:59"),
      ]),
    Case(
      gate: .latch, state: .unknown,
      changes: [
        logSummaryPath: Told.logKeptBody(5_000), statePath: state([decision("COUNCIL_REJECTED", "01:40:00")]),
        latestLogPath: latestLog("01:40:01"),
      ]),
    // An older stop that is in it still shows that it reaches back.
    Case(
      gate: .latch, state: .open,
      changes: [
        logSummaryPath: Told.logKeptBody(5_000), stopLogPath: stopLog("01:10:00"),
        statePath: state([decision("COUNCIL_REJECTED", "01:30:00")]),
      ]),
    Case(gate: .governor, state: .open),
    Case(
      gate: .governor, state: .narrowed, changes: [governor: #"{"risk_state":"SOFT_BRAKE","current_drawdown_pct":11}"#]),
    Case(
      gate: .governor, state: .closed, changes: [governor: #"{"risk_state":"HARD_STOP","current_drawdown_pct":21}"#]),
    Case(gate: .governor, state: .unknown, missing: [governor]),
    Case(gate: .quarantine, state: .open),
    Case(
      gate: .quarantine, state: .narrowed,
      changes: [governor: #"{"risk_state":"NORMAL","quarantined_symbols":["ETHUSDT"]}"#]),
    Case(
      gate: .quarantine, state: .closed,
      changes: [governor: #"{"risk_state":"NORMAL","quarantined_symbols":["ETHUSDT"]}"#],
      scope: DiagnosisScope(symbol: "ETHUSDT")),
    Case(gate: .quarantine, state: .unknown, missing: [governor]),
    Case(gate: .strategies, state: .open),
    Case(
      gate: .strategies, state: .narrowed,
      changes: ["/api/v1/strategies": #"[{"strategy_id":"a","enabled":true},{"strategy_id":"b","enabled":false}]"#]),
    Case(
      gate: .strategies, state: .narrowed,
      changes: ["/api/v1/risk/decision-memory/blocks": #"{"blocked":[{"strategy_id":"a","context":["x"]}]}"#]),
    Case(gate: .strategies, state: .closed, changes: ["/api/v1/strategies": #"[{"strategy_id":"a","enabled":false}]"#]),
    Case(
      gate: .strategies, state: .closed,
      changes: [metricsPath: Told.metricsBody(signals: 4, created: 0, reasons: ["DECISION_MEMORY": 4])]),
    Case(gate: .strategies, state: .closed, scope: DiagnosisScope(strategy: "nope")),
    Case(gate: .strategies, state: .unknown, missing: ["/api/v1/strategies"]),
    Case(gate: .signals, state: .open),
    Case(gate: .signals, state: .narrowed, changes: [metricsPath: Told.metricsBody(signals: 0, created: 0)]),
    Case(gate: .signals, state: .unknown, changes: [metricsPath: #"{"status":"ok","counters":{}}"#]),
    Case(gate: .signals, state: .unknown, missing: [metricsPath]),
    Case(gate: .filters, state: .open),
    Case(gate: .filters, state: .narrowed, changes: ["/api/v1/telemetry/signal-rejections?minutes=5": rejections(3)]),
    Case(
      gate: .filters, state: .closed,
      changes: [
        "/api/v1/telemetry/signal-rejections?minutes=5": rejections(3),
        metricsPath: Told.metricsBody(signals: 0, created: 0),
      ]),
    Case(
      gate: .filters, state: .closed,
      changes: [metricsPath: Told.metricsBody(signals: 3, created: 0, reasons: ["PHYSICS_BLOCK": 3])]),
    Case(gate: .filters, state: .unknown, missing: [metricsPath]),
    Case(gate: .council, state: .open),
    Case(
      gate: .council, state: .narrowed,
      changes: [metricsPath: Told.metricsBody(signals: 9, created: 1, reasons: ["COUNCIL_REJECTED": 8])]),
    Case(
      gate: .council, state: .closed,
      changes: [metricsPath: Told.metricsBody(signals: 8, created: 0, reasons: ["COUNCIL_VETOED": 8])]),
    Case(gate: .council, state: .unknown, missing: [metricsPath]),
    Case(gate: .limits, state: .open),
    Case(
      gate: .limits, state: .narrowed,
      changes: [metricsPath: Told.metricsBody(signals: 9, created: 1, reasons: ["DAILY_LIMIT": 8])]),
    Case(
      gate: .limits, state: .closed,
      changes: [metricsPath: Told.metricsBody(signals: 8, created: 0, reasons: ["RISK_BLOCKED": 8])]),
    Case(
      gate: .limits, state: .closed,
      changes: [
        risk: #"{"killswitch_triggered":false,"stop_trading":false,"max_open_positions":2,"current_positions":2}"#
      ]),
    Case(
      gate: .limits, state: .narrowed,
      changes: [statePath: state([], positions: #"{"symbol":"BTCUSDT","side":"long"}"#)],
      scope: DiagnosisScope(symbol: "BTCUSDT")),
    Case(gate: .limits, state: .unknown, changes: [risk: #"{"killswitch_triggered":false,"stop_trading":false}"#]),
    Case(gate: .rejects, state: .open),
    Case(
      gate: .rejects, state: .narrowed,
      changes: [metricsPath: Told.metricsBody(signals: 9, created: 9, orders: (9, 8, 1, 0))]),
    Case(
      gate: .rejects, state: .closed,
      changes: [metricsPath: Told.metricsBody(signals: 9, created: 9, orders: (9, 0, 9, 0))]),
    Case(gate: .rejects, state: .unknown, missing: [metricsPath]),
    Case(gate: .fills, state: .open),
    Case(
      gate: .fills, state: .narrowed,
      changes: [metricsPath: Told.metricsBody(signals: 9, created: 9, orders: (9, 0, 0, 0))]),
    Case(
      gate: .fills, state: .closed,
      changes: [metricsPath: Told.metricsBody(signals: 9, created: 9, orders: (9, 0, 0, 9))]),
    Case(gate: .fills, state: .unknown, missing: [metricsPath]),
  ]
}
