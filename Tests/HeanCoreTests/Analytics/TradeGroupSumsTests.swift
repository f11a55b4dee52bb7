import HeanTestSupport
import Testing

@testable import HeanCore

/// Closed trades by strategy and by symbol.
struct TradeGroupSumsTests {
  private func trade(_ symbol: String, _ strategy: String?, _ realized: Decimal?, at second: Double) -> Position {
    var trade = Position(symbol: symbol, side: .long)
    trade.strategyID = strategy
    trade.realizedPnL = realized
    trade.closedAt = Date(timeIntervalSince1970: second)
    return trade
  }

  @Test func `the largest loss comes first, and a fall is that of the sum in time`() {
    let trades = [
      trade("BTCUSDT", "a", -4, at: 3), trade("ETHUSDT", "a", 10, at: 1), trade("ETHUSDT", "a", -9, at: 2),
      trade("BTCUSDT", "b", -5, at: 1), trade("BTCUSDT", nil, nil, at: 2),
    ]
    let strategies = TradeGroupSums.all(trades, by: .strategy)
    #expect(strategies.map(\.name) == ["b", "a", nil] && strategies.map(\.totals.realized) == [-5, -3, 0])
    #expect(strategies.map(\.drawdown) == [5, 13, 0] && strategies[2].totals.unknown == 1)
    #expect(TradeGroupSums.all(trades, by: .symbol).map(\.name) == ["BTCUSDT", "ETHUSDT"])
  }
}
