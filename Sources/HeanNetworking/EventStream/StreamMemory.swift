import Foundation
import HeanCore

/// What a stream knows of the engine's numbers: which were handed on, where it stands, which process counts them.
struct StreamMemory: Sendable {
  private let topics: Set<Topic>
  private var window = SeqWindow()
  /// The highest number seen on any topic.
  private var last: Int?
  /// Numbers below it were before our time.
  private var floor: Int?
  /// The last numbered record: the same number with another moment is another process's.
  private var latest: (seq: Int, body: ArraySlice<UInt8>)?
  /// When the engine's process began, on the stream's clock: the earliest that a heartbeat of it told of, as a delay only
  /// makes it look later.
  private var processStart: Double?
  /// The same, of heartbeats on a connection that may be another process's.
  private var newStart: Double?
  private(set) var restarts = 0
  /// Numbers that look long past, in a row: a process that began anew behind the same connection.
  private var regressions = 0

  /// Events arrive a little out of order: one that was overtaken before a cut is looked for, too.
  private static let margin = 64
  private let tolerance: Double

  init(topics: Set<Topic>, since: Int?, tolerance: Duration) {
    self.topics = topics
    self.tolerance = tolerance.seconds
    if let since {
      last = since
      floor = since + 1
    }
  }

  /// Whether there is a place to go on from: a number, or the beginning of a process.
  var hasBegun: Bool { last != nil || restartedFromZero }
  /// Where the engine's memory is to be read from.
  var since: Int { max(0, (last ?? 0) - Self.margin, (floor ?? 1) - 1) }

  /// Hands a frame on unless it is a copy, a repetition, or not wanted.
  mutating func deliver(_ frame: EventFrame, _ topic: Topic, _ date: Date, into records: inout [StreamRecord]) {
    if let seq = frame.seq {
      if floor == nil { floor = seq }
      guard !isRegression(seq, date, into: &records) else { return }
      last = max(last ?? seq, seq)
      if let data = frame.data { latest = (seq, frame.bytes[data]) }
      guard topics.contains(topic), window.insert(seq) else { return }
      records.append(.event(event(frame, topic, .live, date)))
    } else {
      guard topics.contains(topic) else { return }
      let type = frame.typeName
      let isSnapshot = type.isEmpty || type == "snapshot" || type.hasSuffix("_snapshot")
      records.append(.event(event(frame, topic, isSnapshot ? .snapshot : .live, date)))
    }
  }

  private mutating func isRegression(_ seq: Int, _ date: Date, into records: inout [StreamRecord]) -> Bool {
    guard let last, seq <= last - SeqWindow.size else {
      regressions = 0
      return false
    }
    regressions += 1
    guard regressions > Self.margin else { return true }
    restart(into: &records, date)
    return false
  }

  private func event(
    _ frame: EventFrame, _ topic: Topic, _ origin: StreamEvent.Origin, _ date: Date
  ) -> StreamEvent {
    StreamEvent(
      topic: topic, seq: frame.seq, origin: origin, body: frame.data.map { frame.bytes[$0] } ?? frame.bytes,
      typeRange: frame.type, receivedAt: date)
  }

  /// The heartbeat's uptime tells when the process began.
  /// - Parameter isKnown: whether it is sure to be the same process as before.
  mutating func noteUptime(_ frame: EventFrame, isKnown: Bool, at now: Duration) {
    guard let data = frame.data, let body = try? JSONDecoder().decode(Heartbeat.self, from: Data(frame.bytes[data])),
      let uptime = body.payload?.uptime_sec ?? body.uptime_sec
    else { return }
    let start = now.seconds - uptime
    if isKnown {
      processStart = min(processStart ?? start, start)
    } else {
      newStart = min(newStart ?? start, start)
    }
  }

  /// It is clear now whose heartbeats the new ones are.
  mutating func settleStart(isSame: Bool) {
    if let newStart { processStart = isSame ? min(processStart ?? newStart, newStart) : newStart }
    newStart = nil
  }

  /// A connection ended before that was clear.
  mutating func forgetStart() { newStart = nil }

