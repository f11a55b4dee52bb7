import Foundation
import HeanCore
import HeanPractice
import HeanTestSupport
import Testing

@testable import HeanConsole

/// What status calls blocked or not known, health does not call well.
struct HealthAgreesTests {
  private static let quirks: [Set<PracticeQuirk>] = [
    [], [.falseEquity], [.partFrozen], [.latchQuiet], [.memoryLock], [.routerRefuses], [.retryQueue],
    [.mainnetRules, .falseEquity], [.emergencyOutlived], [.hiddenEmergency],
  ]

  @Test(arguments: Sample.of(PracticeScenario.allCases.flatMap { scenario in quirks.map { (scenario, $0) } }, every: 7))
  func `health never disagrees with status`(scenario: PracticeScenario, quirks: Set<PracticeQuirk>) async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(scenario, quirks: quirks, clock: clock)
    defer { engine.stop() }
    engine.prepare()
    var console = Console()
    console.sharedClock = clock
    clock.advance(.seconds(75))
    let status = try await Self.data(console.run("status", "--json", "--url", engine.url))
    let health = try await Self.data(console.run("health", "--json", "--url", engine.url))
    #expect(status["verdict"] == health["verdict"])
    guard case .array(let steps)? = status["next_steps"] else {
      Issue.record("no steps")
      return
    }
    #expect(health["next_steps"] == .array(steps.filter { $0.text?.contains(/^hean .* health$/) != true }))
    let isWell = !["blocked", "unknown"].contains(status["verdict"]?.text)
    if health["ok"] == .bool(true) {
      #expect(isWell, "\(status) \(health)")
      #expect(status["positions_beyond_exit"].map { $0 == 0 || $0 == .null } == true, "\(status)")
    }
    let screen = await console.run("health", "--url", engine.url)
    #expect(screen.output.contains(status["summary"]?.text ?? "?"))
    #expect(isWell || !screen.output.contains("no problem"), "\(screen.output)")
  }

  private static func data(_ ran: Consequences) throws -> JSONValue {
    try #require(try JSONDecoder().decode(JSONValue.self, from: Data(ran.output.utf8))["data"], "\(ran)")
  }

  @Test(arguments: ["status", "why", "health"])
  func `no first step leads back to where it stands`(command: String) async throws {
    for scenario in PracticeScenario.allCases {
      let ran = await Console().run("--practice", "--scenario", scenario.rawValue, command, "--json")
      let data = try Self.data(ran)
      guard case .array(let steps)? = data["next_steps"], let first = steps.first?.text else { continue }
      #expect(!first.hasSuffix(" \(command)"), "\(first)")
    }
  }

  /// The figure of bent equity goes up and down with the price; the way out does not.
  @Test func `the first step out of a stop on a false figure stays the same`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(.trend, quirks: [.falseEquity], clock: clock)
    defer { engine.stop() }
    engine.prepare()
    var console = Console()
    console.sharedClock = clock
    var firsts: [String] = []
    for _ in 0..<Sample.count(60, few: 20) {
      let data = try await Self.data(console.run("status", "--json", "--url", engine.url))
      clock.advance(.seconds(5))
      let isKillSwitch = data["blocking_gate"]?.text == "kill_switch"
      guard isKillSwitch, data["open_positions"] != 0, data["equity_basis"]?.text == "computed" else { continue }
      guard case .array(let steps)? = data["next_steps"] else { continue }
      firsts.append(steps.first?.text ?? "")
    }
    #expect(Set(firsts).count == 1, "\(firsts)")
  }
}
