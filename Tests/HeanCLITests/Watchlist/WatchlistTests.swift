import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// Lists of symbols: what is kept of them, and how they are shown.
struct WatchlistTests {
  private let home = Console.freshHome()

  private var file: String { home + "/.config/hean/watchlists.json" }

  private func run(_ words: String..., columns: Int? = nil) async -> Consequences {
    await Console(columns: columns, home: home).run(["watchlist"] + words)
  }

  @Test func `symbols are added once, in any spelling, and taken out again`() async throws {
    let none = await run("list")
    #expect(none.code == .ok && none.output == "There is no watchlist yet.\n")
    #expect(
      await run("add", "main", "btc", "ETH/USDT", "bitcoin").output == "BTCUSDT, ETHUSDT added to watchlist main\n")
    #expect(await run("add", "main", "ethereum", "sol").output == "SOLUSDT added to watchlist main\n")
    #expect(await run("add", "main", "sol").output == "nothing new added to watchlist main\n")
    #expect(await run("add", "alts", "xrp").code == .ok)
    #expect(
      await run("rm", "main", "eth", "ETHUSDT").output == "ETHUSDT of watchlist main removed\n", "named twice")
    let listed = await run("list", "--json")
    #expect(
      listed.output.contains(#"{"columns":null,"name":"alts","symbols":["XRPUSDT"]}"#)
        && listed.output.contains(#"{"columns":null,"name":"main","symbols":["BTCUSDT","SOLUSDT"]}"#), "\(listed)")
    #expect(await run("rm", "alts").output == "watchlist alts removed\n")
    #expect(await run("list").output.contains("alts") == false)
    let status = try FileStatus.of(file)
    #expect(status.permissions == .ownerOnly)
  }

  @Test func `what does not exist is named, with the next step`() async {
    _ = await run("add", "main", "btc")
    for (words, told, code) in [
      (["rm", "main", "eth"], "'eth' is not in watchlist main: BTCUSDT", ExitCode.notFound),
      (["rm", "mian"], "there is no watchlist 'mian'. Did you mean 'main'?", .notFound),
      (["show", "other"], "there is no watchlist 'other'", .notFound),
      (["add", "Main", "btc"], "NAME cannot be 'Main'", .usage), (["add", "main"], "SYMBOL", .usage),
      (["columns", "main", "prize"], "prize", .usage), (["show", "a", "b"], "one list is shown at a time", .usage),
    ] {
      let ran = await Console(home: home).run(["watchlist"] + words)
      #expect(ran.code == code && ran.output.isEmpty && ran.errors.contains(told), "\(words): \(ran)")
    }
    _ = await run("add", "alts", "xrp")
    let several = await run("show")
    #expect(several.code == .usage && several.errors.contains("there are 2 watchlists: alts, main"))
    #expect(several.errors.contains("watchlist show alts"))
    let json = await run("show", "other", "--json")
    #expect(json.errors.contains(#""code":"not_found""#))
  }

  @Test func `a symbol that is none of the usual is looked up at the engine before it is kept`() async throws {
    let ran = await Console(home: home).run("--practice", "watchlist", "add", "main", "btc", "nosuch")
    #expect(ran.code == .notFound && ran.errors.contains("no symbol 'nosuch'"))
    #expect(!FileManager.default.fileExists(atPath: file), "nothing is kept of it")
    let down = await Console(home: home).run("--url", "http://127.0.0.1:1", "watchlist", "add", "main", "nosuch")
    #expect(down.code == .unreachable)
    #expect(await Console(home: home).run("--url", "http://127.0.0.1:1", "watchlist", "add", "main", "btc").code == .ok)
    let many = (0...Watchlists.mostSymbols).map { "A\($0)USDT" }
    try? FileManager.default.removeItem(atPath: file)
    try #"{"lists":{"main":{"symbols":[\#(many.dropLast().map { "\"\($0)\"" }.joined(separator: ","))]}}}"#.write(
      toFile: file, atomically: true, encoding: .utf8)
    let full = await run("add", "main", "btc")
    #expect(full.code == .refused && full.errors.contains("at most 30 symbols"))
  }

  @Test(arguments: [
    #"{"lists":"#, #"{"lists":[]}"#, #"{"lists":{"main":[]}}"#, #"{"lists":{"main":{"symbols":"btc"}}}"#,
    #"{"lists":{"main":{"symbols":[1]}}}"#, #"{"lists":{"main":{"symbols":["\u001b[31m"]}}}"#,
    #"{"lists":{"main":{"symbols":["BTC USDT"]}}}"#,
    #"{"lists":{"main":{"symbols":[],"columns":"price"}}}"#, "[1]", #"{"lists":{}} {}"#, #"{"lists":{},"lists":{}}"#,
  ])
  func `a damaged file is refused and stays as it is`(text: String) async throws {
    _ = await run("add", "main", "btc")
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    for words in [["list"], ["show"], ["add", "main", "eth"], ["rm", "main"], ["columns", "main", "price"]] {
      let ran = await Console(home: home).run(["watchlist"] + words)
      #expect(ran.code == .configuration && ran.output.isEmpty && ran.errors.contains("watchlists.json"), "\(ran)")
      #expect(!ran.errors.contains("\u{1B}"))
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
  }

  @Test func `a name that only the engine knows is kept, unless the file could not be read again`() async throws {
    func server(_ symbol: String) throws -> LoopbackServer {
      let position = #"{"position_id":"p1","symbol":"\#(symbol)","side":"long","size":1,"entry_price":1}"#
      let recorded = try Recording.all(in: "running").values.filter { $0.request.method == "GET" }
      var table = Dictionary(recorded.map { ($0.request.target, $0.answer) }, uniquingKeysWith: { first, _ in first })
      table["/api/v1/orders/positions"] = .init(body: #"{"positions":[\#(position)]}"#)
      return try LoopbackServer { [table] target in
        if target.hasPrefix("/api/v1/market/ticker?") {
          return .init(body: #"{"price":2,"bid":1,"ask":3,"timestamp":"2026-11-21T01:47:29"}"#)
        }
        return table[target] ?? .init(status: 404, body: #"{"detail":"Not Found"}"#)
      }
    }
    let chinese = try server("币安人生USDT")
    defer { chinese.stop() }
    let added = await Console(home: home).run("--url", chinese.url, "watchlist", "add", "main", "币安人生USDT")
    #expect(added.code == .ok && added.output == "币安人生USDT added to watchlist main\n", "\(added)")
    #expect(await run("list").output.contains("币安人生USDT"))
    let shown = await Console(columns: 80, home: home).run("--url", chinese.url, "watchlist")
    #expect(shown.code == .ok && shown.output.contains("\n币安人生USDT") && shown.output.contains(" 2.00 "), "\(shown)")
    let before = try String(contentsOfFile: file, encoding: .utf8)
    for name in [#"X\u202eUSDT"#, String(repeating: "A", count: 65)] {
      let hostile = try server(name)
      defer { hostile.stop() }
      let typed = name.replacing(#"\u202e"#, with: "\u{202E}")
      let ran = await Console(home: home).run("--url", hostile.url, "watchlist", "add", "main", typed)
      #expect(ran.code == .refused && ran.errors.contains("a watchlist cannot keep the name"), "\(ran)")
      #expect(try String(contentsOfFile: file, encoding: .utf8) == before)
    }
  }

  @Test func `what is wrong in the file is named, and no columns are the usual ones`() async throws {
    _ = await run("add", "main", "btc")
    func write(_ text: String) throws { try text.write(toFile: file, atomically: true, encoding: .utf8) }
    let many = (0...Watchlists.mostSymbols).map { "\"A\($0)USDT\"" }.joined(separator: ",")
    try write(#"{"lists":{"main":{"symbols":[\#(many)]}}}"#)
    #expect(
      await run("list").errors.contains(#""lists.main.symbols" must be a list of at most 30 symbols, not one of 31"#))
    try write(#"{"lists":{"main":{"symbols":["BTC USDT"]}}}"#)
    #expect(await run("list").errors.contains("must be a list of symbols, not one with 'BTC USDT'"))
    try write(#"{"lists":{"main":{"symbols":["BTCUSDT"],"columns":[]}}}"#)
    #expect(await Console(columns: 80, home: home).run("--practice", "watchlist").output.contains("\nSYMBOL "))
    let lists = (10..<35).map { #""w\#($0)":{}"# }.joined(separator: ",")
    try write(#"{"lists":{\#(lists)}}"#)
    let several = await run("show")
    #expect(several.errors.contains("there are 25 watchlists: w10, ") && several.errors.contains(", w29 and 5 more\n"))
  }

  @Test func `what a later version has written stays`() async throws {
    _ = await run("add", "main", "btc")
    try #"{"lists":{"main":{"symbols":["BTCUSDT"],"colour":"red"}},"order":["main"]}"#.write(
      toFile: file, atomically: true, encoding: .utf8)
    #expect(await run("add", "main", "eth").code == .ok)
    let value = try JSONValue(reading: Data(contentsOf: URL(filePath: file)))
    #expect(value["order"] == ["main"] && value["lists"]?["main"]?["colour"] == "red")
    #expect(value["lists"]?["main"]?["symbols"] == ["BTCUSDT", "ETHUSDT"])
  }

  // A lock of flock belongs to one opening of the file, so threads compete for it as processes do.
  @Test func `of several writers at once none loses what another has added`() async throws {
    let store = DocumentStore<Watchlists>(environment: ["HOME": home])
    await withTaskGroup { group in
      for writer in 0..<4 {
        group.addTask {
          await Detached.value {
            for number in 0..<6 {
              do {
                try store.update { $0.lists["w\(writer)n\(number)"] = Watchlists.List(symbols: ["BTCUSDT"]) }
              } catch {
                Issue.record("\(error)")
              }
            }
          }
        }
      }
    }
    #expect(try store.load().names.count == 24)
  }

  @Test(arguments: [80, 140], ["en_US.UTF-8", "C"])
  func `a list at two widths, in both alphabets`(columns: Int, locale: String) async throws {
    _ = await run("add", "main", "btc", "eth", "xrp", "doge")
    let ran = await Console(columns: columns, home: home, environment: ["LANG": locale]).run(
      "--practice", "watchlist")
    #expect(ran.code == .ok && ran.errors.isEmpty)
    #expect(ran.output.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= columns })
    if locale == "C" { #expect(ran.output.utf8.allSatisfy { $0 < 128 }) }
    try Expected.compare(
      ran.output, with: "watchlist/show.\(locale == "C" ? "ascii" : "utf8").\(columns).txt")
  }

  @Test func `stored columns are those of the screen, --fields is instead of them, data has all`() async throws {
    _ = await run("add", "main", "btc", "eth", "xrp")
    #expect(
      await run("columns", "main", "closes", "symbol", "price").output
        == "columns of watchlist main: closes, symbol, price\n")
    func show(_ words: String...) async -> String {
      await Console(columns: 80, home: home).run(["--practice", "watchlist"] + words).output
    }
    let lines = await show("--sort", "change_pct").split(separator: "\n")
    let heading = try #require(lines.firstIndex { $0.hasPrefix("COURSE") })
    #expect(lines[heading].split(separator: " ") == ["COURSE", "SYMBOL", "PRICE"])
    let sorted = await show("--sort", "change_pct", "--fields", "symbol").split(separator: "\n").suffix(3)
    #expect(lines[heading + 1...heading + 3].map { $0.split(separator: " ").dropLast().last } == sorted.map { $0 })
    #expect(await show("--json").contains(#""spread_bp":"#))
    #expect(await run("columns", "main").output == "columns of watchlist main: the usual ones\n")
    #expect(await show().contains("CHANGE %"))
    try #"{"lists":{"main":{"symbols":["BTCUSDT"],"columns":["nosuch"]}}}"#.write(
      toFile: file, atomically: true, encoding: .utf8)
    let stranger = await Console(home: home).run("--practice", "watchlist")
    #expect(stranger.code == .configuration && stranger.errors.contains("a column that does not exist: nosuch"))
  }

  @Test func `a symbol moves to its place, and a place behind the end is the last`() async {
    _ = await run("add", "main", "btc", "eth", "sol")
    #expect(await run("move", "main", "sol", "1").output == "SOLUSDT of watchlist main: SOLUSDT, BTCUSDT, ETHUSDT\n")
    #expect(await run("mv", "main", "solana", "30").output == "SOLUSDT of watchlist main: BTCUSDT, ETHUSDT, SOLUSDT\n")
    let none = await run("move", "main", "xrp", "1")
    #expect(none.code == .notFound && none.errors.contains("'xrp' is not in watchlist main: BTCUSDT, ETHUSDT, SOLUSDT"))
    #expect(await run("move", "main", "btc", "0").code == .usage)
  }

  @Test func `above the list stands the account, and each symbol has its change of a day`() async throws {
    _ = await run("add", "main", "btc", "eth")
    let ran = await Console(columns: 140, home: home).run("--practice", "watchlist")
    #expect(
      ran.output.contains(#/\nAccount: [0-9.]+ USDT · day [-+][0-9.]+ USDT, [-+][0-9.]+ % · \d+ open positions?\n/#),
      "\(ran)")
    let data = try JSONValue(
      reading: Data(await Console(home: home).run("--practice", "watchlist", "--json").output.utf8))
    guard case .array(let rows)? = data["data"] else {
      Issue.record("no rows: \(data)")
      return
    }
    #expect(rows.allSatisfy { $0["change_24h_pct"] != .null })
    let stopped = await Console(columns: 80, home: home).run("--practice", "--scenario", "stopped", "watchlist")
    #expect(stopped.output.contains("Account: not known, the engine does not run."), "\(stopped)")
  }

  @Test func `what is missing is said`() async throws {
    _ = await run("add", "main", "btc", "eth")
    try #"{"lists":{"main":{"symbols":["BTCUSDT","NOSUCHUSDT"]}}}"#.write(
      toFile: file, atomically: true, encoding: .utf8)
    let server = try Recording.server(
      "running",
      changes: [
        "/api/v1/market/candles?symbol=BTCUSDT&timeframe=1m&limit=21": .init(body: #"{"klines":[],"count":0}"#),
        "/api/v1/market/ticker?symbol=BTCUSDT": ChartScreensTests.ticker,
        "/api/v1/market/ticker?symbol=NOSUCHUSDT": .init(body: #"{"symbol":"NOSUCHUSDT","price":null}"#),
      ])
    defer { server.stop() }
    let ran = await Console(columns: 80, home: home).run("watchlist", "--url", server.url)
    #expect(ran.code == .ok, "\(ran)")
    try Expected.compare(ran.transcript(server), with: "watchlist/missing.80.txt")
    #expect(
      ran.output.contains("no 1m candle of BTCUSDT") && ran.output.contains("Not known to this engine: NOSUCHUSDT"))
    let json = await Console(home: home).run("watchlist", "--json", "--url", server.url)
    try Expected.compare(json.transcript(server), with: "watchlist/missing.json.txt")
    let down = await Console(home: home).run("watchlist", "--url", "http://127.0.0.1:1")
    #expect(down.code == .unreachable && down.output.isEmpty)
  }

  @Test func `hostile prices and candles neither trap nor reach the terminal`() async throws {
    _ = await run("add", "main", "btc")
    let bad = #"""
      {"klines":[{"symbol":"BTCUSDT","open":1e-30,"high":1e29,"low":1e-30,"close":1e29,"open_time":"2026-11-21T01:40:00"},
      {"open":3,"high":3,"low":3,"close":3,"open_time":"0001-01-01T00:00:00"},{"open":"x","open_time":"no"}]}
      """#
    let server = try Recording.server(
      "running",
      changes: [
        "/api/v1/market/candles?symbol=BTCUSDT&timeframe=1m&limit=21": .init(body: bad),
        "/api/v1/market/ticker?symbol=BTCUSDT": .init(
          body: #"{"symbol":"\u001b[31m","price":1e-30,"bid":1e28,"ask":1e29,"timestamp":"9999-01-01T00:00:00"}"#),
      ])
    defer { server.stop() }
    for words in [[], ["--ascii"], ["--json"], ["-o", "csv"], ["--watch", "--count", "2"]] {
      let ran = await Console(columns: words.contains("--watch") ? nil : 80, home: home).run(
        ["watchlist", "show"] + words + ["--url", server.url])
      #expect(ran.code == .ok, "\(words): \(ran.errors)")
      #expect(!ran.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" })
    }
  }

  @Test(
    arguments: [
      ([1, 2, 3, 4, 5, 6, 7, 8], "▁▂▃▄▅▆▇█", "_..--**^"), ([8, nil, 1], "█ ▁", "^ _"), ([5, 5], "▅▅", "--"),
      ([nil], "", ""), ([], "", ""), ([.infinity, 1, 2], " ▁█", " _^"),
    ] as [([Double?], String, String)])
  func `a course has a character for each figure`(values: [Double?], utf8: String, ascii: String) {
    #expect(Sparkline(values: values, isUnicode: true).text == utf8)
    #expect(Sparkline(values: values, isUnicode: false).text == ascii)
  }
}
