import Foundation
import HeanCore
import HeanPractice
import HeanTestSupport
import Testing

@testable import HeanConsole

/// `market show`: all about one symbol, and no request that nothing of it needs.
struct SymbolScreensTests {
  @Test(arguments: [PracticeScenario.calm, .crash, .killswitch, .stopped, .allRejected], [80, 140])
  func `one symbol on one screen`(scenario: PracticeScenario, columns: Int) async throws {
    let ran = await Console(columns: columns).run(
      "--practice", "--scenario", scenario.rawValue, "market", "show", "btc", "--full")
    #expect(ran.code == .ok && ran.output.contains("\nBTCUSDT\n"), "\(ran)")
    try Expected.compare(ran.output, with: "symbol/\(scenario.rawValue)-\(columns).txt")
  }

  @Test func `a pipe gets the same screen without colours, and ASCII when asked`() async throws {
    let piped = await Console().run("--practice", "market", "show", "eth")
    try Expected.compare(piped.output, with: "symbol/calm-piped.txt")
    let ascii = await Console(columns: 80).run("--practice", "market", "show", "eth", "--full", "--ascii")
    #expect(ascii.output.utf8.allSatisfy { $0 < 128 }, "\(ascii.output)")
  }

  private func data(_ ran: Consequences) throws -> JSONValue {
    try #require(try JSONValue(reading: Data(ran.output.utf8))["data"])
  }

  @Test func `what neither candles nor a recorder tell is null`() async throws {
    let data = try data(await Console().run("--practice", "market", "show", "btc", "--json"))
    #expect(data["change_7d_pct"] == .null && data["change_1h_pct"] != .null && data["change_24h_pct"] != .null)
    guard case .array(let spans)? = data["changes"] else {
      Issue.record("no changes: \(data)")
      return
    }
    #expect(spans.map { $0["span_seconds"] } == [3600, 86_400, 604_800])
    #expect(spans.map { $0["source"] } == ["engine", "engine", .null])
    #expect(spans[2]["from_price"] == .null && spans[2]["change_price"] == .null)
    let stopped = try self.data(
      await Console().run("--practice", "--scenario", "stopped", "market", "show", "btc", "--json"))
    #expect(stopped["price"] == .null && stopped["positions"] == .null && stopped["open_orders"] == .null)
    #expect(stopped["gate"] == "engine" && stopped["gate_state"] == "closed")
  }

