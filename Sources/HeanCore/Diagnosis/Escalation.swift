/// A change that was sent to this engine, as the operator's own audit log has it.
public struct Attempt: Sendable, Equatable {
  /// What was sent. Lines of the log with a name that this version does not know are left out.
  public var operation: OperationName
  /// What it was done to: strategies, symbols, or `engine`.
  public var targets: Set<String>
  /// When it was sent (UTC).
  public var at: Date
  /// Whether hean saw that the engine did it.
  public var worked: Bool
  /// Id of its run in the log; `nil` when it has none.
  public var id: String?
  /// User account that sent it; `nil` when that was not recorded.
  public var user: String?
  /// Why, in the operator's words; `nil` when no reason was given.
  public var reason: String?

  /// An attempt of which only this is known; the rest stays `nil` until it is set.
  public init(_ operation: OperationName, targets: Set<String> = [], at: Date, worked: Bool) {
    self.operation = operation
    self.targets = targets
    self.at = at
    self.worked = worked
  }
}

/// What was tried on this engine lately, so that a step that did not help is not offered again.
public struct PastAttempts: Sendable {
  /// The attempts, in any order. Called only when a gate offers a step that could be one of them.
  var attempts: @Sendable () -> [Attempt]
  /// The step that is left when no other helps: it restarts the engine's process.
  public var lastResort: NextStep

  /// Closes that were sent from here and that nothing has proved, by the positions that are listed now.
  public var unprovenCloses: @Sendable (PositionsAnswer) -> [UnprovenClose] = { _ in [] }

  /// Without attempts every step is offered.
  /// - Parameter attempts: called only when they are needed.
  public init(
    lastResort: NextStep = "restart the engine's process, then: \(.query(.status))",
    _ attempts: @escaping @Sendable () -> [Attempt] = { [] }
  ) {
    self.attempts = attempts
    self.lastResort = lastResort
  }
}

extension Diagnosis {
  /// On a practice engine nobody can follow advice that needs somebody at the engine's machine. It gets an offer of a
  /// new practice engine added.
  mutating func offerNewPracticeEngine(_ tried: PastAttempts) {
    for index in gates.indices {
      guard let step = gates[index].nextStep, gates[index].state == .closed, step.beginsWithAdvice else { continue }
      gates[index].nextStep = "\(step); on the practice engine: \(tried.lastResort)"
    }
  }

  /// A step that was taken and did not open its gate is replaced by the next stronger one that was not taken yet.
  mutating func escalate(past tried: PastAttempts, now: Date) {
    let places = gates.indices.filter { index in
      (gates[index].state == .closed || gates[index].state == .unknown)
        && gates[index].nextStep.flatMap(Escalation.level) != nil
    }
    let attempts = places.isEmpty ? [] : tried.attempts()
    for index in places {
      let gate = gates[index]
      guard let first = gate.nextStep, let last = Escalation.failed(first, at: gate, attempts, now: now) else {
        continue
      }
      let step = Escalation.next(after: first, last) { Escalation.failed($0, at: gate, attempts, now: now) != nil }
      gates[index].nextStep = step ?? tried.lastResort
      let age = DiagnosisFormat.seconds(from: last.at, to: now)
      let found = last.worked ? "was done" : "was tried and not seen to work"
      let now = last.worked ? "again \(gate.state.rawValue)" : "still not open"
      let verb = last.operation.rawValue.replacing(".", with: " ")
      let said = "\(verb) \(found) \(DiagnosisFormat.span(age)) ago, and the \(gate.id.message) is \(now)"
      gates[index].evidence.append(.init("audit log", said, age: age))
      if decisive?.id == gate.id { summary += " \(said.sentenceStart)." }
    }
  }
}

/// Operations that open gates, each with the stronger step for when it does not help.
enum Escalation {
  struct Level {
    var operation: OperationName
    /// `nil`: only a restart of the process is left.
    var next: NextStep?
  }

  private static let levels = [
    Level(operation: .resetKillSwitch, next: .operation(.engineRestart)),
    Level(operation: .clearGovernor, next: .operation(.engineRestart)),
    Level(operation: .enableStrategies, next: .operation(.engineRestart)),
    Level(operation: .engineStart),
    Level(operation: .engineRestart),
    Level(
      operation: .closeAllPositions,
      next: "close the positions at the exchange (a dry run has none there), then: \(.operation(.engineRestart))"),
  ]
  /// For a stop that came back after every position was closed: too much is held at once.
  private static let fewerPositions: NextStep =
    "lower max_open_positions, so that less is held at once, then: \(.operation(.engineRestart))"

  /// - Returns: `nil` for a step that does not begin with one of these operations.
  static func level(_ step: NextStep) -> Level? {
    step.operation.flatMap { operation in levels.first { $0.operation == operation.name } }
  }

  /// The next step that was not taken yet; `nil` when none is left.
  static func next(after step: NextStep, _ last: Attempt, isSpent: (NextStep) -> Bool) -> NextStep? {
    if last.operation == .closeAllPositions, last.worked { return fewerPositions }
    var next = level(step)?.next
    while let step = next, isSpent(step) { next = level(step)?.next }
    return next
  }

  /// The latest attempt that shows that a step does not help here; `nil` when none does.
  static func failed(_ step: NextStep, at gate: Gate, _ attempts: [Attempt], now: Date) -> Attempt? {
    guard let operation = step.operation, level(step) != nil else { return nil }
    let mine = attempts.filter { attempt in
      attempt.operation == operation.name && DiagnosisFormat.isWithin(3600, attempt.at, now)
        && targets(of: operation).isSubset(of: attempt.targets)
    }.sorted { $0.at < $1.at }
    guard let last = mine.last else { return nil }
    // The engine was stopped after the attempt, which undid what the attempt did.
    let ends: Set<OperationName> = [.engineStop, .engineKill, .panic]
    if operation.name.isEngines, attempts.contains(where: { ends.contains($0.operation) && $0.at > last.at }) {
      return nil
    }
    // An attempt from before the gate closed counts only when the gate has closed again after each attempt.
    if let since = gate.since, last.at < since { return hasWorkedTwice(mine) ? last : nil }
    if !last.worked { return DiagnosisFormat.isWithin(900, last.at, now) ? last : nil }
    return gate.since != nil && gate.state == .closed || hasWorkedTwice(mine) ? last : nil
  }

  /// Targets that an attempt must have had to count; none for operations on the whole engine.
  private static func targets(of operation: NextStep.EngineOperation) -> Set<String> {
    switch operation.name {
    case .enableStrategies: Set(operation.operands)
    case .clearGovernor: [operation.symbol ?? "governor"]
    default: []
    }
  }

  /// Whether the operation worked twice within the hour, and is needed again.
  private static func hasWorkedTwice(_ attempts: [Attempt]) -> Bool {
    // A start does not count: an engine that was started twice was stopped by somebody in between.
    attempts.count { $0.worked && $0.operation != .engineStart } >= 2
  }
}
