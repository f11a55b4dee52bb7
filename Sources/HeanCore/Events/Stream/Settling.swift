extension StreamMachine {
  /// The state after a reconnect, until it is known which events were missed.
  struct Settling: Sendable {
    var since: Duration
    /// The number from which the engine's memory is read; `nil` while subscriptions are not all confirmed.
    var asked: Int?
    /// Numbers that had come before that read. A memory whose newest number is lower belongs to another process.
    var numbersBefore: [Int] = []
    var unconfirmed: Set<Topic>
    var ring: Result<EventRing, StreamLoss>?
    var hasBeat = false
    var held = PendingFrames()

    /// The memory that was read, if it can be that of the process at the other end of the connection: a restart can lie
    /// between the two. More than one number must speak against it, because a single one may be corrupt.
    var ownRing: Result<EventRing, StreamLoss>? {
      guard case .success(let found) = ring, numbersBefore.count(where: { $0 > found.lastSeq }) > 1 else { return ring }
      return .failure(StreamLoss(words: "it is another process's"))
    }
  }

  /// Another process sends on the same connection: read its memory first.
  mutating func beginAnew(with held: PendingFrame, at now: Duration, _ date: Date) {
    var settling = Settling(since: now, asked: 0, unconfirmed: [], hasBeat: true)
    for frame in memory.takeRepetitions() + [held] { settling.held.add(frame) }
    memory.restart(into: &records, date)
    round += 1
    actions.append(.recover(since: 0))
    phase = .settling(settling)
  }

  mutating func ask(_ settling: inout Settling) {
    round += 1
    settling.asked = memory.since
    settling.numbersBefore = Array(settling.held.seqs)
    actions.append(.recover(since: memory.since))
  }

  /// Goes live as soon as it is known what was missed, and whether the process is still the same.
  mutating func settle(at now: Duration, _ date: Date) {
    guard case .settling(var settling) = phase else { return }
    let isLate = now - settling.since >= timing.settling
    let isFull = settling.held.isFull
    if settling.asked == nil, isLate || isFull { ask(&settling) }
    // Live events do not wait without limit for old ones.
    if isFull, settling.ring == nil { settling.ring = .failure(StreamLoss(words: "it took too long")) }
    phase = .settling(settling)
    guard let ring = settling.ownRing, settling.hasBeat || isLate || isFull else { return }
    let hasRestarted = memory.hasRestarted(ring: try? ring.get(), held: settling.held.seqs)
    if hasRestarted { giveCarriedOfOldProcess(date) }
    if hasRestarted, let asked = settling.asked, asked > 0, case .success = ring {
      // The numbers restarted, so events left out as known are not known: read again from the first number.
      memory.restart(into: &records, date)
      round += 1
      settling.asked = 0
      settling.ring = nil
      phase = .settling(settling)
      actions.append(.recover(since: 0))
      return
    }
    if hasRestarted { memory.restart(into: &records, date) }
    if !hasRestarted, memory.isSurelySameProcess { carried.confirmProcess() }
    memory.settleStart(isSame: !hasRestarted && memory.restarts == 0)
    phase = .live
    let before = records.count
    reportUnnumbered(ring, at: now, date)
    let found = missedRecords(from: ring, before: settling.held.seqs.min(), .recovered, date)
    announce(found, hasRestarted || memory.restarts > 0, at: now, date)
    records += found
    release(settling.held, date)
    reportNumbers(at: now, date)
    if before < records.count, downSince != nil || memory.restarts > 0 { actions.append(.refetch) }
    memory.forgetRestarts()
    downSince = nil
  }

  mutating func release(_ held: PendingFrames, _ date: Date) {
    for frame in held.frames where !memory.deliver(frame, isLive: false, into: &records) {
      memory.restart(into: &records, date)
      _ = memory.deliver(frame, isLive: false, into: &records)
    }
  }

  mutating func reportUnnumbered(_ ring: Result<EventRing, StreamLoss>, at now: Duration, _ date: Date) {
    guard case .success(let ring) = ring, ring.unnumbered > 0 else { return }
    ignoredInput.add(.memory, count: ring.unnumbered, "", at: now, date).map { say($0) }
  }

  /// The connection is gone, or the stream ends: frames that were held back need not wait any more.
  mutating func letGo(_ date: Date, isOver: Bool) {
    guard case .settling(let settling) = phase else {
      // The next connection failed as well: what came does not wait for as long as the engine is away.
      return giveCarried(because: isOver ? "the stream ended before" : "the connection was lost before", date)
    }
    if isOver {
      let ring = settling.ring ?? .failure(StreamLoss(words: "the stream ended before"))
      let found = missedRecords(from: ring, before: settling.held.seqs.min(), .recovered, date)
      records += found
      return release(settling.held, date)
    }
    // Events with a number wait: what is missing before them may be in the engine's memory after the next connect.
    // Those of another process are in its memory then, or are reported as lost.
    var numbered = PendingFrames()
    for held in settling.held.frames {
      if held.frame.seq != nil {
        numbered.add(held)
      } else {
        _ = memory.deliver(held, isLive: false, into: &records)
      }
    }
    guard !numbered.frames.isEmpty, memory.knowsProcess,
      !memory.hasRestarted(ring: try? settling.ownRing?.get(), held: numbered.seqs)
    else { return }
    if !carried.hasRoom(for: numbered) { giveCarried(because: "it took too long", date) }
    carried.add(CarriedFrames.Batch(held: numbered, isSameProcess: memory.isSurelySameProcess))
  }

  mutating func announce(_ found: [StreamRecord], _ hasRestarted: Bool, at now: Duration, _ date: Date) {
    guard let downSince else { return }
    let count = found.count { if case .event = $0 { true } else { false } }
    say(
      .reconnected(
        after: now - downSince, attempts: attempt, recovered: count, hasRestarted: hasRestarted, at: date))
  }
}
