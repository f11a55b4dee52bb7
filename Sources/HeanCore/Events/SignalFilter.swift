/// How sure a strategy is of a signal, as a word.
public enum ConfidenceLevel: String, Codable, Sendable, CaseIterable {
  /// Above 0.7; from 0.4 to 0.7; below 0.4.
  case high, medium, low

  /// - Parameter confidence: 0 to 1.
  public init(_ confidence: Decimal) {
    let percent = confidence * 100
    self = percent > 70 ? .high : percent < 40 ? .low : .medium
  }
}

/// Which signals are meant, beside symbol, strategy and time.
public struct SignalFilter: Codable, Sendable {
  /// What the engine decided; `nil` for whatever it did, also where no decision is known.
  public var outcome: DecisionOutcome?
  /// Least confidence, 0 to 1; a signal without one is not taken. `nil` for any.
  public var leastConfidence: Decimal?
  /// Reason code of the decision, in any case; `nil` for any.
  public var code: String?
  /// What the strategy wants to do; `nil` for both.
  public var side: OrderSide?

  /// Takes every signal until something is set.
  public init(
    outcome: DecisionOutcome? = nil, leastConfidence: Decimal? = nil, code: String? = nil, side: OrderSide? = nil
  ) {
    self.outcome = outcome
    self.leastConfidence = leastConfidence
    self.code = code
    self.side = side
  }

  /// Whether every signal passes.
  public var isAll: Bool { outcome == nil && leastConfidence == nil && code == nil && side == nil }

  /// Whether the signal is one of those that are meant.
  public func takes(_ row: SignalRow) -> Bool {
    if let outcome, row.outcome != outcome { return false }
    if let code, row.code?.lowercased() != code.lowercased() { return false }
    if let side, row.side != side { return false }
    guard let leastConfidence else { return true }
    return row.confidence.map { $0 >= leastConfidence } ?? false
  }
}
