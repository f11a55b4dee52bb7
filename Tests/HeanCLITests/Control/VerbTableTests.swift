import Foundation
import HeanCore
import HeanPractice
import HeanTestSupport
import Testing

@testable import HeanConsole

/// Every verb against every state and fault: exit code, screen, JSON, audit lines and what the server was sent.
/// The screens of a verb stand together in `Fixtures/screens/control`.
struct VerbTableTests {
  private struct Ran {
    var table: Consequences
    var json: Consequences
    var calls: Int
    var audit: [JSONValue]
  }

  /// The sample has `engine kill` and `positions close-all`.
  @Test(arguments: Sample.of(VerbCase.all, every: 3, from: 2))
  func `every state`(verb: VerbCase) async throws {
    var text = ""
    for state in StartingState.allCases {
      let expected =
        switch state {
        case .running: verb.running
        case .paused: verb.paused
        case .stopped: verb.stopped
        case .tripped: verb.tripped
        }
      // Only the next signal proves that a tripped kill switch was reset, and that can take a while.
      let isProvedBySignal = verb.singleState == .tripped && state == .tripped
      let ran = try await run(verb, state, patience: isProvedBySignal ? "1m" : "2s")
      check(ran, expected, "\(verb.name), \(state.rawValue)")
      text += section(state.rawValue, ran)
    }
    try Expected.compare(text, with: "control/\(verb.name.replacing(" ", with: "_")).states.txt")
  }

  @Test(arguments: Sample.of(VerbCase.all.filter { $0.name != "strategies enable twice" }, every: 6, from: 4))
  func `every fault`(verb: VerbCase) async throws {
    typealias Expectation = VerbCase.Expectation
    var text = ""
    let faults: [(String, StagedEngine.Fault, Set<PracticeQuirk>, Expectation)] = [
      ("cut before the reply", .cutBeforeReply, [], Expectation(.outcomeUnknown, 1)),
      ("401", .status(401), [], Expectation(.notAuthorised, 1)),
      ("403", .status(403), [], Expectation(.notAuthorised, 1)),
      ("429", .status(429), [], Expectation(.temporary, 1)),
      ("502 from a gateway", .status(502), [], Expectation(.outcomeUnknown, 1)),
      ("lies", .none, [.lies], verb.whenEngineLies), ("error inside", .none, [.errorInside], Expectation(.refused, 1)),
      ("wrapped error", .none, [.wrappedError], Expectation(.refused, 1)),
      ("lost reply", .none, [.lostReply], Expectation(.outcomeUnknown, 1)),
    ]
    for (name, fault, quirks, expected) in faults {
      // What never succeeds is refused before the reply could be lost.
      let expected = verb.name == "strategies params" && quirks == [.lostReply] ? Expectation(.refused, 1) : expected
      let ran = try await run(verb, verb.singleState, fault, quirks)
      check(ran, expected, "\(verb.name), \(name)")
      text += section(name, ran)
    }
    try Expected.compare(text, with: "control/\(verb.name.replacing(" ", with: "_")).faults.txt")
  }

