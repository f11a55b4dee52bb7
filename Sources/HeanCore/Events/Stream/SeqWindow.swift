/// Which events were seen, by their number and a mark of the event itself. Memory does not grow.
///
/// A number alone does not tell: a process that begins anew counts through the same ones again.
package struct SeqWindow: Sendable {
  /// An event is remembered until one comes whose number is so much larger.
  package static let size = 4096

  package enum Sight: Sendable, Equatable {
    case unseen
    /// The same event.
    case seen
    /// The same number, and another event.
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

  package init() {}

  package func sight(of seq: Int, _ mark: EventMark) -> Sight { sight(of: seq, mark, in: slots[Self.place(seq)]) }

  private func sight(of seq: Int, _ mark: EventMark, in slot: Slot) -> Sight {
    guard slot.seq == seq else { return .unseen }
    // What another process sent under this number says nothing, but for the very same event: the first ones of the new
    // process came before it was known for one.
    guard slot.era == era else { return slot.mark.isMoment && slot.mark == mark ? .seen : .unseen }
    return slot.mark.differs(from: mark) ? .other : .seen
  }

  /// Another process counts from now on.
  package mutating func beginAnew() { era &+= 1 }

  /// What became of an event that was noted.
  package enum Note: Sendable, Equatable {
    /// To be handed on.
    case tell
    /// The same was here before.
    case known
    /// New, and not wanted.
    case passed
  }

  /// Remembers an event.
  /// - Parameter telling: whether it is handed on if it was not yet: copies of one event come on several topics, and not
  ///   all of them are wanted.
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

/// What tells one event from another that has its number: a fingerprint of its moment, or of all of it where it has none.
package struct EventMark: Sendable, Equatable {
  /// Odd: of a moment. Even: of the whole record.
  private var value: UInt32

  package static let none = EventMark(value: 0)

  private init(value: UInt32) { self.value = value }

  init(moment: Span<UInt8>) { value = Self.fingerprint(moment) | 1 }
  init(record: Span<UInt8>) { value = max(2, Self.fingerprint(record) & ~1) }

  /// Whether it tells when the event happened, so that no two events share it.
  package var isMoment: Bool { value & 1 == 1 }

  /// Whether two events of one number are two. Marks of different kinds tell nothing.
  package func differs(from other: EventMark) -> Bool {
    value != other.value && value & 1 == other.value & 1 && self != .none && other != .none
  }

  /// Eight bytes at a time: this is done for every event.
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
