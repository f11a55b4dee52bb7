import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore
@testable import HeanQuestions

/// What is said of an engine whose every word is known: the sentences of answers, with their figures.
struct StagedAnswerTests {
  private static let eth =
    #"{"position_id":"p1","symbol":"ETHUSDT","side":"long","size":2,"entry_price":100,"current_price":110,"#
    + #""unrealized_pnl":20,"stop_loss":95,"take_profit":120,"strategy_id":"momentum_trader"}"#
  private static let btc =
    #"{"position_id":"p2","symbol":"BTCUSDT","side":"short","size":1,"entry_price":300,"current_price":310,"#
    + #""unrealized_pnl":-10,"strategy_id":"impulse_engine"}"#
  private static let detailed =
    #"{"position_id":"p1","symbol":"ETHUSDT","qty":2,"opened_at":"\#(ago(7200))","exit_plan":{"tp":120,"sl":95},"#
    + #""rationale":{"entry_reason":"trend is up"}}"#

  private static func trade(
    _ symbol: String, _ strategy: String, pnl: Int, age: TimeInterval, held: TimeInterval = 60, side: String = "long"
  ) -> String {
    #"{"event_kind":"closed_position","position_id":"c\#(Int(age))","symbol":"\#(symbol)","side":"\#(side)","size":1,"#
      + #""entry_price":100,"strategy_id":"\#(strategy)","realized_pnl":\#(pnl),"unrealized_pnl":0,"#
      + #""opened_at":"\#(ago(age + held))","closed_at":"\#(ago(age))"}"#
  }

  private static let trades = [
    trade("ETHUSDT", "momentum_trader", pnl: 30, age: 600),
    trade("BTCUSDT", "impulse_engine", pnl: -12, age: 1200, side: "short"),
    trade("ETHUSDT", "momentum_trader", pnl: 5, age: 3000), trade("BTCUSDT", "impulse_engine", pnl: 7, age: 90_000),
  ]

