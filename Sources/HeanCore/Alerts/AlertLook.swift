/// Reads the engine for alert rules.
public struct AlertLook: Sendable {
  private var history = ConditionHistory()
  private var meanings: [ConditionName: ConditionName] = [:]
  private var positions = PositionWatch()

  /// What a look has found.
  public struct Outcome: Sendable {
    /// By the name of the rule.
    public var findings: [String: AlertFinding]
    /// What it was found in.
    public var snapshot: EngineSnapshot
    /// Of that snapshot.
    public var judgement: Judgement
  }

  /// Before the first look.
  public init() {}

  /// What the engine says of each rule now.
  /// - Parameters:
  ///   - tried: operations that were already tried on this engine.
  ///   - unrecordable: why what is sent from here cannot be recorded; `nil` when it can be.
  ///   - now: the local clock.
  public mutating func findings(
    of rules: [AlertRule], by engine: EngineReader, tried: @Sendable (EngineSnapshot) -> PastAttempts,
    unrecordable: String?, now: @escaping @Sendable () -> Date
  ) async -> Outcome {
    let names = rules.flatMap(\.conditions).reduce(into: Set<ConditionName>()) { $0.formUnion($1.names) }
    var snapshot = await engine.snapshot(of: SnapshotPart.judgement, now: now)
    if positions.asksForClosed(snapshot) {
      snapshot = await engine.snapshot(of: SnapshotPart.judgement.union([.closed, .equityHistory]), now: now)
    }
    // The same reader: what the snapshot has read is not read again.
    var look = await engine.look(for: Set(names.map(\.base)), meaning: meanings, now: now)
    meanings = look.meanings.filter { $0.key.base == $0.key }
    history.complete(&look, for: names, at: now())
    let past = tried(snapshot)
    let diagnosis = Diagnosis(snapshot, tried: past, now: now())
    let judgement = Judgement(snapshot, diagnosis, past: past, now: now())
    positions.take(snapshot, commands: past, at: now())
    let checks = EngineCheck.all(
      snapshot, diagnosis, judgement, positions: positions, unrecordable: unrecordable)
    var findings: [String: AlertFinding] = [:]
    for rule in rules {
      switch rule.trigger {
      case .check(let id):
        guard let check = checks.first(where: { $0.id == id }) else { continue }
        findings[rule.name] = AlertFinding(
          holds: check.isMet.map { !$0 }, text: check.finding, nextStep: check.nextStep)
      case .condition(let condition):
        findings[rule.name] = AlertFinding(
          holds: condition.holds(look.values), text: look.words(condition), nextStep: nil)
        // Time does not repair a name that the engine does not know.
        if let stranger = look.stranger,
          condition.bases.contains(where: { $0.isAboutSomething && look.meanings[$0] == nil }),
          findings[rule.name]?.holds == nil
        {
          findings[rule.name]?.text = "\(condition.text): \(stranger.shortText)"
        }
      }
      if let clears = rule.clears { findings[rule.name]?.clears = clears.holds(look.values) }
    }
    return Outcome(findings: findings, snapshot: snapshot, judgement: judgement)
  }
}

extension ConditionLook {
  /// The condition, and the value of each of its names, in the engine's own spelling.
  func words(_ condition: Condition) -> String {
    let seen = condition.names.map { name in
      let doubt = doubts[name].map { " (\($0))" } ?? ""
      return "\((meanings[name] ?? name).text) is \(values[name]?.text ?? "not known")\(doubt)"
    }
    return "\(condition.text): \(seen.sorted().joined(separator: ", "))"
  }
}

extension ConditionValue {
  /// The value for people; numbers as on screens.
  var text: String {
    switch self {
    case .number(let value): Figures.price(value)
    case .word(let word): word
    case .truth(let isTrue): isTrue ? "true" : "false"
    }
  }
}
