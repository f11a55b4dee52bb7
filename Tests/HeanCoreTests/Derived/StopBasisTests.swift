import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What a stop rests on, held against the figure that can be believed (docs/engine.md 4.7).
struct StopBasisTests {
  /// An account of 10 000 USDT in dry run of which longs bend the engine's own equity.
  private static func truth(inner: Decimal, fair: Decimal = 10_000) throws -> EquityTruth {
    let size = fair - inner
    let row = #"{"symbol":"BTCUSDT","side":"long","size":\#(size),"entry_price":1}"#
    let told: [Told] = [.engine(equity: inner, realized: fair - 10_000), .risk(open: size > 0 ? 1 : 0, equity: inner)]
    return try EngineSnapshot.staged(told + [size > 0 ? .positions(row) : .positions()]).equityTruth
  }

  private static func governor(_ members: String) throws -> GovernorStatus {
    try GovernorStatus.read(Data("{\(members)}".utf8))
  }

  private static func killSwitch(_ members: String) throws -> KillSwitchStatus {
    try KillSwitchStatus.read(Data("{\(members)}".utf8))
  }

  private struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var governor: String
    var inner: Decimal = 10_000
    var fair: Decimal = 10_000
    var verdict: StopBasis.Verdict?
    var words: String?
  }

  private static let governors: [Case] = [
    Case(testDescription: "normal", governor: #""risk_state":"NORMAL","current_drawdown_pct":30"#),
    Case(
      testDescription: "a word of its own", governor: #""risk_state":"ODD","threshold":5,"current_drawdown_pct":30"#),
    Case(testDescription: "no drawdown", governor: #""risk_state":"SOFT_BRAKE""#, verdict: .unknown),
    Case(
      testDescription: "a true loss", governor: #""risk_state":"HARD_STOP","current_drawdown_pct":25"#, inner: 7500,
      fair: 7500, verdict: .sound),
    Case(
      testDescription: "bent by more than its threshold",
      governor: #""risk_state":"SOFT_BRAKE","current_drawdown_pct":12,"last_equity":8800"#, inner: 8800,
      verdict: .suspect,
      words:
        "tripped on a bookkeeping figure (equity 8800.00 shown, about 10000.00 computed); sizes are cut all the same"),
    Case(
      testDescription: "the engine's own equity where the governor tells none",
      governor: #""risk_state":"HARD_STOP","current_drawdown_pct":25"#, inner: 7500, verdict: .suspect,
      words:
        "tripped on a bookkeeping figure (equity 7500.00 shown, about 10000.00 computed); signals are refused all the same"
    ),
    Case(
      testDescription: "bent, but by less than its threshold",
      governor: #""risk_state":"SOFT_BRAKE","current_drawdown_pct":12,"last_equity":9500"#, inner: 9500,
      verdict: .unproven,
      words:
        "rests on a figure that cannot be checked (equity 9500.00 shown, about 10000.00 computed now); sizes are cut all the same"
    ),
    Case(
      testDescription: "a figure of another moment",
      governor: #""risk_state":"SOFT_BRAKE","current_drawdown_pct":12,"last_equity":8000"#, verdict: .unproven,
      words:
        "rests on a figure that cannot be checked (equity 8000.00 shown, about 10000.00 computed now); sizes are cut all the same"
    ),
    Case(
      testDescription: "a peak that nobody earned",
      governor: #""risk_state":"SOFT_BRAKE","current_drawdown_pct":12,"last_equity":10000,"peak_equity":11100"#,
      verdict: .unproven,
      words:
        "rests on a figure that cannot be checked (a peak of 11100.00 shown, about 10000.00 computed now); sizes are cut all the same"
    ),
    Case(
      testDescription: "a peak that is near enough",
      governor: #""risk_state":"SOFT_BRAKE","current_drawdown_pct":12,"last_equity":10000,"peak_equity":11000"#,
      verdict: .sound),
    Case(
      testDescription: "what it was frozen at counts where it is more",
      governor: #""risk_state":"SOFT_BRAKE","value":12,"current_drawdown_pct":4,"last_equity":8000"#,
      verdict: .unproven,
      words:
        "rests on a figure that cannot be checked (equity 8000.00 shown, about 10000.00 computed now); sizes are cut all the same"
    ),
    Case(
      testDescription: "below its threshold by its own figure",
      governor: #""risk_state":"SOFT_BRAKE","current_drawdown_pct":9.9,"last_equity":8000"#, verdict: .sound),
    Case(
      testDescription: "the threshold it tells goes first",
      governor: #""risk_state":"SOFT_BRAKE","threshold":9,"current_drawdown_pct":9.9,"last_equity":8000"#,
      verdict: .unproven,
      words:
        "rests on a figure that cannot be checked (equity 8000.00 shown, about 10000.00 computed now); sizes are cut all the same"
    ),
  ]

  @Test(arguments: governors)
  private func `a governor`(item: Case) throws {
    let basis = StopBasis.governor(
      try Self.governor(item.governor), try Self.truth(inner: item.inner, fair: item.fair))
    #expect(basis?.verdict == item.verdict)
    #expect(basis?.message == item.words)
  }

  private static let reason = #"["HARD_STOP: Equity drop 31.00% from initial capital ($10000.00 -> $6900.00)"]"#

  private static let switches: [Case] = [
    Case(testDescription: "not tripped", governor: #""triggered":false,"reasons":\#(reason)"#),
    Case(testDescription: "not told", governor: #""reasons":\#(reason)"#),
    Case(
      testDescription: "tripped on what longs take away", governor: #""triggered":true,"reasons":\#(reason)"#,
      inner: 6900, verdict: .suspect,
      words:
        "tripped on a bookkeeping figure (equity 6900.00 shown, about 10000.00 computed); trading stays stopped all the same"
    ),
    Case(
      testDescription: "tripped on a true loss", governor: #""triggered":true,"reasons":\#(reason)"#, inner: 6900,
      fair: 6900, verdict: .sound),
    Case(
      testDescription: "a limit of its own that even this is under",
      governor: #""triggered":true,"reasons":\#(reason),"thresholds":{"equity_drop":40}"#, inner: 6900, verdict: .sound),
    Case(
      testDescription: "no reason: the equity beside it",
      governor: #""triggered":true,"current_metrics":{"current_equity":6900}"#, inner: 6900, verdict: .suspect,
      words:
        "tripped on a bookkeeping figure (equity 6900.00 shown, about 10000.00 computed); trading stays stopped all the same"
    ),
    Case(testDescription: "neither reason nor equity", governor: #""triggered":true"#, verdict: .unknown),
    Case(
      testDescription: "a pause takes its limit from its words",
      governor:
        #""triggered":true,"reasons":["DAILY_PAUSE: Drawdown 16.00% from daily high $10000.00 exceeds limit 17.00%"]"#,
      verdict: .sound),
    Case(
      testDescription: "a pause without a limit in its words takes the one beside it",
      governor: #""triggered":true,"reasons":["DAILY_PAUSE: 16.00% below $10000.00"],"thresholds":{"drawdown_pct":17}"#,
      verdict: .sound),
    Case(
      testDescription: "a pause without any limit takes 15",
      governor: #""triggered":true,"reasons":["DAILY_PAUSE: 16.00% below $10000.00"]"#, verdict: .unproven,
      words:
        "rests on a figure that cannot be checked (equity 8400.00 shown, about 10000.00 computed now); trading stays stopped all the same"
    ),
    Case(testDescription: "other words", governor: #""triggered":true,"reasons":["ERROR_PAUSE: 10% of $5"]"#),
    Case(
      testDescription: "a percentage that is none", governor: #""triggered":true,"reasons":["HARD_STOP: x% of $5"]"#),
  ]

  @Test(arguments: switches)
  private func `a kill switch`(item: Case) throws {
    let basis = StopBasis.killSwitch(
      try Self.killSwitch(item.governor), try Self.truth(inner: item.inner, fair: item.fair))
    #expect(basis?.verdict == item.verdict)
    #expect(basis?.message == item.words)
  }

  @Test func `at the exchange the switch goes by the exchange's figure, and the governor by the engine's own`() throws {
    let snapshot = try EngineSnapshot.staged([
      .engine(equity: 10_050, isLive: true), .says(.settings, #"{"bybit_testnet":true}"#),
      .risk(open: 1, equity: 6900),
      .positions(#"{"symbol":"BTCUSDT","side":"long","size":3100,"entry_price":1}"#),
    ])
    let truth = snapshot.equityTruth
    #expect(truth.verdict == .exchange && truth.distortion == .positions && truth.shown == 10_050)
    #expect(truth.distortion(for: .killSwitch) == .none && truth.distortion(for: .governor) == .positions)
    #expect(truth.equity(for: .killSwitch) == 10_050 && truth.equity(for: .governor) == 6900)
    let words = "(equity 6900.00 shown, about 10050.00 at the exchange now); trading stays stopped all the same"
    let tripped = try Self.killSwitch(#""triggered":true,"reasons":\#(Self.reason)"#)
    #expect(
      StopBasis.killSwitch(tripped, truth)?.message == "rests on a figure that cannot be checked \(words)")
    let braked = try Self.governor(#""risk_state":"HARD_STOP","current_drawdown_pct":31,"last_equity":6900"#)
    #expect(StopBasis.governor(braked, truth)?.verdict == .suspect)
  }

  @Test func `nothing to hold it against is unknown`() throws {
    let truth = try EngineSnapshot.staged([.engine(initial: nil)]).equityTruth
    let braked = try Self.governor(#""risk_state":"HARD_STOP","current_drawdown_pct":31,"last_equity":6900"#)
    #expect(StopBasis.governor(braked, truth)?.verdict == .unknown)
    #expect(StopBasis.governor(nil, truth) == nil && StopBasis.killSwitch(nil, truth) == nil)
  }
}
