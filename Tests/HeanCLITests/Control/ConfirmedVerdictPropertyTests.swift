import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole
@testable import HeanPractice

/// Over random lies and faults: a verb says CONFIRMED only of what has happened in the engine.
struct ConfirmedVerdictPropertyTests {
  struct Verb: Sendable {
    var line: [String]
    /// Calls made beforehand, so that the verb has something to do.
    var calls: [(String, String)] = []
    var scenario = PracticeScenario.calm
    /// Quirks of the stock engine with which the verb could never succeed.
    var excludedQuirks: Set<PracticeQuirk> = []
    /// Whether the verb had its effect, judged by the world itself before the verb and after it.
    var isTrue: @Sendable (World, World) -> Bool
  }

  static let verbs: [Verb] = [
    Verb(line: ["positions", "close", "XRPUSDT"]) { $0.hasClosed(["XRPUSDT"], in: $1) },
    Verb(line: ["positions", "close-all"]) { before, after in
      before.hasClosed(Set(before.positions.map(\.symbol)), in: after)
    },
    Verb(line: ["risk", "killswitch", "trigger", "--reason", "x"]) { $1.control.isEmergency && $1.killSwitch.latch },
    Verb(
      line: ["risk", "killswitch", "trigger", "--reason", "x"], calls: [("/api/v1/engine/pause", "{}")]
    ) { $1.control.isEmergency && $1.killSwitch.latch },
    Verb(
      line: ["risk", "killswitch", "reset", "--reason", "x", "--force"], scenario: .killswitch, excludedQuirks: [.latch]
    ) { !$1.killSwitch.isTriggered && !$1.control.stopTrading },
    Verb(line: ["risk", "quarantine", "DOGEUSDT"]) { $1.control.quarantined.contains("DOGEUSDT") },
    Verb(line: ["risk", "limits", "set", "max_open_positions=3"]) { $1.control.limits.maxOpenPositions == 3 },
    Verb(line: ["engine", "stop"]) { !$1.isRunning },
    Verb(line: ["engine", "start"], calls: [("/api/v1/engine/stop", "{}")]) { $1.control.phase == .running },
    Verb(line: ["engine", "restart"]) { before, after in
      after.isRunning && after.equityHistory.first?.second ?? 0 > before.equityHistory.last?.second ?? 0
    },
    Verb(line: ["engine", "pause"]) { $1.control.phase == .paused },
    Verb(line: ["engine", "resume"], calls: [("/api/v1/engine/pause", "{}")]) { $1.control.phase == .running },
    Verb(line: ["strategies", "disable", "hf_scalping"]) { $1.isEnabled("hf_scalping") == false },
    Verb(
      line: ["strategies", "enable", "hf_scalping"],
      calls: [("/api/v1/strategies/hf_scalping/enable", #"{"enabled":false}"#)]
    ) { $1.isEnabled("hf_scalping") == true },
    Verb(line: ["config", "set", "max_trade_risk_pct=2"]) { before, after in
      after.control.settings.values["max_trade_risk_pct"] != before.control.settings.values["max_trade_risk_pct"]
    },
  ]

  private enum Fault: CaseIterable { case cut, crash, malformed, empty, limited, frozen, null }

  private static let faulty = [
    "/api/v1/orders/positions", "/api/v1/orders?", "/api/v1/risk/status", "/api/v1/risk/killswitch/status", "/health",
    "/api/v1/engine/status", "/api/v1/trading/metrics", "/api/v1/trading/history", "/api/v1/trading/equity-history",
    "/api/v1/trading/state", "/api/v1/risk/governor/status", "/api/v1/strategies?", "/api/v1/risk/limits?",
    "/api/v1/config/current", "/api/v1/blackbox/events", "/settings",
  ]
  /// What is drawn from. `lies` stands twice, so that it is drawn twice as often.
  private static let quirks: [PracticeQuirk] = [
    .mainnetRules, .slowStop, .closeRefused, .ghostClose, .ghostDrop, .lies, .lies, .errorInside, .wrappedError,
    .lostReply, .unfilledClose, .echo, .journalLoss, .latchQuiet, .falseEquity, .retryQueue, .multiPosition,
  ]

  @Test(arguments: verbs.indices)
  func `confirmed is said only of what was done`(index: Int) async throws {
    var confirmed = 0
    // PLAYS: how many random runs each verb gets, to try more than the usual few.
    let plays = ProcessInfo.processInfo.environment["PLAYS"].flatMap { UInt64($0) } ?? UInt64(Sample.count(10, few: 2))
    for seed in 0..<plays where try await play(Self.verbs[index], UInt64(index * 1_000_000) + seed) { confirmed += 1 }
    // A verb that never says CONFIRMED would pass, too.
    #expect(confirmed > 0, "\(Self.verbs[index].line): \(confirmed)")
  }

  private func play(_ verb: Verb, _ seed: UInt64) async throws -> Bool {
    var random = SeededRandom(seed: seed)
    func roll(_ sides: Int) -> Int { min(sides - 1, Int(random.unit() * Double(sides))) }
    var quirks = PracticeQuirk.stock.subtracting(verb.excludedQuirks)
    // The first play is an honest one.
    let isHonest = seed.isMultiple(of: 1_000_000)
    for _ in 0..<(isHonest ? 0 : roll(3)) { quirks.insert(Self.quirks[roll(Self.quirks.count)]) }
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(verb.scenario, quirks: quirks, clock: clock)
    defer { engine.stop() }
    engine.prepare { stage in for (path, body) in verb.calls { stage.call(path, body) } }
    clock.advance(.seconds(roll(20)))
    let fault =
      isHonest || roll(3) == 0 ? nil : (path: Self.faulty[roll(Self.faulty.count)], kind: Fault.allCases[roll(7)])
    let frozen = Recorder()
    let server = try LoopbackServer(answering: { request in
      let isFaulty = fault.map { request.method == "GET" && (request.target + "?").contains($0.path) } ?? false
      switch isFaulty ? fault?.kind : nil {
      case .cut?: return nil
      case .crash?: return .init(status: 500, body: #"{"detail":"busy"}"#)
      case .malformed?: return .init(body: #"{"positions":7,"stop_trading":"#)
      case .empty?: return .init(body: "{}")
      case .null?: return .init(body: "null")
      case .limited?: return .init(status: 429, body: #"{"error":"Rate limit exceeded: 5 per 1 minute"}"#)
      case .frozen?:
        let text = frozen.next() ?? engine.read(request.target)
        frozen.append(text)
        return .init(body: text)
      case nil: return engine.answer(request)
      }
    })
    defer { server.stop() }
    var console = Console()
    console.sharedClock = clock
    let before = engine.world
    let ran = await console.run(verb.line + ["--yes", "--json", "--url", server.url])
    let story = "seed \(seed): \(verb.line) \(quirks.subtracting(PracticeQuirk.stock)) \(fault as Any)\n\(ran)"
    // At most one call for each position, and one more: no fault makes a verb go on sending.
    #expect(server.commands.count <= before.positions.count + 1, "\(story)")
    guard ran.output.contains(#""outcome":"confirmed""#), ran.code == .ok else {
      #expect(ran.code != .ok || ran.output.contains(#""outcome":"unchanged""#), "\(story)")
      return false
    }
    #expect(verb.isTrue(before, engine.world), "\(story)")
    return true
  }
}

extension World {
  fileprivate func isEnabled(_ strategy: String) -> Bool? { strategies.first { $0.id == strategy }?.isEnabled }

  /// Whether all of these symbols' positions were closed in truth: neither forgotten nor left at the exchange.
  fileprivate func hasClosed(_ symbols: Set<String>, in after: World) -> Bool {
    positions.filter { symbols.contains($0.symbol) }.allSatisfy { position in
      !after.positions.contains { $0.id == position.id } && !after.stranded.contains { $0.id == position.id }
        && !after.journal.contains { $0.id == position.id && $0.exitReason == "GHOST" }
        && (isDryRun || !has(.unfilledClose))
    }
  }
}