  /// Candles of an engine whose oldest one is so old, a price each.
  private func server(candles: [(Timeframe, Int)]) throws -> LoopbackServer {
    let recorded = try Recording.all(in: "running").values.filter { $0.request.method == "GET" }
    let table = Dictionary(recorded.map { ($0.request.target, $0.answer) }, uniquingKeysWith: { first, _ in first })
    return try LoopbackServer { target in
      for (timeframe, count) in candles
      where target.hasPrefix("/api/v1/market/candles?symbol=BTCUSDT&timeframe=\(timeframe.rawValue)&") {
        let span = TimeInterval(timeframe.seconds)
        let last = timeframe.opening(of: Console.now)
        let rows = (1...max(1, count)).reversed().map { back in
          let opened = EngineTime.format(last - span * Double(back))
          return #"{"symbol":"BTCUSDT","timeframe":"\#(timeframe.rawValue)","open":100,"high":110,"low":90,"#
            + #""close":100,"volume":0,"open_time":"\#(opened)"}"#
        }
        return .init(body: #"{"klines":[\#(count == 0 ? "" : rows.joined(separator: ","))]}"#)
      }
      if target.hasPrefix("/api/v1/market/ticker?symbol=BTCUSDT") {
        return .init(body: #"{"symbol":"BTCUSDT","price":103,"bid":102,"ask":104,"timestamp":"2026-11-21T01:47:29"}"#)
      }
      return table[target] ?? .init(status: 404, body: #"{"detail":"Not Found"}"#)
    }
  }

  @Test(
    arguments: [
      ([(Timeframe.hour, 0), (.minute, 30)], [false, false, false]),
      ([(.hour, 1), (.minute, 61)], [true, false, false]),
      ([(.hour, 30), (.minute, 61)], [true, true, false]), ([(.hour, 170), (.minute, 61)], [true, true, true]),
      // Minutes are missing: an hour ago is not known although longer spans are.
      ([(.hour, 170), (.minute, 20)], [false, true, true]),
    ] as [([(Timeframe, Int)], [Bool])])
  func `a span is known where a candle begins or ends near its beginning`(
    candles: [(Timeframe, Int)], known: [Bool]
  ) async throws {
    let server = try server(candles: candles)
    defer { server.stop() }
    let ran = await Console().run("--url", server.url, "market", "show", "btc", "--json")
    let data = try data(ran)
    let spans = ["change_1h_pct", "change_24h_pct", "change_7d_pct"].map { data[$0] }
    let expected: [JSONValue?] = known.map { $0 ? .number(3) : .null }
    #expect(spans == expected, "\(spans)")
    #expect(data["spread"] == 2 && data["spread_bp"] != .null)
    #expect(data["day_low"] == 90 && data["day_high"] == 110, "\(ran)")
  }

  @Test func `no request is made twice, and none that status does not make but for price and candles`() async throws {
    func targets(_ words: String...) async throws -> [String] {
      let clock = TestClock(Console.now)
      let engine = try StagedEngine(clock: clock)
      defer { engine.stop() }
      var console = Console(columns: 80)
      console.sharedClock = clock
      _ = await console.run(words + ["--url", engine.url])
      return engine.server?.targets ?? []
    }
    let status = try await targets("status")
    let shown = try await targets("market", "show", "eth")
    #expect(Set(shown).count == shown.count, "\(shown)")
    let more = Set(shown).subtracting(status).map { $0.split(separator: "?")[0] }.sorted()
    let own = ["/api/v1/market/candles", "/api/v1/market/candles", "/api/v1/market/ticker"]
    #expect(more.map(String.init) == own, "\(more)")
    // The day's PnL is not shown, so what dates the start of the engine is not read.
    #expect(shown.count == status.count + 2, "\(shown.count) of \(status.count)")
    #expect(!shown.contains { $0.hasPrefix("/api/v1/trading/equity-history") })
  }

  @Test func `a symbol alone is led to it, an unknown one is named`() async {
    let bare = await Console(columns: 80).run("--practice", "btc")
    #expect(bare.code == .usage && bare.errors.contains("hean --practice market show btc"), "\(bare)")
    let word = await Console(columns: 80).run("--practice", "nonsense")
    #expect(!word.errors.contains("market show"), "\(word)")
    let none = await Console(columns: 80).run("--practice", "market", "show", "nosuch")
    #expect(none.code == .notFound && none.errors.contains("no symbol 'nosuch'"), "\(none)")
  }

  @Test func `what the candles do not reach a record tells, and is said to be of it`() async throws {
    let stage = try RecordStage()
    defer { stage.engine.stop() }
    let begin = Console.now - 604_800
    let folder = try await stage.folder()
    let name = RecordFolder.Name(at: begin, isMarket: true)
    let line = RecordLine(
      at: begin - 20, kind: .price, body: .object(["BTCUSDT": .array([.number(50_000)])]))
    try line.written.write(to: folder.appending(path: name.text))
    let screen = await stage.run("market show btc", columns: 140)
    #expect(screen.output.contains("%, as recorded"), "\(screen)")
    let data = try data(await stage.run("market show btc --json"))
    guard case .array(let spans)? = data["changes"] else { return }
    #expect(spans.last?["source"] == "recorder" && spans.last?["from_price"] == 50_000, "\(spans)")
    // A symbol of which nothing is recorded then stays unknown.
    let other = try self.data(await stage.run("market show eth --json"))
    #expect(other["change_7d_pct"] == .null)
  }

  @Test func `it is drawn again as the engine goes on`() async throws {
    var console = Console(columns: 80)
    console.rows = 40
    // The engine goes on with the clock, and an hour of it is another world.
    console.isClockReal = true
    let ran = await console.watch([
      "--practice", "market", "show", "btc", "--watch", "--interval", "300ms", "--count", "2",
    ])
    #expect(ran.code == .ok && ran.screens.last?.text.contains("BTCUSDT") == true, "\(ran.errors)")
    #expect(ran.screens.last?.text.contains("Money: ") == true, "the money stays in sight")
  }
}
