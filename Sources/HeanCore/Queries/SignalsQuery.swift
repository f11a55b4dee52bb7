/// Which signals did the strategies send, and what became of each?
public struct SignalsQuery: Query {
  /// Symbol and strategy to show, as the operator typed them; everything by default.
  public var names: NameFilter
  /// When it happened; at any time by default.
  public var times: TimeFilter
  /// What the signals have to be beside that; anything by default.
  public var filter: SignalFilter

  /// - Parameters:
  ///   - names: symbol and strategy to show, as the operator typed them; everything by default.
  ///   - times: when it happened; at any time by default.
  ///   - filter: what the signals have to be beside that; anything by default.
  public init(
    of names: NameFilter = NameFilter(), at times: TimeFilter = TimeFilter(), only filter: SignalFilter = SignalFilter()
  ) {
    self.names = names
    self.times = times
    self.filter = filter
  }

  /// Mode and state of the engine, `/trading/history`, `/trading/state`, the signals in `/blackbox/events`, and what is
  /// needed to resolve `names`.
  public var parts: Set<SnapshotPart> {
    PastEvents.parts(eventsOfType: "SIGNAL").union([
      .decisions,
      .names(names) { snapshot in
        // Before all that makes the rows is here, a name may only seem to be missing.
        guard snapshot[.events(ofType: "SIGNAL")].isAsked, snapshot.state.isAsked else { return nil }
        return (try? PastEvents(snapshot, eventsOfType: "SIGNAL")).map { Self.listed(Self.rows($0, snapshot)) }
      },
    ])
  }

  /// - Throws: the error of `/trading/history`, or an error about a name in `names` that is unknown or ambiguous.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> SignalsAnswer {
    let past = try PastEvents(snapshot, eventsOfType: "SIGNAL")
    var rows = Self.rows(past, snapshot)
    let names = try names.resolved(snapshot, Self.listed(rows))
    rows.removeAll { !names.takes($0.symbol, $0.strategyID) || !times.takes($0.at) || !filter.takes($0) }
    return SignalsAnswer(
      context: snapshot.context, names: names, rows: rows, reasonsMissing: past.eventsMissing?.shortText,
      receivedAt: past.receivedAt)
  }

  private static func rows(_ past: PastEvents, _ snapshot: EngineSnapshot) -> [SignalRow] {
    SignalRows(history: past.history, signals: past.events ?? [], traded: snapshot.state.value).rows
  }

  private static func listed(_ rows: @autoclosure @escaping () -> [SignalRow]) -> ListedNames {
    ListedNames(rows(), \.symbol, \.strategyID)
  }
}

/// Signals, each with what became of it, from `/trading/history`, `/trading/state` and `/blackbox/events`.
public struct SignalsAnswer: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// The filter that was applied, with names as the engine writes them.
  public var names: NameFilter
  /// Newest first.
  public var rows: [SignalRow]
  /// Why `/blackbox/events` could not be read, so that reasons given by strategies, and signals without a decision, may
  /// be missing; `nil` when it was read.
  public var reasonsMissing: String?
  /// When `/trading/history` answered, by the local clock.
  public var receivedAt: Date

  /// An answer in which, by default, nothing is missing.
  public init(
    context: AnswerContext, names: NameFilter, rows: [SignalRow], reasonsMissing: String? = nil, receivedAt: Date
  ) {
    self.context = context
    self.names = names
    self.rows = rows
    self.reasonsMissing = reasonsMissing
    self.receivedAt = receivedAt
  }
}

/// What did the engine decide about signals, and why?
public struct DecisionsQuery: Query {
  /// Symbol and strategy to show, as the operator typed them; everything by default.
  public var names: NameFilter
  /// When it happened; at any time by default.
  public var times: TimeFilter

  /// - Parameters:
  ///   - names: symbol and strategy to show, as the operator typed them; everything by default.
  ///   - times: when it happened; at any time by default.
  public init(of names: NameFilter = NameFilter(), at times: TimeFilter = TimeFilter()) {
    self.names = names
    self.times = times
  }

  /// Mode and state of the engine, `/trading/history`, and what is needed to resolve `names`.
  public var parts: Set<SnapshotPart> {
    [.engine, .closed, .names(names) { $0.history.value.map { Self.listed($0.decisions) } }]
  }

  /// - Throws: the error of `/trading/history`, or an error about a name in `names` that is unknown or ambiguous.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> DecisionsAnswer {
    let history = try snapshot.history.get()
    var decisions = history.value.decisions
    let names = try names.resolved(snapshot, Self.listed(decisions))
    decisions.removeAll { !names.takes($0.symbol, $0.strategyID) || !times.takes($0.at) }
    return DecisionsAnswer(
      context: snapshot.context, names: names, decisions: decisions, receivedAt: history.receivedAt)
  }

  private static func listed(_ decisions: [Decision]) -> ListedNames {
    ListedNames(decisions, \.symbol, \.strategyID)
  }
}

/// The engine's decisions about signals (`/trading/history`), without those about exits.
public struct DecisionsAnswer: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// The filter that was applied, with names as the engine writes them.
  public var names: NameFilter
  /// In the engine's order: newest first.
  public var decisions: [Decision]
  /// When `/trading/history` answered, by the local clock.
  public var receivedAt: Date

  /// An answer made of these values.
  public init(context: AnswerContext, names: NameFilter, decisions: [Decision], receivedAt: Date) {
    self.context = context
    self.names = names
    self.decisions = decisions
    self.receivedAt = receivedAt
  }
}
