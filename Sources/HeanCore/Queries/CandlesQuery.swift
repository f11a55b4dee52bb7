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
  public var parts: Set<SnapshotPart> {
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

extension SnapshotPart {
  /// Candles and price of one symbol.
  /// - Parameter word: the symbol as the operator typed it.
  static func candles(of word: String, _ timeframe: Timeframe) -> SnapshotPart {
    let source = timeframe.source
    return SnapshotPart(
      "candles \(timeframe.rawValue) of \(word)",
      reads: { _ in
        // A symbol of the usual ten needs no look at the engine first.
        guard let name = Resolver().whole(word) else { return [] }
        return [EndpointRead(.candles(name, source)), EndpointRead(.ticker(name))]
      },
      then: { snapshot in
        guard let name = try? NameFilter.symbol(word, snapshot, ListedNames()) else { return [] }
        let candles = snapshot[.candles(name, source)]
        guard candles.isAsked else { return [EndpointRead(.candles(name, source)), EndpointRead(.ticker(name))] }
        guard source != .minute, candles.value?.isEmpty == true else { return [] }
        return [EndpointRead(.candles(name, .minute))]
      })
  }
}
