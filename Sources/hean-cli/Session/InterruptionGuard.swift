import Dispatch
import HeanCore
import Synchronization

/// Keeps what a verb has sent so far. When a signal ends the run, this is reported and recorded before the process
/// ends.
///
/// A call and its record change under one lock, so that a signal finds both or neither.
final class InterruptionGuard: InterruptionLedger {
  static let signals: [ProcessSignal] = [.interrupt, .terminate, .hangUp, .quit]
  /// How long the final report may wait for an audit log that other processes write to.
  private static let patience = Duration.milliseconds(1_500)

  private struct State {
    var isLeaving = false
    var verb: InterruptedVerb?
    /// Of verbs that run at the same time.
    var others: [InterruptionGuard] = []
    /// What is left to do when a signal ends the process.
    var lastDuty: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  /// Gets the first signal, for a run that ends by itself then. Apart from the state: that is held for as long as a record
  /// waits for the audit log, and the last moment is counted from the signal on.
  private let closing = Mutex<(@Sendable (ProcessSignal) -> Void)?>(nil)
  private let watch = Mutex<SignalWatch?>(nil)
  /// Standard error of the process, where this guard handles its signals.
  private let errors: Sink?
  /// Standard error of the process, where a verb reports its end.
  private let reports: Sink?
  /// Whether the thread that handles the signal has read what was sent.
  private let hasSeenState = Atomic(false)

  /// Whether a program of another kind has the terminal.
  private let isBehind = Atomic(false)

  /// - Parameter errors: standard error of the process; `nil` when this run must not handle the signals of its process.
  convenience init(errors: Sink?) { self.init(errors: errors, reporting: errors) }

  private init(errors: Sink?, reporting reports: Sink?, as manner: Manner = Manner()) {
    self.errors = errors
    self.reports = reports
    self.manner = manner
  }

  /// How a verb among several reports its end.
  private struct Manner {
    /// The name of the engine, where each has its own.
    var engine: String?
    /// That of the run around it; `nil` for that of the verb's own run.
    var format: OutputFormat?
  }

  private let manner: Manner

  /// Starts to handle the signals that end the process, once. Before that they kill at once and without a message: a
  /// read has nothing to report, and is spared the cost.
  func arm() {
    guard errors != nil else { return }
    watch.withLock { watch in
      guard watch == nil else { return }
      watch = ProcessSignals.watch(Self.signals) { [self] signal in
        // The terminal sends it to the program in front as well, which knows what it means there.
        if signal == .interrupt || signal == .quit, isBehind.load(ordering: .sequentiallyConsistent) { return }
        if !handsOver(signal) { leave(signal) }
      }
    }
  }

  /// For a run that has to close what it writes: it gets the first signal, and has three seconds to end the process by it. A
  /// second signal ends the process at once. Where this run does not handle signals, none comes.
  func endingSignals() -> AsyncStream<ProcessSignal> {
    let (signals, signal) = AsyncStream<ProcessSignal>.makeStream()
    closing.withLock { $0 = { signal.yield($0) } }
    arm()
    return signals
  }

  /// Leaves the keys that send signals to a program that has the terminal until the body ends.
  func whileBehind<Value: Sendable>(_ body: () async -> Value) async -> Value {
    arm()
    isBehind.store(true, ordering: .sequentiallyConsistent)
    defer { isBehind.store(false, ordering: .sequentiallyConsistent) }
    return await body()
  }

  private func handsOver(_ signal: ProcessSignal) -> Bool {
    let closing = closing.withLock { closing in
      defer { closing = nil }
      return closing
    }
    guard let closing else { return false }
    closing(signal)
    dieLater(of: signal)
    return true
  }

  private func dieLater(of signal: ProcessSignal) {
    DispatchQueue(label: "hean.last-moment").asyncAfter(deadline: .now() + .seconds(3)) {
      ProcessSignals.die(of: signal)
    }
  }

  /// A verb begins; it has sent nothing yet.
  /// - Parameter advice: next steps to show when it is interrupted.
  func begin(_ session: Session, advice: [NextStep] = []) {
    arm()
    var session = session
    // Where the process reports its end, also for a run whose own words go elsewhere.
    if let reports { session.context.errors = reports }
    if let format = manner.format { session.output.format = format }
    state.withLock { [session] in
      $0.verb = InterruptedVerb(session: session, advice: advice)
      $0.verb?.engine = manner.engine
    }
  }

