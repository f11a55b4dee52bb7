import HeanCore

/// Writes the records of a stream when they arrive.
actor StreamWriter {
  private let session: Session
  private var filter: EventFilter
  private let names: EventNames
  private let limit: Int?
  private let leavesOutRepeats: Bool
  private let isText: Bool
  private var line = EventLine()
  private var events = 0
  private var gaps = 0
  private var dropped = 0
  /// Whether anything was ever received from the engine.
  private var hasHeard = false
  /// Whether the engine is silent or not connected now.
  private var isDown = true
  private var hasToldMode = false
  /// The last state that was shown, by label.
  private var states: [String: String] = [:]
  /// Fills that were shown already: in dry run the engine sends each one twice.
  private var fills: [Guidance] = []

  /// How many bytes are collected before a write. Records that arrived together are written together, and never wait
  /// for later ones.
  private static let piece = 64 << 10

  init(_ session: Session, filter: EventFilter, names: EventNames, count: Int?, leavesOutRepeats: Bool) {
    self.session = session
    self.filter = filter
    self.names = names
    limit = count
    self.leavesOutRepeats = leavesOutRepeats
    let style = session.output
    isText = style.format == .table && (style.isTerminal || style.isFormatTyped)
    line.redaction = style.redaction
  }

  /// - Returns: whether the requested number of events has been written.
  func write(_ records: [StreamRecord]) throws -> Bool {
    for record in records {
      if case .event(let event) = record {
        guard filter.passes(event), names.isEmpty || names.takes(EventSummary.names(of: event)) else { continue }
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

  /// Writes the stream's notices about itself, after the requested number of events has been written.
  func writeNotices(_ records: [StreamRecord]) throws {
    for case .notice(let notice) in records { try put(.notice(notice)) }
    try flush()
  }

  /// Replaces the names of the filter by the engine's own spelling.
  func narrow(to wanted: NameFilter) { filter.wanted = wanted }

  /// Reports the mode: with the first connection, and when it changes.
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
      "reason": .string(ending.description), "events": .number(Decimal(events)), "gaps": .number(Decimal(gaps)),
      "dropped": .number(Decimal(dropped)),
    ]
    var words = "ended: \(ending.description); \(Figures.counted(events, "event"))"
    if isDown, case .duration = ending {
      words += ", and nothing \(hasHeard ? "more is" : "was") received from the engine"
    }
    if gaps > 0 { words += ", \(Figures.counted(gaps, "gap"))" }
    if dropped > 0 { words += ", \(dropped) thrown away" }
    if case .condition(let values) = ending {
      let seen = values.map { ($0.key.text, $0.value) }.sorted { $0.0 < $1.0 }
      members["values"] = .object(Dictionary(seen.map { ($0.0, $0.1.json) }, uniquingKeysWith: { $1 }))
      words += "; " + seen.map { "\($0.0) is \($0.1.json.plainCell.text(in: .utc))" }.joined(separator: ", ")
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
      // The first request will show whether the engine answers.
      case .polling: isDown = false
      case .stale: isDown = true
      case .gap, .dropped, .state, .mode, .error, .end: break
      }
    }
  }

  /// Whether nothing was ever received from the engine, and it does not answer now.
  var heardNothing: Bool { isDown && !hasHeard }

  private func count(_ notice: StreamNotice) {
    if notice.kind == .gap { gaps += 1 }
    if notice.kind == .dropped, case .number(let count)? = notice.members["count"] {
      dropped = dropped.clampedAdding(count.wholePart ?? 0)
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
      // An event from the past is shown with the time when it happened.
      date = (event.origin == .live ? nil : envelope.at) ?? event.receivedAt
      guard !isRepeat(words, event, envelope) else { return }
    case .notice(let notice):
      guard notice.kind != .state else { return }
      words = EventSummary("hean", notice.message, notice.kind.style)
      date = notice.at
    }
    // The date is left out, because it is today. The zone is kept when it is not UTC.
    let clock = session.timestamp(date).split(separator: " ").last ?? ""
    let text = session.commands.text(session.output.redaction?.guidance(words.text) ?? words.text)
    let palette = session.renderer.palette
    let room = session.renderer.width.map { max(20, $0 - clock.count - 14) }
    // An event takes one line and may be cut. A notice of hean is rare, and its important part is at the end, so it is
    // wrapped and never cut.
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
    // Snapshots of these topics contain nothing, so they are never shown.
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
