/// Input that was left out, or passed on only in part. The first of each kind is reported at once, with its beginning.
/// Those that follow are counted and reported at growing intervals, so that a flood of bad frames does not become a
/// flood of records.
struct IgnoredInput: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case unreadable, noTopic, unknownTopic, unknownMessage, complaint, number, memory

    /// For messages: in the singular and in the plural.
    var words: (one: String, more: String) {
      switch self {
      case .unreadable: ("a frame that is no JSON object was left out", "frames that are no JSON object were left out")
      case .noTopic: ("a frame without topic was left out", "frames without topic were left out")
      case .unknownTopic:
        (
          "a frame of a topic that hean does not know was left out",
          "frames of topics that hean does not know were left out"
        )
      case .unknownMessage:
        ("a message that hean does not know was left out", "messages that hean does not know were left out")
      case .complaint:
        ("the engine could not read a message of ours", "messages of ours could not be read by the engine")
      case .number:
        (
          "the number of an event cannot be right: the event is passed on, the number not counted",
          "numbers of events cannot be right: the events are passed on, the numbers not counted"
        )
      case .memory:
        (
          "an event in the engine's memory has no number and was left out",
          "events in the engine's memory have no number and were left out"
        )
      }
    }
  }

  private struct Tally {
    var count = 0
    /// Total bytes since the last report.
    var size = 0
    var excerpt = ""
    /// When the next report of this kind may be made.
    var next: Duration
    var pause: Duration
  }

  private var tallies: [Kind: Tally] = [:]

  /// How many bytes of a frame a report shows.
  private static let excerpt = 200
  private static let firstPause = Duration.seconds(1)
  private static let longestPause = Duration.seconds(60)

  /// - Returns: the report to make now; `nil` when it has to wait.
  mutating func add(_ kind: Kind, _ bytes: ArraySlice<UInt8>, at now: Duration, _ date: Date) -> StreamNotice? {
    add(kind, count: 1, size: bytes.count, String(decoding: bytes.prefix(Self.excerpt), as: UTF8.self), at: now, date)
  }

  mutating func add(
    _ kind: Kind, count: Int, size: Int = 0, _ excerpt: String, at now: Duration, _ date: Date
  ) -> StreamNotice? {
    var tally = tallies[kind] ?? Tally(next: now, pause: Self.firstPause)
    tally.count += count
    tally.size += size
    tally.excerpt = excerpt
    tallies[kind] = tally
    return tally.next <= now ? tell(kind, at: now, date) : nil
  }

  /// Reports whose waiting time is over.
  mutating func due(at now: Duration, _ date: Date) -> [StreamNotice] {
    Kind.allCases.compactMap { kind in
      guard let tally = tallies[kind], tally.count > 0, tally.next <= now else { return nil }
      return tell(kind, at: now, date)
    }
  }

  /// Reports of everything that was not reported yet.
  mutating func rest(at now: Duration, _ date: Date) -> [StreamNotice] {
    Kind.allCases.compactMap { kind in
      guard let tally = tallies[kind], tally.count > 0 else { return nil }
      return tell(kind, at: now, date)
    }
  }

  private mutating func tell(_ kind: Kind, at now: Duration, _ date: Date) -> StreamNotice? {
    guard var tally = tallies[kind] else { return nil }
    let (one, more) = kind.words
    var words = tally.count == 1 ? one : "\(tally.count) \(more)"
    if !tally.excerpt.isEmpty { words += tally.count == 1 ? ": \(tally.excerpt)" : "; the last: \(tally.excerpt)" }
    let notice = StreamNotice(
      .error, at: date, words,
      [
        "reason": .string(kind.rawValue), "count": .number(Decimal(tally.count)), "bytes": .number(Decimal(tally.size)),
        "excerpt": .string(tally.excerpt),
      ])
    // After a quiet time the next one is reported at once again.
    tally.pause = now - tally.next > Self.longestPause ? Self.firstPause : min(tally.pause * 2, Self.longestPause)
    tally.next = now + tally.pause
    tally.count = 0
    tally.size = 0
    tallies[kind] = tally
    return notice
  }
}
