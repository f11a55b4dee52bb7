/// One place where a signal can be stopped on its way to a fill, with what was seen there.
public struct Gate: Codable, Sendable, Equatable {
  /// Stable names, in the order in which the gates are checked: from the outside in.
  public enum ID: String, Codable, Sendable, CaseIterable {
    /// Whether the engine answers, whether it runs, where its orders go, and whether it accepts the console's key.
    case reachable, engine, mode, authentication
    /// Whether fresh prices reach the engine.
    case marketData = "market_data"
    /// The kill switch and the emergency call (S2 and S4 of docs/engine.md 4.2).
    case killSwitch = "kill_switch"
    /// The hidden latch, the governor and its quarantine; then what a signal meets: strategies, filters, the council's
    /// vote, limits, the router (`rejects`) and the exchange (`fills`).
    case latch, governor, quarantine, strategies, signals, filters, council, limits, rejects, fills

    /// The name for people: `market data`.
    public var message: String { rawValue.replacing("_", with: " ") }
  }

  /// Whether signals pass the gate.
  public enum State: String, Codable, Sendable, CaseIterable {
    /// Nothing here stops signals.
    case open
    /// Signals pass, but fewer or smaller than they could.
    case narrowed
    /// No signal passes.
    case closed
    /// The evidence is missing, which is never shown as good news.
    case unknown
  }

  /// One thing that was seen at a gate.
  public struct Evidence: Codable, Sendable, Equatable {
    /// Endpoint that said so, as `/risk/status`; or another source, as `audit log`.
    public var source: String
    /// What the source said, for people.
    public var message: String
    /// The figure that decides; `nil` when it is no figure.
    public var value: Decimal?
    /// What `value` is compared with, in the same unit; `nil` when it is compared with nothing.
    public var threshold: Decimal?
    /// Seconds since it was so; `nil` when that is not known.
    public var age: Decimal?

    /// What is left out stays `nil`.
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

  /// Which gate it is.
  public var id: ID
  /// Whether signals pass.
  public var state: State
  /// What was found, in one line for people.
  public var finding: String
  /// What the finding rests on.
  public var evidence: [Evidence]
  /// Signals that were refused here; `nil` where they cannot be counted.
  public var rejections: Rejections?
  /// Age in seconds of what the finding rests on; `nil` when that is not known.
  public var age: Decimal?
  /// Since when it is so (UTC); `nil` when that is not known.
  public var since: Date?
  /// What to do or to look at; `nil` when there is nothing.
  public var nextStep: NextStep?
  /// Symbols whose prices stand still, those of open positions first; `nil` at every other gate.
  public var frozen: [String]?

  /// What is left out stays `nil`.
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

  /// A gate whose endpoint did not answer: its state is unknown.
  static func unanswered(_ id: ID, _ source: String, _ error: EngineError?) -> Gate {
    guard error?.isRateLimit != true else { return limited(id, source, error) }
    return Gate(
      id, .unknown, "no answer from \(source)",
      evidence: [Evidence(source, error.map(\.shortText) ?? "not asked")],
      nextStep: .query(.health))
  }

  /// A gate whose endpoint refused to answer, because it was asked too often.
  static func limited(_ id: ID, _ source: String, _ error: EngineError?) -> Gate {
    Gate(
      id, .unknown, "the engine limits how often it is asked for \(source)",
      evidence: [Evidence(source, error.map(\.shortText) ?? "429")],
      nextStep: "wait up to a minute, then: \(.query(.why))")
  }

  /// A gate whose figures mean something on a running engine only, when it is not known whether the engine runs.
  static func notTold(_ id: ID) -> Gate {
    Gate(
      id, .unknown, "the engine does not say whether it runs, and a stopped one says that all is well",
      evidence: [.init("/engine/status", "running not told")], nextStep: .query(.health))
  }

  /// A gate about which a stopped engine says nothing, or always the same.
  static func stopped(_ id: ID, _ finding: String) -> Gate {
    Gate(id, .unknown, finding, evidence: [.init("/engine/status", "running false")])
  }
}

/// How many signals were refused at one gate.
public struct Rejections: Codable, Sendable, Equatable {
  /// In the last minute.
  public var oneMinute = 0
  /// In the last five minutes.
  public var fiveMinutes = 0
  /// In the last hour.
  public var oneHour = 0
  /// Whether the engine's lists reach back less than an hour, so that there may have been more.
  public var isAtLeast = false

  /// A count that is left out is 0.
  public init(oneMinute: Int = 0, fiveMinutes: Int = 0, oneHour: Int = 0, isAtLeast: Bool = false) {
    self.oneMinute = oneMinute
    self.fiveMinutes = fiveMinutes
    self.oneHour = oneHour
    self.isAtLeast = isAtLeast
  }

  /// The sum of both counts for each span. It is a lower bound when one of them is.
  public static func + (one: Rejections, other: Rejections) -> Rejections {
    Rejections(
      oneMinute: one.oneMinute.clampedAdding(other.oneMinute),
      fiveMinutes: one.fiveMinutes.clampedAdding(other.fiveMinutes),
      oneHour: one.oneHour.clampedAdding(other.oneHour), isAtLeast: one.isAtLeast || other.isAtLeast)
  }
}

extension Gate {
  /// The groups of gates, each of which judges its own.
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
