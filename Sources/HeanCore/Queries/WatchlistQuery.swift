/// What do the symbols of a list cost now, and how did their prices get there?
public struct WatchlistQuery: Query {
  /// Symbols as the list has them.
  public var symbols: [String]
  /// The length of the candles whose closes are shown.
  public var timeframe: Timeframe
  /// How many closes are shown, the latest.
  public var length: Int
  /// Whether the account and the change of a day are told too.
  public var tellsDay: Bool

  /// - Parameters:
  ///   - symbols: as the list has them, at least one.
  ///   - timeframe: the length of the candles whose closes are shown.
  ///   - length: how many closes are shown, the latest.
  ///   - tellsDay: whether the account and the change of a day are told too.
  public init(
    _ symbols: [String], _ timeframe: Timeframe = .minute, length: Int = 20, tellsDay: Bool = false
  ) {
    self.tellsDay = tellsDay
    self.symbols = symbols
    self.timeframe = timeframe
    self.length = length
  }

  /// Mode and state of the engine, `/market/ticker` and the latest of `/market/candles` of each symbol, and what is
  /// needed to resolve the names; where the day is told, hours of each symbol and what an `AccountQuery` reads.
  public var parts: Set<SnapshotPart> {
    var whole: Set<SnapshotPart> = [.engine, .latestCandles(of: symbols, timeframe, limit: limit)]
    if tellsDay {
      whole.formUnion(AccountQuery().parts)
      whole.insert(.latestCandles(of: symbols, .hour, limit: Self.hours))
    }
    return symbols.reduce(into: whole) { parts, word in
      parts.insert(.names(NameFilter(symbol: word)))
      parts.insert(.tickers([word]))
    }
  }

  /// Candles of an hour that reach over a day.
  private static let hours = 26

  /// One more than is shown, because the first of the longer bars can be incomplete.
  private var limit: Int { min(1000, (length + 1) * timeframe.parts) }

  /// A symbol that this engine does not know is a row without a price: a list is of all engines.
  /// - Throws: the error of the first ticker when none answered.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> WatchlistAnswer {
    var rows: [WatchedSymbol] = []
    var failure: EngineError?
    var receivedAt: Date?
    for word in symbols {
      let name: String
      do throws(EngineError) {
        name = try NameFilter.symbol(word, snapshot, ListedNames())
      } catch {
        guard error.isAboutName else { throw error }
        var unknown = WatchedSymbol(SymbolPrice(Symbols.guess(word) ?? word))
        unknown.isUnknown = true
        rows.append(unknown)
        continue
      }
      guard !rows.contains(where: { $0.price.symbol == name }) else { continue }
      let ticker = snapshot.ticker(name)
      if let error = ticker.error { failure = failure ?? error }
      if let reading = ticker.reading { receivedAt = min(reading.receivedAt, receivedAt ?? reading.receivedAt) }
      var row = WatchedSymbol(
        SymbolPrice(name, ticker, isHeld: nil), snapshot[.candles(name, timeframe.source, limit: limit)], timeframe,
        length)
      if tellsDay, let hours = snapshot[.candles(name, .hour, limit: Self.hours)].value {
        let series = BarSeries(hours, of: name, timeframe: .hour)
        row.day = PriceSpan(.day, in: [series], now: now + (snapshot.context.clockOffset ?? 0))
      }
      rows.append(row)
    }
    if receivedAt == nil, let failure { throw failure }
    var answer = WatchlistAnswer(
      context: snapshot.context(pricing: rows.map(\.price.symbol)), timeframe: timeframe, rows: rows,
      receivedAt: receivedAt ?? snapshot.seenAt)
    if tellsDay, let status = snapshot.status.reading {
      answer.account = AccountAnswer(snapshot, receivedAt: status.receivedAt, now: now)
      answer.openPositions = snapshot.isRunning == true ? snapshot.openPositions?.count : nil
      answer.course = snapshot.isRunning == true ? snapshot.equityHistory.value : nil
    }
    return answer
  }
}

