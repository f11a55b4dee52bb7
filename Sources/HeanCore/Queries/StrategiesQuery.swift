public import Foundation

/// Which strategies does the engine run, and what has decision memory locked?
public struct StrategiesQuery: Query {
  public init() {}

  public var parts: Set<Part> { [.engine, .strategies, Part(.decisionMemory)] }

  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> StrategiesAnswer {
    let reading = try snapshot.strategies.get()
    return StrategiesAnswer(
      context: snapshot.context, strategies: reading.value.elements,
      blocks: snapshot.decisionMemory.value?.elements ?? [], receivedAt: reading.receivedAt)
  }
}

public struct StrategiesAnswer: Codable, Sendable {
  public var context: AnswerContext
  public var strategies: [Strategy]
  public var blocks: [DecisionMemoryBlock]
  public var receivedAt: Date

  /// Of its parts.
  public init(context: AnswerContext, strategies: [Strategy], blocks: [DecisionMemoryBlock], receivedAt: Date) {
    self.context = context
    self.strategies = strategies
    self.blocks = blocks
    self.receivedAt = receivedAt
  }

  /// The one that a person means.
  public func strategy(_ name: String) throws(EngineError) -> Strategy {
    if strategies.isEmpty, context.isRunning != true {
      let state = context.engineState ?? "in a state that is not known"
      throw .untold(kind: "strategy", name: name, reason: "the engine is \(state), and lists none")
    }
    return try Lookup.strategy(name, in: strategies)
  }

  /// Those that are meant, in that order; all when none is named.
  public func strategies(_ names: [String]) throws(EngineError) -> [Strategy] {
    guard !names.isEmpty else { return strategies }
    return try names.map { name throws(EngineError) in try strategy(name) }
  }
}
