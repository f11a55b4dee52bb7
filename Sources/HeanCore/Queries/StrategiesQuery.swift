/// Which strategies does the engine run, and which of them has the decision memory locked?
public struct StrategiesQuery: Query {
  /// A query without options.
  public init() {}

  /// Mode and state of the engine, `/strategies`, `/risk/decision-memory/blocks` and `/trading/history`.
  public var parts: Set<SnapshotPart> { [.engine, .strategies, SnapshotPart(.decisionMemory), .closed] }

  /// - Throws: the error of `/strategies`.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> StrategiesAnswer {
    let reading = try snapshot.strategies.get()
    var answer = StrategiesAnswer(
      context: snapshot.context, strategies: reading.value.elements,
      blocks: snapshot.decisionMemory.value?.elements ?? [], receivedAt: reading.receivedAt)
    if let history = snapshot.history.value {
      answer.judged = Dictionary(grouping: history.decisions) { $0.strategyID ?? "" }.mapValues { decisions in
        JudgedSignals(
          signals: decisions.count, accepted: decisions.count { $0.outcome == .create },
          since: decisions.compactMap(\.at).min())
      }
    }
    return answer
  }
}

/// Signals of one strategy that the engine's list of the past holds.
public struct JudgedSignals: Codable, Sendable, Equatable {
  /// How many were judged.
  public var signals: Int
  /// Of these, how many led to an order.
  public var accepted: Int
  /// When the oldest of them was judged (UTC).
  public var since: Date?

  /// Counts of these values.
  public init(signals: Int, accepted: Int, since: Date? = nil) {
    self.signals = signals
    self.accepted = accepted
    self.since = since
  }
}

/// Strategies and the locks of the decision memory (docs/engine.md 4.2, 9).
public struct StrategiesAnswer: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// As `/strategies` lists them; empty when the engine is stopped.
  public var strategies: [Strategy]
  /// Strategies that are locked in one market context for 24 h; also empty when the endpoint did not answer.
  public var blocks: [DecisionMemoryBlock]
  /// Signals by strategy, as far as `/trading/history` reaches back; `nil` when it did not answer.
  public var judged: [String: JudgedSignals]?
  /// When `/strategies` answered, by the local clock.
  public var receivedAt: Date

  /// An answer made of these values.
  public init(context: AnswerContext, strategies: [Strategy], blocks: [DecisionMemoryBlock], receivedAt: Date) {
    self.context = context
    self.strategies = strategies
    self.blocks = blocks
    self.receivedAt = receivedAt
  }

  /// The strategy of this id, or the only one whose id begins so.
  /// - Throws: `notFound` or `ambiguous`; `untold` when the engine does not run and lists none.
  public func strategy(_ name: String) throws(EngineError) -> Strategy {
    if strategies.isEmpty, context.isRunning != true {
      let state = context.engineState ?? "in a state that is not known"
      throw .untold(kind: "strategy", name: name, reason: "the engine is \(state), and lists none")
    }
    return try Lookup.strategy(name, in: strategies)
  }

  /// The strategies of these names, in the same order; all when there are no names.
  /// - Throws: as `strategy(_:)`.
  public func strategies(_ names: [String]) throws(EngineError) -> [Strategy] {
    guard !names.isEmpty else { return strategies }
    return try names.map { name throws(EngineError) in try strategy(name) }
  }
}
