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

/// Symbols and strategies that occur in a list. They are looked up only when a filter needs them: going through a list
/// decodes its rows.
package struct ListedNames {
  private let makeSymbols: () -> [String?]
  private let makeStrategies: () -> [String?]

  /// No list: only what the engine tells elsewhere counts.
  package init() {
    makeSymbols = { [] }
    makeStrategies = { [] }
  }

  init<Row>(
    _ rows: @autoclosure @escaping () -> some Sequence<Row>, _ symbol: @escaping (Row) -> String?,
    _ strategy: @escaping (Row) -> String?
  ) {
    makeSymbols = { rows().map(symbol) }
    makeStrategies = { rows().map(strategy) }
  }

  var symbols: [String?] { makeSymbols() }
  var strategies: [String?] { makeStrategies() }
}
