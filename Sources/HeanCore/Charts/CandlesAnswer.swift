/// The candles of one symbol, and what is known about what is missing.
public struct CandlesAnswer: Codable, Sendable {
  /// The engine keeps no more candles of one symbol and length (docs/engine.md 2.11).
  public static let mostKept = 1000

  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// As the engine writes it.
  public var symbol: String
  /// The bars that were asked for.
  public var series: BarSeries
  /// How many bars of this length there are, asked for or not.
  public var kept: Int
  /// Whether the engine has so many candles that it has probably dropped older ones.
  public var isFull: Bool
  /// How many candles of one minute there are; `nil` when that was not read.
  public var minutes: Int?
  /// The last price (USDT), from `/market/ticker`; `nil` when the engine has none, or did not answer.
  public var price: Decimal?
  /// When that price was published (UTC).
  public var pricedAt: Date?
  /// How many candles should have come since the latest one, because their time has passed.
  public var overdue: Int
  /// When the bar begins that is being formed (UTC); `nil` when the engine does not run. It is the last of the bars only
  /// where the engine has told a part of it.
  public var forming: Date?
  /// When `/market/candles` answered, by the local clock.
  public var receivedAt: Date

  /// An answer made of these values.
  public init(
    context: AnswerContext, symbol: String, series: BarSeries, kept: Int, isFull: Bool = false, minutes: Int? = nil,
    price: Decimal? = nil, pricedAt: Date? = nil, overdue: Int = 0, forming: Date? = nil, receivedAt: Date
  ) {
    self.context = context
    self.symbol = symbol
    self.series = series
    self.kept = kept
    self.isFull = isFull
    self.minutes = minutes
    self.price = price
    self.pricedAt = pricedAt
    self.overdue = overdue
    self.forming = forming
    self.receivedAt = receivedAt
  }
}

extension CandlesAnswer {
  /// The last price, where it was published in the bar that is being formed; `nil` otherwise.
  public var formingPrice: Decimal? {
    guard let forming, let pricedAt, series.timeframe.opening(of: pricedAt) == forming else { return nil }
    return price
  }
}
