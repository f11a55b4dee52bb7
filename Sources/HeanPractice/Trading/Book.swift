import HeanCore

/// One order and its history; times in simulated seconds.
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
  /// Whether it is cancelled in the engine's books only, and the exchange still has it.
  var isStillAtExchange = false
  /// Quirk `retry-after-stop`: how many times it is sent before it fills; `nil` for an order that the market decides on.
  var sendsLeft: Int?
  /// Quirk `unknown-fills`: whether its fill was booked without it, so that it stays open in the books.
  var isUnmatched: Bool?

  var isOpen: Bool { status == "pending" || status == "placed" || status == "partially_filled" }

  mutating func turn(_ status: String, at second: Int) {
    self.status = status
    timeline.append(Step(status: status, second: second))
  }
}

/// An unfilled maker order that the router will send again.
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
  /// Fees of the fills that opened it (USDT); `nil` in worlds saved by older versions.
  var entryFee: Decimal?
  /// Quirk `unknown-fills`: whether the exchange holds a long, whatever the books say; `nil` if the books are right.
  var isTrulyLong: Bool?
  /// Quirk `close-flat`: whether the exchange holds nothing of it any more.
  var isVoid: Bool?

  /// Profit (USDT) if the position were closed at this price. It is exact: both factors are finite decimals.
  func profit(at price: Decimal) -> Decimal { isLong ? (price - entry) * size : (entry - price) * size }
  var unrealized: Decimal { profit(at: mark) }
  /// Quirk `false-equity`: what this position adds (USDT) to an equity that wrongly counts the notional of a long as
  /// spent and that of a short as received.
  var distortion: Decimal { (isLong ? -1 : 1) * size * entry }
  /// Whether the engine has booked a fill without knowing its order.
  var isUnknown: Bool { strategy == Echo.strategy }
  /// Whether it exists in the engine's books only, made from the fill of a close.
  var isEcho: Bool { isUnknown && isTrulyLong == nil }
  /// Whether the exchange holds it, on one side or the other.
  var isAtExchange: Bool { !isEcho && isVoid != true }
  /// Profit (USDT) at the exchange, which knows the true side.
  func exchangeProfit(at price: Decimal) -> Decimal {
    isTrulyLong ?? isLong == isLong ? profit(at: price) : -profit(at: price)
  }
}

/// A position that the engine opens by mistake: the fill of its own closing order carries neither side nor strategy,
/// and the engine treats that fill as a buy.
struct Echo: Sendable, Codable {
  static let strategy = "unknown"

  var position: PracticePosition
  /// Simulated second.
  var opens: Int

  init(of closed: PracticePosition, id: String, at second: Int) {
    // No price reaches this stop and target, so they never close the echo.
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

  /// Cash (USDT), without the profit or loss of open positions.
  var balance: Decimal { initial + realized - fees }
}
