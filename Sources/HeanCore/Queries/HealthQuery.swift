/// Is anything wrong, whatever the engine says about its own health?
public struct HealthQuery: Query {
  /// Operations that were already tried on this engine; the advice does not repeat a step that did not help.
  public var tried: @Sendable (EngineSnapshot) -> PastAttempts

  /// - Parameter tried: operations that were already tried on this engine; none by default.
  public init(tried: @escaping @Sendable (EngineSnapshot) -> PastAttempts = { _ in PastAttempts() }) {
    self.tried = tried
  }

  /// What a status reads for its diagnosis and its positions, so that the two never disagree; and `/ready`.
  public var parts: Set<SnapshotPart> { SnapshotPart.judgement.union([SnapshotPart(.readiness)]) }

  /// - Throws: the error of `/health`.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> HealthAnswer {
    let health = try snapshot.health.get()
    let past = tried(snapshot)
    let diagnosis = Diagnosis(snapshot, tried: past, now: now)
    return HealthAnswer(
      snapshot, health.value, diagnosis, Judgement(snapshot, diagnosis, past: past, now: now),
      receivedAt: health.receivedAt)
  }
}

/// The engine's own health report, with the problems that it does not mention.
public struct HealthAnswer: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// When `/health` answered, by the local clock.
  public var receivedAt: Date
  /// Whether the engine trades, and if not, why.
  public var diagnosis: Diagnosis
  /// What money is at risk, and what to do next.
  public var judgement: Judgement
  /// The body of `/health`. "healthy" in it proves nothing (docs/engine.md 2.8).
  public var health: Health
  /// `/engine/status`; `nil` when it did not answer.
  public var engine: EngineStatus?
  /// `/ready`; `nil` when it did not answer.
  public var isReady: Bool?
  /// Open positions, and whether the list can be believed; `nil` when `/orders/positions` did not answer.
  public var listing: PositionsAnswer?
  /// Sentences: what is wrong with trading (stops, old prices, positions beyond a stop or a target). Empty when nothing
  /// is.
  public var tradingProblems: [String]
  /// Sentences: components that `/health` does not report as healthy, and a running engine that is not ready. Empty
  /// when nothing is wrong.
  public var componentProblems: [String]

  /// A report with these values; engine status, readiness and positions are `nil` until they are set.
  public init(
    context: AnswerContext, receivedAt: Date, diagnosis: Diagnosis, judgement: Judgement, health: Health,
    tradingProblems: [String], componentProblems: [String]
  ) {
    self.context = context
    self.receivedAt = receivedAt
    self.diagnosis = diagnosis
    self.judgement = judgement
    self.health = health
    self.tradingProblems = tradingProblems
    self.componentProblems = componentProblems
  }

  init(
    _ snapshot: EngineSnapshot, _ health: Health, _ diagnosis: Diagnosis, _ judgement: Judgement, receivedAt: Date
  ) {
    self.judgement = judgement
    context = snapshot.context
    self.receivedAt = receivedAt
    self.diagnosis = diagnosis
    self.health = health
    engine = snapshot.engine
    isReady = snapshot[.readiness].value?.isReady
    let listing = try? PositionsAnswer(snapshot, NameFilter())
    self.listing = listing
    let positions = listing?.proven?.elements
    tradingProblems = HealthProblems(snapshot: snapshot, diagnosis: diagnosis, positions: positions).found()
    componentProblems = HealthProblems.components(health)
    if isReady == false, snapshot.isRunning == true { componentProblems.append("/ready says not ready.") }
  }
}

/// Finds what contradicts a "healthy" engine, as sentences.
struct HealthProblems {
  var snapshot: EngineSnapshot
  var diagnosis: Diagnosis
  /// `nil` when they are not known.
  var positions: [Position]?

  func found() -> [String] {
    var found: [String] = []
    // First what blocks trading, in the words of the diagnosis.
    if [.blocked, .ordersAfterStop, .unknown].contains(diagnosis.verdict) { found.append(diagnosis.summary) }
    let decisive = found.isEmpty ? nil : diagnosis.decisive?.id
    if snapshot.isRunning != true, decisive != .engine {
      found.append("The engine is \(snapshot.engineState?.rawValue ?? "not known"), whatever 'status' says.")
    }
    if snapshot.isRunning == true { found += gates.filter { $0.id != decisive }.map(Self.sentence) }
    let basis = StopBasis.killSwitch(snapshot.killSwitch.value, snapshot.equityTruth)
    if let words = basis?.message, !found.contains(where: { $0.contains(words) }) {
      found.append("The kill switch \(words).")
    }
    let truth = snapshot.killSwitchTruth
    // For a running engine, its gates have reported the emergency stop above.
    if truth.verdict == .emergency, snapshot.isRunning != true {
      found.append("The emergency stop was used; an engine that is started after it takes signals again.")
    }
    if truth.isEmergencyOver {
      found.append("/health shows an emergency stop from before this engine was started; it stops nothing any more.")
    }
    if snapshot.mode == .paperFallback, decisive != .mode { found.append("The engine is \(snapshot.mode.meaning).") }
    let beyond = (positions ?? []).filter { !$0.breachedLevels.isEmpty }.map(\.symbol)
    if snapshot.isRunning == true, !beyond.isEmpty {
      found.append("The price is beyond stop or target, and still open: \(beyond.joined(separator: ", ")).")
    }
    return found
  }

  static func components(_ health: Health) -> [String] {
    health.components.compactMap { part in
      guard part.name != "engine", part.name != "killswitch", part.isFine == false, let status = part.status
      else { return nil }
      return "\(part.name) is \(status)."
    }
  }

  private static func sentence(_ gate: Gate) -> String {
    // A field name such as `stop_trading` keeps its lower case.
    let first = gate.finding.prefix { $0 != " " }
    return (first.contains("_") ? gate.finding : gate.finding.sentenceStart) + "."
  }

  /// Gates that concern the whole engine and are not fully open.
  private var gates: [Gate] {
    let ids: Set<Gate.ID> = [.marketData, .killSwitch, .latch, .governor, .fills]
    return diagnosis.gates.filter { ids.contains($0.id) && $0.state != .open }
  }
}
