/// What was traded in some time, what stopped signals, what went wrong, and what is not known about it?
public struct TradingReportQuery: Query {
  /// Which trades are meant, and from where equity comes.
  public var analytics: AnalyticsQuery
  /// Operations that were already tried on this engine; the advice does not repeat a step that did not help.
  public var tried: @Sendable (EngineSnapshot) -> PastAttempts

  /// - Parameters:
  ///   - analytics: which trades are meant, and from where equity comes.
  ///   - tried: operations that were already tried on this engine; none by default.
  public init(
    _ analytics: AnalyticsQuery, tried: @escaping @Sendable (EngineSnapshot) -> PastAttempts = { _ in PastAttempts() }
  ) {
    self.analytics = analytics
    self.tried = tried
  }

  /// What `AnalyticsQuery` and `StatusQuery` read, and `/blackbox/events`.
  public var parts: Set<SnapshotPart> {
    analytics.parts.union(StatusQuery().parts).union(PastEvents.parts())
  }

  /// - Throws: the error of `/engine/status` when neither `/risk/status` nor `/health` answered: then there is nothing
  ///   to report. What else did not answer is in `missing`.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> TradingReport {
    if let error = snapshot.status.error, snapshot.risk.error != nil, snapshot.health.error != nil { throw error }
    return TradingReport(snapshot, self, now: now)
  }
}

/// Trades, figures, blocked signals and incidents of some time, with the state of the engine when it was asked.
public struct TradingReport: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// The time that is meant.
  public var times: TimeFilter
  /// Figures, trades and equity; `nil` when no list of trades could be read.
  public var analytics: AnalyticsAnswer?
  /// State, equity, positions and risk when the engine was asked; `nil` when it did not tell its state.
  public var status: StatusAnswer?
  /// Signals that were refused in that time; `nil` when no list of decisions could be read.
  public var blocked: BlockedSignals?
  /// What stopped trading or went wrong in that time, the latest first.
  public var incidents: [Incident]
  /// What could not be read, each with the reason.
  public var missing: [String]
  /// When the last answer came, by the local clock.
  public var receivedAt: Date

  init(_ snapshot: EngineSnapshot, _ query: TradingReportQuery, now: Date) {
    context = snapshot.context
    times = query.analytics.trades.times
    receivedAt = snapshot.seenAt
    missing = []
    do throws(EngineError) {
      analytics = try query.analytics.answer(snapshot, now: now)
      missing += (analytics?.trades.missing ?? []).map { "closed trades of \($0)" }
    } catch {
      missing.append("closed trades: \(error.shortText)")
    }
    do throws(EngineError) {
      status = try StatusQuery(tried: query.tried).answer(snapshot, now: now)
      missing += status?.missing ?? []
    } catch {
      missing.append("/engine/status: \(error.shortText)")
    }
    if snapshot.state.value != nil || snapshot.history.value != nil {
      blocked = BlockedSignals(snapshot, at: times, now: now)
    }
    incidents = Incident.all(snapshot, analytics?.trades.trades ?? [], at: times, now: now)
    missing += Self.unread(snapshot)
  }

  /// Endpoints of which only a part of the report rests, and that did not answer.
  private static func unread(_ snapshot: EngineSnapshot) -> [String] {
    let answers: [(String, EngineError?)] = [
      ("decisions (/trading/state)", snapshot.state.error),
      ("decisions (/trading/history)", snapshot.history.error),
      ("refusals of filters (/analytics/blocks)", snapshot.filters.error),
      ("the kill switch (/risk/killswitch/status)", snapshot.killSwitch.error),
      ("the kill switch (/risk/status)", snapshot.risk.error), ("emergency calls (/health)", snapshot.health.error),
      ("the governor (/risk/governor/status)", snapshot.governor.error),
      ("alarms and control calls (/blackbox/events)", snapshot[.events()].error),
      ("stops (/logs/events)", snapshot.stopLog.error), ("failed closes (/logs/events)", snapshot.closeFailures.error),
      ("the engine's own equity (/trading/equity-history)", snapshot.equityHistory.error),
      ("the engine's own figures (/analytics/summary)", snapshot[.analyticsSummary].error),
      ("the engine's strategies (/strategies)", snapshot.strategies.error),
    ]
    return answers.compactMap { name, error in error.map { "\(name): \($0.shortText)" } }
  }
}
