import HeanCore

extension StreamMachine {
  /// Between a reconnect and the moment when it is clear what was missed.
  struct Settling: Sendable {
    var since: Duration
    /// The number after which the memory was read; `nil` while that waits for confirmations.
    var asked: Int?
    /// The numbers that had come by then: a memory that ends before them is not that of the process which sent them.
    var numbersBefore: [Int] = []
    var unconfirmed: Set<Topic>
    var ring: Result<EventRing, StreamLoss>?
    var hasBeat = false
    var held = HeldFrames()

    /// The memory, if it can be that of the process which the connection belongs to: there may be a restart between the
    /// two. More than one number, because a single one may be corrupt.
    var ownRing: Result<EventRing, StreamLoss>? {
      guard case .success(let found) = ring, numbersBefore.count(where: { $0 > found.lastSeq }) > 1 else { return ring }
      return .failure(StreamLoss(words: "it is another process's"))
    }
  }

  /// Why the memory could not be read.
  struct StreamLoss: Error, Sendable, Equatable {
    var words: String
    /// 401 or 403: asking again is of no use.
    var isFinal = false
  }
}
