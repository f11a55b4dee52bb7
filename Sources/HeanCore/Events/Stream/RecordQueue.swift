/// Records that the reader has not taken yet; limited in size. Times count from the start of the stream.
package struct RecordQueue: Sendable {
  /// Bytes of events from which on the queue counts as full.
  static let limit = 1 << 20
  /// Notices are few, and up to this many are kept however slow the reader is. A peer that causes more must not fill
  /// the memory with them.
  static let mostNotices = 4096
  /// A reader that takes nothing for so long loses events. Waiting longer would stop us from reading, and the engine
  /// drops a client that does not read for five seconds.
  package static let patience = Duration.seconds(2)
  /// An event keeps the buffer of its whole batch in memory. From so many batches on, events are copied into bytes of
  /// their own.
  private static let piecesAsTheyCame = 16

  private var records: [StreamRecord] = []
  private var size = 0
  private var notices = 0
  private var pieces = 0
  private var dropped = 0
  private var droppedNotices = 0
  private var firstDropped: Int?
  private var lastDropped: Int?
  private var fullSince: Duration?

  /// An empty queue.
  package init() {}

  private var isFull: Bool { size >= Self.limit }

  /// How much longer the one who fills the queue has to wait for the reader; `nil` while there is room, and when that
  /// wait is over.
  package func patience(at now: Duration) -> Duration? {
    guard isFull, let fullSince else { return nil }
    let left = Self.patience - (now - fullSince)
    return left < .zero ? nil : left
  }

  /// Adds records; when the reader has been too slow for too long, events are counted and dropped.
  package mutating func add(_ more: [StreamRecord], at now: Duration) {
    let isStuck = fullSince.map { now - $0 > Self.patience } ?? false
    pieces += 1
    var added = (size: 0, notices: 0)
    for record in more {
      if case .event(let event) = record { added.size += event.body.count } else { added.notices += 1 }
    }
    if isStuck || pieces > Self.piecesAsTheyCame || notices + added.notices > Self.mostNotices {
      for record in more { add(record, isStuck) }
    } else {
      if records.isEmpty { records = more } else { records += more }
      size += added.size
      notices += added.notices
    }
    if isFull, fullSince == nil { fullSince = now }
  }

  private mutating func add(_ record: StreamRecord, _ isStuck: Bool) {
    switch record {
    case .event(var event):
      if isStuck { return drop(event) }
      event.detach()
      size += event.body.count
      records.append(.event(event))
    case .notice:
      guard notices < Self.mostNotices else {
        droppedNotices += 1
        return
      }
      notices += 1
      records.append(record)
    }
  }

  private mutating func drop(_ event: StreamEvent) {
    dropped += 1
    guard let seq = event.seq else { return }
    firstDropped = min(firstDropped ?? seq, seq)
    lastDropped = max(lastDropped ?? seq, seq)
  }

  /// Takes everything, with a notice of what was dropped. `nil` when there is nothing.
  package mutating func take(_ now: Date) -> [StreamRecord]? {
    if dropped > 0 || droppedNotices > 0 { records.append(.notice(loss(now))) }
    let taken = records
    self = RecordQueue()
    return taken.isEmpty ? nil : taken
  }

  private func loss(_ now: Date) -> StreamNotice {
    var words = "\(Figures.counted(dropped, "event")) thrown away"
    if droppedNotices > 0 { words += ", and \(droppedNotices) of hean's own records" }
    return StreamNotice(
      .dropped, at: now, words + ": nobody read for \(Self.patience.seconds) s",
      [
        "count": .number(Decimal(dropped)), "from_seq": .optional(firstDropped), "to_seq": .optional(lastDropped),
        "notices": .number(Decimal(droppedNotices)),
      ])
  }
}

extension StreamEvent {
  /// Gives the event bytes of its own.
  fileprivate mutating func detach() {
    let base = body.startIndex
    body = Array(body)[...]
    typeRange = typeRange.map { ($0.lowerBound - base)..<($0.upperBound - base) }
  }
}
