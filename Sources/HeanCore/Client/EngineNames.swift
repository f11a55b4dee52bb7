/// Finds the engine's name for a word that an operator typed: reads the names that the engine knows; `Resolver` decides
/// which of them the word means.
extension EngineReader {
  /// The engine's name of a symbol, for a word such as `eth` or `ETH/USDT`. No endpoint lists the symbols
  /// (docs/engine.md 2.11), so these are known: the ten that are traded by default, those of positions, orders and
  /// decisions, and those that have a price.
  /// - Parameter seen: symbols that are known from elsewhere.
  /// - Throws: `notFound` or `ambiguous`; `untold` when the engine did not tell enough to decide.
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

  /// The engine's name of a strategy, for its id or a unique beginning of it: one that the engine lists, or that made
  /// one of its positions, orders or decisions.
  /// - Parameter seen: strategies that are known from elsewhere.
  /// - Throws: `notFound` or `ambiguous`; `untold` when the engine did not tell enough to decide.
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

  /// The engine's name of a symbol, for an operation that reads the engine anyway: when it cannot be told now, the
  /// likeliest symbol is taken.
  /// - Throws: `notFound` or `ambiguous`.
  public func symbolOrTaken(_ word: String) async throws(EngineError) -> String {
    do throws(EngineError) {
      return try await symbol(word)
    } catch {
      guard !error.isAboutName else { throw error }
      return Resolver.taken(for: word)
    }
  }

  /// The engine's name of a symbol, or `nil` for `nil`: for a filter that may not be set.
  public func symbol(ifAny word: String?) async throws(EngineError) -> String? {
    guard let word else { return nil }
    return try await symbol(word)
  }

  /// The engine's name of a strategy, or `nil` for `nil`: for a filter that may not be set.
  public func strategy(ifAny word: String?) async throws(EngineError) -> String? {
    guard let word else { return nil }
    return try await strategy(word)
  }
}

extension EngineReader {
  /// The filter with the engine's own names in place of the words in it; throws as `symbol` and `strategy` do.
  public func settled(_ filter: NameFilter) async throws(EngineError) -> NameFilter {
    NameFilter(symbol: try await symbol(ifAny: filter.symbol), strategy: try await strategy(ifAny: filter.strategy))
  }
}
