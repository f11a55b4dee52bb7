/// The path of one signal, put together from what several endpoints remember of it.
///
/// No id of the engine links the steps: a decision's `signal_id` is `strategy:SYMBOL:side`, and orders and verdicts
/// have others. A step is matched by id where there is one, else by strategy, symbol, side and time; `Step.match` says
/// which.
public struct SignalTrace: Codable, Sendable {
  /// What kind of step it is, in the order of the path.
  public enum Stage: String, Codable, Sendable, CaseIterable {
    /// `risk` is the state of the governor at the decision, or a place where the signal got stuck; `exit` the close of the
    /// position, and `pnl` what it made or makes.
    case signal, council, decision, risk, order, fill, exit, pnl
  }

  /// How sure it is that a step belongs to this signal.
  public enum Match: String, Codable, Sendable, CaseIterable {
    /// By an id of the engine.
    case id
    /// Same strategy, symbol and side, within seconds of each other.
    case time
    /// By the symbol only.
    case symbol
  }

  /// One step on the path.
  public struct Step: Codable, Sendable {
    /// What kind of step it is.
    public var stage: Stage
    /// When it happened (UTC); `nil` when that is not known.
    public var at: Date?
    /// What happened, for people.
    public var message: String
    /// Endpoint that told of it: `/trading/state`.
    public var source: String
    /// How sure it is that the step belongs to this signal.
    public var match: Match

    /// A step from its parts; `at` stays `nil` when it is not known.
    public init(stage: Stage, at: Date? = nil, message: String, source: String, match: Match) {
      self.stage = stage
      self.at = at
      self.message = message
      self.source = source
      self.match = match
    }
  }

  /// Strategy that sent the signal; `nil` when it is not known.
  public var strategy: String?
  /// Trading pair as the engine writes it: `BTCUSDT`; `nil` when it is not known.
  public var symbol: String?
  /// Whether the strategy wanted to buy or to sell; `nil` when it is not known.
  public var side: OrderSide?
  /// In the order of the path.
  public var steps: [Step]

  /// What is left out stays `nil`: it is not known.
  public init(strategy: String? = nil, symbol: String? = nil, side: OrderSide? = nil, steps: [Step]) {
    self.strategy = strategy
    self.symbol = symbol
    self.side = side
    self.steps = steps
  }

  /// The weakest match of all steps: the trace as a whole is no surer than that.
  public var confidence: Match {
    steps.contains { $0.match == .symbol } ? .symbol : steps.contains { $0.match == .time } ? .time : .id
  }

  /// How it ended: the last step, with its message.
  public var ending: String {
    // The risk state is a circumstance of the decision, not an end.
    guard let last = steps.last(where: { $0.stage != .risk || $0.source == "/archon/pipeline" }) else {
      return "nothing is known"
    }
    return "\(last.stage.rawValue): \(last.message)"
  }

  /// Which signal is to be traced.
  public enum Wanted: Sendable, Equatable, CustomStringConvertible {
    /// The newest decision, or the newest one that was a refusal.
    case last, lastBlocked
    /// Id, or the beginning of one, of an order, a position, a verdict or a signal.
    case id(String)

    /// As an operator types it: `last`, `last-blocked`, or the id.
    public var description: String {
      switch self {
      case .last: "last"
      case .lastBlocked: "last-blocked"
      case .id(let id): id
      }
    }

    /// Reads what an operator typed; any word but `last` and `last-blocked` is an id.
    public init(_ word: String) {
      switch word.lowercased() {
      case "last": self = .last
      case "last-blocked", "last_blocked": self = .lastBlocked
      default: self = .id(word)
      }
    }
  }
}

/// The lists that a trace is put together from.
public struct TraceSources: Sendable {
  /// Decisions about signals, newest first.
  public var decisions: [Decision]
  /// Open orders, recent fills and those of the history, each once.
  public var orders: [Order]
  /// Open positions, by `/trading/state`.
  public var positions: [Position]
  /// Positions that the engine calls closed.
  public var closed: [Position]
  /// Votes of the council.
  public var verdicts: [CouncilVerdict]
  /// Signals that got stuck in the engine's pipeline.
  public var deadLetters: [SignalPipeline.DeadLetter]
  /// How many orders were rejected in the last five minutes, which no list shows; `nil` when the engine did not say.
  public var rejectedOrders: Int?
  /// When the lists were read, by the console's clock.
  public var seenAt: Date
  /// Endpoints that did not answer, each with the reason.
  public var missing: [String]

  /// The lists of a snapshot. Where an endpoint did not answer, the list is empty and `missing` says so.
  public init(_ snapshot: EngineSnapshot) {
    let state = snapshot.state.value
    decisions = DecisionLog(snapshot, scope: DiagnosisScope(), now: .distantFuture).decisions
    orders = snapshot.rememberedOrders
    positions = state?.positions ?? []
    closed = snapshot.closedPositions ?? []
    verdicts = snapshot.verdicts.value?.elements ?? []
    deadLetters = snapshot.pipeline.value?.deadLetters ?? []
    rejectedOrders = snapshot.metrics.value?.lastFiveMinutes?.ordersRejected
    seenAt = snapshot.seenAt
    missing = [
      ("/trading/state", snapshot.state.error), ("/trading/history", snapshot.longHistory.error),
      ("/council/trade/verdicts", snapshot.verdicts.error),
      ("/archon/pipeline", snapshot.pipeline.error),
    ].compactMap { source, error in error.map { "\(source): \($0.shortText)" } }
  }
}

extension EngineSnapshot {
  /// Every order that the engine still lists, each once.
  var rememberedOrders: [Order] {
    let state = state.value
    let listed = (state?.openOrders ?? []) + (state?.recentFills ?? [])
    let known = Set(listed.compactMap(\.id))
    let remembered = longHistory.value?.orders ?? []
    return listed + remembered.filter { !known.contains($0.id ?? "") }
  }
}
