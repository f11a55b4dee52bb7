import Foundation

/// A frame and when it came, as long as it is not decided whether it is passed on.
struct PendingFrame: Sendable {
  var frame: EventFrame
  var topic: Topic
  var at: Date
}

/// Frames that wait to be passed on; limited in bytes and in number.
struct PendingFrames: Sendable {
  static let mostBytes = 16 << 20
  static let most = 20_000

  private(set) var frames: [PendingFrame] = []
  private var size = 0

  var isFull: Bool { size >= Self.mostBytes || frames.count >= Self.most }

  mutating func add(_ held: PendingFrame) {
    var own = held
    own.frame = held.frame.detached
    size += own.frame.bytes.count
    frames.append(own)
  }

  var seqs: some Sequence<Int> { frames.lazy.compactMap { $0.frame.seq } }
}
