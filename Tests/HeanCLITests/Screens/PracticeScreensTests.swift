import Foundation
import HeanPractice
import Testing

@testable import HeanConsole

/// What a new user sees first, compared whole: seed and clock are fixed, so the market is too.
struct PracticeScreensTests {
  @Test(arguments: PracticeScenario.allCases)
  func `status and why of each scenario`(scenario: PracticeScenario) async throws {
    let console = Console(columns: 80)
    for command in ["status", "why"] {
      let ran = await console.run("--practice", "--scenario", scenario.rawValue, command)
      #expect(ran.code == .ok && ran.output.hasPrefix(" PRACTICE "))
      // What is to be pasted is never broken, and may be longer.
      let prose = ran.output.split(separator: "\n").filter {
        !$0.contains(". hean --practice ") && !$0.hasPrefix("    hean --practice ")
      }
      #expect(prose.allSatisfy { displayWidth(String($0)) <= 80 })
      try Expected.compare(ran.output, with: "practice/\(scenario.rawValue).\(command).txt")
    }
  }

  @Test(arguments: ["all-rejected", "stale-feed"], ["status", "why"])
  func `a scenario that stays blocked is not offered anew`(scenario: String, command: String) async {
    let ran = await Console(columns: 200).run("--practice", "--scenario", scenario, command)
    #expect(!ran.output.contains("practice reset") && ran.output.contains("the scenario \(scenario) is made so"))
    #expect(ran.output.contains("practice scenarios"), "\(ran.output)")
  }

  /// The cause that each scenario plants is the one that `why` names.
  @Test(arguments: [
    ("calm", "trading", ""), ("trend", "trading", ""), ("stale-feed", "blocked", "market_data"),
    ("all-rejected", "blocked", "council"), ("killswitch", "blocked", "kill_switch"),
    ("stopped", "blocked", "engine"),
  ])
  func `why names what was planted`(scenario: String, verdict: String, gate: String) async throws {
    let ran = await Console().run("--practice", "--scenario", scenario, "why", "--json")
    #expect(ran.output.contains(#""verdict":"\#(verdict)""#))
    if !gate.isEmpty { #expect(ran.output.contains(#""decisive_gate":"\#(gate)""#)) }
    #expect(ran.output.contains(#""mode":"practice""#) && ran.output.contains("simulated figures"))
  }

  @Test func `after the kill switch resets itself the latch behind it is found`() async {
    var console = Console()
    for step in 0..<2 {
      console.clock = Console.now + Double(step) * 5
      let ran = await console.run("--practice", "--scenario", "killswitch", "--speed", "100", "why", "--json")
      let gate = step == 0 ? "kill_switch" : "latch"
      #expect(ran.output.contains(#""decisive_gate":"\#(gate)""#), "\(ran.output)")
    }
    let risk = await console.run("--practice", "--scenario", "killswitch", "--speed", "100", "risk", "--json")
    #expect(risk.output.contains(#""kill_switch":"clear""#), "no endpoint shows the latch")
  }

  @Test func `the crash is told at each stage as it goes`() async {
    var console = Console()
    var states: [String] = []
    for second in stride(from: 0.0, through: 30, by: 1) {
      console.clock = Console.now + second
      let ran = await console.run(
        "--practice", "--scenario", "crash", "--speed", "10", "status", "-o", "csv", "--fields", "risk_state")
      let state = ran.output.split(separator: "\n").last.map(String.init) ?? "?"
      if states.last != state { states.append(state) }
    }
    #expect(Set(states) == ["NORMAL", "SOFT_BRAKE", "QUARANTINE", "HARD_STOP"], "\(states)")
    let why = await console.run("--practice", "--scenario", "crash", "--speed", "10", "why", "--exit-code")
    #expect(why.code == .conditionFalse && why.output.contains("HARD_STOP: Equity drop"))
  }

  @Test func `the world is kept between runs and reset on request`() async throws {
    let home = Console.freshHome()
    let first = await Console(home: home).run("--practice", "positions", "--json")
    let again = await Console(home: home).run("--practice", "positions", "--json")
    #expect(first == again, "the clock stood still, so did the world")
    let reset = await Console(home: home).run("practice", "reset", "--seed", "9")
    #expect(reset.output == "practice world calm, seed 9, starts now\n" && reset.code == .ok)
    let files = try FileManager.default.contentsOfDirectory(atPath: home + "/.local/state/hean/practice")
    #expect(files.count { $0.hasSuffix(".json") } == 2)
  }

  @Test func `practice is never used silently, and its options need it`() async {
    let stray = await Console().run("--scenario", "crash", "status", "--url", "http://127.0.0.1:1")
    #expect(stray.code == .usage && stray.errors.contains("add --practice"))
    let both = await Console().run("--practice", "--url", "http://127.0.0.1:1", "status")
    #expect(both.code == .usage)
    let named = await Console().run("--profile", "practice", "health", "--json")
    #expect(named.code == .ok && named.output.contains(#""mode":"practice""#))
    let csv = await Console().run("--practice", "positions", "-o", "csv", "--fields", "symbol")
    #expect(csv.errors.contains("simulated figures"))
  }

  @Test func `scenarios are listed`() async throws {
    try Expected.compare(
      await Console(columns: 80).run("practice", "scenarios").output, with: "practice/scenarios.txt")
  }
}
