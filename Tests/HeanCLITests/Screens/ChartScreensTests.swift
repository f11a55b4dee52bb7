import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole
@testable import HeanPractice

/// Pictures of the market over a real socket, compared whole.
struct ChartScreensTests {
  /// Bars of a random walk that ends at the time of the console's clock; the same on every machine.
  static func klines(
    _ count: Int = 120, every seconds: Int = 60, timeframe: String = "1m", hasVolume: Bool = false, gapAt gap: Int = -1
  ) -> String {
    var dice: UInt64 = 16
    func roll(_ size: Int) -> Int {
      dice = dice &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(dice >> 33) % size
    }
    // Whole tenths, so that no rounding shows.
    var price = 610_180
    let end = Int(Console.now.timeIntervalSince1970) / seconds * seconds
    var rows: [String] = []
    for bar in 0..<count {
      let open = price
      price += roll(701) - 350 + (bar / 30 % 2 == 0 ? 40 : -40)
      let high = max(open, price) + roll(150)
      let low = min(open, price) - roll(150)
      let start = end - (count - bar) * seconds - (bar < gap ? 7 * seconds : 0)
      let times = [start, start + seconds].map { EngineTime.format(Date(timeIntervalSince1970: Double($0))).dropLast() }
      func digits(_ tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)" }
      rows.append(
        #"{"symbol":"BTCUSDT","timeframe":"\#(timeframe)","open":\#(digits(open)),"high":\#(digits(high)),"#
          + #""low":\#(digits(low)),"close":\#(digits(price)),"volume":\#(hasVolume ? digits(roll(900)) : "0.0"),"#
          + #""open_time":"\#(times[0])","close_time":"\#(times[1])"}"#)
    }
    return
      #"{"symbol":"BTCUSDT","timeframe":"\#(timeframe)","klines":[\#(rows.joined(separator: ","))],"count":\#(count)}"#
  }

  static func target(_ timeframe: String = "1m") -> String {
    "/api/v1/market/candles?symbol=BTCUSDT&timeframe=\(timeframe)&limit=1000"
  }

  /// A close of which the recorded engine lists no fill, and one of another symbol.
  static let history = """
    {"history":[{"event_kind":"closed_position","position_id":"p1","symbol":"BTCUSDT","side":"long","size":0.01,\
    "entry_price":60800.0,"current_price":61020.0,"realized_pnl":2.2,"unrealized_pnl":2.2,\
    "closed_at":"2026-11-21T01:30:10"},{"event_kind":"closed_position","position_id":"p2","symbol":"ETHUSDT",\
    "side":"short","size":1,"entry_price":3000.0,"current_price":2990.0,"realized_pnl":10,"unrealized_pnl":10,\
    "closed_at":"2026-11-21T01:30:10"}]}
    """

  static let ticker = LoopbackServer.Answer(
    body: #"{"symbol":"BTCUSDT","price":61043.5,"bid":null,"ask":null,"volume":0.0,"timestamp":"2026-11-21T01:47:29"}"#)

  /// The recorded engine with these candles, and a price near them.
  private func server(
    _ klines: String, _ timeframe: String = "1m", history: String = Self.history
  ) throws -> LoopbackServer {
    try Recording.server(
      "running",
      changes: [
        Self.target(timeframe): .init(body: klines), "/api/v1/market/ticker?symbol=BTCUSDT": Self.ticker,
        "/api/v1/trading/history?limit=500": .init(body: history),
      ])
  }

  private static let pictures: [(name: String, words: [String])] = [
    ("candles", []), ("indicators", ["-i", "ema:20", "-i", "bollinger", "-i", "rsi", "-i", "macd"]),
    ("heikin-ashi", ["--type", "heikin-ashi"]), ("line", ["--type", "line"]), ("area", ["--type", "area"]),
    ("text", ["--text", "-i", "sma:20", "-i", "stochastic"]),
    ("bars", ["--type", "bars"]), ("renko", ["--type", "renko"]), ("brick", ["--type", "renko", "--brick", "50"]),
    ("at", ["--at", "2026-11-21T01:30:30Z", "-i", "rsi", "--level", "61000:resistance", "--level", "1"]),
    ("until", ["--until", "2026-11-21T00:50:00Z", "--since", "2026-11-21T00:20:00Z"]),
    ("words", ["--text", "-i", "adx", "-i", "macd"]),
  ]

  @Test(arguments: pictures.map(\.name), [80, 140])
  func `each kind of picture at two widths, in both alphabets`(name: String, columns: Int) async throws {
    let server = try server(Self.klines(hasVolume: name == "area", gapAt: 60))
    defer { server.stop() }
    let words = ["chart", "btc"] + (Self.pictures.first { $0.name == name }?.words ?? []) + ["--url", server.url]
    for (alphabet, more) in [("utf8", []), ("ascii", ["--ascii"])] {
      var console = Console(columns: columns)
      console.rows = 40
      let ran = await console.run(words + more)
      #expect(ran.code == .ok && ran.errors.isEmpty)
      #expect(ran.output.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= columns })
      if alphabet == "ascii" { #expect(ran.output.utf8.allSatisfy { $0 < 128 }) }
      try Expected.compare(ran.transcript(server), with: "chart/\(name).\(alphabet).\(columns).txt")
    }
  }

  @Test func `a picture of a hundred columns in sixteen colours has at most five kilobytes`() async throws {
    let server = try server(Self.klines(hasVolume: true), history: #"{"history":[]}"#)
    defer { server.stop() }
    let console = Console(columns: 100)
    let ran = await console.run("chart", "btc", "--size", "100x32", "--color", "always", "--url", server.url)
    let lines = ran.output.split(separator: "\n", omittingEmptySubsequences: false)
    // What stands above the picture are mode, source, a blank line and the prices of the last bar.
    let picture = lines.dropFirst(4).prefix(32).joined(separator: "\n")
    #expect(picture.utf8.count <= 5 * 1024, "\(picture.utf8.count)")
    #expect(picture.contains("\u{1B}[32m") && picture.contains("\u{1B}[31m"))
    try Expected.compare(picture, with: "chart/colour.100x32.txt")
  }

  @Test(arguments: [("LANG", "C"), ("LC_ALL", "de_DE.ISO-8859-1"), ("LC_CTYPE", "POSIX")])
  func `a locale that is not UTF-8 gets ASCII`(name: String, value: String) async throws {
    let server = try server(Self.klines())
    defer { server.stop() }
    let told = await Console(columns: 80, environment: [name: value]).run("chart", "btc", "--url", server.url)
    #expect(told.code == .ok && told.output.utf8.allSatisfy { $0 < 128 })
    let other = await Console(columns: 80, environment: ["LANG": "en_US.UTF-8"]).run(
      "chart", "btc", "--url", server.url)
    #expect(other.output.contains("┃"))
  }

  @Test func `candles are listed with what is missing`() async throws {
    let server = try server(Self.klines(gapAt: 110))
    defer { server.stop() }
    var console = Console(columns: 80)
    console.clock = Console.now + 300
    let ran = await console.run("market", "candles", "btc", "--limit", "15", "--url", server.url)
    try Expected.compare(ran.transcript(server), with: "chart/candles.list.80.txt")
    #expect(ran.output.contains("7 candles missing") && ran.output.contains("5 more of 1m should have come"))
    let json = await console.run("market", "candles", "btc", "--limit", "2", "--json", "--url", server.url)
    try Expected.compare(json.transcript(server), with: "chart/candles.list.json.txt")
  }

  @Test func `four hours are put together from the engine's hours`() async throws {
    let server = try server(Self.klines(50, every: 3600, timeframe: "1h"), "1h")
    defer { server.stop() }
    let ran = await Console(columns: 80).run("market", "candles", "btc", "-t", "4h", "--url", server.url)
    try Expected.compare(ran.transcript(server), with: "chart/candles.4h.80.txt")
    #expect(server.targets.contains(Self.target("1h")) && !server.targets.contains { $0.contains("4h") })
  }

  @Test func `an engine without candles says what it has instead, and the next step`() async throws {
    let none = #"{"symbol":"BTCUSDT","timeframe":"1h","klines":[],"count":0}"#
    let server = try Recording.server(
      "running",
      changes: [
        Self.target("1h"): .init(body: none), Self.target(): .init(body: Self.klines(43)),
        "/api/v1/market/ticker?symbol=BTCUSDT": Self.ticker,
      ])
    defer { server.stop() }
    for command in [["chart", "btc"], ["market", "candles", "btc"]] {
      let ran = await Console().run(command + ["-t", "1h", "--url", server.url])
      #expect(ran.code == .notFound && ran.output.isEmpty)
      #expect(ran.errors.contains("no 1h candle of BTCUSDT") && ran.errors.contains("43 candles of 1m"))
      #expect(ran.errors.contains("market candles BTCUSDT --timeframe 1m"))
    }
    let json = await Console().run("chart", "btc", "-t", "4h", "--json", "--url", server.url)
    #expect(json.code == .notFound && json.errors.contains(#""code":"not_found""#) && json.output.isEmpty)
  }

  @Test func `hostile candles neither trap nor reach the terminal`() async throws {
    let bad = #"""
      {"klines":[{"symbol":"BTC\u001b]0;x\u0007USDT","timeframe":"1m","open":1,"high":1,"low":1,"close":1,
      "open_time":"2026-11-21T01:40:00"},{"timeframe":"1m","open":1e29,"high":1e29,"low":1e-30,"close":1,"volume":1e29,
      "open_time":"0001-01-01T00:00:00"},{"timeframe":"1m","open":"x","high":null,"low":2,"close":1,"open_time":"no"},
      {"timeframe":"1m","open":1,"high":2,"low":0.5,"close":1.5,"open_time":99999999999},
      {"timeframe":"\u001b[31m","open":3,"high":4,"low":2,"close":3,"open_time":"2026-11-21T01:41:00"}]}
      """#
    let server = try server(bad)
    defer { server.stop() }
    for words in [[], ["--type", "area"], ["--text"], ["-i", "ichimoku", "-i", "macd", "-i", "obv"], ["--json"]] {
      let ran = await Console(columns: 80).run(["chart", "btc"] + words + ["--url", server.url])
      #expect(ran.code == .ok, "\(ran.errors)")
      #expect(!ran.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" })
    }
  }

  @Test func `a picture file is written whole, and never over something else`() async throws {
    let server = try server(Self.klines())
    defer { server.stop() }
    let folder = Console.freshHome()
    let file = folder + "/btc.svg"
    for _ in 0..<2 {
      let ran = await Console(columns: 80).run("chart", "btc", "-i", "rsi", "--svg", file, "--url", server.url)
      #expect(ran.code == .ok && ran.errors.contains("wrote \"\(file)\""))
    }
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(
      text.hasPrefix("<!-- A chart, made by hean. -->\n<svg ") && text.hasSuffix("</svg>\n")
        && !text.contains("<script"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["btc.svg"], "no other file is left")
    let parser = XMLChecker()
    #expect(parser.accepts(text))

    let foreign = folder + "/logo.svg"
    try "<svg xmlns=\"http://www.w3.org/2000/svg\"/>".write(toFile: foreign, atomically: true, encoding: .utf8)
    let drawn = await Console().run(
      "chart", "btc", "--svg", folder + "/new.svg", "--png", foreign, "--url", server.url)
    #expect(drawn.code == .cannotWrite && !FileManager.default.fileExists(atPath: folder + "/new.svg"), "both or none")
    #expect(await Console().run("chart", "btc", "--svg", foreign, "--url", server.url).code == .cannotWrite)
    let half = await Console().run(
      "chart", "btc", "--svg", folder + "/half.svg", "--png", folder + "/none/x.png", "--url", server.url)
    #expect(half.code == .cannotWrite && !FileManager.default.fileExists(atPath: folder + "/half.svg"), "\(half)")
    let same = await Console().run(
      "chart", "btc", "--svg", folder + "/a", "--png", folder + "/./a", "--url", server.url)
    #expect(same.code == .usage, "\(same)")
    let device = await Console().run("chart", "btc", "--svg", "/dev/stdout", "--url", server.url)
    #expect(device.code == .cannotWrite && device.errors.contains("it belongs to the system"))

    let other = folder + "/notes.txt"
    try "mine".write(toFile: other, atomically: true, encoding: .utf8)
    let refused = await Console().run("chart", "btc", "--svg", other, "--url", server.url)
    #expect(refused.code == .cannotWrite && refused.errors.contains("it exists and is no SVG picture"))
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")
  }

  @Test func `own fills, entry, stop and target stand in the picture`() async throws {
    let engine = try StagedEngine(clock: TestClock(Console.now))
    defer { engine.stop() }
    let position = try #require(engine.world.positions.first)
    var console = Console(columns: 80)
    console.rows = 40
    let ran = await console.run("chart", position.symbol, "--url", engine.url)
    for word in ["entry", "stop", "target"] { #expect(ran.output.lowercased().contains(word)) }
    #expect(ran.output.contains(position.isLong ? "B" : "S"), "\(ran)")
    try Expected.compare(ran.output.replacing(engine.url, with: "http://engine"), with: "chart/own.80.txt")
  }

  @Test func `a kill switch is marked, and told with its time`() async throws {
    let engine = try StagedEngine(.killswitch, clock: TestClock(Console.now))
    defer { engine.stop() }
    let ran = await Console(columns: 80).run("chart", "btc", "--url", engine.url)
    #expect(ran.output.contains("The kill switch tripped at 2026-11-21 01:47"), "\(ran)")
    let json = await Console().run("chart", "btc", "--json", "--url", engine.url)
    #expect(json.output.contains(#""killed_at":"2026-11-21T01:47"#))
    let file = Console.freshHome() + "/k.svg"
    _ = await Console().run("chart", "btc", "--svg", file, "--url", engine.url)
    let picture = try String(contentsOfFile: file, encoding: .utf8)
    #expect(picture.contains("<title>the kill switch tripped</title>") && picture.contains(">kill switch</text>"))
  }

  @Test func `a close is drawn where no fill of it is told`() async throws {
    let server = try server(Self.klines())
    defer { server.stop() }
    let file = Console.freshHome() + "/x.svg"
    let ran = await Console(columns: 140).run("chart", "btc", "--svg", file, "--url", server.url)
    #expect(ran.output.contains("X"), "\(ran)")
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains(">X</text>"))
    let json = try JSONValue(
      reading: Data(await Console().run("chart", "btc", "--json", "--url", server.url).output.utf8))
    guard case .array(let closes)? = json["data"]?["closes"] else {
      Issue.record("no closes")
      return
    }
    let hidden = await Console(columns: 140).run(
      "chart", "btc", "--text", "--redact", "--svg", file, "--url", server.url)
    #expect(hidden.output.contains("1 close known") && !hidden.output.contains("2.20"), "\(hidden)")
    #expect(try !String(contentsOfFile: file, encoding: .utf8).contains("2.20"))
    #expect(closes.count == 1 && closes[0]["price"]?.number == 61020 && closes[0]["realized_pnl"]?.number == 2.2)
  }

  private static func close(_ id: String, at moment: String) -> String {
    #"{"event_kind":"closed_position","position_id":"\#(id)","symbol":"BTCUSDT","side":"long","size":0.01,"#
      + #""entry_price":60800.0,"current_price":61020.0,"realized_pnl":2.2,"unrealized_pnl":2.2,"closed_at":"\#(moment)"}"#
  }

  /// The engine tells the hours up to 01:00; it is 01:47.
  @Test func `picture, words, files and data put a close into the same bar`() async throws {
    let moments = ["2026-11-21T00:59:59.999", "2026-11-21T01:00:00", "2026-11-21T01:46:47"]
    let rows = moments.enumerated().map { Self.close("p\($0.offset)", at: $0.element) }.joined(separator: ",")
    let server = try server(
      Self.klines(50, every: 3600, timeframe: "1h"), "1h", history: #"{"history":[\#(rows)]}"#)
    defer { server.stop() }
    let svg = Console.freshHome() + "/h.svg"
    let words = ["chart", "btc", "-t", "1h", "--url", server.url]
    var console = Console(columns: 80)
    console.rows = 40
    let ran = await console.run(words + ["--svg", svg])
    try Expected.compare(
      ran.transcript(server).replacing(svg, with: "h.svg"), with: "chart/forming.80.txt")
    let lines = ran.output.split(separator: "\n").map(String.init)
    let (bars, marks) = (
      try #require(lines.first { $0.hasSuffix("~") }), try #require(lines.first { $0.contains("X") })
    )
    let columns = marks.enumerated().filter { $0.element == "X" }.map(\.offset)
    #expect(columns == [bars.count - 2, bars.count - 1], "one in the bar of 00:00, the others in that of 01:00")
    #expect(ran.output.contains("bar of 2026-11-21 00:00:00Z"), "the title is of the last bar that is told")

    let picture = try String(contentsOfFile: svg, encoding: .utf8)
    let places = picture.matches(of: #/<text x="([0-9.]+)" y="[0-9.]+" class="own">X</#).compactMap {
      Double($0.output.1)
    }
    let step = 840.0 / 51
    #expect(places.map { Int(($0 + 4) / step) } == [49, 50, 50])
    #expect(picture.contains("being formed: bar of 2026-11-21 01:00:00Z"))
    #expect(picture.contains("BTCUSDT 1h, bar of 2026-11-21 00:00:00Z") && !picture.contains("· 2026-11-21 01:00:00Z"))

    let data = try JSONValue(reading: Data(await Console().run(words + ["--json"]).output.utf8))["data"]
    guard case .array(let closes)? = data?["closes"], case .array(let told)? = data?["bars"] else {
      Issue.record("no closes, or no bars")
      return
    }
    let names = closes.map { $0["bar"] }
    #expect(names == ["00", "01", "01"].map { .string("2026-11-21T\($0):00:00.000000Z") })
    #expect(told.last?["opened_at"] == names[0] && told.last?["forming"] == false)
    #expect(data?["forming"]?["opened_at"] == names[1])
    #expect(data?["forming"]?["ends_at"] == "2026-11-21T02:00:00.000000Z")
    #expect(data?["forming"]?["price"]?.number == Decimal(string: "61043.5"))

    let text = await Console().run(words + ["--text", "--tz", "Europe/Berlin"])
    #expect(text.output.contains("the last of 2026-11-21 01:00:00+01:00"), "\(text)")
    #expect(text.output.contains("The bar of 2026-11-21 02:00:00+01:00 is being formed."))
    #expect(text.output.contains("2026-11-21 02:46:47+01:00, in the bar of 2026-11-21 02:00:00+01:00."))
  }

  @Test func `a bar of four hours that has not ended is named in the list and in data`() async throws {
    let server = try server(Self.klines(50, every: 3600, timeframe: "1h"), "1h")
    defer { server.stop() }
    let json = await Console().run(
      "market", "candles", "btc", "-t", "4h", "--limit", "2", "--json", "--url", server.url)
    guard case .array(let bars)? = try JSONValue(reading: Data(json.output.utf8))["data"] else {
      Issue.record("no bars")
      return
    }
    #expect(bars.map { $0["forming"] } == [false, true] && bars.last?["opened_at"] == "2026-11-21T00:00:00.000000Z")
    let ran = await Console(columns: 80).run("chart", "btc", "-t", "4h", "--url", server.url)
    #expect(ran.output.contains("bar of 2026-11-21 00:00:00Z, being formed"), "\(ran)")
    #expect(ran.output.contains("~: the bar of 2026-11-21 00:00:00Z is being formed; o: its last price."))
  }

  @Test func `there is no order book, and what there is instead is said`() async throws {
    let server = try server(Self.klines())
    defer { server.stop() }
    let ran = await Console(columns: 80).run("book", "btc", "--url", server.url)
    try Expected.compare(ran.transcript(server), with: "chart/book.80.txt")
    let json = await Console().run("book", "btc", "--json", "--url", server.url)
    #expect(json.code == .ok && json.output.contains("the engine tells no order book"))
  }

  @Test func `prices of all symbols, and of one that the engine does not know`() async throws {
    let engine = try StagedEngine(clock: TestClock(Console.now))
    defer { engine.stop() }
    for command in [["market"], ["market", "symbols"]] {
      let ran = await Console(columns: 80).run(command + ["--url", engine.url])
      #expect(ran.code == .ok)
      try Expected.compare(
        ran.output.replacing(engine.url, with: "http://engine"), with: "chart/\(command.joined(separator: "_")).80.txt")
    }
    let unknown = await Console(columns: 80).run("market", "ticker", "nonesuch", "--url", engine.url)
    #expect(unknown.code == .notFound && unknown.errors.contains("no symbol 'nonesuch'"))
    let one = await Console().run("market", "ticker", "eth", "--fields", "held", "--json", "--url", engine.url)
    let held = engine.read("/api/v1/orders/positions").contains("ETHUSDT")
    #expect(one.output.contains(#""held":\#(held)"#), "\(one.output)")
    let two = await Console().run(
      "market", "ticker", "eth", "sol", "--fields", "symbol", "-o", "csv", "--url", engine.url)
    #expect(
      two.output == "symbol\r\nETHUSDT\r\nSOLUSDT\r\n" || two.output == "symbol\nETHUSDT\nSOLUSDT\n", "\(two.output)")
  }
}

/// Whether a text is well-formed XML as far as a picture needs: tags that are closed in order, and no bare `&` or `<`.
private struct XMLChecker {
  func accepts(_ text: String) -> Bool {
    var open: [Substring] = []
    // A comment before the root is no element.
    var rest = (text.wholeMatch(of: /<!--[^>]*-->\n((?:.|\n)*)/)?.output.1 ?? text[...])
    while let start = rest.firstIndex(of: "<") {
      guard let end = rest[start...].firstIndex(of: ">") else { return false }
      let tag = rest[rest.index(after: start)..<end]
      if tag.hasPrefix("/") {
        guard open.popLast() == tag.dropFirst() else { return false }
      } else if !tag.hasSuffix("/") {
        open.append(tag.prefix { $0 != " " })
      }
      rest = rest[rest.index(after: end)...]
    }
    let entities = text.ranges(of: "&").allSatisfy { range in
      ["&amp;", "&lt;", "&gt;", "&quot;"].contains { text[range.lowerBound...].hasPrefix($0) }
    }
    return open.isEmpty && entities
  }
}
