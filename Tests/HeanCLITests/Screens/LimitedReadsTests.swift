import Foundation
import HeanPractice
import Testing

@testable import HeanConsole

/// The engine answers some reads sixty times a minute and no more, whoever asks.
struct LimitedReadsTests {
  private func run(_ engine: StagedEngine, _ clock: TestClock, _ line: String...) async -> Consequences {
    var console = Console(columns: 200)
    console.sharedClock = clock
    return await console.run(line + ["--url", engine.url])
  }

  @Test func `a limit that others have used up is named, with what to do, and is over a minute later`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: [.readLimits], clock: clock)
    defer { engine.stop() }
    engine.prepare()
    for _ in 0..<60 { _ = engine.read("/health") }
    let status = await run(engine, clock, "status")
    #expect(status.output.contains("Cannot tell: the engine limits how often it is asked for /health."), "\(status)")
    #expect(status.output.contains("wait up to a minute, then: hean --url"))
    #expect(!status.output.contains("Kill switch  clear"))
    let health = await run(engine, clock, "health")
    #expect(health.code == .temporary && health.errors.contains("the engine limits /health"), "\(health)")
    clock.advance(.seconds(60))
    #expect(await run(engine, clock, "status").output.contains("Trading: "))
    #expect(await run(engine, clock, "health").code == .ok)
  }
}
