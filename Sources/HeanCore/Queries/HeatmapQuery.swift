/// How much did each symbol move over the same span of time?
public struct HeatmapQuery: Query {
  /// Symbols as the operator typed them; empty for the ten that an engine trades by default and those of open
  /// positions.
  public var symbols: [String]
  /// The length of the candles that are compared.
  public var timeframe: Timeframe
  /// When the candles begin; at any time by default.
  public var times: TimeFilter

  /// - Parameters:
  ///   - symbols: as the operator typed them; empty for all that are known.
  ///   - timeframe: the length of the candles that are compared.
  ///   - times: when the candles begin; at any time by default.
  public init(_ symbols: [String] = [], _ timeframe: Timeframe, at times: TimeFilter = TimeFilter()) {
    self.symbols = symbols
    self.timeframe = timeframe
    self.times = times
  }

  /// Mode and state of the engine, `/market/candles` of each symbol, what is needed to resolve the names, and without
  /// names `/orders/positions`.
  public var parts: Set<SnapshotPart> {
    guard !symbols.isEmpty else {
      return [.engine, .positions, .allCandles(of: Symbols.defaults, timeframe), .heldCandles(timeframe)]
    }
    return symbols.reduce(into: [.engine, .allCandles(of: symbols, timeframe)]) { parts, word in
      parts.insert(.names(NameFilter(symbol: word)))
    }
  }

  /// - Throws: an error about a symbol that is unknown or ambiguous; otherwise the error of the first read of candles
  ///   when none answered.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> HeatmapAnswer {
    var names: [String] = []
    for word in symbols { names.append(try NameFilter.symbol(word, snapshot, ListedNames())) }
    var omitted: [String] = []
    if symbols.isEmpty {
      let held = snapshot.heldBeyondDefaults
      names = Symbols.defaults + held.read
      omitted = held.omitted
    }
    var failure: EngineError?
    var receivedAt: Date?
    var moves: [SymbolMove] = []
    for name in names.withoutDuplicates {
      let answered = snapshot[.candles(name, timeframe.source)]
      if let error = answered.error { failure = failure ?? error }
      if let reading = answered.reading { receivedAt = min(reading.receivedAt, receivedAt ?? reading.receivedAt) }
      moves.append(SymbolMove(name, answered, timeframe, times, isRunning: snapshot.isRunning == true))
    }
    guard let receivedAt else { throw failure ?? .untold(kind: "part", name: "candles", reason: "none was read") }
    return HeatmapAnswer(
      context: snapshot.context, timeframe: timeframe, moves: SymbolMove.sorted(moves), omitted: omitted,
      receivedAt: receivedAt)
  }
}

extension SnapshotPart {
  /// The candles of each of these symbols.
  /// - Parameter words: symbols as the operator typed them.
  fileprivate static func allCandles(of words: [String], _ timeframe: Timeframe) -> SnapshotPart {
    each("all candles \(timeframe.rawValue)", of: words) { EndpointRead(.candles($0, timeframe.source)) }
  }

  /// The candles of symbols that have an open position and are none of the usual ten.
  fileprivate static func heldCandles(_ timeframe: Timeframe) -> SnapshotPart {
    SnapshotPart("held candles \(timeframe.rawValue)", reads: { _ in [] }) { snapshot in
      guard snapshot.status.isAsked else { return [] }
      return snapshot.heldBeyondDefaults.read.map { EndpointRead(.candles($0, timeframe.source)) }
    }
  }
}

/// How one symbol moved, from the first price of its first candle to the last price of its last one.
public struct SymbolMove: Codable, Sendable, Equatable {
  /// As the engine writes it.
  public var symbol: String
  /// The candles that were asked for; empty when there is none.
  public var series: BarSeries
  /// How many candles of this length the engine has, asked for or not; `nil` when it did not answer.
  public var kept: Int?
  /// How many candles should have come since the latest one, because their time has passed.
  public var overdue: Int
  /// Why the engine did not tell the candles; `nil` when it did, or when it has none.
  public var missing: String?

