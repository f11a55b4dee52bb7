import HeanCore

/// What a list or a stream is narrowed to.
struct Wanted: Sendable {
  var symbol: String?
  var strategy: String?

  init(symbol: String? = nil, strategy: String? = nil) {
    self.symbol = symbol
    self.strategy = strategy
  }

  init(_ line: ParsedLine) throws(UsageError) {
    symbol = try line[Options.symbol]
    strategy = try line[Options.strategy]
  }

  var isAll: Bool { symbol == nil && strategy == nil }

  /// ` for ETHUSDT and hf_scalping`, for sentences.
  var words: String {
    let parts = [symbol, strategy].compactMap { $0 }
    return parts.isEmpty ? "" : " for " + parts.joined(separator: " and ")
  }

  func takes(_ symbol: String?, _ strategy: String?) -> Bool {
    Self.matches(self.symbol, symbol) && Self.matches(self.strategy, strategy)
  }

  /// Whether a filter lets a value through; names are compared without regard to case.
  static func matches(_ wanted: String?, _ value: String?) -> Bool {
    guard let wanted else { return true }
    return wanted.lowercased() == value?.lowercased()
  }

  /// The same in the engine's own names.
  /// - Parameters:
  ///   - symbols: of what it is to narrow.
  ///   - strategies: of what it is to narrow.
  func settled(
    _ engine: EngineReader, symbols: @autoclosure () -> [String?] = [], strategies: @autoclosure () -> [String?] = []
  ) async throws(EngineError) -> Wanted {
    var settled = self
    if let symbol { settled.symbol = try await engine.symbol(symbol, among: symbols()) }
    if let strategy { settled.strategy = try await engine.strategy(strategy, among: strategies()) }
    return settled
  }
}
