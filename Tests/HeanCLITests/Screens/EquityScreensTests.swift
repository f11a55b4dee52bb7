import Foundation
import HeanCore
import HeanPractice
import HeanTestSupport
import Testing

@testable import HeanConsole

/// Screens of an engine whose own equity is wrong: what is shown, beside what, and why.
struct EquityScreensTests {
  /// A real engine, as it was recorded: in dry run with one long, in live, and flat after ghost drops.
  static let recorded = ["dry", "live", "ghost"]
  static let commands: [[String]] = [
    ["status"], ["account"], ["risk"], ["risk", "governor"], ["risk", "killswitch"], ["health"], ["pnl", "snapshot"],
    ["ask", "how much did i make"], ["ask", "how far from a hard stop"], ["ask", "am i safe"],
  ]

  private static func server(_ kind: String) throws -> LoopbackServer {
    let folder = kind == "ghost" ? "ghost" : "absurd-equity"
    let all = try Recording.all(in: folder).filter {
      kind == "ghost"
        ? ["dry_03_positions_after", "dry_04_status_after"].contains($0.key) : $0.key.hasPrefix(kind + "_")
    }
    var changes = Dictionary(all.values.map { ($0.request.target, $0.answer) }, uniquingKeysWith: { first, _ in first })
    if kind == "ghost" {
      // Of the ghost's run only status and positions are on record.
      changes["/api/v1/risk/status"] = .init(
        body:
          #"{"killswitch_triggered":false,"stop_trading":false,"equity":-10023.540492693557,"daily_pnl":-20023.54049269356,"drawdown":20023.5,"drawdown_pct":200.2,"max_open_positions":10,"current_positions":0,"max_open_orders":20,"current_orders":0}"#
      )
    }
    return try Recording.server("running", changes: changes)
  }

  @Test(arguments: recorded, commands)
  func `recorded engines`(kind: String, command: [String]) async throws {
    let server = try Self.server(kind)
    defer { server.stop() }
    let line = command + ["--url", server.url]
    let narrow = await Console(columns: 80).run(line)
    let json = await Console().run(line + ["--json"])
    let name = "equity/\(kind).\(command.joined(separator: "_").replacing(" ", with: "-"))"
    try Expected.compare(narrow.transcript(server) + json.transcript(server), with: name + ".txt")
    for columns in [80, 140] {
      let ran = await Console(columns: columns).run(line)
      #expect(ran.output.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= columns })
    }
    // The engine's figure is nowhere without what speaks against it.
    let piped = await Console().run(line)
    for figure in ["-9843.94", "-9804.26", "-20023.54"] {
      for text in piped.output.split(separator: "\n") where text.contains(figure) {
        #expect(text.contains("engine says") || text.contains("(/engine/status)"), "\(text)")
      }
    }
  }

  @Test func `no condition is met by a false figure, and that is said`() async throws {
    let server = try Self.server("dry")
    defer { server.stop() }
    var console = Console(columns: 80)
    console.isClockReal = true
    console.shortestDeadline = .seconds(60)
    for (condition, words) in [
      ("equity<9000", "equity is not known (the engine says 156.06, bent by open positions)"),
      ("day_pnl<-1000", "day_pnl is not known (distorted by open positions)"),
      ("drawdown_pct>50", "drawdown_pct is not known (distorted by open positions)"),
    ] {
      let ran = await console.run("wait", "--for", condition, "--timeout", "1s", "--url", server.url)
      #expect(ran.code == .conditionFalse, "\(ran)")
      #expect(ran.output.replacing("\n", with: " ").contains(words), "\(ran.output)")
    }
    let json = await console.run("wait", "--for", "equity<9000", "--timeout", "1s", "--url", server.url, "--json")
    let data = try JSONDecoder().decode(JSONValue.self, from: Data(json.output.utf8))["data"]
    #expect(data?["values"]?["equity"] == .null && data?["met"] == .bool(false))
    #expect(data?["doubts"]?["equity"] == "the engine says 156.06, bent by open positions")
    // What does not come from equity is known.
    let sound = await console.run(
      "wait", "--for", "realized_pnl>100 && risk.state==HARD_STOP", "--timeout", "1s", "--url", server.url)
    #expect(sound.code == .ok)
  }

