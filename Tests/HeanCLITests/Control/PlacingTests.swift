import Foundation
import HeanCore
import HeanPractice
import Testing

@testable import HeanConsole

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
    #expect(ran.code == .staleOrUnconfirmed && ran.output.contains("size 0.55, not 0.5 as asked"), "\(ran)")
  }

  @Test func `at market is said of market orders only`() async throws {
    let ran = try await place([]) { _, _ in }
    #expect(!ran.output.contains("at market") && ran.output.contains("(limit "), "\(ran)")
    #expect(ran.output.contains("price as the router chooses"))
  }

  private func warned(_ line: String, stage: (StagedEngine) -> Void = { _ in }) async throws -> (
    preview: Consequences, sent: Consequences, calls: Int
  ) {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    engine.prepare(stage)
    var console = Console()
    console.sharedClock = clock
    let words = ["orders", "place"] + line.split(separator: " ").map(String.init) + ["--url", engine.url]
    let preview = await console.run(words + ["--dry-run", "--json"])
    let sent = await console.run(words + ["--yes"])
    return (preview, sent, engine.commands.count)
  }

  @Test(arguments: [
    ("buy BTCUSDT --percent 500", "of an equity of"), ("buy BTCUSDT --size 0.01 --limit 2000", "below the mark price"),
    ("buy BTCUSDT --size 0.01 --limit 200000", "fills at once, at any price up to there"),
    ("sell BTCUSDT --size 0.01 --limit 2000", "fills at once, at any price up to there"),
    ("sell BTCUSDT --size 0.01 --limit 200000", "it will hardly fill in the 45 s"),
    ("buy BTCUSDT --notional 9000 --stop-loss 40000", "of equity would be lost"),
  ])
  func `what is out of proportion is said before it is sent, and goes on`(line: String, words: String) async throws {
    let (preview, sent, calls) = try await warned(line)
    let document = try JSONValue(reading: Data(preview.output.utf8))
    guard case .array(let warnings)? = document["data"]?["plan_warnings"] else {
      Issue.record("\(preview)")
      return
    }
    #expect(preview.code == .ok && warnings.contains { $0.text?.contains(words) == true }, "\(preview)")
    #expect(sent.errors.contains("hean: WARNING: ") && sent.errors.contains(words), "\(sent)")
    #expect(sent.output.contains("WARNING: ") && calls == 1, "\(sent)")
  }

  @Test(arguments: [
    ("/api/v1/emergency/killswitch", "{}", "emergency stop was used"),
    ("/api/v1/risk/governor/quarantine/BTCUSDT?reason=x", "{}", "BTCUSDT is in quarantine"),
  ])
  func `a gate that is closed is foretold`(path: String, body: String, words: String) async throws {
    let (preview, sent, calls) = try await warned("buy BTCUSDT --size 0.01") { engine in
      _ = engine.answer(.init(method: "POST", target: path, body: body))
    }
    #expect(preview.code == .ok && preview.output.contains(words), "\(preview)")
    #expect(sent.errors.contains(words) && sent.errors.contains("the order will be refused"), "\(sent)")
    #expect(calls == 1)
  }

  @Test func `an order in proportion is sent without a warning`() async throws {
    for line in ["buy BTCUSDT --percent 5", "sell ETHUSDT --size 0.1", "buy BTCUSDT --size 0.01 --limit 65000"] {
      let (preview, sent, _) = try await warned(line)
      #expect(preview.output.contains(#""plan_warnings":[]"#), "\(line): \(preview)")
      #expect(!sent.errors.contains("WARNING") && !sent.output.contains("WARNING"), "\(line): \(sent)")
    }
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
