/// What is there to know about one symbol: its price and how it got there, what is open, what was decided, and what stops
/// signals?
public struct SymbolQuery: Query {
  /// The symbol as the operator typed it.
  public var symbol: String
  /// Operations that were already tried on this engine; the advice does not repeat a step that did not help.
  public var tried: @Sendable (EngineSnapshot) -> PastAttempts

  /// - Parameters:
  ///   - symbol: as the operator typed it.
  ///   - tried: operations that were already tried on this engine; none by default.
  public init(
    _ symbol: String, tried: @escaping @Sendable (EngineSnapshot) -> PastAttempts = { _ in PastAttempts() }
  ) {
    self.symbol = symbol
    self.tried = tried
  }

  /// What a judgement rests on, `/market/ticker` and `/market/candles` of the symbol, the open orders, and what is needed
  /// to resolve its name. Candles of an hour tell a day and seven days, those of a minute the last hour.
  public var parts: Set<SnapshotPart> {
    SnapshotPart.judgement.union([
      .openOrders, .tickers([symbol]), .names(NameFilter(symbol: symbol)), .course(of: symbol),
    ])
  }

  /// - Throws: an error about a symbol that is unknown or ambiguous; that of `/engine/status` when `/market/ticker` of
  ///   the symbol did not answer either.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> SymbolAnswer {
    let name = try NameFilter.symbol(symbol, snapshot, ListedNames())
    let ticker = snapshot.ticker(name)
    if ticker.reading == nil { _ = try snapshot.status.get() }
    let past = tried(snapshot)
    let whole = Diagnosis(snapshot, tried: past, now: now)
    var answer = SymbolAnswer(
      context: snapshot.context(pricing: [name]),
      price: SymbolPrice(name, ticker, isHeld: snapshot.openPositions.map { $0.contains { $0.symbol == name } }),
      diagnosis: Diagnosis(snapshot, scope: DiagnosisScope(symbol: name), tried: past, now: now),
      judgement: Judgement(snapshot, whole, past: past, now: now),
      receivedAt: ticker.reading?.receivedAt ?? now)
    answer.fillMarket(snapshot, name, now: now)
    answer.fillBooks(snapshot, name)
    answer.fillPast(snapshot, name)
    return answer
  }
}

extension SnapshotPart {
  /// How many candles are read: those of an hour for seven days, of a minute for an hour.
  fileprivate static let (hours, minutes) = (170, 61)

  /// Where the price of one symbol stood.
  /// - Parameter word: the symbol as the operator typed it.
  fileprivate static func course(of word: String) -> SnapshotPart {
    @Sendable func reads(_ name: String) -> [EndpointRead] {
      [EndpointRead(.candles(name, .hour, limit: hours)), EndpointRead(.candles(name, .minute, limit: minutes))]
    }
    return SnapshotPart(
      "course of \(word)", reads: { _ in Resolver().whole(word).map(reads) ?? [] },
      then: { snapshot in
        guard let name = try? NameFilter.symbol(word, snapshot, ListedNames()) else { return [] }
        return snapshot[.candles(name, .hour, limit: hours)].isAsked ? [] : reads(name)
      })
  }
}

/// What a strategy does with one symbol, by the engine's latest lists.
public struct StrategyOpinion: Codable, Sendable {
  /// The engine's id.
  public var strategy: String
  /// Whether it may send signals; `nil` when the engine does not list it.
  public var isEnabled: Bool?
  /// How many of its market contexts the decision memory has locked, whatever the symbol.
  public var lockedContexts: Int
  /// Signals about the symbol that the lists hold.
  public var signals: Int
  /// Those of them that led to an order.
  public var accepted: Int
  /// The latest of them.
  public var last: SignalRow?

  /// An opinion made of these values.
  public init(
    strategy: String, isEnabled: Bool?, lockedContexts: Int = 0, signals: Int = 0, accepted: Int = 0,
    last: SignalRow? = nil
  ) {
    self.strategy = strategy
    self.isEnabled = isEnabled
    self.lockedContexts = lockedContexts
    self.signals = signals
    self.accepted = accepted
    self.last = last
  }
}

/// One symbol. What an endpoint did not tell is `nil`, and `missing` says why.
public struct SymbolAnswer: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// The price now.
  public var price: SymbolPrice
  /// How it moved over an hour, a day and a week, in this order.
  public var spans: [PriceSpan]
  /// Lowest and highest price of this UTC day; `nil` without a candle of it.
  public var day: PriceRange?
  /// Closed candles of an hour of seven days, or those of a minute of a young engine; `nil` when the engine did not answer.
  public var course: BarSeries?
  /// Open positions of the account, and whether the list can be believed; `nil` when the engine did not tell.
  public var listing: PositionsAnswer?
  /// Those of this symbol; `nil` when they are not known.
  public var positions: [Position]?
  /// Open orders of this symbol in the engine's books; `nil` when they are not known.
  public var orders: [Order]?
  /// The latest signals about it, newest first; `nil` when the engine did not tell.
  public var signals: [SignalRow]?
  /// Every strategy that the engine lists, and those that sent a signal about it, the latest first; `nil` when neither
  /// is known.
  public var strategies: [StrategyOpinion]?
  /// Closed positions in it, newest first; `nil` when the engine did not tell.
  public var trades: [Position]?
  /// Whether signals about it pass, and if not, where they stop.
  public var diagnosis: Diagnosis
  /// What money is at risk in the whole account, and what to do next.
  public var judgement: Judgement
  /// Endpoints that did not answer, each with the reason.
  public var missing: [String]
  /// When the price arrived, by the local clock.
  public var receivedAt: Date

  /// An answer of which only this is known; the rest is `nil` until it is set.
  public init(
    context: AnswerContext, price: SymbolPrice, diagnosis: Diagnosis, judgement: Judgement, receivedAt: Date
  ) {
    self.context = context
    self.price = price
    self.diagnosis = diagnosis
    self.judgement = judgement
    self.receivedAt = receivedAt
    spans = PriceSpan.Length.allCases.map(PriceSpan.init)
    missing = []
  }

  /// As the engine writes it.
  public var symbol: String { price.symbol }

  /// The first gate that stops its signals, or cannot be judged; `nil` when there is neither.
  public var gate: Gate? { diagnosis.decisive }
}

