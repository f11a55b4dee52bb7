import Foundation
import HeanCore
import Testing

@testable import HeanPractice

/// Quirks of what the engine says of its account and its positions.
struct AccountQuirkTests {
  @Test func `a fill that is not recognised is a long without a stop, and no close came before`() throws {
    var asked = Asked([.unknownFills, .mainnetRules], in: .trend)
    func unknown(_ asked: inout Asked) throws -> [JSONValue] {
      try asked.positions().filter { $0["strategy_id"] == "unknown" }
    }
    let rows = try unknown(&asked)
    #expect(rows.count == 2)
    #expect(rows.allSatisfy { $0["side"] == "long" && $0["stop_loss"] == .null && $0["take_profit"] == .null })
    #expect(asked.engine.world.positions.contains { $0.isTrulyLong == true })
    #expect(asked.engine.world.positions.contains { $0.isTrulyLong == false })
    // They are at the exchange, so no round of the reconciler drops them.
    var seen = 0
    for _ in 0..<300 where seen < 3 {
      asked.wait(1)
      seen = max(seen, try unknown(&asked).count)
    }
    #expect(seen >= 3, "more come")
    let ids = try Set(unknown(&asked).map { $0["position_id"]?.word })
    #expect(rows.allSatisfy { ids.contains($0["position_id"]?.word) })
    let events = try asked.rows("/api/v1/blackbox/events", "events", ["event_type": "ORDER_FILLED", "limit": "1000"])
    let fill = events.last { $0["payload"]?["strategy_id"] == "unknown" }?["payload"]
    #expect(fill?["side"] == "buy" && fill?["signal_id"] == .null && fill?["order_id"]?.word.isEmpty == false)
  }

