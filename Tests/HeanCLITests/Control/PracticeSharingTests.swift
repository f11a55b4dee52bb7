import Foundation
import HeanCore
import HeanPractice
import Testing

@testable import HeanConsole

/// One practice world that several processes use at once.
struct PracticeSharingTests {
  private let console = Console()

  @Test func `of several who close everything at once, one closes it`() async throws {
    #expect(await console.run("--practice", "--scenario", "trend", "positions").code == .ok)
    let ends = await withTaskGroup { group in
      for _ in 0..<5 {
        group.addTask { [console] in
          await console.run(
            "--practice", "--scenario", "trend", "positions", "close-all", "--yes", "--output", "json")
        }
      }
      return await group.reduce(into: [Consequences]()) { $0.append($1) }
    }
    let outcomes = try ends.map { try JSONValue(reading: Data($0.output.utf8))["data"]?["outcome"]?.text }
    #expect(outcomes.count { $0 == "confirmed" } == 1 && outcomes.count { $0 == "unchanged" } == 4, "\(outcomes)")
  }

  /// What only looks lets its copy of the world grow older, and would else put back what was closed meanwhile.
  @Test func `a look that ends later does not undo a change`() async throws {
    let world = ["--practice", "--scenario", "trend"]
    #expect(await console.run(world + ["positions"]).code == .ok)
    let practice = try PracticeWorld(
      PracticeConfiguration(seed: 1, scenario: .trend), in: console.context(Recorder(), Recorder()))
    try await practice.withServer(isChange: false) { [console] _ in
      #expect(await console.run(world + ["positions", "close-all", "--yes"]).code == .ok)
    }
    let after = await console.run(world + ["positions", "--output", "json"])
    #expect(try JSONValue(reading: Data(after.output.utf8))["data"] == [])
  }
}
