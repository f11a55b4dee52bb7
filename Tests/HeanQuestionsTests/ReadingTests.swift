import HeanTestSupport
import Testing

@testable import HeanCore
@testable import HeanQuestions

/// What single questions are read as, among them those that were once answered with something else.
struct ReadingTests {
  private struct Case: Sendable, CustomTestStringConvertible {
    var question: String
    var summary: String
    var testDescription: String { question }

    init(_ question: String, _ summary: String) {
      self.question = question
      self.summary = summary
    }
  }

  private static let cases: [Case] = [
    Case("unrealized pnl of sol", "unrealized PnL · SOLUSDT · now"),
    Case("pnl of momentum today", "PnL · momentum_trader · today"),
    Case("how do i stop it from buying doge", "how to: keeping a symbol from being traded · DOGEUSDT"),
    Case("will btc go up", "a forecast"), Case("should i close eth", "a recommendation"),
    Case("what is the api key", "a secret"), Case("what is the weather", "not about the engine"),
    Case("fees since 22:30", "fees · since 22:30"),
    Case("how many fills in the last 20 min", "number of fills · last 20m"),
    Case("if btc drops 5 % and eth 3%", "what if BTCUSDT -5 %, ETHUSDT -3 % · BTCUSDT · ETHUSDT"),
    Case("which position is closest to its stop", "lowest distance to the stop loss · now"),
    Case("btc vs eth pnl", "comparison of PnL · BTCUSDT · ETHUSDT · all that the engine lists"),
    Case("is it safe to reset the kill switch", "is it safe: reset of the kill switch"),
    Case("who disabled the grid yesterday", "who: disable strategy · enhanced_grid · yesterday"),
    Case("difference between soft brake and hard stop", "difference between soft_brake and hard_stop"),
    Case("why was my last order rejected", "why: order"), Case("is it trading", "state: trading"),
    Case("win rate of longs this week", "win rate · long · this week"),
    Case("list open orders on ETH/USDT", "list of open orders · ETHUSDT · now"),
    Case("how long is btc open", "time since the position was opened · BTCUSDT · now"),
    Case("am i short doge", "state: position · DOGEUSDT · short"),
    Case("momentum's pnl", "PnL · momentum_trader · all that the engine lists"),
    Case("what is btc's unrealized pnl", "unrealized PnL · BTCUSDT · now"),
    Case("whats the grid's win rate", "win rate · enhanced_grid · all that the engine lists"),
    Case("pnl of my eths", "PnL · ETHUSDT · all that the engine lists"),
    Case("which two strategies earn the least", "lowest PnL · by strategy · 2 · all that the engine lists"),
    Case("win rate leaving the grid out of it", "win rate · without enhanced_grid · all that the engine lists"),
    Case("sol rallies 7% while the rest falls 2%", "what if SOLUSDT +7 %, all prices -2 % · SOLUSDT"),
    Case(
      "say btc and eth both fall 4% while sol gains 2%",
      "what if BTCUSDT -4 %, ETHUSDT -4 %, SOLUSDT +2 % · BTCUSDT · ETHUSDT · SOLUSDT"),
    Case("what if the btc market drops 10%", "what if BTCUSDT -10 % · BTCUSDT"),
    Case("sum of all shorts", "short exposure · now"),
    Case("which coin has the worst spread", "highest spread · by symbol · now"),
    Case("what can i do about COUNCIL_REJECTED", "how to: getting past a reason"),
    Case("what if the connection drops", "what if connection"),
    Case("say i pause it, do orders still go out", "what if pause"),
    Case("pnl today versus yesterday", "comparison of PnL · today versus yesterday"),
    Case("fees this month vs last", "comparison of fees · this month versus last month"),
    Case("stop loss and take profit of btc", "stop loss and take profit · BTCUSDT · now"),
    Case("equity and balance side by side", "equity and balance · now"),
    Case("wins versus losses today", "number of winning trades and losing trades · today"),
    Case("trades closed in under 60 seconds", "list of closed trades · younger than 1m00s · all that the engine lists"),
    Case("which positions are more than 50 usdt under water", "list of open positions · PnL below -50.00 USDT · now"),
    Case("fees in november", "fees · in November"), Case("fills on 20 november", "list of fills · on 20 November"),
    Case("fees from friday up to now", "fees · since Friday"),
    Case("trades between 2 and 3 in the afternoon", "list of closed trades · from 14:00 until 15:00"),
    Case("three worst trades of the week", "lowest realized PnL · 3 · this week"),
    Case("which coin killed me the most tonight", "lowest PnL · by symbol · since 18:00"),
    Case("best day this month", "highest PnL · by day · this month"),
    Case("profit factor if you leave doge out", "profit factor · without DOGEUSDT · all that the engine lists"),
    Case("what if sol drops by a fifth", "what if SOLUSDT -20 % · SOLUSDT"),
    Case("close all positions but let the engine run", "how to: closing every position"),
    Case("bybit link up?", "state: connection"),
    Case("what is the win rate in the moonlight", "win rate · all that the engine lists · not used: \"moonlight\""),
  ]

