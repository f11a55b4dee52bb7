/// What one look adds to what is remembered of an engine.
extension RememberedEngine {
  /// For how many seconds counters are kept before they are replaced: two looks have to be some seconds apart to tell
  /// whether orders are made (docs/engine.md 4.8).
  private static let lookSpan: TimeInterval = 30

  /// How many seconds a stop may lie ahead of the engine's clock.
  private static let future: TimeInterval = 60

  /// Takes over what a snapshot shows; what it did not ask stays as it was.
  mutating func note(_ snapshot: EngineSnapshot) {
    guard let status = snapshot.status.reading else { return }
    if snapshot.world != world {
      self = RememberedEngine()
      world = snapshot.world
    }
    if snapshot.health.value?.timestamp != nil { clockOffset = snapshot.clockOffset }
    if let started = snapshot.equityHistory.value?.startedAt, status.value.isRunning { noteStart(at: started) }
    if let process = snapshot.processStartedAt { noteStart(at: process) }
    noteLamp(snapshot)
    guard let isRunning = snapshot.isRunning else { return }
    if isRunning {
      noteRunning(snapshot)
    } else if status.value.state == .stopped {
      noteStopped(at: status.receivedAt)
    }
  }

  private mutating func noteLamp(_ snapshot: EngineSnapshot) {
    if let lamp = lampAt, let process = snapshot.processStartedAt, lamp < process { lampAt = nil }
    switch snapshot.health.value?.isEmergencyStopped {
    case true?: lampAt = lampAt ?? snapshot.seenAt
    case false?: lampAt = nil
    case nil: break
    }
  }

  /// A stopped engine has no books. When it stopped is known only if that was seen.
  private mutating func noteStopped(at moment: Date) {
    let known = stops.last { $0.kind.endsEngine }
    if books != nil, known == nil {
      add(StopMoment(.engineStop, at: moment, source: "/engine/status", isSeenLate: true))
    }
    forget(at: known.map { $0.at - clockOffset } ?? moment, by: known?.kind == .engineKill ? .kill : .stop)
  }

  private mutating func noteRunning(_ snapshot: EngineSnapshot) {
    // Another console may have stopped something since this answer came.
    let told = (snapshot.status.reading?.receivedAt ?? snapshot.seenAt) + clockOffset
    // A running engine was started after every stop of one; its time is known only from its history.
    // An older start shows that it never was stopped. Other stops end with a start that is known.
    if let stop = stops.last(where: \.kind.endsEngine), stop.at < told {
      stops.removeAll { $0.kind.endsEngine && $0.at <= stop.at }
      let isSame = snapshot.equityHistory.value?.startedAt.map { $0 < stop.at } ?? false
      if !isSame { forget(at: stop.at - clockOffset, by: stop.kind == .engineKill ? .kill : .stop) }
    }
    // A time that is still to come was not told right, or by a clock that has been set since.
    stops.removeAll { $0.at > told + Self.future }
    for stop in snapshot.stopsSeen where stop.at <= told + Self.future { add(stop) }
    end(by: snapshot, told: told)
    noteLook(snapshot)
    guard let rows = snapshot.openPositions ?? snapshot.state.value?.positions else { return }
    noteBooks(rows, snapshot)
  }

  private mutating func noteBooks(_ rows: [Position], _ snapshot: EngineSnapshot) {
    // An engine that still lists what it was to forget has not ended.
    let ids = Set(rows.compactMap(\.id))
    if let gone = forgotten, gone.books.positions.contains(where: { $0.id.map(ids.contains) ?? false }) {
      forgotten = nil
    }
    noteExits(snapshot.positionsAtStake ?? rows, snapshot)
    // What the exchange itself does not hold is no loss when it leaves.
    let held = (snapshot.positionsAtStake ?? rows).prefix(RememberedBooks.most)
    var now = RememberedBooks(
      at: snapshot.seenAt, isPaper: !snapshot.mayBeAtExchange, positions: held.map(RememberedPosition.init))
    now.realizedPnL = snapshot.engine?.realizedPnL
    now.exchangeEquity = snapshot.provenExchangeEquity
    if let before = books {
      earlierBooks = before
      noteDrop(since: before, Set(rows.map { RememberedPosition($0).key }), now)
    }
    books = now
  }

  /// Whether the engine closes positions at their stops.
  private mutating func noteExits(_ rows: [Position], _ snapshot: EngineSnapshot) {
    exitedAt = [exitedAt, snapshot.state.value?.ownExitAt].compactMap(\.self).max()
    if let missed = missedStop, let exitedAt, exitedAt - clockOffset > missed.at { missedStop = nil }
    let isOld = missedStop.map { snapshot.seenAt.timeIntervalSince($0.at) > RememberedEngine.closeSpan } ?? true
    guard isOld, let row = rows.first(where: { $0.breachedLevels.contains(.stopLoss) }) else { return }
    missedStop = MissedStop(row.symbol, at: snapshot.seenAt)
  }

