/// What the engine decided about closing a position: `ORDER_EXIT_DECISION` (docs/engine.md 2.3).
public struct ExitDecision: Sendable {
  /// What is to be done with the position.
  public enum Action: OpenEnum {
    /// What is to become of the position, in the words of the engine.
    case hold, close, forceClose
    /// A word that hean does not know.
    case unknown(String)

    /// The words that hean knows.
    public static let known: [Action] = [.hold, .close, .forceClose]

    /// As the engine writes it: `FORCE_CLOSE`.
    public var rawValue: String {
      switch self {
      case .hold: "HOLD"
      case .close: "CLOSE"
      case .forceClose: "FORCE_CLOSE"
      case .unknown(let word): word
      }
    }
  }

  /// What was decided; `nil` when the event does not say.
  public var action: Action?
  /// Why: a code of exits (docs/engine.md 4.3), such as `TP_HIT` or `RISK_EXIT`.
  public var reasonCode: String?
  /// The engine's id of the position.
  public var positionID: String?
  /// Trading pair as the engine writes it: `BTCUSDT`.
  public var symbol: String?
  /// Side of the position: long or short.
  public var side: PositionSide?
  /// Strategy that holds the position.
  public var strategyID: String?
  /// When it was decided (UTC).
  public var at: Date?
  /// The latest price of the symbol (USDT).
  public var lastPrice: Decimal?
  /// Unrealized PnL of the position at that time (USDT).
  public var unrealizedPnL: Decimal?
  /// The engine's own text about its decision.
  public var note: String?

  /// A decision of which nothing is known: set what is.
  public init() {}

  init(_ decision: EventFields) {
    action = decision.word(Action.self, "decision")
    reasonCode = decision.text("reason_code")
    positionID = decision.text("position_id")
    symbol = decision.text("symbol")
    side = decision.word(PositionSide.self, "side")
    strategyID = decision.text("strategy_id")
    at = decision.date("timestamp")
    lastPrice = decision.price("last_price")
    unrealizedPnL = decision.number("unrealized_pnl")
    note = decision.text("note")
  }
}

/// What happened to an order, by the type of its event.
public enum OrderChange: String, Sendable, CaseIterable {
  /// `filled` also for a part of the order; the size in the event tells.
  case placed, filled, cancelled, rejected
}

/// The short form of an order's change: `ORDER_UPDATE`. It names neither the symbol nor the reason of a rejection.
public struct OrderUpdate: Sendable {
  /// The engine's id of the order.
  public var orderID: String?
  /// Status after the change.
  public var status: OrderStatus?
  /// How much has filled so far (base units).
  public var filledSize: Decimal?
  /// Average price of what has filled (USDT).
  public var averagePrice: Decimal?

  /// A change of which nothing is known: set what is.
  public init() {}

  init(_ payload: EventFields) {
    orderID = payload.text("order_id")
    status = payload.word(OrderStatus.self, "status")
    filledSize = payload.number("filled_qty")
    averagePrice = payload.price("avg_price")
  }
}

/// The account by the engine's own books, which are not the exchange's (docs/engine.md 3.6, 4.7). USDT.
public struct AccountState: Sendable {
  /// Balance of the wallet: the same figure as `equity`.
  public var balance: Decimal?
  /// What the engine takes to be free for new orders.
  public var available: Decimal?
  /// The engine's own equity, which is wrong whenever a position is open (docs/engine.md 4.7).
  public var equity: Decimal?
  /// Margin held for open positions.
  public var usedMargin: Decimal?
  /// Profit or loss of the open positions.
  public var unrealizedPnL: Decimal?
  /// Profit or loss of the closed positions.
  public var realizedPnL: Decimal?
  /// Fees that the engine has booked.
  public var fees: Decimal?

  /// An account of which nothing is known: set what is.
  public init() {}

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
