import Testing

@testable import HeanCore
@testable import HeanQuestions

/// Which questions offer an operation: a command that was not wished for is worse than none.
struct OperationQuestionTests {
  private func offers(_ question: String, _ reading: QuestionReading) -> Bool {
    reading.frame == .howTo && reading.topic?.isOperation == true
      && QuestionDoubt(question, reading) == nil
      // Without a name, what it could be done to is only listed.
      && reading.topic.flatMap(OperationChoice(reading).missing) == nil
  }

  @Test(arguments: [
    "skip closing btc", "ignore close btc", "close not btc", "never close btc", "don't panic", "stop the panic",
    "stop selling everything", "stop resetting the kill switch", "stop disabling grid", "hold off panic",
    "do not pause trading", "pause trading? no", "cancel the panic",
    "I closed everything", "I stopped the engine", "I reset the kill switch", "he disabled grid", "bob says close btc",
    "tell bob to stop the engine", "we panicked",
    "once eth is above 1 close btc", "close btc below 1000000", "sell btc at market open", "close btc tomorrow",
    "close eth when btc drops 5 %", "halve btc",
    "close the engine", "close the trade", "close them", "close all orders", "exit", "get out", "close the btc order",
    "kill", "abort", "close btc and open eth", "disable grid or momentum",
    "reset pnl", "reset everything", "the pause", "stop the alarms", "pause the chart", "restart my computer",
    "restart the websocket", "clear the screen", "stop the bot from closing everything", "i've closed everything",
    "we've reset the kill switch", "postpone the pause", "bounce the router", "sell all at the open",
    "close everything at the close", "start and stop the engine", "pause then resume", "reset the light switch",
    "double my ada", "i only want grid to trade, nothing else", "i triggered the kill switch",
    "stop stopping the engine", "no one stop the engine", "hardly stop the engine", "restart is not needed",
    "restart is forbidden", "stop close all", "stop the engine or pause it", "unquarantine eth and restart",
    "clear the quarantine of eth and sol",
    "trigger the kill switch for eth", "stop opening new longs", "close the hedge", "runbook for tripped kill switch?",
    "can i close without stopping the engine", "close eth longs and all shorts", "stop trading momentum on eth",
  ])
  func `no operation is offered that was not wished for`(question: String) {
    let reading = QuestionReader().read(question)
    #expect(!offers(question, reading), "\(reading.summary)")
  }

  /// A ban is no operation of the engine, and a "not" turns it round all the same.
  @Test(arguments: [
    "do not quarantine eth", "please don't quarantine eth", "never quarantine eth", "don't block eth",
    "i don't want to quarantine eth", "don't stop trading eth",
  ])
  func `what is not to be banned is not banned`(question: String) {
    let reading = QuestionReader().read(question)
    #expect(reading.topic != .avoidSymbol || QuestionDoubt(question, reading) != nil, "\(reading.summary)")
  }

  @Test(arguments: [
    ("close btc", "how to: close position · BTCUSDT"), ("flatten everything now", "how to: closing every position"),
    ("close all positions", "how to: closing every position"),
    ("stop momentum", "how to: disable strategy · momentum_trader"),
    ("panic", "how to: stopping and closing everything"), ("stop the bot", "how to: stop"),
    ("how do i get btc closed", "how to: close position · BTCUSDT"),
    ("reset the kill switch", "how to: reset of the kill switch"),
    ("how do i trigger the kill switch", "how to: use of the kill switch"),
    ("how do i turn the kill switch on", "how to: use of the kill switch"),
    ("kill switch tripped, how do i get it back", "how to: reset of the kill switch"),
    ("the kill switch is on, how to get it off", "how to: reset of the kill switch"),
    ("stop new entries", "how to: no new entries"), ("cancel all orders", "how to: cancelling every order"),
    ("how do i stop new entries without stopping the engine", "how to: no new entries"),
    ("restart the engine please", "how to: restart"), ("end the pause", "how to: resume"),
    ("how do i resume a paused engine", "how to: resume"), ("restart the stopped bot", "how to: restart"),
    ("engine does not respond, how do i restart it", "how to: restart"),
    ("i paused the engine, how do i resume it", "how to: resume"),
  ])
  func `an operation that is asked for is offered`(question: String, summary: String) {
    let reading = QuestionReader().read(question)
    #expect(offers(question, reading) && reading.summary == summary, "\(reading.summary)")
  }

  @Test(arguments: [
    ("pause trading for 5 minutes", true), ("restart at noon", true), ("turn off grid if it loses", true),
    ("stop the engine", false), ("disable grid", false), ("restart the engine every day", true),
    ("close positions older than 3h", false),
  ])
  func `a time or a condition that no operation keeps is told`(question: String, waits: Bool) {
    let reading = QuestionReader().read(question)
    #expect(reading.waits == waits && reading.frame == .howTo)
  }

  @Test func `no operation is put together from two questions`() {
    let reader = QuestionReader()
    let panic = reader.read("panic")
    let next = reader.read("and btc?", after: panic)
    #expect(!offers("and btc?", next) && next.topic != .stopAll, "\(next.summary)")
  }

  @Test(arguments: [
    "what if foo drops 5 %", "what if foo fell 5 %", "what if xrp falls half a percent", "what if btc drops -5 %",
    "what if btc drops 0x10 %", "trades since tomorrow",
  ])
  func `an assumption or a time that means nothing is asked back`(question: String) {
    let reading = QuestionReader().read(question)
    #expect(QuestionDoubt(question, reading) != nil, "\(reading.summary)")
  }
}
