import Foundation
import HeanCore
import HeanPractice
import Testing

@testable import HeanConsole

/// What an order takes of the account is said before it is sent.
struct PlaceBudgetTests {
  private func preview(
    _ words: String..., stage: (StagedEngine, TestClock) -> Void = { _, _ in }
  ) async throws -> (lines: [String], output: String) {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    engine.prepare { stage($0, clock) }
    var console = Console()
    console.sharedClock = clock
    let line = ["orders", "place"] + words + ["--dry-run", "--url", engine.url, "--json"]
    let ran = await console.run(line)
    let data = try JSONValue(reading: Data(ran.output.utf8))["data"]
    guard case .array(let told)? = data?["consequences"] else { return ([], ran.output + ran.errors) }
    #expect(engine.commands.isEmpty, "nothing is sent")
    return (told.compactMap(\.text), ran.output)
  }

  @Test func `margin, what is free after it, the loss at the stop, and each limit`() async throws {
    let (lines, output) = try await preview(
      "buy", "BTCUSDT", "--size", "0.01", "--limit", "60000", "--stop-loss", "59000")
    #expect(lines.contains { $0.hasPrefix("margin needed: 600.00 USDT without leverage") }, "\(output)")
    let free = try #require(lines.first { $0.hasPrefix("free margin after it: ") })
    let figures = free.matches(of: /-?\d+\.\d\d/).compactMap { Decimal(exactly: String($0.output))?.figure }
    #expect(figures.count == 2 && figures[1] - figures[0] == 600, "\(free)")
    #expect(lines.contains("at the stop -10.00 USDT"), "\(output)")
    #expect(lines.contains { $0.hasPrefix("loss at the stop: 0.") && $0.hasSuffix(" % of equity") }, "\(output)")
    #expect(lines.contains { $0.wholeMatch(of: /limit max_open_positions: \d+ of 10 now, \d+ with it/) != nil })
    #expect(lines.contains { $0.wholeMatch(of: /limit max_open_orders: \d+ of 20 now, \d+ with it/) != nil })
  }

  @Test func `an order without a stop has no bound, and one that is too large not enough margin`() async throws {
    let (lines, output) = try await preview("buy", "AVAXUSDT", "--percent", "500")
    #expect(lines.contains("loss at the stop: not bounded, because no stop is asked for"), "\(output)")
    #expect(lines.contains { $0.hasPrefix("free margin after it: -") && $0.hasSuffix(" now: not enough") }, "\(output)")
  }

  @Test func `a position in the symbol, and a limit that is reached, are named`() async throws {
    let held = try await preview("buy", "BTCUSDT", "--size", "0.01") { engine, clock in
      engine.call("/api/v1/orders/test", #"{"symbol":"BTCUSDT","side":"buy","size":0.01}"#)
      for _ in 0..<60 where !engine.read("/api/v1/orders/positions").contains("BTCUSDT") { clock.advance(.seconds(1)) }
    }
    #expect(
      held.lines.contains { $0.hasPrefix("limit one position a symbol: touched, BTCUSDT long ") }, "\(held.output)")
    let full = try await preview("buy", "BTCUSDT", "--size", "0.01") { engine, _ in
      engine.call("/api/v1/config/update", #"{"max_open_positions":1}"#)
    }
    #expect(full.lines.contains { $0.hasPrefix("limit max_open_positions: ") }, "\(full.output)")
  }
}
