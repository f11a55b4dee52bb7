/// What the words of command lines, conditions and filters mean to an engine. One rule for all of them: the whole name
/// first, then what the engine itself knows, then the one name that begins so. What stands for nothing is an error that
/// tells what is known, and never an empty answer.
///
/// It asks nobody: what the engine lists is handed in.
package struct Resolver: Sendable {
  /// Names that the engine knows, as it writes them; the usual symbols need not be among them.
  package var symbols: [String]
  package var strategies: [String]
  /// What the engine says of itself: only one that runs can tell that it does not know a name.
  package var engine = Answered<EngineStatus>.notAsked
  /// Its price of what `Symbols.guess` makes of the word: what has one is a symbol.
  package var ticker = Answered<Ticker>.notAsked
  /// Why its strategies could not be listed.
  package var unlisted: EngineError?

  package init(symbols: [String?] = [], strategies: [String?] = []) {
    self.symbols = symbols.compactMap { $0 }
    self.strategies = strategies.compactMap { $0 }
  }

  private var known: [String] { (Symbols.defaults + symbols).each }

  /// The symbol that the word names whole, in any spelling.
  package func whole(_ word: String) -> String? { Symbols.match(word, in: known) }

  /// The engine's name of a symbol.
  package func symbol(_ word: String) throws(EngineError) -> String {
    if let symbol = whole(word) { return symbol }
    let guess = Symbols.guess(word)
    if let guess, ticker.value?.price != nil { return guess }
    // A whole symbol is itself or nothing: BTCUSD is another instrument than BTCUSDT, and no beginning of it.
    let beginnings = guess != nil && guess == Symbols.plain(word) ? [] : known
    do throws(EngineError) {
      return try Lookup.one(Symbols.plain(word) ?? word, in: beginnings, kind: "symbol", names: { [$0] })
    } catch {
      guard case .notFound = error else { throw error }
      // What can be no symbol is none on any engine.
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
  package func strategy(_ word: String) throws(EngineError) -> String {
    do throws(EngineError) {
      return try Lookup.one(word, in: strategies.each, kind: "strategy", names: { [$0] })
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

  /// What is taken for a symbol that the engine could not be asked about, where going ahead does no harm.
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
