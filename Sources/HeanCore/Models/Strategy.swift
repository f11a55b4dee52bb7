/// One strategy, as `GET /api/v1/strategies` lists it. A stopped engine lists none.
public struct Strategy: Listed {
  /// Key of the list, should the engine wrap it; it sends the list without it.
  public static var listName: StaticString { "strategies" }

  /// The engine's id, such as `impulse_engine` (docs/engine.md 6).
  public var id: String?
  /// Whether it may send signals.
  public var isEnabled: Bool?
  /// Name of its class in the engine, such as `ImpulseEngine`.
  public var type: String?
  /// Fraction 0 to 1, although other endpoints send percent (docs/engine.md 7.1).
  public var winRate: Decimal?
  /// Number of fills, of opening and of closing orders: not of closed positions.
  public var fills: Int?
  /// Gross profit divided by gross loss, an approximation of the engine.
  public var profitFactor: ProfitFactor
  /// Realized PnL (USDT).
  public var totalPnL: Decimal?
  /// Positions closed with a profit, as the engine counts them, which proves no close (docs/engine.md 2.10, rule 8).
  public var wins: Int?
  /// Positions closed with a loss, as the engine counts them.
  public var losses: Int?

  /// A strategy of which only this is known; the rest stays `nil` until it is set.
  public init(profitFactor: ProfitFactor) {
    self.profitFactor = profitFactor
  }

  /// A row without an id can be switched by nobody, and is none.
  public var emptiness: RowEmptiness? {
    id == nil ? RowEmptiness(message: "has no strategy_id and is no strategy", isProven: true) : nil
  }

  /// Throws when a text, flag or object has the wrong type.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    id = try wire.string("strategy_id", "id")
    isEnabled = try wire.bool("enabled")
    type = try wire.string("type")
    winRate = wire.decimal("win_rate")
    fills = wire.integer("total_trades")
    profitFactor = ProfitFactor(wire: wire.decimal("profit_factor"))
    totalPnL = wire.decimal("total_pnl")
    wins = wire.integer("wins")
    losses = wire.integer("losses")
  }
}

/// Gross profit divided by gross loss. The engine sends 0.0 when there is none yet, and 99.0 when there were no losses.
public enum ProfitFactor: Sendable, Equatable {
  /// Nothing to divide yet.
  case unknown
  /// Profits, but no losses yet.
  case withoutLosses
  /// Profit divided by loss: above 1 the strategy gains.
  case ratio(Decimal)

  /// From the engine's number: none, or 0, is `unknown` and 99 is `withoutLosses`.
  public init(wire value: Decimal?) {
    switch value {
    case nil, 0: self = .unknown
    case 99: self = .withoutLosses
    case .some(let value): self = .ratio(value)
    }
  }
}
