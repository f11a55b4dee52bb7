import HeanCore

/// The full-screen console while it runs: inputs change its state, and frames go to the terminal. One task owns it.
struct LiveConsole {
  let session: Session
  let commands: LiveCommands
  let terminal: ScreenTerminal
  let inbox: LiveInbox
  let reading: any ConsoleReading
  let record: LiveRecord
  var state: LiveState
  var writer: FrameWriter
  private let cast: CastWriter?
  private var pace = FramePace()
  private var panes: [PaneKind: KeptPane] = [:]
  private var header = LiveHeader()
  private var shownHeader: [String] = []
  var rings = false
  /// Whether the terminal is gone.
  private var isGone = false
  /// The latest snapshot that has an answer of the engine.
  private var snapshot: (EngineSnapshot, Set<SnapshotPart>)?
  private var facts: LinearFacts?
  /// What has become worse and is so still, and how the last line said it.
  private var alarm: [LinearFact] = []
  private var alarmText: String?
  private var answer: StatusAnswer?
  /// Why the screen has to be drawn; `nil` when it shows what is so.
  var due: FramePace.Reason?
  /// When freed memory was given back last.
  private var aired = Duration.zero
  var runs: [Int: LiveRunHandle] = [:]
  var lastRun = 0
  /// The run that waits for the answer to its question.
  var asking: Int?

  init(
    _ session: Session, _ commands: LiveCommands, _ terminal: ScreenTerminal, _ inbox: LiveInbox,
    _ reading: any ConsoleReading, _ record: LiveRecord, _ state: LiveState, _ writer: FrameWriter,
    _ cast: CastWriter?
  ) {
    self.cast = cast
    self.session = session
    self.commands = commands
    self.terminal = terminal
    self.inbox = inbox
    self.reading = reading
    self.record = record
    self.state = state
    self.writer = writer
    header.isRecorded = state.isReplay
  }

  /// What comes next is compared with nothing.
  mutating func forgetFacts() { (facts, alarm, alarmText) = (nil, [], nil) }

  var mode: OperatingMode { state.mode ?? .unknown }
  var now: Duration { session.context.elapsed() }

  /// Runs until the operator leaves, the terminal is gone, or the task is cancelled.
  ///
  /// It throws nothing: a terminal that takes no frame is gone, and a verb that is under way goes on to its end.
  mutating func run(_ group: inout DiscardingTaskGroup) async -> ExitCode {
    defer { leave() }
    want()
    due = .key
    do {
      try draw()
      while !Task.isCancelled {
        for input in await inputs(&group) {
          guard await take(input, &group) else { return isGone ? .interrupted : .ok }
        }
        if let due, pace.wait(for: due, at: now) <= .zero { try draw() }
      }
    } catch {
      // Nobody can be told.
    }
    return .interrupted
  }

  /// What has come; waits for it, but not longer than the next frame may be put off.
  private func inputs(_ group: inout DiscardingTaskGroup) async -> [LiveInput] {
    guard let due else { return await inbox.next() }
    let wait = pace.wait(for: due, at: now)
    if wait > .zero {
      let (inbox, beat) = (inbox, session.context.beat)
      group.addTask {
        try? await beat(wait)
        inbox.put(.tick)
      }
    }
    return await inbox.next()
  }

  private mutating func leave() {
    if state.lock.isOpen { try? record.locked(.left, mode: mode) }
    for handle in runs.values { handle.dismiss() }
  }

  // MARK: Inputs

  /// - Returns: whether it goes on.
  private mutating func take(_ input: LiveInput, _ group: inout DiscardingTaskGroup) async -> Bool {
    switch input {
    case .keys(let keys, let at):
      for key in keys {
        due = .key
        for order in state.press(key, at: at) {
          guard carry(out: order, &group) else { return false }
        }
      }
      want()
      fillMissing()
    case .resized:
      resize()
      writer.forget()
      due = .key
    case .closed:
      isGone = true
      return false
    case .picture(let snapshot, let parts): show(snapshot, parts, await reading.health())
    case .heard(let records): hear(records)
    case .run(let number, let news): take(news, of: number)
    case .tick: tick(await reading.health())
    }
    return true
  }

  private mutating func resize() {
    guard let size = session.context.terminalSize() else { return }
    if size != (state.columns, state.rows) { cast?.resized(columns: size.columns, rows: size.rows) }
    (state.columns, state.rows) = (max(1, size.columns), max(1, size.rows))
    want()
  }

  /// Tells the reader which panes are in sight.
  private func want() {
    reading.want(PaneContents.parts(of: state.layout.kinds, state.chart))
  }

