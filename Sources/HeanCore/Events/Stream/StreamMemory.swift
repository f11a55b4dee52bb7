/// What a stream knows of the engine's event numbers: which were passed on, how far they go, and which process they are
/// of.
struct StreamMemory: Sendable {
  private let topics: Set<Topic>
  private var numbers = StreamNumbers()
  /// Events with lower numbers are not wanted.
  private var floor: Int?
  /// Why the engine's memory could not be read. Kept until the next number shows which events are lost by that.
  private var unread: String?
  /// Frames taken for repetitions, without a new one between them.
  private var repetitions = PendingFrames()
  /// When the engine's process began, by the stream's clock. It is the earliest time that a heartbeat showed, because a
  /// delay only makes it look later.
  private var processStart: Double?
  /// The same, from heartbeats of a connection that may be to another process.
  private var newStart: Double?
  private(set) var restarts = 0

  /// Events can come slightly out of order: this many numbers before the last one are read again after a cut.
  private static let margin = 64
  /// Larger than any number that can be read.
  private static let most = 1_000_000_000_000_000
  private let tolerance: Double

  init(topics: Set<Topic>, since: Int?, tolerance: Duration) {
    self.topics = topics
    self.tolerance = tolerance.seconds
    if let since {
      let number = min(max(0, since), Self.most)
      numbers.last = number
      floor = number + 1
    }
  }

  private var last: Int? { numbers.last }
  /// Whether it is known where to continue: after a number, or from the start of a process.
  var hasBegun: Bool { last != nil || restartedFromZero }
  /// Number from which the engine's memory is to be read.
  var since: Int { max(0, (last ?? 0) - Self.margin, (floor ?? 1) - 1) }

  /// Passes a frame on, unless it is a copy, a repetition, or not wanted.
  /// - Parameter isLive: whether it came just now and was not held back.
  /// - Returns: `false` when the frame belongs to another process, whose numbers restarted; then nothing was done.
  mutating func deliver(_ held: PendingFrame, isLive: Bool, into records: inout [StreamRecord]) -> Bool {
    let frame = held.frame
    let isWanted = topics.contains(held.topic)
    guard let seq = frame.seq else {
      guard isWanted else { return true }
      let type = frame.typeName
      let isSnapshot = type.isEmpty || type == "snapshot" || type.hasSuffix("_snapshot")
      records.append(.event(event(held, isSnapshot && !frame.hasBrokenNumber ? .snapshot : .live)))
      return true
    }
    if floor == nil { floor = seq }
    tellUnread(before: seq, held.at, &records)
    switch numbers.judge(seq, frame.mark, wanted: isWanted, isLive: isLive) {
    case .begunAnew: return false
    case .known:
      if isWanted, isLive, !frame.mark.isMoment {
        if repetitions.frames.count > StreamNumbers.mostRepetitions || repetitions.isFull {
          repetitions = PendingFrames()
        }
        repetitions.add(held)
      }
      return true
    case .new: if !repetitions.frames.isEmpty { repetitions = PendingFrames() }
    case .doubtful: break
    }
    if let leap = numbers.leap {
      numbers.leap = nil
      gap(leap.from, leap.to, "the numbers leap, and nothing of these came", held.at, &records)
    }
    if isWanted { records.append(.event(event(held, .live))) }
    return true
  }

  /// Frames that were taken for repetitions, but belong to a new process.
  mutating func takeRepetitions() -> [PendingFrame] {
    defer { repetitions = PendingFrames() }
    return repetitions.frames.count > StreamNumbers.mostRepetitions / 2 ? repetitions.frames : []
  }

  /// Numbers that proved to be wrong; their events were passed on.
  mutating func takeDisbelieved() -> [Int] {
    guard !numbers.disbelieved.isEmpty else { return [] }
    defer { numbers.disbelieved = [] }
    return numbers.disbelieved
  }

  /// The connection ended: nothing can confirm doubtful numbers any more.
  mutating func closeConnection() {
    numbers.disbelieve()
    repetitions = PendingFrames()
  }

  private func event(_ held: PendingFrame, _ origin: StreamEvent.Origin) -> StreamEvent {
    let frame = held.frame
    return StreamEvent(
      topic: held.topic, seq: frame.seq, origin: origin, body: frame.data.map { frame.bytes[$0] } ?? frame.bytes,
      typeRange: frame.type, receivedAt: held.at)
  }

  private mutating func tellUnread(before seq: Int, _ date: Date, _ records: inout [StreamRecord]) {
    guard let reason = unread else { return }
    unread = nil
    guard let last = last ?? (restartedFromZero ? 0 : nil), seq > last + 1 else { return }
    gap(last + 1, seq - 1, reason, date, &records)
    numbers.last = seq - 1
  }

  /// Learns from the heartbeat's uptime when the process began.
  /// - Parameter isKnown: whether this is surely the same process as before.
  mutating func noteUptime(_ frame: EventFrame, isKnown: Bool, at now: Duration) {
    guard let data = frame.data, let document = try? WireDocument(frame.bytes[data]),
      let record = EventFields(document.root),
      let uptime = Heartbeat(record.fields("payload") ?? record).uptimeSeconds
    else { return }
    let start = now.seconds - uptime.double
    if isKnown {
      processStart = min(processStart ?? start, start)
    } else {
      newStart = min(newStart ?? start, start)
    }
  }

