import Foundation
import HeanCore
import HeanPractice
import HeanTestSupport
import Testing

@testable import HeanConsole

/// Names as people type them, against the practice engine: one rule for every command.
struct NameTests {
  private func run(_ arguments: [String]) async -> Consequences { await Console().run(["--practice"] + arguments) }

  @Test(
    arguments: [
      "positions --symbol NOPE", "orders --symbol NOPE", "orders --status all --strategy nope",
      "positions --strategy nope", "signals --symbol NOPE", "decisions --strategy nope", "events --symbol NOPEUSDT",
      "why --symbol NOPE", "why --strategy nope", "ask why~no~NOPEUSDT~trade", "positions show nope",
      "orders show nope", "strategies show nope", "strategies compare nope", "trace nope",
      "positions close nope --yes", "orders cancel nope --yes", "strategies disable nope --yes",
      "strategies params nope", "orders place buy NOPE --size 1 --yes", "orders test-roundtrip NOPE --yes",
      "risk quarantine NOPE --yes", "risk governor clear --symbol NOPE --yes",
    ])
  func `what the engine does not know is exit 66, with what it knows`(line: String) async {
    let ran = await run(line.split(separator: " ").map { String($0).replacing("~", with: " ") })
    #expect(ran.code == .notFound && ran.output.isEmpty, "\(ran)")
    #expect(ran.errors.hasPrefix("hean: no ") && ran.errors.contains("(known: "), "\(ran.errors)")
    #expect(ran.errors.contains("next: hean --practice "))
  }

  @Test(arguments: [
    ("positions --symbol b", "symbol goes by 'b': BTCUSDT, BNBUSDT"),
    ("why --symbol b", "BTCUSDT, BNBUSDT"), ("risk quarantine b --yes", "BTCUSDT, BNBUSDT"),
    ("orders show smart", "more than one order"), ("trace smart", "more than one signal"),
    ("wait --for position.b.closed --timeout 1m", "BTCUSDT, BNBUSDT"),
  ])
  func `what several go by is exit 64, with them`(line: String, words: String) async {
    var console = Console()
    console.isClockReal = line.hasPrefix("wait")
    let ran = await console.run(["--practice"] + line.split(separator: " ").map(String.init))
    #expect(ran.code == .usage && ran.output.isEmpty && ran.errors.contains(words), "\(ran)")
  }

  @Test(arguments: Sample.of(["ethereum", "ETHUSDT", "eth", "eth/usdt"], every: 2))
  func `a symbol is the same in every spelling`(word: String) async throws {
    for line in [["why"], ["signals"], ["decisions"], ["events"], ["orders", "--status", "all"]] {
      let whole = await run(line + ["--symbol", "ETHUSDT", "--json"])
      let short = await run(line + ["--symbol", word, "--json"])
      #expect(whole.code == .ok && short == whole && whole.output.contains("ETHUSDT"), "\(line) \(short)")
    }
    for (verb, target) in [
      (["orders", "place", "buy", word, "--size", "0.1"], "lace buy ETHUSDT"),
      (["orders", "test-roundtrip", word], "rade ETHUSDT"), (["risk", "quarantine", word], "uarantine ETHUSDT"),
    ] {
      let ran = await run(verb + ["--dry-run"])
      #expect(ran.code == .ok && ran.output.contains(target), "\(ran)")
    }
  }

  @Test func `a strategy is known by what begins so`() async {
    for line in [["decisions"], ["signals"], ["positions"], ["orders", "--status", "all"], ["why"]] {
      let whole = await run(line + ["--strategy", "hf_scalping", "--json"])
      #expect(await run(line + ["--strategy", "HF", "--json"]) == whole && whole.code == .ok, "\(line)")
    }
    let shown = await run(["strategies", "show", "hf"])
    #expect(shown.code == .ok && shown.output.contains("hf_scalping"))
  }

  @Test func `an empty answer names what it is about`() async throws {
    let held = await run(["positions", "--json"])
    let symbols = ["BTCUSDT", "ETHUSDT", "SOLUSDT", "XRPUSDT", "ADAUSDT", "DOGEUSDT"]
    let free = try #require(symbols.first { !held.output.contains($0) })
    let ran = await run(["positions", "--symbol", free])
    #expect(ran.code == .ok && ran.output.contains("No open position for \(free)."), "\(ran)")
  }

  @Test(arguments: [
    "positions --symbol NOPE", "decisions --symbol NOPE", "why --strategy nope", "strategies show hf",
  ])
  func `a stopped engine cannot tell`(line: String) async {
    let ran = await Console().run(
      ["--practice", "--scenario", "stopped"] + line.split(separator: " ").map(String.init))
    #expect(ran.code == .staleOrUnconfirmed && ran.output.isEmpty, "\(ran)")
    #expect(ran.errors.contains("cannot be told: the engine is STOPPED"), "\(ran.errors)")
  }

  @Test func `a verb is refused by its own words where a name cannot be told`() async {
    let ran = await Console().run(
      "--practice", "--scenario", "stopped", "risk", "quarantine", "NOPE", "--yes")
    #expect(ran.code == .refused && ran.errors.contains("the engine is not running"), "\(ran)")
  }

  /// The engine takes any word for a quarantine, and has to be told the same word to undo it.
  @Test func `what was quarantined under a wrong name is released under it`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    engine.prepare { $0.call("/api/v1/risk/governor/quarantine/doge") }
    var console = Console()
    console.sharedClock = clock
    let ran = await console.run(
      "--url", engine.url, "risk", "governor", "clear", "--symbol", "doge", "--yes", "--json")
    #expect(ran.code == .ok && engine.commands.last?.body.contains(#""symbol":"doge""#) == true, "\(ran)")
  }

  @Test(arguments: [
    ["why", "--since", "20m"], ["why", "--since", "01:30"], ["why", "--since", "2026-11-21T01:10"],
    ["funnel", "--since", "1h30m"], ["funnel", "--since", "2026-11-21"], ["funnel", "--since", "2026-11-20 23:00"],
  ])
  func `a window begins at a span, a time or a date`(line: [String]) async {
    let ran = await run(line)
    #expect(ran.code == .ok, "\(ran)")
  }

  @Test(arguments: [
    ["why", "--since", "2026-11-20"], ["why", "--since", "2026-11-22"], ["funnel", "--since", "2026-11-22"],
    ["funnel", "--since", "2026-11-32"], ["funnel", "--since", "last week"], ["why", "--since", "2h"],
  ])
  func `a window that cannot be is refused`(line: [String]) async {
    let ran = await run(line)
    #expect(ran.code == .usage && ran.output.isEmpty && ran.errors.contains("--since cannot be"), "\(ran)")
  }
}