  private static let held: [Told] = [
    .positions(eth, btc), .risk(open: 2), .state(positions: [detailed]), .history(trades, limit: 500),
    .started(200_000), .says(.configuration, #"{"config":{"max_trade_risk_pct":1,"max_open_positions":10}}"#),
    .says(
      .strategies,
      #"[{"strategy_id":"momentum_trader","enabled":true},{"strategy_id":"impulse_engine","enabled":true}]"#),
  ]

  private func answer(_ question: String, _ told: [Told] = held) throws -> QuestionAnswer {
    try QuestionQuery(question).answer(.staged(told), now: Recording.moment)
  }

  private struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var says: [String]
    var kind = QuestionAnswer.Kind.answered

    init(_ question: String, _ says: String..., kind: QuestionAnswer.Kind = .answered) {
      (testDescription, self.says, self.kind) = (question, says, kind)
    }
  }

  private static let cases: [Case] = [
    Case("stop loss and take profit of eth", "Stop loss", "95", "Take profit", "120"),
    Case("pnl in the last hour versus yesterday", "last 1h", "+23.00", "yesterday"),
    Case("how many trades won and how many lost", "Winning trades: 3.", "Losing trades: 1."),
    Case("trades by day", "2026-11-20", "2026-11-21"),
    Case("realized pnl by strategy", "momentum_trader: +35.00", "impulse_engine: -5.00"),
    Case("which strategy has the best win rate", "Win rate of momentum_trader: 100 %"),
    Case("do my positions have a stop", "Without a stop loss: BTCUSDT"),
    Case("who opened the eth position", "momentum_trader", "trend is up"),
    Case("what is my pnl and where is the stop of eth", "Only one part of the question was answered"),
    Case("what is the sharpe ratio", "Sharpe ratio"),
    Case("pnl of losing trades", "-12.00"),
    Case("how many trades lasted over 30 seconds", "Closed trades, older than 30s: 4."),
    Case("positions older than 1h30m", "ETHUSDT"),
    Case("pnl since 2030-01-01", "still to come", kind: .notKnown),
    Case("stop new entries", "refuses every new signal", "Only a restart of the engine ends that"),
    Case("how do i trigger the kill switch", "every new signal is refused"),
    Case("is it safe to stop the engine", "Not without risk: 2 open positions"),
    Case("what happens if i restart the engine", "Not without risk: 2 open positions"),
    Case("how do i stop the engine", "2 open positions"),
    Case("how do i change a setting", "takes a restart"),
    Case("pnl since 23:00 today", "still to come", kind: .notKnown),
    Case("pnl in december 2030", "still to come", kind: .notKnown),
    Case("difference between pause and stop", "The engine does not run"),
    Case("why is my drawdown not zero", "most was lost by impulse_engine"),
    Case("is the exchange connected", "Prices are fresh", "whether orders reach it is not told"),
    Case("what was the last trade and did it make money", "ETHUSDT long: +30.00 USDT"),
    Case("what was the last trade", "ETHUSDT long: +30.00 USDT"),
    Case("how many positions can we still open", "At most 10 positions; 2 open, so that 8 more"),
    Case("how many more positions can it open", "At most 10 positions; 2 open, so that 8 more"),
    Case("could we get liquidated", "sends no liquidation price", "Free margin", kind: .notKnown),
    Case("why did we lose money on our worst trade", "BTCUSDT short of impulse_engine: -12.00 USDT"),
    Case("how much would i have now if i closed everything", "Equity, which holds that already"),
    Case("what time did we hit our highest equity", "does not tell when", kind: .notKnown),
    Case("who am i logged in as", "RUNNING", "Nobody logs in"),
    Case("how much have we lost since the top", "Drawdown: 1.5 %"),
    Case("how many got rejected today", "Refused signals", "Rejected orders"),
    Case("average size of my positions", "Average notional: 265.00 USDT"),
    Case("why is momentum_trader not doing anything", "momentum_trader is enabled", "for momentum_trader"),
    Case("how much room is left before the soft brake", "SOFT_BRAKE begins at 10 %, 8.5 % away"),
    Case("total fees so far", "of entries only"),
    Case("volume traded today", "closes of paper trading are on no list"),
    Case("is it safe to reset the kill switch", "change nothing"),
    Case("how close am i to the position limit", "At most 10 positions; 2 open, so that 8 more"),
    Case("what time did the first trade happen", "The first closed trade, BTCUSDT long", "may have dropped out"),
    Case("when was our worst loss", "BTCUSDT short: -12.00 USDT"),
    Case(
      "how much are we long altogether and how much short", "Long exposure: 220.00", "Short exposure: 310.00",
      "from 1 position"),
    Case("sum of unrealised losses", "-10.00 USDT, from 1 position"),
    Case("funding fees paid", "sends no funding payments", kind: .notKnown),
    Case("is my stop order on btc still there", "Without a stop loss: BTCUSDT"),
    Case("what happens to my positions when i close this laptop", "does not need hean"),
    Case("show me a chart of eth", "drawn in the terminal"),
    Case("reconnect the feed", "Nothing blocks trading"),
    Case("how deep is the drawdown now and what was the worst", "Drawdown: 1.5 %", "deepest drawdown is not known"),
    Case("smallest win", "ETHUSDT long: +5.00"),
    Case(
      "why did it not trade btc yesterday", "closed yesterday is not kept", "No refused signal of that time",
      kind: .notKnown),
    Case("why was the governor in soft brake yesterday", "of yesterday the engine keeps nothing", kind: .notKnown),
    Case("why did prices stop yesterday", "of yesterday the engine keeps nothing", kind: .notKnown),
    Case(
      "why was the engine stopped yesterday", "of yesterday the engine keeps nothing", "did not do it (yesterday)",
      kind: .notKnown),
    Case(
      "why was the impulse engine disabled yesterday", "of yesterday the engine keeps nothing",
      "did not disable it (yesterday)", kind: .notKnown),
    Case("how many signals were not rejected", "Accepted signals"),
    Case("starting capital", "10000.00 USDT"),
    Case("if i pause will the stops still work", "exits are checked as before"),
    Case("which coins are losing", "Open positions, in loss: 1.", "BTCUSDT short 1"),
    Case("what did we earn today after fees", "PnL of the day"),
    Case("is anything making money right now", "in profit: 1", "ETHUSDT long 2"),
    Case("equity now vs at the start", "Equity:", "Initial capital: 10000.00 USDT"),
    Case("what is the average win and average loss", "+14.00", "-12.00"),
    Case("largest win and largest loss", "+30.00", "-12.00"),
    Case("can i raise max open positions to 15", "max_open_positions is 10 now"),
    Case("set max positions to 90", "Now it would be refused", "from 1 to 50"),
    Case("lower the risk per trade to 0.5 percent", "max_trade_risk_pct is 1 % now"),
    Case("how much risk per trade", "max_trade_risk_pct is 1 % now"),
    Case("what threshold does the council have", "from a confidence of 0.7"),
    Case("how do i make the council less strict", "TRADE_COUNCIL_ENTRY_THRESHOLD", "takes a restart"),
    Case("why did it stop trading", "Nothing blocks trading"),
    Case("how many hours has the engine been running", "Uptime"),
    Case("what happens to us if eth falls to 100", "by -20.00 USDT", "ETHUSDT is at 110", "-9.09 %"),
    Case("what if btc hits 341", "by -31.00 USDT", "+10 %"),
    Case("if eth drops to 5", "price or a percentage", kind: .notUnderstood),
    Case(
      "which strategies have not traded in the last 15 minutes", "Without a closed trade", "impulse_engine (1 of 2)",
      "BTCUSDT short 1"),
    Case("which strategy hasnt traded at all", "None: each of 2 strategies"),
    Case("how many strategies are enabled and which are off", "momentum_trader on", "impulse_engine on"),
    Case("average entry price of my positions", "have no average", "ETHUSDT long 2: 100"),
    Case("add up the pnl of btc and eth", "Together: Realized", "Together: Unrealized, now: +10.00"),
    Case("reject rate per strategy", "nothing to count", kind: .notKnown),
    Case("pnl last week", "Counted from 2026-11-09 00:00:00Z until 2026-11-16", kind: .notKnown),
    Case("lower the leverage to 2x", "A leverage is none of them"),
    Case("average loss by strategy", "impulse_engine: -12.00"),
    Case("set risk per trade to .5 %", "max_trade_risk_pct is 1 % now"),
    Case("if eth falls .5 %", "by -1.10 USDT"),
    Case("drawdown and equity", "Drawdown: 1.5 %", "Equity"),
    Case("pnl of eth as percent of equity", "Together 0.55 % of an equity", "+35.00", "+20.00"),
    Case("which strategies did trade", "momentum_trader: 2", "impulse_engine: 2"),
    Case("why did we lose on the last losing trade", "BTCUSDT short", "-12.00"),
    Case("who opened the sol position", "No such position is open"),
    Case("whats profit factor overall", "Profit factor: 3.50"),
    Case("what are the open positions worth now", "Notional: 530.00"),
    Case("are stops still working when the feed is stale", "known to fail"),
    Case("would restarting help", "Nothing blocks trading"),
    Case("losses on longs only", "Open positions are left out"),
    Case("how much more can we lose before liquidation", "sends no liquidation price", kind: .notKnown),
    Case("how long has it been off", "it is not stopped"),
    Case("which strategy did we trade most", "momentum_trader: 2", "impulse_engine: 2"),
    Case("what's the daily loss limit", "lists no max_daily_drawdown_pct", kind: .notKnown),
    Case("how is eth doing", "ETHUSDT long 2: +20.00"),
    Case("did we make any trade today at all", "Closed trades: 3"),
    Case("exposure in eth as percent of equity", "2.2 % of an equity of 10000.00", "220.00"),
    Case("whats our total exposure as a multiple of equity", "5.3 % of an equity"),
    Case("current drawdown vs the limit", "SOFT_BRAKE begins at 10 %"),
    Case("are we more long or short at the moment", "Net exposure: -90.00"),
    Case("any positions without a stop loss?", "BTCUSDT short"),
    Case("what was our last trade", "ETHUSDT long: +30.00"),
    Case("why no eth trade in the last hour", "It did trade ETHUSDT (last 1h): 2 closed trades"),
    Case("how do i restart the price feed", "Nothing blocks trading"),
    Case("how do i get back to normal", "Nothing blocks trading"),
    Case("is it safe to go to bed", "At stake: 2 open positions"),
    Case("since when are all signals rejected", "accepted signals"),
    Case("will the engine close the positions by itself", "known to fail"),
    Case("why did we sell btc", "Open in it now: BTCUSDT short 1"),
  ]

  @Test(arguments: cases)
  private func `an answer says what it has to`(_ one: Case) throws {
    let answer = try answer(one.testDescription)
    let text = answer.lines.map { "\($0)" }.joined(separator: "\n")
    #expect(answer.kind == one.kind, "\(text)")
    for words in one.says { #expect(text.contains(words), "\(words) is missing in: \(text)") }
  }

  private static let unread = [
    "positions older than 2h and in loss", "pnl of eth longs versus btc shorts", "trades per minute",
    "pnl by symbol and by strategy", "is the pnl going up", "how many trades lost between 5 and 10",
    "trades between 30 minutes and 1 hour", "how many trades opened today", "fees of losing trades",
    "win rate of the first 10 trades", "last trade of each symbol",
    "pnl of eth divided by fees", "disable momentum on eth",
    "disable the kill switch", "is it safe to close eth tomorrow", "do i have more than 3 losing positions",
    "close eth longs and all shorts", "can i close without stopping the engine",
    "how much did eth move in the last hour",
    "how many positions got stopped out", "how many order slots are free", "can i trust the pnl",
    "how much did we lose before the kill switch fired", "pnl before fees", "if i close half of btc",
    "second last trade", "stop it from closing eth", "how much did we lose in the crash",
    "how much more can we lose before we hit zero", "does the equity add up",
    "how long were we in soft brake", "compare bnb and link, pnl and win rate", "how many of them were shorts",
    "trades between 5 and 10 minutes", "what's the 24h high of eth", "did it short anything today",
    "winning trades and losing trades of momentum", "how many positions and trades", "entry price of eth and its stop",
    "is it safe to stop and is it safe to restart", "average win of momentum versus impulse",
    "trades in the last -5 minutes", "chunkiest bag", "pnl per trade after fees",
    "are fees eating most of the profit", "turn off the council",
    "switch off momentum and tell me what it earned", "take profit on eth now", "did any short make money",
    "set risk per trade to 5 bps", "set daily loss limit to 500 usdt", "raise max positions by 2",
    "don't raise max positions to 12", "raise max positions to 12 and lower risk per trade to 0.5 %",
    "raise max positions to 12 if btc falls", "set risk per trade for momentum to 2%",
    "set max positions per symbol to 2", "set max positions to 12 for 1 hour", "if i close the worst position",
    "was it trading yesterday", "what happens to eth if btc falls to 60000", "what happens to eth if btc falls 5 %",
    "if equity drops 10 %", "if i close positions without a stop", "if i double eth", "are fees eating my profit",
    "is the exchange rejecting our orders or are we",
    "is my pnl number correct right now",
    "how many signals got blocked by it",
    "if btc falls to 60k would the kill switch trip", "if eth drops 5% twice",
    "if eth falls to its stop and btc hits its target", "how many open orders are allowed",
    "biggest position as percent of equity", "exposure in eth as percent of btc exposure", "pnl not of eth",
    "average win and loss of eth", "how many days running did we lose", "which strategies did not lose a trade",
    "how much did btc fall since the start", "how much of our profit goes to fees",
  ]

  @Test(arguments: unread)
  private func `a part that no answer can hold is asked back`(_ question: String) throws {
    let answer = try answer(question)
    #expect(answer.kind == .notUnderstood, "\(answer.reading.summary)")
  }

  private static let halted: [Told] = [
    .says(.killSwitch, #"{"triggered":true,"reasons":["HARD_STOP: x"],"triggered_at":"\#(ago(60))"}"#),
    .risk(isTripped: true), .started(3600), .state(),
    .says(
      .stopLog,
      #"{"events":[{"timestamp":"\#(ago(200))","logger":"hean.risk.risk_sentinel","#
        + #""message":"STOP_TRADING received. Reason: DAILY_PAUSE: x"}]}"#),
  ]

  private static let stagedCases: [(String, [Told], [String])] = [
    (
      "will it start again by itself", halted,
      ["The kill switch clears by", "Nothing but a restart of the engine ends"]
    ),
    ("how do i get it trading again", halted, ["Nothing but a restart of the engine ends the latch"]),
    ("am i safe", halted, ["a latch"]),
    ("how do i clear the latch", halted, ["Nothing but a restart of the engine ends the latch"]),
    ("if i reset the kill switch will it trade again", halted, ["Only a restart of the engine ends that"]),
    (
      "when did it go into quarantine", [.says(.governor, #"{"risk_state":"HARD_STOP","blocked_at":"\#(ago(60))"}"#)],
      ["is not known"]
    ),
    (
      "why did it go to soft brake", [.says(.governor, #"{"risk_state":"HARD_STOP","blocked_at":"\#(ago(60))"}"#)],
      ["It is in HARD_STOP now", "neither the time nor the cause"]
    ),
    ("did the kill switch trip and when", halted, ["It tripped at"]),
    ("why is everything zero", [.stopped], ["they prove nothing"]),
    (
      "what threshold does the council have", [.says(.council, #"{"entry_threshold":0.7,"evaluated":3}"#)],
      ["from a confidence of 0.7"]
    ),
    ("are we still opening positions", halted, ["kill switch"]),
    ("resume trading", halted, ["not paused", "Nothing but a restart of the engine ends the latch"]),
    (
      "did the kill switch close my positions", halted + [.positions(eth, btc), .risk(open: 2, isTripped: true)],
      ["It closes nothing: 2 positions are open"]
    ),
    ("do i need to restart", halted, ["Nothing but a restart of the engine ends the latch"]),
    (
      "which symbol lost the most", [.positions(eth, btc), .risk(open: 2)],
      ["No closed trade of that kind", "BTCUSDT: -10.00"]
    ),
    ("did the reset clear the latch", halted, ["Only a restart of the engine ends that"]),
    (
      "why is doge quarantined",
      [.says(.governor, #"{"risk_state":"NORMAL","quarantined_symbols":["DOGEUSDT"]}"#)], ["DOGEUSDT"]
    ),
    ("how long has it been off", halted, ["The kill switch tripped 1m00s ago"]),
    ("when did the kill switch go off", halted, ["That is the latest", "stopped first"]),
    ("why does it say normal if it's stopped", [.stopped], ["NORMAL", "prove nothing"]),
    (
      "what happens to open positions when the engine is stopped", [.stopped],
      ["change nothing", "has forgotten its positions"]
    ),
    (
      "will it start again by itself",
      [.stopped, .says(.health, #"{"status":"healthy","components":{"engine":{"status":"stopped"}}}"#)],
      ["the engine is not running", "What ends it"]
    ),
  ]

  @Test(arguments: stagedCases.indices)
  private func `an answer about a halt says what stands and what ends it`(_ index: Int) throws {
    let (question, told, says) = Self.stagedCases[index]
    let text = try answer(question, told).lines.map { "\($0)" }.joined(separator: "\n")
    for words in says { #expect(text.contains(words), "\(words) is missing in: \(text)") }
  }

  private static let others = [
    "what happens if the internet connection to bybit drops", "what if hean crashes",
    "which symbols did we trade this week",
    "which coins are trading at a loss", "which coins does momentum_trader trade", "which coins can't it trade",
    "are most positions in profit", "what strategy has the most positions", "who changed the max positions",
    "what happens when we hit the position limit", "can i still close positions that are open",
    "how many more positions are open than yesterday", "does the daily pnl reset automatically at midnight",
    "do losing positions recover on their own", "can i start momentum_trader alone",
    "what is our return on starting capital", "are we under the starting capital", "how far is btc off the highs",
    "how much have we lost from the top 3 losers", "how do i change my profile", "fees of the funding harvester",
    "what do the fees add up to", "how many were rejected by bybit",
  ]

  /// Wordings that name what they mean by themselves take nothing that only sounds like them.
  @Test(arguments: others)
  private func `a wording takes no other question`(_ question: String) throws {
    let answer = try answer(question)
    guard answer.kind == .answered else { return }
    let own: [QuestionMetric?] = [.positionRoom, .initialCapital, .drawdown, .liquidationPrice, .funding]
    let topics: [QuestionTopic?] = [.profile, .markets, .console, .unblock]
    #expect(answer.reading.metric == nil || !own.contains(answer.reading.metric), "\(answer.reading.summary)")
    #expect(answer.reading.topic == nil || !topics.contains(answer.reading.topic), "\(answer.reading.summary)")
  }

  /// The history holds signals and orders too, so that trades drop out of it; the journal has them.
  @Test func `trades are those of the journal and of the history`() throws {
    let older = Self.trade("SOLUSDT", "hf_scalping", pnl: -40, age: 5000)
    let journal = Told.says(.journal, #"{"trades":[\#(older),\#(Self.trades[0])],"count":2,"summary":{}}"#)
    func lines(_ question: String) throws -> String {
      try answer(question, Self.held + [journal]).lines.map { "\($0)" }.joined(separator: "\n")
    }
    #expect(try lines("how many closed trades").contains("Closed trades: 5."))
    #expect(try lines("sum of the losses").contains("-52.00 USDT, from 2 closed trades"))
    #expect(try lines("worst trade").contains("SOLUSDT long: -40.00"))
  }

  @Test func `a wish to close one does not offer all`() throws {
    #expect(try answer("close one losing position").kind == .notUnderstood)
    #expect(try answer("close only the losing ones").kind == .answered)
  }

  /// The engine lists no position, and counts some all the same (docs/engine.md 7.4).
  @Test(arguments: [
    "close all positions", "is it safe to close everything", "is it safe to stop the engine",
    "is it safe to restart the engine", "what happens if i stop the engine", "how do i restart the engine",
  ])
  private func `a list that the engine itself contradicts is not believed`(_ question: String) throws {
    for told in [Told.risk(open: 9), .fails(.positions)] {
      let answer = try answer(question, [told])
      #expect(answer.kind == .notKnown, "\(answer.lines.map { "\($0)" })")
    }
  }
}
