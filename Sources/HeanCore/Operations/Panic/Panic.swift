/// Decides what a panic does: from any state of the engine, close every position and keep new ones from being opened
/// (docs/engine.md 4.9).
///
/// No stop ends the router's queue of unfilled maker orders; only the end of the engine object does. Positions of a dry
/// run exist in that object only, so they are closed and the engine is killed. At an exchange the engine is restarted
/// instead, and halted again at once: a stopped engine would show nothing of what its last orders did. An engine that
/// does not say that it is in a dry run is treated as one at an exchange.
///
/// No order is cancelled by a call of its own. In a dry run the close of everything cancels them as well, and the kill
/// forgets them. At an exchange a cancel only marks the order in the engine's books, and the router forgets that it had
/// to cancel it there when its time is over.
///
/// Each call is made once, with two exceptions: "close everything" is repeated for positions that appear after it, and
/// the halt of the new engine until it is seen. This type sends nothing itself: it gets snapshots and returns actions;
/// `PanicSequence` carries them out, brings the next snapshot, and reports how each call ended.
public struct Panic: Sendable {
  /// The calls of a panic; `closeAll` with its round, from 1, and `close` with the key of the position.
  public enum Call: Hashable, Sendable {
    /// `halt` is the emergency stop, and `haltAgain` that of the new engine after `restart`; `kill` and `stop` end the engine.
    case halt, closeAll(Int), close(String), restart, haltAgain, kill, stop
  }

  /// A call to be made.
  public struct Move: Sendable {
    /// Which call it is.
    public var call: Call
    /// The call itself, with the check of its effect.
    public var step: OperationStep
    /// Whether the call lasts as long as the engine takes to stop: up to 13 s were recorded.
    public var isSlow = false
    /// How long to look for its effect before anything else is done.
    public var patience = Duration.zero

    /// A call that ends quickly, and whose effect nothing waits for, unless that is given.
    public init(_ call: Call, _ step: OperationStep, isSlow: Bool = false, patience: Duration = .zero) {
      self.call = call
      self.step = step
      self.isSlow = isSlow
      self.patience = patience
    }
  }

  /// What is to be done next.
  public enum Action: Sendable {
    /// Send these calls, each the moment the one before has ended, however it ended.
    case send([Move])
    /// Send nothing, wait for this time, and look again.
    case look(after: Duration)
    /// End the panic.
    case finish(Ending)
  }

  /// How a panic ended.
  public enum Ending: Sendable, Equatable {
    /// Nothing is open; with what proves it.
    case flat(String)
    /// Nothing is open in the engine's books, and nothing shows that the exchange agrees; with what was seen.
    case unproved(String)
    /// Something is open, or nobody can say; a sentence for each thing.
    case left([String])

    /// Whether it ended with proof that nothing is open.
    public var isFlat: Bool { if case .flat = self { true } else { false } }
  }

  /// A moment of a panic, by a clock that is never set.
  public struct Moment: Sendable {
    /// Time since the panic began.
    public var elapsed: Duration
    /// Time that is left for calls and waits.
    public var left: Duration

    /// A moment, with the time that has passed and the time that is left.
    public init(elapsed: Duration, left: Duration) {
      self.elapsed = elapsed
      self.left = left
    }
  }

  enum Stage: Sendable {
    /// Looking at what a close has left.
    case settling(since: Duration)
    case quietBeforeClose(until: Duration)
    case ready(since: Duration)
    case quietBeforeRestart(until: Duration)
    case newEngine
    /// Looking whether everything stays closed and halted.
    case watching(since: Duration)
  }

  /// What was seen beside the effects of the calls, in order.
  public internal(set) var proofs: [PanicProof] = []

