public import Foundation

/// One place where a signal can die on its way to a fill, with what was seen there.
public struct Gate: Codable, Sendable, Equatable {
  /// Stable names, in the order in which they are asked: from the outside in.
  public enum ID: String, Codable, Sendable, CaseIterable {
    case reachable, engine, mode, authentication
    case marketData = "market_data"
    case killSwitch = "kill_switch"
    case latch, governor, quarantine, strategies, signals, filters, council, limits, rejects, fills

    /// As people read it.
    public var message: String { rawValue.replacing("_", with: " ") }
  }

  public enum State: String, Codable, Sendable {
    case open
    /// Signals pass, but fewer or smaller than they could.
    case narrowed
    case closed
    /// The evidence did not come; never shown as good news.
    case unknown
  }

  public struct Evidence: Codable, Sendable, Equatable {
    /// Endpoint that said so.
    public var source: String
    public var message: String
    /// The figure that decides, and what it is held against.
    public var value: Decimal?
    public var threshold: Decimal?
    /// Seconds since it was so.
    public var age: Decimal?

    public init(
      _ source: String, _ message: String, value: Decimal? = nil, threshold: Decimal? = nil, age: Decimal? = nil
    ) {
      self.source = source
      self.message = message
      self.value = value
      self.threshold = threshold
      self.age = age
    }
  }

  public var id: ID
  public var state: State
  /// One line for people.
  public var finding: String
  public var evidence: [Evidence]
  /// Signals that died here; `nil` where none can be counted.
  public var rejections: Rejections?
  /// Seconds since the evidence was fresh.
  public var age: Decimal?
  public var since: Date?
  public var nextStep: NextStep?

  public init(
    _ id: ID, _ state: State, _ finding: String, evidence: [Evidence], rejections: Rejections? = nil,
    age: Decimal? = nil,
    since: Date? = nil, nextStep: NextStep? = nil
  ) {
    self.id = id
    self.state = state
    self.finding = finding
    self.evidence = evidence
    self.rejections = rejections
    self.age = age
    self.since = since
    self.nextStep = nextStep
  }

  /// A gate about which the engine gave no answer.
  static func unanswered(_ id: ID, _ source: String, _ error: EngineError?) -> Gate {
    guard error?.isRateLimit != true else { return limited(id, source, error) }
    return Gate(
      id, .unknown, "no answer from \(source)",
      evidence: [Evidence(source, error.map(\.shortText) ?? "not asked")],
      nextStep: .query(.health))
  }

  /// A gate about which the engine did not want to be asked so soon again.
  static func limited(_ id: ID, _ source: String, _ error: EngineError?) -> Gate {
    Gate(
      id, .unknown, "the engine limits how often it is asked for \(source)",
      evidence: [Evidence(source, error.map(\.shortText) ?? "429")],
      nextStep: "wait up to a minute, then: \(.query(.why))")
  }

  /// A gate whose figures mean nothing on a stopped engine, where nobody knows whether it runs.
  static func notTold(_ id: ID) -> Gate {
    Gate(
      id, .unknown, "the engine does not say whether it runs, and a stopped one says that all is well",
      evidence: [.init("/engine/status", "running not told")], nextStep: .query(.health))
  }

  /// A gate about which a stopped engine says nothing, or what it always says.
  static func stopped(_ id: ID, _ finding: String) -> Gate {
    Gate(id, .unknown, finding, evidence: [.init("/engine/status", "running false")])
  }
}

/// How many signals died at one gate.
public struct Rejections: Codable, Sendable, Equatable {
  public var oneMinute = 0
  public var fiveMinutes = 0
  public var oneHour = 0
  /// Whether the engine's lists reach back less far than the hour, so that there may have been more.
  public var isAtLeast = false

  /// Of its parts.
  public init(oneMinute: Int = 0, fiveMinutes: Int = 0, oneHour: Int = 0, isAtLeast: Bool = false) {
    self.oneMinute = oneMinute
    self.fiveMinutes = fiveMinutes
    self.oneHour = oneHour
    self.isAtLeast = isAtLeast
  }

  public static func + (one: Rejections, other: Rejections) -> Rejections {
    Rejections(
      oneMinute: one.oneMinute.clampedAdding(other.oneMinute),
      fiveMinutes: one.fiveMinutes.clampedAdding(other.fiveMinutes),
      oneHour: one.oneHour.clampedAdding(other.oneHour), isAtLeast: one.isAtLeast || other.isAtLeast)
  }
}

extension EngineError {
  /// Whether the engine was asked too often.
  var isRateLimit: Bool {
    if case .rateLimited = self { return true }
    return false
  }

  /// A few words for a place where only one endpoint of many failed.
  public var shortText: String {
    switch self {
    case .transport(let error): "\(error.phase)"
    case .refused(let detail), .notAuthorised(let detail), .rateLimited(let detail, _), .unavailable(let detail),
      .brokenContract(let detail):
      detail.message
    case .notFound(let kind, let name, _): "no \(kind) '\(name)'"
    case .ambiguous(let kind, let name, _): "more than one \(kind) '\(name)'"
    case .untold(let kind, let name, let reason): "whether there is a \(kind) '\(name)' cannot be told: \(reason)"
    }
  }
}

extension TransportError {
  /// The phase that failed, in two or three words.
  public var phase: String {
    switch self {
    case .unreachable: "unreachable"
    case .deadlineExceeded: "deadline passed"
    case .connectionLost: "connection lost"
    case .insecure: "TLS refused"
    case .bodyTooLarge: "body too large"
    case .malformed: "not HTTP"
    case .redirectRefused(let location, _): "redirected to \(location), where nothing was sent"
    case .refusedLocally: "not sent"
    }
  }
}

extension Gate {
  /// What the gates are judged by.
  struct Judges {
    var seen: EngineSnapshot
    var engine: EngineGates
    var risk: RiskGates
    var flow: SignalGates
  }
}

extension Gate.ID {
  func gate(_ by: Gate.Judges) -> Gate {
    switch self {
    case .reachable: by.engine.reachable()
    case .engine: by.engine.engine()
    case .mode: by.engine.mode()
    case .authentication: by.engine.authentication()
    case .marketData: by.engine.marketData(rejections: by.flow.rejections(at: .marketData))
    case .killSwitch: by.risk.killSwitch()
    case .latch: by.risk.latch()
    case .governor: by.risk.governor()
    case .quarantine: by.risk.quarantine()
    case .strategies: by.flow.strategies()
    case .signals: by.flow.signals()
    case .filters: by.flow.filters()
    case .council: by.flow.council()
    case .limits: by.flow.limits()
    case .rejects: by.flow.rejects()
    case .fills: by.flow.fills()
    }
  }
}
