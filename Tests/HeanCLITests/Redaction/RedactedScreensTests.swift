import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole
@testable import HeanPractice

/// `--redact` over a real socket: no amount that the engine told is in any output.
struct RedactedScreensTests {
  /// Keys of the engine whose figures are amounts, by the words in them.
  private static let amounts = [
    "equity", "balance", "capital", "pnl", "profit", "fee", "size", "qty", "quantity", "notional", "margin", "cash",
    "exposure",
  ]
  /// Of those, the ones that are ratios.
  private static let ratios = ["pct", "percent", "factor", "ratio", "rate", "price", "multiplier"]

  /// All amounts of a body that are long enough not to be there by chance.
  private func found(_ value: JSONValue, _ key: String = "") -> [Decimal] {
    switch value {
    case .object(let members): members.flatMap { found($0.value, $0.key.lowercased()) }
    case .array(let values): values.flatMap { found($0, key) }
    case .number(let number):
      Self.amounts.contains(where: key.contains) && !Self.ratios.contains(where: key.contains) && abs(number) >= 0.001
        && "\(number)".filter(\.isNumber).count >= 3 ? [number] : []
    default: []
    }
  }

  /// The ways in which a figure may be written.
  private func written(_ amount: Decimal) -> Set<String> {
    let size = abs(amount)
    return Set(
      [size.exactText, Figures.money(size), Figures.quantity(size), Figures.price(size)].filter { $0.count >= 4 })
  }