  /// Keeps another verb, that runs while this one's is under way: a signal reports both.
  /// - Parameters:
  ///   - engine: named in its report.
  ///   - format: of its report, where that is not the format in which it runs.
  func beside(for engine: String? = nil, in format: OutputFormat? = nil) -> InterruptionGuard {
    let other = InterruptionGuard(errors: nil, reporting: errors, as: Manner(engine: engine, format: format))
    state.withLock { $0.others.append(other) }
    return other
  }

  /// Whether something is left to do when a signal ends the process, and none has come.
  var isDutyLeft: Bool { state.withLock { $0.lastDuty != nil } }

  /// - Parameter duty: is done when a signal ends the process; `nil` for nothing.
  func leaves(behind duty: (@Sendable () -> Void)?) {
    state.withLock { $0.lastDuty = duty }
    if duty != nil { arm() }
  }

  /// Whether a question to the operator is on the screen: then the final report begins on a new line.
  func isAsking(_ isAsking: Bool) { state.withLock { $0.verb?.isAsking = isAsking } }

  func announce(_ targets: [String], _ trail: AuditTrail?) {
    state.withLock { state in
      state.verb?.planned = targets
      state.verb?.audit = trail
    }
  }

  func willSend(_ step: OperationStep, _ index: Int, record: () throws -> Void) async throws {
    try await unlessLeaving { state in
      try record()
      state.verb?.calls.append(InterruptedVerb.Call(step: step, index: index))
    }
  }

  func didAnswer(_ index: Int, _ reply: ControlReply) {
    state.withLock { state in
      guard let place = state.verb?.calls.firstIndex(where: { $0.index == index }) else { return }
      state.verb?.calls[place].reply = reply
    }
  }

  func didEnd(_ index: Int, _ outcome: OperationOutcome, record: () -> Void) async {
    await unlessLeaving { state in
      record()
      guard let place = state.verb?.calls.firstIndex(where: { $0.index == index }) else { return }
      state.verb?.calls[place].outcome = outcome
    }
  }

  /// Returns, unless a signal is ending the process.
  func stayed() async { await unlessLeaving { _ in } }

  /// The verb is complete, or everything about it was reported. Returns, unless a signal is ending the process.
  func end() async { await unlessLeaving { $0.verb = nil } }

  private func unlessLeaving(_ body: (inout State) throws -> Void) async rethrows {
    let isLeaving = try state.withLock { state in
      if !state.isLeaving { try body(&state) }
      return state.isLeaving
    }
    // Another thread is ending the process, so this task waits forever.
    while isLeaving { unsafe await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
  }

  /// Runs on the thread that receives the signals, so a second signal is never handled.
  private func leave(_ signal: ProcessSignal) -> Never {
    limitLastWords(signal)
    // The words would be lost on a screen that goes away, and nothing more may be drawn over them.
    SavedTerminal.restore()
    let (verbs, duty) = stop()
    hasSeenState.store(true, ordering: .sequentiallyConsistent)
    for verb in verbs { verb.conclude(signal.name, patience: Self.patience) }
    duty?()
    ProcessSignals.die(of: signal)
  }

  /// From now on nothing is sent and nothing recorded by the runs.
  /// - Returns: what is under way, and what is left to do.
  private func stop() -> (verbs: [InterruptedVerb], duty: (@Sendable () -> Void)?) {
    let (verb, others, duty) = state.withLock { state in
      defer { state.lastDuty = nil }
      state.isLeaving = true
      return (state.verb, state.others, state.lastDuty)
    }
    return ((verb.map { [$0] } ?? []) + others.flatMap { $0.stop().verbs }, duty)
  }

  /// Ends the process after a time limit, even when the audit log is locked or the reader of standard error does not
  /// read.
  private func limitLastWords(_ signal: ProcessSignal) {
    DispatchQueue(label: "hean.last-words").asyncAfter(deadline: .now() + .milliseconds(2_500)) { [self] in
      guard !hasSeenState.load(ordering: .sequentiallyConsistent) else { return }
      let audit = CommandLines()(.query(.audit))
      try? errors?.write(
        "hean: interrupted by \(signal.name) while the audit log was busy; what was sent stands there: \(audit)\n")
    }
    dieLater(of: signal)
  }
}
