/// Another query, with the two verdicts of the same moment.
public struct JudgedQuery<Base: Query>: Query {
  /// The other query.
  public var base: Base
  /// Operations that were already tried on this engine; the advice does not repeat a step that did not help.
  public var tried: @Sendable (EngineSnapshot) -> PastAttempts

  /// - Parameter tried: operations that were already tried on this engine; none by default.
  public init(_ base: Base, tried: @escaping @Sendable (EngineSnapshot) -> PastAttempts = { _ in PastAttempts() }) {
    self.base = base
    self.tried = tried
  }

  /// What the other query reads, and what a judgement rests on.
  public var parts: Set<SnapshotPart> { base.parts.union(SnapshotPart.judgement) }

  /// - Throws: what the other query throws.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> JudgedAnswer<Base.Answer> {
    let answer = try base.answer(snapshot, now: now)
    let past = tried(snapshot)
    let diagnosis = Diagnosis(snapshot, tried: past, now: now)
    return JudgedAnswer(
      answer, Judgement(snapshot, diagnosis, past: past, now: now), idle: IdleSince(snapshot, now: now))
  }
}

/// An answer with the two verdicts of the same moment.
public struct JudgedAnswer<Answer: Codable & Sendable>: Codable, Sendable {
  /// The answer of the other query.
  public var answer: Answer
  /// What money is at risk, and what to do next.
  public var judgement: Judgement
  /// What became of signals since something was closed last; `nil` when no decision is known.
  public var idle: IdleSince?

  /// An answer made of these values.
  public init(_ answer: Answer, _ judgement: Judgement, idle: IdleSince? = nil) {
    self.answer = answer
    self.judgement = judgement
    self.idle = idle
  }
}
