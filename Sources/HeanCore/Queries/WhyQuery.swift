/// Why is the engine not trading?
public struct WhyQuery: Query {
  /// Symbol and strategy, as the engine writes them, and time span of the question.
  public var scope: DiagnosisScope
  /// Operations that were already tried on this engine; the advice does not repeat a step that did not help.
  public var tried: @Sendable (EngineSnapshot) -> PastAttempts

  /// - Parameter tried: operations that were already tried on this engine; none by default.
  public init(
    _ scope: DiagnosisScope = DiagnosisScope(),
    tried: @escaping @Sendable (EngineSnapshot) -> PastAttempts = { _ in PastAttempts() }
  ) {
    self.scope = scope
    self.tried = tried
  }

  /// Everything that a full diagnosis and a judgement read, and the price of the symbol. Where a price is old, those of
  /// other symbols too.
  public var parts: Set<SnapshotPart> {
    SnapshotPart.diagnosis(deeply: scope.symbol.map { [$0] } ?? []).union([
      .listedPositions(entries: 500), SnapshotPart(.closeFailures), .exchange,
    ]).union(scope.symbol == nil ? [.oldPrices] : [])
  }

  /// - Throws: the error of `/engine/status` when neither `/risk/status` nor `/health` answered: then there is nothing
  ///   to diagnose.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> WhyAnswer {
    if let error = snapshot.status.error, snapshot.risk.error != nil, snapshot.health.error != nil { throw error }
    let past = tried(snapshot)
    let diagnosis = Diagnosis(snapshot, scope: scope, tried: past, now: now)
    return WhyAnswer(
      context: snapshot.context, diagnosis: diagnosis,
      judgement: Judgement(snapshot, diagnosis, past: past, now: now), receivedAt: now)
  }
}

/// Why the engine does not trade, or that it does.
public struct WhyAnswer: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// Every gate that a signal has to pass, with the first closed one.
  public var diagnosis: Diagnosis
  /// What money is at risk, and what to do next.
  public var judgement: Judgement
  /// When the answer was made, by the local clock.
  public var receivedAt: Date

  /// An answer made of these values.
  public init(context: AnswerContext, diagnosis: Diagnosis, judgement: Judgement, receivedAt: Date) {
    self.context = context
    self.diagnosis = diagnosis
    self.judgement = judgement
    self.receivedAt = receivedAt
  }

  /// How many seconds the engine's decisions reach back; `nil` when that covers the whole window, or when the window is
  /// not longer than usual (300 s).
  public var shortReach: Decimal? {
    let window = diagnosis.scope.window
    guard let reach = diagnosis.log.reach, reach < window, window > DiagnosisScope.usualWindow else { return nil }
    return reach
  }
}

/// How far did signals get, by strategy and by symbol?
public struct FunnelQuery: Query {
  /// How far back to count, in seconds.
  public var window: Decimal
  /// The last moment that counts; `nil` for now.
  public var until: Date?
  /// Symbol and strategy to count, as the operator typed them; everything by default.
  public var names: NameFilter

  /// - Parameters:
  ///   - window: how far back to count, in seconds.
  ///   - until: the last moment that counts; `nil` for now.
  ///   - names: symbol and strategy to count, as the operator typed them; everything by default.
  public init(window: Decimal, until: Date? = nil, of names: NameFilter = NameFilter()) {
    self.window = window
    self.until = until
    self.names = names
  }

  /// Everything that a full diagnosis reads, without prices of single symbols, and what is needed to resolve `names`.
  public var parts: Set<SnapshotPart> {
    SnapshotPart.diagnosis(deeply: []).union([
      .names(names) { snapshot in
        snapshot.state.isAsked && snapshot.longHistory.isAsked ? Self.listed(snapshot) : nil
      }
    ])
  }