  var stage = Stage.settling(since: .zero)
  var books: PanicBooks
  var exchange = PanicExchange()
  var pace = OrderPace()
  var equity = EquityTest()
  var sent: Set<Call> = []
  /// Calls that did not reach the engine or were limited, and when they may be made again.
  var notBefore: [Call: Duration] = [:]
  var failures: [Call: Int] = [:]
  var now = Duration.zero
  var rounds = 0
  var lastCallAt = Duration.zero
  var restartedAt = Duration.zero
  var blindSince: Duration?
  /// About the call that is under way: how many orders had been made before it, and whether none was alive then; `nil`
  /// for what is not known.
  var callPace: (what: String, made: Int?, isCalm: Bool?)?
  /// Sentences about orders that may rest at the exchange without the engine's time-out.
  var resting: [String] = []
  var acceptedAtRestart: Int?
  /// Orders that had been made when the call to restart had ended.
  var madeAtRestart: Int?
  /// Time of a point in the equity history of the engine that is restarted. The new engine does not have that point.
  var memory: Date?
  var hasRestarted = false
  var restartAnswer: ControlReply?
  var whyNotRestarted: String?
  var isShort = false
  /// When the new engine was first seen to run without a halt; `nil` while it was not.
  var unhaltedSince: Duration?
  var watched: (made: Int?, since: Duration, begin: Duration, first: Int?)?

  /// A panic that has made no call yet.
  /// - Parameters:
  ///   - before: the snapshots so far, beginning with that of the plan.
  ///   - hasHalted: whether the stop was sent already, before any snapshot.
  public init(before: [EngineSnapshot], hasHalted: Bool = false) {
    books = PanicBooks()
    if hasHalted { sent = [.halt] }
    for snapshot in before { note(snapshot) }
  }

  /// Parts that the next snapshot has to hold.
  public var parts: Set<SnapshotPart> {
    switch stage {
    case .settling, .ready: closing
    case .quietBeforeClose: [.engine, .metrics, .openOrders]
    case .quietBeforeRestart: memory == nil ? closing.union([.equityHistory]) : closing
    case .newEngine: Self.parts.subtracting([.closed]).union([.equityHistory])
    case .watching:
      (books.isOpen ? Self.parts : Self.parts.subtracting([.closed])).union([.why]).union(
        books.symbols.prefix(6).map { .ticker($0) })
    }
  }

  /// Once a close was sent: also why one was refused. The exchange may hold nothing of a row.
  private var closing: Set<SnapshotPart> { rounds > 0 ? Self.parts.union([SnapshotPart(.closeFailures)]) : Self.parts }

  /// Parts of most snapshots of a panic, and of its plan.
  public static let parts: Set<SnapshotPart> = [
    .engine, .positions, .openOrders, .killSwitch, .closed, .metrics, .latestExchange,
  ]

  /// Takes a new snapshot, and decides what to do now.
  public mutating func next(_ snapshot: EngineSnapshot, at moment: Moment) -> Action {
    now = moment.elapsed
    note(snapshot)
    if snapshot.isRunning == false {
      // The exchange's own list is the best end, and its next one is worth some seconds.
      if books.isPaper != true, !hasRestarted, exchange.isAwaited, moment.left > .seconds(1) {
        return .look(after: .milliseconds(500))
      }
      if let end = whenStopped(snapshot) { return .finish(end) }
    }
    if isDue(.halt) { return send(.halt, Self.halt) }
    // An engine that tells nothing is not waited for any longer: the operator has to go to the exchange.
    if let blindSince, now - blindSince >= .seconds(30), sent.contains(.closeAll(1)), !hasRestarted {
      return .finish(giveUp(snapshot))
    }
    return books.isPaper == true ? onPaper(snapshot) : atExchange(snapshot, moment)
  }

  /// What to do about what is left.
  /// - Parameter isAnswered: whether the engine answered any call.
  public func advice(_ snapshot: EngineSnapshot, isAnswered: Bool) -> NextStep {
    if proofs.contains(where: { ["equity", PanicExchange.what].contains($0.what) && $0.verdict == .notSeen }) {
      return Self.strandedAdvice
    }
    if books.isPaper == true {
      return isAnswered
        ? "\(.operation(.engineStop)), or end the engine's process: a stopped dry run holds nothing"
        : "end the engine's process: what a dry run holds exists in it only"
    }
    let look: NextStep = "look at the exchange itself, then: \(.query(.positions)), \(.query(.orders))"
    guard isAnswered || blindSince == nil, snapshot.isHalted else { return NextStep(advice: Self.exchange) }
    return isShort ? "\(.operation(.panic, options: .approved, .deadline("2m"))); and \(look)" : look
  }

