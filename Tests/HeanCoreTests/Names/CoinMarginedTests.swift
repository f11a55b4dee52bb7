import Foundation
import Testing

@testable import HeanCore

struct CoinMarginedTests {
  @Test(arguments: [
    ("BTCUSD", true), ("ETHUSDZ26", true), ("BTCUSDT", false), ("BTCUSDC", false), ("BTCBUSD", false), ("USD", false),
    ("1000PEPEUSDT", false), ("BTCUSDT26", false), ("", false), ("BTC-USD-26", false),
  ])
  func `a coin against USD is one`(symbol: String, isOne: Bool) { #expect(Symbols.isCoinMargined(symbol) == isOne) }

  @Test func `its size is no amount of USDT, and its PnL is none`() throws {
    let findings = WireFindings()
    let body =
      #"{"symbol":"BTCUSD","side":"long","size":1000,"entry_price":60000,"current_price":61000,"unrealized_pnl":0.0003}"#
    let position = try Position.read(Data(body.utf8), noting: findings)
    #expect(position.notional == nil && position.unrealizedPnL == nil && position.profit(at: 1) == nil)
    #expect(position.size == 1000 && findings.first.map(\.kind) == [.noBasis])
  }

  @Test(arguments: [
    ("what if BTC drops 5,5%?", "what if BTC drops 5.5%?"), ("the last 1,5 hours", "the last 1.5 hours"),
    ("profit above 1,000", "profit above 1,000"), ("1,000,5", "1,000,5"),
    ("between 1,2 and 3,4", "between 1.2 and 3.4"),
    ("btc,eth", "btc,eth"), ("1, 2", "1, 2"), ("0,0005", "0.0005"), ("1.000,5", "1.000,5"),
  ])
  func `a decimal comma is a decimal point`(question: String, read: String) {
    #expect(QuestionQuery(question).question == read)
  }
}
