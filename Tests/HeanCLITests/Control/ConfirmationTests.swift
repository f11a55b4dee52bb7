import Foundation
import HeanCore
import HeanPractice
import Testing

@testable import HeanConsole

/// Who is asked what, and what a plan token holds to.
struct ConfirmationTests {
  private func console(_ clock: TestClock, answers: [String], terminal: Bool = true) -> Console {
    var console = Console(columns: 80)
    console.sharedClock = clock
    console.standardInput = answers
    console.isInputTerminal = terminal
    return console
  }

  private static let clockStart = Console.now

  @Test(arguments: [("y", ExitCode.ok), ("YES", .ok), ("n", .declined), ("", .declined), ("yep", .declined)])
  func `the usual question takes y or yes and nothing else`(answer: String, code: ExitCode) async throws {
    let clock = TestClock(Self.clockStart)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    let ran = await console(clock, answers: [answer]).run("engine", "pause", "--url", engine.url)
    #expect(ran.code == code && ran.errors.hasPrefix("Send? [y/N] "))
    #expect(ran.output.contains("RUNNING  PAUSED"), "the plan stands on the screen before the question")
    #expect(engine.commands.count == (code == .ok ? 1 : 0))
  }

  @Test(
    arguments: [
      ("yes", ExitCode.ok), ("Yes", .ok), ("y", .declined), ("", .declined), ("yess", .declined), ("n", .declined),
    ])
  func `where keys act by themselves only the whole word is a yes`(answer: String, code: ExitCode) async throws {
    let clock = TestClock(Self.clockStart)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    var console = console(clock, answers: [answer])
    console.agreement = .word
    let ran = await console.run("engine", "pause", "--url", engine.url)
    #expect(ran.code == code && ran.errors.hasPrefix("Type yes to send: "))
    #expect(engine.commands.count == (code == .ok ? 1 : 0))
  }

  @Test func `where money is real a severe verb wants the name, whatever is a yes elsewhere`() async throws {
    let clock = TestClock(Self.clockStart)
    let engine = try StagedEngine(quirks: [.mainnetRules], clock: clock, isMarked: false)
    defer { engine.stop() }
    engine.prepare()
    var console = console(clock, answers: ["yes"])
    console.agreement = .word
    let ran = await console.run("positions", "close", "XRPUSDT", "--url", engine.url)
    #expect(ran.code == .declined && engine.commands.isEmpty)
    #expect(ran.errors.contains("Type '\(engine.url.dropFirst("http://".count))' to send: "), "\(ran.errors)")
  }

  @Test func `the end of input is a no`() async throws {
    let clock = TestClock(Self.clockStart)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    let ran = await console(clock, answers: []).run("positions", "close-all", "--url", engine.url)
    #expect(ran.code == .declined && engine.commands.isEmpty)
  }

  @Test func `where money is real a severe verb wants the name, typed or given`() async throws {
    let clock = TestClock(Self.clockStart)
    let engine = try StagedEngine(quirks: [.mainnetRules], clock: clock, isMarked: false)
    defer { engine.stop() }
    engine.prepare()
    let name = String(engine.url.dropFirst("http://".count))
    let close = ["positions", "close", "XRPUSDT", "--url", engine.url]
    for (answers, more, code) in [
      (["y"], [], ExitCode.declined), (["yes"], ["--yes"], .declined), ([name + "x"], [], .declined),
      ([], ["--yes", "--confirm", "other"], .declined),
    ] {
      let ran = await console(clock, answers: answers).run(close + more)
      #expect(ran.code == code && engine.commands.isEmpty, "\(answers) \(more)")
    }
    let typed = await console(clock, answers: [name]).run(close)
    #expect(typed.code == .ok && typed.output.contains(" MAINNET "), "\(typed)")
    #expect(typed.errors.contains("MAINNET: orders move real money. Type '\(name)' to send: "))
    #expect(engine.commands.last?.body.contains("I_UNDERSTAND_LIVE_TRADING") == true)
    let given = await console(clock, answers: [], terminal: false).run(
      ["positions", "close", "LINKUSDT", "--yes", "--confirm", name, "--url", engine.url])
    #expect(given.code == .ok && engine.commands.count == 2)
    // A verb that only takes risk away is asked for as anywhere.
    let pause = await console(clock, answers: [], terminal: false).run("engine", "pause", "--yes", "--url", engine.url)
    #expect(pause.code == .ok)
  }