extension SnapshotPart {
  /// The latest candles of each of these symbols.
  /// - Parameter words: symbols as a list has them.
  fileprivate static func latestCandles(of words: [String], _ timeframe: Timeframe, limit: Int) -> SnapshotPart {
    each("latest candles \(timeframe.rawValue) \(limit)", of: words) {
      EndpointRead(.candles($0, timeframe.source, limit: limit))
    }
  }
}

/// One symbol of a list: its price now, and its latest closes.
public struct WatchedSymbol: Codable, Sendable {
  /// The price now.
  public var price: SymbolPrice
  /// The latest bars; empty when the engine has none.
  public var series: BarSeries
  /// The last prices of the latest spans of time (USDT), oldest first: `nil` where a candle is missing.
  public var closes: [Decimal?]
  /// How the price moved in 24 hours; `nil` where that was not read.
  public var day: PriceSpan?
  /// Whether the engine does not know the symbol; then there is neither a price nor a candle.
  public var isUnknown = false
  /// How many candles should have come since the latest one, because their time has passed.
  public var overdue = 0
  /// Why the engine did not tell the candles; `nil` when it did, or when it has none.
  public var candlesMissing: String?

  /// A symbol without candles.
  public init(_ price: SymbolPrice) {
    self.price = price
    series = BarSeries(timeframe: .minute, bars: [])
    closes = []
  }

  init(_ price: SymbolPrice, _ answered: Answered<Listing<Candle>>, _ timeframe: Timeframe, _ length: Int) {
    self.init(price)
    candlesMissing = answered.error?.shortText
    guard let reading = answered.reading else { return }
    let whole = BarSeries(reading.value, of: price.symbol, timeframe: timeframe)
    overdue = whole.overdue(at: reading.receivedAt)
    series = whole.latest(length)
    closes = series.closes(ofLatest: length)
  }

  /// From the first price of the shown candles to the price now, in percent (5 is 5 %); `nil` without a candle or a
  /// price.
  public var changePercent: Decimal? {
    guard let first = series.bars.first?.open, first > 0, let now = price.price else { return nil }
    let change = ((now - first) / first * 100).rounded(to: 6)
    return change.isNaN ? nil : change
  }
}

extension BarSeries {
  /// The closes of the latest spans of time up to the last bar, oldest first: `nil` where a bar is missing.
  /// - Parameter count: how many at most; fewer when there are no earlier bars.
  func closes(ofLatest count: Int) -> [Decimal?] {
    guard let last = bars.last, count > 0 else { return [] }
    var closes: [Decimal?] = []
    for bar in bars {
      let back = last.openedAt.timeIntervalSince(bar.openedAt) / TimeInterval(timeframe.seconds)
      guard let place = Int(exactly: back.rounded()), place < count else { continue }
      if closes.isEmpty { closes = Array(repeating: nil, count: place + 1) }
      let index = closes.count - 1 - place
      if closes.indices.contains(index) { closes[index] = bar.close }
    }
    return closes
  }
}

/// The symbols of one list.
public struct WatchlistAnswer: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// The length of the candles whose closes are shown.
  public var timeframe: Timeframe
  /// In the order of the list, each symbol once.
  public var rows: [WatchedSymbol]
  /// When the first of the prices arrived, by the local clock.
  public var receivedAt: Date
  /// Equity and PnL of the day; `nil` where they were not read.
  public var account: AccountAnswer?
  /// How many positions are open; `nil` where that is not known.
  public var openPositions: Int?
  /// The engine's own equity since its start; `nil` when it was not read.
  public var course: EquityHistory?

  /// An answer made of these values.
  public init(context: AnswerContext, timeframe: Timeframe, rows: [WatchedSymbol], receivedAt: Date) {
    self.context = context
    self.timeframe = timeframe
    self.rows = rows
    self.receivedAt = receivedAt
  }
}