  /// - Throws: the error of `/trading/state`, or an error about a name in `names` that is unknown or ambiguous.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> FunnelAnswer {
    _ = try snapshot.state.get()
    let names = try names.resolved(snapshot, Self.listed(snapshot))
    return FunnelAnswer(
      context: snapshot.context, funnel: Funnel(snapshot, seconds: window, until: until, of: names, now: now),
      names: names, window: window, receivedAt: now)
  }

  private static func listed(_ snapshot: EngineSnapshot) -> ListedNames {
    let state = snapshot.state.value?.decisions ?? []
    return ListedNames(state + (snapshot.longHistory.value?.decisions ?? []), \.symbol, \.strategyID)
  }
}

/// Counts of signals, accepted signals, orders and fills.
public struct FunnelAnswer: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// One row for all, then one for each strategy and for each symbol.
  public var funnel: Funnel
  /// The filter that was applied, with names as the engine writes them.
  public var names: NameFilter
  /// How far back was counted, in seconds.
  public var window: Decimal
  /// When the answer was made, by the local clock.
  public var receivedAt: Date

  /// An answer made of these values.
  public init(
    context: AnswerContext, funnel: Funnel, names: NameFilter = NameFilter(), window: Decimal, receivedAt: Date
  ) {
    self.context = context
    self.funnel = funnel
    self.names = names
    self.window = window
    self.receivedAt = receivedAt
  }

  /// How many seconds the engine's lists reach back, when that is less than `window`: the counts are then too low.
  /// Otherwise `nil`.
  public var shortReach: Decimal? { funnel.reach.flatMap { $0 < window ? $0 : nil } }
}

/// What became of one signal?
public struct TraceQuery: Query {
  /// Which signal to follow: the last one, the last blocked one, or one by its id.
  public var wanted: SignalTrace.Wanted
  /// Among the signals of which symbol and strategy the last one is looked for, as the operator typed them.
  public var names: NameFilter
  /// Among the signals of which time the last one is looked for.
  public var times: TimeFilter

  /// - Parameters:
  ///   - wanted: the last signal, the last blocked one, or one by its id.
  ///   - names: symbol and strategy of the signal, as the operator typed them; any by default.
  ///   - times: when it was judged; at any time by default.
  public init(_ wanted: SignalTrace.Wanted, of names: NameFilter = NameFilter(), at times: TimeFilter = TimeFilter()) {
    self.wanted = wanted
    self.names = names
    self.times = times
  }

  /// Everything that a full diagnosis reads, without prices of single symbols, and what is needed to resolve `names`.
  public var parts: Set<SnapshotPart> {
    SnapshotPart.diagnosis(deeply: []).union([
      .names(names) { snapshot in
        snapshot.state.isAsked && snapshot.longHistory.isAsked ? Self.listed(TraceSources(snapshot)) : nil
      }
    ])
  }

  private static func listed(_ sources: TraceSources) -> ListedNames {
    ListedNames(sources.decisions, \.symbol, \.strategyID)
  }

  /// - Throws: the error of `/trading/state`; `notFound` when the engine remembers no such signal; an error about a name
  ///   in `names` that is unknown or ambiguous.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> TraceAnswer {
    _ = try snapshot.state.get()
    var sources = TraceSources(snapshot)
    let names = try names.resolved(snapshot, Self.listed(sources))
    if !names.isAll || !times.isAll {
      sources.decisions.removeAll { !names.takes($0.symbol, $0.strategyID) || !times.takes($0.at) }
    }
    return TraceAnswer(
      context: snapshot.context, trace: try sources.trace(wanted), missing: sources.missing, receivedAt: now)
  }
}

/// The steps of one signal through the engine.
public struct TraceAnswer: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// The steps, each with its source and with how sure it is that it belongs to the signal.
  public var trace: SignalTrace
  /// Endpoints that did not answer, each with the reason.
  public var missing: [String]
  /// When the answer was made, by the local clock.
  public var receivedAt: Date

  /// An answer made of these values.
  public init(context: AnswerContext, trace: SignalTrace, missing: [String], receivedAt: Date) {
    self.context = context
    self.trace = trace
    self.missing = missing
    self.receivedAt = receivedAt
  }
}
