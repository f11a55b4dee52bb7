import HeanCore
import Testing

@testable import HeanQuestions

/// Wishes to be told of something later.
struct AlertWishTests {
  @Test(
    arguments: [
      ("alert me when btc is above 70000", "price.BTCUSDT>70000", "btc-above"),
      ("Tell me if ethereum falls below $2,400.", "price.ETHUSDT<2400", "eth-below"),
      ("let me know when my equity drops under 9k for 5 minutes", "equity<9000 for 5m", "equity-below"),
      ("wake me up if the drawdown is more than 10%", "drawdown_pct>10", "drawdown-pct-above"),
      ("notify me when btc drops 3% in 5m", "price.BTCUSDT change 5m < -3%", "btc-drops"),
      ("ping me if sol moves 2 percent within an hour", "price.SOLUSDT change 1h > 2%", "sol-moves"),
      ("alert when open positions are over 5", "positions.count>5", "positions-count-above"),
      ("tell me when there is a fill", "orders.filled in 1m>0", "fills"),
    ])
  func `one that a condition can say`(question: String, condition: String, name: String) {
    let symbols = QuestionReader().read(question).symbols
    #expect(AlertWish(question, symbols: symbols)?.subject == .condition(condition, name: name), "\(symbols)")
  }

  @Test(
    arguments: [
      ("alert me when the kill switch trips", EngineCheck.ID.killSwitch), ("tell me if the engine dies", .engine),
      ("warn me when it stops trading", .trading), ("page me if prices are frozen", .prices),
      ("notify me if a stop is breached", .stops),
    ])
  func `one that is watched without being added`(question: String, check: EngineCheck.ID) {
    #expect(AlertWish(question, symbols: [])?.subject == .check(check))
  }

  @Test(
    arguments: [
      "when was btc above 70000", "why is it not trading", "tell me my equity", "alert me when btc is nice",
      "what fires when equity is below 9000", "tell me when btc is at 70000", "how do i alert", "alert me",
      "tell me if the kill switch is on", "tell me when the engine stopped trading",
      "notify me when btc moves 3%",
    ])
  func `what is no such wish, or says too little`(question: String) {
    let symbols = QuestionReader().read(question).symbols
    #expect(AlertWish(question, symbols: symbols) == nil)
  }

  @Test func `the answer offers the command, and asks no engine`() throws {
    let query = QuestionQuery("alert me when btc is above 70000")
    #expect(!query.needsEngine && query.parts.isEmpty)
    #expect(QuestionQuery("tell me my equity").needsEngine)
  }
}
