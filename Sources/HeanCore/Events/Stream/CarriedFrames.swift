/// Frames of connections that were lost before it was known what had been missed until then. They wait for a read of
/// the engine's memory, which tells what belongs before them.
struct CarriedFrames: Sendable {
  /// What one connection brought.
  struct Batch: Sendable {
    var held: PendingFrames
    /// Whether the connection's heartbeats told that the process was the one known before it.
    var isSameProcess: Bool
  }

  private(set) var batches: [Batch] = []
  private var size = PendingFrames.Size()

  /// Whether these can wait with the others.
  func hasRoom(for held: PendingFrames) -> Bool { !(size + held.size).isFull }

  mutating func add(_ batch: Batch) {
    size = size + batch.held.size
    batches.append(batch)
  }

  /// A later connection is to the process that was known before these: so were theirs.
  mutating func confirmProcess() {
    for place in batches.indices { batches[place].isSameProcess = true }
  }

  mutating func takeAll() -> [Batch] {
    defer { self = CarriedFrames() }
    return batches
  }
}

extension StreamMachine {
  /// Another process sends now. Only frames that are surely of the one before are given out, before its end is told:
  /// the others are in the new process's memory, or between the numbers that are reported as lost.
  mutating func giveCarriedOfOldProcess(_ date: Date) {
    for batch in carried.takeAll() where batch.isSameProcess { give(batch, "the connection was lost", date) }
  }

  /// No memory can be read that would tell what came before them.
  mutating func giveCarried(because reason: String, _ date: Date) {
    for batch in carried.takeAll() { give(batch, reason, date) }
  }

  /// What the memory holds, and what earlier connections brought, in the order of the numbers.
  /// - Parameter firstLive: the first number of the present connection; `nil` when none came.
  mutating func missedRecords(
    from ring: Result<EventRing, StreamLoss>, before firstLive: Int?, _ origin: StreamEvent.Origin, _ date: Date
  ) -> [StreamRecord] {
    var missed: [StreamRecord] = []
    switch ring {
    case .success(var ring):
      let frames = carried.takeAll().flatMap(\.held.frames)
      ring.entries = frames.compactMap(\.entry).filter { $0.seq <= ring.lastSeq } + ring.entries
      // The memory has not reached these: such a number can be corrupt.
      let later = frames.filter { ($0.frame.seq ?? 0) > ring.lastSeq }
      memory.absorb(.success(ring), firstLive: firstLive, origin, date, into: &missed)
      for frame in later { _ = memory.deliver(frame, isLive: false, into: &missed) }
    case .failure(let loss):
      giveCarried(because: loss.message, date)
      memory.absorb(ring, firstLive: firstLive, origin, date, into: &missed)
    }
    return missed
  }

  private mutating func give(_ batch: CarriedFrames.Batch, _ reason: String, _ date: Date) {
    if !batch.isSameProcess { memory.doubtProcess(into: &records, date) }
    memory.absorb(
      .failure(StreamLoss(words: reason)), firstLive: batch.held.seqs.min(), .recovered, date, into: &records)
    for frame in batch.held.frames { _ = memory.deliver(frame, isLive: false, into: &records) }
  }
}

extension PendingFrame {
  /// The event as the engine's memory would hold it.
  fileprivate var entry: EventRing.Entry? {
    guard let seq = frame.seq else { return nil }
    return EventRing.Entry(
      seq: seq, mark: frame.mark, topic: topic, typeRange: frame.type,
      body: frame.data.map { frame.bytes[$0] } ?? frame.bytes, cameAt: at)
  }
}
