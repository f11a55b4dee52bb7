/// What is a monitoring system told about the engine? Everything is taken from the checks and the verdicts that alerts and
/// screens show; nothing is judged here but how urgent it is.
public struct PartsQuery: Query {
  /// Operations that were already tried on this engine, which tell who stopped it and why.
  public var tried: @Sendable (EngineSnapshot) -> PastAttempts

  /// - Parameter tried: operations that were already tried on this engine; none by default.
  public init(tried: @escaping @Sendable (EngineSnapshot) -> PastAttempts = { _ in PastAttempts() }) {
    self.tried = tried
  }

  /// What a judgement rests on, and what dates the engine's day.
  public var parts: Set<SnapshotPart> { SnapshotPart.judgement.union([.equityHistory]) }

  /// An engine that does not answer is an answer as well.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> PartsAnswer {
    let past = tried(snapshot)
    let diagnosis = Diagnosis(snapshot, tried: past, now: now)
    let judgement = Judgement(snapshot, diagnosis, past: past, now: now)
    let reading = PartReading(snapshot, diagnosis, judgement, now: now)
    return PartsAnswer(
      context: snapshot.context, receivedAt: snapshot.status.reading?.receivedAt ?? now,
      engine: reading.engine(), data: reading.data(), money: reading.money(), risk: reading.risk(), pnl: reading.pnl())
  }
}

/// What one look at an engine says of each part.
public struct PartsAnswer: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// When `/engine/status` answered, else when the look ended, by the local clock.
  public var receivedAt: Date
  /// It answers, runs, and signals can open positions.
  public var engine: PartFinding
  /// Its prices.
  public var data: PartFinding
  /// What is open, and what protects it.
  public var money: PartFinding
  /// Governor, kill switch, latch and drawdown.
  public var risk: PartFinding
  /// Profit and loss of the day.
  public var pnl: PartFinding
}
