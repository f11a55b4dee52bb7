import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// The screens about money, compared whole: seed and clock of the practice engine are fixed, so its trades are too.
struct MoneyScreensTests {
  private static let commands: [[String]] = [
    ["trades", "--limit", "8"], ["trades", "--symbol", "eth", "--side", "short", "--sort", "realized_pnl"],
    ["analytics"], ["analytics", "equity"], ["analytics", "equity", "--engine"], ["analytics", "drawdown"],
    ["analytics", "strategies"], ["analytics", "trades"], ["analytics", "distribution"], ["analytics", "calendar"],
    ["risk", "what-if", "--move", "xrp=-5%", "--move", "BTC=1%", "--all=-10%"],
    ["portfolio"], ["positions", "show", "TONUSDT"], ["positions", "--sort", "unrealized_pnl:desc"], ["report"],
  ]

  private func console(_ columns: Int?, locale: String?) -> Console {
    Console(columns: columns, environment: locale.map { ["LANG": $0] } ?? [:])
  }

  @Test(arguments: commands, [80, 140])
  func `a screen at two widths, in UTF-8`(command: [String], columns: Int) async throws {
    let ran = await console(columns, locale: "en_US.UTF-8").run(["--practice"] + command)
    #expect(ran.code == .ok && ran.errors.isEmpty, "\(ran)")
    let name = command.joined(separator: "_").replacing("--", with: "").replacing(":", with: "-").replacing(
      "%", with: "")
    try Expected.compare(ran.output, with: "money/\(name).\(columns).txt")
    let tooWide = ran.output.split(separator: "\n").filter { displayWidth(String($0)) > columns }
    #expect(tooWide.isEmpty, "\(tooWide)")
  }

  /// Bars and plots have characters of their own for ASCII; ThemeScreensTests looks at all other text.
  @Test(arguments: [
    ["analytics", "equity"], ["analytics", "drawdown"], ["analytics", "distribution"], ["analytics", "calendar"],
    ["portfolio"], ["positions", "show", "TONUSDT"],
  ])
  func `bars and plots in ASCII, where the locale is not UTF-8`(command: [String]) async throws {
    let blocks = Set("█▏▎▍▌▋▊▉▁▂▃▄▅▆▇▀┤─●")
    for (locale, isDrawn) in [(String?, Bool)]([
      ("C", false), ("de_DE.ISO-8859-1", false), ("en_US.utf8", true), (nil, true),
    ]) {
      let ran = await console(80, locale: locale).run(["--practice"] + command)
      #expect(ran.output.contains(where: blocks.contains) == isDrawn, "\(locale ?? "none"): \(ran.output)")
    }
    let ran = await console(80, locale: "C").run(["--practice"] + command)
    let name = command.joined(separator: "_")
    try Expected.compare(ran.output, with: "money/\(name).ascii.txt")
  }

  @Test func `an assumption that cannot be is refused`() async {
    for (line, words) in [
      ("", "no price is assumed to move"), ("--move btc", "--move cannot be 'btc'"), ("--move =5%", "cannot be '=5%'"),
      ("--move btc=x", "cannot be 'btc=x'"), ("--all=-101%", "from -100%"),
      ("--move btc=1% --move BTCUSDT=2%", "names the same price twice"),
    ] {
      let ran = await Console(columns: 140).run(
        ["--practice", "risk", "what-if"] + line.split(separator: " ").map(String.init))
      #expect(ran.code == .usage && ran.output.isEmpty && ran.errors.contains(words), "\(line): \(ran)")
    }
    let none = await Console(columns: 140).run("--practice", "risk", "what-if", "--move", "nosuch=-5%")
    #expect(none.code == .ok && none.output.contains("Nothing would change"), "\(none)")
  }

