/// Whether a stop of all new orders still works although its flags are clear (docs/engine.md 4.2).
///
/// A kill switch, an emergency call and a few others set a latch in the engine's risk sentinel. No endpoint shows it,
/// and neither a reset nor a resume ends it; a start or restart of the engine does.
public struct StopEvidence: Sendable, Equatable {
  /// One thing that shows that a stop was ordered.
  public struct Sign: Sendable, Equatable {
    /// When it happened, by the source (UTC).
    public var at: Date
    /// Endpoint that shows it: `/logs/events`.
    public var source: String
    /// The reason of the stop, in the engine's words.
    public var cause: String
    /// Whether `at` is only when it was first seen.
    public var isSeenLate: Bool

    /// A sign from its parts.
    public init(at: Date, source: String, cause: String, isSeenLate: Bool = false) {
      self.at = at
      self.source = source
      self.cause = cause
      self.isSeenLate = isSeenLate
    }
  }

  /// What all signs together show.
  public enum Finding: Sendable, Equatable {
    /// A signal got past the check for stops at this time, after every sign of a stop.
    case passing(Date)
    /// Trading was stopped, and no signal has passed since.
    case latched(Sign)
    /// Trading was stopped, and it is not known whether the engine was started again since.
    case possible(Sign)
    /// No stop is recorded since the engine was started.
    case none
    /// What would show a stop did not answer, or does not reach back far enough.
    case unknown

    var isStop: Bool {
      switch self {
      case .latched, .possible: true
      case .passing, .none, .unknown: false
      }
    }
  }

  /// A signal that was being judged when the stop came can pass so many seconds after it.
  static let inFlight: TimeInterval = 0.5

  /// What all signs together show.
  public let finding: Finding
  /// When the engine was started; `nil` when that is not known.
  public let startedAt: Date?
  /// Time of the newest signal of this engine that got past the check for stops.
  let passedAt: Date?
  /// What the engine's log tells of stops of this engine, oldest first.
  let logged: [Sign]
  private let reach: LogReach?

  /// - Parameters:
  ///   - page: the latest records of the log, whatever they are about.
  ///   - history: tells when the engine was started; `nil` where that does not count.
  ///   - remembered: stops that earlier looks have seen or calls have made.
  ///   - clockOffset: how far the engine's clock is ahead of the one by which the answers have their times (seconds).
  init(
    log: EndpointAnswer<EngineLog>?, summary: EngineLogSummary?, page: EngineLog? = nil,
    state: EndpointAnswer<TradingState>?,
    killSwitch: KillSwitchStatus?, history: EquityHistory?, remembered: [StopMoment] = [],
    clockOffset: TimeInterval = 0
  ) {
    let reach = log.flatMap { LogReach($0, summary, page) }
    let decisions = state?.value.decisions ?? []
    let seenAt = state.map { $0.receivedAt + max(0, clockOffset) } ?? .distantFuture
    let oldest = history?.oldest
    let startedAt = history?.startedAt.flatMap { $0 <= seenAt + 60 ? $0 : nil }
    self.startedAt = startedAt
    let stops = reach == nil ? [] : log?.value.stops ?? []
    let signs = Self.signs(stops, decisions, killSwitch) + Self.signs(remembered)
    // The first point of the history is written within a second of the start.
    let own = signs.filter { sign in sign.at <= seenAt + 60 && startedAt.map { sign.at > $0 - 2 } ?? true }
    let latest = own.max { $0.at < $1.at }
    // A time after the read means that the engine's clock was set back since. A time before the start belongs to the
    // engine object before this one.
    let passedAt = decisions.filter(\.isPastStops).compactMap(\.at).filter { moment in
      moment <= seenAt + 60 && startedAt.map { moment > $0 - 2 } ?? true
    }.max()
    self.passedAt = passedAt
    self.reach = reach
    let stopping = own.filter { $0.source != Self.decisionSource }.sorted { $0.at < $1.at }
    logged = stopping.filter { $0.source == Self.logSource }
    if let passedAt, latest.map({ $0.at + Self.inFlight <= passedAt }) ?? true {
      finding = .passing(passedAt)
    } else if let latest {
      // Decisions only repeat that trading is stopped. What stopped it is told by the other signs.
      let sign = stopping.last ?? latest
      finding = oldest.map { latest.at > $0 - 2 } ?? false ? .latched(sign) : .possible(sign)
    } else {
      finding = reach?.covers(startedAt ?? .distantPast) == true ? .none : .unknown
    }
  }

  private static let decisionSource = "/trading/state"
  private static let logSource = "/logs/events"

  private static func signs(_ remembered: [StopMoment]) -> [Sign] {
    remembered.filter(\.kind.setsLatch).map { stop in
      let source = stop.source == StopMoment.here ? stop.source : "\(stop.source), at an earlier look"
      return Sign(
        at: stop.at, source: source, cause: stop.cause.isEmpty ? stop.kind.message : stop.cause,
        isSeenLate: stop.isSeenLate)
    }
  }

  private static func signs(
    _ stops: [EngineLog.Record], _ decisions: [Decision], _ killSwitch: KillSwitchStatus?
  ) -> [Sign] {
    var signs = stops.compactMap { record in
      record.at.map { Sign(at: $0, source: logSource, cause: record.stopCause) }
    }
    signs += decisions.filter { $0.isKillSwitchTriggered == true }.compactMap { decision in
      decision.at.map {
        Sign(at: $0, source: decisionSource, cause: decision.killSwitchReason ?? "the kill switch had tripped")
      }
    }
    if let killSwitch, killSwitch.isTriggered == true, let at = killSwitch.triggeredAt {
      signs.append(
        Sign(at: at, source: "/risk/killswitch/status", cause: killSwitch.reasons.first ?? "the kill switch tripped"))
    }
    return signs
  }

