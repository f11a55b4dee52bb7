public import Foundation

/// What tells whether a stop of all new orders is still at work when its flags are clear (docs/engine.md 4.2).
///
/// A kill switch, an emergency stop and a few others leave a latch in the engine's risk sentinel. No endpoint shows it,
/// neither a reset nor a resume ends it; a start or restart of the engine does.
public struct StopSigns: Sendable, Equatable {
  /// One thing that shows that a stop was ordered.
  public struct Sign: Sendable, Equatable {
    public var at: Date
    public var source: String
    /// The stop's own words.
    public var cause: String

    /// Of its parts.
    public init(at: Date, source: String, cause: String) {
      self.at = at
      self.source = source
      self.cause = cause
    }
  }

  public enum Finding: Sendable, Equatable {
    /// A signal got past the check that a stopped engine fails, after every sign of a stop.
    case passing(Date)
    /// Stopped, and nothing has passed since.
    case latched(Sign)
    /// Stopped, and it is not known whether the engine was started again since.
    case possible(Sign)
    /// No stop is recorded since the engine started.
    case none
    /// What would show it did not answer.
    case unknown

    var isStop: Bool {
      switch self {
      case .latched, .possible: true
      case .passing, .none, .unknown: false
      }
    }
  }

  public let finding: Finding
  /// When the engine was started; `nil` when it is not known.
  public let startedAt: Date?
  /// The newest signal that got past the check for stops.
  private let passedAt: Date?
  private let reach: LogReach?

  /// - Parameter history: tells when the engine was started; `nil` where that is not asked.
  init(
    log: Reading<EngineLog>?, summary: EngineLogSummary?, state: Reading<TradingState>?,
    killSwitch: KillSwitchStatus?, history: EquityHistory?
  ) {
    let reach = log.flatMap { LogReach($0, summary) }
    let decisions = state?.value.decisions ?? []
    let seenAt = state?.receivedAt ?? .distantFuture
    let oldest = history?.oldest
    let startedAt = history?.startedAt.flatMap { $0 <= seenAt + 60 ? $0 : nil }
    self.startedAt = startedAt
    let stops = reach == nil ? [] : log?.value.stops ?? []
    let signs = Self.signs(stops, decisions, killSwitch)
    // The first point is written within a second of the start.
    let own = signs.filter { sign in startedAt.map { sign.at > $0 - 2 } ?? true }
    let latest = own.max { $0.at < $1.at }
    // A date after the moment of reading means that the engine's clock was set back since; one before the engine's start
    // belongs to the engine before it.
    let passedAt = decisions.filter(\.isPastStops).compactMap(\.at).filter { moment in
      moment <= seenAt + 60 && startedAt.map { moment > $0 - 2 } ?? true
    }.max()
    self.passedAt = passedAt
    self.reach = reach
    if let passedAt, latest.map({ $0.at < passedAt }) ?? true {
      finding = .passing(passedAt)
    } else if let latest {
      // Decisions show that it is stopped, again and again; what stopped it is told by the stop itself.
      let sign = own.filter { $0.source != Self.decisionSource }.max { $0.at < $1.at } ?? latest
      finding = oldest.map { latest.at > $0 - 2 } ?? false ? .latched(sign) : .possible(sign)
    } else {
      finding = reach?.covers(startedAt ?? .distantPast) == true ? .none : .unknown
    }
  }

  private static let decisionSource = "/trading/state"

  private static func signs(
    _ stops: [EngineLog.Record], _ decisions: [Decision], _ killSwitch: KillSwitchStatus?
  ) -> [Sign] {
    var signs = stops.compactMap { record in
      record.at.map { Sign(at: $0, source: "/logs/events", cause: record.stopCause) }
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

  /// Whether every stop that the log holds could be read.
  var isLogRead: Bool { reach != nil }

  /// Whether the log would show a stop of that moment or later.
  func isLogged(since moment: Date) -> Bool { reach?.covers(moment) == true }

  /// Whether the log tells too little by itself: then how much of it the engine keeps has to be asked.
  var needsSummary: Bool {
    switch finding {
    case .passing(let at): isLogRead && !isLogged(since: at)
    case .unknown: isLogRead
    case .latched, .possible, .none: false
    }
  }

  /// Whether an emergency stop that `/health` shows was used before this engine was started, and so stops nothing.
  func outlives(emergencyWith stopTrading: Bool?) -> Bool {
    guard let reach, !finding.isStop else { return false }
    // Without a record the flag has to be clear as well: the emergency sets it, and a new engine begins without it.
    let recordedAt = reach.newestStop
    guard recordedAt != nil || stopTrading == false else { return false }
    return [passedAt, startedAt].compactMap(\.self).contains { moment in
      reach.covers(moment) && recordedAt.map { $0 < moment } ?? true
    }
  }
}

/// What the engine's log can prove by holding no record of a stop.
private struct LogReach: Sendable, Equatable {
  let newestStop: Date?
  /// Of all the records that were read.
  private let oldest: Date?
  /// More records than one answer holds: what is older than its oldest was not read.
  private let isPageFull: Bool
  private let isWhole: Bool
  private let readAt: Date

  /// `nil` when a stop in it cannot be dated: that leaves everything open.
  init?(_ log: Reading<EngineLog>, _ summary: EngineLogSummary?) {
    let stops = log.value.stops.map(\.at)
    guard !stops.contains(nil) else { return nil }
    newestStop = stops.compactMap(\.self).max()
    oldest = log.value.records.compactMap(\.at).min()
    isPageFull = log.value.records.count >= EngineLog.page
    isWhole = summary?.isWhole == true
    readAt = log.receivedAt
  }

  /// Whether a stop of that moment or later would be among the records: none has fallen out of the log, an older one is
  /// in it still, or the moment is so young that not even a busy engine has filled its log since (docs/engine.md 2.11).
  func covers(_ moment: Date) -> Bool {
    if let oldest, oldest <= moment { return true }
    // A moment in the future was written by another clock.
    guard !isPageFull, moment <= readAt + 60 else { return false }
    return isWhole || DiagnosisFormat.isWithin(600, moment, readAt)
  }
}

extension EngineLog {
  /// What the risk sentinel wrote when it closed the way for all new orders.
  var stops: [Record] {
    // What cannot be read of a record does not make it another one.
    records.filter {
      $0.logger?.hasSuffix("risk_sentinel") ?? true && $0.message?.contains("STOP_TRADING") ?? true
    }
  }
}

extension EngineLog.Record {
  /// What the record names as the reason of the stop.
  var stopCause: String {
    guard let message else { return "no reason told" }
    guard let mark = message.range(of: "Reason: ", options: .backwards) else { return message }
    return String(message[mark.upperBound...].prefix(300))
  }
}

extension Decision {
  /// Whether the signal got past the check for stops: every later check shows that it did.
  var isPastStops: Bool {
    if outcome == .create { return true }
    return reasonCodes.first.map { Self.codesAfterStops.contains($0) } ?? false
  }

  /// docs/engine.md 4.3. A missing stop loss is found before the check, and the codes that begin with `physics_` beside
  /// it: neither shows anything.
  private static let codesAfterStops: Set<String> = [
    "LIMIT_REACHED", "SYMBOL_BLOCKED", "COOLDOWN", "COUNCIL_REJECTED", "COUNCIL_VETOED", "VALIDATION_FAIL",
    "DECISION_MEMORY", "PHYSICS_BLOCK", "RISK_BLOCKED", "DAILY_LIMIT",
  ]
}
