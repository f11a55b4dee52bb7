import Foundation
import FoundationXML
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// `hean report`: its page, its document and its file, over a real socket.
struct ReportTests {
  private static let journal = "/api/v1/journal/trades?limit=500"

  private func written(
    _ words: [String], home: String = Console.freshHome(), sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> (ran: Consequences, page: ReadPage) {
    let file = home + "/report.html"
    let ran = await Console(columns: 80, home: home).run(words + ["report", "--html", file])
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(try FileManager.default.contentsOfDirectory(atPath: home).contains { $0.hasSuffix(".new") } == false)
    return (ran, try #require(ReadPage(text), "not well-formed", sourceLocation: sourceLocation))
  }

  @Test(arguments: [
    ("calm", "Trading: signals pass every gate"), ("killswitch", "the kill switch has tripped"),
    ("stopped", "the engine is not running"),
  ])
  func `a page of the practice engine names its mode, and needs nothing else`(scenario: String, words: String)
    async throws
  {
    let (ran, page) = try await written(["--practice", "--seed", "7", "--scenario", scenario])
    #expect(ran.code == .ok && ran.errors.isEmpty && ran.output.contains("Wrote \""), "\(ran)")
    #expect(page.title.hasPrefix("PRACTICE · trading report · "))
    #expect(page.words.contains("PRACTICE") && page.words.contains("simulated market, no engine, no money"))
    #expect(page.words.contains { $0.contains(words) })
    #expect(page.source.hasPrefix("<!DOCTYPE html>\n"))
    #expect(!page.elements.contains { ["script", "link", "img", "iframe", "object", "embed", "base"].contains($0) })
    for hook in ["src=", "href=\"http", "url(", "@import", "<script"] {
      #expect(!page.source.contains(hook), "\(hook)")
    }
    #expect(page.attributes.allSatisfy { !$0.hasPrefix("on") && $0 != "style" })
    #expect(page.sections.count == 11 && page.sections.allSatisfy { page.source.contains("href=\"#\($0)\"") })
  }

  @Test func `what stops trading is told with what clears it`() async throws {
    let (_, page) = try await written(["--practice", "--scenario", "killswitch"])
    let incidents = page.rows("incidents")
    #expect(incidents.contains { $0.contains("kill switch") && $0.contains { $0.hasPrefix("DAILY_PAUSE: Drawdown") } })
    #expect(incidents.contains { $0.contains("the engine was started") })
    let blocked = page.rows("signals").filter { $0.count == 4 }
    #expect(blocked.contains { $0[0] == "SYMBOL_BLOCKED" && $0[3].contains("release from quarantine") })
    #expect(page.rows("state").contains { $0[0] == "kill switch" && $0[1] == "CLOSED" })
  }

  @Test func `the figures on the page are those of analytics`() async throws {
    let home = Console.freshHome()
    let (_, page) = try await written(["--practice"], home: home)
    let document = try JSONValue(
      reading: Data(await Console(home: home).run("--practice", "analytics", "--json").output.utf8))
    guard case .array(let figures)? = document["data"] else {
      Issue.record("no figures")
      return
    }
    let rows = page.rows("definitions")
    #expect(rows.count == figures.count + 1, "the fees are the one that analytics has not")
    for figure in figures {
      let name = try #require(figure["name"]?.text)
      let title = Statistic.Name(rawValue: name)?.title ?? ["trades": "Trades", "realized_pnl": "Realized PnL"][name]
      let row = try #require(rows.first { $0.first == title }, "\(name)")
      let unit = try #require(figure["unit"]?.text.flatMap { Statistic.Unit(rawValue: $0) })
      #expect(row[1] == figure["value"]?.number.map { unit.text($0.double) } ?? "–", "\(name)")
      #expect(row.contains(try #require(figure["definition"]?.text)), "\(name)")
      if let note = figure["note"]?.text { #expect(row.contains(note), "\(name)") }
    }
    let main = page.words.joined(separator: "\n")
    let profit = try #require(figures.first { $0["name"] == "realized_pnl" }?["value"]?.number)
    #expect(main.contains(Figures.signed(profit) + " USDT"))
  }

  @Test func `a document has the same content`() async throws {
    let home = Console.freshHome()
    let (_, page) = try await written(["--practice"], home: home)
    let ran = await Console(home: home).run("--practice", "report", "--json")
    let document = try JSONValue(reading: Data(ran.output.utf8))
    #expect(document["schema"] == "hean.report/1" && ran.code == .ok && ran.errors.isEmpty)
    let data = try #require(document["data"])
    func list(_ name: String) -> [JSONValue] { if case .array(let list)? = data[name] { list } else { [] } }
    #expect(list("trades").count == page.rows("trades").count && !list("trades").isEmpty)
    #expect(list("strategies").count == page.rows("strategies").count)
    #expect(list("incidents").count == page.rows("incidents").count)
    #expect(list("figures").count == page.rows("definitions").count)
    let limits = list("limits").compactMap { $0.text?.sentenceStart }
    #expect(!limits.isEmpty && limits.allSatisfy { page.words.contains($0 + ".") })
    #expect(data["page"] == .null && data["since"] == .null && data["missing"] == .array([]))
    #expect(data["equity_curve"]?["basis"] == "realized")
    let other = await Console(home: home).run("--practice", "trades", "--limit", "500", "--json")
    #expect(try JSONValue(reading: Data(other.output.utf8))["data"] == data["trades"])
  }

  @Test func `hostile names are text on the page`() async throws {
    let evil = #"<script>alert(1)</script>\u001b[2J\u202e\"'&amp;<img src=x onerror=y>\uffff"#
    let body =
      #"{"trades":[{"position_id":"1","symbol":"\#(evil)","side":"\#(evil)","qty":1,"entry_price":2,"mark_price":3,"#
      + #""realized_pnl":1,"unrealized_pnl":1,"closed_at":"2026-11-21T01:40:00","strategy_id":"\#(evil)"}]}"#
    let server = try Recording.server("running", changes: [Self.journal: .init(status: 200, body: body)])
    defer { server.stop() }
    let home = Console.freshHome()
    let line =
      #"{"schema":"hean.audit/1","kind":"intent","id":"</td>\#(evil)","step":1,"time":"2026-11-21T01:45:00Z","verb":"\#(evil)","#
      + #""url":"\#(server.url)","title":"\#(evil)","reason":"\#(evil)","user":"\#(evil)"}"#
    let folder = home + "/.local/state/hean"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "\(line)\nnot a line\n".write(toFile: folder + "/audit.jsonl", atomically: true, encoding: .utf8)
    let (ran, page) = try await written(["--url", server.url], home: home)
    #expect(ran.code == .ok, "\(ran)")
    #expect(!page.elements.contains("script") && !page.elements.contains("img"))
    #expect(!page.source.contains("<script") && !page.source.contains("onerror=\""))
    #expect(!page.source.unicodeScalars.contains { ["\u{1B}", "\u{202E}", "\u{FFFF}"].contains($0) })
    let text = #"<script>alert(1)</script>[2J"'&amp;<img src=x onerror=y>"#
    #expect(page.rows("trades").contains { $0.contains(text) })
    #expect(page.rows("operators").contains { $0.contains("</td>" + text) && $0.contains("not recorded") })
    #expect(page.words.contains("1 line of the audit log.") && ran.errors.contains("could not be read: 1 line"))
  }

  @Test func `a file that cannot be written, or that is no report, is left alone`() async throws {
    let home = Console.freshHome()
    let gone = await Console(home: home).run("--practice", "report", "--html", home + "/no/such/report.html")
    #expect(gone.code == .cannotWrite && gone.output.isEmpty && gone.errors.contains("cannot write"), "\(gone)")
    let notes = home + "/notes.html"
    try "<!DOCTYPE html>\nmine".write(toFile: notes, atomically: true, encoding: .utf8)
    let refused = await Console(home: home).run("--practice", "report", "--json", "--html", notes)
    #expect(refused.code == .cannotWrite && refused.errors.contains("it exists and is no report of hean"), "\(refused)")
    #expect(try String(contentsOfFile: notes, encoding: .utf8) == "<!DOCTYPE html>\nmine" && refused.output.isEmpty)
    for _ in 0..<2 { #expect(try await written(["--practice"], home: home).ran.code == .ok) }
  }

  @Test func `an engine that does not answer leaves no page`() async throws {
    let file = Console.freshHome() + "/report.html"
    let ran = await Console().run(
      "report", "--html", file, "--json", "--url", "http://127.0.0.1:1", "--timeout", "2s")
    #expect(ran.code == .unreachable && ran.output.isEmpty && ran.errors.contains(#""code":"unreachable""#), "\(ran)")
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func `closed trades that are not known are not none`() async throws {
    let empty = LoopbackServer.Answer(body: #"{"trades":[]}"#)
    let server = try Recording.server("stopped", changes: [Self.journal: empty])
    defer { server.stop() }
    let (ran, page) = try await written(["--url", server.url])
    #expect(ran.code == .staleOrUnconfirmed && ran.errors.contains("the closed trades are not known"), "\(ran)")
    #expect(page.words.contains("Equity over time is not known, because the closed trades are not."))
    #expect(page.words.contains { $0.hasPrefix("Equity now is not known") })
    #expect(page.rows("definitions").allSatisfy { $0[1] == "–" } && !page.rows("definitions").isEmpty)
    #expect(!page.elements.contains("svg"))
  }

  @Test func `one list that is empty proves nothing where the other did not answer`() async throws {
    let server = try Recording.server(
      "running",
      changes: [
        Self.journal: .init(status: 500, body: #"{"detail":"no"}"#),
        "/api/v1/trading/history?limit=500": .init(body: #"{"placed":[],"filled":[],"closed":[]}"#),
      ])
    defer { server.stop() }
    let (ran, page) = try await written(["--url", server.url])
    #expect(ran.code == .staleOrUnconfirmed && ran.errors.contains("the closed trades are not known"), "\(ran)")
    #expect(page.words.contains("Equity over time is not known, because the closed trades are not."))
  }

  @Test func `lists that do not answer are named, and the rest is told`() async throws {
    let broken = LoopbackServer.Answer(status: 500, body: #"{"detail":"no"}"#)
    let server = try Recording.server(
      "running",
      changes: [
        Self.journal: broken, "/api/v1/trading/history?limit=500": broken,
        "/api/v1/blackbox/events?limit=500": broken, "/api/v1/risk/governor/status": broken,
      ])
    defer { server.stop() }
    let (ran, page) = try await written(["--url", server.url])
    #expect(ran.code == .staleOrUnconfirmed, "\(ran)")
    for words in ["Closed trades: ", "Alarms and control calls (/blackbox/events): ", "The governor (/risk/governor"] {
      #expect(page.words.contains { $0.hasPrefix(words) }, "\(words)")
    }
    #expect(page.words.contains("DRY RUN") && page.words.contains { $0.hasPrefix("4 signals judged: 4 accepted") })
  }

  @Test func `a day is one of the calendar`() async throws {
    func data(_ words: String..., isKnown: Bool = true) async throws -> JSONValue {
      let ran = await Console().run(["--practice", "report", "--json"] + words)
      #expect(ran.code == (isKnown ? .ok : .staleOrUnconfirmed), "\(ran)")
      return try #require(try JSONValue(reading: Data(ran.output.utf8))["data"])
    }
    let today = try await data("--day", "today")
    #expect(today["since"] == "2026-11-21T00:00:00.000000Z" && today["until"] == .null && today["trades"] != .array([]))
    #expect(try await data("--day", "2026-11-21")["since"] == today["since"])
    let yesterday = try await data("--day", "yesterday", isKnown: false)
    #expect(yesterday["since"] == "2026-11-20T00:00:00.000000Z" && yesterday["until"] == "2026-11-21T00:00:00.000000Z")
    #expect(yesterday["trades"] == .array([]) && yesterday["incidents"] == .array([]))
    // The engine was started today: of yesterday nothing is known, and nothing is zero.
    #expect(yesterday["trades_known"] == false && yesterday["signals"] == .null)
    let screen = await Console(columns: 80).run("--practice", "report", "--day", "yesterday")
    #expect(
      screen.output.contains("Incidents: not known.") && screen.errors.contains("started after that time"), "\(screen)")
    // The clock went back an hour on this day.
    let long = try await data("--day", "2026-10-25", "--tz", "Europe/Berlin", isKnown: false)
    #expect(long["since"] == "2026-10-24T22:00:00.000000Z" && long["until"] == "2026-10-25T23:00:00.000000Z")
    for (words, error) in [
      ("--day 2026-11-22", "expected a day that has begun"), ("--day 2026-02-30", "expected today, yesterday"),
      ("--day noon", "expected today, yesterday"), ("--day today --since 1h", "--day is a span of its own"),
    ] {
      let ran = await Console().run(["--practice", "report"] + words.split(separator: " ").map(String.init))
      #expect(ran.code == .usage && ran.output.isEmpty && ran.errors.contains(error), "\(words): \(ran)")
    }
  }

  @Test func `equity of snapshots is drawn where a file has them`() async throws {
    let home = Console.freshHome()
    var console = Console(columns: 80, home: home)
    for minute in 0..<3 {
      console.clock = Console.now + Double(minute) * 60
      _ = await console.run("--practice", "pnl", "snapshot", "--append", home + "/pnl.csv")
    }
    let file = home + "/report.html"
    let ran = await console.run("--practice", "report", "--from", home + "/pnl.csv", "--html", file)
    let page = try #require(ReadPage(try String(contentsOfFile: file, encoding: .utf8)))
    #expect(ran.code == .ok && page.words.contains { $0.contains("Equity of the snapshots: ") }, "\(ran)")
  }
}

/// A page as a reader of XML sees it.
private final class ReadPage: NSObject, XMLParserDelegate {
  let source: String
  private(set) var title = ""
  private(set) var elements: Set<String> = []
  private(set) var attributes: Set<String> = []
  /// Ids of the sections, in order.
  private(set) var sections: [String] = []
  /// The text of each innermost piece.
  private(set) var words: [String] = []
  private var tables: [String: [[String]]] = [:]
  private var row: [String] = []
  private var text = ""

  /// `nil` when it is not well-formed.
  init?(_ source: String) {
    self.source = source
    super.init()
    let parser = XMLParser(data: Data(source.utf8))
    parser.delegate = self
    guard parser.parse() else { return nil }
  }

  /// The cells of the rows below the headings of a section's tables.
  func rows(_ section: String) -> [[String]] { (tables[section] ?? []).filter { !$0.isEmpty } }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.insert(name)
    self.attributes.formUnion(attributes.keys)
    if name == "section", let id = attributes["id"] { sections.append(id) }
    if name == "tr" { row = [] }
    // Words before a code belong to the same sentence.
    if name != "code" { text = "" }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    if name == "title", title.isEmpty { title = text }
    if name == "td" { row.append(text) }
    if name == "tr", let section = sections.last { tables[section, default: []].append(row) }
    if !text.isEmpty { words.append(text) }
    if name != "code" { text = "" }
  }
}
