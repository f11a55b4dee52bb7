import Foundation
import HeanCore
import HeanPractice
import HeanTestSupport
import Testing

@testable import HeanConsole

/// Over random lies, faults and deadlines: FLAT is said only of an engine that is flat, and stays so.
struct PanicPropertyTests {
  /// What a request meets instead of the engine.
  private enum Fault: CaseIterable {
    case cut, crash, malformed, empty, limited, frozen
  }

  private struct Dice {
    var state: UInt64

    mutating func roll(_ sides: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(sides))
    }
  }

  private static let faulty = [
    "/api/v1/orders/positions", "/api/v1/orders?", "/api/v1/risk/status", "/api/v1/risk/killswitch", "/health",
    "/api/v1/engine/status", "/api/v1/trading/metrics", "/api/v1/trading/history", "/api/v1/trading/equity-history",
    "/settings", "/api/v1/market/ticker", "/api/v1/emergency", "/api/v1/orders/close-all", "/api/v1/engine/kill",
    "/api/v1/engine/restart",
  ]

  private static let quirks: [PracticeQuirk] = [
    .mainnetRules, .mainnetRules, .retryQueue, .retryQueue, .slowStop, .closeRefused, .ghostClose, .ghostDrop,
    .lies,
    .errorInside, .lostReply, .localCancel,
  ]

  @Test(arguments: 0..<Sample.count(6, few: 1))
  func `flat is said only of what is flat, and stays so`(block: Int) async throws {
    var ends: [String] = []
    for seed in 0..<6 { ends.append(try await play(UInt64(block * 1000 + seed))) }
    // A panic that never ends flat would keep that promise, too.
    #expect(ends.contains("flat") && ends.contains("left"), "\(ends)")
  }

  private func play(_ seed: UInt64) async throws -> String {
    var dice = Dice(state: seed &* 7919 &+ 17)
    for _ in 0..<3 { _ = dice.roll(2) }
    var quirks = PracticeQuirk.stock
    for _ in 0..<dice.roll(4) { quirks.insert(Self.quirks[dice.roll(Self.quirks.count)]) }
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(
      [.calm, .trend, .crash][dice.roll(3)], quirks: quirks, clock: clock, isMarked: dice.roll(2) == 0)
    defer { engine.stop() }
    engine.prepare()
    clock.advance(.seconds(dice.roll(60)))
    // One path fails in one way, for a while or for good.
    let faults = (0..<dice.roll(3)).map { _ in
      let from = dice.roll(4) * 3
      return (
        path: Self.faulty[dice.roll(Self.faulty.count)], kind: Fault.allCases[dice.roll(Fault.allCases.count)],
        seconds: from..<from + [5, 20, 1000][dice.roll(3)]
      )
    }
    let isLost = quirks.contains(.lostReply)
    let frozen = Recorder()
    let server = try LoopbackServer(answering: { request in
      let second = Int(clock.elapsed.components.seconds)
      let path = request.target.components(separatedBy: "?")[0]
      let fault = faults.first { (request.target + "?").contains($0.path) && $0.seconds.contains(second) }
      switch fault?.kind {
      case .cut?: return nil
      case .crash?: return .init(status: 500, body: #"{"detail":"busy"}"#)
      case .malformed?: return .init(body: #"{"positions":7,"stop_trading":"#)
      case .empty?: return .init(body: "{}")
      case .limited?: return .init(status: 429, body: #"{"error":"Rate limit exceeded: 5 per 1 minute"}"#)
      case .frozen? where request.method == "GET":
        let text = frozen.next() ?? engine.read(path)
        frozen.append(text)
        return .init(body: text)
      case .frozen?, nil: break
      }
      guard request.method == "GET" || !isLost else {
        _ = engine.call(request.target, request.body)
        return nil
      }
      return .init(body: request.method == "GET" ? engine.read(path) : engine.call(request.target, request.body))
    })
    defer { server.stop() }
    var console = Console()
    console.sharedClock = clock
    let deadline = ["2s", "10s", "25s", "40s", "2m"][dice.roll(5)]
    let ran = await console.run("panic", "--yes", "--json", "--deadline", deadline, "--url", server.url)
    let story = "seed \(seed): \(quirks.subtracting(PracticeQuirk.stock)) \(faults) \(deadline)\n\(ran)"
    let isFlat = ran.output.contains(#""outcome":"flat""#)
    #expect(isFlat == (ran.code == .ok), "\(story)")
    #expect(server.commands.first?.target == "/api/v1/emergency/killswitch", "\(story)")
    let calls = server.commands.map { $0.target + $0.body }
    #expect(!calls.contains { $0.contains("cancel") } && calls.count { $0.contains("restart") } < 6, "\(story)")
    guard isFlat else { return "left" }
    #expect(engine.holdsNothing, "\(story)")
    let orders = engine.ordersMade
    let equity = engine.equity
    clock.advance(.seconds(180))
    #expect(engine.holdsNothing && engine.ordersMade == orders && engine.equity == equity, "\(story)")
    return equity == nil ? "flat" : "flat in the books"
  }
}

extension StagedEngine {
  fileprivate var holdsNothing: Bool {
    let status = read("/api/v1/engine/status")
    if status.contains(#""running":false"#) { return status.contains(#""dry_run":true"#) }
    return read("/api/v1/orders/positions").contains(#""positions":[]"#)
      && read("/api/v1/risk/status").contains(#""stop_trading":true"#)
  }

  /// The exchange's figure, which moves while it holds something; `nil` when the engine is stopped.
  fileprivate var equity: JSONValue? {
    try? JSONDecoder().decode(JSONValue.self, from: Data(read("/api/v1/engine/status").utf8))["equity"]
  }

  fileprivate var ordersMade: JSONValue? {
    try? JSONDecoder().decode(JSONValue.self, from: Data(read("/api/v1/trading/metrics").utf8))["counters"]?[
      "session"]?[
        "orders_created"]
  }
}
