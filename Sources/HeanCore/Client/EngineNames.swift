/// Asks an engine for the names that a word may stand for; what the word then means is the resolver's to say.
extension EngineReader {
  /// The engine's name of a symbol. It lists them nowhere (docs/engine.md 2.11): known are those that it trades by
  /// default, those of its positions, orders and decisions, and those that it has a price for.
  /// - Parameter seen: symbols that were met already.
  public func symbol(_ word: String, among seen: [String?] = []) async throws(EngineError) -> String {
    var resolver = Resolver(symbols: seen)
    if let known = resolver.whole(word) { return known }
    async let positions = answer(to: .positions)
    async let state = answer(to: .state)
    async let ticker = ticker(Symbols.guess(word))
    resolver.engine = await answer(to: .engineStatus)
    resolver.ticker = await ticker
    resolver.symbols += await positions.value?.map(\.symbol) ?? []
    resolver.symbols += await state.value?.symbols ?? []
    return try resolver.symbol(word)
  }

  private func ticker(_ symbol: String?) async -> Answered<Ticker> {
    guard let symbol else { return .notAsked }
    return await answer(to: .ticker(symbol))
  }

  /// The engine's name of a strategy: one that it lists, or that made one of its positions, orders or decisions.
  /// - Parameter seen: strategies that were met already.
  public func strategy(_ word: String, among seen: [String?] = []) async throws(EngineError) -> String {
    async let listing = answer(to: .strategies)
    let status = await answer(to: .engineStatus)
    let listed = await listing
    var resolver = Resolver(strategies: (listed.value?.compactMap(\.id) ?? []) + seen)
    resolver.engine = status
    resolver.unlisted = listed.error
    if status.value?.isAtWork != true { resolver.strategies += Resolver.shippedStrategies }
    if let found = try? resolver.strategy(word) { return found }
    resolver.strategies += await answer(to: .state).value?.strategies ?? []
    return try resolver.strategy(word)
  }

  /// The same for a verb, which looks anyway: what cannot be told now is taken as it is most likely meant.
  public func symbolOrTaken(_ word: String) async throws(EngineError) -> String {
    do throws(EngineError) {
      return try await symbol(word)
    } catch {
      guard !error.isAboutName else { throw error }
      return Resolver.taken(for: word)
    }
  }

  /// The same for a filter that may not be set.
  public func symbol(ifAny word: String?) async throws(EngineError) -> String? {
    guard let word else { return nil }
    return try await symbol(word)
  }

  public func strategy(ifAny word: String?) async throws(EngineError) -> String? {
    guard let word else { return nil }
    return try await strategy(word)
  }
}

extension EngineReader {
  /// The same for a filter.
  public func settled(_ filter: NameFilter) async throws(EngineError) -> NameFilter {
    NameFilter(symbol: try await symbol(ifAny: filter.symbol), strategy: try await strategy(ifAny: filter.strategy))
  }
}
