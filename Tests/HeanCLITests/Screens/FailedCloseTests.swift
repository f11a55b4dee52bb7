import Foundation
import HeanPractice
import Testing

@testable import HeanConsole

/// Closes that the exchange refused, which no answer of the engine shows but its log.
struct FailedCloseTests {
  private func run(_ engine: StagedEngine, _ clock: TestClock, _ line: String...) async -> Consequences {
    var console = Console(columns: line.contains("--json") ? nil : 200)
    console.sharedClock = clock
    return await console.run(line + ["--url", engine.url])
  }

  @Test(arguments: ["status", "positions"])
  func `a refused close stays on the screen as long as its position is listed`(command: String) async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: [.closeRefused], clock: clock)
    defer { engine.stop() }
    engine.prepare()
    let before = await run(engine, clock, command)
    #expect(!before.output.contains("could not close"))
    _ = await run(engine, clock, "positions", "close", "XRPUSDT", "--yes")
    let after = await run(engine, clock, command)
    #expect(
      after.output.contains(
        "The engine could not close XRPUSDT: Bybit API error: ab not enough for new order (its log,"),
      "\(after)")
    let json = await run(engine, clock, command, "--json")
    #expect(json.output.contains(#""the engine could not close XRPUSDT: "#), "\(json)")
  }

  /// After a restart of a live engine its reconciler closes what it does not know; what fails there needs a hand.
  @Test func `an orphan that could not be closed is told, and the echoes of the others are there`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: [.mainnetRules, .orphans], clock: clock)
    defer { engine.stop() }
    engine.prepare()
    _ = await run(engine, clock, "engine", "restart", "--yes")
    for _ in 0..<5 {
      clock.advance(.seconds(50))
      _ = engine.read("/health")
    }
    let status = await run(engine, clock, "status")
    #expect(
      status.output.contains("The engine could not close what the exchange holds of")
        && status.output.contains("and the engine does not know: no answer"), "\(status)")
  }
}
