/// What the words of a command line and of conditions mean to an engine. One rule for all of them: the whole name first,
/// then what the engine itself knows, then the one name that begins so. What stands for nothing is an error that tells
/// what is known, and never an empty answer.
extension EngineReader {
  /// The engine's name of a symbol. It lists them nowhere (contract 2.11): known are those that it trades by default, those
  /// of its positions, orders and decisions, and those that it has a price for.
  /// - Parameter seen: symbols that were met already.
  public func symbol(_ word: String, among seen: [String?] = []) async throws(EngineError) -> String {
    let seen = seen.compactMap { $0 }
    if let known = Symbols.match(word, in: Symbols.defaults + seen) { return known }
    let guess = Symbols.guess(word)
    async let positions = attempt(.positions)
    async let state = attempt(.state)
    async let ticker = ticker(guess)
    let status = await attempt(.engineStatus)
    let probe = await ticker
    let listed = await positions.value?.map(\.symbol)
    let remembered = await state.value?.symbols
    let known = (Symbols.defaults + seen + (listed ?? []) + (remembered ?? [])).each
    if let symbol = Symbols.match(word, in: known) { return symbol }
    if let guess, (probe.value?.price) != nil { return guess }
    // A whole symbol is itself or nothing: BTCUSD is another instrument than BTCUSDT, and no beginning of it.
    let beginnings = guess != nil && guess == Symbols.plain(word) ? [] : known
    do throws(EngineError) {
      return try Lookup.one(Symbols.plain(word) ?? word, in: beginnings, kind: "symbol", names: { [$0] })
    } catch {
      guard case .notFound = error else { throw error }
      // What can be no symbol is none on any engine.
      if guess != nil {
        try Self.requireRunning(status, for: "symbol", word)
        if let failure = probe.error {
          throw .untold(kind: "symbol", name: word, reason: "/market/ticker: \(failure.shortText)")
        }
      }
      throw .notFound(kind: "symbol", name: word, known: known)
    }
  }

  private func ticker(_ symbol: String?) async -> Answered<Ticker> {
    guard let symbol else { return .notAsked }
    return await attempt(.ticker(symbol))
  }

  /// The engine's name of a strategy: one that it lists, or that made one of its positions, orders or decisions.
  /// - Parameter seen: strategies that were met already.
  public func strategy(_ word: String, among seen: [String?] = []) async throws(EngineError) -> String {
    async let listing = attempt(.strategies)
    let status = await attempt(.engineStatus)
    let listed = await listing
    var known = ((listed.value?.compactMap(\.id)) ?? []) + seen.compactMap { $0 }
    // A stopped engine lists none.
    if (status.value?.isAtWork) != true { known += shippedStrategies }
    if let found = try? Lookup.one(word, in: known.each, kind: "strategy", names: { [$0] }) { return found }
    known += (await attempt(.state).value?.strategies) ?? []
    do throws(EngineError) {
      return try Lookup.one(word, in: known.each, kind: "strategy", names: { [$0] })
    } catch {
      guard case .notFound = error else { throw error }
      try Self.requireRunning(status, for: "strategy", word)
      if let failure = listed.error {
        throw .untold(kind: "strategy", name: word, reason: "/strategies: \(failure.shortText)")
      }
      throw error
    }
  }

  /// Only an engine that runs can tell that it does not know a name.
  private static func requireRunning(
    _ status: Answered<EngineStatus>, for kind: String, _ name: String
  ) throws(EngineError) {
    let engine = try status.get().value
    if !engine.isAtWork { throw .untold(kind: kind, name: name, reason: "the engine is \(engine.state.word)") }
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

/// Strategies that come with the engine (contract 6).
private let shippedStrategies = [
  "funding_harvester", "basis_arbitrage", "impulse_engine", "hf_scalping", "enhanced_grid", "momentum_trader",
  "inventory_neutral_mm", "correlation_arb", "rebate_farmer", "liquidity_sweep", "sentiment_strategy",
]

extension TradingState {
  fileprivate var symbols: [String] {
    positions.map(\.symbol) + openOrders.map(\.symbol) + recentFills.map(\.symbol) + decisions.compactMap(\.symbol)
  }

  fileprivate var strategies: [String] {
    (positions.map(\.strategyID) + openOrders.map(\.strategyID) + recentFills.map(\.strategyID)
      + decisions.map(\.strategyID)).compactMap { $0 }
  }
}
