import Foundation
import HeanCore
import HeanTestSupport
import Synchronization
import Testing

@testable import HeanConsole

/// `market ticker --watch` and `watchlist show --watch`: prices as the events tell them.
@Suite(.timeLimit(.minutes(2)))
struct TickerWatchTests {
  private static let endless = ["market", "ticker", "btc", "--watch", "--interval", "100ms"]
  private static let words = endless + ["--count", "8"]
  private static let ticker = "/api/v1/market/ticker?symbol=BTCUSDT"

  /// The recorded engine, and a feed that tells these prices of BTCUSDT at once. A read gives the last of them: on a slow
  /// machine it can come before the feed or after it.
  private func server(_ prices: String...) throws -> LoopbackServer {
    let recorded = try Recording.all(in: "running").values.filter { $0.request.method == "GET" }
    var table = Dictionary(recorded.map { ($0.request.target, $0.answer) }, uniquingKeysWith: { first, _ in first })
    table[Self.ticker] = .init(
      body:
        #"{"symbol":"BTCUSDT","price":\#(prices.last ?? "100"),"bid":99,"ask":101,"timestamp":"2026-11-21T01:47:29"}"#)
    let frames = prices.enumerated().map { place, price in
      SocketWire.text(
        #"{"topic":"market_data","data":{"seq":\#(place + 7),"type":"MARKET_TICK","payload":"#
          + #"{"symbol":"BTCUSDT","price":\#(price),"ts":"2026-11-21T01:47:30"}}}"#)
    }
    return try LoopbackServer(frames: frames) { [table] request in
      table[request.target] ?? .init(status: 404, body: #"{"detail":"Not Found"}"#)
    }
  }

  private func console(_ columns: Int?) -> Console {
    var console = Console(columns: columns)
    console.isClockReal = true
    return console
  }

  @Test func `a change is seen with its arrow, and in reverse for a short time`() async throws {
    let server = try server("100", "101.5")
    defer { server.stop() }
    let ran = await console(80).watch(Self.endless + ["--color", "always", "--url", server.url, "--count", "12"])
    #expect(ran.code == .ok && ran.errors.isEmpty && ran.screens.count == 12, "\(ran)")
    var (green, reversed) = (CellStyle(), CellStyle())
    green.apply([32])
    reversed.apply([7])
    let moved = ran.screens.filter { $0.text(in: green).contains("▲ +1.50") }
    #expect(moved.contains { $0.text(in: reversed).contains("101.50") }, "\(moved.first?.text ?? "")")
    #expect(moved.last?.text(in: reversed).contains("101.50") == false, "only for a moment: \(moved.last?.text ?? "")")
    #expect(ran.screens.last?.text.contains("live, read ") == true)
  }

  @Test func `without colour a mark tells it, and in ASCII nothing else is used`() async throws {
    let server = try server("100", "98.25")
    defer { server.stop() }
    let ran = await console(80).run(Self.words + ["--ascii", "--url", server.url])
    #expect(ran.output.contains("*v -1.75") && ran.output.contains(" v -1.75"), "\(ran.output)")
    #expect(ran.output.utf8.allSatisfy { $0 < 128 })
  }

  @Test func `a pipe gets a line a change with its age, a program a document`() async throws {
    let server = try server("100", "101")
    defer { server.stop() }
    let lines = await console(nil).run(Self.words + ["--url", server.url]).output.split(separator: "\n")
    let texts = lines.map { $0.split(separator: "  ", maxSplits: 1).last ?? "" }
    #expect((1...3).contains(texts.count) && texts.last?.hasPrefix("BTCUSDT 101.00 ▲ +1.00, ") == true, "\(lines)")
    #expect(texts.allSatisfy { $0.hasSuffix(" old") })
    let json = await console(nil).run(Self.words + ["--json", "--url", server.url]).output.split(separator: "\n")
    let last = try JSONValue(reading: Data((json.last ?? "").utf8))
    #expect((1...3).contains(json.count) && last["schema"] == "hean.ticker/1")
    guard case .array(let rows)? = last["data"] else {
      Issue.record("no rows: \(json)")
      return
    }
    #expect(rows.first?["price"] == 101 && rows.first?["direction"] == "up" && rows.first?["last_change"] == 1)
  }

  @Test func `without events it reads every two seconds, and not at each look`() async throws {
    let answers = try Recording.all(in: "running").values.filter { $0.request.method == "GET" }
    let table = Dictionary(answers.map { ($0.request.target, $0.answer) }, uniquingKeysWith: { first, _ in first })
    let server = try LoopbackServer { target in
      table[target] ?? .init(status: 404, body: #"{"detail":"Not Found"}"#)
    }
    defer { server.stop() }
    let ran = await console(80).run(Self.words + ["--url", server.url])
    #expect(ran.code == .ok)
    #expect(server.targets.count { $0 == Self.ticker } == 1, "eight looks take less than a second")
    #expect(ran.output.contains("MOVED") == false || !ran.output.contains("▲"))
  }

  @Test func `when the engine is gone the last prices grow older`() async throws {
    let recorded = try Recording.all(in: "running").values.filter { $0.request.method == "GET" }
    let table = Dictionary(recorded.map { ($0.request.target, $0.answer) }, uniquingKeysWith: { first, _ in first })
    let reads = Mutex(0)
    let server = try LoopbackServer(answering: { request in
      guard request.target == Self.ticker else { return table[request.target] ?? .init(status: 404, body: "{}") }
      guard reads.withLock({ count in (count += 1, count).1 }) == 1 else { return nil }
      return .init(body: #"{"price":100,"bid":99,"ask":101,"timestamp":"\#(EngineTime.format(Date()))"}"#)
    })
    defer { server.stop() }
    let ran = await console(80).watch([
      "market", "ticker", "btc", "--watch", "--interval", "100ms", "--count", "32", "--url", server.url,
    ])
    #expect(ran.code == .staleOrUnconfirmed, "\(ran)")
    let old = ran.screens.map(\.text).filter { $0.contains("OLD: seen ") }
    let rows = old.compactMap { frame in frame.split(separator: "\n").first { $0.hasPrefix("BTCUSDT") } }
    #expect(rows.count > 2 && Set(rows).count > 2, "\(rows)")
    #expect(old.allSatisfy { $0.contains("100.00") && $0.components(separatedBy: "s ago").count <= 3 }, "\(old)")
  }

  @Test func `a change is fresh for a moment, by the clock it is given`() {
    var price = SymbolPrice("BTCUSDT")
    price.price = 100
    let change = PriceChange(from: 101, to: 100, at: Console.now)
    func row(_ seconds: Double) -> LivePrice { LivePrice(price, change, at: Console.now + seconds) }
    #expect(row(0.5).isFresh && !row(0.7).isFresh)
    #expect(!row(-5).isFresh, "a clock that was set back")
    let look = LivePrice.Look(isASCII: true, isColoured: true)
    #expect(row(0.5).line(look).text == "BTCUSDT 100.00 v -1.00")
    #expect(row(0.5).line(look) == row(9).line(look), "nothing has changed in between")
    let again = LivePrice(price, PriceChange(from: 101, to: 100, at: Console.now + 1), at: Console.now + 9)
    #expect(again.line(look) != row(9).line(look), "the same way a second time is another change")
    let cell = LivePrice.watched(look).first { $0.name == "price" }?.cell(row(0.5))
    #expect(cell?.style == .changed)
    #expect(LivePrice.fields.first { $0.name == "price" }?.cell(row(0.5)).style == .plain)
  }

  @Test func `colour takes no row away in a window that is too low`() async {
    var console = console(80)
    console.rows = 12
    func rows(_ words: String...) async -> Int {
      let ran = await console.watch(["--practice", "market", "ticker", "--watch", "--count", "1"] + words)
      let text = ran.screens.last?.text ?? ""
      #expect(text.contains(" of 10 symbols shown"), "\(ran)")
      return text.split(separator: "\n", omittingEmptySubsequences: false).count
    }
    let (plain, coloured) = (await rows(), await rows("--color", "always"))
    #expect(plain == coloured && plain > 9, "\(plain) and \(coloured)")
  }

  @Test func `options of a watch need one`() async {
    for words in [["--interval", "1s"], ["--count", "2"]] {
      #expect(await Console().run(["--practice", "market", "ticker"] + words).code == .usage)
    }
    #expect(await Console().run("--practice", "market", "ticker", "--watch", "--interval", "1ms").code == .usage)
  }
}
