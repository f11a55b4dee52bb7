/// A time of which something is not recorded, as a line tells it.
public struct RecordGap: Sendable, Equatable {
  /// Why something is not known.
  public enum Reason: String, CaseIterable, Sendable {
    /// The recorder did not run: nobody had started it, or it was ended.
    case notRunning = "not_running"
    /// The recorder was ended without a chance to say so: a kill, a crash, a power failure.
    case killed
    /// The engine did not answer.
    case noAnswer = "no_answer"
    /// The engine answered, and its feed of prices or events stood still.
    case frozen
    /// The stream lost events; `count` tells how many.
    case streamLost = "stream_lost"
    /// The disk was full, or the file could not be written.
    case diskFull = "disk_full"
    /// The clock of this machine was set back.
    case clockSetBack = "clock_set_back"
    /// The machine slept, or the recorder got no time.
    case slept
    /// The engine was restarted: what it had not told by then, it has forgotten.
    case engineRestarted = "engine_restarted"
    /// The engine keeps only so many rows, and more had passed before it was asked again.
    case forgotten
    /// More rows came than are recorded; `count` tells how many were left out.
    case tooMany = "too_many"
    /// What was recorded would have been larger than it may be.
    case sizeLimit = "size_limit"
    /// It was recorded, and removed since: it was too old, or there was no room.
    case removed
  }

  /// What is not known.
  public enum Subject: String, CaseIterable, Sendable {
    /// Nothing is known of this time.
    case all
    /// Events: signals, decisions, alarms.
    case events
    /// Closed positions.
    case trades
    /// Orders and fills.
    case orders
    /// Points of the engine's equity.
    case equity
    /// Prices.
    case prices
  }

  /// From the last moment that is known.
  public var from: Date
  /// To the first moment that is known again.
  public var to: Date
  /// Why.
  public var reason: Reason
  /// What of that time is not known.
  public var subject: Subject
  /// How many rows are lost; `nil` when that is not known.
  public var count: Int?

  /// A gap of everything, unless a subject is given.
  public init(from: Date, to: Date, reason: Reason, subject: Subject = .all, count: Int? = nil) {
    self.from = from
    self.to = to
    self.reason = reason
    self.subject = subject
    self.count = count
  }
}

extension RecordGap {
  /// The line that tells of it, as it is recorded.
  public var line: RecordLine {
    RecordLine(
      at: to, kind: .gap,
      body: [
        "from": .string(EngineTime.format(from)), "to": .string(EngineTime.format(to)),
        "reason": .string(reason.rawValue),
        "subject": .string(subject.rawValue), "count": .optional(count),
      ])
  }

  /// Reads the line back; `nil` for a line of another kind. An unknown reason or subject of a newer version counts as
  /// everything being lost.
  public init?(_ line: RecordLine) {
    guard line.kind == .gap, let from = line.body["from"]?.text.flatMap({ EngineTime.parse($0) }),
      let to = line.body["to"]?.text.flatMap({ EngineTime.parse($0) })
    else { return nil }
    self.init(
      from: from, to: to, reason: line.body["reason"]?.text.flatMap(Reason.init(rawValue:)) ?? .notRunning,
      subject: line.body["subject"]?.text.flatMap(Subject.init(rawValue:)) ?? .all,
      count: line.body["count"]?.number.flatMap { Int("\($0)") })
  }
}
