import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// The exchange's wallet beside a dry run, and rows that stand for nothing (docs/engine.md 4.7).
struct WalletTests {
  private static let key = Told.says(.settings, #"{"bybit_api_key":"***"}"#)
  private static let noKey = Told.says(.settings, #"{"bybit_api_key":null}"#)
  private static func engine(_ equity: Decimal, isLive: Bool = false) -> Told {
    .engine(equity: equity, isLive: isLive)
  }

  private static let wallets: [(told: [Told], wallet: Decimal?, shown: Decimal?, balance: Decimal?)] = [
    ([engine(9935), .risk(equity: 10_000), key], 9935, 10_000, nil),
    ([engine(9935), .risk(equity: 10_000), noKey], nil, 9935, 9935),
    ([engine(9935), .risk(equity: 10_000), .omits(.settings)], nil, 9935, 9935),
    ([engine(10_000), .risk(equity: 10_000), key], nil, 10_000, 10_000),
    ([engine(9950, isLive: true), .risk(equity: 10_000), key], nil, 9950, 9950),
  ]

  @Test(arguments: wallets.indices)
  func `a dry run with keys tells a wallet that it does not trade`(index: Int) throws {
    let item = Self.wallets[index]
    let truth = try EngineSnapshot.staged(item.told).equityTruth
    #expect(truth.wallet == item.wallet && truth.shown == item.shown && truth.reportedBalance == item.balance)
    #expect(
      truth.internalEquity == (item.wallet == nil && truth.isDryRun ? item.shown : 10_000) || index == 1 || index == 2)
  }

  @Test func `settings are asked only where two equities are far apart`() throws {
    func paths(_ told: Told...) throws -> Int { SnapshotPart.engine.then(try .staged(told)).count }
    #expect(try paths(Self.engine(9989), .risk(equity: 10_000)) == 1)
    #expect(try paths(Self.engine(9990), .risk(equity: 10_000)) == 0, "10 of 10 000 can be a price that moved")
    #expect(try paths(Self.engine(9989), .fails(.riskStatus)) == 0)
  }

  private static func row(_ id: String, _ pnl: String) -> String {
    #"{"position_id":"\#(id)","symbol":"BTCUSDT","side":"short","size":1,"entry_price":100,"current_price":100,"unrealized_pnl":\#(pnl)}"#
  }

  private static func refused(_ cause: String) -> Told {
    let message = "FAILED TO CLOSE POSITION ON BYBIT: p1 (BTCUSDT) - Bybit API error: \(cause). Position remains open"
    return .says(.closeFailures, #"{"events":[{"timestamp":"\#(ago(5))","message":"\#(message)"}]}"#)
  }

  @Test(
    arguments: [
      ("current position is zero", 700), ("reduce-only order has same side with current position", 1200),
      ("ab not enough for new order", 1200),
    ] as [(String, Decimal)])
  func `the PnL of a row that the exchange does not hold is not counted`(cause: String, unrealized: Decimal) throws {
    let truth = try EngineSnapshot.staged([
      .engine(equity: 10_700, unrealized: 1200, isLive: true), .says(.settings, #"{"bybit_testnet":true}"#),
      .positions(Self.row("p1", "500"), Self.row("p2", "700")), .risk(open: 2, equity: 11_400), Self.refused(cause),
    ]).equityTruth
    #expect(truth.unrealized == unrealized && truth.computedEquity == 10_000 + unrealized)
    #expect(truth.verdict == (unrealized == 700 ? .exchange : .booksDisagree))
    #expect(truth.residual == 0 && truth.distortion == .positions, "the engine's own figure has the row in it")
  }

  @Test func `what was seen to be dropped or booked twice is told, and nothing else`() throws {
    func cause(_ told: Told...) throws -> String? { try EngineSnapshot.staged(told).equityTruth.cause }
    #expect(try cause() == nil && cause(.risk(equity: 4000)) == nil)
    #expect(
      try cause(.history([EmptyCheckTests.closed("ETHUSDT", age: 60)], limit: 500))
        == "positions were dropped without a fill (ETHUSDT)")
    let echo = Self.row("p1", "0").replacing("}", with: #","strategy_id":"unknown"}"#)
    let closed = EmptyCheckTests.closed("BTCUSDT", age: 60, realized: "4")
    #expect(
      try cause(.positions(echo), .history([closed], limit: 500)) == "closes were booked twice (BTCUSDT)")
    #expect(try cause(.positions(echo)) == nil, "an unrecognised fill is booked once")
  }
}
