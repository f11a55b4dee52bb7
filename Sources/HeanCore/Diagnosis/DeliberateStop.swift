/// A stop that somebody made on purpose and nobody has undone. It counts however old it is, and no first step undoes it.
public struct DeliberateStop: Codable, Sendable, Equatable {
  /// What was stopped, and how. The raw values are the names in hean's JSON.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// Everything, by a panic.
    case panic
    /// The engine object.
    case engineStop = "engine_stop"
    /// The engine object, after closing what was open.
    case engineKill = "engine_kill"
    /// New orders, by an emergency call.
    case emergency
    /// New orders, by something that left a latch.
    case latch
    /// The engine, by a pause, which stops no orders by itself.
    case pause
    /// Strategies that were switched off.
    case strategies
    /// Symbols in quarantine, into which only a person puts them.
    case quarantine

    /// The stop as a noun, for people.
    var message: String {
      switch self {
      case .panic: "panic"
      case .engineStop: "stop of the engine"
      case .engineKill: "kill of the engine"
      case .emergency: "emergency stop"
      case .latch: "stop of all new orders"
      case .pause: "pause"
      case .strategies: "switching off of strategies"
      case .quarantine: "quarantine"
      }
    }

    /// Its indefinite article.
    var article: String { self == .emergency ? "an" : "a" }

    /// Gates that it closes.
    var gates: Set<Gate.ID> {
      switch self {
      case .panic: [.engine, .killSwitch, .latch]
      case .engineStop, .engineKill, .pause: [.engine]
      case .emergency, .latch: [.killSwitch, .latch]
      case .strategies: [.strategies]
      case .quarantine: [.quarantine]
      }
    }
  }

  /// What was stopped, and how.
  public var kind: Kind
  /// When (UTC); `nil` when that is not known.
  public var at: Date?
  /// User account that did it from this console; `nil` when it was done elsewhere, or by whom is not known.
  public var user: String?
  /// Why, in the operator's words; `nil` when no reason is recorded.
  public var reason: String?
  /// Id of the run in this console's audit log; `nil` when it is not there.
  public var record: String?
  /// Whether a panic ended with proof that nothing is open; `nil` for any other stop.
  public var isFlat: Bool?
  /// Strategies or symbols that it is about; empty when it is about the whole engine.
  public var targets: [String] = []

  /// A stop of which only the kind is known.
  public init(_ kind: Kind) { self.kind = kind }

  /// `stop of the engine 20s ago (alice: news at 14:00)`, as far as it is known.
  public func message(now: Date) -> String {
    let age = at.map { " \(DiagnosisFormat.span(DiagnosisFormat.seconds(from: $0, to: now))) ago" } ?? ""
    let who = [user, reason].compactMap(\.self).joined(separator: ": ")
    let origin = record == nil ? " (by whom is not known here)" : who.isEmpty ? "" : " (\(who))"
    return "\(kind.message)\(age)\(origin)\(isFlat == false ? ", which did not end flat" : "")"
  }
}

extension DeliberateStop {
  /// The deliberate stops that hold, the one that stops most first.
  /// - Parameters:
  ///   - isLatched: whether the gate of the latch is closed.
  ///   - past: read only where something is stopped.
  static func all(_ snapshot: EngineSnapshot, isLatched: Bool, past: PastAttempts) -> [DeliberateStop] {
    var log: [Attempt]?
    func attempts() -> [Attempt] {
      if let log { return log }
      let read = past.attempts().sorted { $0.at < $1.at }
      log = read
      return read
    }
    var found: [DeliberateStop] = []
    if snapshot.engineState == .stopped {
      found.append(ofEngine(attempts(), snapshot))
    } else if snapshot.isRunning == true {
      if isLatched || hasEmergency(snapshot) { found += emergency(attempts(), snapshot).map { [$0] } ?? [] }
      if snapshot.engineState == .paused {
        found.append(
          recorded(.pause, [.enginePause], until: starts.union([.engineResume]), attempts()))
      }
      let disabled = (snapshot.strategies.value?.elements ?? []).filter { $0.isEnabled == false }.compactMap(\.id)
      if !disabled.isEmpty {
        var stop = recorded(
          .strategies, [.disableStrategies], until: starts, attempts(), about: disabled)
        stop.targets = disabled
        found.append(stop)
      }
      let listed = snapshot.governor.value?.quarantinedSymbols ?? []
      if !listed.isEmpty {
        var stop = recorded(.quarantine, [.quarantine], until: [], attempts(), about: listed)
        stop.targets = listed
        found.append(stop)
      }
    }
    return found
  }

  /// The operations by which this console starts an engine object.
  private static let starts: Set<OperationName> = [.engineStart, .engineRestart]