  @Test func `the exchange's equity follows the true side, and a close on the wrong side is refused`() throws {
    var asked = Asked([.unknownFills, .mainnetRules], in: .trend)
    let world = asked.engine.world
    let short = try #require(world.positions.first { $0.isTrulyLong == false })
    let told = world.positions.reduce(world.ledger.balance) {
      $0 + ($1.id == short.id ? -$1.unrealized : $1.unrealized)
    }
    #expect(try asked.equity() == told && short.unrealized != 0)
    let body = #"{"position_id":"\#(short.id)","confirm_phrase":"I_UNDERSTAND_LIVE_TRADING"}"#
    #expect(try asked.post("/api/v1/orders/close-position", body)["status"] == "closed")
    #expect(try asked.positions().contains { $0["position_id"]?.word == short.id })
    let log = try asked.rows("/api/v1/logs/events", "events", ["contains": "failed to close"])
    #expect(log.first?["message"]?.word.contains("same side") == true)
    #expect(
      Asked([.unknownFills], in: .trend).engine.world.positions.allSatisfy { !$0.isUnknown }, "a dry run has none")
  }

  @Test func `a close of what the exchange does not hold is refused in its words`() throws {
    var asked = Asked([.closeFlat, .mainnetRules], in: .trend)
    try asked.post("/api/v1/emergency/killswitch")
    let row = try #require(try asked.positions().first)
    let id = row["position_id"]?.word ?? ""
    asked.wait(1)
    let before = try asked.equity()
    asked.wait(1)
    #expect(try asked.equity() != before, "until then the account moves with its positions")
    let body = #"{"position_id":"\#(id)","confirm_phrase":"I_UNDERSTAND_LIVE_TRADING"}"#
    #expect(try asked.post("/api/v1/orders/close-position", body)["status"] == "closed")
    let log = try asked.rows("/api/v1/logs/events", "events", ["level": "critical"])
    #expect(
      log.first?["message"]
        == .string(
          "FAILED TO CLOSE POSITION ON BYBIT: \(id) (\(row["symbol"]?.word ?? "")) - Bybit API error: current position is "
            + "zero, cannot fix reduce-only order qty. Position remains open on exchange! Manual intervention required."
        ))
    #expect(log.first?["logger"] == "hean.main")
    var equities: Set<Decimal?> = []
    var profits: Set<Decimal?> = []
    var left = 0.0
    while let row = try asked.positions().first(where: { $0["position_id"]?.word == id }), left < 70 {
      equities.insert(try asked.equity())
      profits.insert(row["unrealized_pnl"]?.number)
      asked.wait(1)
      left += 1
    }
    #expect(left > 3 && left <= 60 && equities.count == 1 && profits.count > 3, "\(left) \(equities) \(profits)")
    #expect(try equities.contains(asked.equity()), "dropping the rows moves no money")
    let dropped = try asked.rows("/api/v1/journal/trades", "trades").first { $0["position_id"]?.word == id }
    #expect(dropped?["realized_pnl"] == 0)
    #expect(asked.engine.world.stranded.isEmpty)
  }

  @Test func `a position whose close is refused for want of money stays at stake`() throws {
    var asked = Asked([.closeRefused, .mainnetRules], in: .trend)
    try asked.post("/api/v1/emergency/killswitch")
    let count = try asked.positions().count
    try asked.post("/api/v1/orders/close-all-positions")
    let log = try asked.rows("/api/v1/logs/events", "events", ["contains": "FAILED TO CLOSE"])
    #expect(
      log.count == count && log.allSatisfy { $0["message"]?.word.contains("ab not enough for new order.") == true })
    let world = asked.engine.world
    asked.wait(1)
    let moved = asked.engine.world.unrealized - world.unrealized
    #expect(moved != 0 && asked.engine.world.toldEquity - world.toldEquity == moved)
  }

  @Test func `a dry run with keys tells the wallet of another account`() throws {
    var asked = Asked([.walletEquity])
    let settings = try asked.get("/settings")
    #expect(settings["bybit_api_key"] == "***-key" && settings["bybit_api_secret"] == "***cret")
    func bitcoin(_ asked: inout Asked) throws -> Decimal {
      try #require(try asked.get("/api/v1/market/ticker", ["symbol": "BTCUSDT"])["price"]?.number)
    }
    let (price, wallet) = (try bitcoin(&asked), try #require(try asked.equity()))
    let status = try asked.get("/api/v1/engine/status")
    #expect(status["dry_run"] == true && status["available_balance"]?.number == wallet - 300)
    asked.wait(30)
    let gain = try bitcoin(&asked) - price
    #expect(try gain != 0 && asked.equity() == wallet + gain * Decimal(sign: .plus, exponent: -2, significand: 5))
    let internalEquity = asked.engine.world.equity
    #expect(try asked.get("/api/v1/risk/status")["equity"]?.number == internalEquity && internalEquity != wallet + gain)
    #expect(try asked.get("/api/v1/trading/why")["equity"]?.number == internalEquity)
    #expect(try asked.get("/api/v1/portfolio/summary")["equity"]?.number == internalEquity)
    var plain = Asked([])
    #expect(try plain.get("/settings")["bybit_api_key"] == .null)
  }

  @Test(arguments: [[], [.mainnetRules]] as [Set<PracticeQuirk>])
  func `forgotten closes are counted and never listed`(mode: Set<PracticeQuirk>) throws {
    var asked = Asked(mode.union([.forgottenCloses]))
    let closed = try asked.counter("positions_closed") ?? 0
    let open = try asked.positions().count
    try asked.post("/api/v1/orders/close-all-positions")
    #expect(open > 0)
    #expect(try asked.counter("positions_closed") == closed + Decimal(open))
    #expect(try asked.counter("positions_closed", "last_1m") ?? 0 >= Decimal(open))
    #expect(try asked.rows("/api/v1/journal/trades", "trades").isEmpty)
    let history = try asked.rows("/api/v1/trading/history", "history", ["limit": "500"])
    #expect(Set(history.map { $0["event_kind"]?.word }) == ["order", "decision"])
    var plain = Asked([])
    #expect(try !plain.rows("/api/v1/journal/trades", "trades").isEmpty)
  }

  /// Closes made by the engine itself are listed with `journal-loss`, and those of an operator are not.
  @Test func `a lost close is one of an operator`() throws {
    var asked = Asked([.journalLoss])
    let listed = try asked.rows("/api/v1/journal/trades", "trades").count
    let id = try #require(try asked.positions().first)["position_id"]?.word ?? ""
    try asked.post("/api/v1/orders/close-position", #"{"position_id":"\#(id)"}"#)
    #expect(try listed > 0 && asked.rows("/api/v1/journal/trades", "trades").count == listed)
    #expect(try !asked.positions().contains { $0["position_id"]?.word == id })
  }
}
