/// Remembers which events were seen, by number and mark. The memory used does not grow.
///
/// The number alone is not enough: a restarted process uses the same numbers again.
package struct SeqWindow: Sendable {
  /// An event is forgotten when one with a number larger by this comes.
  package static let size = 4096

  /// What is known of an event.
  package enum Sight: Sendable, Equatable {
    /// Not seen, or forgotten.
    case unseen
    /// The same event was seen.
    case seen
    /// Another event with the same number was seen.
    case other
  }

  private struct Slot {
    var seq = -1
    var mark: EventMark = .none
    var era: UInt16 = 0
    var isTold = false
  }

  private var slots = [Slot](repeating: Slot(), count: size)
  private var era: UInt16 = 0

  /// Nothing has been seen yet.
  package init() {}

  /// Whether the event with this number and mark was seen.
  package func sight(of seq: Int, _ mark: EventMark) -> Sight { sight(of: seq, mark, in: slots[Self.place(seq)]) }

  private func sight(of seq: Int, _ mark: EventMark, in slot: Slot) -> Sight {
    guard slot.seq == seq else { return .unseen }
    // Events of another process with this number do not count, except the very same event: the first events of the new
    // process came before it was known to be one.
    guard slot.era == era else { return slot.mark.isMoment && slot.mark == mark ? .seen : .unseen }
    return slot.mark.differs(from: mark) ? .other : .seen
  }

  /// From now on another process counts.
  package mutating func beginAnew() { era &+= 1 }

  /// What to do with an event that was noted.
  package enum Note: Sendable, Equatable {
    /// Pass it on.
    case tell
    /// Nothing: it was noted before.
    case known
    /// Nothing: it is new, but its topic is not wanted.
    case passed
  }

  /// Remembers an event.
  /// - Parameter telling: whether this copy is wanted, and so passed on if none was before. An event can come on
  ///   several topics, of which only some are wanted.
  package mutating func note(_ seq: Int, _ mark: EventMark, telling: Bool) -> Note {
    let place = Self.place(seq)
    let slot = slots[place]
    let isKnown = sight(of: seq, mark, in: slot) == .seen
    let isTold = isKnown && slot.isTold
    slots[place] = Slot(seq: seq, mark: mark, era: era, isTold: isTold || telling)
    if telling, !isTold { return .tell }
    return isKnown ? .known : .passed
  }

  private static func place(_ seq: Int) -> Int { seq & (size - 1) }
}

/// Tells two events with the same number apart: a hash of the event's time, or of the whole event when it has none.
package struct EventMark: Sendable, Equatable {
  /// Odd: hash of a time. Even: hash of a whole event.
  private var value: UInt32

  /// Of an event that has no mark.
  package static let none = EventMark(value: 0)

  private init(value: UInt32) { self.value = value }

  init(moment: Span<UInt8>) { value = Self.fingerprint(moment) | 1 }
  init(record: Span<UInt8>) { value = max(2, Self.fingerprint(record) & ~1) }

  /// Whether it was made of the event's time, so that no two events share it.
  package var isMoment: Bool { value & 1 == 1 }

  /// Whether these are marks of two events. Marks of different kinds cannot be compared, and do not differ.
  package func differs(from other: EventMark) -> Bool {
    value != other.value && value & 1 == other.value & 1 && self != .none && other != .none
  }

  /// Hashes eight bytes at a time, because it is done for every event.
  private static func fingerprint(_ bytes: Span<UInt8>) -> UInt32 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func mix(_ word: UInt64) {
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    let raw = unsafe bytes.bytes
    let count = bytes.count
    var at = 0
    while at + 8 <= count {
      mix(unsafe raw.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self))
      at += 8
    }
    while at < count {
      mix(UInt64(bytes[at]))
      at += 1
    }
    return UInt32(truncatingIfNeeded: hash >> 32)
  }
}