  /// A move made of these values.
  public init(_ symbol: String, series: BarSeries, kept: Int?, overdue: Int = 0, missing: String? = nil) {
    self.symbol = symbol
    self.series = series
    self.kept = kept
    self.overdue = overdue
    self.missing = missing
  }

  init(
    _ symbol: String, _ answered: Answered<Listing<Candle>>, _ timeframe: Timeframe, _ times: TimeFilter,
    isRunning: Bool
  ) {
    self.init(symbol, series: BarSeries(timeframe: timeframe, bars: []), kept: nil, missing: answered.error?.shortText)
    guard let reading = answered.reading else { return }
    let told = BarSeries(reading.value, of: symbol, timeframe: timeframe)
    let whole = told.marked(forming: isRunning ? told.forming(at: reading.receivedAt) : nil)
    series = times.isAll ? whole : whole.only(in: times)
    kept = whole.bars.count
    overdue = whole.overdue(at: reading.receivedAt)
  }

  /// First price (USDT); `nil` without a candle.
  public var from: Decimal? { series.bars.first?.open }
  /// Last price (USDT); `nil` without a candle.
  public var to: Decimal? { series.bars.last?.close }
  /// Start of the first candle (UTC).
  public var since: Date? { series.bars.first?.openedAt }
  /// Start of the last candle (UTC): the time by which it is called.
  public var lastBar: Date? { series.bars.last?.openedAt }
  /// End of the last candle (UTC), from which the last price is.
  public var until: Date? { series.bars.last?.closedAt }
  /// Candles that are missing between the first and the last.
  public var gaps: Int { series.gaps.reduce(0) { $0 + $1.missing } }

  /// From the first to the last price, in percent (5 is 5 %); `nil` without a candle.
  public var changePercent: Decimal? {
    guard let from, let to, from > 0 else { return nil }
    let change = ((to - from) / from * 100).rounded(to: 6)
    return change.isNaN ? nil : change
  }

  /// The largest rise first, and what has no change last, by name.
  static func sorted(_ moves: [SymbolMove]) -> [SymbolMove] {
    moves.sorted { left, right in
      switch (left.changePercent, right.changePercent) {
      case (let first?, let second?): first == second ? left.symbol < right.symbol : first > second
      case (.some, nil): true
      case (nil, .some): false
      case (nil, nil): left.symbol < right.symbol
      }
    }
  }
}

/// How several symbols moved.
public struct HeatmapAnswer: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// The length of the candles that were compared.
  public var timeframe: Timeframe
  /// The largest rise first, and what has no change last.
  public var moves: [SymbolMove]
  /// Symbols of open positions that were not read, because there are too many.
  public var omitted: [String]
  /// When the first of the reads arrived, by the local clock.
  public var receivedAt: Date

  /// An answer made of these values.
  public init(
    context: AnswerContext, timeframe: Timeframe, moves: [SymbolMove], omitted: [String] = [], receivedAt: Date
  ) {
    self.context = context
    self.timeframe = timeframe
    self.moves = moves
    self.omitted = omitted
    self.receivedAt = receivedAt
  }

  /// Those with a change.
  public var known: [SymbolMove] { moves.filter { $0.changePercent != nil } }
  /// The start of the earliest candle (UTC); `nil` without any.
  public var since: Date? { known.compactMap(\.since).min() }
  /// The start of the latest candle (UTC); `nil` without any.
  public var lastBar: Date? { known.compactMap(\.lastBar).max() }
  /// Whether the latest candle is still being formed.
  public var isForming: Bool { known.contains { $0.series.bars.last?.isForming == true && $0.lastBar == lastBar } }
  /// The end of the latest candle (UTC); `nil` without any.
  public var until: Date? { known.compactMap(\.until).max() }
  /// Those whose candles begin later than the earliest by a candle or more, or end earlier than the latest: their change
  /// is that of another span.
  public var shorter: [SymbolMove] {
    known.filter { move in move.since != since || move.until != until }
  }
  /// The largest change, up or down, in percent; 0 when nothing moved.
  public var largest: Decimal { known.compactMap(\.changePercent).map { abs($0) }.max() ?? 0 }
}
