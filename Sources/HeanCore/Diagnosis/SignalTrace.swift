public import Foundation

/// One signal's life, put together from what several endpoints remember of it.
///
/// The engine's ids do not hold it together: a decision's `signal_id` is `strategy:SYMBOL:side`, an order's and a verdict's
/// are others. What follows is matched by id where there is one, else by strategy, symbol, side and time, and says so.
public struct SignalTrace: Codable, Sendable {
  public enum Stage: String, Codable, Sendable, CaseIterable {
    case signal, council, decision, risk, order, fill, exit, pnl
  }

  /// How sure it is that a step belongs to this signal.
  public enum Match: String, Codable, Sendable {
    case id
    /// Same strategy, symbol and side, within seconds.
    case time
    /// Same symbol only.
    case symbol
  }

  public struct Step: Codable, Sendable {
    public var stage: Stage
    public var at: Date?
    public var message: String
    public var source: String
    public var match: Match

    /// Parts that are not given are not known.
    public init(stage: Stage, at: Date? = nil, message: String, source: String, match: Match) {
      self.stage = stage
      self.at = at
      self.message = message
      self.source = source
      self.match = match
    }
  }

  public var strategy: String?
  public var symbol: String?
  public var side: OrderSide?
  public var steps: [Step]

  /// Parts that are not given are not known.
  public init(strategy: String? = nil, symbol: String? = nil, side: OrderSide? = nil, steps: [Step]) {
    self.strategy = strategy
    self.symbol = symbol
    self.side = side
    self.steps = steps
  }

  /// The weakest match of all steps: what the whole rests on.
  public var confidence: Match {
    steps.contains { $0.match == .symbol } ? .symbol : steps.contains { $0.match == .time } ? .time : .id
  }

  /// What became of it, in a word or two.
  public var ending: String {
    // The risk state is a circumstance, not an end.
    guard let last = steps.last(where: { $0.stage != .risk || $0.source == "/archon/pipeline" }) else {
      return "nothing is known"
    }
    return "\(last.stage.rawValue): \(last.message)"
  }

  /// Which signal is meant.
  public enum Wanted: Sendable, Equatable {
    case last, lastBlocked
    case id(String)

    public var word: String {
      switch self {
      case .last: "last"
      case .lastBlocked: "last-blocked"
      case .id(let id): id
      }
    }

    public init(_ word: String) {
      switch word.lowercased() {
      case "last": self = .last
      case "last-blocked", "last_blocked": self = .lastBlocked
      default: self = .id(word)
      }
    }
  }
}

/// Everything that a trace is put together from.
public struct TraceSources: Sendable {
  public var decisions: [Decision]
  public var orders: [Order]
  public var positions: [Position]
  public var closed: [Position]
  public var verdicts: [CouncilVerdict]
  public var deadLetters: [SignalPipeline.DeadLetter]
  /// Endpoints that did not answer, with the reason.
  public var missing: [String]

  public init(_ snapshot: EngineSnapshot) {
    let state = snapshot.state.value
    decisions = DecisionLog(snapshot, scope: DiagnosisScope(), now: .distantFuture).decisions
    orders = snapshot.rememberedOrders
    positions = state?.positions ?? []
    closed = snapshot.closedPositions ?? []
    verdicts = snapshot.verdicts.value?.elements ?? []
    deadLetters = snapshot.pipeline.value?.deadLetters ?? []
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