  @Test(
    arguments: [
      ([["--sort", "size"], ["--fields", "bogus"]], ExitCode.usage), ([["--confirm", "other"]], .declined),
    ] as [([[String]], ExitCode)])
  func `what could not be written, or is meant for another engine, is not sent`(
    options: [[String]], code: ExitCode
  ) async throws {
    let clock = TestClock(Self.clockStart)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    for more in options {
      for verb in [["engine", "pause"], ["positions", "close", "XRPUSDT"]] {
        let ran = await console(clock, answers: [], terminal: false).run(
          verb + ["--yes", "--json", "--url", engine.url] + more)
        #expect(ran.code == code && engine.commands.isEmpty && ran.output.isEmpty, "\(verb) \(more): \(ran)")
      }
    }
  }

  @Test func `a cancel that the exchange never hears of is not called confirmed there`() async throws {
    let clock = TestClock(Self.clockStart)
    let engine = try StagedEngine(quirks: [.mainnetRules], clock: clock, isMarked: false)
    defer { engine.stop() }
    engine.prepare { stage in
      stage.call("/api/v1/orders/test", #"{"symbol":"BTCUSDT","side":"buy","size":0.01,"price":50000}"#)
    }
    let ran = await console(clock, answers: ["y"]).run(
      "orders", "cancel", "smart_limit_1795225650.8", "--url", engine.url)
    #expect(ran.code == .staleOrUnconfirmed && ran.output.contains("the exchange was not told"), "\(ran)")
  }

  @Test func `a plan holds while what it showed holds`() async throws {
    let clock = TestClock(Self.clockStart)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    let script = console(clock, answers: [], terminal: false)
    let dry = await script.run("positions", "close", "XRPUSDT", "--dry-run", "--json", "--url", engine.url)
    let document = try JSONDecoder().decode(JSONValue.self, from: Data(dry.output.utf8))
    let token = document["data"]?["plan_token"]?.plainText ?? ""
    let close = ["positions", "close", "--yes", "--url", engine.url, "--plan"]
    for (arguments, code) in [
      (close + ["x"] + ["XRPUSDT"], ExitCode.usage), (close + [token] + ["LINKUSDT"], .refused),
      (close + [token] + ["XRPUSDT", "LINKUSDT"], .refused),
      (["engine", "pause", "--yes", "--url", engine.url, "--plan", token], .refused),
    ] {
      let ran = await script.run(arguments)
      #expect(ran.code == code && engine.commands.isEmpty, "\(arguments): \(ran)")
    }
    let done = await script.run(close + [token] + ["XRPUSDT"])
    #expect(done.code == .ok && engine.commands.count == 1)
    let again = await script.run(close + [token] + ["XRPUSDT"])
    #expect(again.code == .notFound && engine.commands.count == 1)
  }

  @Test func `a plan ages, and prices may move by half a percent`() {
    var plan = OperationPlan("x")
    plan.facts = ["a"]
    plan.prices = [100, 200]
    func token(_ plan: OperationPlan, after seconds: Double = 0) -> PlanToken {
      PlanToken(plan, name: .enginePause, url: "u", mode: .testnet, now: Self.clockStart + seconds)
    }
    let first = token(plan)
    #expect(PlanToken(first.text) == first)
    #expect(first.problem(with: token(plan, after: 599)) == nil)
    #expect(first.problem(with: token(plan, after: 601))?.contains("10 minutes") == true)
    #expect(first.problem(with: token(plan, after: -1)) != nil, "a clock that was set back proves nothing")
    var moved = plan
    moved.prices = [100.5, 199]
    #expect(first.problem(with: token(moved)) == nil)
    moved.prices = [100.51, 200]
    #expect(first.problem(with: token(moved))?.contains("price moved from 100.00 to 100.51") == true)
    moved.prices = [100]
    #expect(first.problem(with: token(moved)) != nil)
    var other = plan
    other.facts = ["b"]
    #expect(first.problem(with: token(other)) == "what the preview showed has changed")
    for text in ["", "a", "a-b", "a-!-1", "a-b-1_x", "--"] { #expect(PlanToken(text) == nil, "\(text)") }
  }
}