  /// A stopped engine: whoever stopped it meant to, unless it says that it failed.
  private static func ofEngine(_ log: [Attempt], _ snapshot: EngineSnapshot) -> DeliberateStop {
    let started = log.last { starts.contains($0.operation) && $0.worked }?.at ?? .distantPast
    let ends: [OperationName: Kind] = [
      .engineStop: .engineStop, .engineKill: .engineKill, .panic: .panic, .engineLockProfit: .engineStop,
    ]
    guard let last = log.last(where: { ends[$0.operation] != nil && $0.at > started }), let kind = ends[last.operation]
    else {
      var stop = DeliberateStop(.engineStop)
      stop.at = snapshot.remembered.stops.last { $0.kind.endsEngine && !$0.isSeenLate }.map {
        $0.at - snapshot.clockOffset
      }
      return stop
    }
    return DeliberateStop(kind, last)
  }

  /// Whether something shows a stop of all new orders that no rule of the engine made.
  private static func hasEmergency(_ snapshot: EngineSnapshot) -> Bool {
    snapshot.killSwitchTruth.verdict == .emergency || snapshot.stops.finding.isStop
      || snapshot.holdingStops.contains { $0.kind == .emergency || $0.kind == .latch }
  }

  /// - Returns: `nil` when the engine's own words name a rule, or when a reset from here has undone it.
  private static func emergency(_ log: [Attempt], _ snapshot: EngineSnapshot) -> DeliberateStop? {
    let stops: Set<OperationName> = [.triggerKillSwitch, .panic]
    let ended = log.last { (starts.contains($0.operation) || $0.operation == .resetKillSwitch) && $0.worked }?.at
    if let last = log.last(where: { stops.contains($0.operation) && $0.at > ended ?? .distantPast }),
      snapshot.stops.startedAt.map({ last.at.timeIntervalSince($0 - snapshot.clockOffset) > -5 }) ?? true
    {
      return DeliberateStop(last.operation == .panic ? .panic : .emergency, last)
    }
    guard !isRule(snapshot) else { return nil }
    let cause = stopCause(snapshot)
    // Somebody who reset the switch wants the engine to trade, whatever latch is left.
    if let ended, let at = cause?.at, at - snapshot.clockOffset <= ended { return nil }
    let isEmergency = snapshot.killSwitchTruth.verdict == .emergency || cause?.isEmergency == true
    var stop = DeliberateStop(isEmergency ? .emergency : .latch)
    stop.at = cause.map { $0.at - snapshot.clockOffset }
    return stop
  }

  private static func stopCause(_ snapshot: EngineSnapshot) -> (at: Date, isEmergency: Bool)? {
    switch snapshot.stops.finding {
    case .latched(let sign), .possible(let sign):
      (sign.at, sign.cause.lowercased().hasPrefix("emergency"))
    case .passing, .none, .unknown: nil
    }
  }

  /// Whether the stop that holds was made by a rule of the engine: it names the rule (docs/engine.md 4.5).
  static func isRule(_ snapshot: EngineSnapshot) -> Bool {
    if snapshot.killSwitch.value?.isTriggered == true { return true }
    switch snapshot.stops.finding {
    case .latched(let sign), .possible(let sign):
      return rules.contains { sign.cause.hasPrefix($0) }
    case .passing, .none, .unknown: return false
    }
  }

  /// How the engine's own reasons for a stop begin (docs/engine.md 4.5).
  private static let rules =
    [
      ReasonCode.hardStop, .dailyPause, .errorPause, .volatilityPause, .killswitch, .positionReconciliationFailure,
      .bybitPriceFeedFailure,
    ].map(\.rawValue) + ["killswitch", "kill switch", "MAX_DRAWDOWN", "risk_", "PROFIT_"]

  /// What the audit log has of a stop that is seen; of unknown origin where it has nothing.
  private static func recorded(
    _ kind: Kind, _ operations: Set<OperationName>, until ends: Set<OperationName>, _ log: [Attempt],
    about targets: [String] = []
  ) -> DeliberateStop {
    let ended = log.last { ends.contains($0.operation) && $0.worked }?.at ?? .distantPast
    let last = log.last { attempt in
      operations.contains(attempt.operation) && attempt.at > ended
        && (targets.isEmpty || !attempt.targets.isDisjoint(with: targets))
    }
    return last.map { DeliberateStop(kind, $0) } ?? DeliberateStop(kind)
  }

  private init(_ kind: Kind, _ attempt: Attempt) {
    self.kind = kind
    at = attempt.at
    user = attempt.user
    reason = attempt.reason
    record = attempt.id
    if kind == .panic { isFlat = attempt.worked }
  }
}