  @Test func `in live the exchange's equity meets a condition`() async throws {
    let server = try Self.server("live")
    defer { server.stop() }
    var console = Console(columns: 80)
    console.isClockReal = true
    console.shortestDeadline = .seconds(60)
    let met = await console.run("wait", "--for", "equity>10000", "--timeout", "1s", "--url", server.url)
    #expect(met.code == .ok, "\(met)")
    let day = await console.run("wait", "--for", "day_pnl<-1000", "--timeout", "1s", "--url", server.url)
    #expect(day.code == .conditionFalse && day.output.contains("day_pnl is not known"), "\(day)")
  }

  @Test(arguments: [["status"], ["account"], ["risk"], ["risk", "killswitch"], ["risk", "governor"], ["health"]])
  func `the practice engine with false equity`(command: [String]) async throws {
    let ran = await Console(columns: 80).run(
      ["--practice", "--scenario", "trend", "--quirk", "false-equity"] + command)
    #expect(ran.code == .ok)
    try Expected.compare(ran.output, with: "equity/practice.\(command.joined(separator: "_")).txt")
  }

  /// Live as far as the console can tell: nothing marks the answers.
  @Test func `live figures of a practice engine`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(.trend, quirks: [.falseEquity, .mainnetRules], clock: clock, isMarked: false)
    defer { engine.stop() }
    engine.prepare()
    var console = Console()
    console.sharedClock = clock
    let ran = await console.run("account", "--json", "--url", engine.url)
    let data = try JSONDecoder().decode(JSONValue.self, from: Data(ran.output.utf8))["data"]
    #expect(data?["equity_basis"] == "exchange" && data?["fees"] == .null, "\(ran)")
    // The engine's own is bent; the parts are not, and lack only the fees.
    #expect(
      data?["day_pnl"]?.number != data?["day_pnl_reported"]?.number
        && data?["day_pnl_note"] == "at the engine's prices, not at the fills, fees not known")
    #expect(data?["balance"]?.number != nil, "the exchange's as well")
    let screen = await console.run("account", "--url", engine.url)
    #expect(screen.output.contains("not known: the engine counts none in live"))
  }

  /// Initial capital, realized, unrealized and fees, and what they do not come to, make the figure above them.
  @Test(arguments: ["calm", "trend", "crash"], [[], ["--quirk", "false-equity"]])
  func `the sums add up`(scenario: String, quirk: [String]) async throws {
    let ran = await Console().run(["--practice", "--scenario", scenario, "account", "--json"] + quirk)
    let data = try #require(try JSONDecoder().decode(JSONValue.self, from: Data(ran.output.utf8))["data"])
    func figure(_ name: String) throws -> Decimal { try #require(data[name]?.number, "\(name) in \(ran.output)") }
    let sum = try figure("initial_capital") + figure("realized_pnl") + figure("unrealized_pnl") - figure("fees")
    #expect(try figure("equity_computed") == sum)
    #expect(try figure("internal_equity") == sum + figure("equity_offset") + figure("equity_residual"))
    #expect(try figure("equity") == sum && data["equity_basis"]?.text == (quirk.isEmpty ? "as_is" : "computed"))
  }

  @Test func `a watched status tells the figure that can be believed`() async throws {
    let server = try Self.server("dry")
    defer { server.stop() }
    let ran = await Console().run("status", "--watch", "--count", "1", "--url", server.url)
    #expect(ran.output.contains("equity 10161.46 · computed"), "\(ran)")
  }

  @Test func `a snapshot keeps both figures`() async throws {
    let server = try Self.server("dry")
    defer { server.stop() }
    let ran = await Console().run("pnl", "snapshot", "--format", "csv", "--url", server.url)
    let lines = ran.output.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let row = Dictionary(zip(lines[0].map(String.init), lines[1].map(String.init)), uniquingKeysWith: { $1 })
    #expect(row["equity"]?.hasPrefix("10161.46") == true && row["equity_basis"] == "computed", "\(row)")
    #expect(row["equity_reported"]?.hasPrefix("156.05") == true && row["day_pnl"] == "" && row["drawdown_pct"] == "")
    #expect(row["day_pnl_reported"]?.hasPrefix("-9843.94") == true && row["balance"] == "")
    #expect(row["balance_reported"]?.hasPrefix("149.82") == true)
  }
}
