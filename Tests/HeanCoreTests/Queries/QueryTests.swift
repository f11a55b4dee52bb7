import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Every question, asked of recorded and of written engines without a socket.
struct QueryTests {
  private static let folders = ["running", "stopped", "after-killswitch"]

  /// Written out and read again, an answer is what it was.
  private func repeats<Question: Query>(_ question: Question, _ folder: String) async throws {
    // What a stopped engine does not tell is no answer, and has no form.
    guard let answer = try? await Seen(recorded: folder).answer(question) else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let written = try encoder.encode(answer)
    let again = try encoder.encode(JSONDecoder().decode(Question.Answer.self, from: written))
    #expect(again == written, "\(Question.self) of \(folder): \(String(decoding: written.prefix(2000), as: UTF8.self))")
  }

  @Test(arguments: folders)
  func `an answer that is written and read again is the same`(folder: String) async throws {
    try await repeats(PositionsQuery(), folder)
    try await repeats(OrdersQuery(.all), folder)
    try await repeats(StrategiesQuery(), folder)
    try await repeats(AccountQuery(), folder)
    try await repeats(RiskQuery(), folder)
    try await repeats(GovernorQuery(), folder)
    try await repeats(RiskLimitsQuery(), folder)
    try await repeats(SettingsQuery(), folder)
    try await repeats(ConfigurationQuery(), folder)
    try await repeats(StatusQuery(), folder)
    try await repeats(HealthQuery(), folder)
    try await repeats(PnLQuery(), folder)
    try await repeats(WhyQuery(), folder)
    try await repeats(FunnelQuery(window: 3600), folder)
    try await repeats(TraceQuery(.last), folder)
    try await repeats(SignalsQuery(), folder)
    try await repeats(DecisionsQuery(), folder)
    try await repeats(EventsQuery(), folder)
  }

  @Test func `an empty list of a stopped engine is no proof of being flat`() async throws {
    let answer = try await Seen(recorded: "stopped").answer(PositionsQuery())
    guard case .notRunning(let state)? = answer.doubt else {
      Issue.record("\(String(describing: answer.doubt))"); return
    }
    #expect(state == "STOPPED" && answer.positions.isEmpty)
  }

  @Test func `a list that is shorter than what the engine counts is doubted`() async throws {
    let history = #"{"history":[]}"#
    var bodies = [
      "/engine/status": Seen.running, "/orders/positions": #"{"positions":[]}"#,
      "/risk/status": #"{"killswitch_triggered":false,"current_positions":2}"#,
      "/trading/history?limit=100": history,
    ]
    let counted = try await Seen(bodies).answer(PositionsQuery())
    guard case .counted(2, listed: 0)? = counted.doubt else {
      Issue.record("\(String(describing: counted.doubt))"); return
    }
    bodies["/risk/status"] = #"{"killswitch_triggered":false,"current_positions":0}"#
    #expect(try await Seen(bodies).answer(PositionsQuery()).doubt == nil)
    bodies["/risk/status"] = nil
    guard case .unchecked(let source)? = try await Seen(bodies).answer(PositionsQuery()).doubt else {
      Issue.record("believed without /risk/status")
      return
    }
    #expect(source == "/risk/status")
  }

  @Test func `a symbol that is not held is checked although others are`() async throws {
    let bodies = ["/engine/status": Seen.running, "/orders/positions": Seen.position]
    #expect(try await Seen(bodies).answer(PositionsQuery(of: NameFilter(symbol: "BTCUSDT"))).doubt == nil)
    #expect(try await Seen(bodies).answer(PositionsQuery(of: NameFilter(symbol: "ETHUSDT"))).doubt != nil)
  }

