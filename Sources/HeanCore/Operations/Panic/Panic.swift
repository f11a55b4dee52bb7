import Foundation

/// The way to flat, and to staying flat, from any state (docs/engine.md 4.9).
///
/// No stop ends the router's queue of unfilled maker orders: only the end of the engine object does. A dry run's positions
/// exist in that object only, so they are closed and the engine is killed. At an exchange the engine is restarted instead
/// and halted anew at once: a stopped engine would show nothing of what its last orders did. What does not say that it is
/// a dry run is taken for an exchange.
///
/// Orders are never cancelled by themselves. On paper closing everything cancels them, too, and the kill forgets them. At
/// an exchange a cancel only marks the order in the engine's books, and takes from the router the time-out by which it
/// would have cancelled the order there.
///
/// Each call is made once, but for two: closing everything, for what appears after it, and the halt of the new engine,
/// until it is seen. Pictures go in, actions come out; whoever carries them out brings the next snapshot, and tells what
/// became of each call.
public struct Panic: Sendable {
  public enum Call: Hashable, Sendable {
    case halt, closeAll(Int), close(String), restart, haltAgain, kill, stop
  }

  /// A call to be made.
  public struct Move: Sendable {
    public var call: Call
    public var step: Step
    /// Whether it takes as long as the engine takes to stop: up to 13 s were recorded.
    public var isSlow = false
    /// How long its effect is looked for before anything else is done.
    public var patience = Duration.zero

    public init(_ call: Call, _ step: Step, isSlow: Bool = false, patience: Duration = .zero) {
      self.call = call
      self.step = step
      self.isSlow = isSlow
      self.patience = patience
    }
  }

  public enum Action: Sendable {
    /// Each goes out the moment the one before has ended, whatever became of it.
    case send([Move])
    /// Nothing to send now: look again.
    case look(after: Duration)
    case finish(Ending)
  }

  public enum Ending: Sendable, Equatable {
    case flat(String)
    /// Nothing is open by the engine's books, and nothing shows that the exchange agrees.
    case unproved(String)
    /// What is open, or why nobody can say.
    case left([String])
  }

  /// By a clock that nobody sets.
  public struct Moment: Sendable {
    public var elapsed: Duration
    /// What there is for calls and waits.
    public var left: Duration

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
    /// Looking whether it stays so.
    case watching(since: Duration)
  }

  /// What was shown that is no call, in the order of the calls.
  public internal(set) var proofs: [PanicProof] = []

  var stage = Stage.settling(since: .zero)
  var books: PanicBooks
  var pace = OrderPace()
  var equity = EquityTest()
  var sent: Set<Call> = []
  /// Calls that had no effect, and when they may be made again.
  var notBefore: [Call: Duration] = [:]
  var failures: [Call: Int] = [:]
  var now = Duration.zero
  var rounds = 0
  var lastCallAt = Duration.zero
  var restartedAt = Duration.zero
  var blindSince: Duration?
  /// Orders made before the call that is under way, and whether none was alive when it went out.
  var callPace: (what: String, made: Int?, isCalm: Bool?)?
  /// Orders that may rest at the exchange without the engine's time-out.
  var resting: [String] = []
  var acceptedAtRestart: Int?
  /// Orders made when the call to restart had ended.
  var madeAtRestart: Int?
  /// A point of the equity history of the engine that is restarted; its successor does not have it.
  var memory: Date?
  var hasRestarted = false
  var restartAnswer: ControlReply?
  var whyNotRestarted: String?
  var isShort = false
  /// When the new engine was first seen to run without a halt.
  var unhaltedSince: Duration?
  var watched: (made: Int?, since: Duration, begin: Duration, first: Int?)?

  /// - Parameters:
  ///   - before: what has been seen so far, the plan's snapshot first.
  ///   - hasHalted: whether the stop has been sent already, without a look.
  public init(before: [EngineSnapshot], hasHalted: Bool = false) {
    books = PanicBooks()
    if hasHalted { sent = [.halt] }
    for snapshot in before { note(snapshot) }
  }

  /// What the next look has to show.
  public var parts: Set<Part> {
    switch stage {
    case .settling, .ready: Self.parts
    case .quietBeforeClose: [.engine, .metrics, .openOrders]
    case .quietBeforeRestart: memory == nil ? Self.parts.union([.equityHistory]) : Self.parts
    case .newEngine: Self.parts.subtracting([.closed]).union([.equityHistory])
    case .watching:
      (books.isOpen ? Self.parts : Self.parts.subtracting([.closed])).union([.why]).union(
        books.symbols.prefix(6).map { .ticker($0) })
    }
  }

