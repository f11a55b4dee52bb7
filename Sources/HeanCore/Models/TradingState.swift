public import Foundation

/// `GET /api/v1/trading/state`: the second shape of positions and orders, and the latest decisions.
public struct TradingState: WireDecodable {
  public var positions: [Position]
  public var openOrders: [Order]
  public var recentFills: [Order]
  /// Entry decisions only: exit decisions share the list on the wire and are left out here.
  public var decisions: [Decision]
  /// When the engine wrote this, by its own clock.
  public var at: Date?

  /// What is not given is not known.
  public init(positions: [Position], openOrders: [Order], recentFills: [Order], decisions: [Decision]) {
    self.positions = positions
    self.openOrders = openOrders
    self.recentFills = recentFills
    self.decisions = decisions
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    at = try wire.date("timestamp")
    positions = try wire.list(Position.self, "open_positions") ?? []
    openOrders = try wire.list(Order.self, "open_orders") ?? []
    recentFills = try wire.list(Order.self, "recent_fills") ?? []
    decisions = (try wire.list(Decision.self, "recent_decisions") ?? []).filter { !$0.isExit }
  }
}

/// `GET /api/v1/trading/equity-history`: a point every ten seconds, lost when the engine restarts.
public struct EquityHistory: WireDecodable {
  public struct Point: WireDecodable {
    public var at: Date?

    /// What is not given is not known.
    public init() {
    }

    public init(from wire: WireValue) throws(WireError) {
      let wire = try wire.object()
      at = try wire.date("timestamp")
    }
  }

  /// Oldest first; the first of fewer than can be read is the engine's start.
  public var points: [Point]

  /// What is not given is not known.
  public init(points: [Point]) {
    self.points = points
  }

  /// As many of the latest as the engine shows.
  static let readable = 500

  /// When the engine was started; `nil` when the history reaches back no further than it can.
  public var startedAt: Date? { points.count < Self.readable ? oldest : nil }

  /// A clock that was set back, or another order, puts others first.
  var oldest: Date? { points.compactMap(\.at).min() }

  public init(from wire: WireValue) throws(WireError) {
    points = try wire.object().list(Point.self, "snapshots") ?? []
  }
}

/// What the engine decided about one signal (docs/engine.md 2.3).
public struct Decision: WireDecodable {
  public var outcome: DecisionOutcome
  public var reasonCodes: [String]
  /// `strategy:SYMBOL:side`, which is not unique.
  public var signalID: String?
  public var strategyID: String?
  public var symbol: String?
  public var side: OrderSide?
  public var at: Date?
  /// Base units that were to be traded.
  public var size: Decimal?
  /// 0 to 1.
  public var confidence: Decimal?
  public var note: String?
  /// Why the kill switch had triggered, when that is what stopped the signal.
  public var killSwitchReason: String?
  public var riskState: RiskState?
  public var isKillSwitchTriggered: Bool?
  var isExit: Bool

  /// What is not given is not known.
  public init(outcome: DecisionOutcome, reasonCodes: [String], isExit: Bool) {
    self.outcome = outcome
    self.reasonCodes = reasonCodes
    self.isExit = isExit
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    outcome = try wire.value(DecisionOutcome.self, "decision") ?? .unknown("?")
    isExit = try wire.string("type") == "ORDER_EXIT_DECISION"
    let code = try wire.string("reason_code")
    reasonCodes = try wire.list(String.self, "reason_codes") ?? (code.map { [$0] } ?? [])
    signalID = try wire.string("signal_id")
    strategyID = try wire.string("strategy_id")
    symbol = try wire.string("symbol")
    side = try wire.value(OrderSide.self, "side")
    at = try wire.date("timestamp")
    size = try? wire.decimal("computed_qty")
    confidence = try? wire.decimal("confidence")
    note = (try? wire.string("note")) ?? (try? wire.string("reason"))
    riskState = try? wire.value(RiskState.self, "risk_state")
    let flags = try? wire.value(Flags.self, "gating_flags")
    killSwitchReason = flags?.killSwitchReason
    isKillSwitchTriggered = flags?.isKillSwitchTriggered
  }

  private struct Flags: WireDecodable {
    var killSwitchReason: String?
    var isKillSwitchTriggered: Bool?

    init(from wire: WireValue) throws(WireError) {
      let wire = try wire.object()
      killSwitchReason = try wire.string("killswitch_reason")
      isKillSwitchTriggered = try wire.bool("killswitch_triggered")
    }
  }
}

/// `GET /api/v1/trading/history`: orders, closed positions and decisions in one list, newest first.
public struct TradingHistory: WireDecodable {
  public var closed: [Position]
  public var orders: [Order]
  /// Entry decisions only.
  public var decisions: [Decision]
  /// Whether a closed position may be among what could not be read.
  public var isWhole: Bool

  /// What is not given is not known.
  public init(closed: [Position], orders: [Order], decisions: [Decision], isWhole: Bool) {
    self.closed = closed
    self.orders = orders
    self.decisions = decisions
    self.isWhole = isWhole
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    guard let items = try wire.list(Item.self, "history") else {
      throw WireError(kind: .missing, path: wire.value.path + [.key("history")], message: "no history")
    }
    closed = items.compactMap(\.position)
    isWhole = !items.contains(where: \.isLost)
    orders = items.compactMap(\.order)
    decisions = items.compactMap(\.decision).filter { !$0.isExit }
  }

  /// `nil` when one of them may be missing.
  var closedForSure: [Position]? { isWhole ? closed : nil }

  private struct Item: WireDecodable {
    var position: Position?
    var order: Order?
    var decision: Decision?
    var isLost = false

    init(from wire: WireValue) throws(WireError) {
      // Five hundred things of three kinds: one that cannot be read must not hide the others.
      switch try? wire.object().string("event_kind") {
      case nil: isLost = true
      case "closed_position":
        position = try? Position(from: wire)
        isLost = position == nil
      case "order": order = try? Order(from: wire)
      case "decision": decision = try? Decision(from: wire)
      default: break
      }
    }
  }
}

/// `GET /api/v1/portfolio/summary`. A stopped engine sends zeros here; `isAvailable` tells.
public struct PortfolioSummary: WireDecodable {
  public var isAvailable: Bool?

  /// What is not given is not known.
  public init() {
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    isAvailable = try wire.bool("available")
  }
}
