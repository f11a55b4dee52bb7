import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// What commands write is as `hean schema` says.
struct SchemaTests {
  /// A command line for every command that writes JSON, in an order in which each has something to tell. A name in capitals
  /// stands for one that a list has told.
  static let lines = [
    "status", "fleet", "changes", "changes --peek", "why", "reconcile", "trace last", "funnel", "ask unrealized pnl",
    "ask why does it not trade", "ask --phrases",
    "ask --history", "explain", "explain drawdown", "explain sharpe", "positions list", "positions show SYMBOL",
    "positions protect SYMBOL --stop 1", "trades list", "trades export --to FILE", "orders list --status all",
    "orders show ORDER", "market symbols",
    "market ticker", "market show BTCUSDT", "market candles BTCUSDT", "market heatmap",
    "chart BTCUSDT --type heikin-ashi --indicator sma:20",
    "book BTCUSDT", "strategies list", "strategies show impulse_engine", "strategies compare",
    "strategies params impulse_engine", "risk status", "risk limits show", "risk governor show", "risk killswitch show",
    "risk history", "risk what-if --all=-10%", "config get", "account", "portfolio", "analytics summary",
    "analytics equity", "analytics drawdown", "analytics strategies", "analytics trades", "analytics distribution",
    "analytics calendar", "report", "pnl snapshot",
    "pnl history --file SNAPSHOTS", "pnl summary --file SNAPSHOTS", "pnl summary --by strategy", "pnl schema", "health",
    "check money",
    "settings", "signals list", "decisions list",
    "events list", "exchange positions", "exchange orders", "exchange fills", "exchange wallet", "exchange check",

    "config set max_daily_drawdown_pct=10 --yes",
    "risk limits set max_open_positions=4 --yes", "risk quarantine BTCUSDT --yes",
    "strategies disable hf_scalping --yes",
    "strategies enable hf_scalping --yes", "orders place buy ETHUSDT --size 0.01 --dry-run",
    "orders test-roundtrip BTCUSDT --yes",
    "orders cancel ORDER --yes", "orders cancel-all --yes", "positions close SYMBOL --yes", "positions close-all --yes",
    "engine pause --yes", "engine resume --yes", "risk governor clear --yes", "engine reset-halt --yes",
    "engine lock-profit --yes", "engine start --yes", "risk killswitch trigger --yes",
    "risk killswitch reset --yes --reason test",
    "engine restart --yes", "engine stop --yes", "engine kill --yes", "panic --yes --deadline 20s", "audit list",
    "audit show RUN", "audit note flat since noon", "audit list", "audit export", "audit follow --since last --count 1",
    "practice scenarios", "practice quirks",
    "practice faults", "profile list", "profile show",
    "theme list", "theme show", "theme show --against-seed", "theme check", "tutorial --list", "uninstall --list",
    "version",
    "api /api/v1/telemetry/ping", "help", "help orders",
    "help time",
    "explain positions.unrealized_pnl", "watchlist add main btc eth",
    "watchlist columns main symbol price", "watchlist move main eth 1", "watchlist list", "watchlist show main",
    "watchlist remove main",
    "alert list", "alert history", "alert receiver list", "alert test", "alert ack stops",
    "alert silence stops --for 1h --reason test",
    "service show", "service install snapshot --yes", "service remove --yes", "record status", "record list",
  ]

  /// What ends by the clock.
  static let streams = [
    "wait --for engine.state==RUNNING --timeout 1s", "watch --duration 1s", "signals watch --duration 1s",
    "decisions watch --duration 1s", "events watch --duration 1s", "alert run --count 1 --scenario killswitch",
    "guard --count 1 --scenario killswitch", "record run --for 1s", "check", "doctor",
  ]

  private static let all = SchemaCatalogue(isRedacted: false).all

  private static let schemas: [String: JSONValue] = members(all["$defs"])

  private static func members(_ value: JSONValue?) -> [String: JSONValue] {
    if case .object(let members)? = value { members } else { [:] }
  }

  /// Names of the schemas of the command that a line runs.
  private static func names(_ line: String) -> [String] {
    let commands = members(all["x-commands"])
    let words = line.split(separator: " ").map(String.init)
    let path = (1...words.count).map { words.prefix($0).joined(separator: " ") }.last { commands[$0] != nil }
    if case .array(let names)? = path.flatMap({ commands[$0] }) { return names.compactMap(\.text) }
    return []
  }

