/// How a price moved over one span of time: where it stood at the beginning, and who tells that.
public struct PriceSpan: Codable, Sendable, Equatable {
  /// How long ago the span began.
  public enum Length: Int, Codable, Sendable, CaseIterable {
    /// One hour.
    case hour = 3600
    /// 24 hours.
    case day = 86_400
    /// Seven days.
    case week = 604_800

    /// Seconds.
    public var seconds: TimeInterval { TimeInterval(rawValue) }

    /// For people: `24 h`.
    public var words: String {
      switch self {
      case .hour: "1 h"
      case .day: "24 h"
      case .week: "7 d"
      }
    }

    /// How far a price may lie from the beginning of the span and still stand for it (seconds): a twenty-fourth of the
    /// span, half an hour at most.
    package var tolerance: TimeInterval { min(1800, seconds / 24) }
  }

  /// Who tells the price at the beginning.
  public enum Source: String, Codable, Sendable, CaseIterable {
    /// Candles that the engine keeps.
    case engine
    /// Prices that the recorder has kept.
    case recorder
  }

  /// How long ago the span began.
  public var length: Length
  /// The price then (USDT); `nil` when nobody tells it.
  public var price: Decimal?
  /// When that price was (UTC).
  public var at: Date?
  /// Who tells it.
  public var source: Source?

  /// A span of which nothing is known.
  public init(_ length: Length) { self.length = length }

  /// A span that began with a known price.
  public init(_ length: Length, price: Decimal, at: Date, source: Source) {
    self.length = length
    self.price = price
    self.at = at
    self.source = source
  }

  /// The beginning by bars: the open or the close that is nearest to it.
  /// - Parameters:
  ///   - series: of any length; the first that has a price near enough counts.
  ///   - now: by the engine's clock, as the bars are.
  init(_ length: Length, in series: [BarSeries], now: Date) {
    self.init(length)
    let begin = now - length.seconds
    for bars in series.map(\.bars) {
      let ends = bars.flatMap { [($0.openedAt, $0.open), ($0.closedAt, $0.close)] }
      let nearest = ends.min { abs($0.0.timeIntervalSince(begin)) < abs($1.0.timeIntervalSince(begin)) }
      guard let (at, price) = nearest, abs(at.timeIntervalSince(begin)) <= length.tolerance else { continue }
      self = PriceSpan(length, price: price, at: at, source: .engine)
      return
    }
  }

  /// From the beginning to a price now (USDT); `nil` when one of them is not known.
  public func change(to now: Decimal?) -> Decimal? {
    guard let price, let now else { return nil }
    return now - price
  }

  /// The same in percent (5 is 5 %).
  public func percent(to now: Decimal?) -> Decimal? {
    guard let price, price > 0, let change = change(to: now) else { return nil }
    let percent = (change / price * 100).rounded(to: 6)
    return percent.isNaN ? nil : percent
  }
}

/// The lowest and the highest price of a UTC day, as far as it is known.
public struct PriceRange: Codable, Sendable, Equatable {
  /// The lowest (USDT).
  public var low: Decimal
  /// The highest (USDT).
  public var high: Decimal
  /// From when on it is known (UTC): midnight, or later where the engine's candles begin later.
  public var from: Date
  /// Whether it is known from midnight on.
  public var isWhole: Bool

  /// - Returns: `nil` when no bar is of the day.
  init?(_ bars: [Bar], price: Decimal?, now: Date) {
    let midnight = Timeframe.day.opening(of: now)
    let today = bars.filter { $0.openedAt >= midnight }
    guard let first = today.min(by: { $0.openedAt < $1.openedAt }) else { return nil }
    low = today.reduce(first.low) { min($0, $1.low) }
    high = today.reduce(first.high) { max($0, $1.high) }
    from = first.openedAt
    isWhole = first.openedAt == midnight
    // What is forming is in no candle, but for its last price.
    guard let price else { return }
    (low, high) = (min(low, price), max(high, price))
  }
}
