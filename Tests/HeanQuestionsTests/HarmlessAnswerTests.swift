import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore
@testable import HeanQuestions

/// What an answer counts, and which operations it names: a wrong figure or an operation that nobody asked for does harm.
struct HarmlessAnswerTests {
  private static func order(_ id: String, _ symbol: String, _ side: String, age: TimeInterval) -> String {
    #"{"order_id":"\#(id)","symbol":"\#(symbol)","side":"\#(side)","size":1,"filled_size":1,"price":100,"#
      + #""status":"filled","created_at":"\#(ago(age))"}"#
  }

  private static func close(_ id: String, _ symbol: String, _ side: String, age: TimeInterval) -> String {
    #"{"event_kind":"closed_position","position_id":"\#(id)","symbol":"\#(symbol)","side":"\#(side)","size":1,"#
      + #""entry_price":100,"current_price":110,"realized_pnl":3,"unrealized_pnl":0,"closed_at":"\#(ago(age))"}"#
  }

  /// Three orders, and three closes of which no order is listed; the latest of all is the end of a long position.
  private static let dealt: [Told] = [
    .says(
      .orders(.all),
      #"{"orders":[\#(order("o1", "ETHUSDT", "buy", age: 2000)),\#(order("o2", "BTCUSDT", "sell", age: 1500)),"#
        + #"\#(order("o3", "SOLUSDT", "buy", age: 900))]}"#),
    .history(
      [
        close("p1", "ETHUSDT", "long", age: 600), close("p2", "BTCUSDT", "short", age: 1200),
        close("p3", "SOLUSDT", "long", age: 3000),
      ], limit: 500),
  ]

  private func answer(_ question: String, _ told: [Told] = dealt) throws -> QuestionAnswer {
    try QuestionQuery(question).answer(.staged(told), now: Recording.moment)
  }

  private func text(_ answer: QuestionAnswer) -> String { answer.lines.map { "\($0)" }.joined(separator: "\n") }

  @Test(arguments: [
    ("last fill", "close of ETHUSDT long, a sell", "10m"), ("when was the last fill", "close of ETHUSDT long", "10m"),
    ("last execution", "close of ETHUSDT long", "10m"),
    ("how long since the last fill", "close of ETHUSDT long", "10m"),
    ("when was the last fill on the sell side", "close of ETHUSDT long", "10m"),
    ("when was the last fill on the buy side", "o3 SOLUSDT buy", "15m"),
    ("what was the last fill", "close of ETHUSDT long", ""), ("most recent fill", "close of ETHUSDT long", ""),
    ("last fill on eth", "close of ETHUSDT long", ""),
    ("last fill on btc", "close of BTCUSDT short, a buy", ""),
    ("last fill on sol", "o3 SOLUSDT buy", ""), ("last 3 fills", "close of ETHUSDT long", ""),
    ("show the last fill", "close of ETHUSDT long", ""), ("latest fill", "close of ETHUSDT long", ""),
    ("when was the last trade", "ETHUSDT long", "10m"),
    ("when was the last buy trade", "o3 SOLUSDT buy", "15m"),
    ("when was the last sell trade", "close of ETHUSDT", "10m"),
    ("when did we last buy btc", "close of BTCUSDT short, a buy", "20m"),
  ])
  func `the last fill is the last one, closes included, of the side that is asked for`(
    question: String, says: String, ago: String
  ) throws {
    let answer = try answer(question)
    #expect(answer.kind == .answered && text(answer).contains(says), "\(answer.reading.summary): \(text(answer))")
    #expect(ago.isEmpty || text(answer).contains(ago), "\(text(answer))")
  }

  @Test(arguments: [
    ("how many fills", 6), ("number of fills of eth", 2), ("how many buy trades", 3), ("how many sell trades", 3),
    ("trades that were buys", 3), ("buy fills", 3), ("sell fills", 3), ("number of filled buys", 3),
    ("how many sells were filled", 3), ("how many times did we buy eth", 1), ("how many eth buys", 1),
    ("executions on the sell side", 3), ("how many btc fills on the buy side", 1), ("how many orders were buys", 2),
    ("how many long trades", 2), ("how many short trades", 1),
  ])
  func `a side and a symbol count`(question: String, count: Int) throws {
    let answer = try answer(question)
    guard answer.kind != .notUnderstood else { return }
    let counted = answer.figures.first { $0.unit == "count" }?.value
    #expect(counted == Decimal(count), "\(answer.reading.summary): \(text(answer))")
  }

  @Test func `most of these sides are understood, so that the test above can fail`() throws {
    let asked = ["buy fills", "how many times did we buy eth", "number of filled buys"]
    let lost = try asked.filter { try answer($0).kind != .answered }
    #expect(lost.isEmpty, "\(lost)")
  }

  @Test func `an order is filled when its fill is told, not when it was made`() throws {
    let filled =
      #"{"order_id":"o1","symbol":"ETHUSDT","side":"buy","status":"filled","created_at":"\#(ago(2000))","#
      + #""status_timeline":[{"status":"filled","timestamp":"\#(ago(60))"}]}"#
    let answer = try answer("when was the last fill", Self.dealt + [.state(fills: [filled])])
    #expect(text(answer).contains("o1 ETHUSDT buy") && text(answer).contains("1m00s ago"), "\(text(answer))")
  }

  @Test func `a close whose order is listed is one fill, and closes that cannot be read are told`() throws {
    let orders = #"{"orders":[\#(Self.order("x1", "ETHUSDT", "sell", age: 601))]}"#
    let history = Told.history([Self.close("p1", "ETHUSDT", "long", age: 600)], limit: 500)
    let live = try answer("how many fills", [.engine(isLive: true), .says(.orders(.all), orders), history])
    #expect(live.figures.first?.value == 1, "\(text(live))")
    let paper = try answer("how many fills", [.says(.orders(.all), orders), history])
    #expect(paper.figures.first?.value == 2, "no close of a dry run has an order: \(text(paper))")
    let blind = try answer(
      "when was the last fill",
      [.says(.orders(.all), orders), .fails(.history(limit: 500)), .fails(.journal)])
    #expect(text(blind).contains("the last fill may be a later one"), "\(text(blind))")
  }

  @Test func `what changed is narrowed to what is named`() throws {
    let eth = try answer("what happened on eth in the last hour")
    guard eth.kind == .answered, eth.reading.topic == .changes else { return }
    #expect(eth.reading.symbols == ["ETHUSDT"] && text(eth).contains("(ETHUSDT): 1 position closed"), "\(text(eth))")
  }

  private static let named = [
    "resume of last night", "restart count", "when does the daily high reset", "resume of today", "resume of the week",
    "short resume of the day", "give me a resume of the trades", "number of restarts", "number of restarts today",
    "how often was it restarted", "how often does it restart", "how many restarts today", "how many resets were there",
    "list restarts", "last restart", "the restart at noon", "restart time", "restart history", "restart reason",
    "restart log", "start of the session", "start time", "start of the day", "pause history", "pause duration",
    "pause count", "last pause", "panic last week", "panic history", "kill count", "halt time", "resets today",
    "reset time of the daily pnl", "reset of the daily counters", "close of yesterday's candle", "daily close of eth",
    "closing price of btc", "what is the close price of btc", "stop distance of eth", "stop price of eth",
    "cancel rate of orders", "cancelled orders today", "trigger price of the stop",
    "when does the daily loss counter reset", "when does the loss limit reset", "when do the stats reset",
    "when does the day high start over", "disabled strategies", "enabled strategies count",
  ]

  @Test(arguments: named)
  func `an operation that is only named is not offered`(question: String) throws {
    for told in [Self.dealt, Self.dealt + [.risk(isTripped: true), .says(.killSwitch, #"{"triggered":true}"#)]] {
      let answer = try answer(question, told)
      let offered = (answer.lines + answer.commands).filter { step in
        step.parts.contains { if case .operation = $0 { true } else { false } }
      }
      #expect(offered.isEmpty, "\(answer.reading.summary): \(offered.map { "\($0)" })")
      #expect(answer.suggestions.allSatisfy { !$0.hasPrefix("how do i re") || answer.kind == .notUnderstood })
    }
  }

  @Test(arguments: [
    "restart", "end the pause", "restart the engine", "resume", "resume trading", "pause it", "stop the engine",
    "start the engine",
    "restart please", "restart command", "how is a restart done", "reset of the kill switch", "reset the kill switch",
    "kill switch reset command", "unpause", "disable grid", "turn momentum off", "a fresh start of the process please",
  ])
  func `an operation that is asked for still is`(question: String) throws {
    let reading = QuestionReader().read(question)
    #expect(reading.frame == .howTo && QuestionDoubt(question, reading) == nil, "\(reading.summary)")
  }

  @Test(arguments: [
    ("chart of btc", ["chart BTCUSDT"]), ("chart", ["chart BTCUSDT"]), ("show me the eth chart", ["chart ETHUSDT"]),
    ("candles of eth", ["market.candles ETHUSDT"]), ("btc candles 5m", ["market.candles BTCUSDT"]),
    ("hourly bars for eth", ["market.candles ETHUSDT"]), ("24h high of eth", ["market.candles ETHUSDT"]),
    ("daily high of btc", ["market.candles BTCUSDT"]), ("closing price of btc", ["market.candles BTCUSDT"]),
    ("order book of btc", ["book BTCUSDT"]), ("market depth eth", ["book ETHUSDT"]), ("book", ["book BTCUSDT"]),
    ("portfolio", ["portfolio"]), ("my portfolio", ["portfolio"]), ("portfolio breakdown", ["portfolio"]),
    ("analytics", ["analytics"]), ("sharpe and sortino analytics", ["analytics"]), ("monte carlo", ["analytics"]),
    ("version", ["version"]), ("what version is this", ["version"]), ("which version of the engine", ["version"]),
    ("heatmap", ["market.heatmap"]), ("watchlist", ["watchlist"]), ("journal", ["trades"]),
  ])
  func `what is not understood names the command that shows the noun`(question: String, shown: [String]) throws {
    let answer = try answer(question)
    let steps = answer.commands.compactMap { step -> String? in
      guard case .query(let query)? = step.parts.first else { return nil }
      return ([query.name.rawValue] + query.operands).joined(separator: " ")
    }
    #expect(Array(steps.prefix(shown.count)) == shown, "\(answer.kind) \(answer.reading.summary): \(steps)")
  }

  @Test func `what is offered instead keeps the side and the symbol`() {
    var reading = QuestionReading(frame: .when)
    (reading.topic, reading.side, reading.symbols) = (.fill, .long, ["BTCUSDT"])
    #expect(reading.offers == ["when was the last fill of BTCUSDT on the buy side"])
    let again = QuestionReader().read(reading.offers[0])
    #expect(again.topic == .fill && again.side == .long && again.symbols == ["BTCUSDT"], "\(again.summary)")
    (reading.frame, reading.topic, reading.metric) = (.list, nil, .fills)
    #expect(reading.offers == ["list fills of BTCUSDT on the buy side"])
  }
}