  private mutating func show(_ new: EngineSnapshot, _ parts: Set<SnapshotPart>, _ health: WatchedEngine.Health) {
    session.context.replay?.shows(new.seenAt)
    let contents = PaneContents(
      session, new, state.chart, changes: health.changes)
    header.take(contents.status, health)
    if case .success(let answer) = contents.status {
      self.answer = answer
      // It was unlocked for what it was then. A look that did not learn the mode tells of no other one.
      if answer.context.mode != .unknown || state.mode == nil {
        if state.lock.isOpen, state.mode != answer.context.mode { close(.changed) }
        state.mode = answer.context.mode
      }
      snapshot = (new, parts)
      warn()
    }
    for kind in state.layout.kinds where isRead(kind, in: parts) { fill(kind, contents) }
    due = max(due ?? .news, .news)
  }

  /// Whether what a pane needs was read: right after a change of the screen a snapshot is still one of the screen before.
  private func isRead(_ kind: PaneKind, in parts: Set<SnapshotPart>) -> Bool {
    PaneContents.parts(of: [kind], state.chart).isSubset(of: parts)
  }

  /// Rings once for what has become worse, and says it in the last line.
  private mutating func warn() {
    guard let answer else { return }
    let now = LinearFacts(answer, connection: header.fact(at: session.context.now()), session.commands)
    defer { facts = now }
    alarm.removeAll { old in !now.facts.contains { $0.isSame(as: old) && $0.grade > .plain } }
    let worse = facts.map { now.worse(since: $0) } ?? []
    alarm += worse
    // Said as long as it is so, or until a key.
    if !worse.isEmpty || alarmText == state.notice?.text, alarmText != nil {
      state.notice = alarm.isEmpty ? nil : (alarm.map(\.text).joined(separator: " "), .bad)
      alarmText = state.notice?.text
      due = max(due ?? .news, .news)
    }
    rings = rings || !worse.isEmpty
  }

  private mutating func fill(_ kind: PaneKind, _ contents: PaneContents) {
    do {
      panes[kind] = KeptPane(content: try contents.content(kind))
    } catch {
      // What was seen last stays, with its time.
      let failure = session.failure(error).message
      panes[kind] = KeptPane(content: panes[kind]?.content, failure: failure)
    }
  }

  /// A pane that has come into sight shows what the latest snapshot has for it.
  private mutating func fillMissing() {
    guard let (snapshot, parts) = snapshot else { return }
    let missing = state.layout.kinds.filter { panes[$0] == nil && isRead($0, in: parts) }
    guard !missing.isEmpty else { return }
    let contents = PaneContents(
      session, snapshot, state.chart, changes: [:])
    for kind in missing { fill(kind, contents) }
  }

  private mutating func hear(_ records: [StreamRecord]) {
    for case .notice(let notice) in records where notice.kind.isLoss {
      if notice.members["restarted"] == .bool(true), state.lock.isOpen { close(.changed) }
      state.notice = (notice.message, notice.kind.style)
      due = max(due ?? .news, .news)
    }
  }

  /// How often memory that was freed is given back: a look at hundreds of rows takes many times what it leaves behind.
  private static let airing = Duration.seconds(30)

  private mutating func tick(_ health: WatchedEngine.Health) {
    let at = now
    if at - aired >= Self.airing {
      aired = at
      FreedMemory.giveBack()
    }
    if state.lock.expire(at: at) { locked(.idle) }
    header.take(health)
    // While nothing answers, no picture comes that would tell it.
    if header.isLost { warn() }
    // Ages in panes grow by whole minutes, with the clock of the first line.
    if header.lines(session, state, at: now) != shownHeader { due = max(due ?? .news, .news) }
  }

  // MARK: Frames

  private mutating func draw() throws {
    if rings { try put("\u{7}") }
    rings = false
    let lines = header.lines(session, state, at: now)
    shownHeader = lines
    let screen = LiveScreen(session: session, header: lines, panes: panes, isLost: header.isLost)
    let (grid, cursor, isWhole) = screen.draw(&state)
    let frame = writer.frame(grid, cursor: cursor)
    if !frame.isEmpty {
      try put(frame)
      pace.drew(for: due ?? .news, at: now)
    }
    let at = now
    // A question of which a part has no room cannot be answered.
    if isWhole { state.prompt?.drawn(at: at) }
    due = nil
  }

  func put(_ text: String) throws {
    try terminal.write(text)
    cast?.wrote(text)
  }
}
