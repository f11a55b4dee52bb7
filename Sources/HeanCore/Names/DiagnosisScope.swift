public import Foundation

/// What a diagnosis is about: everything, or one symbol or strategy.
public struct DiagnosisScope: Codable, Sendable, Equatable {
  public var symbol: String?
  public var strategy: String?
  /// Of what happened lately, how much counts (seconds).
  public var window: Decimal

  public init(symbol: String? = nil, strategy: String? = nil, window: Decimal = Self.usualWindow) {
    self.symbol = symbol
    self.strategy = strategy
    self.window = window
  }

  /// The span that the engine itself counts over.
  public static let usualWindow: Decimal = 300

  /// Whether the engine's own counters answer the question; they know neither symbols nor other spans.
  var isCounted: Bool { isWhole && window == Self.usualWindow }

  /// Where signals are counted.
  var source: String { isCounted ? "/trading/metrics" : "/trading/state" }

  /// `5 minutes`, for sentences.
  var span: String {
    switch window {
    case 3600: "hour"
    case let seconds where seconds > 60 && Figures.rounded(seconds / 60, 0) * 60 == seconds: "\(seconds / 60) minutes"
    default: Spans.text(window)
    }
  }

  public var isWhole: Bool { symbol == nil && strategy == nil }

  func includes(_ decision: Decision) -> Bool {
    covers(symbol: decision.symbol) && covers(strategy: decision.strategyID)
  }

  func covers(symbol other: String?) -> Bool { symbol == nil || other?.lowercased() == symbol?.lowercased() }
  func covers(strategy other: String?) -> Bool { strategy == nil || other?.lowercased() == strategy?.lowercased() }

  /// ` for BTCUSDT`, for sentences.
  var message: String {
    let parts = [symbol, strategy].compactMap { $0 }
    return parts.isEmpty ? "" : " for " + parts.joined(separator: " and ")
  }
}
