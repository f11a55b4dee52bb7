import Foundation
import HeanCore

/// What a reader has not yet taken, bounded.
struct Outbox {
  /// Bytes of events; notices are few and always kept.
  static let limit = 1 << 20
  /// A reader that takes nothing for so long loses events: the engine would drop us after five seconds.
  static let patience = Duration.seconds(2)

  private var records: [StreamRecord] = []
  private var size = 0
  private var dropped = 0
  private var firstDropped: Int?
  private var lastDropped: Int?
  private var fullSince: ContinuousClock.Instant?

  var isFull: Bool { size >= Self.limit }
  /// Full for longer than a reader may take.
  var isStuck: Bool { fullSince.map { ContinuousClock.now - $0 > Self.patience } ?? false }

  mutating func add(_ more: [StreamRecord]) {
    guard isStuck else {
      for record in more { if case .event(let event) = record { size += event.body.count } }
      if records.isEmpty { records = more } else { records += more }
      if isFull, fullSince == nil { fullSince = .now }
      return
    }
    for record in more {
      guard case .event(let event) = record else {
        records.append(record)
        continue
      }
      dropped += 1
      if let seq = event.seq {
        firstDropped = min(firstDropped ?? seq, seq)
        lastDropped = max(lastDropped ?? seq, seq)
      }
    }
  }

  /// - Returns: `nil` when there is nothing.
  mutating func take(_ now: Date) -> [StreamRecord]? {
    fullSince = nil
    if dropped > 0 {
      records.append(
        .notice(
          StreamNotice(
            .dropped, at: now,
            "\(Figures.counted(dropped, "event")) thrown away: nobody read for \(Self.patience.seconds) s",
            [
              "count": .number(Decimal(dropped)), "from_seq": .optional(firstDropped),
              "to_seq": .optional(lastDropped),
            ])))
      dropped = 0
      firstDropped = nil
      lastDropped = nil
    }
    guard !records.isEmpty else { return nil }
    defer {
      records = []
      size = 0
    }
    return records
  }
}
