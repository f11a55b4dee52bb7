import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// No good news that is not so: over random engines with random holes in what they answer.
struct GoodNewsTests {
  /// `STATES`: how many, to try more.
  private static let states =
    ProcessInfo.processInfo.environment["STATES"].flatMap { Int($0) } ?? Sample.count(1_500, few: 1_000)

  @Test func `what is said to be good is so`() async throws {
    var said = GoodNews()
    var random = Dice(seed: 0x6865_616E)
    for number in 0..<Self.states {
      let engine = StagedTruth(&random)
      let transport = engine.transport(&random)
      let reader = EngineReader(transport: transport)
      let isDeep = Bool.random(using: &random)
      let snapshot = await reader.snapshot(
        of: SnapshotPart.diagnosis(deeply: isDeep ? StagedTruth.symbols : nil), now: { StagedTruth.now })
      let diagnosis = Diagnosis(snapshot, now: StagedTruth.now)
      said.states += 1
      func open(_ id: Gate.ID) -> Bool { diagnosis.gates.contains { $0.id == id && $0.state == .open } }
      func check(_ news: WritableKeyPath<GoodNews, Int>, _ isSaid: Bool, _ isSo: Bool, _ what: String) {
        guard isSaid else { return }
        said[keyPath: news] += 1
        #expect(isSo, "state \(number): \(what) is said of \(engine): \(diagnosis.summary)")
      }
      let isLate = diagnosis.summary.contains("on prices that are")
      check(\.trading, diagnosis.verdict == .trading && !isLate, engine.isTrading, "trading")
      check(\.late, diagnosis.verdict == .trading && isLate, engine.isTradingLate, "trading on old prices")
      check(\.clear, snapshot.killSwitchTruth.verdict == .clear, engine.isClear, "clear")
      check(\.unlatched, open(.latch), !engine.isLatched && engine.isRunning, "no latch")
      check(\.normal, open(.governor), engine.governor == "NORMAL" && engine.isRunning, "the governor NORMAL")
      check(\.running, open(.engine), engine.isRunning, "running")
      check(\.fresh, open(.marketData), engine.isFresh, "fresh")
      let age = snapshot.marketAge
      check(\.young, age.map { $0 <= Ticker.staleAfter } ?? false, engine.isFresh, "an age under 30 s")
      let listed = try? PositionsQuery().answer(
        await EngineReader(transport: transport).snapshot(of: PositionsQuery().parts, now: { StagedTruth.now }),
        now: StagedTruth.now)
      check(\.flat, listed.map { $0.positions.isEmpty && $0.doubt == nil } ?? false, engine.isFlat, "flat")
    }
    // A test in which nothing good is ever said shows nothing.
    for news in GoodNews.all { #expect(said[keyPath: news] > Self.states / 40, "\(said)") }
    #expect(said.late > 0, "\(said)")
    print("good news: \(said)")
  }
}

/// How often each was said.
private struct GoodNews {
  var states = 0
  var trading = 0
  /// Trading on prices that are old, and named so.
  var late = 0
  var clear = 0
  var unlatched = 0
  var normal = 0
  var running = 0
  var fresh = 0
  var young = 0
  var flat = 0

  static var all: [KeyPath<GoodNews, Int>] {
    [\.trading, \.clear, \.unlatched, \.normal, \.running, \.fresh, \.young, \.flat]
  }
}
