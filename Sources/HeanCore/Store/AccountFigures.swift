/// The money figures of a status that events of the account can update (USDT); `nil` for what was not sent.
struct AccountFigures {
  var unrealizedPnL: Decimal?
  var realizedPnL: Decimal?
  var equity: Decimal?
  var availableBalance: Decimal?
  var totalFees: Decimal?
  var dailyPnL: Decimal?

  init(_ account: AccountState) {
    unrealizedPnL = account.unrealizedPnL
    realizedPnL = account.realizedPnL
    equity = account.equity
    availableBalance = account.available
    totalFees = account.fees
  }

  init(_ event: EquityEvent) {
    equity = event.equity
    dailyPnL = event.dailyPnL
  }

  init(_ status: EngineStatus) {
    unrealizedPnL = status.unrealizedPnL
    realizedPnL = status.realizedPnL
    equity = status.equity
    availableBalance = status.availableBalance
    totalFees = status.totalFees
    dailyPnL = status.dailyPnL
  }
}

extension EngineStatus {
  mutating func apply(_ figures: AccountFigures) {
    unrealizedPnL = figures.unrealizedPnL ?? unrealizedPnL
    realizedPnL = figures.realizedPnL ?? realizedPnL
    // In live, the status has the exchange's figures, and events the engine's own (docs/engine.md 4.7).
    guard isDryRun == true else { return }
    equity = figures.equity ?? equity
    availableBalance = figures.availableBalance ?? availableBalance
    totalFees = figures.totalFees ?? totalFees
    dailyPnL = figures.dailyPnL ?? dailyPnL
  }
}
