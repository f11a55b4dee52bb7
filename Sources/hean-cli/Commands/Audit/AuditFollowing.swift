import HeanCore

/// Tells each line of the audit log to one receiver, and keeps how far it is.
struct AuditFollowing: Sendable {
  let session: Session
  let receiver: AuditCommand.Receiver
  /// Where a daemon listens.
  let socket: String?
  let cursor: AuditCursor
  /// Path of the log.
  let log: String
  let count: Int?
  let duration: Duration?

  /// Time between two looks at the file.
  private static let pace = Duration.milliseconds(500)
  /// Longest time between two tries.
  private static let longest = Duration.seconds(30)

  /// What is kept while it runs.
  private struct State {
    var reader: AuditReader
    /// Where standard output is, and where a daemon begins to which nothing was told before.
    var place: AuditPlace
    var told = 0
    /// Why the last try failed.
    var problem: String?
    var pause = Duration.zero
    /// Whether rows were written, so that the next need no header.
    var hasHeader = false
    /// A glance at a terminal moves no mark of a run that goes on where it ended.
    var keepsPlace = true
  }

  func run(from since: SinceLast?) async throws -> Output {
    var state = State(reader: AuditReader(path: log), place: try start(since))
    if case .last? = since {} else if receiver == .terminal { state.keepsPlace = false }
    introduce()
    let end = duration.map { session.context.elapsed() + $0 }
    while true {
      let isIdle = try turn(&state)
      if let count, state.told >= count { return .ended(.ok) }
      if let end, session.context.elapsed() >= end { break }
      guard isIdle || state.problem != nil else { continue }
      state.pause = state.problem == nil ? Self.pace : min(Self.longest, max(.seconds(1), state.pause * 2))
      try await session.context.sleep(state.pause)
    }
    guard let problem = state.problem else { return .ended(.ok) }
    throw Failure(
      .cannotWrite, "not all was told to \(receiver.rawValue), and the next run goes on there: \(problem)",
      isRetryable: true)
  }

  /// The place to begin at. That of a daemon is kept at once, so that nothing between now and its first line is left out.
  private func start(_ since: SinceLast?) throws -> AuditPlace {
    let kept = try cursor.load()
    var begin = try AuditReader.end(of: log)
    var moment: Date?
    if case .time(let time)? = since { moment = try session.moment(time) }
    if let moment { begin = AuditPlace(before: moment) }
    guard receiver != .terminal else {
      if case .last? = since { return kept ?? AuditPlace(before: nil) }
      return begin
    }
    let isLater = moment.map { moment in kept?.time.map { $0 < moment } ?? false } ?? false
    if kept != nil, moment != nil, !isLater { session.note("what was told before is not told again") }
    if kept == nil || isLater {
      _ = try cursor.whileFree {
        // Another process may have begun meanwhile.
        if try cursor.load() == kept { try cursor.keep(begin, isDurable: true) }
      }
    }
    return begin
  }

  private func introduce() {
    switch receiver {
    case .terminal: session.note("following \(log); Ctrl-C ends it")
    case .journald, .syslog: session.note("telling \(socket ?? "") each line of \(log); Ctrl-C ends it")
    }
  }

  /// Tells what there is now.
  /// - Returns: whether there was nothing.
  private func turn(_ state: inout State) throws -> Bool {
    var before = state
    do {
      let isIdle: Bool
      if receiver == .terminal {
        isIdle = try tell(&state, from: state.place)
      } else {
        isIdle = try cursor.whileFree { try tell(&state, from: try kept(state)) } ?? true
      }
      if state.problem != nil { session.warn("\(receiver.rawValue) takes lines again; what waited was told") }
      state.problem = nil
      return isIdle
    } catch let error as FileError {
      // What was told before the failure stays told.
      before.told = state.told
      before.place = state.place
      before.hasHeader = state.hasHeader
      state = before
      if state.problem != error.message { session.warn("not told, and tried again: \(error.message)") }
      state.problem = error.message
      return false
    }
  }

  private func kept(_ state: State) throws -> AuditPlace { try cursor.load() ?? state.place }

  private func tell(_ state: inout State, from place: AuditPlace) throws -> Bool {
    let piece = try state.reader.next(after: place)
    if piece.hasGap {
      session.warn("lines of the audit log can be missing here: what followed the last one told is not in it any more")
    }
    var last: AuditPlace?
    // A place that was told is kept, also when the next line fails.
    defer { if state.keepsPlace, let last { keepIfPossible(last) } }
    for line in piece.lines {
      if let entry = line.entry {
        try tell(entry, &state)
        state.told += 1
      } else {
        session.warn("a line of the audit log cannot be read, and is left out")
      }
      state.place = line.place
      last = line.place
      if receiver != .terminal { try cursor.keep(line.place, isDurable: false) }
      if state.told == count { break }
    }
    return piece.lines.isEmpty
  }

  private func keepIfPossible(_ place: AuditPlace) {
    try? PrivateDirectory.make(PathParts.directory(of: cursor.path))
    try? cursor.keep(place, isDurable: true)
  }

  private func tell(_ entry: AuditEntry, _ state: inout State) throws {
    switch receiver {
    case .journald: try LocalDatagram.send(entry.journalDatagram, to: socket ?? "")
    case .syslog: try LocalDatagram.send(entry.syslogDatagram(in: session.output.zone), to: socket ?? "")
    case .terminal:
      var report = session.localReport("audit_follow")
      report.payload = .list(AuditLineFields.all, [entry])
      let words = "\(session.timestamp(entry.record.time)) \(sanitized(entry.sentence))"
      report.screen.sentence(Guidance(words), entry.severity.style)
      var renderer = session.renderer
      renderer.isContinued = state.hasHeader
      var text = ""
      try renderer.render(report) { text += $0 }
      try session.context.output.write(text)
      state.hasHeader = true
    }
  }
}
