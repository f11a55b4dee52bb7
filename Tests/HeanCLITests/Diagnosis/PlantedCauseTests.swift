import Foundation
import HeanPractice
import Testing

@testable import HeanConsole

/// The practice engine plants a cause; `why` has to name it. What it cannot see is listed with the reason.
struct PlantedCauseTests {
  struct Planted: Sendable {
    var name: String
    var scenario = PracticeScenario.calm
    var quirks: Set<PracticeQuirk> = []
    /// Calls that set the trap, before the quirks begin or after.
    var calls: [(String, String)] = []
    var quirksFirst = false
    /// Seconds that pass before anyone looks.
    var wait: Double = 0
    /// The gate that is the answer; `nil` when it trades and nothing blocks.
    var gate: String?
    /// A word of the summary or the finding of a gate that has to be there.
    var word: String
    var command: [String] = ["why"]
  }

  static let planted: [Planted] = [
    Planted(name: "calm", gate: nil, word: "Trading"),
    Planted(name: "trend", scenario: .trend, gate: nil, word: "Trading"),
    Planted(name: "crash, at once", scenario: .crash, gate: nil, word: "position already"),
    Planted(name: "crash, in free fall", scenario: .crash, wait: 150, gate: "kill_switch", word: "tripped"),
    Planted(name: "crash, hard stop", scenario: .crash, wait: 240, gate: "kill_switch", word: "HARD_STOP: Equity drop"),
    Planted(name: "stale feed", scenario: .staleFeed, gate: "market_data", word: "stale"),
    Planted(name: "council", scenario: .allRejected, gate: "council", word: "COUNCIL_REJECTED"),
    Planted(name: "kill switch", scenario: .killswitch, quirks: [.latch], gate: "kill_switch", word: "DAILY_PAUSE"),
    Planted(name: "stopped", scenario: .stopped, gate: "engine", word: "not running"),
    Planted(
      name: "latch after a reset", scenario: .killswitch, quirks: [.latch],
      calls: [("/api/v1/risk/killswitch/reset", "")], wait: 60, gate: "latch", word: "hidden latch"),
    Planted(
      name: "hidden emergency", quirks: [.hiddenEmergency, .latch], calls: [("/api/v1/emergency/killswitch", "")],
      quirksFirst: true, gate: "kill_switch", word: "emergency stop"),
    Planted(
      name: "pause that trades", quirks: [.pauseTrades], calls: [("/api/v1/engine/pause", "{}")], gate: nil,
      word: "Trading although the engine says PAUSED"),
    Planted(name: "stop", calls: [("/api/v1/engine/stop", "{}")], gate: "engine", word: "not running"),
    Planted(
      name: "deadlock", quirks: [.resumeDeadlock],
      calls: [("/api/v1/engine/stop", "{}"), ("/api/v1/engine/resume", "")], quirksFirst: true, gate: "engine",
      word: "not running"),
    Planted(
      name: "false alarm", quirks: [.falseAlarmFrames], calls: [("/api/v1/risk/governor/quarantine/DOGEUSDT", "")],
      quirksFirst: true, gate: nil, word: "stop_trading is set although no kill switch"),
    Planted(
      name: "quarantine, asked by symbol", calls: [("/api/v1/risk/governor/quarantine/DOGEUSDT", "")],
      gate: "quarantine", word: "DOGEUSDT is quarantined", command: ["why", "--symbol", "dogeusdt"]),
    Planted(
      name: "a disabled strategy, asked by name",
      calls: [("/api/v1/strategies/hf_scalping/enable", #"{"enabled":false}"#)], gate: "strategies",
      word: "hf_scalping is disabled", command: ["why", "--strategy", "hf_scalping"]),
    Planted(
      name: "no strategy at all",
      calls: StrategyNames.all.map { ("/api/v1/strategies/\($0)/enable", #"{"enabled":false}"#) }, gate: "strategies",
      word: "no strategy is enabled"),
    Planted(
      name: "full house", calls: [("/api/v1/risk/limits", #"{"max_open_positions":1}"#)], gate: "limits",
      word: "all 1 position slots"),
    Planted(
      name: "a held symbol, asked by name", gate: nil, word: "Holding XRPUSDT, long",
      command: ["why", "--symbol", "XRPUSDT"]),
    Planted(
      name: "a latch that no decision shows", scenario: .killswitch, quirks: [.latch, .latchQuiet],
      calls: [("/api/v1/risk/killswitch/reset", "")], wait: 60, gate: "latch",
      word: "a stop left a latch"),
    Planted(
      name: "the same, at once", scenario: .killswitch, quirks: [.latch],
      calls: [("/api/v1/risk/killswitch/reset", "")],
      gate: "latch", word: "DAILY_PAUSE"),
    Planted(
      name: "an emergency stop, the engine restarted since", quirks: [.hiddenEmergency, .latch],
      calls: [("/api/v1/emergency/killswitch", ""), ("/api/v1/engine/restart", "")], quirksFirst: true, wait: 120,
      gate: nil, word: "from before this engine was started"),
    Planted(
      name: "an emergency stop from before the start", quirks: [.emergencyOutlived, .latch], gate: nil,
      word: "from before this engine was started"),
    Planted(
      name: "two symbols frozen", quirks: [.partFrozen], wait: 60, gate: nil,
      word: "2 of 10 symbols have no fresh price"),
    // Signals are accepted on old prices, so nothing is blocked.
    Planted(
      name: "a feed behind its time", quirks: [.backlog], gate: nil, word: "Trading on prices that are 1m30s old"),
    Planted(
      name: "orders that ended and are open", quirks: [.orderGhosts], gate: "limits",
      word: "all 20 order slots are taken, some perhaps by orders that have ended"),
    Planted(name: "two positions in a symbol", quirks: [.multiPosition], gate: nil, word: "Trading"),
    Planted(
      name: "decision memory", quirks: [.memoryLock], gate: nil, word: "decision memory has locked hf_scalping"),
  ]

  private enum StrategyNames {
    static let all = [
      "impulse_engine", "hf_scalping", "enhanced_grid", "momentum_trader", "correlation_arb", "liquidity_sweep",
    ]
  }

  @Test(arguments: planted.indices)
  func `the verdict names what was planted`(index: Int) async throws {
    let planted = Self.planted[index]
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(planted.scenario, quirks: planted.quirks, clock: clock)
    defer { engine.stop() }
    func set() { for (path, body) in planted.calls { engine.call(path, body) } }
    if !planted.quirksFirst { set() }
    engine.prepare()
    if planted.quirksFirst { set() }
    var rest = planted.wait
    while rest > 0 {
      // The world stands still when nobody looks; a look a minute keeps it going.
      clock.advance(.seconds(min(60, rest)))
      _ = engine.read("/health")
      rest -= 60
    }
    var console = Console()
    console.sharedClock = clock
    let ran = await console.run(planted.command + ["--json", "--url", engine.url])
    #expect(ran.code == .ok, "\(planted.name): \(ran.errors)")
    let gate = planted.gate.map { #""decisive_gate":"\#($0)""# } ?? #""decisive_gate":null"#
    #expect(ran.output.contains(gate), "\(planted.name): \(ran.output.prefix(600))")
    #expect(ran.output.contains(planted.word), "\(planted.name)")
  }
}
