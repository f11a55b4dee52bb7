import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Every gate in each of its four states, and pairs of causes that hide one another.
struct GateTableTests {
  static let now = Date(timeIntervalSince1970: 1_795_225_650)

  /// A running engine in good health in which nothing has happened, apart from the given bodies.
  static func engine(_ changes: [String: String] = [:], missing: Set<String> = []) -> TableTransport {
    var transport = TableTransport(answers: [:])
    for (path, body) in healthy.merging(changes, uniquingKeysWith: { $1 }) where !missing.contains(path) {
      transport = transport.with(path, body)
    }
    return transport
  }

  static let healthy: [String: String] = [
    "/api/v1/engine/status":
      #"{"status":"running","running":true,"engine_state":"RUNNING","dry_run":true,"equity":100,"initial_capital":100}"#,
    "/api/v1/trading/why":
      #"{"engine_state":"running","last_tick_age_sec":0.5,"execution_quality":{"ws_ok":true,"rest_ok":true}}"#,
    "/health": #"{"status":"healthy","components":{"engine":{"status":"running"},"killswitch":{"triggered":false}}}"#,
    "/api/v1/risk/killswitch/status": #"{"triggered":false,"reasons":[]}"#,
    "/api/v1/risk/status":
      #"{"killswitch_triggered":false,"stop_trading":false,"max_open_positions":10,"current_positions":1,"max_open_orders":20,"current_orders":0}"#,
    "/api/v1/risk/governor/status":
      #"{"risk_state":"NORMAL","level":0,"quarantined_symbols":[],"current_drawdown_pct":1.5}"#,
    "/api/v1/strategies": #"[{"strategy_id":"a","enabled":true},{"strategy_id":"b","enabled":true}]"#,
    "/api/v1/risk/decision-memory/blocks": #"{"blocked":[]}"#,
    "/api/v1/trading/metrics": Told.metricsBody(signals: 10, created: 10),
    "/api/v1/trading/state": state([Told.acceptedDecision]),
    "/api/v1/analytics/blocks": #"{"total_blocks":0,"top_reasons":[]}"#,
    "/api/v1/council/trade/status": #"{"enabled":true,"entry_threshold":0.7,"total_evaluated":10,"total_approved":10}"#,
    "/api/v1/trading/history?limit=500": #"{"history":[]}"#, stopLogPath: #"{"count":0,"events":[]}"#,
    logSummaryPath: Told.logKeptBody(400),
    "/api/v1/council/trade/verdicts?limit=100": "[]", "/api/v1/archon/pipeline": "{}",
    "/api/v1/telemetry/signal-rejections?minutes=1": rejections(0),
    "/api/v1/telemetry/signal-rejections?minutes=5": rejections(0),
    "/api/v1/telemetry/signal-rejections?minutes=60": rejections(0),
    "/api/v1/market/ticker?symbol=BTCUSDT": ticker("BTCUSDT", "01:47:29"),
    "/api/v1/market/ticker?symbol=ETHUSDT": ticker("ETHUSDT", "01:47:29"),
  ]

  static func rejections(_ count: Int, _ code: String = "regime_reject") -> String {
    #"{"total_rejections":\#(count),"by_reason":\#(count == 0 ? "{}" : #"{"\#(code)":\#(count)}"#)}"#
  }

