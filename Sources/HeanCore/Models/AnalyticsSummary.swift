/// `GET /api/v1/analytics/summary`: the engine's own figures about its trading. Several are not what their names say
/// (docs/engine.md 2.6); `EngineComparison` names what each one is. A stopped engine sends zeros.
public struct AnalyticsSummary: WireEncodable {
  /// Fills, of opening and of closing orders: not trades.
  public var fills: Int?
  /// Percent, 0 to 100.
  public var winRate: Decimal?
  /// 0.0 when there were no losses, and also with losses of a single strategy (docs/engine.md 2.11).
  public var profitFactor: Decimal?
  /// The current drawdown of the engine's own equity in percent, not the largest one.
  public var drawdownPercent: Decimal?
  /// Realized PnL (USDT).
  public var totalPnL: Decimal?

  /// A summary of which nothing is known yet; set what you know.
  public init() {}

  /// Throws when it is no object.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    fills = wire.integer("total_trades")
    winRate = wire.decimal("win_rate")
    profitFactor = wire.decimal("profit_factor")
    drawdownPercent = wire.decimal("max_drawdown_pct")
    totalPnL = wire.decimal("total_pnl")
  }

  /// The body, as far as it is read; what is `nil` becomes null.
  public var wire: JSONValue {
    [
      "total_trades": .optional(fills), "win_rate": .optional(winRate), "profit_factor": .optional(profitFactor),
      "max_drawdown_pct": .optional(drawdownPercent), "total_pnl": .optional(totalPnL),
    ]
  }
}
