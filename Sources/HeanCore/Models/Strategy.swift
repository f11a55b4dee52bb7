public import Foundation

/// One strategy as `GET /api/v1/strategies` lists it.
public struct Strategy: Listed {
  public static var listName: StaticString { "strategies" }

  public var id: String?
  public var isEnabled: Bool?
  /// Class name in the engine.
  public var type: String?
  /// Fraction 0–1, although `/analytics/summary` and the journal send percent.
  public var winRate: Decimal?
  /// Counts fills, opening and closing ones, not round trips.
  public var fills: Int?
  /// Gross profit over gross loss, approximated by the engine.
  public var profitFactor: ProfitFactor
  public var totalPnL: Decimal?
  public var wins: Int?
  public var losses: Int?

  /// What is not given is not known.
  public init(profitFactor: ProfitFactor) {
    self.profitFactor = profitFactor
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    id = try wire.string("strategy_id", "id")
    isEnabled = try wire.bool("enabled")
    type = try wire.string("type")
    winRate = try wire.decimal("win_rate")
    fills = try wire.integer("total_trades")
    profitFactor = ProfitFactor(wire: try wire.decimal("profit_factor"))
    totalPnL = try wire.decimal("total_pnl")
    wins = try wire.integer("wins")
    losses = try wire.integer("losses")
  }
}

/// The engine writes 0.0 for "unknown" and 99.0 for "no losses yet"; neither is a ratio.
public enum ProfitFactor: Sendable, Equatable {
  case unknown
  case withoutLosses
  case ratio(Decimal)

  public init(wire value: Decimal?) {
    switch value {
    case nil, 0: self = .unknown
    case 99: self = .withoutLosses
    case .some(let value): self = .ratio(value)
    }
  }
}
