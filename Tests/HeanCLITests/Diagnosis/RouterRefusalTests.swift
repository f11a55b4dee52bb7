import HeanCore
import HeanPractice
import Testing

@testable import HeanConsole

/// An engine whose router refuses every order: no list has one of them, and hean says so.
struct RouterRefusalTests {
  private func engine(
    _ quirks: Set<PracticeQuirk>, _ body: (Console, String) async throws -> Void
  ) async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(.trend, quirks: quirks, clock: clock)
    defer { engine.stop() }
    engine.prepare()
    // So long that every signal before the quirk has left the counters.
    for _ in 0..<40 {
      clock.advance(.seconds(10))
      _ = engine.read("/api/v1/engine/status")
    }
    var console = Console(columns: 100)
    console.sharedClock = clock
    try await body(console, engine.url)
  }

  @Test func `the latest blocked signal is the one that the router refused`() async throws {
    try await engine([.routerRefuses]) { console, url in
      let last = await console.run("trace", "last-blocked", "--url", url)
      #expect(last.code == .ok && last.output.contains("ended at order: no order of it is listed"), "\(last)")
    }
  }

  @Test func `orders tell how many were rejected, and what to do`() async throws {
    try await engine([.routerRefuses]) { console, url in
      let all = await console.run("orders", "--status", "all", "--url", url)
      #expect(all.code == .ok && all.output.contains("rejected in 5 m by the router or the exchange"), "\(all)")
      #expect(all.output.contains("trace last-blocked"), "\(all)")
      let json = await console.run("orders", "--status", "all", "--json", "--url", url)
      #expect(json.output.contains("the engine lists none of them"), "\(json)")
    }
  }

  @Test func `an engine whose orders fill says nothing of it`() async throws {
    try await engine([]) { console, url in
      let all = await console.run("orders", "--status", "all", "--url", url)
      #expect(all.code == .ok && !all.output.contains("rejected in 5 m"), "\(all)")
      let last = await console.run("trace", "last-blocked", "--url", url)
      #expect(!last.output.contains("no order of it is listed"), "\(last)")
    }
  }
}