  @Test(arguments: Sample.of(VerbCase.all, every: 3))
  func `nobody there`(verb: VerbCase) async {
    let home = Console.freshHome()
    for format in [[], ["--json"]] {
      let ran = await Console(home: home).run(verb.arguments + ["--yes", "--url", "http://127.0.0.1:1"] + format)
      #expect(ran.code == .unreachable && ran.output.isEmpty, "\(ran)")
    }
    #expect(
      !FileManager.default.fileExists(atPath: home + "/.local/state/hean/audit.jsonl"), "nothing was about to be sent")
  }

  @Test(arguments: VerbCase.all)
  func `without a terminal and without --yes nothing is even read`(verb: VerbCase) async throws {
    let engine = try StagedEngine(clock: TestClock(Console.now))
    defer { engine.stop() }
    let ran = await Console().run(verb.arguments + ["--url", engine.url])
    #expect(ran.code == .declined && ran.output.isEmpty && ran.errors.contains("--dry-run"))
    #expect(engine.server?.requests.isEmpty == true)
  }

  @Test(arguments: VerbCase.all)
  func `a dry run sends nothing and records nothing`(verb: VerbCase) async throws {
    let clock = TestClock(Console.now)
    let engine = try prepare(verb, verb.singleState, .none, [], clock)
    defer { engine.stop() }
    let before = engine.commands.count
    let home = Console.freshHome()
    var console = Console(home: home)
    console.sharedClock = clock
    let ran = await console.run(arguments(verb, engine) + ["--dry-run", "--json", "--url", engine.url])
    #expect(engine.commands.count == before)
    if ran.code == .ok {
      let data = try decode(ran.output)["data"]
      #expect(data?["outcome"] == "preview" && data?["plan_token"] != .null)
    } else {
      #expect(verb.name == "strategies enable twice" && ran.code == .refused)
    }
    #expect(!FileManager.default.fileExists(atPath: home + "/.local/state/hean/audit.jsonl"))
  }

  private func check(_ ran: Ran, _ expected: VerbCase.Expectation, _ what: Comment) {
    #expect(ran.table.code == expected.code, what)
    #expect(ran.json.code == expected.code, what)
    #expect(ran.calls == expected.calls, what)
    #expect(ran.audit.count == expected.calls * 2, what)
    let kinds = ran.audit.map { $0["kind"] }
    #expect(kinds == Array(repeating: ["intent", "outcome"], count: expected.calls).flatMap { $0 }, what)
    // Every end has its name: on standard output when something was sent or planned, on standard error when not ok.
    if expected.code != .ok {
      let error = try? decode(ran.json.errors.split(separator: "\n").last.map(String.init) ?? "")["error"]
      #expect(error?["code"] == .string(expected.code.name), what)
    }
    if expected.calls > 0 {
      let data = try? decode(ran.json.output)["data"]
      #expect(data?["outcome"] == ran.audit.last?["outcome"], what)
    }
  }

  /// Runs the verb twice, each time on a fresh engine: for people, then for scripts.
  private func run(
    _ verb: VerbCase, _ state: StartingState, _ fault: StagedEngine.Fault = .none, _ quirks: Set<PracticeQuirk> = [],
    patience: String = "1s"
  ) async throws -> Ran {
    var results: [Consequences] = []
    var calls = 0
    var audit: [JSONValue] = []
    for format in [[], ["--json"]] {
      let clock = TestClock(Console.now)
      let engine = try prepare(verb, state, fault, quirks, clock)
      defer { engine.stop() }
      let home = Console.freshHome()
      var console = Console(home: home)
      console.sharedClock = clock
      let ran = await console.run(
        arguments(verb, engine) + ["--yes", "--verify-timeout", patience, "--url", engine.url] + format)
      results.append(
        Consequences(
          code: ran.code, output: ran.output.replacing(engine.url, with: "ENGINE"),
          errors: ran.errors.replacing(engine.url, with: "ENGINE")))
      calls = engine.commands.count
      let lines = (try? String(contentsOfFile: home + "/.local/state/hean/audit.jsonl", encoding: .utf8)) ?? ""
      audit = try lines.split(separator: "\n").map { try decode(String($0)) }
    }
    return Ran(table: results[0], json: results[1], calls: calls, audit: audit)
  }

  /// The verb's arguments, with the id of the order that was prepared for ORDER. The id differs with the clock.
  private func arguments(_ verb: VerbCase, _ engine: StagedEngine) -> [String] {
    let orders = engine.read("/api/v1/orders").components(separatedBy: #""order_id":""#).dropFirst()
    let open =
      orders.last { $0.contains("test_api") && !$0.contains("filled\",") && !$0.contains("cancelled") } ?? "none"
    let id = String(open.prefix { $0 != "\"" })
    return verb.arguments.map { $0 == "ORDER" ? id : $0 }
  }

  private func decode(_ text: String) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
  }

  private func section(_ name: String, _ ran: Ran) -> String {
    "=== \(name): exit \(ran.table.code.rawValue), \(ran.calls) sent, \(ran.audit.count) audit lines\n"
      + ran.table.output + ran.table.errors + "\n"
  }

  /// An engine in the state, with the verb's precondition.
  private func prepare(
    _ verb: VerbCase, _ state: StartingState, _ fault: StagedEngine.Fault, _ quirks: Set<PracticeQuirk>,
    _ clock: TestClock
  ) throws -> StagedEngine {
    let engine = try StagedEngine(quirks: quirks, clock: clock)
    engine.prepare { stage in
      switch verb.precondition {
      case .none: break
      case .withOrder:
        // Far from the market, and several: now and then one fills all the same.
        for (symbol, price) in [("BTCUSDT", "50000"), ("SOLUSDT", "90"), ("DOGEUSDT", "0.08"), ("BNBUSDT", "300")] {
          stage.call(
            "/api/v1/orders/test",
            #"{"side":"buy","size":1,"symbol":"\#(symbol)","price":\#(price)}"#)
        }
      case .quarantined: stage.call("/api/v1/risk/governor/quarantine/DOGEUSDT")
      case .disabled: stage.call("/api/v1/strategies/hf_scalping/enable", #"{"enabled":false}"#)
      }
      switch state {
      case .running: break
      case .paused: stage.call("/api/v1/engine/pause")
      case .stopped: stage.call("/api/v1/engine/stop")
      case .tripped:
        // A limit that any movement passes, for as long as it takes to be looked at.
        let limits = #"{"updates":{"max_daily_drawdown_pct":D,"killswitch_drawdown_pct":K}}"#
        func set(_ daily: String, _ drop: String) {
          stage.call("/api/v1/config/update", limits.replacing("D", with: daily).replacing("K", with: drop))
        }
        set("0.000001", "0.000001")
        for _ in 0..<12 where !stage.read("/api/v1/risk/killswitch/status").contains(#""triggered":true"#) {
          clock.advance(.seconds(5))
        }
        set("15", "30")
        clock.advance(.seconds(10))
      }
    }
    engine.fail(with: fault)
    return engine
  }
}