  /// A close books its PnL. Two closes whose PnL adds up to exactly nothing are less likely than a drop.
  private mutating func noteDrop(since before: RememberedBooks, _ listed: Set<String>, _ now: RememberedBooks) {
    if let earlier = dropped, !earlier.isConfirmed, let booked = now.realizedPnL {
      if booked == earlier.books.realizedPnL { dropped?.isConfirmed = true } else { dropped = nil }
    }
    let gone = before.positions.filter { !listed.contains($0.key) && $0.id != nil }
    guard !gone.isEmpty, let booked = now.realizedPnL, booked == before.realizedPnL else { return }
    var lost = RememberedBooks(at: now.at, isPaper: before.isPaper, positions: gone)
    lost.realizedPnL = booked
    // Rows are dropped one after the other.
    if let earlier = dropped?.books, earlier.isPaper == before.isPaper { lost.add(earlier.positions) }
    dropped = DroppedRows(lost)
  }

  /// Removes the stops that the snapshot shows to be undone.
  private mutating func end(by snapshot: EngineSnapshot, told: Date) {
    if snapshot.engineState == .running { stops.removeAll { $0.kind == .pause && $0.at < told } }
    if let reading = snapshot.governor.reading, let state = reading.value.state, state != .hardStop {
      stops.removeAll { $0.kind == .governor && $0.at < reading.receivedAt + clockOffset }
    }
    // A signal that got past the check for stops shows that no latch holds.
    if let passed = snapshot.passedStopsAt {
      stops.removeAll { $0.kind.setsLatch && $0.at + StopEvidence.inFlight <= passed }
    }
  }

  private mutating func noteLook(_ snapshot: EngineSnapshot) {
    guard let metrics = snapshot.metrics.reading, let session = metrics.value.session else { return }
    // Counters that went back are those of another process.
    if let made = look?.ordersMade, session.ordersCreated ?? 0 < made { look = nil }
    earlier = look
    if let look {
      let age = metrics.receivedAt.timeIntervalSince(look.at)
      guard age < 0 || age >= Self.lookSpan else { return }
    }
    var look = RememberedLook(at: metrics.receivedAt)
    look.ordersMade = session.ordersCreated
    look.accepted = session.created
    self.look = look
  }
}

extension EngineSnapshot {
  /// How far the engine's clock is ahead of this one (seconds), by the date of its answers or by `/health`; 0 when the
  /// two agree within two seconds; what an earlier look knew where this one did not ask.
  var clockOffset: TimeInterval {
    if let headerOffset { return headerOffset }
    guard let reading = health.reading, let told = reading.value.timestamp else { return remembered.clockOffset }
    let offset = EngineTime.offset(told: told, at: reading.receivedAt)
    return abs(offset) < RememberedEngine.mostOffset ? offset : remembered.clockOffset
  }

  /// The exchange's equity (USDT), where the engine says that it reaches the exchange, and its own figure differs; else
  /// `nil`: an engine that lost the exchange goes on telling its last figure.
  var provenExchangeEquity: Decimal? {
    guard isAtExchange, !isPractice || engine?.isDryRun == false, why.value?.isExchangeRESTUp == true,
      let equity = engine?.equity, risk.value?.equity.map({ $0 != equity }) ?? true
    else { return nil }
    return equity
  }

  /// When the engine's process began, at the latest; `nil` when it did not tell. An engine object is never older.
  var processStartedAt: Date? {
    guard !isPractice, let reading = metrics.reading, let uptime = reading.value.uptimeSeconds, uptime > 0 else {
      return nil
    }
    return reading.receivedAt.addingTimeInterval(clockOffset - uptime.double - 2)
  }

  /// The stops that this snapshot itself shows, whatever is remembered.
  var stopsSeen: [StopMoment] {
    let made = metrics.value?.session?.ordersCreated
    let now = seenAt.addingTimeInterval(clockOffset)
    var found: [StopMoment] = []
    if let status = killSwitch.value, status.isTriggered == true {
      found.append(
        StopMoment(
          .killSwitch, at: status.triggeredAt ?? now, source: "/risk/killswitch/status",
          cause: status.reasons.first ?? "", isSeenLate: status.triggeredAt == nil, ordersMade: made))
    }
    if let governor = governor.value, governor.state == .hardStop {
      found.append(
        StopMoment(
          .governor, at: governor.changedAt ?? now, source: "/risk/governor/status",
          cause: governor.reasonCodes.joined(separator: ", "), isSeenLate: governor.changedAt == nil, ordersMade: made))
    }
    if engineState == .paused {
      found.append(StopMoment(.pause, at: now, source: "/engine/status", isSeenLate: true, ordersMade: made))
    }
    found += stops.logged.map { record in
      let isEmergency = record.cause.lowercased().hasPrefix("emergency killswitch")
      return StopMoment(
        isEmergency ? .emergency : .latch, at: record.at, source: record.source, cause: record.cause, ordersMade: nil)
    }
    let isOldLamp = remembered.lampAt.map { $0 < stops.startedAt ?? .distantPast } ?? false
    if killSwitchTruth.verdict == .emergency, isRunning == true, !isOldLamp,
      !found.contains(where: { $0.kind == .emergency })
    {
      found.append(StopMoment(.emergency, at: now, source: "/health", isSeenLate: true, ordersMade: made))
    }
    return found
  }
}
