import Foundation
import HeanTestSupport
import Synchronization
import Testing

@testable import HeanCore

struct ConditionTests {
  private static let values: [ConditionName: ConditionValue] = [
    .equity: .number(8990), .engineState: .word("RUNNING"), .riskState: .word("NORMAL"),
    .position("BTCUSDT", .closed): .truth(true), .position("BTCUSDT", .open): .truth(false),
    .order("smart_limit_1795225461.138884", .filled): .truth(true), .price("ETHUSDT"): .number(3116),
  ]

  @Test(
    "three answers",
    arguments: [
      ("equity<9000", true), ("equity < 9000", true), ("equity>=8990", true), ("equity!=8990", false),
      ("engine.state==running", true), ("risk.state != NORMAL", false), ("position.btcusdt.closed", true),
      ("!position.BTCUSDT.closed", false), ("position.BTCUSDT.open || equity<9000", true),
      ("equity<9000 && risk.state==SOFT_BRAKE", false), ("!(equity<9000 && risk.state==NORMAL)", false),
      ("order.smart_limit_1795225461.138884.filled", true), ("price.ethusdt>3000", true), ("day_pnl<0", nil),
      ("day_pnl<0 || equity<9000", true), ("day_pnl<0 && equity<9000", nil), ("day_pnl<0 && equity>9000", false),
      ("!day_pnl<0", nil), ("position.BTCUSDT.closed==true", true), ("position.BTCUSDT.closed!=yes", false),
      ("killswitch.triggered", nil), ("equity>-5.5e3", true),
      ("equity>9000 || risk.state==NORMAL && engine.state==RUNNING", true),
    ] as [(String, Bool?)])
  func answer(text: String, expected: Bool?) throws {
    #expect(try Condition(text).holds(Self.values) == expected)
  }

  @Test(
    "an error points at its column",
    arguments: [
      ("", 0, "empty"), ("equty<9000", 0, "Did you mean 'equity'?"), ("equity", 0, "needs a comparison"),
      ("equity<", 7, "a value is missing"), ("equity<abc", 7, "is a number"), ("equity=9000", 6, "write '=='"),
      ("equity<9000 &", 12, "write '&&'"), ("equity<9000 &&", 14, "a name is missing"),
      ("equity<9000 equity>1", 12, "expected && or ||"), ("(equity<9000", 0, "does not close"),
      ("engine.state==RUNING", 14, "never 'RUNING'"), ("engine.state<RUNNING", 12, "is a word"),
      ("engine.state", 0, "needs a comparison"), ("position.BTCUSDT.clsed", 0, "is no name"),
      ("position.BTCUSDT.closed==3", 25, "true or false"), ("'equity'<3", 0, "expected a name"),
      ("equity<'9", 7, "does not end"), (")", 0, "expected a name"), ("9000>equity", 0, "expected a name"),
    ])
  func errors(text: String, column: Int, message: String) {
    let error = #expect(throws: ConditionError.self) { try Condition(text) }
    #expect(error?.column == column && error?.message.contains(message) == true, "\(String(describing: error))")
  }

  @Test func `a count, a change and how long it holds`() throws {
    let condition = try Condition("signals.rejected in 5m > 20 && price.btc change 1h30m < -2.5% for 10m")
    let change = ConditionName.change(.price("BTC"), within: 5400)
    #expect(condition.names == [.count(.rejected, in: 300), change] && condition.lasting == .seconds(600))
    #expect(condition.bases == [.count(.rejected, in: 300), .price("BTC")])
    #expect(condition.holds([.count(.rejected, in: 300): .number(21), change: .number(-3)]) == true)
    #expect(condition.holds([.count(.rejected, in: 300): .number(21)]) == nil)
    #expect(try Condition("orders.filled in 2h>1").bases == [.count(.ordersFilled, in: nil)])
    #expect(try Condition("orders.filled>1").names == [.count(.ordersFilled, in: nil)])
    #expect(try Condition("equity<9").lasting == nil)
  }

  @Test func `every name of the catalogue can be read`() throws {
    for (name, _) in ConditionName.catalogue {
      let concrete = name.replacing("SYMBOL", with: "BTCUSDT").replacing("ID", with: "x1")
        .replacing("COUNT", with: "signals.rejected").replacing("NAME", with: "equity").replacing("TIME", with: "5m")
      let words = ["", "==trading", "==flat", "==RUNNING", "==NORMAL", "==long", "==filled", ">1"]
      let read = words.compactMap { try? Condition(concrete + $0) }
      #expect(read.first?.names.map(\.text) == [concrete], "\(name)")
    }
  }