  @Test func `an order that is filled in whole or old has probably ended`() throws {
    func order(_ members: String) throws -> Order {
      try Order(from: WireDocument(Data(#"{"order_id":"a","symbol":"B","side":"buy",\#(members)}"#.utf8)).root)
    }
    let recent = EngineTime.format(Seen.now - 5)
    #expect(
      try !order(#""status":"placed","size":1,"filled_size":0,"created_at":"\#(recent)""#).hasProbablyEnded(Seen.now))
    #expect(
      try order(#""status":"placed","size":1,"filled_size":1,"created_at":"\#(recent)""#).hasProbablyEnded(Seen.now))
    let old = EngineTime.format(Seen.now - 601)
    #expect(try order(#""status":"placed","size":1,"created_at":"\#(old)""#).hasProbablyEnded(Seen.now))
    #expect(try !order(#""status":"filled","size":1,"created_at":"\#(old)""#).hasProbablyEnded(Seen.now))
  }

  @Test func `orders of a stopped engine are not known, and one of them cannot be told`() async throws {
    let stopped = Seen(["/engine/status": Seen.stopped, "/orders": #"{"orders":[]}"#])
    #expect(try await stopped.answer(OrdersQuery(.all)).doubt != nil)
    await #expect(
      throws: EngineError.untold(
        kind: "order", name: "a", reason: "the engine is STOPPED, and lists none")
    ) {
      try await stopped.answer(OrderQuery("a"))
    }
    let running = Seen(["/engine/status": Seen.running, "/orders": #"{"orders":[]}"#])
    #expect(try await running.answer(OrdersQuery(.all)).doubt == nil)
  }

  @Test func `strategies are found by a beginning, and all are meant where none is named`() async throws {
    let answer = try await Seen(recorded: "running").answer(StrategiesQuery())
    #expect(try answer.strategies([]).count == answer.strategies.count && answer.strategies.count > 2)
    #expect(try answer.strategies(["impulse"]).map(\.id) == ["impulse_engine"])
    #expect(throws: EngineError.self) { try answer.strategy("nobody") }
  }

  @Test func `an unknown key is an error with the known ones`() async throws {
    let engine = Seen(["/engine/status": Seen.running, "/config/current": #"{"config":{"a":1,"b":2}}"#])
    await #expect(throws: EngineError.notFound(kind: "key", name: "c", known: ["a", "b"])) {
      try await engine.answer(ConfigurationQuery(["c"]))
    }
    #expect(try await engine.answer(ConfigurationQuery()).rows.map(\.key) == ["a", "b"])
    #expect(try await engine.answer(ConfigurationQuery(["b"])).rows.map(\.value) == [2])
  }

  @Test func `only one limit is enforced`() async throws {
    let engine = Seen([
      "/engine/status": Seen.running, "/risk/limits": #"{"max_open_positions":5,"cooldown_seconds":60}"#,
    ])
    let rows = try await engine.answer(RiskLimitsQuery()).limits
    #expect(rows.filter(\.isEnforced).map(\.name) == ["max_open_positions"])
    #expect(rows.map(\.value) == [5, nil, nil, nil, 60])
  }

  @Test func `risk without its own endpoint is told by the governor, and what is missing is named`() async throws {
    let governor = #"{"risk_state":"SOFT_BRAKE","current_drawdown_pct":12,"quarantined_symbols":[]}"#
    let answer = try await Seen(["/engine/status": Seen.running, "/risk/governor/status": governor]).answer(RiskQuery())
    #expect(answer.governorState == .softBrake && answer.drawdownPercent == 12)
    #expect(answer.missing.contains { $0.hasPrefix("/risk/status did not answer") })
    await #expect(throws: EngineError.self) { try await Seen(["/engine/status": Seen.running]).answer(RiskQuery()) }
    let stopped = try await Seen(["/engine/status": Seen.stopped, "/risk/governor/status": governor]).answer(
      RiskQuery())
    #expect(stopped.governorState == nil && stopped.drawdownPercent == nil, "a stopped engine has no drawdown")
  }

  @Test func `a status says what did not come, and needs the engine's state`() async throws {
    let answer = try await Seen(recorded: "running", without: ["/api/v1/orders?status=open"]).answer(StatusQuery())
    #expect(answer.missing == ["orders are missing: unreachable"] && answer.openOrders == nil)
    #expect(answer.livePositions?.count == 2 && answer.engine?.isRunning == true)
    await #expect(throws: EngineError.self) {
      try await Seen(recorded: "running", without: ["/api/v1/engine/status"]).answer(StatusQuery())
    }
    let stopped = try await Seen(recorded: "stopped").answer(StatusQuery())
    #expect(stopped.livePositions == nil && stopped.risk == nil && stopped.strategies == nil)
    #expect(stopped.line.contains(" STOPPED · "))
  }

  @Test func `a healthy word is no health`() async throws {
    let stopped = try await Seen(recorded: "stopped").answer(HealthQuery())
    #expect(stopped.health.status == "healthy" || stopped.health.status != nil)
    #expect(!stopped.tradingProblems.isEmpty)
    let running = try await Seen(recorded: "running").answer(HealthQuery())
    #expect(running.tradingProblems.contains { $0.contains("beyond stop or target") }, "\(running.tradingProblems)")
    let health =
      #"{"status":"healthy","components":{"database":{"status":"down"},"engine":{"status":"running"},"bus":{"status":"connected"}}}"#
    #expect(HealthProblems.components(try Health.read(Data(health.utf8))) == ["database is down."])
  }

  @Test func `figures of a stopped engine are none`() async throws {
    let pnl = try await Seen(recorded: "stopped").answer(PnLQuery())
    #expect(!pnl.isLive && pnl.realizedPnL == nil && pnl.positions == nil && pnl.riskState == nil)
    let account = try await Seen(recorded: "stopped").answer(AccountQuery())
    #expect(account.truth.shown == nil && account.marginUsed == nil && account.internalEquity == nil)
    let live = try await Seen(recorded: "running").answer(PnLQuery())
    #expect(live.isLive && live.positions == 2 && live.riskState != nil)
  }

  @Test func `nothing can be diagnosed where nothing answers`() async throws {
    await #expect(throws: EngineError.self) { try await Seen([:]).answer(WhyQuery()) }
    let half = try await Seen(["/risk/status": #"{"killswitch_triggered":true}"#]).answer(WhyQuery())
    #expect(half.diagnosis.verdict != .trading)
  }

  @Test func `a funnel without decisions says that its counts are lower bounds`() async throws {
    let answer = try await Seen(recorded: "running").answer(FunnelQuery(window: 1_000_000))
    #expect(answer.shortReach != nil && answer.funnel.rows.first?.by == "all")
    #expect(try await Seen(recorded: "running").answer(FunnelQuery(window: 1)).shortReach == nil)
    await #expect(throws: EngineError.self) {
      try await Seen(recorded: "running", without: ["/api/v1/trading/state"]).answer(FunnelQuery(window: 60))
    }
  }
}
