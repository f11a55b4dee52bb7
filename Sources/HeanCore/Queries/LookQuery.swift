/// What does the engine show now, of what is compared with later looks?
public struct LookQuery: Query {
  /// Operations that were already tried on this engine.
  public var tried: @Sendable (EngineSnapshot) -> PastAttempts

  /// - Parameter tried: operations that were already tried on this engine; none by default.
  public init(tried: @escaping @Sendable (EngineSnapshot) -> PastAttempts = { _ in PastAttempts() }) {
    self.tried = tried
  }

  /// What a status reads, so that the two never disagree, and what the engine was configured with.
  public var parts: Set<SnapshotPart> {
    SnapshotPart.judgement.union([
      .openOrders, .equityHistory, .configuration, SnapshotPart(Endpoint<EngineSettings>.settings.once),
    ])
  }

  /// - Throws: the error of `/engine/status`, without which there is nothing to compare.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> LookAnswer {
    let status = try snapshot.status.get()
    let past = tried(snapshot)
    let diagnosis = Diagnosis(snapshot, tried: past, now: now)
    let judgement = Judgement(snapshot, diagnosis, past: past, now: now)
    return LookAnswer(
      context: snapshot.context, look: KeptLook(snapshot, diagnosis, judgement, now: now), judgement: judgement,
      receivedAt: status.receivedAt)
  }
}

/// One look at an engine.
public struct LookAnswer: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// What is compared.
  public var look: KeptLook
  /// What money is at risk, and what to do next.
  public var judgement: Judgement
  /// When `/engine/status` answered, by the local clock.
  public var receivedAt: Date

  /// An answer made of these values.
  public init(context: AnswerContext, look: KeptLook, judgement: Judgement, receivedAt: Date) {
    self.context = context
    self.look = look
    self.judgement = judgement
    self.receivedAt = receivedAt
  }
}
