/// Something that stopped trading, went wrong, or was done to the engine, as far as any of its lists still tells it.
public struct Incident: Codable, Sendable, Equatable {
  /// What happened. The raw values are the names in hean's JSON.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// The kill switch tripped.
    case killSwitch = "kill_switch"
    /// Somebody made an emergency call.
    case emergency
    /// The risk sentinel stopped all new orders.
    case stop
    /// The governor left NORMAL, or was cleared.
    case governor
    /// A symbol was put into quarantine.
    case quarantine
    /// A close that the engine could not carry out.
    case failedClose = "failed_close"
    /// A position that left the books with zero PnL and without a fill.
    case dropped
    /// A risk alert, which never says why.
    case alert
    /// The result of a control call, whoever sent it.
    case control
    /// The engine was started, or could not be.
    case start
  }

  /// What happened.
  public var kind: Kind
  /// When it happened first (UTC); `nil` when the engine does not tell.
  public var at: Date?
  /// When it happened last (UTC), which is `at` for what happened once.
  public var last: Date?
  /// How often the lists tell it: of one source, so that two that tell the same do not count twice.
  public var count: Int
  /// In one line, for people.
  public var message: String
  /// Endpoints that tell it.
  public var sources: [String]

  /// Something that happened once, told by one endpoint.
  public init(_ kind: Kind, at: Date?, _ message: String, source: String) {
    self.kind = kind
    self.at = at
    last = at
    count = 1
    self.message = message
    sources = [source]
  }
}

extension Incident {
  /// Everything that the answers of a snapshot tell about the time that is meant, the latest first.
  /// - Parameters:
  ///   - trades: closed positions, of which some may have been dropped.
  ///   - now: stands in for the time of a record that has none.
  static func all(_ snapshot: EngineSnapshot, _ trades: [Position], at times: TimeFilter, now: Date) -> [Incident] {
    let told =
      stops(snapshot) + governor(snapshot) + closes(snapshot, trades, now: now)
      + events(snapshot) + starts(snapshot)
    // What has no time may be of this time.
    return joined((told + emergencies(snapshot, beside: told)).filter { $0.at == nil || times.takes($0.at) }).sorted {
      ($0.last ?? .distantPast, $1.message) > ($1.last ?? .distantPast, $0.message)
    }
  }

  private static func stops(_ snapshot: EngineSnapshot) -> [Incident] {
    var found = (snapshot.stopLog.value?.stops ?? []).map { record in
      Incident(.stop, at: record.at, "all new orders were stopped: \(record.stopCause)", source: "/logs/events")
    }
    if let status = snapshot.killSwitch.value, status.isTriggered == true {
      let reason = status.reasons.first ?? "no reason told"
      found.append(Incident(.killSwitch, at: status.triggeredAt, reason, source: "/risk/killswitch/status"))
    }
    return found
  }

  /// `/health` tells an emergency call without its time, so it is told by that only when nothing else tells it.
  private static func emergencies(_ snapshot: EngineSnapshot, beside told: [Incident]) -> [Incident] {
    guard snapshot.health.value?.isEmergencyStopped == true, !told.contains(where: { $0.kind == .emergency }) else {
      return []
    }
    return [Incident(.emergency, at: nil, "an emergency call; the engine does not tell when", source: "/health")]
  }

  /// Copies of one event in several topics have the same number, and count once.
  private static func events(_ snapshot: EngineSnapshot) -> [Incident] {
    var seen: Set<Int> = []
    return (snapshot[.events()].value?.events ?? []).compactMap { envelope in
      if let seq = envelope.seq, !seen.insert(seq).inserted { return nil }
      return Incident(envelope)
    }
  }

  /// A stopped engine says NORMAL, whatever is true, so only another state is told.
  private static func governor(_ snapshot: EngineSnapshot) -> [Incident] {
    guard let governor = snapshot.governor.value, let state = governor.state, state != .normal else { return [] }
    let codes = governor.reasonCodes.isEmpty ? "" : ": \(governor.reasonCodes.joined(separator: ", "))"
    return [
      Incident(
        .governor, at: governor.changedAt, "the governor went to \(state.rawValue)\(codes)",
        source: "/risk/governor/status")
    ]
  }

  private static func closes(_ snapshot: EngineSnapshot, _ trades: [Position], now: Date) -> [Incident] {
    let failed = (snapshot.closeFailures.value?.records ?? []).compactMap { CloseFailure($0, now: now) }.map {
      Incident(.failedClose, at: $0.at, $0.message, source: "/logs/events")
    }
    return failed
      + trades.filter(\.isGhost).map { trade in
        Incident(
          .dropped, at: trade.closedAt,
          "\(trade.symbol) \(trade.sideText) left the books with zero PnL and without a fill", source: "/journal/trades"
        )
      }
  }

  /// The engine's history of equity begins when it is started.
  private static func starts(_ snapshot: EngineSnapshot) -> [Incident] {
    guard let at = snapshot.equityHistory.value?.startedAt else { return [] }
    return [Incident(.start, at: at, "the engine was started", source: "/trading/equity-history")]
  }

  /// One incident for each kind and message.
  private static func joined(_ told: [Incident]) -> [Incident] {
    var places: [String: Int] = [:]
    var found: [Incident] = []
    var counts: [[String: Int]] = []
    for incident in told {
      let key = "\(incident.kind.rawValue) \(incident.message)"
      let source = incident.sources.first ?? ""
      guard let place = places[key] else {
        places[key] = found.count
        found.append(incident)
        counts.append([source: 1])
        continue
      }
      found[place].at = [found[place].at, incident.at].compactMap(\.self).min()
      found[place].last = [found[place].last, incident.last].compactMap(\.self).max()
      counts[place][source, default: 0] += 1
      found[place].sources = counts[place].keys.sorted()
      found[place].count = counts[place].values.max() ?? 1
    }
    return found
  }

  /// What an event of the engine's memory tells; `nil` for one that is routine.
  private init?(_ envelope: EventEnvelope) {
    let source = "/blackbox/events"
    switch envelope.event {
    case .killSwitch(let event):
      switch event.alarm {
      case .stop(let reason):
        switch event.stop {
        case .emergency: self.init(.emergency, at: envelope.at, reason, source: source)
        case .failedStart: self.init(.start, at: envelope.at, "a start failed: \(reason)", source: source)
        case .latch:
          self.init(.stop, at: envelope.at, "all new orders were stopped: \(reason)", source: source)
        case .killSwitch, nil: self.init(.killSwitch, at: envelope.at, reason, source: source)
        }
      case .allClear:
        self.init(
          .governor, at: envelope.at, "the governor was cleared, or went back to NORMAL by itself", source: source)
      case .quarantine(let reason): self.init(.quarantine, at: envelope.at, reason, source: source)
      }
    case .risk(let risk) where risk.isAlert:
      self.init(.alert, at: envelope.at, risk.reason ?? "a risk alert without a reason", source: source)
    case .control(let control) where control.isResult:
      let detail = control.detail.map { " (\($0))" } ?? ""
      let outcome = control.isSuccess.map { $0 ? "done" : "failed" } ?? "nothing about it"
      self.init(
        .control, at: envelope.at, "\(control.command ?? "a call"): the engine says \(outcome)\(detail)", source: source
      )
    default: return nil
    }
  }
}
