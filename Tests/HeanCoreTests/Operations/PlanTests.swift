import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What each operation plans, refuses or leaves alone, by what was seen.
struct PlanTests {
  private static let strategies =
    #"{"strategies":[{"strategy_id":"hf_scalping","enabled":true},{"strategy_id":"impulse_engine","enabled":false},{"strategy_id":"quiet"}]}"#
  private static let orders =
    #"{"orders":[{"order_id":"o1","symbol":"BTCUSDT","side":"buy","status":"placed","size":1},{"order_id":"o2","symbol":"ETHUSDT","side":"buy","status":"filled","size":1}]}"#
  private static let clear =
    #"{"killswitch_triggered":false,"stop_trading":false,"current_positions":1,"equity":10000}"#
  private static let governor = #"{"risk_state":"NORMAL","current_drawdown_pct":1,"quarantined_symbols":[]}"#

  private static let running = [
    "/engine/status": Seen.running, "/orders/positions": Seen.position, "/strategies": strategies, "/orders": orders,
    "/orders?status=open": orders, "/risk/status": clear, "/risk/governor/status": governor,
    "/risk/killswitch/status": #"{"triggered":false,"reasons":[]}"#,
    "/risk/limits": #"{"max_open_positions":5}"#, "/config/current": #"{"config":{"max_open_positions":5}}"#,
    "/market/ticker?symbol=BTCUSDT": #"{"symbol":"BTCUSDT","price":90}"#,
    "/trading/state": #"{"open_positions":[],"open_orders":[],"recent_fills":[],"recent_decisions":[]}"#,
  ]

  private func plan(_ operation: HeanCore.EngineOperation, _ changes: [String: String] = [:]) async throws
    -> OperationPlan
  {
    let engine = Seen(Self.running.merging(changes) { $1 })
    return try operation.plan(await engine.snapshot(of: operation.parts))
  }

  private static let ticket = OrderTicket(symbol: "BTCUSDT", side: .buy, size: .quantity(1))
  private static let needRunning: [HeanCore.EngineOperation] = [
    .pauseEngine, .resumeEngine, .killEngine, .resetHalt, .closePositions(["BTCUSDT"]), .closeAllPositions,
    .cancelOrders(["o1"]), .cancelAllOrders, .place(ticket), .resetKillSwitch(isForced: false), .triggerKillSwitch,
    .clearGovernor(symbol: nil, isForced: false), .quarantine("BTCUSDT", reason: "x"),
    .setStrategies(["quiet"], enabled: true), .setParameters("quiet", ["a": 1]),
  ]

