public import Foundation

/// Is anything wrong, whatever the engine calls itself?
public struct HealthQuery: Query {
  public var tried: @Sendable (EngineSnapshot) -> PastAttempts

  public init(tried: @escaping @Sendable (EngineSnapshot) -> PastAttempts = { _ in PastAttempts() }) {
    self.tried = tried
  }

  /// The same parts as those of a status, so that the two never disagree.
  public var parts: Set<Part> { Part.diagnosis().union([.listedPositions(), Part(.readiness)]) }

  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> HealthAnswer {
    let health = try snapshot.health.get()
    return HealthAnswer(
      snapshot, health.value, Diagnosis(snapshot, tried: tried(snapshot), now: now), receivedAt: health.receivedAt)
  }
}

public struct HealthAnswer: Codable, Sendable {
  public var context: AnswerContext
  public var receivedAt: Date
  public var diagnosis: Diagnosis
  public var health: Health
  public var engine: EngineStatus?
  public var isReady: Bool?
  public var listing: PositionsAnswer?
  /// What stands against "healthy" in trading: stops, prices, positions.
  public var tradingProblems: [String]
  /// The same of the parts that the engine's process names.
  public var componentProblems: [String]

  /// What is not given is not known.
  public init(
    context: AnswerContext, receivedAt: Date, diagnosis: Diagnosis, health: Health, tradingProblems: [String],
    componentProblems: [String]
  ) {
    self.context = context
    self.receivedAt = receivedAt
    self.diagnosis = diagnosis
    self.health = health
    self.tradingProblems = tradingProblems
    self.componentProblems = componentProblems
  }

  init(_ snapshot: EngineSnapshot, _ health: Health, _ diagnosis: Diagnosis, receivedAt: Date) {
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

/// What stands against "healthy", in sentences.
struct HealthProblems {
  var snapshot: EngineSnapshot
  var diagnosis: Diagnosis
  /// `nil` when they are not known.
  var positions: [Position]?

  func found() -> [String] {
    var found: [String] = []
    // What blocks trading, in the words of the diagnosis.
    if [.blocked, .unknown].contains(diagnosis.verdict) { found.append(diagnosis.summary) }
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
    // What a running engine says stands among its gates, and that it does not run above.
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
    let fine: Set<String> = ["healthy", "connected", "running", "normal", "not_configured", "not_initialized"]
    return health.components.compactMap { part in
      guard part.name != "engine", part.name != "killswitch", let status = part.status,
        !fine.contains(status.lowercased())
      else { return nil }
      return "\(part.name) is \(status)."
    }
  }

  private static func sentence(_ gate: Gate) -> String {
    // The name of a field stays as it is.
    let first = gate.finding.prefix { $0 != " " }
    return (first.contains("_") ? gate.finding : gate.finding.sentenceStart) + "."
  }

  /// Gates that are about the engine itself, and not quite open.
  private var gates: [Gate] {
    let ids: Set<Gate.ID> = [.marketData, .killSwitch, .latch, .governor, .fills]
    return diagnosis.gates.filter { ids.contains($0.id) && $0.state != .open }
  }
}