  @Test func `words that mean nothing here are told, and two of them are too many`() {
    let reader = QuestionReader()
    #expect(reader.read("how do i restart it gracefully please").unusedWords.isEmpty)
    let question = "how do i restart the purple elephant"
    #expect(QuestionDoubt(question, reader.read(question))?.message.contains("\"purple\", \"elephant\"") == true)
    let one = "is the win rate of hf scalping better"
    #expect(QuestionDoubt(one, reader.read(one)) != nil, "one side of a comparison is none")
  }

  /// A part that was overlooked would offer to close what was to stay open.
  @Test(arguments: [
    "close every second position", "close everything in a minute", "close everything once the market is open",
    "close a lot of my positions",
    "close positions in profit older than 2h", "close half of the losing positions",
    "close everything except btc and the losers", "close everything except btc and the shorts",
    "close all longs but leave the losers open", "close all positions but the winners",
    "close longs opened in the last 30 minutes", "close my worst long", "close the 2 biggest longs",
    "close everything opened today", "close the biggest losing position", "close positions losing less than 50",
    "close positions up less than 1 %", "close half my btc",
    "i don't want to close btc", "how not to close btc", "close btc? no", "close btc, not now",
    "longs not opened by momentum_trader, how to close them", "close the long in btc and the short in link",
    "close all longs and stop hf_scalping", "cancel all orders and close all positions",
    "close all longs and disable hf_scalping",
  ])
  func `what is not read to the end offers nothing to be closed`(question: String) {
    let reading = QuestionReader().read(question)
    let isClosing = reading.frame == .howTo && reading.topic?.closesPositions == true
    #expect(!isClosing || QuestionDoubt(question, reading) != nil, "\(reading.summary)")
  }

  @Test(arguments: [
    ("close everything except btc", "how to: close position · without BTCUSDT"),
    ("close everything that is not btc", "how to: close position · without BTCUSDT"),
    ("close all longs", "how to: close position · long"),
    ("close positions worth more than 1,000 usdt", "how to: close position · notional above 1000 USDT"),
    ("close all my losing positions now please", "how to: close position · in loss"),
    ("close positions with pnl below -$50", "how to: close position · PnL below -50.00 USDT"),
    ("panic", "how to: stopping and closing everything"),
    ("close all positions", "how to: closing every position"), ("flatten", "how to: closing every position"),
    ("stop the bot and close everything", "how to: stopping and closing everything"),
  ])
  func `what is read to the end can be closed`(question: String, summary: String) {
    let reading = QuestionReader().read(question)
    #expect(reading.summary == summary)
    #expect(QuestionDoubt(question, reading) == nil)
  }

  /// Another operation, on more than was named, or at another time than was said, is worse than no answer.
  @Test(arguments: [
    "how can i avoid stopping the engine", "stop everything except momentum_trader", "restart hf_scalping",
    "reset hf_scalping", "pause link", "disable momentum_trader for eth", "pause and then resume at 8am",
    "stop hf_scalping at 5am", "stop all longs", "stop shorting",
    "what if btc loses a third and then recovers half of it",
    "if everything drops 1 percent am i stopped out", "equity in euros", "second worst position",
    "first trade of today", "positions opened in the last 30 seconds", "pnl of lnik", "pnl of dogge",
    "positions that are neither xrp nor link", "pnl of non momentum trades",
    "unrealized of positions that are not long", "how many orders were cancelled",
    "how many signals were blocked by the council", "how many trades in the last 2 months",
    "trades which i closed by hand", "top 1000000 positions", "how many signals on 2026-02-30",
    "how many trades since 20260230", "equity on friday", "was the grid on yesterday", "fees as a percentage of profit",
    "at what price was eth stopped out", "btc dropped 3%, what did i lose", "drawdown of the sentiment strategy",
    "pnl of my brother's bot", "how many green days this month",
    "fill rate before and after noon", "compare the win rate",
  ])
  func `a part that no answer honours is refused`(question: String) {
    let reading = QuestionReader().read(question)
    #expect(QuestionDoubt(question, reading) != nil, "\(reading.summary)")
  }

  @Test(arguments: [
    ("what do i type to pause it", "how to: pause"), ("what happens if i stop the engine", "what if stop"),
    ("why are the sizes cut", "why: risk governor"), ("which position is bleeding the most", ""),
    ("stop opening new positions", "how to: no new entries"),
    ("how do i get momentum running again after i disabled it", "how to: enable strategy · momentum_trader"),
    ("what happens when i disable the grid with a position open", "what if disable strategy · enhanced_grid"),
    ("position closest to getting stopped out", "lowest distance to the stop loss · now"),
    ("which position has been open the longest", "highest time since the position was opened · now"),
  ])
  func `what was once read as something else`(question: String, summary: String) {
    let reading = QuestionReader().read(question)
    if summary.isEmpty {
      #expect(reading.metric == .unrealized && reading.aggregate == .bottom, "\(reading.summary)")
    } else {
      #expect(reading.summary == summary)
    }
    #expect(QuestionDoubt(question, reading) == nil)
  }

