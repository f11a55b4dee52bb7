/// What every answer rests on: whether the engine runs, what an order would touch, and how old the prices are.
public struct AnswerContext: Codable, Sendable, Equatable {
  /// What an order placed now would touch.
  public var mode: OperatingMode
  /// State of the engine in its own word, as `RUNNING`; `nil` when it did not say.
  public var engineState: String?
  /// Whether the engine runs; `nil` when it did not say, and while it is starting or stopping.
  public var isRunning: Bool?
  /// Age in seconds of the oldest price behind mark prices and PnL; `nil` when the engine is stopped, before its first
  /// tick, and when it cannot be told.
  public var priceAge: Decimal?
  /// Whether the key in use is deprecated (`X-Key-Deprecated`).
  public var isKeyDeprecated: Bool
  /// Why the engine did not tell its state, in a few words; `nil` when it did.
  public var statusError: String?
  /// What stands in the answers in the place of values and is none.
  public var oddities: [AnswerFindings]
  /// How far the engine's clock is ahead of this one (seconds), by the date of its answers; ages count by the engine's
  /// clock. 0 when the two agree within two seconds, `nil` when the answers tell no date.
  public var clockOffset: TimeInterval?
  /// How far the engine's times are ahead of this clock (seconds), where its answers tell no date: then ages are not
  /// known. `nil` when they are not ahead.
  public var clockLead: TimeInterval?

  /// A context from its parts; what is left out is not known, and the key is not deprecated.
  public init(
    mode: OperatingMode, engineState: String?, isRunning: Bool?, priceAge: Decimal? = nil,
    isKeyDeprecated: Bool = false, statusError: String? = nil, oddities: [AnswerFindings] = [],
    clockOffset: TimeInterval? = nil, clockLead: TimeInterval? = nil
  ) {
    self.mode = mode
    self.engineState = engineState
    self.isRunning = isRunning
    self.priceAge = priceAge
    self.isKeyDeprecated = isKeyDeprecated
    self.statusError = statusError
    self.oddities = oddities
    self.clockOffset = clockOffset
    self.clockLead = clockLead
  }
}

extension EngineSnapshot {
  /// What every answer from this snapshot rests on.
  public var context: AnswerContext { context(pricing: []) }

  /// The same, of an answer that shows the prices of these symbols too.
  func context(pricing symbols: [String]) -> AnswerContext {
    AnswerContext(
      mode: mode, engineState: engineState?.rawValue, isRunning: isRunning, priceAge: marketAge(with: symbols),
      isKeyDeprecated: isKeyDeprecated, statusError: status.error?.shortText, oddities: oddities,
      clockOffset: headerOffset, clockLead: clockLead)
  }
}