  /// Whether the log was read, with a time for every stop in it.
  var isLogRead: Bool { reach != nil }

  /// Whether the log would show a stop of that time or later.
  func isLogged(since moment: Date) -> Bool { reach?.covers(moment) == true }

  /// Whether the log alone proves too little, so that `/logs/summary` has to tell how much of it the engine keeps.
  var needsSummary: Bool {
    switch finding {
    case .passing(let at): isLogRead && !isLogged(since: at)
    case .unknown: isLogRead
    case .latched, .possible, .none: false
    }
  }

  /// Whether only the latest records themselves can tell how far back the log reaches: it is full, and a signal passed,
  /// or the engine was started, some time ago.
  var needsPage: Bool {
    guard let reach, reach.isFull else { return false }
    switch finding {
    case .passing(let at): return !isLogged(since: at)
    case .unknown: return startedAt.map { reach.mayReach($0) && !isLogged(since: $0) } ?? false
    case .latched, .possible, .none: return false
    }
  }

  /// Whether the emergency call that `/health` shows was made before this engine was started, and so stops nothing.
  func outlives(emergencyWith stopTrading: Bool?) -> Bool {
    guard let reach, !finding.isStop else { return false }
    // Without a record the flag has to be clear as well: an emergency call sets it, and a new engine begins without it.
    let recordedAt = reach.newestStop
    guard recordedAt != nil || stopTrading == false else { return false }
    return [passedAt, startedAt].compactMap(\.self).contains { moment in
      reach.covers(moment) && recordedAt.map { $0 < moment } ?? true
    }
  }
}

/// For which times the engine's log proves that there was no stop, by holding no record of one.
private struct LogReach: Sendable, Equatable {
  let newestStop: Date?
  /// Time of the oldest record that was read.
  private let oldest: Date?
  /// The answer has as many records as fit into one, so older records were not read.
  private let isPageFull: Bool
  private let isWhole: Bool
  /// Whether it is known that older records have been discarded.
  let isFull: Bool
  /// Time of the oldest of the latest records, whatever they are about: everything younger is still in the log.
  private let reachesTo: Date?
  private let readAt: Date

  /// `nil` when a stop in it has no time: then the log proves nothing.
  init?(_ log: EndpointAnswer<EngineLog>, _ summary: EngineLogSummary?, _ page: EngineLog?) {
    let stops = log.value.stops.map(\.at)
    guard !stops.contains(nil) else { return nil }
    newestStop = stops.compactMap(\.self).max()
    oldest = log.value.records.compactMap(\.at).min()
    isPageFull = log.value.records.count >= EngineLog.page
    isWhole = summary?.isWhole == true
    isFull = summary?.total != nil && summary?.isWhole == false
    reachesTo = page?.records.compactMap(\.at).min()
    readAt = log.receivedAt
  }

  /// How many seconds of its latest records even the busiest engine still has: a latched one with ten positions fills
  /// its log in less than a minute (docs/engine.md 4.2).
  private static let surelyKept: Decimal = 20

  /// How many seconds of its latest records the log of a calm engine has at most.
  private static let longest: Decimal = 600

  /// Whether the latest records can be older than this.
  func mayReach(_ moment: Date) -> Bool { DiagnosisFormat.isWithin(Self.longest, moment, readAt) }

  /// Whether a stop of that time or later would be among the records: none has fallen out of the log, or an older one
  /// is still in it, or the time is so recent that even a busy engine has not filled its log since (docs/engine.md
  /// 2.11).
  func covers(_ moment: Date) -> Bool {
    if let oldest, oldest <= moment { return true }
    if let reachesTo, reachesTo <= moment { return true }
    // A time in the future was written by another clock.
    guard !isPageFull, moment <= readAt + 60 else { return false }
    return isWhole || DiagnosisFormat.isWithin(Self.surelyKept, moment, readAt)
  }
}

extension EngineLog {
  /// What the risk sentinel wrote when it stopped all new orders.
  var stops: [Record] {
    // A record of which a part cannot be read counts as a stop.
    records.filter {
      $0.logger?.hasSuffix("risk_sentinel") ?? true && $0.message?.contains("STOP_TRADING") ?? true
    }
  }
}

extension EngineLog.Record {
  /// The reason of the stop, as the record names it.
  var stopCause: String {
    guard let message else { return "no reason told" }
    guard let mark = message.ranges(of: "Reason: ").last else { return message }
    return String(message[mark.upperBound...].prefix(300))
  }
}

extension Decision {
  /// Whether the signal got past the check for stops. A refusal by any later check shows that it did.
  var isPastStops: Bool {
    if outcome == .create { return true }
    return firstCode.map(Self.codesAfterStops.contains) ?? false
  }

  /// docs/engine.md 4.3. A missing stop loss is found before the check for stops, and the codes that begin with
  /// `physics_` come from a filter beside the checks, so neither shows anything.
  private static let codesAfterStops: Set<ReasonCode> = [
    .limitReached, .symbolBlocked, .cooldown, .councilRejected, .councilVetoed, .validationFail, .decisionMemory,
    .physicsBlock, .riskBlocked, .dailyLimit,
  ]
}
