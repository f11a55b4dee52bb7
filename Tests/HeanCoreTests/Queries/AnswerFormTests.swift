import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// The form in which answers are written: their keys, and that what is written can be read again.
struct AnswerFormTests {
  private static let extra: [Told] = [
    .says(
      .settings, #"{"bybit_testnet":true,"trading_symbols":["BTCUSDT"],"total_symbols":3,"initial_capital":10000}"#),
    .says(.configuration, #"{"config":{"a":1.5,"b":[true,null],"c":{"d":"e"}}}"#),
    .says(.riskLimits, #"{"max_open_positions":5,"max_exposure_usd":0.1}"#),
    .says(
      .orders(.all),
      #"[{"order_id":"o1","symbol":"BTCUSDT","side":"buy","size":0.5,"price":100,"status":"placed","created_at":"\#(ago(9))"}]"#
    ),
    .says(.events(ofType: "SIGNAL"), #"{"events":[]}"#), .says(.events(ofType: nil), EventsQueryTests.memory),
    .history([EmptyCheckTests.closed("BTCUSDT", age: 5)], limit: 500),
    .says(
      .journal,
      #"{"trades":[{"position_id":"t1","symbol":"BTCUSDT","side":"short","qty":0.5,"entry_price":100,"realized_pnl":2,"#
        + #""unrealized_pnl":2,"opened_at":"\#(ago(90))","closed_at":"\#(ago(9))","exit_plan":{"fee":0.1}}]}"#),
    .says(.analyticsSummary, #"{"total_trades":4,"win_rate":50,"profit_factor":1.5}"#),
  ]

  /// Each question's answer as it is written, and as it is written once it was read.
  private static func forms<Question: Query>(
    _ question: Question, _ snapshot: EngineSnapshot
  ) throws -> (String, [Data]) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let written = try encoder.encode(question.answer(snapshot, now: Seen.now))
    let again = try encoder.encode(JSONDecoder().decode(Question.Answer.self, from: written))
    return ("\(Question.self)", [written, again])
  }

  private static func all(_ snapshot: EngineSnapshot) throws -> [(String, [Data])] {
    [
      try forms(TradesQuery(), snapshot), try forms(AnalyticsQuery(), snapshot),
      try forms(PortfolioQuery(), snapshot), try forms(WhatIfQuery([AssumedMove(symbol: nil, percent: 1)]), snapshot),
      try forms(AccountQuery(), snapshot), try forms(SymbolQuery("BTCUSDT"), snapshot),
      try forms(ConfigurationQuery(), snapshot),
      try forms(DecisionsQuery(), snapshot), try forms(EventsQuery(), snapshot),
      try forms(FunnelQuery(window: 600), snapshot),
      try forms(GovernorQuery(), snapshot), try forms(HealthQuery(), snapshot), try forms(OrderQuery("o1"), snapshot),
      try forms(OrdersQuery(.all), snapshot), try forms(PnLQuery(), snapshot), try forms(PositionsQuery(), snapshot),
      try forms(RiskLimitsQuery(), snapshot), try forms(RiskQuery(), snapshot), try forms(SettingsQuery(), snapshot),
      try forms(SignalsQuery(), snapshot), try forms(StatusQuery(), snapshot), try forms(StrategiesQuery(), snapshot),
      try forms(TraceQuery(.last), snapshot), try forms(WhyQuery(), snapshot),
      try forms(TradingReportQuery(AnalyticsQuery()), snapshot),
      try forms(StatisticQuery(.profitFactor, AnalyticsQuery()), snapshot),
    ]
  }

  private struct Engine: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var told: [Told]
  }

  private static let row =
    #"{"position_id":"p","symbol":"BTCUSDT","side":"long","size":3100,"entry_price":1,"current_price":0.123456789012345678}"#
  private static let engines: [Engine] = [
    Engine(testDescription: "in good health", told: []), Engine(testDescription: "stopped", told: [.stopped]),
    Engine(
      testDescription: "bent and tripped",
      told: [
        .engine(equity: 6900), .risk(open: 1, equity: 6900, isTripped: true), .positions(row),
        .says(
          .killSwitch,
          #"{"triggered":true,"triggered_at":"\#(ago(5))","reasons":["HARD_STOP: Equity drop 31.00% from initial capital ($10000.00 -> $6900.00)"]}"#
        ),
      ]),
    Engine(
      testDescription: "at the exchange, just started",
      told: [.engine(isLive: true), .started(60), .says(.metrics, Told.metricsBody(signals: 0, created: 0))]),
    Engine(
      testDescription: "dropped",
      told: [.history([EmptyCheckTests.closed("ETHUSDT", age: 5)], limit: 500), .fails(.decisionMemory), .oldKey]),
    Engine(testDescription: "counted", told: [.risk(open: 2), .history([], limit: 500), .practice]),
  ]

  @Test(arguments: engines)
  private func `an answer that is written and read again is the same`(engine: Engine) throws {
    for (name, forms) in try Self.all(.staged(Self.extra + engine.told)) {
      #expect(forms[0] == forms[1], "\(name): \(String(decoding: forms[0], as: UTF8.self))")
    }
  }

  private static func keys(_ told: [Told]) throws -> [String] {
    try all(.staged(extra + told)).map { name, forms in
      let members = try #require(try JSONSerialization.jsonObject(with: forms[0]) as? [String: Any])
      return "\(name): " + members.keys.sorted().joined(separator: " ")
    }
  }

  @Test func `answers keep their keys`() throws {
    let written = try Self.keys([])
    #expect(
      written == [
        "TradesQuery: context count isCut isRecorded listed missing names receivedAt totals trades",
        "AnalyticsQuery: all bins books comparisons curve days engineCurve engineStrategies returns strategies symbols "
          + "trades truth",
        "PortfolioQuery: account course positions symbols total trades",
        "WhatIfQuery: context equity receivedAt rows unheld untouched",
        "AccountQuery: context day drawdown drawdownAmount internalEquity marginFree marginUsed receivedAt truth",
        "SymbolQuery: context diagnosis judgement listing missing orders positions price receivedAt signals spans "
          + "strategies trades",
        "ConfigurationQuery: context receivedAt rows", "DecisionsQuery: context decisions names receivedAt",
        "EventsQuery: context events names receivedAt",
        "FunnelQuery: context funnel names receivedAt window", "GovernorQuery: governor receivedAt risk",
        "HealthQuery: componentProblems context diagnosis engine health isReady judgement listing receivedAt "
          + "tradingProblems",
        "OrderQuery: context order receivedAt", "OrdersQuery: context names orders receivedAt rejected",
        "PnLQuery: context drawdown engineState isLive killSwitch positions realizedPnL receivedAt riskState startedAt truth "
          + "unrealizedPnL",
        "PositionsQuery: closeFailures closed context fills hazards isAtExchange names positions receivedAt",
        "RiskLimitsQuery: context limits receivedAt",
        "RiskQuery: context equity governor killSwitch latch missing receivedAt risk stops thresholds",
        "SettingsQuery: context receivedAt settings", "SignalsQuery: context names receivedAt rows",
        "StatusQuery: closeFailures context counts day diagnosis engine equity governor judgement killSwitch listing "
          + "marginFree marginUsed missing openOrders positions receivedAt record risk strategies",
        "StrategiesQuery: blocks context judged receivedAt strategies", "TraceQuery: context missing receivedAt trace",
        "WhyQuery: context diagnosis judgement receivedAt",
        "TradingReportQuery: analytics blocked context incidents missing receivedAt status times",
        "StatisticQuery: comparison context dropped inputs missing receivedAt statistic",
      ])
    // A ghost is a doubt at the exchange only; where there is one, it has a key, and nothing is counted.
    let doubted = try Self.keys([.engine(isLive: true)])
    #expect(doubted.contains("WhatIfQuery: context doubt equity receivedAt rows unheld untouched"))
    #expect(
      doubted.contains(
        "PositionsQuery: closeFailures closed context doubt fills hazards isAtExchange names positions receivedAt"))
    #expect(
      doubted.contains(
        "PnLQuery: context drawdown engineState isLive killSwitch realizedPnL receivedAt riskState startedAt truth unrealizedPnL"
      ))
  }

  @Test func `figures are written with every digit, and models in the engine's own words`() throws {
    func written<Question: Query>(_ question: Question, _ told: Told...) throws -> String {
      String(decoding: try Self.forms(question, .staged(Self.extra + told)).1[0], as: UTF8.self)
    }
    let positions = try written(PositionsQuery(), .positions(Self.row))
    #expect(positions.contains(#""mark_price":0.123456789012345678"#) && positions.contains(#""qty":3100"#))
    #expect(
      try written(ConfigurationQuery(["c", "a"])).contains(
        #""rows":[{"key":"c","value":{"d":"e"}},{"key":"a","value":1.5}]"#))
    let context =
      #""context":{"engineState":"RUNNING","isKeyDeprecated":false,"isRunning":true,"mode":"dry_run","oddities":[],"priceAge":1}"#
    #expect(try written(OrdersQuery(.all)).hasPrefix("{" + context + #","names":{},"orders":[{"avg_fill_price":null,"#))
    #expect(try written(RiskQuery()).contains(#""verdict":"as_is""#))
  }
}
