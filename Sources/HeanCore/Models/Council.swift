public import Foundation

/// One verdict of the engine's council (`GET /api/v1/council/trade/verdicts`).
public struct CouncilVerdict: Listed {
  public static var listName: StaticString { "verdicts" }

  public struct Vote: WireDecodable {
    public var agent: String
    /// 0 to 1.
    public var confidence: Decimal?

    /// What is not given is not known.
    public init(agent: String) {
      self.agent = agent
    }

    public init(from wire: WireValue) throws(WireError) {
      let wire = try wire.object()
      agent = try wire.string("agent_role") ?? "?"
      confidence = try wire.decimal("confidence")
    }
  }

  public var id: String?
  public var signalID: String?
  public var strategyID: String?
  public var symbol: String?
  public var side: OrderSide?
  public var at: Date?
  public var isApproved: Bool?
  public var confidence: Decimal?
  public var threshold: Decimal?
  public var vetoedBy: [String]
  public var votes: [Vote]

  /// What is not given is not known.
  public init(vetoedBy: [String], votes: [Vote]) {
    self.vetoedBy = vetoedBy
    self.votes = votes
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    id = try wire.string("verdict_id")
    signalID = try wire.string("signal_id")
    strategyID = try wire.string("strategy_id")
    symbol = try wire.string("symbol")
    side = try wire.value(OrderSide.self, "side")
    at = try wire.date("timestamp")
    isApproved = try wire.bool("approved")
    confidence = try wire.decimal("final_confidence")
    threshold = try wire.decimal("entry_threshold")
    vetoedBy = try wire.list(String.self, "vetoed_by") ?? []
    votes = try wire.list(Vote.self, "votes") ?? []
  }

  /// How much confidence was missing; `nil` when it was approved or vetoed, or the figures did not come.
  public var missedBy: Decimal? {
    guard isApproved == false, vetoedBy.isEmpty, let confidence, let threshold, confidence < threshold else {
      return nil
    }
    return threshold - confidence
  }

  /// Who voted what.
  var votesText: String {
    votes.map { "\($0.agent) \($0.confidence.map { "\(Figures.rounded($0, 3))" } ?? "?")" }.joined(separator: ", ")
  }
}

/// `GET /api/v1/telemetry/signal-rejections`: what filters turned down in a window. Few filters report here.
public struct SignalRejections: WireDecodable {
  public var total: Int?
  public var reasons: [ReasonCount]

  /// What is not given is not known.
  public init(reasons: [ReasonCount]) {
    self.reasons = reasons
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    total = try wire.integer("total_rejections")
    reasons = ReasonCount.ranked(try wire.value([String: Int].self, "by_reason") ?? [:])
  }
}

/// `GET /api/v1/archon/pipeline`: signals that got stuck, stage by stage.
public struct SignalPipeline: WireDecodable {
  public struct DeadLetter: WireDecodable {
    public var strategyID: String?
    public var symbol: String?
    public var side: OrderSide?
    public var stages: [Stage]

    /// What is not given is not known.
    public init(stages: [Stage]) {
      self.stages = stages
    }

    public init(from wire: WireValue) throws(WireError) {
      let wire = try wire.object()
      strategyID = try wire.string("strategy_id")
      symbol = try wire.string("symbol")
      side = try wire.value(OrderSide.self, "side")
      stages = try wire.list(Stage.self, "stages") ?? []
    }
  }

  public struct Stage: WireDecodable {
    public var name: String
    public var at: Date?

    /// What is not given is not known.
    public init(name: String) {
      self.name = name
    }

    public init(from wire: WireValue) throws(WireError) {
      let wire = try wire.object()
      name = try wire.string("stage") ?? "?"
      at = try wire.date("timestamp")
    }
  }

  public var deadLetters: [DeadLetter]

  /// What is not given is not known.
  public init(deadLetters: [DeadLetter]) {
    self.deadLetters = deadLetters
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    deadLetters = try wire.list(DeadLetter.self, "recent_dead_letters") ?? []
  }
}
