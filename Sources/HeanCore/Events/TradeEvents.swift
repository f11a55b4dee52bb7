public import Foundation

/// What a strategy wants.
public struct SignalEvent: Codable, Sendable {
  /// Whether it only tells once more of a signal that has an event of its own.
  public var isShortForm: Bool
  /// Not unique, and of several formats.
  public var id: String?
  public var symbol: String?
  public var side: OrderSide?
  public var strategyID: String?
  /// Base units.
  public var size: Decimal?
  public var entryPrice: Decimal?
  /// 0 to 1.
  public var confidence: Decimal?
  /// The strategy's own words.
  public var reason: String?

  /// What is not given is not known.
  public init(isShortForm: Bool) {
    self.isShortForm = isShortForm
  }

  init(_ payload: EventFields, isShortForm: Bool) {
    let details = payload.fields("metadata") ?? payload.fields("features") ?? payload
    self.isShortForm = isShortForm
    id = payload.text("signal_id")
    symbol = payload.text("symbol")
    side = payload.word(OrderSide.self, "side")
    strategyID = payload.text("strategy_id")
    size = payload.number("size")
    entryPrice = payload.number("entry_price")
    confidence = details.number("confidence") ?? payload.number("confidence")
    reason = details.text("entry_reason")
  }
}

/// What was decided about leaving a position (docs/engine.md 2.3).
public struct ExitDecision: Sendable {
  public enum Action: OpenEnum {
    case hold, close, forceClose
    case unknown(String)

    public static let known: [Action] = [.hold, .close, .forceClose]

    public var rawValue: String {
      switch self {
      case .hold: "HOLD"
      case .close: "CLOSE"
      case .forceClose: "FORCE_CLOSE"
      case .unknown(let word): word
      }
    }
  }

  public var action: Action?
  public var reasonCode: String?
  public var positionID: String?
  public var symbol: String?
  public var side: PositionSide?
  public var strategyID: String?
  public var at: Date?
  public var lastPrice: Decimal?
  public var unrealizedPnL: Decimal?
  public var note: String?

  /// What is not given is not known.
  public init() {
  }

  init(_ decision: EventFields) {
    action = decision.word(Action.self, "decision")
    reasonCode = decision.text("reason_code")
    positionID = decision.text("position_id")
    symbol = decision.text("symbol")
    side = decision.word(PositionSide.self, "side")
    strategyID = decision.text("strategy_id")
    at = decision.date("timestamp")
    lastPrice = decision.number("last_price")
    unrealizedPnL = decision.number("unrealized_pnl")
    note = decision.text("note")
  }
}

/// What became of an order.
public enum OrderChange: String, Sendable, CaseIterable {
  case placed, filled, cancelled, rejected
}

/// The short form of an order's change. It names neither the symbol nor why an order was rejected.
public struct OrderUpdate: Sendable {
  public var orderID: String?
  public var status: OrderStatus?
  public var filledSize: Decimal?
  public var averagePrice: Decimal?

  /// What is not given is not known.
  public init() {
  }

  init(_ payload: EventFields) {
    orderID = payload.text("order_id")
    status = payload.word(OrderStatus.self, "status")
    filledSize = payload.number("filled_qty")
    averagePrice = payload.number("avg_price")
  }
}

/// The account by the engine's own books, which are not the exchange's (docs/engine.md 4.7). USDT.
public struct AccountState: Sendable {
  public var balance: Decimal?
  public var available: Decimal?
  public var equity: Decimal?
  public var usedMargin: Decimal?
  public var unrealizedPnL: Decimal?
  public var realizedPnL: Decimal?
  public var fees: Decimal?

  /// What is not given is not known.
  public init() {
  }

  init(_ payload: EventFields) {
    balance = payload.number("wallet_balance") ?? payload.number("balance")
    available = payload.number("available_balance") ?? payload.number("free_margin")
    equity = payload.number("equity")
    usedMargin = payload.number("used_margin")
    unrealizedPnL = payload.number("unrealized_pnl")
    realizedPnL = payload.number("realized_pnl")
    fees = payload.number("fees")
  }
}
