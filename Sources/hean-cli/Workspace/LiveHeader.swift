import HeanCore

/// What the first lines of the screen are made of.
struct LiveHeader {
  /// Whether a record is shown: its answers are never late.
  var isRecorded: Bool
  private var answer: StatusAnswer?
  private var health: WatchedEngine.Health?
  /// When the latest answer arrived, by the local clock.
  private var seenAt: Date?

  /// Seconds without an answer after which everything on the screen is called old.
  private static let patience: TimeInterval = 5

  /// Whether the engine does not answer, so that everything on the screen is of an earlier look.
  var isLost: Bool { health.map { $0.failure != nil || !isRecorded && $0.late > Self.patience } ?? false }

  init(isRecorded: Bool = false) { self.isRecorded = isRecorded }

  mutating func take(_ status: Result<StatusAnswer, EngineError>, _ health: WatchedEngine.Health) {
    self.health = health
    guard case .success(let answer) = status else { return }
    self.answer = answer
    if health.failure == nil { seenAt = answer.receivedAt }
  }

  /// Takes how the engine is heard now.
  mutating func take(_ health: WatchedEngine.Health) { self.health = health }

  func lines(_ session: Session, _ state: LiveState, at elapsed: Duration) -> [String] {
    var view = session.viewpoint
    (view.width, view.hasCoarseAges) = (state.columns, true)
    let header = LiveHeaderView(
      mode: answer?.context.mode ?? .unknown, place: session.profile ?? session.sourceURL, engine: answer?.engine,
      connection: connection(at: view.now), priceAge: isLost ? nil : answer?.context.priceAge,
      lock: session.context.replay.map { .replay($0.shown, course: $0.standing.course) }
        ?? state.lock.left(at: elapsed).map { .unlocked($0.seconds) } ?? .locked)
    return header.lines(rows: state.headerRows, view, session.output.palette)
  }

  /// How the engine is heard, as a line of its own.
  func fact(at now: Date) -> LinearFact {
    switch connection(at: now) {
    case .live: LinearFact(label: "Connection", text: "live", key: "live", grade: .good)
    case .polling:
      LinearFact(label: "Connection", text: "no WebSocket, read every few seconds", key: "polling", grade: .warning)
    case .recorded: LinearFact(label: "Connection", text: "none: a record is played", key: "recorded")
    case .connecting: LinearFact(label: "Connection", text: "no event heard yet", key: "connecting")
    case .silent(let age):
      LinearFact(
        label: "Connection", text: "no event for \(Spans.text(age)), read every few seconds", key: "silent", grade: .bad
      )
    case .old(let age):
      LinearFact(label: "Connection", text: "no answer; seen \(Spans.text(age)) ago", key: "old", grade: .bad)
    }
  }

  private func connection(at now: Date) -> LiveHeaderView.Connection {
    guard let seenAt else { return .connecting }
    if isLost { return .old(max(0, now.timeIntervalSince(seenAt))) }
    if isRecorded { return .recorded }
    switch health?.feed {
    case .live?: return .live
    case .silent(let since, _)?: return .silent(max(0, now.timeIntervalSince(since)))
    case .polling?: return .polling
    case .none?, nil: return .connecting
    }
  }
}