  @Test func `what needs a running engine is refused by a stopped one, with a next step`() async throws {
    for operation in Self.needRunning {
      let refusal = try await plan(operation, ["/engine/status": Seen.stopped]).refusal
      #expect(refusal != nil && refusal?.nextStep.parts.isEmpty == false, "\(operation.name)")
      #expect(
        refusal?.reason.contains("running") == true || refusal?.reason.contains("runs") == true, "\(operation.name)")
    }
  }

  @Test func `a refused operation has no steps, and one with steps says what changes`() async throws {
    for operation in Self.needRunning + [.startEngine, .stopEngine, .restartEngine, .lockProfit] {
      for status in [Seen.running, Seen.stopped, #"{"status":"busy","engine_state":"BUSY"}"#] {
        let plan = try await plan(operation, ["/engine/status": status])
        if plan.refusal != nil { #expect(plan.steps.isEmpty, "\(operation.name)") }
        if !plan.steps.isEmpty { #expect(!plan.changes.isEmpty && plan.refusal == nil, "\(operation.name)") }
        if plan.steps.isEmpty, plan.refusal == nil {
          #expect(!plan.unchanged.isEmpty || plan.doubt != nil, "\(operation.name) does nothing and says nothing")
        }
      }
    }
  }

  @Test(arguments: [
    (HeanCore.EngineOperation.startEngine, "stopped", "POST /api/v1/engine/start"),
    (.stopEngine, "running", "POST /api/v1/engine/stop"), (.lockProfit, "running", "POST /api/v1/engine/lock-profit"),
    (.pauseEngine, "running", "POST /api/v1/engine/pause"), (.restartEngine, "running", "POST /api/v1/engine/restart"),
    (.killEngine, "running", "POST /api/v1/engine/kill"), (.resetHalt, "running", "POST /api/v1/engine/reset-halt"),
    (.closePositions(["btc"]), "running", "POST /api/v1/orders/close-position"),
    (.closeAllPositions, "running", "POST /api/v1/orders/close-all-positions"),
    (.cancelOrders(["o1"]), "running", "POST /api/v1/orders/cancel"),
    (.cancelAllOrders, "running", "POST /api/v1/orders/cancel-all"),
    (.triggerKillSwitch, "running", "POST /api/v1/emergency/killswitch"),
    (.quarantine("BTCUSDT", reason: "x"), "running", "POST /api/v1/risk/governor/quarantine/BTCUSDT?reason=x"),
    (.setStrategies(["impulse"], enabled: true), "running", "POST /api/v1/strategies/impulse_engine/enable"),
    (.setStrategies(["hf"], enabled: false), "running", "POST /api/v1/strategies/hf_scalping/enable"),
    (.setLimits([("max_open_positions", "6")]), "running", "POST /api/v1/risk/limits"),
    (.configure([("max_open_positions", "6")], isForced: false), "running", "POST /api/v1/config/update"),
    (.place(ticket), "running", "POST /api/v1/orders/test"),
  ])
  func `each sends its own call, once`(operation: HeanCore.EngineOperation, state: String, line: String) async throws {
    let status = state == "running" ? Seen.running : Seen.stopped
    #expect(try await plan(operation, ["/engine/status": status]).steps.map(\.request.line) == [line])
  }

  @Test func `what is so already is left alone`() async throws {
    let paused = Seen.running.replacing("RUNNING", with: "PAUSED")
    let cases: [(HeanCore.EngineOperation, [String: String], String)] = [
      (.startEngine, [:], "up already"), (.stopEngine, ["/engine/status": Seen.stopped], "not running"),
      (.pauseEngine, ["/engine/status": paused], "PAUSED already"), (.resumeEngine, [:], "stop_trading is not set"),
      (.setStrategies(["hf_scalping"], enabled: true), [:], "would double its signals"),
      (.setStrategies(["impulse"], enabled: false), [:], "disabled already"),
      (.cancelOrders(["o2"]), [:], "filled already"),
      (.cancelAllOrders, ["/orders": #"{"orders":[]}"#], "no open order"),
      (.clearGovernor(symbol: nil, isForced: false), [:], "the governor is NORMAL"),
      (.clearGovernor(symbol: "BTCUSDT", isForced: false), [:], "not quarantined"),
      (.setLimits([("max_open_positions", "5")]), [:], "5 already"),
    ]
    for (operation, changes, words) in cases {
      let plan = try await plan(operation, changes)
      #expect(
        plan.steps.isEmpty && plan.refusal == nil && plan.unchanged.contains { $0.contains(words) },
        "\(operation.name): \(plan)")
    }
  }

  @Test func `guards refuse, and force goes ahead where it may`() async throws {
    let braked = #"{"risk_state":"HARD_STOP","current_drawdown_pct":25,"can_clear":true,"quarantined_symbols":[]}"#
    let refused = try await plan(.clearGovernor(symbol: nil, isForced: false), ["/risk/governor/status": braked])
    #expect(refused.refusal?.reason.contains("takes its state again") == true)
    let forced = try await plan(.clearGovernor(symbol: nil, isForced: true), ["/risk/governor/status": braked])
    #expect(forced.refusal == nil && forced.steps.count == 1)
    let unknown = try await plan(.setStrategies(["quiet"], enabled: true))
    #expect(unknown.refusal?.reason.contains("does not say whether it is on") == true)
    #expect(try await plan(.setStrategies(["quiet"], enabled: false)).steps.count == 1)
    let range = try await plan(.setLimits([("max_open_positions", "0")]))
    #expect(range.refusal?.reason.contains("max_open_positions cannot be 0") == true)
    let live = try await plan(.setLimits([("max_open_positions", "6")]), ["/engine/status": Seen.live])
    #expect(live.refusal?.reason.contains("dry run") == true)
    #expect(try await plan(.place(Self.ticket), ["/engine/status": Seen.live]).refusal != nil)
    let unpriced = OrderTicket(symbol: "XUSDT", side: .buy, size: .quantity(1))
    #expect(try await plan(.place(unpriced)).refusal?.reason.contains("no price") == true)
    #expect(try await plan(.quarantine("XUSDT", reason: "x")).refusal?.reason.contains("no price") == true)
  }

  @Test func `a tripped switch is reset once its cause is gone, and an emergency stop never`() async throws {
    let tripped =
      #"{"triggered":true,"reasons":["DAILY_PAUSE: Drawdown 16.00% from daily high $10000.00 exceeds limit 15.00%"],"current_metrics":{"current_drawdown_pct":1},"thresholds":{"drawdown_pct":15,"equity_drop":30}}"#
    let risk = #"{"killswitch_triggered":true,"stop_trading":true,"current_positions":1}"#
    let health = #"{"status":"healthy","components":{"killswitch":{"status":"normal","triggered":false}}}"#
    func engine(_ switchBody: String) async throws -> OperationPlan {
      let transport = TableTransport(answers: [:]).with("/health", health)
      var all = transport
      let bodies = Self.running.merging(["/risk/killswitch/status": switchBody, "/risk/status": risk]) { $1 }
      for (path, body) in bodies {
        all = all.with("/api/v1" + path, body)
      }
      let operation = HeanCore.EngineOperation.resetKillSwitch(isForced: false)
      return try operation.plan(
        await EngineReader(transport: all).snapshot(of: operation.parts, now: { Seen.now }))
    }
    let persists = try await engine(
      tripped.replacing(#""current_metrics":{"#, with: #""current_metrics":{"current_equity":6900,"#))
    #expect(persists.refusal?.reason.contains("the cause persists") == true, "\(persists)")
    let gone = try await engine(tripped)
    #expect(
      gone.refusal == nil && gone.steps.map(\.request.line) == ["POST /api/v1/risk/killswitch/reset?confirm=true"],
      "\(gone)")
    let used = #"{"status":"healthy","components":{"killswitch":{"status":"triggered","triggered":true}}}"#
    let operation = HeanCore.EngineOperation.resetKillSwitch(isForced: true)
    var seen = await Seen(Self.running).snapshot(of: operation.parts)
    seen[.health] = .success(
      EndpointAnswer(try Health.read(Data(used.utf8)), endpoint: "/health", receivedAt: Seen.now, isPractice: false))
    #expect(try operation.plan(seen).refusal?.reason.contains("a reset does not undo it") == true)
  }

  @Test func `names that nobody knows end with those that are known`() async throws {
    await #expect(throws: EngineError.self) { try await plan(.closePositions(["nobody"])) }
    await #expect(throws: EngineError.self) { try await plan(.cancelOrders(["nobody"])) }
    await #expect(throws: EngineError.self) { try await plan(.setStrategies(["nobody"], enabled: true)) }
    await #expect(
      throws: EngineError.notFound(
        kind: "limit", name: "nobody",
        known: ["cooldown_seconds", "max_daily_attempts", "max_exposure_usd", "max_open_positions", "min_notional_usd"])
    ) {
      try await plan(.setLimits([("nobody", "1")]))
    }
  }

  @Test func `only where money may be real a call carries the phrase for it`() async throws {
    func body(_ status: String) async throws -> JSONValue? {
      try await plan(.closePositions(["BTCUSDT"]), ["/engine/status": status]).steps.first?.request.body
    }
    #expect(try await body(Seen.running)?["confirm_phrase"] == nil)
    #expect(try await body(Seen.live)?["confirm_phrase"] != nil, "a mode that is not known is treated as real money")
    let step = try await plan(.closePositions(["BTCUSDT"]), ["/engine/status": Seen.live]).steps.first
    #expect(step?.request.recordedBody["confirm_phrase"] == nil && step?.request.recordedBody["position_id"] == "p1")
  }
}
