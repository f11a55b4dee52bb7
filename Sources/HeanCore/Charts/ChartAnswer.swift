/// Bars with what stands beside them.
public struct ChartAnswer: Codable, Sendable {
  /// The bars, and what is known about what is missing.
  public var candles: CandlesAnswer
  /// The latest fills in the symbol, oldest first; the engine tells at most fifty of all symbols (`/trading/state`).
  public var fills: [ChartFill] = []
  /// Closed positions in the symbol of which no fill is told, oldest first.
  public var closes: [ChartClose] = []
  /// Entry, stop and target of each open position in the symbol.
  public var levels: [ChartLevel] = []
  /// When the kill switch tripped (UTC); `nil` when it has not, and when the engine did not say.
  public var killedAt: Date?
  /// What could not be read, and why, as parts of sentences.
  public var missing: [String] = []

  /// The same with bricks in place of bars.
  public func with(_ renko: Renko) -> ChartAnswer {
    var answer = self
    answer.candles.series.bars = renko.bricks
    answer.candles.forming = nil
    return answer
  }

  /// Bars without anything beside them.
  public init(candles: CandlesAnswer) { self.candles = candles }
}

/// One fill of an own order.
public struct ChartFill: Codable, Sendable, Equatable {
  /// As the engine writes it.
  public var symbol: String
  /// When the order was filled, or where that is not told, made (UTC).
  public var at: Date
  /// Buy or sell.
  public var side: OrderSide
  /// Average price of the fill (USDT), or the limit price where no other is told.
  public var price: Decimal
  /// Filled size (base units).
  public var size: Decimal?

  /// A fill made of these values.
  public init(symbol: String, at: Date, side: OrderSide, price: Decimal, size: Decimal?) {
    self.symbol = symbol
    self.at = at
    self.side = side
    self.price = price
    self.size = size
  }

  /// `nil` when time, side or price are not known.
  init?(_ order: Order) {
    guard let at = order.filledAt ?? order.createdAt, let side = order.side,
      let price = order.averageFillPrice ?? order.price
    else { return nil }
    self.init(symbol: order.symbol, at: at, side: side, price: price, size: order.filledSize ?? order.size)
  }
}

/// The end of a position, as the engine books it: at its own price, before the fill.
public struct ChartClose: Codable, Sendable, Equatable {
  /// When the engine booked it (UTC).
  public var at: Date
  /// The direction of the position; `nil` when the engine did not say.
  public var side: PositionSide?
  /// The last price that the engine had of the symbol (USDT).
  public var price: Decimal
  /// Realized PnL (USDT), before fees.
  public var profit: Decimal?

  /// `nil` when time or price are not known, and for a position that was only dropped from the books.
  init?(_ position: Position) {
    guard !position.isGhost, let at = position.closedAt, let price = position.markPrice, price > 0 else { return nil }
    (self.at, self.side, self.price, profit) = (at, position.side, price, position.realizedPnL)
  }

  /// The closes of a symbol without those that a fill of the other direction stands for, oldest first. Each fill stands
  /// for one close.
  static func all(_ positions: [Position], of symbol: String, besides fills: [ChartFill]) -> [ChartClose] {
    let known = fills.map { UnlistedClose.Fill(symbol: $0.symbol, side: $0.side, at: $0.at) }
    return UnlistedClose.all(positions.filter { $0.symbol == symbol }, besides: known).compactMap(ChartClose.init)
  }
}

/// A price that matters to an open position.
public struct ChartLevel: Codable, Sendable, Equatable {
  /// What the price means.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// Average entry price.
    case entry
    /// Stop-loss.
    case stop
    /// Take-profit.
    case target
    /// A price that the operator named.
    case noted = "level"
  }

  /// What the price means.
  public var kind: Kind
  /// USDT.
  public var price: Decimal
  /// The direction of the position; `nil` when the engine did not say.
  public var side: PositionSide?
  /// The operator's own word for it; `nil` without one.
  public var label: String?

  /// What stands beside it: its label, or what it is.
  public var name: String { label ?? kind.rawValue }

  /// A level made of these values.
  public init(_ kind: Kind, _ price: Decimal, side: PositionSide?, label: String? = nil) {
    self.kind = kind
    self.price = price
    self.side = side
    self.label = label
  }

  /// Entry, stop and target of a position, as far as they are known.
  static func all(of position: Position) -> [ChartLevel] {
    [(Kind.entry, position.entryPrice), (.stop, position.stopLoss), (.target, position.takeProfit)].compactMap {
      kind, price in
      price.flatMap { $0 > 0 ? ChartLevel(kind, $0, side: position.side) : nil }
    }
  }
}
