/// How far the event numbers of a connection go, and which of them are not believed.
///
/// A number only tells whether its event came before. For no other reason is an event left out because of its number:
/// one that is corrupt, or of another process, would otherwise cost events.
struct StreamNumbers: Sendable {
  enum Judgement: Sendable, Equatable {
    /// Pass it on if it is wanted.
    case new
    /// The same event came before.
    case known
    /// Pass it on, but do not believe the number: it is far from those before it.
    case doubtful
    /// Another process sends on the same connection. Nothing was noted of this event.
    case begunAnew
  }

  struct Doubt: Sendable, Equatable {
    var seq: Int
    var mark: EventMark
    var isTold = false
  }

  /// The highest number that is believed, of any topic.
  var last: Int?
  private(set) var window = SeqWindow()
  /// Doubtful numbers since the last believed one.
  private(set) var doubts: [Doubt] = []
  /// Doubtful numbers that proved to be wrong. The code that reports them empties the list.
  var disbelieved: [Int] = []
  /// A jump that later numbers confirmed: the first and the last number that did not come.
  var leap: (from: Int, to: Int)?
  /// How many known events came in a row, each with a higher number than the one before.
  private var repetitions = 0
  private var lastRepetition = 0

  /// A number farther than this from the last one is believed when a second one agrees with it. That does not take
  /// long: heartbeats come each second.
  private static let reach = SeqWindow.size
  /// So many numbers that were used before, and no new one between them: another process is counting.
  private static let enough = 3
  /// An event can come on several topics, so known numbers can follow each other. A longer row comes from another
  /// process.
  static let mostRepetitions = 64

  /// - Parameters:
  ///   - wanted: whether the topic is wanted.
  ///   - isLive: whether it came just now. All that was held back can be known from the engine's memory.
  mutating func judge(_ seq: Int, _ mark: EventMark, wanted: Bool, isLive: Bool) -> Judgement {
    let judgement = look(seq, mark, wanted)
    guard judgement == .known, isLive else {
      if judgement != .doubtful { repetitions = 0 }
      return judgement
    }
    // Without a time in it, a repetition looks like an event of a new process. When numbers go back, a new row begins.
    guard !mark.isMoment else { return .known }
    repetitions = seq > lastRepetition ? repetitions + 1 : 1
    lastRepetition = seq
    return repetitions > Self.mostRepetitions ? .begunAnew : .known
  }

  private mutating func look(_ seq: Int, _ mark: EventMark, _ wanted: Bool) -> Judgement {
    if !doubts.isEmpty, let place = doubts.firstIndex(of: seq, mark) {
      guard wanted, !doubts[place].isTold else { return .known }
      doubts[place].isTold = true
      return .doubtful
    }
    guard let last else {
      self.last = seq
      return pass(seq, mark, wanted)
    }
    if seq > last + Self.reach {
      guard let first = doubts.first(where: { abs($0.seq - seq) <= Self.reach && $0.seq > last }) else {
        return doubt(seq, mark, wanted)
      }
      leap = (last + 1, min(first.seq, seq) - 1)
      accept(doubts.filter { abs($0.seq - seq) <= Self.reach })
    } else if seq <= last {
      switch window.sight(of: seq, mark) {
      case .seen: return pass(seq, mark, wanted)
      // Late: events can overtake each other.
      case .unseen where seq > last - Self.reach: return pass(seq, mark, wanted)
      case .unseen, .other:
        let others = doubts.count { $0.seq <= last && abs($0.seq - seq) <= Self.reach }
        guard others + 1 >= Self.enough else { return doubt(seq, mark, wanted) }
        return .begunAnew
      }
    }
    disbelieve()
    self.last = max(last, seq)
    return pass(seq, mark, wanted)
  }

  private mutating func pass(_ seq: Int, _ mark: EventMark, _ wanted: Bool) -> Judgement {
    window.note(seq, mark, telling: wanted) == .known ? .known : .new
  }

  private mutating func doubt(_ seq: Int, _ mark: EventMark, _ wanted: Bool) -> Judgement {
    if doubts.count >= 2 * Self.enough {
      disbelieved.append(doubts[0].seq)
      accept([doubts[0]])
    }
    doubts.append(Doubt(seq: seq, mark: mark, isTold: wanted))
    return .doubtful
  }

  private mutating func accept(_ found: [Doubt]) {
    for doubt in found { _ = window.note(doubt.seq, doubt.mark, telling: doubt.isTold) }
    doubts.removeAll { found.contains($0) }
  }

  /// Later numbers continue from before the doubtful ones, so those were wrong.
  mutating func disbelieve() {
    guard !doubts.isEmpty else { return }
    disbelieved += doubts.map(\.seq)
    // The engine's memory may hold these events, and they were passed on already.
    accept(doubts)
  }

  /// Notes an event of the engine's memory.
  /// - Parameter newest: the highest number that the memory claims.
  /// - Returns: whether the event is to be passed on.
  mutating func take(_ entry: EventRing.Entry, newest: Int, wanted: Bool) -> Bool {
    if entry.seq <= newest { last = max(last ?? entry.seq, entry.seq) }
    return window.note(entry.seq, entry.mark, telling: wanted) == .tell
  }

  /// The numbers restart.
  mutating func beginAnew() {
    let isUnmarked = repetitions > Self.mostRepetitions
    if isUnmarked { window = SeqWindow() } else { window.beginAnew() }
    accept(doubts)
    last = nil
    repetitions = 0
    lastRepetition = 0
  }

  /// Whether the memory holds the events that were seen under their numbers; `nil` when it holds none of those numbers.
  func isSame(as ring: EventRing) -> Bool? {
    var same = 0
    var other = 0
    for entry in ring.entries {
      switch window.sight(of: entry.seq, entry.mark) {
      case .other: other += 1
      case .seen: same += 1
      case .unseen: break
      }
    }
    return same + other > 0 ? same >= other : nil
  }
}

extension [StreamNumbers.Doubt] {
  fileprivate func firstIndex(of seq: Int, _ mark: EventMark) -> Int? {
    firstIndex { $0.seq == seq && !$0.mark.differs(from: mark) }
  }
}
