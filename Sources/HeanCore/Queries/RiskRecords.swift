/// What the engine's endpoints still tell of past changes of governor, kill switch and engine.
package struct RiskRecords {
  package private(set) var changes: [RiskChange] = []
  private(set) var reaches: [RecordReach] = []
  private let snapshot: EngineSnapshot

  package init(_ snapshot: EngineSnapshot) {
    self.snapshot = snapshot
    addGovernor()
    addKillSwitch()
    addStart()
    addLog()
    addEvents()
    addEmergency()
  }

  private mutating func reach(_ source: String, since: Date? = nil, _ words: String, error: EngineError?) {
    reaches.append(RecordReach(source, since: since, error.map { "did not answer: \($0.shortText)" } ?? words))
  }

  private mutating func addGovernor() {
    let source = "/risk/governor/status"
    let governor = snapshot.governor.value
    guard snapshot.isRunning == true else {
      return reach(
        source, "nothing: an engine that does not run says NORMAL, whatever is true", error: snapshot.governor.error)
    }
    let words = governor?.changedAt == nil ? "no change since the engine was started" : "only the last change"
    reach(source, since: governor?.changedAt, words, error: snapshot.governor.error)
    guard let governor, let state = governor.state, let at = governor.changedAt else { return }
    let drawdown = governor.frozenValue.map { "at a drawdown of \(Figures.text($0, places: 2)) %" }
    let reason = (governor.reasonCodes + [drawdown].compactMap(\.self)).joined(separator: ", ")
    changes.append(
      RiskChange(
        at: at, .governor, "to \(state.rawValue)", state: state.rawValue, reason: reason.isEmpty ? nil : reason,
        source: source))
  }

  private mutating func addKillSwitch() {
    let source = "/risk/killswitch/status"
    let status = snapshot.killSwitch.value
    reach(
      source, since: status?.triggeredAt, "only a trip that still stands: a reset forgets it",
      error: snapshot.killSwitch.error)
    guard let status, status.isTriggered == true else { return }
    changes.append(
      RiskChange(
        at: status.triggeredAt, .killSwitch, "tripped", state: "TRIPPED",
        reason: status.reasons.isEmpty ? nil : status.reasons.joined(separator: "; "), source: source))
  }

  private mutating func addStart() {
    let source = "/trading/equity-history"
    let history = snapshot.equityHistory
    let started = history.reading.flatMap { reading in
      // A later time was written before the engine's clock was set back.
      reading.value.startedAt.flatMap { $0 <= reading.receivedAt + 60 ? $0 : nil }
    }
    let words =
      started != nil
      ? "the start of this engine, and none before it"
      : history.value?.oldest == nil ? "nothing" : "not back to the start of this engine"
    reach(source, since: history.value?.oldest, words, error: history.error)
    guard let started else { return }
    changes.append(
      RiskChange(at: started, .engine, "started", reason: "with fresh memory", source: source))
  }

  private mutating func addLog() {
    let source = "/logs/events"
    let words =
      switch snapshot.logSummary.value?.isWhole {
      case true: "stops of new orders, since the process began"
      case false: "stops of new orders, in its latest records: older ones have fallen out"
      case nil: "stops of new orders, in its latest records; how far these reach is not told"
      }
    reach(source, words, error: snapshot.stopLog.error)
    for record in snapshot.stopLog.value?.stops ?? [] {
      changes.append(
        RiskChange(at: record.at, .latch, "all new orders stopped", reason: record.stopCause, source: source))
    }
  }

  /// An emergency call shows in `/health` without its time.
  private mutating func addEmergency() {
    let source = "/health"
    reach(
      source, "an emergency call since the process began, without its time", error: snapshot.health.error)
    guard snapshot.health.value?.isEmergencyStopped == true, !changes.contains(where: { $0.subject == .emergency })
    else { return }
    changes.append(
      RiskChange(at: nil, .emergency, "emergency stop", reason: "the engine does not tell when", source: source))
  }
}

/// The engine's memory of events.
extension RiskRecords {
  private static let memory = "/blackbox/events"

  private mutating func addEvents() {
    let answered = snapshot[.events()]
    let events = answered.value?.events ?? []
    let words =
      events.isEmpty
      ? "no event at all"
      : "the latest \(Figures.counted(events.count, "event")) of any kind; prices push older ones out"
    reach(Self.memory, since: events.compactMap(\.at).min(), words, error: answered.error)
    var seen: Set<Int> = []
    var state: EngineState?
    for envelope in events {
      // Copies of one event in several topics have the same number.
      if let seq = envelope.seq, !seen.insert(seq).inserted { continue }
      if case .heartbeat(let beat) = envelope.event, let next = beat.state {
        if let state, state != next {
          changes.append(
            RiskChange(
              at: envelope.at, .engine, "\(state.rawValue) to \(next.rawValue)", state: next.rawValue,
              source: Self.memory))
        }
        state = next
      } else if let change = Self.change(envelope) {
        changes.append(change)
      }
    }
  }

  private static func change(_ envelope: EventEnvelope) -> RiskChange? {
    switch envelope.event {
    case .killSwitch(let event): return change(event, envelope.at)
    case .control(let control) where control.isResult:
      guard let command = control.command, let subject = subject(of: command) else { return nil }
      let claim = control.isSuccess.map { $0 ? "done" : "failed" } ?? "?"
      return RiskChange(
        at: envelope.at, subject, "the engine says \(claim)",
        reason: [command, control.detail].compactMap(\.self)
          .joined(separator: ": "), source: memory)
    default: return nil
    }
  }

  /// docs/engine.md 3.10 says what the reasons mean.
  private static func change(_ event: KillSwitchEvent, _ at: Date?) -> RiskChange {
    switch event.alarm {
    case .allClear:
      return RiskChange(
        at: at, .governor, "cleared, or back to NORMAL by itself", state: RiskState.normal.rawValue, source: memory)
    case .quarantine(let text):
      return RiskChange(at: at, .quarantine, "a symbol put into it", reason: text, source: memory)
    case .stop(let reason):
      switch event.stop {
      case .emergency: return RiskChange(at: at, .emergency, "emergency stop", reason: reason, source: memory)
      case .failedStart: return RiskChange(at: at, .engine, "a start failed", reason: reason, source: memory)
      case .latch: return RiskChange(at: at, .latch, "all new orders stopped", reason: reason, source: memory)
      case .killSwitch, nil:
        return RiskChange(at: at, .killSwitch, "tripped", state: "TRIPPED", reason: reason, source: memory)
      }
    }
  }

  /// What a control call is about, by the engine's name for it; `nil` for calls that change none of these.
  private static func subject(of command: String) -> RiskChange.Subject? {
    let command = command.lowercased()
    if command.contains("emergency") { return .emergency }
    if command.contains("killswitch") { return .killSwitch }
    if command.contains("quarantine") { return .quarantine }
    if command.contains("governor") { return .governor }
    return command.contains("engine") ? .engine : nil
  }
}