  static func ticker(_ symbol: String, _ time: String?) -> String {
    let at = time.map { #""2026-11-21T\#($0)""# } ?? "null"
    return #"{"symbol":"\#(symbol)","price":\#(time == nil ? "null" : "1"),"timestamp":\#(at)}"#
  }

  static func decision(_ code: String, _ time: String, symbol: String = "BTCUSDT", risk: String = "NORMAL") -> String {
    #"""
    {"type":"ORDER_DECISION","decision":"SKIP","reason_code":"\#(code)","timestamp":"2026-11-21T\#(time)","symbol":"\#(symbol)",
    "strategy_id":"a","signal_id":"a:\#(symbol):buy","gating_flags":{"killswitch_triggered":false},"risk_state":"\#(risk)"}
    """#
  }

  static func state(_ decisions: [String], positions: String = "") -> String {
    #"{"status":"ok","open_positions":[\#(positions)],"recent_decisions":[\#(decisions.joined(separator: ","))]}"#
  }

  static func diagnose(_ transport: TableTransport, scope: DiagnosisScope = DiagnosisScope()) async -> Diagnosis {
    let symbols = scope.symbol.map { [$0] } ?? ["BTCUSDT", "ETHUSDT"]
    return Diagnosis(
      await EngineReader(transport: transport).snapshot(of: SnapshotPart.diagnosis(deeply: symbols), now: { now }),
      scope: scope, now: now)
  }

  @Test(arguments: cases.indices)
  func `each gate reaches each state`(index: Int) async throws {
    let item = Self.cases[index]
    let diagnosis = await Self.diagnose(Self.engine(item.changes, missing: item.missing), scope: item.scope)
    let gate = try #require(diagnosis.gates.first { $0.id == item.gate })
    #expect(gate.state == item.state, "\(gate.finding)")
    #expect(!gate.finding.isEmpty)
    if item.state == .closed || item.state == .narrowed {
      #expect(gate.nextStep != nil, "\(gate.id) says no next step")
    }
    // A closed gate is the answer, unless one before it is closed, too.
    if item.state == .closed { #expect(diagnosis.verdict == .blocked) }
  }

  @Test func `the table leaves no gate and no state out`() {
    for gate in Gate.ID.allCases {
      let states = Set(Self.cases.filter { $0.gate == gate }.map(\.state))
      // What has no half-way state: an answer, a mode, a key, a latch. And signals, whose want closes nothing.
      let expected: Set<Gate.State> =
        switch gate {
        case .reachable, .mode, .latch: [.open, .closed, .unknown]
        case .authentication: [.open, .unknown]
        case .signals: [.open, .narrowed, .unknown]
        default: [.open, .narrowed, .closed, .unknown]
        }
      #expect(states == expected, "\(gate)")
    }
  }

  @Test func `a key on its way out narrows what can be seen, a refused one hides it`() async throws {
    let path = Self.status
    let old = Self.engine().with(path, headers: ["x-key-deprecated": "true"], Self.healthy[path] ?? "")
    let gate = try #require(await Self.diagnose(old).gates.first { $0.id == .authentication })
    #expect(gate.state == .narrowed && gate.nextStep == .operation(.login))
    let refused = Self.engine().with(Self.statePath, status: 401, #"{"detail":"Invalid API key"}"#)
    let hidden = await Self.diagnose(refused)
    #expect(hidden.decisive?.id == .authentication && hidden.verdict == .unknown)
  }

  @Test func `in good health it is trading, with every gate open`() async {
    let diagnosis = await Self.diagnose(Self.engine())
    #expect(
      diagnosis.verdict == .trading && diagnosis.gates.allSatisfy { $0.state == .open },
      "\(diagnosis.gates.filter { $0.state != .open })")
    #expect(diagnosis.gates.map(\.id) == Gate.ID.allCases && diagnosis.counterfactual == nil)
  }

  /// Causes that hide one another: the outermost one is the answer, the other is seen as well.
  @Test func `pairs`() async throws {
    let tripped = #"{"triggered":true,"reasons":["HARD_STOP: x"]}"#
    let stale = Self.ticker("BTCUSDT", "01:40:00")
    let both = await Self.diagnose(
      Self.engine([
        Self.killSwitch: tripped, "/api/v1/market/ticker?symbol=BTCUSDT": stale,
        "/api/v1/market/ticker?symbol=ETHUSDT": Self.ticker("ETHUSDT", "01:40:00"),
      ]))
    #expect(both.decisive?.id == .marketData && both.gates.first { $0.id == .killSwitch }?.state == .closed)

    let emergency = Self.engine([Self.statePath: Self.state([])]).with(
      "/health", status: 503,
      #"{"status":"degraded","components":{"engine":{"status":"running"},"killswitch":{"triggered":true}}}"#)
    let hidden = await Self.diagnose(emergency)
    #expect(hidden.decisive?.id == .killSwitch && hidden.decisive?.finding.contains("emergency stop") == true)

    let latched = await Self.diagnose(
      Self.engine([
        Self.statePath: Self.state([
          Self.decision("TRADING_DISABLED", "01:47:20"), Self.decision("TRADING_DISABLED", "01:46:50"),
        ]),
        Self.metricsPath: Told.metricsBody(signals: 12, created: 0, reasons: ["TRADING_DISABLED": 12]),
      ]))
    #expect(latched.decisive?.id == .latch && latched.decisive?.nextStep == .operation(.engineRestart))
    #expect(latched.counterfactual == "Without this gate 12 of 12 signals in the last 5 minutes would have gone on.")
    #expect(latched.decisive?.since == EngineTime.parse("2026-11-21T01:46:50"))

    let stopped = await Self.diagnose(
      Self.engine([
        Self.status: Self.engine("STOPPED", running: false), "/health": "{}",
        Self.governor: #"{"risk_state":"NORMAL"}"#,
      ]))
    #expect(stopped.decisive?.id == .engine)
    #expect(
      stopped.gates.first { $0.id == .governor }?.state == .unknown, "NORMAL from a stopped engine is no good news")

    let council = await Self.diagnose(
      Self.engine([
        Self.metricsPath: Told.metricsBody(signals: 88, created: 0, reasons: ["COUNCIL_REJECTED": 88]),
        "/api/v1/council/trade/verdicts?limit=100": #"""
        [{"approved":false,"final_confidence":0.4875,"entry_threshold":0.7,"timestamp":"2026-11-21T01:47:00",
        "votes":[{"agent_role":"bear_advocate","confidence":0.5}]}]
        """#,
      ]))
    #expect(council.decisive?.id == .council)
    #expect(council.decisive?.evidence.contains { $0.message == "latest: 0.4875 of 0.7, missed by 0.2125" } == true)
    #expect(council.decisive?.evidence.contains { $0.message == "votes: bear_advocate 0.5" } == true)

    // A wide open council behind a full house: nothing got as far as it.
    let full = await Self.diagnose(
      Self.engine([
        Self.metricsPath: Told.metricsBody(signals: 5, created: 0, reasons: ["LIMIT_REACHED": 5]),
        Self.risk: #"{"killswitch_triggered":false,"stop_trading":false,"max_open_positions":2,"current_positions":2}"#,
      ]))
    #expect(full.decisive?.id == .limits && full.gates.first { $0.id == .council }?.state == .open)
  }

  @Test func `an unknown reason code is shown with its count and never dropped`() async {
    let diagnosis = await Self.diagnose(
      Self.engine([Self.metricsPath: Told.metricsBody(signals: 3, created: 0, reasons: ["MOON_PHASE": 3])]))
    #expect(diagnosis.decisive?.id == .limits)
    #expect(diagnosis.decisive?.evidence.first?.message == "MOON_PHASE × 3 in 5m: a code unknown to hean")
    #expect(diagnosis.reasons == [ReasonCount(code: "MOON_PHASE", count: 3)])
  }

  @Test func `signals for symbols in position are turned down in good health`() async {
    let held = Self.state([], positions: #"{"symbol":"BTCUSDT","side":"long"}"#)
    let metrics = Told.metricsBody(signals: 3, created: 0, reasons: ["SYMBOL_BLOCKED": 3])
    let calm = await Self.diagnose(Self.engine([Self.metricsPath: metrics, Self.statePath: held]))
    #expect(calm.verdict == .holding && calm.summary.hasPrefix("Holding: signals came only for symbols"))
    let flat = await Self.diagnose(Self.engine([Self.metricsPath: metrics]))
    #expect(flat.decisive?.id == .limits)
  }

  @Test func `deaths are counted by window and scope`() async throws {
    let decisions = [
      Self.decision("COUNCIL_REJECTED", "01:47:20"), Self.decision("COUNCIL_REJECTED", "01:44:00"),
      Self.decision("COUNCIL_REJECTED", "01:20:00"), Self.decision("COUNCIL_REJECTED", "01:47:10", symbol: "ETHUSDT"),
    ]
    let counted = Told.metricsBody(signals: 3, created: 0, reasons: ["COUNCIL_REJECTED": 3])
    let engine = Self.engine([Self.statePath: Self.state(decisions), Self.metricsPath: counted])
    let whole = await Self.diagnose(engine)
    let gate = try #require(whole.gates.first { $0.id == .council })
    #expect(gate.rejections == Rejections(oneMinute: 2, fiveMinutes: 3, oneHour: 4, isAtLeast: true))
    #expect(whole.rejections(at: gate, within: 25) == 2 && whole.rejections(at: gate, within: 3600) == 4)
    let ether = await Self.diagnose(engine, scope: DiagnosisScope(symbol: "ETHUSDT"))
    #expect(ether.gates.first { $0.id == .council }?.rejections?.fiveMinutes == 1 && ether.judged == 1)
    #expect(ether.verdict == .waiting, "one refusal makes no rule")
    #expect(
      ether.summary.hasPrefix("Waiting for ETHUSDT: the council turned the only signal of the last 5 minutes down"))
  }

  @Test func `one dead endpoint costs its own gates and no more`() async {
    let whole = await Self.diagnose(Self.engine())
    for path in Self.healthy.keys where path != Self.status {
      let holed = await Self.diagnose(Self.engine(missing: [path]))
      let differing = zip(whole.gates, holed.gates).filter { $0.0.state != $0.1.state }.map(\.1.id)
      let allowed: Set<Gate.ID> =
        switch path {
        case Self.metricsPath: [.strategies, .signals, .filters, .council, .rejects, .fills, .limits]
        case Self.governor: [.governor, .quarantine]
        case Self.why: [.marketData]
        case Self.statePath, Self.stopLogPath, Self.logSummaryPath: [.latch]
        case "/api/v1/strategies": [.strategies]
        case Self.risk: [.limits, .killSwitch]
        case "/health", Self.killSwitch: [.killSwitch]
        // The symbol by whose price the age of all is told.
        case "/api/v1/market/ticker?symbol=BTCUSDT": [.marketData]
        default: []
        }
      #expect(Set(differing).isSubset(of: allowed), "\(path): \(differing)")
    }
  }

  @Test func `every known code has its meaning, its gate and its way out`() {
    #expect(Reason.all.count == Set(Reason.all.map(\.code)).count)
    for reason in Reason.all {
      #expect(
        !reason.meaning.isEmpty && !reason.clearedBy.isEmpty && !reason.nextStep.beginsWithAdvice, "\(reason.code)")
      if reason.kind == .decision, reason.severity == .block { #expect(reason.gate != nil, "\(reason.code)") }
    }
    #expect(Reason.of("MOON_PHASE") == nil)
  }
}
