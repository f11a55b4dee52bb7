/// What one look at an engine showed, as far as it is compared with later ones. What was not known is kept as such, so that a
/// later look does not take it for a change.
public struct KeptLook: Codable, Sendable, Equatable {
  /// When it was seen, by the local clock.
  public var at: Date
  /// Which practice world answered; `nil` for a real engine. Another world is another engine.
  public var world: String?
  /// Whether positions exist on the engine's paper only.
  public var isPaper: Bool
  /// When the engine object was started, by the local clock; `nil` when that was not told.
  public var objectStartedAt: Date?
  /// When the engine's process was started, at the latest; `nil` when that was not told.
  public var processStartedAt: Date?
  /// When the last engine object ended whose books a later one does not know, by the local clock; `nil` when none is known.
  public var booksEndedAt: Date?
  /// Open positions.
  public var positions: KeptList<KeptPosition>
  /// Orders that are open in the engine's books.
  public var orders: KeptList<KeptOrder>
  /// States in words; one that is missing was not known.
  public var states: [KeptState: String]
  /// The equity that could be believed (USDT); `nil` when none could.
  public var equity: Decimal?
  /// Why this equity is shown, or none is.
  public var equityReason: String
  /// Profit or loss that the engine had booked (USDT); `nil` when it did not say.
  public var realizedPnL: Decimal?
  /// What the engine was configured with, by name; `nil` when that was not told.
  public var settings: [String: String]?

  /// Ends of positions that the engine listed. They are not kept: a look needs only those since the one before.
  var ends: [KeptEnd] = []

  private enum CodingKeys: String, CodingKey {
    case at, world, isPaper, objectStartedAt, processStartedAt, booksEndedAt, positions, orders, states, equity,
      equityReason
    case realizedPnL, settings
  }

  /// A look of which nothing is known but its time.
  public init(at: Date, isPaper: Bool) {
    self.at = at
    self.isPaper = isPaper
    positions = KeptList(missing: "not asked")
    orders = KeptList(missing: "not asked")
    states = [:]
    equityReason = "not asked"
  }
}

/// A list that may not be known.
public struct KeptList<Row: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
  /// The rows; `nil` when they are not known.
  public var rows: [Row]?
  /// Why they are not known, as a clause.
  public var reason: String?
  /// How many rows more there were than are kept.
  public var more: Int

  /// Most rows that are kept.
  static var most: Int { 200 }

  /// The first rows of a list.
  public init(_ rows: [Row]) {
    self.rows = Array(rows.prefix(Self.most))
    more = max(0, rows.count - Self.most)
  }

  /// A list that is not known.
  public init(missing reason: String) {
    self.reason = reason
    more = 0
  }
}

/// States that are compared. The raw values are the names in hean's JSON.
public enum KeptState: String, Codable, Sendable, CaseIterable, CodingKeyRepresentable {
  /// The verdict on money, the engine's state, what an order touches, and whether orders of signals pass.
  case money, engine, mode, trading
  /// The kill switch, the hidden latch, the governor's state and the flag that proves nothing by itself.
  case killSwitch = "kill_switch"
  case latch, governor
  /// Whether the engine's prices are fresh.
  case marketData = "market_data"
  /// Strategies that are off.
  case strategiesOff = "strategies_off"

  /// The name for people.
  public var message: String {
    switch self {
    case .strategiesOff: "strategies off"
    case .trading: "verdict of why"
    default: rawValue.replacing("_", with: " ")
    }
  }
}

/// An open position, as far as it is compared.
public struct KeptPosition: Codable, Sendable, Equatable {
  /// The engine's id; `nil` when it sent none.
  public var id: String?
  /// Trading pair.
  public var symbol: String
  /// `long` or `short`; `nil` when the engine did not say.
  public var side: String?
  /// Base units; `nil` when the engine did not say.
  public var size: Decimal?
  /// Price of its stop; `nil` without one.
  public var stop: Decimal?
  /// Price of its target; `nil` without one.
  public var target: Decimal?
  /// Whether the price has passed its stop or target.
  public var isBeyondLevel: Bool
  /// Profit or loss that was not booked (USDT); `nil` when it was not known.
  public var unrealizedPnL: Decimal?
  /// Value at the mark price (USDT); `nil` when it was not known.
  public var notional: Decimal?
  /// What speaks against the row, as a clause; `nil` when nothing does.
  public var doubt: String?

  init(_ position: Position) {
    id = position.id
    symbol = position.symbol
    side = position.side?.rawValue
    size = position.size
    stop = position.stopLoss
    target = position.takeProfit
    isBeyondLevel = !position.breachedLevels.isEmpty
    unrealizedPnL = position.unrealizedPnL
    notional = position.notional
    doubt = position.doubt?.message
  }

  /// `BTCUSDT long 0.018`, as far as it is known.
  public var name: String {
    [symbol, side ?? "of unknown side", size.map(Figures.quantity)].compactMap(\.self).joined(separator: " ")
  }

  /// Tells it from others of the same look.
  var key: String { id ?? "\(symbol) \(side ?? "")" }
}

/// An order that is open in the engine's books, as far as it is compared.
public struct KeptOrder: Codable, Sendable, Equatable {
  /// The engine's id; `nil` when it sent none.
  public var id: String?
  /// Trading pair.
  public var symbol: String
  /// `buy` or `sell`; `nil` when the engine did not say.
  public var side: String?
  /// Base units; `nil` when the engine did not say.
  public var size: Decimal?
  /// How much of it is filled; `nil` when the engine did not say.
  public var filled: Decimal?

  init(_ order: Order) {
    id = order.id
    symbol = order.symbol
    side = order.side?.rawValue
    size = order.size
    filled = order.filledSize
  }

  /// `BTCUSDT buy 0.018`, as far as it is known.
  public var name: String {
    [symbol, side ?? "of unknown side", size.map(Figures.quantity)].compactMap(\.self).joined(separator: " ")
  }

  var key: String { id ?? name }
}

/// The end of a position, as the engine lists it.
struct KeptEnd: Sendable, Equatable {
  var id: String
  var pnl: Decimal?
  /// By the local clock; `nil` when that was not told.
  var at: Date?
  /// Whether it was dropped from the books, without a fill and without a booked PnL.
  var isDrop: Bool
}
