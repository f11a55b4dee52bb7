import HeanCore
import Synchronization

/// Repeats a look: redrawn in place on a terminal, one line per change elsewhere.
struct Watching: Sendable {
  static let watch = Flag("watch", short: "w", help: "look again until interrupted")
  static let interval = Option(
    "interval", "TIME", .span(), default: .seconds(2),
    help: "with --watch: longest time between looks; screens show fills and stops at once")
  static let count = Option(
    "count", "N", .whole(in: 1...1_000_000), help: "with --watch: stop after this many looks")
  static let options: [any AnyOption] = [watch, interval, count]

  /// The same for prices, which change with every tick.
  static let quickInterval = Option(
    "interval", "TIME", .span(atLeast: .milliseconds(50)), default: .milliseconds(200),
    help: "with --watch: time between redraws")
  static let quickOptions: [any AnyOption] = [watch, quickInterval, count]

  var interval: Duration
  var count: Int?

  /// `nil` without `--watch`.
  /// - Parameter interval: the option of this command.
  init?(_ line: ParsedLine, interval option: Option<Duration> = Self.interval) throws(UsageError) {
    interval = try line[option]
    count = try line[Self.count]
    guard line[Self.watch] else {
      guard !line.isGiven(Self.interval), !line.isGiven(Self.count) else {
        throw .contradiction("--interval and --count belong to --watch", nextStep: "add --watch")
      }
      return nil
    }
  }

  /// What a screen needs of the events, and how often it may read.
  struct Need: Sendable {
    var topics: [Topic]
    /// Seconds for which a read stays valid while events come; `nil` until the next look that no event makes.
    var validity: TimeInterval?
    /// Least seconds between two reads, however often it looks.
    var pause: TimeInterval
    /// Whether events are followed in data formats, too: else each record is a read, as it was asked for.
    var isEverywhere: Bool

    /// A look is a read, unless events tell everything.
    static let everything = Need(
      topics: [
        .marketData, .positions, .orders, .ordersSnapshot, .accountState, .metrics, .tradingMetrics, .riskEvents,
        .systemStatus, .systemHeartbeat,
      ], validity: 5, pause: 0, isEverywhere: false)
    /// No event tells of every gate, so they are read as often as was asked for.
    static let diagnosis = Need(topics: everything.topics, validity: nil, pause: 0, isEverywhere: false)
    /// Looks come several times a second, and show prices as ticks tell them.
    static let prices = Need(
      topics: [.marketData, .systemStatus, .systemHeartbeat], validity: 5, pause: 2, isEverywhere: true)
  }

  /// Makes one look, or repeats it. Events make a look as soon as they tell of a change, and move what was read.
  /// - Parameters:
  ///   - watching: `nil` without `--watch`.
  ///   - look: makes one report.
  static func run(
    _ watching: Watching?, _ session: Session, needing need: Need = .everything,
    _ look: @escaping @Sendable (EngineLook) async throws -> Report
  ) async throws -> Output {
    guard let watching else {
      return .report(
        try await session.withEngineOnce { engine in try await look(EngineLook(engine, now: session.context.now)) })
    }
    let engine = WatchedEngine(
      pace: WatchedEngine.Pace(
        every: watching.interval, validity: need.validity ?? watching.interval.seconds, pause: need.pause),
      now: session.context.now, sleep: session.context.sleep)
    guard session.output.format == .table || need.isEverywhere else {
      return try await session.withControl { try await watching.repeated(session, $0, engine, nil, look) }
    }
    return try await session.remembering { memory in
      try await session.target.withReads(
        in: session.context, memory: memory, recorder: session.recorder, following: need.topics
      ) { client, open in
        try await watching.drawing(session) { window in
          try await withThrowingTaskGroup(of: Output?.self) { group in
            group.addTask {
              await engine.follow(open)
              return nil
            }
            if let window, window.hasKeys {
              group.addTask {
                try await window.settle()
                return nil
              }
              group.addTask { try await window.keys { await engine.redraw() } }
            } else {
              group.addTask {
                for await _ in session.context.windowChanges() { await engine.redraw() }
                return nil
              }
            }
            group.addTask { try await watching.repeated(session, client, engine, window, look) }
            defer { group.cancelAll() }
            while let end = try await group.next() { if let end { return end } }
            return .ended(.ok)
          }
        }
      }
    }
  }

