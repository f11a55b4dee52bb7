public import Foundation

/// A question in plain words that has been understood.
public struct AskQuery: Query {
  public var intent: Intent
  /// What the question is about, as the engine writes it.
  public var symbol: String?
  public var tried: @Sendable (EngineSnapshot) -> PastAttempts

  public init(
    _ intent: Intent, symbol: String? = nil,
    tried: @escaping @Sendable (EngineSnapshot) -> PastAttempts = { _ in PastAttempts() }
  ) {
    self.intent = intent
    self.symbol = symbol
    self.tried = tried
  }

  public var parts: Set<Part> {
    Part.diagnosis(deeply: symbol.map { [$0] } ?? Symbols.defaults).union([.positions])
  }

  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> AskAnswer {
    _ = try snapshot.status.get()
    return Answerer(snapshot, symbol: symbol, tried: tried(snapshot), now: now).answer(intent)
  }
}