  @Test func `documents are JSON with the same figures as the screen`() async throws {
    let ran = await Console().run("--practice", "analytics", "--json")
    let document = try JSONValue(reading: Data(ran.output.utf8))
    guard case .array(let rows)? = document["data"] else {
      Issue.record("no rows: \(ran)")
      return
    }
    #expect(rows.count == 18 && rows.allSatisfy { $0["definition"]?.text?.isEmpty == false })
    for row in rows where row["value"] == .null { #expect(row["note"]?.text?.hasPrefix("refused: ") == true) }
    let trades = try JSONValue(
      reading: Data(await Console().run("--practice", "trades", "--limit", "500", "--json").output.utf8))
    guard case .array(let list)? = trades["data"] else {
      Issue.record("no trades")
      return
    }
    let realized = list.compactMap { $0["realized_pnl"]?.number }.reduce(0, +)
    #expect(rows.first { $0["name"] == "realized_pnl" }?["value"]?.number == realized && !list.isEmpty)
    #expect(rows.first { $0["name"] == "trades" }?["value"]?.number == Decimal(list.count))
  }

  @Test func `the same trades and the same chance give the same figures`() async throws {
    let home = Console.freshHome()
    let first = await Console(home: home).run("--practice", "analytics", "--json")
    #expect(first == (await Console(home: home).run("--practice", "analytics", "--json")) && first.code == .ok)
  }

  @Test(arguments: [
    ["trades"], ["analytics"], ["analytics", "equity"], ["analytics", "calendar"], ["portfolio"],
  ])
  func `a stopped engine tells nothing, and nobody there is said`(command: [String]) async throws {
    let empty = LoopbackServer.Answer(status: 200, body: #"{"trades":[]}"#)
    let stopped = try Recording.server("stopped", changes: [Self.journal: empty])
    defer { stopped.stop() }
    let ran = await Console(columns: 80).run(command + ["--url", stopped.url, "--json"])
    #expect(ran.code == .staleOrUnconfirmed && ran.output.contains(#""data": null"#), "\(ran)")
    let gone = await Console(columns: 80).run(command + ["--url", "http://127.0.0.1:1", "--timeout", "2s"])
    #expect(gone.code == .unreachable && gone.output.isEmpty, "\(gone)")
  }

  /// A stopped engine keeps its journal, unlike its lists of positions and orders.
  @Test func `a stopped engine tells the trades it remembers`() async throws {
    let kept = try Recording.load("stopped/get_journal_trades").answer
    let server = try Recording.server("stopped", changes: [Self.journal: kept])
    defer { server.stop() }
    var told = ""
    for command in [["trades"], ["analytics"], ["analytics", "equity"]] {
      let ran = await Console(columns: 80).run(command + ["--url", server.url])
      #expect(ran.code == .ok && ran.output.contains("it remembers of before"), "\(ran)")
      told += ran.transcript(server)
    }
    try Expected.compare(told, with: "money/stopped.txt")
  }

  private static let journal = "/api/v1/journal/trades?limit=500"

  /// One close of a dry run with the whole metadata of a strategy, and three positions that were dropped at once.
  @Test(arguments: ["closing/05_journal_after", "ghost/live_07_journal_after"])
  func `journals of a real engine`(name: String) async throws {
    let server = try Recording.server("running", changes: [Self.journal: try Recording.load(name).answer])
    defer { server.stop() }
    var told = ""
    for command in [["trades"], ["analytics"], ["trades", "--json"]] {
      let ran = await Console(columns: 80).run(command + ["--url", server.url])
      #expect(ran.code == .ok, "\(ran)")
      told += ran.transcript(server)
    }
    try Expected.compare(told, with: "money/\(name.replacing("/", with: "_")).txt")
  }

  @Test func `text of an engine controls no terminal and no spreadsheet`() async throws {
    let evil = #"\u001b[2Jx"#
    let body =
      #"{"trades":[{"position_id":"=1+1","symbol":"\#(evil)","side":"\#(evil)","qty":1,"entry_price":2,"mark_price":3,"#
      + #""realized_pnl":1,"unrealized_pnl":1,"closed_at":"2026-11-21T01:40:00","strategy_id":"\#(evil)"}]}"#
    let server = try Recording.server("running", changes: [Self.journal: .init(status: 200, body: body)])
    defer { server.stop() }
    for command in [["trades"], ["analytics", "strategies"], ["analytics", "trades"], ["trades", "-o", "csv"]] {
      let ran = await Console(columns: 140).run(command + ["--url", server.url])
      #expect(ran.code == .ok && !ran.output.contains("\u{1B}") && ran.output.contains("x"), "\(ran)")
    }
    let sheet = await Console().run("trades", "-o", "csv", "--fields", "position_id", "--url", server.url)
    #expect(sheet.output == "position_id\n'=1+1\n")
  }
}
