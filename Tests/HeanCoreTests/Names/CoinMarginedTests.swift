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
}
