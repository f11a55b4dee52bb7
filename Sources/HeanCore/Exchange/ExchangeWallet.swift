/// The account at the exchange, from `GET /v5/account/wallet-balance`. Totals are in USD, as the exchange values all coins.
package struct ExchangeWallet: WireDecodable {
  package var accountType: String?
  package var equity: Decimal?
  package var walletBalance: Decimal?
  package var marginBalance: Decimal?
  package var available: Decimal?
  package var unrealizedPnL: Decimal?
  package var initialMargin: Decimal?
  package var maintenanceMargin: Decimal?
  /// Maintenance margin in percent of the margin balance; at 100 the account is liquidated.
  package var marginRatioPercent: Decimal?
  package var coins: [Coin]

  /// One coin of the account, in units of itself.
  package struct Coin: WireDecodable {
    package var name: String
    package var equity: Decimal?
    package var walletBalance: Decimal?
    package var unrealizedPnL: Decimal?
    package var realizedPnL: Decimal?
    package var borrowed: Decimal?
    /// What it is worth (USD).
    package var value: Decimal?

    package init(from wire: WireValue) throws(WireError) {
      let wire = try wire.object()
      name = try wire.required("coin")
      equity = wire.decimal("equity")
      walletBalance = wire.decimal("walletBalance")
      unrealizedPnL = wire.decimal("unrealisedPnl")
      realizedPnL = wire.decimal("cumRealisedPnl")
      borrowed = wire.decimal("borrowAmount")
      value = wire.decimal("usdValue")
    }
  }

  package init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    accountType = try wire.word("accountType")
    equity = wire.decimal("totalEquity")
    walletBalance = wire.decimal("totalWalletBalance")
    marginBalance = wire.decimal("totalMarginBalance")
    available = wire.decimal("totalAvailableBalance")
    unrealizedPnL = wire.decimal("totalPerpUPL")
    initialMargin = wire.decimal("totalInitialMargin")
    maintenanceMargin = wire.decimal("totalMaintenanceMargin")
    marginRatioPercent = wire.decimal("accountMMRate").map { $0 * 100 }
    coins = try wire.value([Coin].self, "coin") ?? []
  }
}
