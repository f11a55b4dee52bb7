extension SnapshotPart {
  /// What has to be read to resolve the names of a filter for a list.
  /// - Parameter listed: the names in that list; `nil` before it is read.
  static func names(_ filter: NameFilter, _ listed: @escaping @Sendable (EngineSnapshot) -> ListedNames?)
    -> SnapshotPart
  {
    SnapshotPart("names of \(filter.symbol ?? "") \(filter.strategy ?? "")", reads: { _ in [] }) { snapshot in
      guard !filter.isAll, let listed = listed(snapshot) else { return [] }
      return filter.reads(after: snapshot, listed)
    }
  }

  /// The same where there is no list.
  package static func names(_ filter: NameFilter) -> SnapshotPart {
    SnapshotPart(
      "names alone of \(filter.symbol ?? "") \(filter.strategy ?? "")",
      reads: { _ in
        let reads = filter.reads(after: EngineSnapshot(seenAt: .distantPast), ListedNames())
        return reads.isEmpty ? [] : [EndpointRead(.engineStatus)] + reads
      },
      then: { snapshot in filter.reads(after: snapshot, ListedNames()) })
  }
}

extension NameFilter {
  /// Nothing for an empty filter, and nothing for a symbol that `Symbols.defaults` or the list has under its full name.
  fileprivate func reads(after snapshot: EngineSnapshot, _ listed: ListedNames) -> [EndpointRead] {
    var reads: [EndpointRead] = []
    if let word = symbol, Resolver().whole(word) == nil, Resolver(symbols: listed.symbols).whole(word) == nil {
      reads += [EndpointRead(.positions), EndpointRead(.state)]
      if let guess = Symbols.guess(word) { reads.append(EndpointRead(.ticker(guess))) }
    }
    if strategy != nil {
      reads.append(EndpointRead(.strategies))
      // Other endpoints are read only for a name that the engine's own list does not have.
      if snapshot.strategies.isAsked, (try? resolved(snapshot, listed)) == nil { reads.append(EndpointRead(.state)) }
    }
    return reads
  }

  /// The filter with the engine's own names.
  /// - Parameters:
  ///   - snapshot: with a part of `SnapshotPart.names`.
  ///   - listed: the names in the list that is narrowed.
  /// - Throws: for a name that is unknown, or that stands for more than one.
  package func resolved(_ snapshot: EngineSnapshot, _ listed: ListedNames) throws(EngineError) -> NameFilter {
    var resolved = self
    if let symbol { resolved.symbol = try Self.symbol(symbol, snapshot, listed) }
    if let strategy { resolved.strategy = try Self.strategy(strategy, snapshot, listed) }
    return resolved
  }

  /// The engine's name of one symbol; parameters and errors are those of `resolved`.
  package static func symbol(
    _ word: String, _ snapshot: EngineSnapshot, _ listed: ListedNames
  ) throws(EngineError) -> String {
    var resolver = Resolver(symbols: listed.symbols)
    resolver.engine = snapshot.status
    if let guess = Symbols.guess(word) { resolver.ticker = snapshot[.ticker(guess)] }
    resolver.symbols += (snapshot.positions.value?.map(\.symbol) ?? []) + (snapshot.state.value?.symbols ?? [])
    return try resolver.symbol(word)
  }

  /// The engine's name of one strategy; parameters and errors are those of `resolved`.
  package static func strategy(
    _ word: String, _ snapshot: EngineSnapshot, _ listed: ListedNames
  ) throws(EngineError) -> String {
    let running = snapshot.strategies
    var resolver = Resolver(strategies: (running.value?.compactMap(\.id) ?? []) + listed.strategies)
    resolver.engine = snapshot.status
    resolver.unlisted = running.error
    if snapshot.status.value?.isAtWork != true { resolver.strategies += Resolver.shippedStrategies }
    if let found = try? resolver.strategy(word) { return found }
    resolver.strategies += snapshot.state.value?.strategies ?? []
    return try resolver.strategy(word)
  }
}

extension TradingState {
  fileprivate var symbols: [String] {
    positions.map(\.symbol) + openOrders.map(\.symbol) + recentFills.map(\.symbol) + decisions.compactMap(\.symbol)
  }

  fileprivate var strategies: [String] {
    (positions.map(\.strategyID) + openOrders.map(\.strategyID) + recentFills.map(\.strategyID)
      + decisions.map(\.strategyID)).compactMap { $0 }
  }
}