  /// A stopped engine sends zeros: none of them is a value.
  @Test func `nothing is known of an engine that does not run but that it does not`() async throws {
    let engine = EngineReader(transport: try TableTransport.recorded("stopped"))
    let names: Set<ConditionName> = [.equity, .positionCount, .riskState, .engineState, .position("BTCUSDT", .closed)]
    let values = await engine.look(for: names, now: { Date(timeIntervalSince1970: 1_795_225_650) }).values
    #expect(values == [.engineState: .word("STOPPED")])
  }

  /// The reconciler forgets what it cannot see: closed, with a realized PnL of exactly zero and the last unrealized one.
  /// What a dry run forgets is gone, for there is no exchange that could hold it.
  @Test(
    arguments: [
      ("", false), (#""unrealized_pnl":-0.27,"#, false), (#""unrealized_pnl":0.0,"#, true),
    ], [true, false])
  func `a position that was only lost from sight is not closed`(
    position: (unrealized: String, isClosed: Bool), isLive: Bool
  ) async throws {
    let closed =
      #"{"event_kind":"closed_position","symbol":"BTCUSDT","side":"long","qty":1,\#(position.unrealized)"realized_pnl":0.0,"closed_at":"2026-11-21T01:45:00+00:00","status":"closed"}"#
    let status = #"{"status":"running","running":true,"engine_state":"RUNNING","dry_run":\#(!isLive)}"#
    let engine = EngineReader(
      transport: try TableTransport.recorded("running").with("/api/v1/orders/positions", #"{"positions":[]}"#)
        .with("/api/v1/engine/status", status)
        .with("/api/v1/trading/equity-history?limit=500", #"{"snapshots":[{"timestamp":"2026-11-21T01:00:00Z"}]}"#)
        .with("/api/v1/trading/history?limit=100", #"{"history":[\#(closed)]}"#)
        .with("/api/v1/risk/status", #"{"killswitch_triggered":false,"current_positions":0}"#))
    let values = await engine.look(
      for: [.position("BTCUSDT", .closed), .position("ETHUSDT", .closed)],
      now: { Date(timeIntervalSince1970: 1_795_225_650) }
    ).values
    #expect(values[.position("BTCUSDT", .closed)] == (position.isClosed || !isLive ? .truth(true) : nil))
    #expect(values[.position("ETHUSDT", .closed)] == .truth(true))
  }

  /// The engine allows 30 reads of `/settings` a minute, of all consoles together.
  @Test func `who looks again and again does not ask again and again for what is limited`() async throws {
    let transport = CountingTransport(table: try TableTransport.recorded("running"))
    let repeated = RepeatedReads(now: { transport.clock.withLock { $0 } })
    for _ in 0..<10 {
      let reader = EngineReader(transport: transport, repeated: repeated)
      _ = await reader.answer(to: .settings)
      _ = await reader.answer(to: .engineStatus)
      transport.clock.withLock { $0 += 10 }
    }
    let counts = Dictionary(grouping: transport.asked.withLock { $0 }, by: { $0 }).mapValues(\.count)
    #expect(counts["/settings"] == 2 && counts["/api/v1/engine/status"] == 10)
  }

  private final class CountingTransport: RESTTransport {
    let table: TableTransport
    let asked = Mutex<[String]>([])
    let clock = Mutex(Date(timeIntervalSince1970: 1_795_225_650))

    init(table: TableTransport) { self.table = table }

    var displayURL: String { table.displayURL }

    func send(_ request: RESTRequest) async throws(TransportError) -> RESTResponse {
      asked.withLock { $0.append(request.path) }
      var answer = try await table.send(request)
      answer.receivedAt = clock.withLock { $0 }
      return answer
    }
  }

  @Test func `a running engine is read`() async throws {
    let engine = EngineReader(
      transport: try TableTransport.recorded("running").with("/api/v1/trading/history?limit=100", #"{"history":[]}"#))
    let names: Set<ConditionName> = [
      .equity, .positionCount, .riskState, .engineState, .position("BTCUSDT", .open), .position("XRPUSDT", .closed),
      .position("BTCUSDT", .side), .orderCount,
    ]
    let values = await engine.look(for: names, now: { Date(timeIntervalSince1970: 1_795_225_650) }).values
    #expect(Set(values.keys) == names)
    #expect(values[.position("BTCUSDT", .open)] == .truth(true))
  }
}