extension SymbolAnswer {
  fileprivate mutating func fillMarket(_ snapshot: EngineSnapshot, _ name: String, now: Date) {
    func series(_ timeframe: Timeframe, _ limit: Int) -> BarSeries? {
      snapshot[.candles(name, timeframe, limit: limit)].value.map { BarSeries($0, of: name, timeframe: timeframe) }
    }
    let (hours, minutes) = (series(.hour, SnapshotPart.hours), series(.minute, SnapshotPart.minutes))
    for read in [
      snapshot[.candles(name, .hour, limit: SnapshotPart.hours)],
      snapshot[.candles(name, .minute, limit: SnapshotPart.minutes)],
    ] {
      if let error = read.error { missing.append("/market/candles: \(error.shortText)") }
    }
    let engineNow = now + (context.clockOffset ?? 0)
    let known = [minutes, hours].compactMap(\.self)
    spans = PriceSpan.Length.allCases.map { PriceSpan($0, in: known, now: engineNow) }
    day = PriceRange(known.flatMap(\.bars), price: price.price, now: engineNow)
    course = hours.flatMap { $0.bars.count >= Self.fewest ? $0 : nil } ?? minutes ?? hours
  }

  /// With fewer candles of an hour those of a minute tell more.
  private static let fewest = 12

  fileprivate mutating func fillBooks(_ snapshot: EngineSnapshot, _ name: String) {
    do throws(EngineError) {
      listing = try PositionsAnswer(snapshot, NameFilter())
      listing?.hazards = judgement.money.reasons
    } catch {
      missing.append("/orders/positions: \(error.shortText)")
    }
    // A stopped engine lists nothing, whatever is open.
    guard context.isRunning == true else { return }
    positions = listing?.proven?.elements.filter { $0.symbol == name }
    if let listing, positions == nil {
      let open = listing.chosen.filter { $0.symbol == name }
      positions = open.isEmpty ? nil : open
    }
    orders = snapshot.openOrders?.filter { $0.symbol == name }
    if orders == nil, let error = snapshot.orders.error { missing.append("/orders: \(error.shortText)") }
  }

  fileprivate mutating func fillPast(_ snapshot: EngineSnapshot, _ name: String) {
    if var history = snapshot.history.value {
      // The state has decisions that the list of the past, of all kinds, has no room for.
      let listed = history.decisions
      history.decisions += (snapshot.state.value?.decisions ?? []).filter { decision in
        !listed.contains { $0.at == decision.at && $0.strategyID == decision.strategyID }
      }
      signals = SignalRows(history: history, signals: [], traded: snapshot.state.value).rows.filter {
        $0.symbol == name
      }
      trades = history.closed.filter { $0.symbol == name }.sorted {
        ($0.closedAt ?? .distantPast) > ($1.closedAt ?? .distantPast)
      }
    } else if let error = snapshot.history.error {
      missing.append("/trading/history: \(error.shortText)")
    }
    let listed = snapshot.isRunning == true ? snapshot.strategies.value?.elements : nil
    if listed == nil, let error = snapshot.strategies.error { missing.append("/strategies: \(error.shortText)") }
    guard signals != nil || listed != nil else { return }
    let blocks = Dictionary(grouping: snapshot.decisionMemory.value?.elements ?? []) { $0.strategyID ?? "" }
    let sent = Dictionary(grouping: signals ?? []) { $0.strategyID ?? "" }
    let enabled = Dictionary(
      (listed ?? []).compactMap { row in row.id.map { ($0, row.isEnabled) } }, uniquingKeysWith: { first, _ in first })
    let names = ((listed ?? []).compactMap(\.id) + sent.keys.filter { !$0.isEmpty }.sorted()).withoutDuplicates
    let opinions = names.map { name -> StrategyOpinion in
      let rows = sent[name] ?? []
      return StrategyOpinion(
        strategy: name, isEnabled: enabled[name] ?? nil, lockedContexts: blocks[name]?.count ?? 0, signals: rows.count,
        accepted: rows.count { $0.outcome == .create }, last: rows.first)
    }
    // Of those that never spoke the engine's order stays.
    strategies = opinions.enumerated().sorted { left, right in
      let times = (left.element.last?.at ?? .distantPast, right.element.last?.at ?? .distantPast)
      return times.0 == times.1 ? left.offset < right.offset : times.0 > times.1
    }.map(\.element)
  }
}