  @Test(arguments: [
    "trades between 9:00 and 12:00 yesterday", "trades with pnl between 10 and 20 usdt",
    "pnl at 14:00", "pnl of the last -200000000000000 weeks", "pnl of the last 999999 999999999999999 weeks",
  ])
  func `a time that cannot be used is not dropped`(question: String) {
    let reading = QuestionReader().read(question)
    #expect(QuestionDoubt(question, reading) != nil, "\(reading.summary)")
  }

  @Test(arguments: cases)
  private func `a question is read with all that it names`(item: Case) {
    let reader = QuestionReader()
    let reading = reader.read(item.question)
    #expect(reading.summary == item.summary)
    #expect(QuestionDoubt(item.question, reading) == nil)
  }

  @Test func `a ton of money is no coin`() {
    #expect(QuestionReader().read("do i loose a ton of money on fees").symbols.isEmpty)
  }

  @Test(arguments: ["???", "42", "the the the", "aaj kitna hua bhai", "pnl of flurbo"])
  func `what it does not understand it says so`(question: String) {
    let reader = QuestionReader()
    #expect(QuestionDoubt(question, reader.read(question)) != nil)
  }

  @Test func `a follow-up keeps the rest of the question before`() {
    let reader = QuestionReader()
    let first = reader.read("unrealized pnl of sol")
    #expect(reader.read("and for eth?", after: first).summary == "unrealized PnL · ETHUSDT · now")
    let fees = reader.read("fees of momentum today")
    #expect(reader.read("what about yesterday", after: fees).summary == "fees · momentum_trader · yesterday")
    #expect(reader.read("why is it not trading", after: fees).frame == .why)
  }

  /// Questions one after the other, and how the last of them is read; `nil` where it is asked back.
  private static let chains: [([String], String?)] = [
    (["pnl today", "and for eth?"], "PnL · ETHUSDT · today"),
    (["pnl today", "what about yesterday"], "PnL · yesterday"),
    (["how much equity do we have", "and for eth"], nil),
    (["best trade today", "and the worst", "for sol"], "lowest realized PnL · SOLUSDT · today"),
    (["biggest win", "and loss"], "lowest realized PnL · all that the engine lists"),
    (["lowest unrealized", "and highest"], "highest unrealized PnL · now"),
    (["how many trades", "and wins today"], "number of winning trades · today"),
    (["when was the last trade", "of eth", "and fill"], "when: fill · ETHUSDT"),
    (["how much risk per trade", "and for eth"], nil),
    (["what if btc drops 5 %", "and eth?"], nil),
    (["fees of eth", "and funding"], nil),
    (["biggest loss", "and the smallest"], "highest realized PnL · in loss · all that the engine lists"),
    (["pnl of eth", "and for funding harvester"], "PnL · funding_harvester · all that the engine lists"),
    (["how do i close eth", "and btc"], "state: position · BTCUSDT"),
  ]

  @Test(arguments: chains.indices)
  private func `a chain of questions loses nothing that was named`(_ index: Int) {
    let (questions, expected) = Self.chains[index]
    let reader = QuestionReader()
    var reading: QuestionReading?
    for question in questions { reading = reader.read(question, after: reading) }
    let doubt = questions.last.flatMap { last in reading.flatMap { QuestionDoubt(last, $0) } }
    #expect((doubt == nil ? reading?.summary : nil) == expected, "\(doubt?.message ?? "no doubt")")
  }

  @Test func `what is offered can be asked`() async {
    let misread = await Detached.value { Self.misreadOffers() }
    #expect(misread.isEmpty, "\(misread)")
  }

  @Test func `what is offered instead can be asked`() async {
    let refused = await Detached.value {
      let reader = QuestionReader()
      let figures = QuestionMetric.allCases.map { metric in
        var reading = QuestionReading(frame: .figure)
        reading.metric = metric
        return reading
      }
      let readings = [QuestionFrame.state, .why, .howTo, .when, .whatIf, .safe].flatMap { frame in
        QuestionTopic.allCases.map { topic in
          var reading = QuestionReading(frame: frame)
          reading.topic = topic
          return reading
        }
      }
      return Set((figures + readings).flatMap(\.offers)).sorted().filter { QuestionDoubt($0, reader.read($0)) != nil }
    }
    #expect(refused.isEmpty, "\(refused)")
  }

  private static func misreadOffers() -> [String] {
    let reader = QuestionReader()
    let offered =
      QuestionFrame.allCases.flatMap(\.questions) + cases.flatMap { reader.read($0.question).followUps }
    return Set(offered).filter { !$0.contains("(") }.sorted().filter { question in
      QuestionDoubt(question, reader.read(question)) != nil
    }
  }

  @Test func `names of the engine's own are known, ordinary words are none`() {
    let reader = QuestionReader(symbols: ["WOOUSDT"], strategies: ["night_owl", "grid_two"])
    #expect(reader.read("pnl of owl").strategies == ["night_owl"])
    #expect(reader.read("is woo open").symbols == ["WOOUSDT"])
    #expect(QuestionReader().read("whats the link i must give").symbols.isEmpty)
    #expect(QuestionReader().read("is binance down").symbols.isEmpty)
    #expect(QuestionReader().read("pnl of LINK").symbols == ["LINKUSDT"])
  }
}
