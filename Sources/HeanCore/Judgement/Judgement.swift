/// The two verdicts on an engine, the money first, and the next steps: the only source of steps of every screen.
public struct Judgement: Codable, Sendable {
  /// What is open, what it can lose, and what protects it.
  public var money: MoneyVerdict
  /// Stops that somebody made on purpose and nobody has undone.
  public var stops: [DeliberateStop]
  /// What to do next: what protects money first, then what has to be looked at, then what undoes a stop or lets the
  /// engine trade again.
  public var steps: [JudgedStep]

  /// Judges one moment.
  /// - Parameters:
  ///   - diagnosis: of the same snapshot.
  ///   - past: what was done before; a step that was futile is not offered again.
  public init(_ snapshot: EngineSnapshot, _ diagnosis: Diagnosis, past: PastAttempts, now: Date) {
    var hazards = diagnosis.hazards
    if snapshot.positions.isAsked, let listed = try? PositionsAnswer(snapshot, NameFilter()),
      let unproven = Hazard.unproven(past.unprovenCloses(listed), snapshot)
    {
      hazards.insert(unproven, at: hazards.firstIndex { unproven.kind.comesBefore($0.kind) } ?? hazards.endIndex)
    }
    // What a panic has proved to be flat is not lost with the engine object that it ended. What an earlier object held
    // was never in its list.
    if hazards.contains(where: { $0.kind == .forgottenPositions }), let forgotten = snapshot.remembered.forgotten,
      forgotten.end != .start,
      let flat = past.attempts().filter({ $0.operation == .panic && $0.worked }).map(\.at).max(),
      forgotten.endedAt <= flat, flat.timeIntervalSince(forgotten.endedAt) < Self.longestPanic
    {
      hazards.removeAll { $0.kind == .forgottenPositions }
    }
    if snapshot.isOfEarlierLook { hazards = hazards.map(\.lookingFirst) }
    let judge = StepJudge(snapshot, diagnosis, hazards, past: past, now: now)
    money = MoneyVerdict(judge.reading)
    stops = diagnosis.stops
    steps = snapshot.isOfEarlierLook ? Self.looks : judge.steps()
  }

  /// All that an earlier look allows.
  private static let looks = [
    JudgedStep(.look, .query(.health), why: "whether the engine answers now"),
    JudgedStep(.look, .query(.status), why: "what is so now"),
  ]

  /// The longest time (seconds) that a panic takes from the end of the engine object to its last look.
  private static let longestPanic: TimeInterval = 300

  /// The steps without their reasons.
  public var nextSteps: [NextStep] { steps.map(\.step) }
}
