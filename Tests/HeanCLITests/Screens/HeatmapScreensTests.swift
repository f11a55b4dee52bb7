import Foundation
import HeanTestSupport
import Testing

@testable import HeanConsole
@testable import HeanPractice

/// `market heatmap` over a real socket, compared whole.
struct HeatmapScreensTests {
  @Test(arguments: [80, 140], ["en_US.UTF-8", "C"])
  func `the practice market at two widths, in both alphabets`(columns: Int, locale: String) async throws {
    let ran = await Console(columns: columns, environment: ["LANG": locale]).run("--practice", "market", "heatmap")
    #expect(ran.code == .ok && ran.errors.isEmpty)
    #expect(ran.output.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= columns })
    if locale == "C" { #expect(ran.output.utf8.allSatisfy { $0 < 128 }) }
    let alphabet = locale == "C" ? "ascii" : "utf8"
    try Expected.compare(ran.output, with: "chart/heatmap.\(alphabet).\(columns).txt")
  }

  @Test func `colour only repeats what stands there`() async {
    let console = Console(columns: 80)
    let plain = await console.run("--practice", "market", "heatmap", "--ascii")
    let coloured = await console.run("--practice", "market", "heatmap", "--ascii", "--color", "always")
    #expect(coloured.output.contains("\u{1B}[32m") && coloured.output.contains("\u{1B}[31m"))
    func bare(_ text: String) -> [String] {
      text.replacing(#/\x1B\[[0-9;]*m/#, with: "").split(separator: "\n").map {
        String($0).replacing(#/ +$/#, with: "")
      }
    }
    #expect(bare(coloured.output) == bare(plain.output))
  }

  /// Two symbols with candles, one of them with a hole and a later start; of the others the engine has nothing.
  private func server(_ changes: [String: LoopbackServer.Answer] = [:]) throws -> LoopbackServer {
    func target(_ symbol: String) -> String {
      ChartScreensTests.target().replacing("BTCUSDT", with: symbol)
    }
    let short = ChartScreensTests.klines(40, gapAt: 20).replacing("BTCUSDT", with: "ETHUSDT")
    let none = #"{"symbol":"SOLUSDT","timeframe":"1m","klines":[],"count":0}"#
    return try Recording.server(
      "running",
      changes: [
        target("BTCUSDT"): .init(body: ChartScreensTests.klines()), target("ETHUSDT"): .init(body: short),
        target("SOLUSDT"): .init(body: none),
      ].merging(changes) { $1 })
  }

  @Test func `what is missing is said, on the screen and in data`() async throws {
    let server = try server()
    defer { server.stop() }
    let ran = await Console(columns: 80).run("market", "heatmap", "--url", server.url)
    try Expected.compare(ran.transcript(server), with: "chart/heatmap.missing.80.txt")
    #expect(ran.output.contains("ETHUSDT only from") && ran.output.contains("No 1m candle of SOLUSDT"))
    #expect(ran.output.contains("No answer about ") && ran.output.contains("missing in between: ETHUSDT"))
    let json = await Console().run("market", "heatmap", "--json", "--url", server.url)
    try Expected.compare(json.transcript(server), with: "chart/heatmap.json.txt")
    let csv = await Console().run(
      "market", "heatmap", "eth", "btc", "sol", "--fields", "symbol,change_pct", "--sort", "symbol", "-o", "csv",
      "--url", server.url)
    #expect(csv.output.split(separator: "\n").map { $0.prefix(7) }.dropFirst() == ["BTCUSDT", "ETHUSDT", "SOLUSDT"])
    #expect(csv.output.hasSuffix("SOLUSDT,\n"), "no change is an empty cell: \(csv.output)")
  }

  @Test func `a range that reaches beyond the candles is named, and one without candles is an error`() async throws {
    let server = try server()
    defer { server.stop() }
    let day = await Console(columns: 80).run("market", "heatmap", "btc", "--range", "1D", "--url", server.url)
    #expect(day.code == .ok && day.output.contains("this is less than 1D"), "\(day)")
    let none = await Console().run("market", "heatmap", "sol", "--url", server.url)
    #expect(none.code == .notFound && none.errors.contains("has no 1m candle yet"), "\(none)")
    var late = Console()
    late.clock = Console.now + 8 * 86_400
    let old = await late.run("market", "heatmap", "btc", "--range", "7D", "--url", server.url)
    #expect(old.code == .notFound && old.errors.contains("120 candles of before it"), "\(old)")
    let sorted = await Console().run("market", "heatmap", "--sort", "symbol", "--url", server.url)
    #expect(sorted.code == .usage && sorted.errors.contains("sorted by change"))
  }

  @Test func `hostile symbols and prices neither trap nor reach the terminal`() async throws {
    let bad = #"""
      {"klines":[{"symbol":"BTCUSDT","open":1e-30,"high":1e29,"low":1e-30,"close":1e29,"open_time":"2026-11-21T01:40:00"},
      {"open":"x","open_time":"no"}]}
      """#
    let evil =
      #"{"positions":[{"symbol":"\u001b[31mX\u0007Y\u202e\#(String(repeating: "W", count: 300))","side":"long"}]}"#
    let server = try server([
      ChartScreensTests.target(): .init(body: bad), "/api/v1/orders/positions": .init(body: evil),
    ])
    defer { server.stop() }
    for words in [[], ["--ascii"], ["--json"], ["-o", "csv"]] {
      let ran = await Console(columns: 80).run(["market", "heatmap"] + words + ["--url", server.url])
      #expect(ran.code == .ok, "\(ran.errors)")
      #expect(!ran.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" })
    }
  }

  @Test func `without an engine, and with one that is stopped`() async throws {
    let down = await Console().run("market", "heatmap", "--url", "http://127.0.0.1:1")
    #expect(down.code == .unreachable && down.output.isEmpty)
    let stopped = await Console(columns: 80).run("--practice", "--scenario", "stopped", "market", "heatmap")
    #expect(stopped.code == .ok || stopped.code == .notFound, "\(stopped)")
    try Expected.compare("\(stopped.code)\n\(stopped.output)\(stopped.errors)", with: "chart/heatmap.stopped.80.txt")
  }
}
