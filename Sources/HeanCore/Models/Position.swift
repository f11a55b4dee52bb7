public import Foundation

/// An open position, in whichever of the engine's three shapes it came (docs/engine.md 2.2, 2.3, 2.6).
///
/// Sizes are in base units, prices and PnL in USDT.
public struct Position: Listed {
  public static var listName: StaticString { "positions" }

  public var id: String?
  public var symbol: String
  public var side: PositionSide
  public var size: Decimal?
  public var entryPrice: Decimal?
  public var markPrice: Decimal?
  public var unrealizedPnL: Decimal?
  /// Percent of the entry notional, not adjusted for leverage. Only `/orders/positions` sends it.
  public var unrealizedPnLPercent: Decimal?
  public var realizedPnL: Decimal?
  /// Whether a closed position was only dropped: what the engine cannot read at the exchange ends with a realized PnL of
  /// exactly zero, which is no fill, and keeps its last unrealized one. Both are zero after a close at the entry price
  /// (docs/engine.md 2.10, rule 4), and of what had no size or no entry price, which cannot have been closed.
  public var isGhost: Bool { realizedPnL == 0 && (unrealizedPnL != 0 || isHollow) }
  /// No PnL can show whether it was closed.
  var isHollow: Bool { size == 0 || entryPrice == 0 }
  public var takeProfit: Decimal?
  public var stopLoss: Decimal?
  public var strategyID: String?
  /// True leverage comes from `/trading/state` only: `/orders/positions` always says 1.
  public var leverage: Decimal?
  public var marginUsed: Decimal?
  public var openedAt: Date?
  public var closedAt: Date?
  /// The engine's word, `open` or `closed`; lists of events hold both.
  public var status: String?
  public var entryReason: String?
  /// Why it may be none; `nil` unless something speaks against it.
  public var doubt: PositionDoubt?

  /// What is not given is not known.
  public init(symbol: String, side: PositionSide) {
    self.symbol = symbol
    self.side = side
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    id = try wire.string("position_id", "id")
    symbol = try wire.string("symbol") ?? "?"
    side = try wire.value(PositionSide.self, "side") ?? .unknown("?")
    let isListShape = wire.contains("size")
    size = try wire.decimal("size", "qty", "quantity")
    entryPrice = try wire.decimal("entry_price")
    markPrice = try wire.decimal("current_price", "mark_price", "last_price", "price")
    unrealizedPnL = try wire.decimal("unrealized_pnl", "unreal_pnl")
    unrealizedPnLPercent = try wire.decimal("unrealized_pnl_percent")
    realizedPnL = try wire.decimal("realized_pnl")
    let plan = try wire.value(ExitPlan.self, "exit_plan")
    takeProfit = try wire.decimal("take_profit") ?? plan?.takeProfit
    stopLoss = try wire.decimal("stop_loss") ?? plan?.stopLoss
    strategyID = try wire.string("strategy_id")
    leverage = isListShape ? nil : try wire.decimal("leverage")
    marginUsed = try wire.decimal("margin_used")
    openedAt = try wire.date("opened_at", "created_at")
    closedAt = try wire.date("closed_at")
    status = try wire.string("status")
    entryReason = try wire.value(Rationale.self, "rationale")?.entryReason
    // The console's own word, in what it has written.
    doubt = try wire.string("doubt").flatMap(PositionDoubt.init(rawValue:))
  }

  /// Mark price times size (USDT).
  public var notional: Decimal? { product(size, markPrice) }

  /// Exit levels that the mark price has already passed while the position stayed open.
  ///
  /// The engine's own exit check fails on most positions (docs/engine.md 2.2), so this happens and has to be loud.
  public var breachedLevels: [ExitLevel] { checkedLevels ?? [] }

  /// The same; `nil` when the mark price or the side is not known, and nobody can tell.
  public var checkedLevels: [ExitLevel]? {
    guard stopLoss != nil || takeProfit != nil else { return [] }
    guard let markPrice else { return nil }
    var breached: [ExitLevel] = []
    switch side {
    case .long:
      if let stopLoss, markPrice <= stopLoss { breached.append(.stopLoss) }
      if let takeProfit, markPrice >= takeProfit { breached.append(.takeProfit) }
    case .short:
      if let stopLoss, markPrice >= stopLoss { breached.append(.stopLoss) }
      if let takeProfit, markPrice <= takeProfit { breached.append(.takeProfit) }
    case .unknown:
      return nil
    }
    return breached
  }

  /// The same position with what only the other shape knows: opening time, leverage, margin, entry reason.
  public func completed(by other: Position) -> Position {
    var whole = self
    whole.openedAt = openedAt ?? other.openedAt
    whole.leverage = leverage ?? other.leverage
    whole.marginUsed = marginUsed ?? other.marginUsed
    whole.entryReason = entryReason ?? other.entryReason
    whole.takeProfit = takeProfit ?? other.takeProfit
    whole.stopLoss = stopLoss ?? other.stopLoss
    return whole
  }

  /// What leaving it at the price makes (USDT); `nil` where side, size or entry price are not known.
  func profit(at price: Decimal) -> Decimal? {
    guard let size, let entryPrice else { return nil }
    switch side {
    case .long: return (price - entryPrice) * size
    case .short: return (entryPrice - price) * size
    case .unknown: return nil
    }
  }

  private func product(_ left: Decimal?, _ right: Decimal?) -> Decimal? {
    guard let left, let right else { return nil }
    return left * right
  }
}

/// A price at which a position was meant to be left.
public enum ExitLevel: String, Sendable {
  case stopLoss = "stop_loss"
  case takeProfit = "take_profit"
}

/// `exit_plan` of a position or an order. In the journal it is the whole metadata object with the plan nested once more.
struct ExitPlan: WireDecodable {
  var takeProfit: Decimal?
  var stopLoss: Decimal?

  init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    if let nested = try? wire.value(ExitPlan.self, "exit_plan") {
      self = nested
      return
    }
    takeProfit = try wire.decimal("tp")
    stopLoss = try wire.decimal("sl")
  }
}

struct Rationale: WireDecodable {
  var entryReason: String?

  init(from wire: WireValue) throws(WireError) {
    entryReason = try wire.object().string("entry_reason")
  }
}
