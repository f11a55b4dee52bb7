import Foundation

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

  var isEmpty: Bool { batches.isEmpty }

  /// Keeps the numbered frames, unless they are more than may wait.
  /// - Returns: whether they were kept.
  mutating func add(_ held: PendingFrames, isSameProcess: Bool) -> Bool {
    let whole = size + held.size
    guard !whole.isFull else { return false }
    size = whole
    batches.append(Batch(held: held, isSameProcess: isSameProcess))
    return true
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

  /// The memory with the carried frames in their places. Those with a number that the memory has not reached are left
  /// to be delivered by it.
  mutating func addingCarried(to ring: EventRing) -> (ring: EventRing, later: [PendingFrame]) {
    var ring = ring
    var early: [EventRing.Entry] = []
    var later: [PendingFrame] = []
    for held in carried.takeAll().flatMap(\.held.frames) {
      guard let entry = held.entry else { continue }
      if entry.seq <= ring.lastSeq { early.append(entry) } else { later.append(held) }
    }
    ring.entries = early + ring.entries
    return (ring, later)
  }

  private mutating func give(_ batch: CarriedFrames.Batch, _ reason: String, _ date: Date) {
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
