import HeanCore

enum ExchangeWalletFields {
  static let coins: [Field<ExchangeWallet.Coin>] = [
    Field("coin", "COIN", "name of the coin", priority: 100) { $0.name },
    coin("coin_held", "EQUITY", "balance with what is unrealized, in the coin", 95) { $0.equity },
    coin("coin_balance", "BALANCE", "balance, in the coin", 90) { $0.walletBalance },
    coin("coin_unrealized", "PNL", "unrealized, in the coin", 85) { $0.unrealizedPnL },
    coin("coin_realized", "REALIZED", "realized since the account began, in the coin", 40) { $0.realizedPnL },
    coin("coin_borrowed", "BORROWED", "borrowed, in the coin", 50) { $0.borrowed },
    .amount("value", "VALUE", "what it is worth (USD)", priority: 80) { $0.value },
  ]

  private static func coin(
    _ name: String, _ title: String, _ meaning: String, _ priority: Int,
    _ value: @escaping @Sendable (ExchangeWallet.Coin) -> Decimal?
  ) -> Field<ExchangeWallet.Coin> {
    Field(name, title, meaning, .decimal, priority: priority, unit: .size, value: value, cell: { .quantity(value($0)) })
  }

  /// What the screen shows above the coins.
  static let summary: [Field<ExchangeWallet>] = [
    .money("equity", "Equity", "all coins with what is unrealized (USD)", priority: 1) { $0.equity },
    .money("balance", "Balance", "all coins without what is unrealized (USD)", priority: 1) { $0.walletBalance },
    .profit("unrealized_pnl", "Unrealized", "of the open positions (USD)", priority: 1) { $0.unrealizedPnL },
    .money("margin_used", "Initial margin", "in use (USD)", priority: 1) { $0.initialMargin },
    .money("maintenance_margin", "Maintenance", "margin below which the account is liquidated (USD)", priority: 1) {
      $0.maintenanceMargin
    },
    .money("margin_free", "Available", "for new positions (USD)", priority: 1) { $0.available },
    .percent(
      "margin_ratio_percent", "Margin ratio %",
      "maintenance margin in percent of the margin balance; at 100 it is liquidated",
      priority: 1
    ) { $0.marginRatioPercent },
  ]

  static let document: [Field<ExchangeWallet>] =
    summary + [
      .member("margin_balance", "what stands behind the positions (USD)", unit: .usdt) { $0.marginBalance },
      .member("account_type", "UNIFIED") { $0.accountType },
      .parts(
        "coins", "", "each coin: coin, coin_held, coin_balance, coin_unrealized, coin_realized, coin_borrowed, value",
        of: coins
      ) {
        $0.coins
      },
    ]
}
