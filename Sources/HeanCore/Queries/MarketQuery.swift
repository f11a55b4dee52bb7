/// What do symbols cost now, and how old are their prices?
public struct MarketQuery: Query {
  /// Symbols as the operator typed them; empty for the ten that an engine trades by default and those of open
  /// positions.
  public var symbols: [String]

  /// - Parameter symbols: as the operator typed them; empty for all that are known.
  public init(_ symbols: [String] = []) { self.symbols = symbols }

  /// Mode and state of the engine, `/market/ticker` of each symbol, `/orders/positions`, and what is needed to resolve
  /// the names.
  public var parts: Set<SnapshotPart> {
    guard !symbols.isEmpty else {
      return [.engineAlone, .positions, .heldPrices([]), .tickers(Symbols.defaults)]
    }
    return symbols.reduce(into: [.engineAlone, .positions]) { parts, word in
      parts.insert(.names(NameFilter(symbol: word)))
      parts.insert(.tickers([word]))
    }
  }

  /// - Throws: an error about a symbol that is unknown or ambiguous; otherwise the error of the first ticker when none
  ///   answered.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> MarketAnswer {
    var names: [String] = []
    for word in symbols { names.append(try NameFilter.symbol(word, snapshot, ListedNames())) }
    // A stopped engine lists nothing, whatever is open.
    let open = snapshot.openPositions.map { Set($0.map(\.symbol)) }
    var omitted: [String] = []
    if symbols.isEmpty {
      let held = snapshot.heldBeyondDefaults
      names = Symbols.defaults + held.read
      omitted = held.omitted
    }
    var rows: [SymbolPrice] = []
    var failure: EngineError?
    var receivedAt: Date?
    for name in names.withoutDuplicates {
      let ticker = snapshot.ticker(name)
      if let error = ticker.error { failure = failure ?? error }
      if let reading = ticker.reading { receivedAt = min(reading.receivedAt, receivedAt ?? reading.receivedAt) }
      rows.append(SymbolPrice(name, ticker, isHeld: open.map { $0.contains(name) }))
    }
    guard let receivedAt else { throw failure ?? .untold(kind: "part", name: "prices", reason: "none was read") }
    return MarketAnswer(
      context: snapshot.context(pricing: rows.map(\.symbol)), rows: rows, omitted: omitted, receivedAt: receivedAt)
  }
}

extension SnapshotPart {
  /// The price of each of these symbols.
  /// - Parameter words: symbols as the operator typed them.
  static func tickers(_ words: [String]) -> SnapshotPart {
    each("tickers", of: words) { EndpointRead(.ticker($0)) }
  }

  /// One read for each of these symbols: at once where a symbol is written in full, otherwise when it is known which
  /// one is meant.
  /// - Parameters:
  ///   - name: of what is read.
  ///   - words: symbols as the operator typed them.
  static func each(_ name: String, of words: [String], _ read: @escaping @Sendable (String) -> EndpointRead)
    -> SnapshotPart
  {
    SnapshotPart(
      "\(name) of \(words.joined(separator: " "))",
      reads: { _ in words.compactMap { Resolver().whole($0) }.map(read) },
      then: { snapshot in words.compactMap { try? NameFilter.symbol($0, snapshot, ListedNames()) }.map(read) })
  }
}

extension EngineSnapshot {
  /// Symbols of open positions that are none of the usual ten, sorted: those that are read besides these, and the rest.
  var heldBeyondDefaults: (read: [String], omitted: [String]) {
    let held = Set((openPositions ?? []).map(\.symbol)).subtracting(Symbols.defaults).sorted()
    return (Array(held.prefix(SnapshotPart.mostHeld)), Array(held.dropFirst(SnapshotPart.mostHeld)))
  }
}

/// The price of one symbol.
public struct SymbolPrice: Codable, Sendable {
  /// As the engine writes it.
  public var symbol: String
  /// Last price (USDT); `nil` when the engine has none, or did not answer.
  public var price: Decimal?
  /// Best bid (USDT); `nil` after a trade print.
  public var bid: Decimal?
  /// Best ask (USDT); `nil` after a trade print.
  public var ask: Decimal?
  /// When the price was published (UTC); `nil` without a price.
  public var at: Date?
  /// Seconds from then to the answer, by the local clock; `nil` without a time, and for one in the future.
  public var age: Decimal?
  /// Whether a position in it is listed as open; `nil` when that was not read, or the engine does not run.
  public var isHeld: Bool?
  /// Why the engine did not tell the price; `nil` when it did, or when it has none.
  public var missing: String?

  /// A symbol without a price.
  public init(_ symbol: String, isHeld: Bool? = nil) {
    self.symbol = symbol
    self.isHeld = isHeld
  }

  init(_ symbol: String, _ ticker: Answered<Ticker>, isHeld: Bool?) {
    self.init(symbol, isHeld: isHeld)
    missing = ticker.error?.shortText
    guard let reading = ticker.reading else { return }
    price = reading.value.price
    bid = reading.value.bid
    ask = reading.value.ask
    at = reading.value.at
    age = reading.priceAge
  }

  /// The distance from bid to ask (USDT); `nil` when one is not known, or the two are crossed.
  public var spread: Decimal? {
    guard let bid, let ask, bid > 0, ask >= bid else { return nil }
    return ask - bid
  }

  /// The distance from bid to ask in hundredths of a percent of the price between them; `nil` when one is not known,
  /// or the two are crossed.
  public var spreadBasisPoints: Decimal? {
    guard let bid, let ask, bid > 0, ask >= bid else { return nil }
    return (ask - bid) / ((ask + bid) / 2) * 10_000
  }

  /// The same price some time later: its age is the time from then to this moment.
  /// - Parameter now: by the local clock.
  public func aged(to now: Date) -> SymbolPrice {
    guard let at, age != nil else { return self }
    var later = self
    later.age = DiagnosisFormat.seconds(from: at, to: now)
    return later
  }

  /// Whether the engine itself calls a price of this age stale.
  public var isStale: Bool { age.map { $0 > Ticker.staleAfter } ?? false }
}

/// Prices of several symbols.
public struct MarketAnswer: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// In the order in which they were asked for.
  public var rows: [SymbolPrice]
  /// Symbols of open positions that were not read, because there are too many.
  public var omitted: [String]
  /// When the first of the prices arrived, by the local clock.
  public var receivedAt: Date

  /// An answer made of these values.
  public init(context: AnswerContext, rows: [SymbolPrice], omitted: [String] = [], receivedAt: Date) {
    self.context = context
    self.rows = rows
    self.omitted = omitted
    self.receivedAt = receivedAt
  }
}
