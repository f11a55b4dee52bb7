import Foundation
import HeanPractice
import Testing

@testable import HeanConsole

/// What hean makes of a close that the engine calls closed, whatever became of it.
struct ClosingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var quirks: Set<PracticeQuirk>
    var code: ExitCode
    var words: [String]
    var not: [String] = []

    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "dry-run", quirks: [], code: .ok,
      words: ["CONFIRMED", "gone from the list, and realized PnL moved by it; a dry run has no fill"],
      not: ["at market", "with a fill"]),
    Case(
      name: "journal-loss", quirks: [.journalLoss], code: .ok, words: ["CONFIRMED", "realized PnL moved by it"]),
    Case(
      name: "filled", quirks: [.mainnetRules], code: .ok,
      words: ["CONFIRMED", "closed with a fill", "-2.40 USDT (gone from the list, filled at 17.05)"], not: ["echo"]),
    Case(
      name: "filled, journal-loss", quirks: [.mainnetRules, .journalLoss], code: .ok,
      words: ["CONFIRMED", "closed with a fill"]),
    Case(
      name: "echo", quirks: [.mainnetRules, .echo], code: .ok,
      words: [
        "CONFIRMED", "closed with a fill", "-2.40 USDT",
        "LINKUSDT long 70.5 (strategy unknown) is the echo of this close in the engine's books, not a new position",
      ]),
    Case(
      name: "unfilled-close", quirks: [.mainnetRules, .unfilledClose], code: .staleOrUnconfirmed,
      words: ["NOT CONFIRMED", "no fill came, so that the exchange may still hold it"]),
    Case(
      name: "close-refused", quirks: [.mainnetRules, .closeRefused], code: .refused,
      words: ["REFUSED", "still listed 2 s after the engine answered 'closed', so the exchange refused the close"]),
    Case(
      name: "close-refused in a dry run", quirks: [.closeRefused], code: .refused,
      words: ["REFUSED", "so the engine did not close it"]),
    Case(
      name: "ghost-close", quirks: [.ghostClose], code: .staleOrUnconfirmed,
      words: ["NOT CONFIRMED", "no PnL was booked: the engine forgot LINKUSDT long, which is no close"]),
    Case(
      name: "ghost-close at an exchange", quirks: [.mainnetRules, .ghostClose], code: .staleOrUnconfirmed,
      words: ["NOT CONFIRMED", "the engine forgot LINKUSDT long; the exchange may still hold it"]),
  ]

  private func run(
    _ quirks: Set<PracticeQuirk>, columns: Int? = nil, _ arguments: [String]
  ) async throws -> (ran: Consequences, reads: Int) {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: quirks, clock: clock)
    defer { engine.stop() }
    engine.prepare()
    var console = Console(columns: columns)
    console.sharedClock = clock
    let ran = await console.run(arguments + ["--yes", "--url", engine.url])
    let reads = (engine.server?.requests ?? []).count { $0.method == "GET" }
    return (
      Consequences(
        code: ran.code, output: ran.output.replacing(engine.url, with: "ENGINE"),
        errors: ran.errors.replacing(engine.url, with: "ENGINE")), reads
    )
  }

  @Test(arguments: cases)
  func `one close, by the evidence of its kind`(item: Case) async throws {
    let (ran, _) = try await run(item.quirks, ["positions", "close", "LINKUSDT"])
    #expect(ran.code == item.code, "\(ran)")
    for words in item.words { #expect(ran.output.contains(words), "\(ran.output)") }
    for words in item.not { #expect(!ran.output.contains(words), "\(ran.output)") }
    let json = try await run(item.quirks, ["positions", "close", "LINKUSDT", "--json"]).ran
    #expect(json.code == item.code)
  }

  @Test(arguments: cases)
  func `all of them at once`(item: Case) async throws {
    let (ran, _) = try await run(item.quirks, ["positions", "close-all"])
    #expect(ran.code == item.code, "\(ran)")
    #expect(ran.output.contains(item.words[0]), "\(ran.output)")
  }

  @Test(arguments: cases.filter { !$0.name.hasPrefix("close-refused") })
  func `a kill closes, too, and its proof is told after the engine has stopped`(item: Case) async throws {
    let (ran, _) = try await run(item.quirks, ["engine", "kill"])
    #expect(ran.code == item.code, "\(ran)")
    #expect(ran.output.contains("the engine is STOPPED"))
  }

  @Test(arguments: [[PracticeQuirk.journalLoss], [.mainnetRules, .journalLoss], [.mainnetRules, .echo]])
  func `each of several is proved by its own close`(quirks: [PracticeQuirk]) async throws {
    let (ran, _) = try await run(
      Set(quirks), ["positions", "close", "LINKUSDT", "ADAUSDT", "XRPUSDT"])
    #expect(ran.code == .ok, "\(ran)")
    #expect(ran.output.components(separatedBy: "CONFIRMED").count == 4)
    // The figures of one are not those of another, nor of what the engine closes meanwhile.
    #expect(ran.output.contains("-2.40 USDT"), "\(ran.output)")
  }

  @Test func `what is gone before its turn was not closed by this verb`() async throws {
    // While it waits for echoes, the engine closes the last one by itself.
    let (ran, _) = try await run(
      [.mainnetRules, .echo], ["positions", "close", "LINKUSDT", "ADAUSDT", "XRPUSDT", "TONUSDT"])
    #expect(ran.code == .refused, "\(ran)")
    #expect(ran.output.contains("gone before this call: the engine or somebody else closed it"), "\(ran.output)")
  }

  @Test func `a refusal among closes is named, and the rest is proved`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: [.ghostClose], clock: clock)
    defer { engine.stop() }
    engine.prepare { $0.call("/api/v1/orders/close-position-by-symbol", #"{"symbol":"LINKUSDT"}"#) }
    var console = Console()
    console.sharedClock = clock
    let ran = await console.run("positions", "close", "ADAUSDT", "XRPUSDT", "--yes", "--url", engine.url)
    #expect(ran.code == .staleOrUnconfirmed, "\(ran)")
    #expect(ran.output.components(separatedBy: "NOT CONFIRMED").count == 3, "\(ran.output)")
  }

  /// Closing by symbol closes one of several at the engine, so each goes by its id.
  @Test func `a long and a short of one symbol are closed both, by id`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: [.multiPosition], clock: clock)
    defer { engine.stop() }
    engine.prepare()
    var console = Console()
    console.sharedClock = clock
    let ran = await console.run("positions", "close", "ADAUSDT", "--yes", "--url", engine.url)
    #expect(ran.code == .ok && ran.output.contains("2 positions go by 'ADAUSDT': each of them is closed"), "\(ran)")
    #expect(
      engine.commands.count == 2 && Set(engine.commands.map(\.body)).count == 2)
    #expect(engine.commands.allSatisfy { $0.target == "/api/v1/orders/close-position" })
  }

  /// A stopped engine answers 'killed' and closes nothing.
  @Test func `a stopped engine is asked for nothing`() async throws {
    for line in [["engine", "kill"], ["positions", "close-all"], ["positions", "close", "XRPUSDT"]] {
      let clock = TestClock(Console.now)
      let engine = try StagedEngine(.stopped, quirks: [.stoppedSuccess], clock: clock)
      defer { engine.stop() }
      engine.prepare()
      var console = Console()
      console.sharedClock = clock
      let ran = await console.run(line + ["--yes", "--url", engine.url])
      #expect(ran.code != .ok && engine.commands.isEmpty, "\(line): \(ran)")
    }
  }

  @Test(arguments: [80, 140])
  func `screens`(columns: Int) async throws {
    var text = ""
    for item in Self.cases {
      let (ran, reads) = try await run(item.quirks, columns: columns, ["positions", "close", "LINKUSDT"])
      text += "=== \(item.name): exit \(ran.code.rawValue), \(reads) reads\n\(ran.output)\(ran.errors)\n"
    }
    try Expected.compare(text, with: "control/closing.\(columns).txt")
  }
}
