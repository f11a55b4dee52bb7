public import Foundation

/// What every answer stands on: is the engine running, what would an order touch, how old are its prices.
public struct AnswerContext: Codable, Sendable, Equatable {
  public var mode: OperatingMode
  /// The engine's word, `nil` when it did not say.
  public var engineState: String?
  /// `nil` when the engine did not say, as while it is starting or stopping.
  public var isRunning: Bool?
  /// Age in seconds of the oldest price behind marks and PnL; `nil` when stopped or before the first tick.
  public var priceAge: Decimal?
  /// Whether the key in use is on its way out.
  public var isKeyDeprecated: Bool
  /// Why the engine did not tell its state, in a few words.
  public var statusError: String?

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
  public var context: AnswerContext {
    AnswerContext(
      mode: mode, engineState: engineState?.rawValue, isRunning: isRunning, priceAge: marketAge,
      isKeyDeprecated: isKeyDeprecated, statusError: status.error?.shortText)
  }
}
