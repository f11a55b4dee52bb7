import Foundation
import HeanCore

/// Writes the records of a stream as they come.
actor StreamWriter {
  private let session: Session
  private var filter: EventFilter
  private let limit: Int?
  private let leavesOutRepeats: Bool
  private let isText: Bool
  private var line = EventLine()
  private var events = 0
  private var gaps = 0
  private var dropped = 0
  /// Whether anything has been heard of the engine at all.
  private var hasHeard = false
  /// Whether it is heard now.
  private var isDown = true
  private var hasToldMode = false
  /// The last state of each label that was shown.
  private var states: [String: String] = [:]
  /// Fills that were told already: in dry run the engine tells each twice.
  private var fills: [Guidance] = []

  /// Bytes that are written at once; what came together is not torn apart, and never waits for what is still to come.
  private static let piece = 64 << 10

  init(_ session: Session, filter: EventFilter, count: Int?, leavesOutRepeats: Bool) {
    self.session = session
    self.filter = filter
    limit = count
    self.leavesOutRepeats = leavesOutRepeats
    let style = session.output
    isText = style.format == .table && (style.isTerminal || style.isFormatTyped)
  }

  /// - Returns: whether as many events were written as were asked for.
  func write(_ records: [StreamRecord]) throws -> Bool {
    for record in records {
      if case .event(let event) = record {
        guard filter.passes(event) else { continue }
        events += 1
      }
      try put(record)
      if let limit, events >= limit {
        try flush()
        return true
      }
    }
    try flush()
    return false
  }

  /// What the stream says of itself, after as many events were written as were asked for.
  func writeNotices(_ records: [StreamRecord]) throws {
    for case .notice(let notice) in records { try put(.notice(notice)) }
    try flush()
  }

  /// The same filter in the engine's own names.
  func narrow(to wanted: NameFilter) { filter.wanted = wanted }

  /// What an order would touch: told with the first connection, and when it changes.
  func tell(_ mode: OperatingMode) throws {
    let isChange = hasToldMode && mode != line.mode
    line.mode = mode
    guard isChange else { return }
    try put(.notice(StreamNotice(.mode, at: session.context.now(), "now \(mode.label): \(mode.meaning)")))
    try flush()
  }

  private func put(_ record: StreamRecord) throws {
    var record = record
    noteWhatIsHeard(record)
    if case .notice(var notice) = record {
      count(notice)
      if notice.kind == .connected || notice.kind == .polling {
        notice.message += " · \(line.mode.label)"
        record = .notice(notice)
        hasToldMode = true
      }
    }
    if isText { try show(record) } else { line.append(record) }
    if line.bytes.count >= Self.piece { try flush() }
  }

  func end(_ ending: StreamRun.Ending) throws {
    var members: [String: JSONValue] = [
      "reason": .string(ending.word), "events": .number(Decimal(events)), "gaps": .number(Decimal(gaps)),
      "dropped": .number(Decimal(dropped)),
    ]
    var words = "ended: \(ending.word); \(Figures.counted(events, "event"))"
    if isDown, case .duration = ending {
      words += hasHeard ? ", and the engine is not heard any more" : ", as the engine was not heard"
    }
    if gaps > 0 { words += ", \(Figures.counted(gaps, "gap"))" }
    if dropped > 0 { words += ", \(dropped) thrown away" }
    if case .condition(let values) = ending {
      let seen = values.map { ($0.key.text, $0.value) }.sorted { $0.0 < $1.0 }
      members["values"] = .object(Dictionary(seen.map { ($0.0, $0.1.json) }, uniquingKeysWith: { $1 }))
      words += "; " + seen.map { "\($0.0) is \($0.1.json.plainCell.text(in: .gmt))" }.joined(separator: ", ")
    }
    let notice = StreamRecord.notice(StreamNotice(.end, at: session.context.now(), words, members))
    if isText { try show(notice) } else { line.append(notice) }
    try flush()
  }

  private func noteWhatIsHeard(_ record: StreamRecord) {
    switch record {
    case .event: (hasHeard, isDown) = (true, false)
    case .notice(let notice):
      switch notice.kind {
      case .connected, .reconnected, .fresh: (hasHeard, isDown) = (true, false)
      // Whether it answers shows with the first question.
      case .polling: isDown = false
      case .stale: isDown = true
      case .gap, .dropped, .state, .mode, .error, .end: break
      }
    }
  }

  /// Whether nothing was ever heard of the engine, nor is now.
  var heardNothing: Bool { isDown && !hasHeard }

  private func count(_ notice: StreamNotice) {
    if notice.kind == .gap { gaps += 1 }
    if notice.kind == .dropped, case .number(let count)? = notice.members["count"] {
      dropped = dropped.clampedAdding(NSDecimalNumber(decimal: count).intValue)
    }
  }

  private func flush() throws {
    guard !line.bytes.isEmpty else { return }
    try session.context.output.writeBytes(line.bytes)
    line.clear()
  }

  private func show(_ record: StreamRecord) throws {
    let words: EventSummary
    let date: Date
    switch record {
    case .event(let event):
      let envelope = EventEnvelope(event)
      words = EventSummary(event, envelope)
      // What comes late has a moment of its own.
      date = (event.origin == .live ? nil : envelope.at) ?? event.receivedAt
      guard !isRepeat(words, event, envelope) else { return }
    case .notice(let notice):
      guard notice.kind != .state else { return }
      words = EventSummary("hean", notice.message, notice.kind.style)
      date = notice.at
    }
    // The day is today; the zone stays, where it is not UTC.
    let clock = session.clock(date).split(separator: " ").last ?? ""
    let text = session.commands.text(words.text)
    let palette = session.renderer.palette
    let room = session.renderer.width.map { max(20, $0 - clock.count - 14) }
    // An event is a line. What hean itself says is rare, and what was lost stands at its end: that is never cut off.
    let isWhole = if case .notice = record { true } else { false }
    let parts = room.map { isWhole ? HelpRenderer.wrap(text, indent: 0, width: $0) : [text] } ?? [text]
    let lines = parts.map { part in palette.paint(room.map { truncated(part, to: $0) } ?? part, words.style) }
    let label = padded(truncated(sanitized(words.label), to: 11), to: 11)
    let margin = "\n" + String(repeating: " ", count: clock.count + 14)
    try session.context.output.write(
      "\(palette.paint(String(clock), .faint))  \(palette.paint(label, .faint)) \(lines.joined(separator: margin))\n")
  }

  private func isRepeat(_ words: EventSummary, _ event: StreamEvent, _ envelope: EventEnvelope) -> Bool {
    if case .order(.filled, _) = envelope.event {
      guard !fills.contains(words.text) else { return true }
      fills.append(words.text)
      if fills.count > 64 { fills.removeFirst() }
    }
    guard leavesOutRepeats, let state = words.state else { return false }
    // What says nothing is not even said once.
    if event.origin == .snapshot, [.riskEvents, .strategyEvents].contains(event.topic) { return true }
    defer { states[words.label] = state }
    return states[words.label] == state
  }
}

extension StreamNotice.Kind {
  var style: Style {
    switch self {
    case .connected, .reconnected, .fresh, .state, .end: .faint
    case .stale, .polling, .mode, .error: .warning
    case .gap, .dropped: .bad
    }
  }
}