  private struct Heartbeat: Decodable {
    struct Payload: Decodable { var uptime_sec: Double? }
    var payload: Payload?
    var uptime_sec: Double?
  }

  /// Whether another process counts now.
  func hasRestarted(ring: EventRing?, held: some Sequence<Int>) -> Bool {
    guard let last else { return false }
    if let ring {
      if ring.lastSeq < last { return true }
      if let latest, let entry = ring.entries.first(where: { $0.seq == latest.seq }) {
        return Self.moment(entry.body) != Self.moment(latest.body)
      }
    }
    if let newStart, let processStart, newStart - processStart > tolerance { return true }
    return held.contains { $0 < last - Self.margin }
  }

  private static func moment(_ body: ArraySlice<UInt8>) -> String? {
    (try? JSONDecoder().decode(Stamp.self, from: Data(body)))?.ts
  }

  private struct Stamp: Decodable { var ts: String? }

  /// Numbers begin anew, and nothing is left of what the old process had not sent.
  mutating func restart(into records: inout [StreamRecord], _ date: Date) {
    if let last {
      records.append(
        .notice(
          StreamNotice(
            .gap, at: date,
            "the engine's process has restarted: what it sent between number \(last) and then is lost",
            ["from_seq": .number(Decimal(last + 1)), "to_seq": .null, "reason": "engine restarted"])))
    }
    restarts += 1
    window = SeqWindow()
    last = nil
    latest = nil
    floor = 1
    regressions = 0
    processStart = nil
  }

  mutating func forgetRestarts() { restarts = 0 }

  /// Hands on what the engine remembers and we have not seen, and reports the numbers that are lost.
  /// - Parameter firstLive: the first number that came by itself; what is before it must be in the memory.
  mutating func absorb(
    _ ring: Result<EventRing, StreamMachine.StreamLoss>, firstLive: Int?, _ origin: StreamEvent.Origin, _ date: Date,
    into records: inout [StreamRecord]
  ) {
    switch ring {
    case .failure(let loss):
      guard let last, let firstLive else { return }
      if firstLive > last + 1 {
        gap(last + 1, firstLive - 1, "the engine's memory cannot be read: \(loss.words)", date, &records)
      }
    case .success(let ring):
      guard last != nil || restartedFromZero else {
        // The first look of a poll: what was before is not asked for.
        last = ring.lastSeq
        floor = ring.lastSeq + 1
        return
      }
      let entries = ring.entries.sorted { $0.seq < $1.seq }
      var expected = (last ?? 0) + 1
      for entry in entries where entry.seq >= (floor ?? 1) {
        if entry.seq > expected {
          gap(expected, entry.seq - 1, "the engine's memory does not reach back so far", date, &records)
        }
        expected = max(expected, entry.seq + 1)
        last = max(last ?? entry.seq, entry.seq)
        guard let topic = wanted(entry), window.insert(entry.seq) else { continue }
        records.append(
          .event(
            StreamEvent(
              topic: topic, seq: entry.seq, origin: origin, body: entry.body, typeRange: entry.typeRange,
              receivedAt: date)))
      }
    }
  }

  private var restartedFromZero: Bool { floor == 1 }

  private func gap(
    _ from: Int, _ to: Int, _ reason: String, _ date: Date, _ records: inout [StreamRecord]
  ) {
    let count = to - from + 1
    records.append(
      .notice(
        StreamNotice(
          .gap, at: date, "\(Figures.counted(count, "event")) of any topic lost (\(from) to \(to)): \(reason)",
          [
            "from_seq": .number(Decimal(from)), "to_seq": .number(Decimal(to)), "count": .number(Decimal(count)),
            "reason": .string(reason),
          ])))
  }

  /// The topic under which an event of the memory is handed on: its own, or that of a copy.
  private func wanted(_ entry: EventRing.Entry) -> Topic? {
    guard let topic = entry.topic else { return nil }
    if topics.contains(topic) { return topic }
    return topic.copies(ofType: entry.type).first { topics.contains($0) }
  }
}