  private func numbers(_ text: String) -> Set<String> {
    Set(text.matches(of: #/[0-9]+(\.[0-9]+)?/#).map { String($0.output.0) })
  }

  private static let commands =
    RecordedScreensTests.commands.filter { $0 != ["pnl", "snapshot"] } + [
      ["trades"], ["analytics"], ["analytics", "equity"], ["analytics", "strategies"], ["analytics", "distribution"],
      ["analytics", "calendar"], ["analytics", "trades"], ["risk", "what-if", "--all=-10%"], ["signals"], ["decisions"],
      ["events"], ["funnel"], ["report"], ["ask", "what is my equity?"], ["ask", "how much did I make?"],
      ["ask", "how far from a hard stop?"], ["ask", "what is my largest position?"], ["strategies", "compare"],
      ["status", "--line"], ["risk", "history"], ["explain", "profit_factor"], ["explain", "expectancy"],
      ["explain", "fee_share"], ["explain", "max_drawdown"], ["explain", "calmar"], ["market", "ticker"],
    ]

  @Test(arguments: Sample.of(commands, every: 4))
  func `no amount of the engine is in any output`(command: [String]) async throws {
    let bodies = try Recording.all(in: "running").values.filter { $0.request.method == "GET" }
    let amounts = Set(
      bodies.compactMap { try? JSONValue(reading: Data($0.response.body.utf8)) }.flatMap { found($0) })
    let secrets = amounts.reduce(into: Set<String>()) { $0.formUnion(written($1)) }
    #expect(secrets.count > 20)
    let journal = try Recording.load("closing/05_journal_after").answer
    let server = try Recording.server("running", changes: ["/api/v1/journal/trades?limit=500": journal])
    defer { server.stop() }
    var isShown = false
    for output in command.contains("--line") ? ["table"] : ["table", "json", "ndjson", "csv"] {
      let words = command + ["--url", server.url] + (output == "table" ? [] : ["-o", output])
      // Prices are the market's even where an amount happens to be written alike.
      let prices = try prices(of: bodies)
      let open = await Console(columns: 140).run(words)
      let ran = await Console(columns: 140).run(words + ["--redact"])
      let leaked = numbers(ran.output + ran.errors).intersection(secrets).subtracting(prices)
      #expect(leaked.isEmpty, "\(output): \(leaked)\n\(ran.output)\(ran.errors)")
      #expect(ran.code == open.code, "\(output)")
      isShown = isShown || !numbers(open.output).intersection(secrets).isEmpty
      if output == "json" { #expect(ran.output.isEmpty || ran.output.contains(#""redacted": true"#)) }
    }
    // A screen without amounts would prove nothing; these show some unless they are redacted.
    if ["status", "positions", "account", "portfolio", "risk"].contains(command.joined(separator: " ")) {
      #expect(isShown)
    }
  }

  private func prices(of bodies: [Recording]) throws -> Set<String> {
    func prices(_ value: JSONValue, _ key: String = "") -> [Decimal] {
      switch value {
      case .object(let members): members.flatMap { prices($0.value, $0.key.lowercased()) }
      case .array(let values): values.flatMap { prices($0, key) }
      case .number(let number):
        ["price", "sl", "tp", "bid", "ask", "pct", "percent"].contains { key.contains($0) } ? [number] : []
      default: []
      }
    }
    return bodies.compactMap { try? JSONValue(reading: Data($0.response.body.utf8)) }.flatMap { prices($0) }
      .reduce(into: []) { $0.formUnion(written($1)) }
  }

  /// When something has gone wrong the engine's own sentences are full of dollars.
  @Test(arguments: Sample.of(["crash", "killswitch", "stopped", "trend"], every: 2))
  func `no sentence tells an amount`(scenario: String) async {
    // Which of them tell amounts differs; together they have to.
    var isShown = false
    for command in [
      ["status"], ["why"], ["risk"], ["risk", "killswitch"], ["risk", "history"], ["account"], ["report"], ["events"],
      ["analytics"], ["ask", "am I safe?"], ["ask", "why did I lose money?"],
      ["panic", "--dry-run"], ["orders", "place", "buy", "btc", "--notional", "250", "--dry-run"],
    ] {
      let words = ["--practice", "--scenario", scenario] + command
      let open = await Console(columns: 140).run(words)
      let ran = await Console(columns: 140).run(words + ["--redact"])
      let amount = #/\$[0-9]|[0-9] USDT/#
      #expect(!(ran.output + ran.errors).contains(amount), "\(ran)")
      #expect(ran.code == open.code, "\(command)")
      isShown = isShown || (open.output + open.errors).contains(amount)
    }
    #expect(isShown)
  }

  @Test(arguments: [["status"], ["positions"], ["account"], ["risk"], ["analytics", "equity"]])
  func `a redacted screen, compared whole`(command: [String]) async throws {
    let name = command.joined(separator: "_")
    let ran = await Console(columns: 80).run(["--practice", "--redact"] + command)
    #expect(ran.code == .ok && ran.output.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= 80 })
    try Expected.compare(ran.output, with: "redacted/\(name).80.txt")
    let ascii = await Console(columns: 80).run(["--practice", "--redact", "--ascii"] + command)
    #expect(ascii.output.contains("****") && ascii.output.utf8.allSatisfy { $0 < 128 })
    let json = await Console().run(["--practice", "--redact", "--json"] + command)
    try Expected.compare(json.output, with: "redacted/\(name).json.txt")
  }

  /// A name may be a sentence: "notional of DOGEUSDT long 21659".
  @Test func `the name of a figure tells no size`() throws {
    let text = #"{"figures":[{"name":"notional of DOGEUSDT long 21659","unit":"usdt","value":300.5}]}"#
    let value = Redaction.data.value(try JSONValue(reading: Data(text.utf8)), named: "data")
    #expect(
      JSONText.compact(value)
        == #"{"figures":[{"name":"notional of DOGEUSDT long ****","unit":"usdt","value":"****"}]}"#)
  }

  @Test(arguments: [
    (["chart", "btc"], ["O ", "H ", "L ", "C "]), (["chart", "btc", "--text"], ["from ", "Highest ", "price is "]),
  ])
  func `prices of a chart stay`(command: [String], before: [String]) async {
    let ran = await Console(columns: 80).run(["--practice", "--redact"] + command)
    #expect(ran.code == .ok && !ran.output.contains("••••"), "\(ran)")
    for words in before {
      #expect(ran.output.ranges(of: words).contains { ran.output[$0.upperBound...].first?.isNumber == true }, "\(ran)")
    }
  }

  @Test func `a setting goes by its key`() async {
    let screen = await Console(columns: 80).run("--practice", "--redact", "config")
    #expect(screen.output.contains(#/max_open_positions +[0-9]/#) && screen.output.contains(#/risk_pct +[0-9]/#))
    #expect(screen.output.contains(#/consecutive_losses_limit +••••/#), "\(screen)")
    let data = await Console(columns: 80).run("--practice", "--redact", "config", "-o", "csv")
    #expect(data.output.contains(#/max_open_positions,[0-9]/#), "\(data)")
    #expect(data.output.contains("consecutive_losses_limit,****"), "\(data)")
  }

  @Test(arguments: [["theme"], ["theme", "show"], ["theme", "check"], ["theme", "check", "ios"]])
  func `colours are no amounts`(command: [String]) async {
    for output in ["table", "json", "csv"] {
      let words = command + ["-o", output]
      #expect(await Console(columns: 80).run(words + ["--redact"]) == Console(columns: 80).run(words))
    }
  }

  @Test func `a day and a ratio stay in what is shown of them`() async throws {
    let server = try Recording.server(
      "running",
      changes: ["/api/v1/journal/trades?limit=500": try Recording.load("closing/05_journal_after").answer])
    defer { server.stop() }
    let console = Console(columns: 140)
    for (command, kept) in [
      (["analytics", "calendar"], #/(?m)^20[0-9]{2}-[0-9]{2}-[0-9]{2} /#),
      (["report"], #/Profit factor +[0-9–]/#),
    ] {
      let open = await console.run(command + ["--url", server.url])
      let ran = await console.run(command + ["--url", server.url, "--redact"])
      #expect(open.output.contains(kept) && ran.output.contains(kept), "\(open)\(ran)")
    }
  }

  @Test func `what cannot be redacted is refused, and nothing is written`() async {
    let file = Console.freshHome() + "/report.html"
    for command in [["pnl", "snapshot"], ["pnl", "snapshot", "--append", file]] {
      let ran = await Console(columns: 80).run(["--practice", "--redact"] + command)
      #expect(ran.code == .usage && ran.output.isEmpty && ran.errors.contains("--redact"), "\(ran)")
    }
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func `a page for others has no amount, and keeps ratios, counts, prices and times`() async throws {
    let console = Console()
    let account = await console.run("--practice", "account", "--json")
    let equity = try #require(try JSONValue(reading: Data(account.output.utf8))["data"]?["equity"]?.number)
    let open = await console.run("--practice", "report", "--html", "-")
    let ran = await console.run("--practice", "report", "--html", "-", "--redact")
    #expect(ran.code == open.code && ran.output.hasPrefix("<!DOCTYPE html>"), "\(ran.errors)")
    let figure = Figures.money(equity)
    #expect(open.output.contains(figure) && !ran.output.contains(figure))
    #expect(ran.output.contains(Redaction(isASCII: false).mark) && !ran.output.contains(/[0-9]+\.[0-9]{2} USDT/))
    // Pictures keep their shape, and lose the labels of their scales.
    #expect(ran.output.contains("Made ") && ran.output.contains(/20[0-9]{2}-[0-9]{2}-[0-9]{2} [0-9:]{5}/))
    // The apostrophe in its words is escaped.
    let end = try #require(Disclaimer.words.split(separator: "'").last)
    #expect(ran.output.contains(end) && open.output.contains(end))
  }

  @Test func `a verb shows and tells no amount, and does the same`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    var console = Console(columns: 140)
    console.sharedClock = clock
    let sizes = Set(engine.world.positions.map { Figures.quantity($0.size) })
    #expect(!sizes.isEmpty)
    for more in [["--dry-run"], ["--dry-run", "--json"], ["--yes"]] {
      let ran = await console.run(["positions", "close-all", "--redact", "--url", engine.url] + more)
      #expect(ran.code == .ok, "\(ran)")
      #expect(numbers(ran.output + ran.errors).intersection(sizes).isEmpty, "\(ran)")
    }
    #expect(!engine.commands.isEmpty && engine.world.positions.isEmpty)
  }

  @Test func `the audit log tells no size of what was closed`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    var console = Console(columns: 140)
    console.sharedClock = clock
    let position = try #require(engine.world.positions.first)
    let size = Figures.quantity(position.size)
    let closed = await console.run("positions", "close", position.symbol, "--yes", "--redact", "--url", engine.url)
    #expect(closed.code == .ok && !numbers(closed.output + closed.errors).contains(size), "\(closed)")
    let runs = try JSONValue(reading: Data(await console.run("audit", "--json").output.utf8))["data"]
    guard case .array(let rows)? = runs, case .string(let id)? = rows.first?["id"] else {
      Issue.record("no run was recorded")
      return
    }
    for output in ["table", "json"] {
      let open = await console.run("audit", "show", id, "-o", output)
      let ran = await console.run("audit", "show", id, "-o", output, "--redact")
      #expect(numbers(open.output).contains(size), "\(open)")
      #expect(ran.code == .ok && !numbers(ran.output + ran.errors).contains(size), "\(ran)")
    }
  }

  @Test func `events are redacted as rows and as records`() throws {
    let body =
      #"{"type":"PNL_UPDATE","payload":{"equity":10036.29,"positions":[{"symbol":"BTCUSDT","qty":"0.05","mark_price":60000.5}]}}"#
    var line = EventLine()
    line.redaction = Redaction(isASCII: true)
    line.append(
      .event(
        StreamEvent(
          topic: .positions, seq: 7, origin: .live, body: Array(body.utf8)[...], typeRange: nil, receivedAt: Console.now
        )))
    line.append(
      .notice(
        StreamNotice(.end, at: Console.now, "equity is 10036.29", ["values": ["equity": .number(Decimal(10036))]])))
    let text = String(decoding: line.bytes, as: UTF8.self)
    #expect(!text.contains("10036") && !text.contains("0.05") && text.contains("60000.5"), "\(text)")
    #expect(text.split(separator: "\n").count == 2 && text.contains(#""equity":"****""#), "\(text)")
  }
}
