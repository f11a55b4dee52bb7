import HeanCore

/// The account at the exchange, where it differs from the engine's books.
extension World {
  /// Whether the engine has keys of an exchange.
  var hasKeys: Bool { !isDryRun || has(.walletEquity) }

  /// Quirk `wallet-equity`: the wallet (USDT) of an account which holds 0.05 BTC of its own, and which a dry run does not
  /// trade; otherwise `nil`.
  var walletEquity: Decimal? {
    guard has(.walletEquity), isDryRun, let bitcoin = Instrument.all.first, let quote = market.quotes[bitcoin.symbol]
    else { return nil }
    let gain = bitcoin.price(quote.price) - bitcoin.price(quote.origin)
    return 10_000 + gain * Decimal(sign: .plus, exponent: -2, significand: 5)
  }

  /// What that account does not have available (USDT).
  static let walletMargin: Decimal = 300

  /// The exchange's words when it does not accept the close of a position; `nil` if it does.
  mutating func refusal(ofClosing position: PracticePosition) -> String? {
    if has(.closeRefused) { return "ab not enough for new order" }
    if has(.closeFlat) {
      emptyExchange()
      return "current position is zero, cannot fix reduce-only order qty"
    }
    guard !isDryRun, position.isAtExchange, let isLong = position.isTrulyLong, isLong != position.isLong else {
      return nil
    }
    return "reduce-only order has same side with current position"
  }

  /// Quirk `close-flat`: somebody has closed everything at the exchange; the books do not know.
  private mutating func emptyExchange() {
    let held = toldEquity
    for index in positions.indices { positions[index].isVoid = true }
    stranded = []
    if !isDryRun { apart = (apart ?? 0) + held - toldEquity }
  }

  /// The closed trades that the engine lists.
  var listedTrades: [PracticePosition] { has(.forgottenCloses) ? [] : journal }
}