  /// Runs the body with the window that it draws on, while keys are read; with `nil` where it writes lines.
  private func drawing(
    _ session: Session, _ body: @escaping @Sendable (WatchWindow?) async throws -> Output
  ) async throws -> Output {
    guard session.output.format == .table, session.context.isDrawnInPlace else { return try await body(nil) }
    guard session.context.input.isTerminal else {
      return try await body(WatchWindow(session, nil, interval: interval))
    }
    let result = Mutex<Output>(.ended(.ok))
    try await session.context.input.withDrawing { terminal in
      let window = WatchWindow(session, terminal, interval: interval)
      do {
        let output = try await body(window)
        result.withLock { $0 = output }
      } catch {
        // What follows is an error, which stands below the last screen.
        try? window.end()
        throw error
      }
      try window.end()
    }
    return result.withLock { $0 }
  }

  private func repeated(
    _ session: Session, _ client: EngineClient, _ engine: WatchedEngine, _ window: WatchWindow?,
    _ look: @escaping @Sendable (EngineLook) async throws -> Report
  ) async throws -> Output {
    let reads = RepeatedReads(now: session.context.now)
    var last: (report: Report, line: String)?
    var looks = 0
    var hasRows = false
    var told: Failure?
    while !Task.isCancelled {
      looks += 1
      do {
        let now = EngineLook(client.look(reads), now: session.context.now, watched: engine)
        let failed = told
        var report = try await answer(session, engine) {
          try await look(now)
        } late: {
          guard let window, let shown = await redrawn(last?.report, session, client, reads, engine, look) else {
            return
          }
          // What was old before this look stays old until it has an answer.
          if let failed { return try showFailure(failed, shown, isRepeated: true, window, session) }
          try draw(shown, window, session)
        }
        await engine.keep()
        session.keepLook()
        if report.needsFreshness { try session.checkAge(report.age) }
        await report.addAge(of: engine, session)
        let line = try show(report, after: last, isFirst: looks == 1, &hasRows, window, session)
        tell(report, after: last?.report, session)
        last = (report, line)
        told = nil
        if looks == count { return .ended(report.end) }
      } catch let error where last != nil && !(error is CancellationError) && !(error is FileDescriptorWriter.Failure) {
        // The last report stays on the screen, marked as old.
        let failure = session.failure(error)
        let redrawn = window == nil ? nil : await redrawn(last?.report, session, client, reads, engine, look)
        let shown = redrawn ?? last?.report
        try showFailure(failure, shown, isRepeated: shown?.changes != nil && failure == told, window, session)
        told = failure
        if looks == count { return .ended(.staleOrUnconfirmed) }
      }
      try await engine.untilDue()
    }
    return .ended(.ok)
  }

  /// What was seen last, as of now: every age on the screen grows, and nothing stays marked as just changed. `nil` where
  /// nothing was seen yet.
  private func redrawn(
    _ last: Report?, _ session: Session, _ client: EngineClient, _ reads: RepeatedReads, _ engine: WatchedEngine,
    _ look: (EngineLook) async throws -> Report
  ) async -> Report? {
    guard var shown = last else { return nil }
    let kept = EngineLook(client.look(reads), now: session.context.now, keptBy: engine)
    guard let report = try? await look(kept) else { return nil }
    shown.screen = report.screen
    await shown.addAge(of: engine, session)
    return shown
  }

  /// Waits for the report of a look.
  /// - Parameter late: called again and again while it does not come.
  private func answer(
    _ session: Session, _ engine: WatchedEngine, _ look: @escaping @Sendable () async throws -> Report,
    late: () async throws -> Void
  ) async throws -> Report {
    let beat = session.context.beat
    return try await withThrowingTaskGroup(of: Report?.self) { group in
      group.addTask { try await look() }
      defer { group.cancelAll() }
      while true {
        group.addTask {
          try await engine.untilDue(by: beat)
          return nil
        }
        if let report = try await group.next() ?? nil { return report }
        try await late()
      }
    }
  }

  /// Writes to standard error what a row has no place for, once per change.
  private func tell(_ report: Report, after last: Report?, _ session: Session) {
    guard session.output.format != .table else { return }
    if let failure = report.failure, failure != last?.failure { session.warn(failure.message) }
    guard session.output.format != .json else { return }
    let told = Set((last?.caveats ?? []) + (last?.notes ?? []))
    for caveat in report.caveats where !told.contains(caveat) { session.note(caveat) }
    for text in report.notes where !told.contains(text) { session.warn(text) }
  }