  /// Problems of what a run wrote, on both outputs.
  private static func problems(_ ran: Consequences, _ names: [String], _ schemas: [String: JSONValue]) -> [String] {
    func check(_ text: String, _ names: [String]) -> [String] {
      text.split(separator: "\n").flatMap { line -> [String] in
        guard let document = try? JSONValue(reading: Data(line.utf8)) else { return ["no JSON: \(line)"] }
        let name = document["schema"]?.text.flatMap { names.contains($0) ? $0 : nil } ?? names.first ?? ""
        guard let schema = schemas[name] else { return ["no schema '\(name)' of \(line.prefix(80))"] }
        return SchemaValidator.problems(document, schema)
      }
    }
    return check(ran.output, names) + check(ran.errors, ["hean.error"])
  }

  private static func first(_ console: Console, _ line: String, _ field: String) async -> String {
    let ran = await console.run(["--practice"] + line.split(separator: " ").map(String.init) + ["--json"])
    guard case .array(let rows)? = (try? JSONValue(reading: Data(ran.output.utf8)))?["data"] else { return "none" }
    return rows.last?[field]?.text ?? "none"
  }

  @Test func `every command on the practice engine writes what its schema says`() async throws {
    let console = Console()
    for line in Self.lines {
      var words = line.split(separator: " ").map(String.init)
      for place in words.indices {
        switch words[place] {
        case "SYMBOL": words[place] = await Self.first(console, "positions", "symbol")
        case "ORDER": words[place] = await Self.first(console, "orders --status all", "order_id")
        case "SNAPSHOTS":
          words[place] = Console.freshHome() + "/pnl.csv"
          _ = await console.run("--practice", "pnl", "snapshot", "--append", words[place])
        case "FILE": words[place] = Console.freshHome() + "/trades.csv"
        case "RUN": words[place] = await Self.first(console, "audit", "id")
        default: break
        }
      }
      let ran = await console.run(["--practice"] + words + ["--json"])
      #expect(!ran.output.isEmpty || !ran.errors.isEmpty, "\(line)")
      #expect(Self.problems(ran, Self.names(line), Self.schemas) == [], "\(line)")
    }
  }

  @Test(arguments: streams)
  func `what ends by the clock writes what its schema says`(line: String) async {
    var console = Console()
    console.isClockReal = true
    let ran = await console.run(["--practice"] + line.split(separator: " ").map(String.init) + ["--json"])
    #expect(!ran.output.isEmpty, "\(line): \(ran)")
    #expect(Self.problems(ran, Self.names(line), Self.schemas) == [], "\(line)")
  }

  @Test func `every command that writes JSON is among them`() {
    let tried = Set(
      (Self.lines + Self.streams).flatMap { line in
        let words = line.split(separator: " ").map(String.init)
        return (1...words.count).map { words.prefix($0).joined(separator: " ") }
      })
    let commands = Self.members(Self.all["x-commands"]).keys.filter {
      ![SchemaCatalogue.errorWord, SchemaCatalogue.enginesWord].contains($0)
    }
    #expect(commands.filter { !tried.contains($0) } == [])
  }

  /// Scenarios in which much is null, or doubtful.
  @Test(arguments: ["crash", "killswitch", "stopped", "stale-feed"], [true, false])
  func `reads are as their schemas say in trouble too`(scenario: String, isRedacted: Bool) async {
    let schemas = Self.members(SchemaCatalogue(isRedacted: isRedacted).all["$defs"])
    let console = Console()
    for line in [
      "status", "changes", "why", "reconcile", "positions", "orders", "risk", "health", "account", "portfolio",
      "trades", "report",
    ] {
      let flags = ["--practice", "--scenario", scenario, "--json"] + (isRedacted ? ["--redact"] : [])
      let ran = await console.run(flags + [line])
      let names = Self.names(line) + Self.names(line + " list") + Self.names(line + " status")
      #expect(Self.problems(ran, names, schemas) == [], "\(scenario) \(line)")
    }
  }

  /// Bodies of a real engine, and of a stopped one.
  @Test(arguments: ["running", "stopped"])
  func `reads of a recorded engine are as their schemas say`(folder: String) async throws {
    let server = try Recording.server(folder)
    defer { server.stop() }
    for words in RecordedScreensTests.commands {
      let ran = await Console().run(words + ["--url", server.url, "--json"])
      let line = words.joined(separator: " ")
      let path = try #require(words.first)
      let names = [line, path, path + " list", path + " status", line + " show"].flatMap(Self.names)
      #expect(Self.problems(ran, names, Self.schemas) == [], "\(folder) \(line)")
    }
  }

  @Test func `a failure is as its schema says`() async {
    for words in [["nonsense"], ["positions", "show", "nothing"], ["status", "--url", "http://127.0.0.1:1"]] {
      let ran = await Console().run(
        words + ["--practice", "--json"].filter { words.contains("--url") ? $0 != "--practice" : true })
      #expect(ran.code != .ok && !ran.errors.isEmpty)
      #expect(Self.problems(ran, [], Self.schemas) == [], "\(words)")
    }
  }
}
