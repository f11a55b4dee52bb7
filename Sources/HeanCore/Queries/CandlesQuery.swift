public import Foundation

/// Which candles does the engine have of a symbol?
public struct CandlesQuery: Query {
  /// The symbol as the operator typed it.
  public var symbol: String
  /// The length of a bar.
  public var timeframe: Timeframe
  /// When the bars begin; at any time by default.
  public var times: TimeFilter
  /// How many to show, the latest; `nil` for all.
  public var limit: Int?

  /// - Parameters:
  ///   - symbol: as the operator typed it.
  ///   - timeframe: the length of a bar.
  ///   - times: when the bars begin; at any time by default.
  ///   - limit: how many to show, the latest; `nil` for all.
  public init(_ symbol: String, _ timeframe: Timeframe, at times: TimeFilter = TimeFilter(), limit: Int? = nil) {
    self.symbol = symbol
    self.timeframe = timeframe
    self.times = times
    self.limit = limit
  }

  /// Mode and state of the engine, `/market/candles` and `/market/ticker` of the symbol, and what is needed to resolve
  /// its name. Where there are no candles of this length, also those of a minute.
  public var parts: Set<Part> {
    [.engine, .names(NameFilter(symbol: symbol)), .candles(of: symbol, timeframe)]
  }

  /// - Throws: the error of `/market/candles`, or an error about a symbol that is unknown or ambiguous.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> CandlesAnswer {
    let name = try NameFilter.symbol(symbol, snapshot, ListedNames())
    let reading = try snapshot[.candles(name, timeframe.source)].get()
    let told = BarSeries(reading.value, of: name, timeframe: timeframe)
    // A stopped engine forms nothing.
    let forming = snapshot.isRunning == true ? told.forming(at: reading.receivedAt) : nil
    let whole = told.marked(forming: forming)
    var series = times.isAll ? whole : whole.only(in: times)
    if let limit { series = series.latest(limit) }
    let ticker = snapshot.ticker(name)
    return CandlesAnswer(
      context: snapshot.context, symbol: name, series: series, kept: whole.bars.count,
      isFull: reading.value.count >= CandlesAnswer.mostKept, minutes: snapshot[.candles(name, .minute)].value?.count,
      price: ticker.value?.price, pricedAt: ticker.value?.at, overdue: whole.overdue(at: reading.receivedAt),
      forming: forming, receivedAt: reading.receivedAt)
  }
}

extension Part {
  /// Candles and price of one symbol.
  /// - Parameter word: the symbol as the operator typed it.
  static func candles(of word: String, _ timeframe: Timeframe) -> Part {
    let source = timeframe.source
    return Part(
      "candles \(timeframe.rawValue) of \(word)",
      first: { _ in
        // A symbol of the usual ten needs no look at the engine first.
        guard let name = Resolver().whole(word) else { return [] }
        return [EndpointRead(.candles(name, source)), EndpointRead(.ticker(name))]
      },
      next: { snapshot in
        guard let name = try? NameFilter.symbol(word, snapshot, ListedNames()) else { return [] }
        let candles = snapshot[.candles(name, source)]
        guard candles.isAsked else { return [EndpointRead(.candles(name, source)), EndpointRead(.ticker(name))] }
        guard source != .minute, candles.value?.isEmpty == true else { return [] }
        return [EndpointRead(.candles(name, .minute))]
      })
  }
}

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
