/// Finds the engine's name for a word that an operator typed: reads the names that the engine knows; `Resolver` decides
/// which of them the word means.
extension EngineReader {
  /// The engine's name of a symbol, for a word such as `eth` or `ETH/USDT`. No endpoint lists the symbols
  /// (docs/engine.md 2.11), so these are known: the ten that are traded by default, those of positions, orders and
  /// decisions, and those that have a price.
  /// - Throws: `notFound` or `ambiguous`; `untold` when the engine did not tell enough to decide.
  public func symbol(_ word: String) async throws(EngineError) -> String {
    try NameFilter.symbol(word, await names(for: NameFilter(symbol: word)), ListedNames())
  }

  /// The engine's name of a strategy, for its id or a unique beginning of it: one that the engine lists, or that made
  /// one of its positions, orders or decisions.
  /// - Throws: `notFound` or `ambiguous`; `untold` when the engine did not tell enough to decide.
  public func strategy(_ word: String) async throws(EngineError) -> String {
    try NameFilter.strategy(word, await names(for: NameFilter(strategy: word)), ListedNames())
  }

  /// The filter with the engine's own names in place of the words in it; throws as `symbol` and `strategy` do.
  public func resolved(_ filter: NameFilter) async throws(EngineError) -> NameFilter {
    try filter.resolved(await names(for: filter), ListedNames())
  }

  /// The moment of the snapshot means nothing here: only names are taken from it.
  private func names(for filter: NameFilter) async -> EngineSnapshot {
    await snapshot(of: [.names(filter)], now: { .distantPast })
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
}
