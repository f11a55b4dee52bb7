/// A frame and when it came, as long as it is not decided whether it is passed on.
struct PendingFrame: Sendable {
  var frame: EventFrame
  var topic: Topic
  var at: Date
}

/// Frames that wait to be passed on; limited in bytes and in number.
struct PendingFrames: Sendable {
  /// How much waits.
  struct Size: Sendable {
    static let mostBytes = 16 << 20
    static let most = 20_000

    var count = 0
    var bytes = 0

    var isFull: Bool { bytes >= Self.mostBytes || count >= Self.most }

    static func + (one: Size, other: Size) -> Size {
      Size(count: one.count + other.count, bytes: one.bytes + other.bytes)
    }
  }

  private(set) var frames: [PendingFrame] = []
  private(set) var size = Size()

  var isFull: Bool { size.isFull }

  mutating func add(_ held: PendingFrame) {
    var own = held
    own.frame = held.frame.detached
    size = size + Size(count: 1, bytes: own.frame.bytes.count)
    frames.append(own)
  }

  var seqs: some Sequence<Int> { frames.lazy.compactMap { $0.frame.seq } }
}