  public static let parts: Set<Part> = [.engine, .positions, .openOrders, .killSwitch, .closed, .metrics]

  public mutating func next(_ snapshot: EngineSnapshot, at moment: Moment) -> Action {
    now = moment.elapsed
    note(snapshot)
    if snapshot.isRunning == false, let end = whenStopped(snapshot) { return .finish(end) }
    if isDue(.halt) { return send(.halt, Self.halt) }
    // Nobody is helped by waiting for an engine that tells nothing: the exchange is still there.
    if let blindSince, now - blindSince >= .seconds(30), sent.contains(.closeAll(1)), !hasRestarted {
      return .finish(giveUp(snapshot))
    }
    return books.isPaper == true ? onPaper(snapshot) : atExchange(snapshot, moment)
  }

  /// What to do about what is left.
  /// - Parameter isAnswered: whether the engine answered any call.
  public func advice(_ snapshot: EngineSnapshot, isAnswered: Bool) -> NextStep {
    if proofs.contains(where: { $0.what == "equity" && $0.verdict == .notSeen }) { return Self.strandedAdvice }
    if books.isPaper == true {
      return isAnswered
        ? "\(.operation(.engineStop)), or end the engine's process: a stopped dry run holds nothing"
        : "end the engine's process: what a dry run holds exists in it only"
    }
    let look: NextStep = "look at the exchange itself, then: \(.query(.positions)), \(.query(.orders))"
    guard isAnswered || blindSince == nil, snapshot.isHalted else { return NextStep(advice: Self.exchange) }
    return isShort ? "\(.operation(.panic, options: .approved, .deadline("2m"))); and \(look)" : look
  }

  /// What became of a call.
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
      if call == .restart { restartAnswer = reply }
    }
  }

  /// One of several looks after a call.
  public mutating func saw(_ snapshot: EngineSnapshot, at elapsed: Duration) {
    now = elapsed
    note(snapshot)
  }

  func isDue(_ call: Call) -> Bool { !sent.contains(call) && now >= notBefore[call] ?? .zero }

  mutating func send(
    _ call: Call, _ step: Step, isSlow: Bool = false, patience: Duration = .zero
  ) -> Action {
    sent.insert(call)
    return .send([Move(call, step, isSlow: isSlow, patience: patience)])
  }

  mutating func note(_ snapshot: EngineSnapshot) {
    books.note(snapshot, hasClosed: sent.contains(.closeAll(1)))
    pace.note(snapshot, at: now)
    if case .failure = snapshot.status { blindSince = blindSince ?? now } else { blindSince = nil }
    if !hasRestarted, let point = snapshot.equityHistory.value?.points.last?.at { memory = point }
    judgeCalm(snapshot)
  }

  mutating func onPaper(_ snapshot: EngineSnapshot) -> Action {
    let isEmpty = snapshot.openPositions?.isEmpty == true && snapshot.openOrders?.isEmpty == true
    if isDue(.closeAll(1)), !isEmpty { return sendCloseAll(snapshot) }
    if isDue(.kill) {
      books.conclude(when: "killed")
      lastCallAt = now
      return send(.kill, Self.kill, isSlow: true, patience: .seconds(2))
    }
    // The call has had its answer, or as long as a stop takes.
    guard !sent.contains(.kill) || now - lastCallAt < .seconds(20) else { return .finish(giveUp(snapshot)) }
    return .look(after: .milliseconds(500))
  }

  mutating func sendCloseAll(_ snapshot: EngineSnapshot) -> Action {
    rounds += 1
    books.ask()
    let step = Step(Self.closeTarget, .closeAll, checkWith: .query(.positions)) { [books] in
      var books = books
      books.note($0.after, hasClosed: true)
      return books.closed()
    }
    // Where nothing is told, nothing is waited for.
    let patience: Duration = snapshot.isRunning == nil || snapshot.openPositions == nil ? .zero : .milliseconds(1_500)
    return send(.closeAll(rounds), step, patience: patience)
  }

  static let kill = Step(killTarget, .kill, checkWith: .query(.status), stopped)

  static func stopped(_ evidence: Step.Evidence) -> Finding {
    evidence.after.isRunning == false
      ? .seen("the engine is stopped")
      : .pending("the engine says \(evidence.after.engineState?.rawValue ?? "nothing")")
  }
}