  /// Takes how a call ended.
  public mutating func heard(_ call: Call, _ reply: ControlReply) {
    switch reply {
    case .notSent, .refused(.rateLimited):
      sent.remove(call)
      failures[call, default: 0] += 1
      notBefore[call] = now + .seconds(min(8, 1 << min(3, failures[call, default: 1] - 1)))
      callPace = nil
      if case .closeAll = call { rounds -= 1 }
      if call == .restart {
        hasRestarted = false
        stage = .ready(since: now)
      }
    case .accepted, .refused, .lost:
      exchange.called()
      if call == .restart { restartAnswer = reply }
    }
  }

  /// Takes one of several snapshots after a call; nothing is decided by it.
  public mutating func saw(_ snapshot: EngineSnapshot, at elapsed: Duration) {
    now = elapsed
    note(snapshot)
  }

  /// What the looks between two calls are for, in words.
  var lookedFor: String {
    switch stage {
    case .settling where sent.contains(.kill): "looking whether the engine has stopped"
    case .settling where rounds > 0: "looking what the close has left"
    case .settling: "looking what is open"
    case .quietBeforeClose: "waiting for a quiet moment for the close"
    case .ready: "looking whether the engine can be restarted"
    case .quietBeforeRestart: "waiting for a quiet moment for the restart"
    case .newEngine: "looking for the new engine and its halt"
    case .watching: "watching whether everything stays closed and halted"
    }
  }

  func isDue(_ call: Call) -> Bool { !sent.contains(call) && now >= notBefore[call] ?? .zero }

  mutating func send(
    _ call: Call, _ step: OperationStep, isSlow: Bool = false, patience: Duration = .zero
  ) -> Action {
    sent.insert(call)
    return .send([Move(call, step, isSlow: isSlow, patience: patience)])
  }

  mutating func note(_ snapshot: EngineSnapshot) {
    exchange.note(snapshot)
    books.note(snapshot, hasClosed: sent.contains(.closeAll(1)))
    pace.note(snapshot, at: now)
    if case .failure = snapshot.status { blindSince = blindSince ?? now } else { blindSince = nil }
    if !hasRestarted, let point = snapshot.equityHistory.value?.points.last?.at { memory = point }
    judgeCalm(snapshot)
  }

  mutating func onPaper(_ snapshot: EngineSnapshot) -> Action {
    let isEmpty = snapshot.positionsAtStake?.isEmpty == true && snapshot.openOrders?.isEmpty == true
    if isDue(.closeAll(1)), !isEmpty { return sendCloseAll(snapshot) }
    if isDue(.kill) {
      books.conclude(when: "killed")
      lastCallAt = now
      return send(.kill, Self.kill, isSlow: true, patience: .seconds(2))
    }
    // The kill has been answered by now, or took as long as a stop can take.
    guard !sent.contains(.kill) || now - lastCallAt < .seconds(20) else { return .finish(giveUp(snapshot)) }
    return .look(after: .milliseconds(500))
  }

  mutating func sendCloseAll(_ snapshot: EngineSnapshot) -> Action {
    rounds += 1
    books.ask()
    let step = OperationStep(Self.closeTarget, .closeAll, checkWith: .query(.positions)) { [books] in
      var books = books
      books.note($0.after, hasClosed: true)
      return books.closed()
    }
    // When the engine does not tell its positions, there is nothing to wait for.
    let patience: Duration =
      snapshot.isRunning == nil || snapshot.positionsAtStake == nil ? .zero : .milliseconds(1_500)
    return send(.closeAll(rounds), step, patience: patience)
  }

  static let kill = OperationStep(killTarget, .kill, checkWith: .query(.status), stopped)

  static func stopped(_ evidence: OperationStep.Evidence) -> StepFinding {
    evidence.after.isRunning == false
      ? .seen("the engine is stopped")
      : .pending("the engine says \(evidence.after.engineState?.rawValue ?? "nothing")")
  }
}
