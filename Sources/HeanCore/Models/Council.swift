/// One vote of the engine's council on a signal (`GET /api/v1/council/trade/verdicts`; docs/engine.md 4.1).
public struct CouncilVerdict: Listed {
  /// Key of the list, should the engine wrap it; it sends the list without it.
  public static var listName: StaticString { "verdicts" }

  /// What one member of the council said.
  public struct Vote: WireDecodable {
    /// Role of the member, such as `bear_advocate`; `nil` when the engine did not say.
    public var agent: String?
    /// Confidence that it gives to the signal: a fraction 0 to 1.
    public var confidence: Decimal?

    /// A vote whose confidence is not known until it is set.
    public init(agent: String?) {
      self.agent = agent
    }

    /// Throws when a text, flag or object has the wrong type.
    public init(from wire: WireValue) throws(WireError) {
      let wire = try wire.object()
      agent = try wire.string("agent_role")
      confidence = wire.decimal("confidence")
    }
  }

  /// The engine's id of the verdict.
  public var id: String?
  /// Id of the signal, written differently from that in `Decision` (docs/engine.md 3.7): do not join on it.
  public var signalID: String?
  /// Strategy that sent the signal.
  public var strategyID: String?
  /// Trading pair as the engine writes it: `BTCUSDT`.
  public var symbol: String?
  /// Direction of the order that the signal asked for.
  public var side: OrderSide?
  /// When the council voted (UTC).
  public var at: Date?
  /// Whether the signal was let through.
  public var isApproved: Bool?
  /// What the votes amount to, a fraction 0 to 1, compared with `threshold`.
  public var confidence: Decimal?
  /// Confidence that was needed, a fraction 0 to 1.
  public var threshold: Decimal?
  /// Roles of the members that said no; one is enough to refuse. Empty when nobody did.
  public var vetoedBy: [String]
  /// The vote of each member; empty when the engine sent none.
  public var votes: [Vote]

  /// A verdict of which only this is known; the rest stays `nil` until it is set.
  public init(vetoedBy: [String], votes: [Vote]) {
    self.vetoedBy = vetoedBy
    self.votes = votes
  }

  /// Throws when a text, flag or object has the wrong type; missing lists become empty.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    id = try wire.string("verdict_id")
    signalID = try wire.string("signal_id")
    strategyID = try wire.string("strategy_id")
    symbol = try wire.string("symbol")
    side = try wire.value(OrderSide.self, "side")
    at = wire.date("timestamp")
    isApproved = try wire.bool("approved")
    confidence = wire.decimal("final_confidence")
    threshold = wire.decimal("entry_threshold")
    vetoedBy = try wire.list(String.self, "vetoed_by") ?? []
    votes = try wire.list(Vote.self, "votes") ?? []
  }

  /// By how much `confidence` was below `threshold`; `nil` when the signal was approved or vetoed, or a figure
  /// is missing.
  public var missedBy: Decimal? {
    guard isApproved == false, vetoedBy.isEmpty, let confidence, let threshold, confidence < threshold else {
      return nil
    }
    return threshold - confidence
  }

  /// Each member with its confidence, for the operator.
  var votesText: String {
    votes.map { vote in
      "\(vote.agent ?? "a member without a name") "
        + (vote.confidence.map { "\($0.rounded(to: 3))" } ?? "gave no confidence")
    }.joined(separator: ", ")
  }
}

/// `GET /api/v1/telemetry/signal-rejections`: signals that filters refused lately; the request says in how many
/// minutes. Most filters do not report here (docs/engine.md 4.4).
public struct SignalRejections: WireDecodable {
  /// Refused signals in that time.
  public var total: Int?
  /// The same by reason, most frequent first.
  public var reasons: [ReasonCount]

  /// Rejections of which only the reasons are known; `total` stays `nil` until it is set.
  public init(reasons: [ReasonCount]) {
    self.reasons = reasons
  }

  /// Missing reasons become an empty list; a text, flag or object of the wrong type throws.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    total = wire.integer("total_rejections")
    reasons = ReasonCount.ranked(try wire.value([String: Int].self, "by_reason") ?? [:])
  }
}

/// `GET /api/v1/archon/pipeline`: signals that got stuck on their way to an order, with the stages they passed.
public struct SignalPipeline: WireDecodable {
  /// A signal that the engine no longer waits for.
  public struct DeadLetter: WireDecodable {
    /// Strategy that sent the signal.
    public var strategyID: String?
    /// Trading pair as the engine writes it: `BTCUSDT`.
    public var symbol: String?
    /// Direction of the order that the signal asked for.
    public var side: OrderSide?
    /// The stages that it passed, oldest first; the last says how it ended.
    public var stages: [Stage]

    /// A stuck signal of which only the stages are known; the rest stays `nil` until it is set.
    public init(stages: [Stage]) {
      self.stages = stages
    }

    /// Missing stages become an empty list; a text, flag or object of the wrong type throws.
    public init(from wire: WireValue) throws(WireError) {
      let wire = try wire.object()
      strategyID = try wire.string("strategy_id")
      symbol = try wire.string("symbol")
      side = try wire.value(OrderSide.self, "side")
      stages = try wire.list(Stage.self, "stages") ?? []
    }
  }

  /// One stage that a signal passed.
  public struct Stage: WireDecodable {
    /// The engine's word: `generated`, `risk_approved`, `order_timeout` …; `nil` when the engine did not
    /// say.
    public var name: String?
    /// When it entered the stage (UTC).
    public var at: Date?

    /// A stage whose time is not known until it is set.
    public init(name: String?) {
      self.name = name
    }

    /// Throws when a text, flag or object has the wrong type.
    public init(from wire: WireValue) throws(WireError) {
      let wire = try wire.object()
      name = try wire.string("stage")
      at = wire.date("timestamp")
    }
  }

  /// The latest signals that got stuck.
  public var deadLetters: [DeadLetter]

  /// A pipeline with these stuck signals.
  public init(deadLetters: [DeadLetter]) {
    self.deadLetters = deadLetters
  }

  /// A missing list becomes an empty one, as on a stopped engine; an element that cannot be read throws.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    deadLetters = try wire.list(DeadLetter.self, "recent_dead_letters") ?? []
  }
}
