import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Which step comes first, and what stands beside it.
struct FirstStepTests {
  private static func row(_ id: String, _ symbol: String, mark: Int, stop: Int = 900) -> StagedMoney.Row {
    StagedMoney.Row(id: id, symbol: symbol, isLong: true, size: 1, entry: 1_000, mark: mark, stop: stop)
  }

  private func steps(_ rows: [StagedMoney.Row]) throws -> [JudgedStep] {
    var truth = StagedMoney()
    truth.rows = rows
    return try truth.snapshot.judged().steps
  }

  /// One that is not closed can have a cause of its own; two of different symbols show that the exits do not act.
  @Test func `where the stops of two symbols are passed everything is closed, or only those`() throws {
    let good = [Self.row("p2", "SOLUSDT", mark: 990), Self.row("p3", "XRPUSDT", mark: 990)]
    let one = try steps([Self.row("p0", "BTCUSDT", mark: 800)] + good)
    #expect(one.first?.step == .operation(.closePositions, each: ["BTCUSDT"]), "\(one)")
    #expect(!one.contains { $0.step.operations.contains { $0.name == .closeAllPositions } })
    let twice = try steps([Self.row("p0", "BTCUSDT", mark: 800), Self.row("p1", "BTCUSDT", mark: 800)] + good)
    #expect(twice.first?.step == .operation(.closePositions, each: ["p0", "p1"]), "\(twice)")
    let two = try steps([Self.row("p0", "BTCUSDT", mark: 800), Self.row("p1", "ETHUSDT", mark: 800)] + good)
    try #require(two.count > 1)
    #expect(two[0].step == .operation(.closeAllPositions) && two[0].why.contains("exits do not act"), "\(two)")
    #expect(two[0].effect == "closes 4 positions worth 3580.00 USDT at market")
    #expect(two[1].step.operations.first?.operands == ["BTCUSDT", "ETHUSDT"] && two[1].aim == .protect)
    #expect(two[1].effect == "closes 2 positions worth 1600.00 USDT at market")
    let all = try steps([Self.row("p0", "BTCUSDT", mark: 800), Self.row("p1", "ETHUSDT", mark: 800)])
    #expect(all.filter { $0.aim == .protect }.map(\.step) == [.operation(.closeAllPositions)], "\(all)")
  }

  /// The stop that the engine passed over a minute ago tells of the next as well.
  @Test func `a stop that was missed before counts`() throws {
    var truth = StagedMoney()
    truth.rows = [Self.row("p1", "ETHUSDT", mark: 990), Self.row("p2", "SOLUSDT", mark: 990)]
    var calm = try truth.snapshot
    calm.remembered.missedStop = MissedStop("BTCUSDT", at: Seen.now - 60)
    let judged = calm.judged()
    #expect(judged.money.state == .calm && judged.money.protector == .unknown)
    #expect(
      judged.money.summary.contains("each behind a stop, but the engine did not act on that of BTCUSDT at "),
      "\(judged.money.summary)")
    #expect(judged.steps.contains { $0.step == .query(.positions) && $0.why.contains("the stop of BTCUSDT") })
    calm.remembered.missedStop = nil
    #expect(calm.judged().money.summary.contains("each behind a stop on which the engine was not seen to act yet, "))
    calm.remembered.exitedAt = Seen.now - 30
    #expect(calm.judged().money.protector == .engine)
    #expect(calm.judged().money.summary.contains("each behind a stop that the engine acts on, last at "))
    truth.rows[0] = Self.row("p1", "ETHUSDT", mark: 800)
    var next = try truth.snapshot
    next.remembered.missedStop = MissedStop("BTCUSDT", at: Seen.now - 60)
    #expect(next.judged().steps.first?.step == .operation(.closeAllPositions))
    next.remembered.missedStop = MissedStop("ETHUSDT", at: Seen.now - 60)
    #expect(next.judged().steps.first?.step == .operation(.closePositions, each: ["ETHUSDT"]))
  }

  /// The counters of a process go on over a restart, its queue does not.
  @Test(arguments: [(100.0, true), (10.0, false)])
  func `orders of an earlier engine object are no queue`(startedAge: Double, isQueue: Bool) throws {
    let metrics = Told.says(
      .metrics,
      #"{"last_order_ts":"\#(ago(20))","counters":{"last_1m":{"orders_created":20,"decisions_create":5,"signals_total":5}}}"#
    )
    let tripped = Told.says(
      .killSwitch, #"{"triggered":true,"reasons":["by hand"],"triggered_at":"\#(ago(15))"}"#)
    let snapshot = try EngineSnapshot.staged([.started(startedAge), metrics, tripped, .state(), .risk(isTripped: true)])
    let hazards = snapshot.judged().money.reasons.map(\.kind)
    #expect(hazards.contains(.waitingQueue) == isQueue, "\(hazards)")
  }

  /// A panic that could not close everything does not restart the engine, so orders go on.
  @Test func `what a panic left open is closed at the exchange, and then the engine is ended`() throws {
    var truth = StagedMoney()
    truth.isLive = true
    truth.rows = [
      StagedMoney.Row(id: "p0", symbol: "BTCUSDT", isLong: true, size: 1, entry: 1_000, mark: 990, stop: 900)
    ]
    truth.stop = StagedMoney.Stop(kind: .emergency, age: 100, isOwn: true)
    truth.lateOrder = 10
    let panic = PastAttempts {
      [Attempt(.panic, targets: ["engine"], at: Seen.now - 20, worked: false)]
    }
    let before = try truth.snapshot.judged(truth.past).steps.map(\.step)
    #expect(
      before.first == .operation(.panic) && !before.contains { $0.operations.contains { $0.name == .engineStop } })
    let steps = try truth.snapshot.judged(panic).steps
    try #require(steps.count > 1)
    #expect("\(steps[0].step)".contains("close at the exchange itself"), "\(steps)")
    #expect(steps[1].step.operations.map(\.name) == [.engineStop] && steps[1].aim == .protect, "\(steps)")
    #expect("\(steps[1].step)".contains("when nothing is open there any more"))
    #expect(steps[1].risk?.contains("forgets 1 position worth 990.00 USDT") == true)
    #expect(!steps.dropFirst().contains { $0.step == NextStep(advice: Hazard.exchange) }, "the same errand once")
  }

  /// A new engine does not know what was open, so that a start takes back only the end of an engine that held nothing.
  @Test func `the end of an engine is taken back only where it held nothing`() throws {
    var truth = StagedMoney()
    truth.isLive = true
    truth.missing = ["positions"]
    truth.stop = StagedMoney.Stop(kind: .emergency, age: 100, isOwn: true)
    truth.lateOrder = 10
    let panic = PastAttempts {
      [Attempt(.panic, targets: ["engine"], at: Seen.now - 20, worked: false)]
    }
    let unseen = try #require(
      try truth.snapshot.judged(panic).steps.first { $0.step.firstOperation == .engineStop })
    #expect(unseen.isReversible == false && unseen.risk == "forgets what is open, which is not known now")
    func end(_ held: [Position]) throws -> JudgedStep {
      StepCost(snapshot: try truth.snapshot, held: held).priced(.protect, .operation(.engineStop), why: "")
    }
    let flat = try end([])
    #expect(flat.isReversible == true && flat.risk == nil)
    #expect(try end([Position(symbol: "BTCUSDT", side: .long)]).isReversible == false)
  }
}
