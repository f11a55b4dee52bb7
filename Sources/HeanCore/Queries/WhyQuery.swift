public import Foundation

/// Why is it not trading?
public struct WhyQuery: Query {
  /// What the question is about, as the engine writes it.
  public var scope: DiagnosisScope
  public var tried: @Sendable (EngineSnapshot) -> PastAttempts

  public init(
    _ scope: DiagnosisScope = DiagnosisScope(),
    tried: @escaping @Sendable (EngineSnapshot) -> PastAttempts = { _ in PastAttempts() }
  ) {
    self.scope = scope
    self.tried = tried
  }

  public var parts: Set<Part> { Part.diagnosis(deeply: scope.symbol.map { [$0] } ?? Symbols.defaults) }

  /// - Throws: where nothing at all answers, so that there is nothing to diagnose.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> WhyAnswer {
    if let error = snapshot.status.error, snapshot.risk.error != nil, snapshot.health.error != nil { throw error }
    return WhyAnswer(
      context: snapshot.context,
      diagnosis: Diagnosis(snapshot, scope: scope, tried: tried(snapshot), now: now), receivedAt: now)
  }
}

public struct WhyAnswer: Codable, Sendable {
  public var context: AnswerContext
  public var diagnosis: Diagnosis
  public var receivedAt: Date

  /// Of its parts.
  public init(context: AnswerContext, diagnosis: Diagnosis, receivedAt: Date) {
    self.context = context
    self.diagnosis = diagnosis
    self.receivedAt = receivedAt
  }

  /// How far the engine's lists reach back, where that is less than was asked for (seconds).
  public var shortReach: Decimal? {
    let window = diagnosis.scope.window
    guard let reach = diagnosis.log.reach, reach < window, window > DiagnosisScope.usualWindow else { return nil }
    return reach
  }
}

/// How far did signals get, by strategy and by symbol?
public struct FunnelQuery: Query {
  /// Seconds.
  public var window: Decimal

  public init(window: Decimal) { self.window = window }

  public var parts: Set<Part> { Part.diagnosis(deeply: []) }

  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> FunnelAnswer {
    _ = try snapshot.state.get()
    return FunnelAnswer(
      context: snapshot.context, funnel: Funnel(snapshot, seconds: window, now: now), window: window, receivedAt: now)
  }
}

public struct FunnelAnswer: Codable, Sendable {
  public var context: AnswerContext
  public var funnel: Funnel
  /// Seconds.
  public var window: Decimal
  public var receivedAt: Date

  /// Of its parts.
  public init(context: AnswerContext, funnel: Funnel, window: Decimal, receivedAt: Date) {
    self.context = context
    self.funnel = funnel
    self.window = window
    self.receivedAt = receivedAt
  }

  /// How far the engine's lists reach back, where that is less than was asked for (seconds).
  public var shortReach: Decimal? { funnel.reach.flatMap { $0 < window ? $0 : nil } }
}

/// What became of one signal?
public struct TraceQuery: Query {
  public var wanted: SignalTrace.Wanted

  public init(_ wanted: SignalTrace.Wanted) { self.wanted = wanted }

  public var parts: Set<Part> { Part.diagnosis(deeply: []) }

  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> TraceAnswer {
    _ = try snapshot.state.get()
    let sources = TraceSources(snapshot)
    return TraceAnswer(
      context: snapshot.context, trace: try sources.trace(wanted), missing: sources.missing, receivedAt: now)
  }
}

public struct TraceAnswer: Codable, Sendable {
  public var context: AnswerContext
  public var trace: SignalTrace
  /// Endpoints that did not answer, with the reason.
  public var missing: [String]
  public var receivedAt: Date

  /// Of its parts.
  public init(context: AnswerContext, trace: SignalTrace, missing: [String], receivedAt: Date) {
    self.context = context
    self.trace = trace
    self.missing = missing
    self.receivedAt = receivedAt
  }
}