  /// It is known now whether the new heartbeats are of the same process.
  mutating func settleStart(isSame: Bool) {
    if let newStart { processStart = isSame ? min(processStart ?? newStart, newStart) : newStart }
    newStart = nil
  }

  /// A connection ended before that was known.
  mutating func forgetStart() { newStart = nil }

  /// Whether another process sends now.
  func hasRestarted(ring: EventRing?, held: some Sequence<Int>) -> Bool {
    guard let last else { return false }
    if let ring {
      if ring.lastSeq < last { return true }
      if let isSame = numbers.isSame(as: ring) { return !isSame }
    }
    if let newStart, let processStart, newStart - processStart > tolerance { return true }
    return held.contains { $0 < last - Self.margin }
  }

  /// Whether anything is known of the process at the other end, so that a restart would be noticed.
  var knowsProcess: Bool { last != nil }

  /// Whether the heartbeats of the present connection are of the process that was known before it.
  var isSurelySameProcess: Bool {
    guard let newStart, let processStart else { return false }
    return newStart - processStart <= tolerance
  }

  /// The numbers restart; events that the old process had not sent are lost.
  mutating func restart(into records: inout [StreamRecord], _ date: Date) {
    openGap(
      { "the engine's process has restarted: what it sent between number \($0) and then is lost" },
      StreamNotice.restart,
      date, &records)
    restarts += 1
    numbers.beginAnew()
    floor = 1
    unread = nil
    processStart = nil
  }

  /// Tells that events may be lost without a number: a connection ended before it was known of which process its events
  /// are. Those are passed on by the numbers of the process that was known before.
  func doubtProcess(into records: inout [StreamRecord], _ date: Date) {
    openGap(
      {
        "whether the engine's process had restarted is not known: what it sent between number \($0) and then may be lost"
      }, "the engine may have restarted", date, &records)
  }

  /// A gap from the last number on whose end has no number; none where no number is known.
  private func openGap(
    _ words: (Int) -> String, _ reason: String, _ date: Date, _ records: inout [StreamRecord]
  ) {
    guard let last else { return }
    records.append(
      .notice(
        StreamNotice(
          .gap, at: date, words(last),
          ["from_seq": .number(Decimal(last + 1)), "to_seq": .null, "reason": .string(reason)])))
  }

  mutating func forgetRestarts() { restarts = 0 }

  /// Passes on what the engine's memory holds and was not seen, and reports the numbers that are lost.
  /// - Parameter firstLive: the first number that came live; all before it must be in the memory.
  mutating func absorb(
    _ ring: Result<EventRing, StreamMachine.StreamLoss>, firstLive: Int?, _ origin: StreamEvent.Origin, _ date: Date,
    into records: inout [StreamRecord]
  ) {
    switch ring {
    case .failure(let loss):
      guard hasBegun else { return }
      let reason = "the engine's memory cannot be read: \(loss.message)"
      unread = reason
      if let firstLive { tellUnread(before: firstLive, date, &records) }
    case .success(let ring):
      guard last != nil || restartedFromZero else {
        // The first poll: older events are not wanted.
        numbers.last = ring.lastSeq
        floor = ring.lastSeq + 1
        return
      }
      unread = nil
      let entries = ring.entries.sorted { $0.seq < $1.seq }
      var expected = (last ?? 0) + 1
      for entry in entries where entry.seq >= (floor ?? 1) {
        if entry.seq > expected, entry.seq <= ring.lastSeq {
          gap(expected, entry.seq - 1, "the engine's memory does not reach back so far", date, &records)
        }
        if entry.seq <= ring.lastSeq { expected = max(expected, entry.seq + 1) }
        let topic = wanted(entry)
        guard numbers.take(entry, newest: ring.lastSeq, wanted: topic != nil), let topic else { continue }
        records.append(
          .event(
            StreamEvent(
              topic: topic, seq: entry.seq, origin: entry.cameAt == nil ? origin : .live, body: entry.body,
              typeRange: entry.typeRange, receivedAt: entry.cameAt ?? date)))
      }
      // Numbers that the engine has counted but its memory lacks. A poll can fall between counting and storing, and
      // finds the event next time.
      if ring.lastSeq >= expected, origin != .polled || entries.isEmpty {
        gap(expected, ring.lastSeq, "the engine's memory does not hold them", date, &records)
        numbers.last = max(last ?? 0, ring.lastSeq)
      }
    }
  }

  private var restartedFromZero: Bool { floor == 1 }

  private func gap(
    _ from: Int, _ to: Int, _ reason: String, _ date: Date, _ records: inout [StreamRecord]
  ) {
    let count = to - from + 1
    records.append(
      .notice(
        StreamNotice(
          .gap, at: date, "\(Figures.counted(count, "event")) of any topic lost (\(from) to \(to)): \(reason)",
          [
            "from_seq": .number(Decimal(from)), "to_seq": .number(Decimal(to)), "count": .number(Decimal(count)),
            "reason": .string(reason),
          ])))
  }

  /// Topic under which an event of the memory is passed on: its own, or that of a copy; `nil` when none is wanted.
  private func wanted(_ entry: EventRing.Entry) -> Topic? {
    guard let topic = entry.topic else { return nil }
    if topics.contains(topic) { return topic }
    return topic.copies(ofType: entry.type).first { topics.contains($0) }
  }
}