  /// - Parameter hasRows: whether something was written in a data format; set when it is.
  /// - Returns: the line for this report.
  private func show(
    _ report: Report, after last: (report: Report, line: String)?, isFirst: Bool, _ hasRows: inout Bool,
    _ window: WatchWindow?, _ session: Session
  ) throws -> String {
    let changes = report.changes.map { changes in changes.filter { !(last?.report.changes ?? []).contains($0) } }
    guard session.output.format == .table else {
      // In a data format every look is written; the reader compares them. One that looks several times a second writes
      // only what has changed.
      if let changes, changes.isEmpty, last != nil { return "" }
      var renderer = session.renderer
      renderer.isContinued = hasRows
      var text = ""
      try renderer.render(report) { text += $0 }
      try session.context.output.write(text)
      if !text.isEmpty { hasRows = true }
      return ""
    }
    guard let window else {
      // A line has neither fields nor an order; a name that no row has is told all the same.
      if isFirst { _ = try session.renderer.lines(report, fitting: .max) }
      let redaction = session.output.redaction
      if let changes {
        let now = session.timestamp(session.context.now())
        let texts = changes.map { $0.isLeftByRedaction ? $0.text : redaction?.text($0.text) ?? $0.text }
        if !texts.isEmpty { try session.context.output.write(texts.map { "\(now)  \(sanitized($0))\n" }.joined()) }
        return ""
      }
      let summary = report.summary ?? ""
      let line = redaction?.text(summary) ?? summary
      // A pipe gets a line only when something has changed.
      if Self.key(line) != last.map({ Self.key($0.line) }) {
        try session.context.output.write("\(session.timestamp(session.context.now()))  \(sanitized(line))\n")
      }
      return line
    }
    try draw(report, window, session)
    return ""
  }

  /// The line without ages, which grow by themselves.
  private static func key(_ line: String) -> String { line.replacing(#/[0-9][0-9.dhms]* (ago|old)/#, with: "") }

  private static let lowWindow = 16

  /// - Parameter isRepeated: whether it was told in a look a moment ago.
  private func showFailure(
    _ failure: Failure, _ report: Report?, isRepeated: Bool, _ window: WatchWindow?, _ session: Session
  ) throws {
    guard let window, var report else {
      if !isRepeated {
        session.warn("could not look: \(failure.message)")
        // Else the last line of a log would stand there as if it were so still.
        if session.output.format == .table, window == nil {
          let line = "\(ScreenMark.old.rawValue): \(failure.message)"
          try session.context.output.write("\(session.timestamp(session.context.now()))  \(sanitized(line))\n")
        }
      }
      return
    }
    let age = Spans.text(session.context.now().timeIntervalSince(report.asOf).rounded(.towardZero))
    // At the top, where a short window does not cut it off.
    let old = "\(ScreenMark.old.rawValue): seen \(age) ago. \(failure.message)"
    let place = min(2, report.screen.blocks.count)
    // A low window needs the rows for the money.
    let isLow = (session.context.terminalSize()?.rows ?? .max) < Self.lowWindow
    if !isLow, let next = failure.nextStep { report.screen.blocks.insert(.sentence("next: " + next, .bad), at: place) }
    report.screen.blocks.insert(.line(Cell(old, .bad)), at: place)
    // Rows alone have no place at the top; what casts doubt on them stands below.
    report.caveats.insert(old, at: 0)
    try draw(report, window, session)
  }

  /// The text is fitted to the window, because longer text would be cut.
  private func draw(_ report: Report, _ window: WatchWindow, _ session: Session) throws {
    var renderer = session.renderer
    renderer.tellsCaveats = true
    try window.show(try renderer.lines(report, fitting: window.rows ?? .max))
  }
}

extension Report {
  /// Adds how old the latest read is, where events are followed.
  fileprivate mutating func addAge(of engine: WatchedEngine, _ session: Session) async {
    screen.addAge(await engine.message, within: session.context.terminalSize()?.columns ?? .max)
  }
}

extension Screen {
  /// Adds the age to the line with the source, the second line of every screen.
  fileprivate mutating func addAge(_ words: String, within columns: Int) {
    guard !words.isEmpty, blocks.count > 1, case .line(let cell) = blocks[1], case .text(let text) = cell.content else {
      return
    }
    var whole = "\(text) · \(words)"
    // The date is removed when the line would become two lines: a short window needs the row.
    if displayWidth(whole) > columns { whole.replace(#/\d{4}-\d\d-\d\d /#, with: "") }
    blocks[1] = .line(Cell(whole, cell.style))
  }
}

extension ParsedLine {
  /// Whether `--full` is given.
  /// - Throws: when the look is repeated: a screen that is drawn in place cannot be higher than its window.
  func isWhole(_ watching: Watching?) throws(UsageError) -> Bool {
    guard self[Options.full], watching != nil else { return self[Options.full] }
    throw .contradiction(
      "--full is for one look, and --watch draws in the window as it is", nextStep: "keep one of them")
  }
}
