/// The symbol and the strategy that a list or a stream is narrowed to.
public struct NameFilter: Codable, Sendable, Hashable {
  /// `nil` for all. In a query as the operator typed it (`eth`), in an answer as the engine writes it (ETHUSDT).
  public var symbol: String?
  /// `nil` for all. In a query as the operator typed it, in an answer the id that the engine writes.
  public var strategy: String?

  /// By default everything passes.
  public init(symbol: String? = nil, strategy: String? = nil) {
    self.symbol = symbol
    self.strategy = strategy
  }

  /// Whether everything passes.
  public var isAll: Bool { symbol == nil && strategy == nil }

  /// Whether something of this symbol and strategy passes. What has no symbol (or strategy) passes only when the filter
  /// names none.
  public func takes(_ symbol: String?, _ strategy: String?) -> Bool {
    Self.matches(self.symbol, symbol) && Self.matches(self.strategy, strategy)
  }

  /// Whether a value passes: `wanted` is `nil`, or the same name without regard to case.
  public static func matches(_ wanted: String?, _ value: String?) -> Bool {
    guard let wanted else { return true }
    return wanted.lowercased() == value?.lowercased()
  }
}

/// Symbols and strategies that occur in a list.
struct ListedNames: Sendable {
  var symbols: [String?] = []
  var strategies: [String?] = []

  init<Row>(_ rows: some Sequence<Row>, _ symbol: (Row) -> String?, _ strategy: (Row) -> String?) {
    for row in rows {
      symbols.append(symbol(row))
      strategies.append(strategy(row))
    }
  }
}

extension Part {
  /// What has to be read to resolve the names of a filter: nothing when the filter is empty, and nothing for a symbol
  /// that the list to be narrowed, or `Symbols.defaults`, has under its full name.
  /// - Parameter listed: the names in that list; `nil` before it is read.
  static func names(_ filter: NameFilter, _ listed: @escaping @Sendable (EngineSnapshot) -> ListedNames?) -> Part {
    Part("names of \(filter.symbol ?? "") \(filter.strategy ?? "")", first: { _ in [] }) { snapshot in
      guard !filter.isAll, let listed = listed(snapshot) else { return [] }
      var reads: [EndpointRead] = []
      if let word = filter.symbol, Resolver(symbols: listed.symbols).whole(word) == nil {
        reads += [EndpointRead(.positions), EndpointRead(.state)]
        if let guess = Symbols.guess(word) { reads.append(EndpointRead(.ticker(guess))) }
      }
      if filter.strategy != nil {
        reads.append(EndpointRead(.strategies))
        // Only what the engine's own list does not settle is looked for elsewhere.
        if snapshot.strategies.isAsked, (try? filter.settled(snapshot, listed)) == nil {
          reads.append(EndpointRead(.state))
        }
      }
      return reads
    }
  }
}

extension NameFilter {
  /// The filter with the engine's own names.
  /// - Parameters:
  ///   - snapshot: with the part of `Part.names`.
  ///   - listed: the names in the list that is narrowed.
  /// - Throws: for a name that is unknown, or that stands for more than one.
  func settled(_ snapshot: EngineSnapshot, _ listed: @autoclosure () -> ListedNames) throws(EngineError) -> NameFilter {
    guard !isAll else { return self }
    let listed = listed()
    return NameFilter(
      symbol: try Self.symbol(symbol, snapshot, listed.symbols),
      strategy: try Self.strategy(strategy, snapshot, listed.strategies))
  }

  private static func symbol(
    _ word: String?, _ snapshot: EngineSnapshot, _ listed: [String?]
  ) throws(EngineError) -> String? {
    guard let word else { return nil }
    var resolver = Resolver(symbols: listed)
    resolver.engine = snapshot.status
    if let guess = Symbols.guess(word) { resolver.ticker = snapshot[.ticker(guess)] }
    resolver.symbols += (snapshot.positions.value?.map(\.symbol) ?? []) + (snapshot.state.value?.symbols ?? [])
    return try resolver.symbol(word)
  }

  private static func strategy(
    _ word: String?, _ snapshot: EngineSnapshot, _ listed: [String?]
  ) throws(EngineError) -> String? {
    guard let word else { return nil }
    let running = snapshot.strategies
    var resolver = Resolver(strategies: (running.value?.compactMap(\.id) ?? []) + listed)
    resolver.engine = snapshot.status
    resolver.unlisted = running.error
    if snapshot.status.value?.isAtWork != true { resolver.strategies += Resolver.shippedStrategies }
    if let found = try? resolver.strategy(word) { return found }
    resolver.strategies += snapshot.state.value?.strategies ?? []
    return try resolver.strategy(word)
  }
}

extension TradingState {
  var symbols: [String] {
    positions.map(\.symbol) + openOrders.map(\.symbol) + recentFills.map(\.symbol) + decisions.compactMap(\.symbol)
  }

  var strategies: [String] {
    (positions.map(\.strategyID) + openOrders.map(\.strategyID) + recentFills.map(\.strategyID)
      + decisions.map(\.strategyID)).compactMap { $0 }
  }
}
