/// Resolves names of symbols and strategies that an operator typed in a command, a condition or a filter. One rule for
/// all of them: first the exact name, then what the engine itself knows, then the one name that begins so. An unknown
/// name is an error that lists the known ones, never an empty answer.
///
/// It sends no requests: what the engine lists is passed in.
package struct Resolver: Sendable {
  /// Symbols that the engine knows, as it writes them. Those of `Symbols.defaults` are known without being listed here.
  package var symbols: [String]
  package var strategies: [String]
  /// `/engine/status`: only an engine that runs can tell that it does not know a name.
  package var engine = Answered<EngineStatus>.notAsked
  /// The ticker of what `Symbols.guess` makes of the word: if it has a price, that symbol exists.
  package var ticker = Answered<Ticker>.notAsked
  /// Why `/strategies` could not be read; `nil` when it was.
  package var unlisted: EngineError?

  package init(symbols: [String?] = [], strategies: [String?] = []) {
    self.symbols = symbols.compactMap { $0 }
    self.strategies = strategies.compactMap { $0 }
  }

  private var known: [String] { (Symbols.defaults + symbols).withoutDuplicates }

  /// The known symbol that the word names in full, in any spelling.
  package func whole(_ word: String) -> String? { Symbols.match(word, in: known) }

  /// The engine's name of a symbol.
  /// - Throws: `notFound` or `ambiguous`; `untold` or the error of `/engine/status` when the engine could not tell.
  package func symbol(_ word: String) throws(EngineError) -> String {
    if let symbol = whole(word) { return symbol }
    let guess = Symbols.guess(word)
    if let guess, ticker.value?.price != nil { return guess }
    // A full symbol stands only for itself: BTCUSD is another instrument than BTCUSDT, not a beginning of it.
    let beginnings = guess != nil && guess == Symbols.plain(word) ? [] : known
    do throws(EngineError) {
      return try Lookup.one(Symbols.plain(word) ?? word, in: beginnings, kind: "symbol", names: { [$0] })
    } catch {
      guard case .notFound = error else { throw error }
      // A word that cannot be a symbol is unknown to every engine, so its state does not matter.
      if guess != nil {
        try requireRunning(for: "symbol", word)
        if let failure = ticker.error {
          throw .untold(kind: "symbol", name: word, reason: "/market/ticker: \(failure.shortText)")
        }
      }
      throw .notFound(kind: "symbol", name: word, known: known)
    }
  }

  /// The engine's name of a strategy.
  /// - Throws: `notFound` or `ambiguous`; `untold` or the error of `/engine/status` when the engine could not tell.
  package func strategy(_ word: String) throws(EngineError) -> String {
    do throws(EngineError) {
      return try Lookup.one(word, in: strategies.withoutDuplicates, kind: "strategy", names: { [$0] })
    } catch {
      guard case .notFound = error else { throw error }
      try requireRunning(for: "strategy", word)
      if let unlisted { throw .untold(kind: "strategy", name: word, reason: "/strategies: \(unlisted.shortText)") }
      throw error
    }
  }

  private func requireRunning(for kind: String, _ name: String) throws(EngineError) {
    guard engine.isAsked else { return }
    let engine = try engine.get().value
    if engine.isAtWork { return }
    throw .untold(kind: kind, name: name, reason: "the engine is \(engine.state.rawValue)")
  }

  /// The symbol to assume when the engine cannot be asked. Only for uses in which a wrong one does no harm.
  package static func taken(for word: String) -> String { Symbols.guess(word) ?? word }

  /// Strategies that come with the engine (docs/engine.md 6); a stopped one lists none.
  package static let shippedStrategies = [
    "funding_harvester", "basis_arbitrage", "impulse_engine", "hf_scalping", "enhanced_grid", "momentum_trader",
    "inventory_neutral_mm", "correlation_arb", "rebate_farmer", "liquidity_sweep", "sentiment_strategy",
  ]
}

extension EngineError {
  /// Whether it says that a name stands for nothing, or for several: asking again changes nothing.
  package var isAboutName: Bool {
    switch self {
    case .notFound, .ambiguous: true
    default: false
    }
  }
}
