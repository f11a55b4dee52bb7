public import Foundation

/// A question in plain words, after it was recognised.
public struct AskQuery: Query {
  /// Which of the known questions it is.
  public var intent: Intent
  /// Trading pair that the question is about, as the engine writes it (BTCUSDT); `nil` when it names none.
  public var symbol: String?
  /// Operations that were already tried on this engine; the advice does not repeat a step that did not help.
  public var tried: @Sendable (EngineSnapshot) -> PastAttempts

  /// - Parameter tried: operations that were already tried on this engine; none by default.
  public init(
    _ intent: Intent, symbol: String? = nil,
    tried: @escaping @Sendable (EngineSnapshot) -> PastAttempts = { _ in PastAttempts() }
  ) {
    self.intent = intent
    self.symbol = symbol
    self.tried = tried
  }

  /// Everything that a full diagnosis reads, the open positions, and the price of `symbol` (without one, the prices of
  /// `Symbols.defaults`).
  public var parts: Set<Part> {
    Part.diagnosis(deeply: symbol.map { [$0] } ?? Symbols.defaults).union([.positions])
  }

  /// - Throws: the error of `/engine/status`.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> AskAnswer {
    _ = try snapshot.status.get()
    return Answerer(snapshot, symbol: symbol, tried: tried(snapshot), now: now).answer(intent)
  }
}
