extension EngineReader {
  /// Reads parts of one moment, all at the same time. An endpoint that fails costs its own part and no other.
  /// - Parameters:
  ///   - earlier: a snapshot whose mode still holds, and whose events are continued.
  ///   - isWhole: whether to read everything again all the same, as after a prompt that may have waited for minutes.
  ///   - now: the console's clock.
  public func snapshot(
    of parts: Set<SnapshotPart>, after earlier: EngineSnapshot? = nil, isWhole: Bool = false, now: @Sendable () -> Date
  ) async -> EngineSnapshot {
    var snapshot = EngineSnapshot(seenAt: now())
    snapshot.datesPrices = earlier == nil || isWhole
    // The engine answers one call at a time. Reads on which others depend come first, so that those do not wait for all.
    let ordered = parts.sorted { $0.goesFirst && !$1.goesFirst }
    let wanted = ordered.flatMap { $0.reads(earlier) }
    var asked = Set(wanted.map(\.key))
    var unkept: [EndpointRead] = []
    for read in parts.flatMap(\.readOnce) where asked.insert(read.key).inserted {
      if let earlier, !isWhole { snapshot.keep(read.key, of: earlier) } else { unkept.append(read) }
    }
    var begun: Set<String> = []
    await withTaskGroup(of: (leadsOn: Bool, place: @Sendable (inout EngineSnapshot) -> Void).self) { group in
      for read in unkept + wanted where begun.insert(read.key).inserted {
        group.addTask { (read.leadsOn, await read.run(self)) }
      }
      snapshot.remembered = await memory?.recalled() ?? RememberedEngine()
      for read in parts.flatMap({ $0.foresees(snapshot.remembered) }) where asked.insert(read.key).inserted {
        group.addTask { (read.leadsOn, await read.run(self)) }
      }
      while let answer = await group.next() {
        answer.place(&snapshot)
        guard answer.leadsOn else { continue }
        for read in parts.flatMap({ $0.then(snapshot) }) where asked.insert(read.key).inserted {
          group.addTask { (read.leadsOn, await read.run(self)) }
        }
      }
    }
    if snapshot.isOfTwoMoments || snapshot.mayDifferByMoment { await readAgain(&snapshot) }
    snapshot.seenAt = now()
    snapshot.trail = EventTrail(after: earlier?.trail, snapshot[.events(since: earlier?.trail?.lastSeq)])
    // An answer that could not be read may have carried these marks as well, so the reader's own are taken.
    snapshot.isPractice = isPractice
    snapshot.isRehearsal = isRehearsal
    snapshot.isKeyDeprecated = isKeyDeprecated
    await remember(&snapshot)
    if isOfEarlierLook { snapshot.loss = .notAsked }
    return snapshot
  }

  /// Reads those answers again, together, that cannot be of one moment: what they seem to show would only be that
  /// something changed between them.
  private func readAgain(_ snapshot: inout EngineSnapshot) async {
    let reads: [(EndpointRead, Bool)] = [
      (EndpointRead(.engineStatus), snapshot.status.isAsked), (EndpointRead(.positions), snapshot.positions.isAsked),
      (EndpointRead(.riskStatus), snapshot.risk.isAsked), (EndpointRead(.state), snapshot.state.isAsked),
      (.exchange, snapshot.exchange != nil),
    ]
    let asked = reads.filter(\.1).map(\.0)
    forget(Set(asked.map(\.answerKey)))
    await withTaskGroup(of: (@Sendable (inout EngineSnapshot) -> Void).self) { group in
      for read in asked { group.addTask { await read.run(self) } }
      for await place in group { place(&snapshot) }
    }
  }

  /// Adds what a look shows to what is remembered, and takes over what then is remembered.
  private func remember(_ snapshot: inout EngineSnapshot) async {
    snapshot.world = world
    guard let memory else { return }
    // What was remembered of another practice world says nothing of this one.
    if snapshot.remembered.world != world { snapshot.remembered = RememberedEngine() }
    let before = snapshot.remembered
    var after = before
    after.note(snapshot)
    snapshot.remembered = after
    guard after.differs(from: before) else { return }
    let seen = snapshot
    // Not urgent: the next look would see the same again.
    await memory.update(isUrgent: false) { $0.note(seen) }
  }
}
