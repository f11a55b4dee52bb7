import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// Recorded emergencies of a live engine, with the exchange as it was then beside it: what was not known is known.
struct ExchangeJoinTests {
  private static func position(_ symbol: String, _ size: Decimal, _ price: Decimal, stop: Decimal? = nil) -> String {
    let stop = stop.map { "\($0)" } ?? ""
    return
      #"{"symbol":"\#(symbol)","side":"\#(size > 0 ? "Buy" : "Sell")","size":"\#(abs(size))","avgPrice":"\#(price)","#
      + #""markPrice":"\#(price)","unrealisedPnl":"0","leverage":"3","liqPrice":"","stopLoss":"\#(stop)","positionIdx":0}"#
  }

  private static func order(_ id: String, _ symbol: String, _ side: String, _ size: String, _ price: String) -> String {
    #"{"orderId":"\#(id)","orderLinkId":"","symbol":"\#(symbol)","side":"\#(side)","orderType":"Limit","price":"\#(price)","#
      + #""qty":"\#(size)","cumExecQty":"0","orderStatus":"New","reduceOnly":false,"createdTime":"1795646130000"}"#
  }

  private func exchange(
    beside stage: EmergencyStage, positions: [String] = [], orders: [String] = [], isMute: Bool = false
  ) async throws -> StagedExchange {
    var exchange = try await StagedExchange(engine: stage.url, isMute: isMute) { request in
      switch request.target.prefix(while: { $0 != "?" }) {
      case "/v5/position/list":
        StagedExchange.ok(#"{"list":[\#(positions.joined(separator: ","))],"nextPageCursor":""}"#)
      case "/v5/order/realtime":
        StagedExchange.ok(#"{"list":[\#(orders.joined(separator: ","))],"nextPageCursor":""}"#)
      default: nil
      }
    }
    exchange.console.clock = stage.now
    return exchange
  }

  private func compare(
    _ exchange: StagedExchange, _ stage: EmergencyStage, _ moment: String, _ commands: [String],
    columns: [Int] = [80, 140]
  ) async throws {
    for command in commands {
      for width in columns {
        var console = exchange.console
        console.columns = width
        let ran = await console.run(command)
        try Expected.compare(stage.transcript(ran), with: "exchange/joined/\(moment)_\(command).\(width).txt")
        #expect(ran.output.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= width })
      }
    }
  }

  @Test func `fills that the engine did not recognise have their true side`() async throws {
    let stage = try EmergencyStage("live-unknown-real")
    defer { stage.stop() }
    try stage.go(to: 1...7, started: "2026-11-25T22:36:40")
    let exchange = try await exchange(
      beside: stage,
      positions: [
        Self.position("BNBUSDT", 2.16, 601.7), Self.position("SOLUSDT", -2.1, 150.46),
        Self.position("AVAXUSDT", -37, 35.1), Self.position("BTCUSDT", Decimal(string: "-0.103") ?? 0, 60005),
        Self.position("ETHUSDT", 2.57, 3007.8),
      ])
    defer { exchange.server.stop() }
    try await compare(exchange, stage, "unknown_fills", ["status", "positions", "reconcile"])
    let rows = await exchange.console.run("positions", "--json").document["data"]?.items ?? []
    func verdicts(_ symbol: String) -> Set<String> {
      Set(rows.filter { $0["symbol"] == .string(symbol) }.compactMap { $0["at_exchange"]?["verdict"]?.text })
    }
    #expect(verdicts("BNBUSDT") == ["same"] && verdicts("SOLUSDT") == ["opposite_side"])
    #expect(verdicts("AVAXUSDT") == ["only_there"] && verdicts("ETHUSDT") == ["same"])
  }

  @Test func `a record has the exchange of the moment beside the books`() async throws {
    let stage = try EmergencyStage("live-unknown-real")
    defer { stage.stop() }
    try stage.go(to: 1...7, started: "2026-11-25T22:36:40")
    let exchange = try await exchange(
      beside: stage, positions: [Self.position("BNBUSDT", 2.16, 601.7), Self.position("AVAXUSDT", -37, 35.1)])
    defer { exchange.server.stop() }
    var console = exchange.console
    // A recorder waits for time to pass.
    console.isClockReal = true
    let ran = await console.run("record", "--for", "2s", "--no-market")
    #expect(ran.code == .ok, "\(ran)")
    let asked = exchange.paths.count
    let then = await console.run("positions", "--at", "1s", "--json")
    let verdicts = (then.document["data"]?.items ?? []).map { row in
      "\(row["symbol"]?.text ?? "") \(row["at_exchange"]?["verdict"]?.text ?? "")"
    }
    #expect(verdicts.contains("BNBUSDT same") && verdicts.contains("AVAXUSDT only_there"), "\(then)")
    #expect(exchange.paths.count == asked, "the exchange is not asked about the past")
  }

  @Test func `a plan says what the exchange has before anything is sent`() async throws {
    let stage = try EmergencyStage("live-unknown-real")
    defer { stage.stop() }
    try stage.go(to: 1...7, started: "2026-11-25T22:36:40")
    let exchange = try await exchange(
      beside: stage,
      positions: [
        Self.position("BNBUSDT", 2.16, 601.7), Self.position("SOLUSDT", -2.1, 150.46),
        Self.position("AVAXUSDT", -37, 35.1),
      ])
    defer { exchange.server.stop() }
    for (symbol, code, words) in [
      ("BNBUSDT", .ok, []),
      (
        "SOLUSDT", .ok,
        [
          "the exchange holds SOLUSDT short 2.1, the other side: the engine's order is refused there",
          "buy 2.1 SOLUSDT at the exchange itself, reduce-only",
        ]
      ),
      ("ETHUSDT", .ok, ["the exchange holds nothing of ETHUSDT: a close only ends the row in the engine's books"]),
      ("AVAXUSDT", .refused, ["AVAXUSDT short 37 is only at the exchange", "(reduce-only: buy 37 AVAXUSDT)"]),
    ] as [(String, ExitCode, [String])] {
      let ran = await exchange.console.run("positions", "close", symbol, "--dry-run")
      #expect(ran.code == code, "\(symbol): \(ran)")
      for word in words { #expect((ran.output + ran.errors).contains(word), "\(symbol): \(ran)") }
      if words.isEmpty { #expect(!ran.output.contains("the exchange holds"), "\(ran)") }
    }
  }

  @Test func `a stopped engine, with two orders that rest and a position that it forgot`() async throws {
    let stage = try EmergencyStage("emergency-stop-kill-live")
    defer { stage.stop() }
    let stop = (
      at: "2026-11-25T22:35:07.257000+00:00", reason: "Emergency killswitch triggered via API (request_id: 1)"
    )
    try stage.go(to: 3...10, started: "2026-11-25T22:34:40", stop: stop)
    _ = await stage.run("status")
    try stage.go(
      to: 14...15, started: nil,
      [EmergencyStage.positions: #"{"positions":[]}"#, "/api/v1/orders?status=open": #"{"orders":[]}"#])
    let exchange = try await exchange(
      beside: stage, positions: [Self.position("SOLUSDT", 66.4, 150.4)],
      orders: [
        Self.order("o-1", "BTCUSDT", "Buy", "0.166", "60010.1"), Self.order("o-2", "ETHUSDT", "Sell", "3.3", "3007.5"),
      ])
    defer { exchange.server.stop() }
    try await compare(exchange, stage, "stopped", ["status", "positions", "orders"])
    let start = await exchange.console.run("engine", "start", "--dry-run")
    #expect(
      start.output.contains("the exchange holds SOLUSDT long 66.4, worth 9986.56 USDT; 2 orders rest there"), "\(start)"
    )
    #expect(stage.isUntouched && exchange.server.commands.isEmpty)
  }

  @Test func `books of which the exchange has nothing are void, or the key is of another account`() async throws {
    let stage = try EmergencyStage("live-close-refused")
    defer { stage.stop() }
    try stage.go(to: 1...5, started: "2026-11-25T22:48:44")
    let exchange = try await exchange(beside: stage)
    defer { exchange.server.stop() }
    try await compare(exchange, stage, "void_row", ["status", "positions"], columns: [80])
  }

  @Test func `an exchange that hangs delays nothing beyond its deadline, and takes nothing away`() async throws {
    let stage = try EmergencyStage("live-close-refused")
    defer { stage.stop() }
    try stage.go(to: 1...5, started: "2026-11-25T22:48:44")
    let exchange = try await exchange(beside: stage, isMute: true)
    defer { exchange.stop() }
    var console = exchange.console
    console.isClockReal = true
    let begun = ContinuousClock.now
    let ran = await console.run("positions", "--timeout", "1s")
    #expect(begun.duration(to: .now) < .seconds(3))
    #expect(ran.output.contains("The exchange itself was not seen") && ran.output.contains("did not answer in"))
    #expect(ran.output.contains("SOLUSDT") && ran.output.contains("the engine's word"), "\(ran)")
  }

  @Test(arguments: [
    (10003, "keys of mainnet"), (10004, "error sign"), (10005, "Permission denied"), (10010, "Unmatched IP"),
  ])
  func `an exchange that refuses is named beside the engine's word`(code: Int, words: String) async throws {
    let stage = try EmergencyStage("live-close-refused")
    defer { stage.stop() }
    try stage.go(to: 1...5, started: "2026-11-25T22:48:44")
    var exchange = try await StagedExchange(engine: stage.url) { _ in StagedExchange.error(code, words) }
    exchange.console.clock = stage.now
    defer { exchange.server.stop() }
    let ran = await exchange.console.run("status")
    #expect(ran.output.contains("not seen") && ran.output.contains("\(code)") && ran.output.contains(words), "\(ran)")
    let document = await exchange.console.run("status", "--json").document
    let word = document["data"]?["money"]?["exchange"]
    #expect(word?["agrees"] == .null && word?["unseen"]?.text?.contains("\(code)") == true, "\(document)")
  }

  @Test func `without an exchange all is as before`() async throws {
    let stage = try EmergencyStage("live-close-refused")
    defer { stage.stop() }
    try stage.go(to: 1...5, started: "2026-11-25T22:48:44")
    let ran = await stage.run("status", "--json")
    #expect(ran.document["data"]?["money"]?["exchange"] == .null)
    #expect(await stage.run("positions").output.contains("AT EXCHANGE") == false)
  }
}
