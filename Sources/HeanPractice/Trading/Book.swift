import Foundation

/// One order in its life; times in simulated seconds.
struct PracticeOrder: Sendable, Codable {
  struct Step: Sendable, Codable {
    var status: String
    var second: Int
  }

  var id: String
  var symbol: String
  var isBuy: Bool
  var size: Decimal
  var filled = Decimal()
  var price: Decimal
  var isMaker: Bool
  var status: String
  var strategy: String
  var signalID: String
  var created: Int
  var expires: Int
  var fee = Decimal()
  var stop: Decimal
  var target: Decimal
  var holdSeconds: Int
  var reason: String
  var confidence: Double
  var timeline: [Step]
  /// Cancelled in the engine's books only.
  var isStillAtExchange = false

  var isOpen: Bool { ["pending", "placed", "partially_filled"].contains(status) }

  mutating func turn(_ status: String, at second: Int) {
    self.status = status
    timeline.append(Step(status: status, second: second))
  }
}

/// An unfilled maker order in the router's queue.
struct PracticeRetry: Sendable, Codable {
  var order: PracticeOrder
  /// Simulated second at which it is sent as a new one.
  var due: Int
}

/// One open or closed position.
struct PracticePosition: Sendable, Codable {
  var id: String
  var symbol: String
  var isLong: Bool
  var size: Decimal
  var entry: Decimal
  var mark: Decimal
  var stop: Decimal
  var target: Decimal
  var strategy: String
  var reason: String
  var confidence: Double
  var opened: Int
  var holdSeconds: Int
  var closed: Int?
  var exit: Decimal?
  var exitReason: String?
  var realized = Decimal()

  /// Profit (USDT) if it were left at the price. Exact: both factors are finite decimals.
  func profit(at price: Decimal) -> Decimal { isLong ? (price - entry) * size : (entry - price) * size }
  var unrealized: Decimal { profit(at: mark) }
  /// What it does to an equity that counts its notional as spent or earned.
  var bend: Decimal { (isLong ? -1 : 1) * size * entry }
  var isEcho: Bool { strategy == Echo.strategy }
}

/// A position that the engine opens by mistake: it takes the fill of its own closing order, which carries neither side nor
/// strategy, for a buy.
struct Echo: Sendable, Codable {
  static let strategy = "unknown"

  var position: PracticePosition
  /// Simulated second.
  var opens: Int

  init(of closed: PracticePosition, id: String, at second: Int) {
    // Without exits: no price reaches them.
    position = PracticePosition(
      id: id, symbol: closed.symbol, isLong: true, size: closed.size, entry: closed.mark, mark: closed.mark, stop: 0,
      target: 1_000_000_000, strategy: Self.strategy, reason: "", confidence: 0, opened: second, holdSeconds: 86_400)
    opens = second
  }
}

/// Money, exact to the last digit. Invariant: `equity = initial + realized - fees + unrealized`.
struct Ledger: Sendable, Codable {
  var initial: Decimal
  var realized = Decimal()
  var fees = Decimal()

  /// Cash: what is left when nothing is open.
  var balance: Decimal { initial + realized - fees }
}
