/// An order as an operator asks for it. Prices in USDT.
public struct OrderTicket: Sendable {
  /// How much to trade.
  public enum Size: Sendable, Equatable {
    /// In base units, such as 0.5 BTC.
    case quantity(Decimal)
    /// Notional in USDT.
    case notional(Decimal)
    /// Percent of equity, 0-100.
    case percent(Decimal)
  }

  /// Trading pair as the engine writes it: `BTCUSDT`.
  public var symbol: String
  /// Buy or sell.
  public var side: OrderSide
  /// How much to trade.
  public var size: Size
  /// Limit price (USDT); `nil` for a market order.
  public var limit: Decimal?
  /// Price of the target (USDT); `nil` for none. The engine may choose its own.
  public var takeProfit: Decimal?
  /// Price of the stop (USDT); `nil` for none. The engine may choose its own.
  public var stopLoss: Decimal?

  /// An order at market, without target and stop, unless they are given.
  public init(
    symbol: String, side: OrderSide, size: Size, limit: Decimal? = nil, takeProfit: Decimal? = nil,
    stopLoss: Decimal? = nil
  ) {
    self.symbol = symbol
    self.side = side
    self.size = size
    self.limit = limit
    self.takeProfit = takeProfit
    self.stopLoss = stopLoss
  }
}

extension OrderTicket {
  /// Size in base units, rounded down to six decimal places; `nil` when that is zero, or equity is needed and not
  /// known.
  func quantity(at price: Decimal, equity: Decimal?) -> Decimal? {
    guard price > 0 else { return nil }
    let raw: Decimal
    switch size {
    case .quantity(let value): return value > 0 ? value : nil
    case .notional(let value): raw = value / price
    case .percent(let value):
      guard let equity else { return nil }
      raw = equity * value / 100 / price
    }
    let rounded = raw.rounded(to: 6, .towardZero)
    return rounded > 0 ? rounded : nil
  }

  /// What is wrong with the stop or the target at this price: it would be hit at once. Otherwise `nil`.
  func levelProblem(at price: Decimal) -> String? {
    let isBuy = side == .buy
    if let stopLoss, isBuy ? stopLoss >= price : stopLoss <= price {
      return
        "a \(side.rawValue) at \(Figures.price(price)) with its stop at \(Figures.price(stopLoss)) would be stopped at once"
    }
    if let takeProfit, isBuy ? takeProfit <= price : takeProfit >= price {
      return
        "a \(side.rawValue) at \(Figures.price(price)) has its target at \(Figures.price(takeProfit)), on the wrong side"
    }
    return nil
  }

  func levelWords(size: Decimal, price: Decimal) -> [String] {
    var words: [String] = []
    if let stopLoss { words.append("at the stop \(Figures.signed(-abs(price - stopLoss) * size)) USDT") }
    if let takeProfit { words.append("at the target \(Figures.signed(abs(takeProfit - price) * size)) USDT") }
    if let stopLoss, let takeProfit, price != stopLoss {
      let ratio = abs(takeProfit - price) / abs(price - stopLoss)
      words.append("reward to risk \(Figures.text(ratio, places: 2))")
    }
    return words
  }

  func members(size: Decimal) -> [String: JSONValue] {
    var members: [String: JSONValue] = [
      "symbol": .string(symbol), "side": .string(side.rawValue), "size": .number(size),
    ]
    if let limit { members["price"] = .number(limit) }
    if let takeProfit { members["take_profit"] = .number(takeProfit) }
    if let stopLoss { members["stop_loss"] = .number(stopLoss) }
    return members
  }
}
