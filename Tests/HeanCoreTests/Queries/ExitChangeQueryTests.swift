import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// How far wished levels are, and on which side, for longs and shorts.
struct ExitChangeQueryTests {
  private static func position(_ side: String, _ more: String = #","current_price":100"#) -> Told {
    .positions(
      #"{"position_id":"p","symbol":"BTCUSDT","side":"\#(side)","size":2,"entry_price":98,"stop_loss":90"# + more + "}")
  }

  private func answer(_ told: Told, stop: Decimal?, target: Decimal?) throws -> ExitChangeAnswer {
    try ExitChangeQuery(of: "btc", stopLoss: stop, takeProfit: target).answer(.staged([told]), now: Seen.now)
  }

  @Test(arguments: [
    ("long", Decimal(95), Decimal(110), false, false), ("long", 100, 100, true, true), ("long", 101, 99, true, true),
    ("short", 105, 90, false, false), ("short", 100, 100, true, true), ("short", 99, 101, true, true),
  ])
  func `the side of each level`(side: String, stop: Decimal, target: Decimal, isStopWrong: Bool, isTargetWrong: Bool)
    throws
  {
    let levels = try answer(Self.position(side), stop: stop, target: target).levels
    #expect(levels.map(\.isOnWrongSide) == [isStopWrong, isTargetWrong])
    #expect(levels.map { ($0.wishedDistance?.away ?? 0) > 0 } == [!isStopWrong, !isTargetWrong])
  }

  @Test func `present levels stay beside what was not wished`() throws {
    let told = try answer(Self.position("long"), stop: nil, target: 110)
    #expect(told.levels[0].present == 90 && told.levels[0].wished == nil && told.levels[0].isOnWrongSide == nil)
    #expect(told.levels[1].present == nil && told.levels[1].wishedDistance?.profit == 24)
    #expect(told.nextSteps.first == .operation(.closePositions, "p"))
    #expect(told.nextSteps.last == .query(.wait, options: .condition("price.BTCUSDT>=110")))
  }

  @Test func `without a mark price nothing is said of the side`() throws {
    let told = try answer(Self.position("long", ""), stop: 95, target: nil)
    #expect(told.levels[0].isOnWrongSide == nil && told.levels[0].wishedDistance == nil)
  }

  @Test func `an empty list of a stopped engine proves nothing`() throws {
    #expect(throws: EngineError.self) {
      try ExitChangeQuery(of: "btc", stopLoss: 1, takeProfit: nil).answer(
        .staged([.stopped, .positions()]), now: Seen.now)
    }
  }

  @Test func `live, the exchange is named as the place to move them`() throws {
    let live = try ExitChangeQuery(of: "btc", stopLoss: 95, takeProfit: nil).answer(
      .staged([.engine(isLive: true), Self.position("long")]), now: Seen.now)
    #expect(live.nextSteps.contains("or move stop and target at the exchange itself"))
    #expect(live.effect.contains("at the exchange"))
    let paper = try answer(Self.position("long"), stop: 95, target: nil)
    #expect(!paper.nextSteps.contains("or move stop and target at the exchange itself"))
  }
}
