import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Risk and money: what is told of an engine in good health, and what of one with holes and bends.
struct RiskQueryTests {
  private static func governor(_ members: String) -> Told { .says(.governor, "{\(members)}", age: 3) }
  private static let bent: [Told] = [
    .engine(equity: 6900), .risk(open: 1, equity: 6900),
    .positions(#"{"symbol":"BTCUSDT","side":"long","size":3100,"entry_price":1}"#),
  ]
  private static let tripped = Told.says(
    .killSwitch,
    #"{"triggered":true,"reasons":["HARD_STOP: Equity drop 31.00% from initial capital ($10000.00 -> $6900.00)"]}"#)

  private func risk(_ told: [Told]) throws -> RiskAnswer { try RiskQuery().answer(.staged(told), now: Seen.now) }

  private struct Distance: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var told: [Told]
    var words: String?
  }

  private static func drawdown(_ percent: String) -> Told {
    governor(#""risk_state":"NORMAL","current_drawdown_pct":\#(percent)"#)
  }

  private static let distances: [Distance] = [
    Distance(testDescription: "far", told: [], words: "SOFT_BRAKE begins at 10 % drawdown, 8.50 points away."),
    Distance(
      testDescription: "near", told: [drawdown("9.999")], words: "SOFT_BRAKE begins at 10 % drawdown, 0.00 points away."
    ),
    Distance(
      testDescription: "at the first", told: [drawdown("10")],
      words: "QUARANTINE begins at 15 % drawdown, 5.00 points away."
    ),
    Distance(
      testDescription: "before the last", told: [drawdown("19")],
      words: "HARD_STOP begins at 20 % drawdown, 1.00 points away."
    ),
    Distance(
      testDescription: "past the last", told: [drawdown("20")], words: "Drawdown is past the last threshold, 20 %."),
    Distance(
      testDescription: "the risk's own where the governor is silent", told: [.fails(.governor)],
      words: "SOFT_BRAKE begins at 10 % drawdown, 10.00 points away."),
    Distance(
      testDescription: "bent, and nothing rests on it", told: bent + [drawdown("31")],
      words: "The governor goes by a drawdown of 31.00 %."),
    Distance(
      testDescription: "bent, and it stopped by it",
      told: bent + [governor(#""risk_state":"HARD_STOP","current_drawdown_pct":31"#)]),
    Distance(testDescription: "not told", told: [governor(#""risk_state":"NORMAL""#), .fails(.riskStatus)]),
    Distance(testDescription: "stopped", told: [.stopped]),
  ]

  @Test(arguments: distances)
  private func `how far the governor's next state is`(item: Distance) throws {
    #expect(try risk(item.told).distanceText == item.words)
  }

  @Test func `the moment is that of the risk, else of the governor`() throws {
    let governor = Self.drawdown("1")
    #expect(try risk([governor]).receivedAt == Seen.now)
    #expect(try risk([governor, .fails(.riskStatus)]).receivedAt == Seen.now - 3)
    #expect(try risk([.fails(.governor)]).governor == nil)
    #expect(throws: EngineError.gone) { try risk([.fails(.governor, .limited), .fails(.riskStatus)]) }
    #expect(throws: EngineError.limited) {
      try GovernorQuery().answer(.staged([.fails(.governor, .limited)]), now: Seen.now)
    }
    let answer = try GovernorQuery().answer(.staged([governor]), now: Seen.now)
    #expect(answer.receivedAt == Seen.now - 3 && answer.governor.state == .normal && answer.risk.missing.isEmpty)
  }

  @Test func `what did not answer is named in order`() throws {
    let answer = try risk([
      .fails(.positions), .fails(.health, .limited), .fails(.killSwitch), .fails(.riskStatus, .rejectedKey),
    ])
    #expect(
      answer.missing == [
        "/risk/status did not answer: Invalid API key", "/risk/killswitch/status did not answer: unreachable",
        "/health did not answer: slow down", "/orders/positions did not answer: unreachable",
      ])
    #expect(answer.killSwitch.verdict == .unknown && answer.risk == nil)
    #expect(try risk([.omits(.health)]).missing.isEmpty, "what was not asked is not missing")
  }

  @Test func `what stops rest on is told of an engine that runs`() throws {
    let stops = Self.bent + [Self.tripped, Self.governor(#""risk_state":"HARD_STOP","current_drawdown_pct":31"#)]
    let figures = "(equity 6900.00 shown, about 10000.00 computed)"
    #expect(
      try risk(stops).basisWords == [
        "The kill switch tripped on a bookkeeping figure \(figures); trading stays stopped all the same.",
        "The governor tripped on a bookkeeping figure \(figures); signals are refused all the same.",
      ])
    let stopped = try risk(stops + [.stopped])
    #expect(stopped.basisWords.isEmpty && stopped.governorState == nil && stopped.drawdownPercent == nil)
    #expect(stopped.governor?.state == .hardStop, "as it was told")
    #expect(stopped.drawdown == CheckedFigure())
    let busy = try risk([.engine(state: "BUSY")])
    #expect(busy.governorState == nil && busy.drawdownPercent == nil && busy.killSwitchBasis == nil)
  }

  // MARK: money

  @Test func `an account is told from its parts where the engine's books are bent`() throws {
    let answer = try AccountQuery().answer(.staged(Self.bent + [.started(60)]), now: Seen.now)
    #expect(answer.truth.verdict == .computed && answer.truth.shown == 10_000 && answer.internalEquity == 6900)
    #expect(answer.day.own == 0 && answer.marginUsed == 20)
    #expect(answer.marginFree == CheckedFigure(reported: 80, doubt: "distorted by open positions"))
    #expect(answer.drawdown == CheckedFigure(reported: 0, doubt: "distorted by open positions"))
    #expect(answer.drawdownAmount == CheckedFigure(reported: 0, doubt: "distorted by open positions"))
    let holed = try AccountQuery().answer(
      .staged([.fails(.riskStatus), .fails(.why), .fails(.positions), .fails(.equityHistory)]), now: Seen.now)
    #expect(holed.truth.verdict == .asIs && holed.internalEquity == nil && holed.marginFree == CheckedFigure())
    #expect(holed.day.own == nil && holed.drawdown == CheckedFigure())
    #expect(throws: EngineError.gone) { try AccountQuery().answer(.staged([.fails(.engineStatus)]), now: Seen.now) }
    let stopped = try AccountQuery().answer(.staged([.stopped]), now: Seen.now)
    #expect(stopped.truth.shown == nil && stopped.marginUsed == nil && stopped.internalEquity == nil)
  }

  @Test func `PnL of an engine that runs, and of no other`() throws {
    func pnl(_ told: Told...) throws -> PnLAnswer { try PnLQuery().answer(.staged(told), now: Seen.now) }
    let answer = try pnl(.engine(realized: 5, unrealized: -2), .risk(equity: 10_003))
    #expect(answer.isLive && answer.realizedPnL == 5 && answer.unrealizedPnL == -2 && answer.positions == 0)
    #expect(answer.riskState == "NORMAL" && answer.engineState == "RUNNING" && answer.truth.verdict == .asIs)
    #expect(try pnl(.risk(open: 1)).positions == nil, "a list that is doubted counts nothing")
    #expect(try pnl(.fails(.positions)).positions == nil && pnl(.fails(.governor)).riskState == nil)
    let stopped = try pnl(.stopped)
    #expect(!stopped.isLive && stopped.realizedPnL == nil && stopped.positions == nil && stopped.riskState == nil)
    #expect(stopped.engineState == "STOPPED" && stopped.drawdown == CheckedFigure())
    #expect(throws: EngineError.limited) { try pnl(.fails(.engineStatus, .limited)) }
  }

  // MARK: settings

  @Test func `symbols that are traded and not named are counted`() throws {
    func unnamed(_ members: String) throws -> Int {
      try SettingsQuery().answer(.staged([.says(.settings, "{\(members)}")]), now: Seen.now).unnamedSymbols
    }
    #expect(try unnamed(#""trading_symbols":["A","B"],"total_symbols":10"#) == 8)
    #expect(try unnamed(#""trading_symbols":["A","B"],"total_symbols":1"#) == 0 && unnamed("") == 0)
    #expect(throws: EngineError.gone) { try SettingsQuery().answer(.staged([.fails(.settings)]), now: Seen.now) }
  }

  @Test func `each limit says whether the engine enforces it`() throws {
    let told = Told.says(
      .riskLimits,
      #"{"max_open_positions":5,"max_daily_attempts":120,"max_exposure_usd":1000.5,"min_notional_usd":5,"cooldown_seconds":120}"#
    )
    let rows = try RiskLimitsQuery().answer(.staged([told]), now: Seen.now).limits.map {
      "\($0.name) \($0.value ?? -1) \($0.unit) \($0.isEnforced)"
    }
    #expect(
      rows == [
        "max_open_positions 5 positions true", "max_daily_attempts 120 a day false",
        "max_exposure_usd 1000.5 USDT false", "min_notional_usd 5 USDT false", "cooldown_seconds 120 s false",
      ])
    #expect(throws: EngineError.gone) { try RiskLimitsQuery().answer(.staged([.fails(.riskLimits)]), now: Seen.now) }
  }

  @Test func `keys are told in the order in which they were asked for`() throws {
    let told = Told.says(.configuration, #"{"config":{"b":true,"a":1.50,"c":null}}"#)
    func rows(_ keys: String...) throws -> [String] {
      try ConfigurationQuery(keys).answer(.staged([told]), now: Seen.now).rows.map { "\($0.key)=\($0.value)" }
    }
    #expect(try rows().map { $0.prefix(1) } == ["a", "b", "c"])
    #expect(try rows("c", "a").map { $0.prefix(1) } == ["c", "a"])
    let empty = Told.says(.configuration, "{}")
    #expect(try ConfigurationQuery().answer(.staged([empty]), now: Seen.now).rows.isEmpty)
    #expect(throws: EngineError.notFound(kind: "key", name: "z", known: ["a", "b", "c"])) { try rows("a", "z") }
  }
}
