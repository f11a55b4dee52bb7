import HeanTestSupport
import Testing

@testable import HeanCore

/// Falls of equity at which the engine brakes or stops trading, as it tells them.
struct DrawdownThresholdTests {
  private func percents(_ told: [Told]) throws -> [DrawdownThreshold.Effect: DrawdownThreshold] {
    Dictionary(
      DrawdownThreshold.all(try .staged(told)).map { ($0.effect, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private static func killSwitch(_ thresholds: String, equity: Decimal) -> Told {
    .says(
      .killSwitch,
      #"{"triggered":false,"reasons":[],"thresholds":\#(thresholds),"current_metrics":{"current_equity":\#(equity)}}"#)
  }

  @Test func `the governor's are fixed, those of the kill switch are settings`() throws {
    let all = try percents([Self.killSwitch(#"{"drawdown_pct":12.5,"equity_drop":25}"#, equity: 9_900)])
    #expect(
      all.mapValues { $0.percent } == [
        .softBrake: 10, .quarantine: 15, .hardStop: 20, .dailyPause: 12.5, .killSwitch: 25,
      ])
    #expect(all.values.allSatisfy { $0.isChecked })
    #expect(all[.dailyPause]?.base == .dayHigh && all[.killSwitch]?.base == .initialCapital)
  }

  @Test func `what the engine does not tell is not known`() throws {
    for told in [Self.killSwitch("{}", equity: 9_900), .fails(.killSwitch)] {
      let all = try percents([told])
      #expect(all[.dailyPause]?.percent == nil && all[.killSwitch]?.percent == nil)
      #expect(all[.hardStop]?.percent == 20)
    }
  }

  @Test(arguments: [(9_999, 15, true), (10_000, 15, true), (10_001, 30, true), (12_000, 30, true), (12_001, 30, false)])
  func `the daily pause is later above the initial capital, and not far above it`(
    equity: Int, percent: Int, isChecked: Bool
  ) throws {
    let all = try percents([
      Self.killSwitch(#"{"drawdown_pct":15,"equity_drop":30}"#, equity: Decimal(equity))
    ])
    #expect(all[.dailyPause]?.percent == Decimal(percent))
    #expect(all[.dailyPause]?.isChecked == isChecked)
  }

  @Test func `of the state that it is in the engine's own threshold counts`() throws {
    let all = try percents([
      .says(.governor, #"{"risk_state":"SOFT_BRAKE","level":1,"threshold":8,"reason_codes":[]}"#)
    ])
    #expect(all[.softBrake]?.percent == 8 && all[.quarantine]?.percent == 15)
  }

  @Test func `what is left is told by the figures that the engine compares`() throws {
    let all = try percents([
      .says(
        .governor,
        #"{"risk_state":"NORMAL","reason_codes":[],"peak_equity":10000,"last_equity":9500,"current_drawdown_pct":5}"#),
      Self.killSwitch(#"{"drawdown_pct":15,"equity_drop":30}"#, equity: 9_500),
    ])
    let soft = try #require(all[.softBrake])
    #expect(soft.percentLeft == 5 && soft.level == 9_000 && soft.amountLeft == 500 && !soft.isAtLeast)
    let kill = try #require(all[.killSwitch])
    #expect(kill.fall == 5 && kill.percentLeft == 25 && kill.level == 7_000 && kill.amountLeft == 2_500)
    // The day's high is told nowhere: the peak is not below it.
    let daily = try #require(all[.dailyPause])
    #expect(daily.isAtLeast && daily.fall == 5 && daily.percentLeft == 10 && daily.amountLeft == 1_000)
  }

  /// 30 % above the initial capital of 10 000 and 15 % below it: the smaller one begins where equity falls below.
  @Test(arguments: [
    // Peak, equity, and the equity at which the first of the two begins.
    (11_000, 10_500, 9_350), (11_500, 10_500, 9_775), (12_000, 11_000, 10_000), (14_000, 11_000, 10_000),
    (16_000, 11_500, 11_200),
  ])
  func `above the initial capital the daily pause begins at the limit that comes first`(
    peak: Int, equity: Int, level: Int
  ) throws {
    let fall = Decimal(peak - equity) / Decimal(peak) * 100
    let all = try percents([
      .says(
        .governor,
        #"{"risk_state":"NORMAL","reason_codes":[],"peak_equity":\#(peak),"last_equity":\#(equity),"current_drawdown_pct":\#(fall)}"#
      ),
      Self.killSwitch(#"{"drawdown_pct":15,"equity_drop":30}"#, equity: Decimal(equity)),
    ])
    let daily = try #require(all[.dailyPause])
    // Percentages have two digits.
    #expect(abs(try #require(daily.level) - Decimal(level)) <= 1)
    #expect(daily.percent == (Decimal(peak - level) / Decimal(peak) * 100).rounded(to: 2) && daily.isAtLeast)
  }

  @Test func `of an engine that does not run nothing is left that is known`() throws {
    let all = try percents([.stopped, Self.killSwitch(#"{"drawdown_pct":15,"equity_drop":30}"#, equity: 9_500)])
    #expect(all.values.allSatisfy { $0.percentLeft == nil && $0.amountLeft == nil })
  }
}
