public import Foundation

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

  /// A context from its parts; what is left out is not known, and the key is not deprecated.
  public init(
    mode: OperatingMode, engineState: String?, isRunning: Bool?, priceAge: Decimal? = nil,
    isKeyDeprecated: Bool = false, statusError: String? = nil
  ) {
    self.mode = mode
    self.engineState = engineState
    self.isRunning = isRunning
    self.priceAge = priceAge
    self.isKeyDeprecated = isKeyDeprecated
    self.statusError = statusError
  }
}

extension EngineSnapshot {
  /// What every answer from this snapshot rests on.
  public var context: AnswerContext {
    AnswerContext(
      mode: mode, engineState: engineState?.rawValue, isRunning: isRunning, priceAge: marketAge,
      isKeyDeprecated: isKeyDeprecated, statusError: status.error?.shortText)
  }
}
