/// Which changes of governor, kill switch and engine are known? No endpoint has a history of them, so it is put together
/// from what several sources still remember, and the answer says how far each one reaches.
public struct RiskHistoryQuery: Query {
  /// When it happened; at any time by default. What has no time passes only without a time.
  public var times: TimeFilter
  /// Changes that the front end has recorded itself, such as those of its audit log.
  public var recorded: [RiskChange]
  /// How far its records reach.
  public var reaches: [RecordReach]

  /// - Parameters:
  ///   - times: when it happened; at any time by default.
  ///   - recorded: changes that the front end has recorded itself.
  ///   - reaches: how far its records reach.
  public init(at times: TimeFilter = TimeFilter(), recorded: [RiskChange] = [], reaches: [RecordReach] = []) {
    self.times = times
    self.recorded = recorded
    self.reaches = reaches
  }

  /// Mode and state of the engine, `/risk/killswitch/status` with what confirms it, `/risk/governor/status`,
  /// `/trading/equity-history`, `/blackbox/events`, and stops in `/logs/events` with `/logs/summary`.
  public var parts: Set<SnapshotPart> {
    [
      .engine, .killSwitch, .governor, .equityHistory, SnapshotPart(.events()), SnapshotPart(.stopLog),
      SnapshotPart(.logSummary),
    ]
  }

  /// - Throws: the error of `/engine/status`, without which it is not known what the other answers mean.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> RiskHistoryAnswer {
    let status = try snapshot.status.get()
    let sources = RiskRecords(snapshot)
    let merged = RiskChange.merged(sources.changes + recorded)
    return RiskHistoryAnswer(
      context: snapshot.context, governor: snapshot.isRunning == true ? snapshot.governor.value?.state : nil,
      killSwitch: snapshot.killSwitchTruth, changes: merged.filter { $0.at == nil || times.takes($0.at) },
      known: merged.count, reaches: sources.reaches + reaches, receivedAt: status.receivedAt)
  }
}

/// One change of governor, kill switch or engine, as a source remembers it.
public struct RiskChange: Codable, Sendable, Equatable {
  /// What changed.
  public enum Subject: String, Codable, Sendable, CaseIterable {
    /// The governor's state (docs/engine.md 5.1).
    case governor
    /// The engine's own kill switch (docs/engine.md 4.2, S2).
    case killSwitch = "kill_switch"
    /// An emergency call (S4).
    case emergency
    /// The stop of all new orders that no endpoint shows (S3).
    case latch
    /// The state of the engine.
    case engine
    /// A symbol that was put into quarantine.
    case quarantine
  }

  /// When (UTC); `nil` when the source does not tell.
  public var at: Date?
  /// The earliest moment at which it can have been, where the source has only looked now and then; otherwise `nil`.
  public var notBefore: Date?
  /// What changed.
  public var subject: Subject
  /// What happened, in a few words.
  public var what: String
  /// The state afterwards, in the engine's word; `nil` where the source names no state.
  public var state: String?
  /// The reason or the circumstances, in the words of the source; `nil` without any.
  public var reason: String?
  /// Endpoints and files that tell of it.
  public var sources: [String]

  /// A change of which only this is known; the rest stays `nil` until it is set.
  public init(
    at: Date?, _ subject: Subject, _ what: String, state: String? = nil, reason: String? = nil, notBefore: Date? = nil,
    source: String
  ) {
    self.at = at
    self.subject = subject
    self.what = what
    self.state = state
    self.reason = reason
    self.notBefore = notBefore
    sources = [source]
  }

  /// Newest first, and what has no time last. What several sources tell of the same moment is one change.
  static func merged(_ changes: [RiskChange]) -> [RiskChange] {
    let ordered = changes.enumerated().sorted { left, right in
      let (first, second) = (left.element.at ?? .distantPast, right.element.at ?? .distantPast)
      return first == second ? left.offset < right.offset : first > second
    }.map(\.element)
    var merged: [RiskChange] = []
    for change in ordered {
      if let place = merged.lastIndex(where: { $0.isSame(as: change) }) {
        merged[place].reason = merged[place].reason ?? change.reason
        merged[place].sources += change.sources.filter { !merged[place].sources.contains($0) }
      } else {
        merged.append(change)
      }
    }
    return merged
  }

  /// Whether another source tells of the same: within two seconds, because each has a moment of its own for it.
  private func isSame(as other: RiskChange) -> Bool {
    guard let at, let moment = other.at, notBefore == nil, other.notBefore == nil, subject == other.subject,
      what == other.what, Set(sources).isDisjoint(with: other.sources)
    else { return false }
    return abs(at.timeIntervalSince(moment)) <= 2
  }
}

/// How far back a source of changes reaches.
public struct RecordReach: Codable, Sendable, Equatable {
  /// The endpoint, or the file.
  public var source: String
  /// Back to this moment (UTC); `nil` when that is not known, or when it does not reach back by time.
  public var since: Date?
  /// What it holds, and what it does not, as a clause.
  public var words: String

  /// A reach from its parts.
  public init(_ source: String, since: Date? = nil, _ words: String) {
    self.source = source
    self.since = since
    self.words = words
  }
}

/// Changes of governor, kill switch and engine, newest first.
public struct RiskHistoryAnswer: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// State of the governor now; `nil` unless the engine runs and told it.
  public var governor: RiskState?
  /// The kill switch now.
  public var killSwitch: KillSwitchTruth
  /// Those of the time that was asked for, newest first; what has no time comes last.
  public var changes: [RiskChange]
  /// How many there are at all times.
  public var known: Int
  /// How far back each source reaches, in the order in which they are asked.
  public var reaches: [RecordReach]
  /// When `/engine/status` answered, by the local clock.
  public var receivedAt: Date

  /// An answer made of these values.
  public init(
    context: AnswerContext, governor: RiskState?, killSwitch: KillSwitchTruth, changes: [RiskChange], known: Int,
    reaches: [RecordReach], receivedAt: Date
  ) {
    self.context = context
    self.governor = governor
    self.killSwitch = killSwitch
    self.changes = changes
    self.known = known
    self.reaches = reaches
    self.receivedAt = receivedAt
  }
}
