public import Foundation

/// What tells whether a stop of all new orders is still at work when its flags are clear (contract 4.2).
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
  /// The newest stop in the log, of this engine or of one before it.
  private let recordedAt: Date?
  /// Whether every stop that the log holds could be read.
  let isLogRead: Bool

  init(log: EngineLog?, decisions: [Decision]?, killSwitch: KillSwitchStatus?, history: EquityHistory?) {
    // A stop that nobody can date leaves everything open.
    let log = log.flatMap { $0.stops.contains { $0.at == nil } ? nil : $0 }
    let oldest = history?.points.first?.at
    // As many as can be read: the engine may be older than the first of them.
    let isWhole = (history?.points.count ?? 0) < EquityHistory.readable
    let startedAt = isWhole ? oldest : nil
    self.startedAt = startedAt
    let signs = Self.signs(log, decisions ?? [], killSwitch)
    // The first point is written within a second of the start.
    let own = signs.filter { sign in startedAt.map { sign.at > $0 - 2 } ?? true }
    let latest = own.max { $0.at < $1.at }
    let passedAt = decisions?.filter(\.isPastStops).compactMap(\.at).max()
    self.passedAt = passedAt
    recordedAt = log?.stops.compactMap(\.at).max()
    isLogRead = log != nil
    if let passedAt, latest.map({ $0.at < passedAt }) ?? true {
      finding = .passing(passedAt)
    } else if let latest {
      // Decisions show that it is stopped, again and again; what stopped it is told by the stop itself.
      let sign = own.filter { $0.source != Self.decisionSource }.max { $0.at < $1.at } ?? latest
      finding = oldest.map { latest.at > $0 - 2 } ?? false ? .latched(sign) : .possible(sign)
    } else {
      finding = log == nil ? .unknown : .none
    }
  }

  private static let decisionSource = "/trading/state"

  private static func signs(
    _ log: EngineLog?, _ decisions: [Decision], _ killSwitch: KillSwitchStatus?
  ) -> [Sign] {
    var signs = (log?.stops ?? []).compactMap { record in
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

  /// Whether an emergency stop that `/health` shows was used before this engine was started, and so stops nothing.
  func outlives(emergencyWith stopTrading: Bool?) -> Bool {
    guard isLogRead, !finding.isStop else { return false }
    if let recordedAt {
      return [passedAt, startedAt].compactMap { $0 }.contains { $0 > recordedAt }
    }
    // The emergency writes a record and sets stop_trading, and a new engine begins without either.
    return startedAt != nil && stopTrading == false
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
    return String(message[mark.upperBound...])
  }
}

extension Decision {
  /// Whether the signal got past the check for stops: every later check shows that it did.
  var isPastStops: Bool {
    if outcome == .create { return true }
    return reasonCodes.first.map { Self.codesAfterStops.contains($0) } ?? false
  }

  /// Contract 4.3. A missing stop loss comes before the check; the physics filter runs beside it and shows nothing.
  private static let codesAfterStops: Set<String> = [
    "LIMIT_REACHED", "SYMBOL_BLOCKED", "COOLDOWN", "COUNCIL_REJECTED", "COUNCIL_VETOED", "VALIDATION_FAIL",
    "DECISION_MEMORY", "PHYSICS_BLOCK", "RISK_BLOCKED", "DAILY_LIMIT",
  ]
}

extension EngineReader {
  /// Reads what tells whether a stop is still at work.
  /// - Parameter killSwitch: what its status said.
  func stopSigns(_ killSwitch: KillSwitchStatus?) async -> StopSigns {
    async let log = attempt(.stopLog)
    async let state = attempt(.state)
    let history = await attempt(.equityHistory)
    return await StopSigns(
      log: try? log.get().value, decisions: try? state.get().value.decisions, killSwitch: killSwitch,
      history: try? history.get().value)
  }
}
