import Foundation

/// The way to flat, and to staying flat, from any state (contract 4.9).
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
/// until it is seen. Pictures go in, actions come out; whoever carries them out brings the next picture, and tells what
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

  private enum Stage: Sendable {
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
  public private(set) var proofs: [PanicProof] = []

  private var stage = Stage.settling(since: .zero)
  private var books: PanicBooks
  private var pace = OrderPace()
  private var equity = EquityTest()
  private var sent: Set<Call> = []
  /// Calls that had no effect, and when they may be made again.
  private var notBefore: [Call: Duration] = [:]
  private var failures: [Call: Int] = [:]
  private var now = Duration.zero
  private var rounds = 0
  private var lastCallAt = Duration.zero
  private var restartedAt = Duration.zero
  private var blindSince: Duration?
  /// Orders made before the call that is under way, and whether none was alive when it went out.
  private var callPace: (what: String, made: Int?, isCalm: Bool?)?
  /// Orders that may rest at the exchange without the engine's time-out.
  private var resting: [String] = []
  private var orderCountAtRestart: Int?
  private var acceptedAtRestart: Int?
  /// A point of the equity history of the engine that is restarted; its successor does not have it.
  private var memory: Date?
  private var hasRestarted = false
  private var restartAnswer: ControlReply?
  private var whyNotRestarted: String?
  private var isShort = false
  private var watched: (made: Int?, since: Duration, begin: Duration, first: Int?)?

  /// - Parameters:
  ///   - before: what has been seen so far, the plan's picture first.
  ///   - hasHalted: whether the stop has been sent already, without a look.
  public init(before: [ControlPicture], hasHalted: Bool = false) {
    books = PanicBooks()
    if hasHalted { sent = [.halt] }
    for picture in before { note(picture) }
  }

  /// What the next look has to show.
  public var parts: Set<ControlPicture.Part> {
    switch stage {
    case .settling, .ready: Self.parts
    case .quietBeforeClose: [.metrics, .openOrders]
    case .quietBeforeRestart: memory == nil ? [.metrics, .openOrders, .equityHistory] : [.metrics, .openOrders]
    case .newEngine: Self.parts.subtracting([.closed]).union([.equityHistory])
    case .watching: Self.parts.subtracting([.closed]).union(books.symbols.prefix(6).map { .ticker($0) })
    }
  }

  public static let parts: Set<ControlPicture.Part> = [.positions, .openOrders, .killSwitch, .closed, .metrics]

  public mutating func next(_ picture: ControlPicture, at moment: Moment) -> Action {
    now = moment.elapsed
    note(picture)
    if picture.isRunning == false, let end = whenStopped(picture) { return .finish(end) }
    if isDue(.halt) { return send(.halt, Self.halt) }
    // Nobody is helped by waiting for an engine that tells nothing: the exchange is still there.
    if let blindSince, now - blindSince >= .seconds(30), sent.contains(.closeAll(1)), !hasRestarted {
      return .finish(give(up: picture))
    }
    return books.isPaper == true ? onPaper(picture) : atExchange(picture, moment)
  }

  /// What to do about what is left.
  /// - Parameter isAnswered: whether the engine answered any call.
  public func advice(_ picture: ControlPicture, isAnswered: Bool) -> String {
    if proofs.contains(where: { $0.what == "equity" && $0.verdict == .notSeen }) { return Self.strandedAdvice }
    if books.isPaper == true, isAnswered {
      return "hean engine stop, or end the engine's process: a stopped dry run holds nothing"
    }
    let look = "look at the exchange itself, then: hean positions, hean orders"
    guard isAnswered || blindSince == nil, Self.isHalted(picture) else { return Self.exchange }
    return isShort ? "hean panic --yes --deadline 2m; and \(look)" : look
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
  public mutating func saw(_ picture: ControlPicture, at elapsed: Duration) {
    now = elapsed
    note(picture)
  }

  private func isDue(_ call: Call) -> Bool { !sent.contains(call) && now >= notBefore[call] ?? .zero }

  private mutating func send(
    _ call: Call, _ step: Step, isSlow: Bool = false, patience: Duration = .zero
  ) -> Action {
    sent.insert(call)
    return .send([Move(call, step, isSlow: isSlow, patience: patience)])
  }

  private mutating func note(_ picture: ControlPicture) {
    books.note(picture, hasClosed: sent.contains(.closeAll(1)))
    pace.note(picture, at: now)
    if case .failure = picture.ground.status { blindSince = blindSince ?? now } else { blindSince = nil }
    if !hasRestarted, let point = (try? picture.equityHistory?.get().value)?.points.last?.at { memory = point }
    judgeCalm(picture)
  }

  // MARK: - On paper

  private mutating func onPaper(_ picture: ControlPicture) -> Action {
    let isEmpty = picture.openPositions?.isEmpty == true && picture.openOrders?.isEmpty == true
    if isDue(.closeAll(1)), !isEmpty { return sendCloseAll(picture) }
    if isDue(.kill) {
      books.conclude()
      lastCallAt = now
      return send(.kill, Self.kill, isSlow: true, patience: .seconds(2))
    }
    // The call has had its answer, or as long as a stop takes.
    guard !sent.contains(.kill) || now - lastCallAt < .seconds(20) else { return .finish(give(up: picture)) }
    return .look(after: .milliseconds(500))
  }

  private mutating func sendCloseAll(_ picture: ControlPicture) -> Action {
    rounds += 1
    books.ask()
    let step = Step(Self.closeTarget, .closeAll, checkWith: "hean positions") { [books] in
      var books = books
      books.note($0.after, hasClosed: true)
      return books.closed()
    }
    // Where nothing is told, nothing is waited for.
    let patience: Duration = picture.isRunning == nil || picture.openPositions == nil ? .zero : .milliseconds(1_500)
    return send(.closeAll(rounds), step, patience: patience)
  }

  private static let kill = Step(killTarget, .kill, checkWith: "hean status", stopped)

  private static func stopped(_ evidence: Step.Evidence) -> Finding {
    evidence.after.isRunning == false
      ? .seen("the engine is stopped") : .pending("the engine says \(evidence.after.engineState?.word ?? "nothing")")
  }

  // MARK: - At an exchange

  private mutating func atExchange(_ picture: ControlPicture, _ moment: Moment) -> Action {
    switch stage {
    case .settling(let since): settling(picture, since, moment)
    case .quietBeforeClose(let until): quiet(until) ?? closeInQuiet(picture)
    case .ready(let since): ready(picture, since, moment)
    case .quietBeforeRestart(let until): quiet(until) ?? restartInQuiet()
    case .newEngine: newEngine(picture)
    case .watching(let since): watching(picture, since)
    }
  }

  /// Between a close and the echo of it the list can read empty for a moment.
  private static let settlingTime = Duration.milliseconds(1_500)

  private mutating func settling(_ picture: ControlPicture, _ since: Duration, _ moment: Moment) -> Action {
    let isOver = now - since >= Self.settlingTime
    guard let open = picture.openPositions else {
      if rounds == 0, isDue(.closeAll(1)) { return closeInQuiet(picture) }
      return now - since < .seconds(5) ? .look(after: .milliseconds(250)) : becomeReady(picture, moment)
    }
    guard !open.isEmpty else { return isOver ? becomeReady(picture, moment) : .look(after: .milliseconds(250)) }
    if rounds == 0 { return becomeQuiet(picture, moment) }
    guard isOver else { return .look(after: .milliseconds(250)) }
    if rounds < 3, !books.unasked(open).isEmpty { return becomeQuiet(picture, moment) }
    // A refused close is asked for once more, by itself; the echo of one has nothing to close.
    if let position = open.first(where: { !books.isEcho($0) && isDue(.close(Mutation.key($0))) }) {
      stage = .settling(since: now)
      return sendClose(position)
    }
    return becomeReady(picture, moment)
  }

  private mutating func sendClose(_ position: Position) -> Action {
    let request =
      position.id.map { ControlRequest.close(position: $0, books.mode) } ?? .close(symbol: position.symbol)
    let step = Step("close \(Mutation.name(position))", request, checkWith: "hean positions") { evidence in
      guard let open = evidence.after.openPositions else { return PanicBooks.unlisted("positions", evidence.after) }
      return open.contains { Mutation.key($0) == Mutation.key(position) }
        ? .pending("\(position.symbol) is still open") : .seen("\(position.symbol) is not listed any more")
    }
    return send(.close(Mutation.key(position)), step, patience: .milliseconds(500))
  }

  /// A time for a quiet moment that leaves enough for what has to follow.
  private func quietUntil(_ moment: Moment, after more: Duration) -> Duration {
    now + max(.zero, min(Self.longestQuiet, moment.left - Self.restartTime - Self.stillness - more))
  }

  private mutating func becomeQuiet(_ picture: ControlPicture, _ moment: Moment) -> Action {
    stage = .quietBeforeClose(until: quietUntil(moment, after: .seconds(5)))
    return .look(after: .zero)
  }

  private func quiet(_ until: Duration) -> Action? {
    guard now < until, pace.isQuiet(at: now) == false else { return nil }
    return .look(after: .milliseconds(500))
  }

  private mutating func closeInQuiet(_ picture: ControlPicture) -> Action {
    guard isDue(.closeAll(rounds + 1)) else { return .look(after: .milliseconds(250)) }
    stage = .settling(since: now)
    beginCall("the close")
    return sendCloseAll(picture)
  }

  private mutating func becomeReady(_ picture: ControlPicture, _ moment: Moment) -> Action {
    stage = .ready(since: now)
    return ready(picture, now, moment)
  }

  private mutating func ready(_ picture: ControlPicture, _ since: Duration, _ moment: Moment) -> Action {
    let halt = Self.halted(picture)
    let refused = (picture.openPositions ?? []).filter { !books.isEcho($0) && books.unasked([$0]).isEmpty }
    var reason: String?
    var mayChange = true
    if moment.left < Self.restartTime {
      reason = "there was no time for a restart, which can take 13 s"
      isShort = true
      mayChange = false
    } else if picture.isRunning != true {
      reason = "the engine does not say that it runs"
    } else if picture.openPositions == nil {
      reason = "the engine does not list its positions, and a restart would forget them"
    } else if !refused.isEmpty {
      reason = "a restart would forget what is still open: \(Mutation.names(refused))"
      mayChange = false
    } else if halt.verdict != .seen {
      reason = "no halt is to be seen, and a new engine would trade"
    } else if !sent.contains(.restart), !isDue(.restart) {
      reason = "the restart could not be sent"
    }
    whyNotRestarted = reason
    guard let reason else {
      whyNotRestarted = nil
      stage = .quietBeforeRestart(until: quietUntil(moment, after: .zero))
      return .look(after: .zero)
    }
    if mayChange, now - since < .seconds(3) || !sent.contains(.halt) { return .look(after: .milliseconds(500)) }
    guard picture.isRunning == true, picture.openPositions?.isEmpty == true, halt.verdict != .seen, mayChange else {
      return .finish(give(up: picture))
    }
    guard isDue(.stop) else {
      return now - since < .seconds(20) ? .look(after: .milliseconds(500)) : .finish(give(up: picture))
    }
    // Without a halt the next signal opens something again, and a restart would not change that.
    books.conclude()
    whyNotRestarted = reason + "; it was to be stopped instead"
    return send(.stop, Step("stop the engine", .stop, checkWith: "hean status", Self.stopped), isSlow: true)
  }

  private mutating func restartInQuiet() -> Action {
    books.conclude()
    beginCall("the restart")
    orderCountAtRestart = pace.made
    acceptedAtRestart = pace.accepted
    hasRestarted = true
    stage = .newEngine
    sent.insert(.restart)
    lastCallAt = now
    restartedAt = now
    let restart = Step(Self.restartTarget, .restart, checkWith: "hean status") { [memory] evidence in
      switch Self.isNew(evidence.after, since: memory) {
      case true?: .seen("the engine's memory is new: the queue of unfilled orders is gone")
      case false?: .pending("the engine still has its old memory: it has not restarted")
      case nil: .pending("nothing shows whether the engine has restarted")
      }
    }
    return .send([Move(.restart, restart, isSlow: true), haltAgain])
  }

  private var haltAgain: Move {
    Move(
      .haltAgain,
      Step(Self.haltAgainTarget, .emergency, checkWith: "hean risk killswitch") { Self.halted($0.after) })
  }

  /// `nil` when it cannot be told.
  private static func isNew(_ picture: ControlPicture, since memory: Date?) -> Bool? {
    guard picture.isRunning == true, let memory, let now = try? picture.equityHistory?.get().value else { return nil }
    return !now.points.contains { $0.at == memory }
  }

  /// The new engine trades until it is halted, and the call to restart may end before it has begun.
  private mutating func newEngine(_ picture: ControlPicture) -> Action {
    let isHalted = Self.halted(picture).verdict == .seen
    let isNew = Self.isNew(picture, since: memory)
    var isSaid = false
    if case .accepted? = restartAnswer { isSaid = true }
    if isHalted, isNew == true || isNew == nil && isSaid {
      stage = .watching(since: now)
      return watching(picture, now)
    }
    // The old engine, still halted.
    if isHalted, now - restartedAt >= patienceForRestart {
      whyNotRestarted = "the restart was asked for, and was not seen to come about"
      return .finish(give(up: picture))
    }
    guard !isHalted, now - lastCallAt >= .seconds(1) else { return .look(after: .milliseconds(500)) }
    lastCallAt = now
    return .send([haltAgain])
  }

  /// How long after the call it may still come about: without an answer nobody knows how far it is.
  private var patienceForRestart: Duration {
    switch restartAnswer {
    case .accepted?, .refused?: .seconds(5)
    case .lost?, .notSent?, nil: .seconds(45)
    }
  }

  private mutating func watching(_ picture: ControlPicture, _ since: Duration) -> Action {
    let halt = Self.halted(picture)
    if halt.verdict != .seen, picture.truth.stopTrading == false {
      // Somebody has restarted it once more, or reset it.
      stage = .newEngine
      return newEngine(picture)
    }
    equity.note(picture, at: now)
    if let made = pace.made {
      if let known = watched, known.made != nil {
        if known.made != made { watched = (made, now, known.begin, known.first) }
      } else {
        watched = (made, now, now, made)
      }
    }
    if let open = picture.openPositions, !books.unasked(open).isEmpty, rounds < 5, isDue(.closeAll(rounds + 1)) {
      books.reopen()
      beginCall("the close")
      return sendCloseAll(picture)
    }
    let isStill = watched.map { now - $0.since >= Self.stillness } ?? false
    let isEquityKnown = equity.proof(of: books.unproved).verdict == .seen
    if isStill && (isEquityKnown || now - since >= .seconds(30)) || now - since >= .seconds(75) {
      return .finish(give(up: picture))
    }
    return .look(after: .milliseconds(1_500))
  }

  // MARK: - Orders that the engine forgets

  private mutating func beginCall(_ what: String) {
    callPace = (what, pace.made, pace.age(at: now).map { $0 >= 1 })
    books.noteStanding()
  }

  /// After a call that strips living orders of their time-out: whether any was alive.
  private mutating func judgeCalm(_ picture: ControlPicture) {
    guard let call = callPace, picture.metrics != nil else { return }
    guard picture.isRunning == true || pace.made == nil else { return }
    callPace = nil
    let what = "quiet moment for \(call.what)"
    let made = pace.made.flatMap { now in call.made.map { now - $0 } }
    switch (call.isCalm, made) {
    case (true?, 0?): proofs.append(PanicProof(what, .seen, "no order was made in the second before it, nor during it"))
    case (_, let made?) where made != 0:
      let words = made > 0 ? "\(Figures.counted(made, "order")) made meanwhile" : "the counter of orders began anew"
      proofs.append(PanicProof(what, .notSeen, "\(words): such an order may rest at the exchange"))
      resting.append("not known: whether orders rest at the exchange; \(words), at \(call.what)")
    case (false?, _):
      proofs.append(
        PanicProof(what, .notSeen, "an order was made in the second before it, and may rest at the exchange"))
      resting.append("not known: whether an order rests at the exchange that was made just before \(call.what)")
    default:
      proofs.append(PanicProof(what, .notKnown, "the engine did not tell when it made its last order"))
      resting.append("not known: whether orders made just before \(call.what) rest at the exchange")
    }
  }

  // MARK: - The end

  private mutating func whenStopped(_ picture: ControlPicture) -> Ending? {
    if books.isPaper == true { return .flat(books.paperWords) }
    if hasRestarted {
      // It may only be on its way.
      guard now - restartedAt >= patienceForRestart else { return nil }
      return atEnd(["the engine did not start again, and what its last orders did is not known"])
    }
    if sent.contains(.stop) {
      return atEnd(["the engine was stopped, as no emergency stop showed: what its last orders did is not known"])
    }
    return atEnd(["not known: the engine is not running, lists nothing and closes nothing; look at the exchange itself"]
    )
  }

  private mutating func atEnd(_ words: [String]) -> Ending {
    proofs.append(.resting)
    return .left(books.leftAtExchange(equity.proof(of: books.unproved)) + resting + words)
  }

  /// What to say when the time is over, or there is nothing more to do.
  public mutating func give(up picture: ControlPicture) -> Ending {
    if picture.isRunning == false, let end = whenStopped(picture) { return end }
    let halt = Self.halted(picture)
    let halts = halt.verdict == .seen ? [] : ["no halt is to be seen: \(halt.says), so new positions can come"]
    if books.isPaper == true {
      let engine =
        picture.isRunning == true
        ? "the engine still runs: unfilled orders can be sent again, and fill"
        : "not known: whether the engine has stopped"
      return .left(books.open(picture) + [engine] + halts)
    }
    let test = equity.proof(of: books.unproved)
    var left = books.open(picture) + books.leftAtExchange(test) + resting
    if hasRestarted, whyNotRestarted == nil {
      left += stillnessLeft()
      proofs.append(test)
    } else {
      let reason = whyNotRestarted ?? "the time was over before a restart"
      proofs.append(PanicProof("queue of unfilled orders", .notSeen, "not ended: \(reason)"))
      left.append("unfilled orders may be sent again, and fill: \(reason)")
    }
    left += halts
    proofs.append(.resting)
    return left.isEmpty ? .flat(books.exchangeWords(test)) : .left(left)
  }

  private mutating func stillnessLeft() -> [String] {
    var left: [String] = []
    let what = "orders stand still"
    if let watched, let made = watched.made, now - watched.since >= Self.stillness {
      proofs.append(PanicProof(what, .seen, "\(made) made, and no more for \(Spans.text(now - watched.since))"))
    } else if let watched, let made = watched.made, let first = watched.first, made != first {
      proofs.append(PanicProof(what, .notSeen, "\(made - first) made in \(Spans.text(now - watched.begin))"))
      left.append("orders are still being made: \(made - first) in \(Spans.text(now - watched.begin))")
    } else {
      let time = watched.map { Spans.text(now - $0.since) } ?? "0s"
      proofs.append(PanicProof(what, .notKnown, "looked at for \(time) only"))
      left.append("not known: whether orders go on, which takes 10 s to tell")
    }
    let before = acceptedAtRestart
    if let before, let first = pace.accepted, first > before {
      let count = Figures.counted(first - before, "signal")
      proofs.append(PanicProof("new engine halted in time", .notSeen, "\(count) accepted before it was"))
      left.append("\(count) accepted before the new engine was halted; its orders may have filled")
    }
    return left
  }
}
