/// Where do the places of the engine disagree with one another?
public struct ReconcileQuery: Query {
  /// Operations that were already tried on this engine.
  public var tried: @Sendable (EngineSnapshot) -> PastAttempts

  /// - Parameter tried: operations that were already tried on this engine; none by default.
  public init(tried: @escaping @Sendable (EngineSnapshot) -> PastAttempts = { _ in PastAttempts() }) {
    self.tried = tried
  }

  /// What a status reads, so that the two never disagree; all orders, and closed positions as far as they are listed.
  public var parts: Set<SnapshotPart> {
    SnapshotPart.judgement.union([.allOrders, .equityHistory, .journal, .closed])
  }

  /// - Throws: the error of `/engine/status`, without which nothing can be compared.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> ReconcileAnswer {
    let status = try snapshot.status.get()
    let past = tried(snapshot)
    let judgement = Judgement(snapshot, Diagnosis(snapshot, tried: past, now: now), past: past, now: now)
    return ReconcileAnswer(
      context: snapshot.context, reconciliation: Reconciliation(snapshot, judgement), judgement: judgement,
      receivedAt: status.receivedAt)
  }
}

/// Which places of the engine disagree.
public struct ReconcileAnswer: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// Each comparison.
  public var reconciliation: Reconciliation
  /// What money is at risk, and what to do next.
  public var judgement: Judgement
  /// When `/engine/status` answered, by the local clock.
  public var receivedAt: Date

  /// An answer made of these values.
  public init(context: AnswerContext, reconciliation: Reconciliation, judgement: Judgement, receivedAt: Date) {
    self.context = context
    self.reconciliation = reconciliation
    self.judgement = judgement
    self.receivedAt = receivedAt
  }
}
