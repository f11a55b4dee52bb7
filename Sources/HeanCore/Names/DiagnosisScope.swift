/// What a diagnosis is about: all trading, or one symbol, one strategy or both.
public struct DiagnosisScope: Codable, Sendable, Equatable {
  /// Trading pair as the engine writes it (BTCUSDT); `nil` for all.
  public var symbol: String?
  /// Strategy id (`impulse_engine`); `nil` for all.
  public var strategy: String?
  /// How far back signals and decisions count, in seconds.
  public var window: Decimal

  /// By default all trading of the last 300 seconds.
  public init(symbol: String? = nil, strategy: String? = nil, window: Decimal = Self.usualWindow) {
    self.symbol = symbol
    self.strategy = strategy
    self.window = window
  }

  /// The span that the engine itself counts over (`last_5m` in `/trading/metrics`), in seconds.
  public static let usualWindow: Decimal = 300

  /// Whether the engine's own counters answer the question: they know neither symbols nor other spans.
  var isCounted: Bool { isWhole && window == Self.usualWindow }

  /// Endpoint in which signals are counted.
  var source: String { isCounted ? "/trading/metrics" : "/trading/state" }

  /// The window for use in sentences: `5 minutes`.
  var span: String {
    switch window {
    case 3600: "hour"
    case let seconds where seconds > 60 && (seconds / 60).rounded(to: 0) * 60 == seconds: "\(seconds / 60) minutes"
    default: Spans.text(window)
    }
  }

  /// Whether it is about all symbols and all strategies.
  public var isWhole: Bool { symbol == nil && strategy == nil }

  func includes(_ decision: Decision) -> Bool {
    covers(symbol: decision.symbol) && covers(strategy: decision.strategyID)
  }

  func covers(symbol other: String?) -> Bool { symbol == nil || other?.lowercased() == symbol?.lowercased() }
  func covers(strategy other: String?) -> Bool { strategy == nil || other?.lowercased() == strategy?.lowercased() }

  /// The scope for use in sentences: ` for BTCUSDT`.
  var message: String {
    let parts = [symbol, strategy].compactMap { $0 }
    return parts.isEmpty ? "" : " for " + parts.joined(separator: " and ")
  }
}
