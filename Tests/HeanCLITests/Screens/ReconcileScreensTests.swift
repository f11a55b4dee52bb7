import Foundation
import HeanCore
import HeanPractice
import Testing

@testable import HeanConsole

/// `reconcile`, against the practice engine and what a real one told.
struct ReconcileScreensTests {
  @Test(arguments: PracticeScenario.allCases)
  func `the screen of each scenario`(scenario: PracticeScenario) async throws {
    let ran = await Console(columns: 80).run("--practice", "--scenario", scenario.rawValue, "reconcile")
    #expect(ran.code == .ok)
    #expect(ran.output.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= 80 }, "\(ran.output)")
    try Expected.compare(ran.output, with: "practice/\(scenario.rawValue).reconcile.txt")
  }

  @Test(arguments: [(PracticeQuirk.falseEquity, "equity"), (.ghostDrop, "exchange"), (.journalLoss, "realized")])
  func `what the engine is made to get wrong is found`(quirk: PracticeQuirk, topic: String) async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(.trend, quirks: [quirk], clock: clock)
    defer { engine.stop() }
    engine.prepare()
    var console = Console()
    console.sharedClock = clock
    if quirk == .journalLoss { engine.call("/api/v1/orders/close-all-positions") }
    var found: Set<String> = []
    for _ in 0..<40 where !found.contains(topic) {
      clock.advance(.seconds(5))
      let ran = await console.run("reconcile", "--url", engine.url, "--json")
      let document = try JSONValue(reading: Data(ran.output.utf8))
      guard case .array(let rows)? = document["data"]?["comparisons"] else { continue }
      for row in rows where row["verdict"] == "disagrees" || row["verdict"] == "explained" {
        found.insert(row["topic"]?.text ?? "")
      }
    }
    #expect(found.contains(topic), "\(quirk): \(found)")
  }

  @Test func `the exit code says what was found only where that is asked for`() async throws {
    let stopped = await Console().run("--practice", "--scenario", "stopped", "reconcile", "--exit-code")
    #expect(stopped.code == .staleOrUnconfirmed, "\(stopped)")
    #expect(await Console().run("--practice", "--scenario", "stopped", "reconcile").code == .ok)
  }
}
