import HeanTestSupport
import Testing

@testable import HeanConsole
@testable import HeanPractice

/// What each command changes, as it tells a screen that runs commands.
struct CommandEffectTests {
  private static func parsed(_ words: [String]) throws -> any Command {
    let line = try ArgumentParser(root: CommandTable.root, globals: GlobalOptions.all).parse(words)
    let type = try #require(CommandTable.command(at: line.path))
    return try type.init(line)
  }

  private static func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

  /// Every command, in the order of the table. A locked screen runs what reads: a line that moves up has to be meant.
  private static let expected: [(CommandEffect, [String])] = [
    (
      .reads,
      [
        "status", "fleet", "why", "reconcile", "trace", "funnel", "explain", "positions list", "positions show",
        "positions protect", "trades list", "orders list", "orders show", "market symbols", "market ticker",
        "market show",
        "market candles", "market heatmap", "watchlist list", "watchlist show", "chart", "book", "strategies list",
        "strategies show", "strategies compare", "strategies params", "risk status", "risk limits show",
        "risk governor show", "risk killswitch show", "risk history", "risk what-if", "config get", "audit list",
        "audit show", "audit export", "alert list", "alert history", "alert receiver list", "signals list",
        "decisions list", "events list", "account", "portfolio", "analytics summary", "analytics equity",
        "analytics drawdown", "analytics strategies", "analytics trades", "analytics distribution",
        "analytics calendar", "report", "pnl snapshot", "pnl history", "pnl summary", "pnl schema", "health", "check",
        "doctor",
        "api",
        "exchange positions", "exchange orders", "exchange fills", "exchange wallet", "exchange check",
        "settings", "practice scenarios", "practice quirks",
        "practice faults", "profile list", "profile show", "profile export", "record status", "record list",
        "service show", "theme list",
        "theme show", "theme check",
        "uninstall", "schema", "completions", "version", "help",
      ]
    ),
    (
      .changesEngine,
      [
        "positions close", "positions close-all", "orders cancel", "orders cancel-all", "orders place",
        "orders test-roundtrip", "strategies enable", "strategies disable", "risk limits set", "risk quarantine",
        "risk governor clear", "risk killswitch trigger", "risk killswitch reset", "engine start", "engine stop",
        "engine pause", "engine resume", "engine restart", "engine kill", "engine lock-profit", "engine reset-halt",
        "config set", "panic",
      ]
    ),
    (
      .changesMachine,
      [
        "audit note", "changes", "watchlist add", "watchlist remove", "watchlist columns", "watchlist move",
        "alert add", "alert remove",
        "alert test",
        "alert ack", "alert silence", "alert quiet", "alert receiver add", "alert receiver remove", "practice reset",
        "profile add", "profile set", "profile unset", "profile use", "profile rename", "profile remove",
        "profile edit",
        "profile import", "login", "service install", "service remove",
        "trades export", "tutorial", "approve",
      ]
    ),
    (
      .streams,
      [
        "ask", "audit follow", "live", "watch", "wait", "alert run", "guard", "exporter", "record run", "signals watch",
        "decisions watch",
        "events watch", "practice serve", "mcp",
      ]
    ),
  ]

  @Test(arguments: CommandEffect.allCases)
  func `every command is listed under what it changes`(effect: CommandEffect) {
    let told = CommandTable.entries.filter { $0.type.effect == effect }.map { $0.path.joined(separator: " ") }
    let listed = Self.expected.filter { $0.0 == effect }.flatMap { $0.1 }
    #expect(Set(told) == Set(listed))
    #expect(listed.count == Set(listed).count)
  }

  @Test func `what nobody told about is never taken for a read`() {
    struct Forgotten: Command {
      static let spec = CommandSpec(name: "forgotten", summary: "")
      init(_ line: ParsedLine) {}
      func run(_ session: Session) -> Output { .text("") }
    }
    #expect(Forgotten.effect == .changesMachine)
  }

  @Test(
    arguments: [
      ("status --watch", .streams), ("status --line", .reads), ("why --watch", .streams),
      ("positions --watch", .streams), ("market ticker --watch", .streams), ("market show btc --watch", .streams),
      ("risk --watch", .streams), ("watchlist show main --watch", .streams),
      ("chart btc --svg a.svg", .changesMachine), ("chart btc --png a.png", .changesMachine),
      ("report --html a.html", .changesMachine), ("pnl snapshot --append a.csv", .changesMachine),
      ("pnl snapshot --to a.prom", .changesMachine),
      ("audit export --to a.ndjson", .changesMachine), ("help --man --to a", .changesMachine), ("help --man", .reads),
      ("audit export --format csv", .reads),
      ("strategies params grid --set a=1", .changesEngine), ("strategies params grid", .reads),
      ("changes --peek", .reads), ("changes", .changesMachine), ("ask", .streams), ("ask is it running", .reads),
      ("ask --history", .reads), ("positions close btc --dry-run", .changesEngine),
    ] as [(String, CommandEffect)])
  func `an option can change what a line does`(line: String, effect: CommandEffect) throws {
    #expect(try Self.parsed(Self.words(line)).effect == effect)
  }

  @Test func `no option that goes on or writes a file is forgotten`() throws {
    for entry in CommandTable.entries where entry.type.effect == .reads {
      let spec = entry.type.spec
      // A value for each operand, so that the line can be read at all.
      let operands = spec.operands.filter(\.isRequired).map { _ in "btc" }
      let changing = spec.options.filter { ["watch", "to", "html", "svg", "png", "append"].contains($0.name) }
      for option in changing {
        let words = entry.path + operands + (option.name == "watch" ? ["--watch"] : ["--\(option.name)", "a.file"])
        #expect(try Self.parsed(words).effect != .reads, "\(words)")
      }
    }
  }

  @Test func `what reads sends an engine nothing but GET`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    engine.prepare()
    var console = Console(home: Console.freshHome())
    console.sharedClock = clock
    var tried: Set<String> = []
    for line in SchemaTests.lines {
      var words = Self.words(line)
      for place in words.indices {
        switch words[place] {
        case "SYMBOL": words[place] = "BTCUSDT"
        case "ORDER", "RUN": words[place] = "none"
        default: break
        }
      }
      let command = try Self.parsed(words)
      guard command.effect == .reads, [.engine, .local].contains(type(of: command).scope) else { continue }
      tried.insert(line)
      let before = engine.server?.requests.count ?? 0
      _ = await console.run(words + ["--url", engine.url])
      let sent = engine.server?.requests.dropFirst(before) ?? []
      #expect(sent.allSatisfy { $0.method == "GET" }, "\(line): \(sent.map(\.method))")
    }
    #expect(tried.count > 40 && engine.server?.requests.isEmpty == false)
  }
}
