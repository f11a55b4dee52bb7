import Foundation
import HeanPractice
import Testing

@testable import hean

/// An order counts as placed when it is this order, and still stands.
struct PlacingTests {
  private func place(
    _ quirks: Set<PracticeQuirk>, columns: Int? = nil, _ more: [String] = [], stage: (StagedEngine, TestClock) -> Void
  ) async throws -> Consequences {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: quirks, clock: clock)
    defer { engine.stop() }
    engine.prepare { stage($0, clock) }
    var console = Console(columns: columns)
    console.sharedClock = clock
    let ran = await console.run(
      ["orders", "place", "buy", "BTCUSDT", "--size", "0.5", "--yes", "--url", engine.url] + more)
    return Consequences(
      code: ran.code, output: ran.output.replacing(engine.url, with: "ENGINE"),
      errors: ran.errors.replacing(engine.url, with: "ENGINE"))
  }

  /// The same order a while ago: filled, and its position closed again.
  private func tradeBefore(_ engine: StagedEngine, _ clock: TestClock) {
    engine.call("/api/v1/orders/test", #"{"symbol":"BTCUSDT","side":"buy","size":0.5}"#)
    for _ in 0..<60 where !engine.read("/api/v1/orders/positions").contains("BTCUSDT") { clock.advance(.seconds(1)) }
    engine.call("/api/v1/orders/close-position-by-symbol", #"{"symbol":"BTCUSDT"}"#)
  }

  @Test func `an older order of the same kind proves nothing`() async throws {
    let ran = try await place([.routerRefuses]) { engine, clock in
      tradeBefore(engine, clock)
      #expect(engine.read("/api/v1/orders").contains("BTCUSDT"))
    }
    #expect(ran.code == .staleOrUnconfirmed, "\(ran)")
    #expect(ran.output.contains("accepted, and no order of it is listed: the router may have refused it"), "\(ran)")
  }

  @Test func `after an older order the new one is found`() async throws {
    let ran = try await place([], stage: tradeBefore)
    #expect(ran.code == .ok && ran.output.contains("size 0.5\n"), "\(ran)")
  }

  @Test func `what is cancelled within a second was not placed`() async throws {
    let ran = try await place([.quickCancel]) { _, _ in }
    #expect(ran.code == .staleOrUnconfirmed, "\(ran)")
    #expect(ran.output.contains("is cancelled already, unfilled; the router may send it again"), "\(ran)")
  }

  @Test func `too short a look does not call an order placed`() async throws {
    let ran = try await place([], ["--limit", "60000", "--verify-timeout", "1s"]) { _, _ in }
    #expect(ran.code == .staleOrUnconfirmed && ran.output.contains("for less than 2 s"), "\(ran)")
    let patient = try await place([], ["--limit", "60000"]) { _, _ in }
    #expect(patient.code == .ok && patient.output.contains("(limit 60000.00) is placed, size 0.5"), "\(patient)")
  }

  @Test func `another size than asked for is said`() async throws {
    let ran = try await place([.otherSize]) { _, _ in }
    #expect(ran.code == .ok && ran.output.contains("size 0.55, not 0.5 as asked"), "\(ran)")
  }

  @Test func `at market is said of market orders only`() async throws {
    let ran = try await place([]) { _, _ in }
    #expect(!ran.output.contains("at market") && ran.output.contains("(limit "), "\(ran)")
    #expect(ran.output.contains("price as the router chooses"))
  }

  @Test(arguments: [80, 140])
  func `screens`(columns: Int) async throws {
    var text = ""
    for (name, quirks) in [
      ("placed", Set<PracticeQuirk>()), ("router-refuses", [.routerRefuses]), ("quick-cancel", [.quickCancel]),
      ("other-size", [.otherSize]),
    ] {
      let ran = try await place(quirks, columns: columns) { _, _ in }
      text += "=== \(name): exit \(ran.code.rawValue)\n\(ran.output)\(ran.errors)\n"
    }
    try Expected.compare(text, with: "control/placing.\(columns).txt")
  }
}
