/// `GET /api/v1/trading/state`: positions and orders with more detail than their own lists, and the latest decisions.
public struct TradingState: WireDecodable {
  /// Positions in the engine's books; always empty on a stopped engine, which proves nothing.
  public var positions: [Position]
  /// Orders that the engine's books call open; the exchange may not have them any more (docs/engine.md 2.2).
  public var openOrders: [Order]
  /// The latest filled orders, at most 50.
  public var recentFills: [Order]
  /// The latest decisions about signals, at most 50.
  public var decisions: [Decision]
  /// The latest decisions to close a position, at most 50. They stand in the same list of the body; decisions to hold
  /// one are left out.
  public var exits: [Exit]
  /// When the engine wrote this, by its own clock (UTC).
  public var at: Date?

  /// A state of these lists; `at` stays `nil` until it is set.
  public init(
    positions: [Position], openOrders: [Order], recentFills: [Order], decisions: [Decision], exits: [Exit] = []
  ) {
    self.positions = positions
    self.openOrders = openOrders
    self.recentFills = recentFills
    self.decisions = decisions
    self.exits = exits
  }

  /// A decision of the engine to close a position, which a call to close it makes as well. It proves no close.
  public struct Exit: WireDecodable, Equatable {
    /// Trading pair as the engine writes it.
    public var symbol: String
    /// The engine's id of the position; `nil` when it sent none.
    public var positionID: String?
    /// Size that is to be closed (base units); `nil` when it sent none.
    public var size: Decimal?
    /// Why: a code of exits (docs/engine.md 4.3); `nil` when it sent none.
    public var reasonCode: String?
    /// When it was decided (UTC).
    public var at: Date?

    /// Whether the engine closed it by itself, at its target, its stop or its time. A call to close it is no such exit.
    public var isEnginesOwn: Bool {
      switch reasonCode.flatMap(ReasonCode.init) {
      case .tpHit, .slHit, .timeoutTTL: true
      default: false
      }
    }

    /// An exit of which only this is known; the rest stays `nil` until it is set.
    public init(symbol: String) { self.symbol = symbol }

    /// Reads an element of `recent_decisions` that is about an exit; throws when it names no symbol.
    public init(from wire: WireValue) throws(WireError) {
      let wire = try wire.object()
      symbol = try wire.required("symbol")
      positionID = try wire.string("position_id")
      size = wire.decimal("qty")
      reasonCode = try wire.string("reason_code")
      at = wire.date("timestamp")
    }
  }

  /// An element of `recent_decisions`: about a signal, or about an exit.
  private struct Judgement: WireDecodable {
    var decision: Decision
    var exit: Exit?

    init(from wire: WireValue) throws(WireError) {
      decision = try Decision(from: wire)
      guard decision.isExit, decision.outcome != .unknown("HOLD") else { return }
      exit = try? Exit(from: wire)
    }
  }

  /// A missing list becomes an empty one; an element that cannot be read is left out, unless none can be read.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    at = wire.date("timestamp")
    positions = try wire.list(Position.self, "open_positions")?.filter { $0.emptiness == nil } ?? []
    openOrders = try wire.list(Order.self, "open_orders") ?? []
    recentFills = try wire.list(Order.self, "recent_fills") ?? []
    let judgements = try wire.list(Judgement.self, "recent_decisions") ?? []
    decisions = judgements.map(\.decision).filter { !$0.isExit }
    exits = judgements.compactMap(\.exit)
  }
}

extension TradingState {
  /// When the engine last closed a position by itself (UTC); `nil` when none is among the decisions that it lists.
  var ownExitAt: Date? { exits.filter(\.isEnginesOwn).compactMap(\.at).max() }
}

/// `GET /api/v1/trading/equity-history`: a point about every ten seconds. A restart of the engine empties it.
public struct EquityHistory: WireDecodable {
  /// One point.
  public struct Point: WireDecodable {
    /// When it was recorded (UTC).
    public var at: Date?
    /// The engine's own equity (USDT), in every mode: open positions and bookkeeping distort it (docs/engine.md 4.7).
    public var equity: Decimal?

    /// A point whose time is not known until `at` is set.
    public init() {}

    /// Reads one element of `snapshots`; throws when it is no object.
    public init(from wire: WireValue) throws(WireError) {
      let wire = try wire.object()
      at = wire.date("timestamp")
      equity = wire.decimal("equity")
    }
  }

  /// Oldest first. Of fewer than 500 points the first was recorded when the engine object started.
  public var points: [Point]

  /// Whether the engine sent as many as it ever does, readable or not.
  var isFull: Bool

  /// A history of these points.
  public init(points: [Point]) {
    self.points = points
    isFull = points.count >= Self.readable
  }

  /// Most points that the engine returns; it returns the latest.
  static let readable = 500

  /// When the engine object was started (UTC); `nil` when the history is empty, or has its 500 points and no
  /// longer reaches back to the start.
  public var startedAt: Date? { isFull ? nil : oldest }

  /// The earliest time, which is not always the first in the list: the clock may have been set back.
  var oldest: Date? { points.compactMap(\.at).min() }

  /// A missing list becomes an empty one; a point that cannot be read is left out, unless none can be read.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    points = try wire.list(Point.self, "snapshots") ?? []
    // A record begins where it was asked to begin, and not with the engine.
    isFull = wire.contains("recorded") || wire.count("snapshots") >= Self.readable
  }
}

/// What the engine decided about one signal (docs/engine.md 2.3).
public struct Decision: WireDecodable {
  /// What was done with the signal; `nil` when the engine did not say.
  public var outcome: DecisionOutcome?
  /// The engine's codes (docs/engine.md 4.3), or its single `reason_code`; empty when it sent neither.
  public var reasonCodes: [String]
  /// `strategy:SYMBOL:side`, which is not unique: later signals have the same.
  public var signalID: String?
  /// Strategy that sent the signal.
  public var strategyID: String?
  /// Trading pair as the engine writes it: `BTCUSDT`.
  public var symbol: String?
  /// Direction of the order that the signal asked for.
  public var side: OrderSide?
  /// When it was decided (UTC); `nil` from the physics filter, which sends no time.
  public var at: Date?
  /// Size that was to be traded (base units); `nil` when none was computed.
  public var size: Decimal?
  /// By how much the engine says that it changed the size that was asked for; 1 where it names no factor.
  public var sizeFactor: Decimal
  /// Confidence that the decision states, a fraction 0 to 1; often `nil`.
  public var confidence: Decimal?
  /// The engine's remark, such as `envelope.trading_allowed=False`: its `note`, else its `reason`.
  public var note: String?
  /// Why the kill switch had tripped, when that is what stopped the signal.
  public var killSwitchReason: String?
  /// State of the governor at that moment; `nil` when the decision does not name it.
  public var riskState: RiskState?
  /// Whether the kill switch had tripped at that moment, by the decision's own flags.
  public var isKillSwitchTriggered: Bool?
  var isExit: Bool

  /// The code that decided, the first of `reasonCodes`; `nil` without one, and for one that hean does not know.
  public var firstCode: ReasonCode? { reasonCodes.first.flatMap(ReasonCode.init) }

  /// Whether the code is one of `reasonCodes`.
  public func names(_ code: ReasonCode) -> Bool { reasonCodes.contains(code.rawValue) }

  /// A decision of which only this is known; the rest stays `nil` until it is set.
  public init(outcome: DecisionOutcome?, reasonCodes: [String], isExit: Bool) {
    self.outcome = outcome
    self.reasonCodes = reasonCodes
    self.isExit = isExit
    sizeFactor = 1
  }

  /// Throws when a field that identifies the decision has the wrong type. Size, confidence, note, risk state and flags
  /// that cannot be read become `nil`.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    outcome = try wire.value(DecisionOutcome.self, "decision")
    isExit = try wire.string("type") == "ORDER_EXIT_DECISION"
    let code = try wire.string("reason_code")
    reasonCodes = try wire.list(String.self, "reason_codes") ?? (code.map { [$0] } ?? [])
    signalID = try wire.string("signal_id")
    strategyID = try wire.string("strategy_id")
    symbol = try wire.string("symbol")
    side = try wire.value(OrderSide.self, "side")
    at = wire.date("timestamp")
    size = wire.decimal("computed_qty")
    let factors = ["risk_size_multiplier", "intelligence_boost"].compactMap { wire.decimal($0) }
    sizeFactor = factors.reduce(1, *)
    confidence = wire.decimal("confidence")
    note = (try? wire.string("note")) ?? (try? wire.string("reason"))
    riskState = try? wire.value(RiskState.self, "risk_state")
    let flags = try? wire.value(Flags.self, "gating_flags")
    killSwitchReason = flags?.killSwitchReason
    isKillSwitchTriggered = flags?.isKillSwitchTriggered
  }

  /// Whether the signal was refused; `false` also when the engine did not say what it decided.
  var isRefusal: Bool { outcome.map { $0 != .create } ?? false }

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

/// `GET /api/v1/trading/history`: orders, closed positions and decisions, which the engine sends in one list, newest
/// first.
public struct TradingHistory: WireDecodable {
  /// Closed positions, among them ghost drops (`Position.isGhost`).
  public var closed: [Position]
  /// Orders, newest first; those that cannot be read are left out.
  public var orders: [Order]
  /// Decisions about signals, newest first. Decisions about exits, and those that cannot be read, are left out.
  public var decisions: [Decision]
  /// `false` when a closed position may be missing from `closed`, because something in the list could not be read.
  public var isWhole: Bool
  /// How many items were sent, of all kinds: as many as were asked for means that there are older ones.
  var count = 0

  /// A history of these parts.
  public init(closed: [Position], orders: [Order], decisions: [Decision], isWhole: Bool) {
    self.closed = closed
    self.orders = orders
    self.decisions = decisions
    self.isWhole = isWhole
  }

  /// Throws when the list is missing. An item that cannot be read is left out: see `isWhole`.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    guard let items = wire.member("history") else {
      throw WireError(kind: .missing, at: wire.value, .key("history"), message: "no history")
    }
    self.init(closed: [], orders: [], decisions: [], isWhole: true)
    count = wire.count("history")
    try items.forEach { (item) throws(WireError) in
      // Up to 500 items of three kinds: one that cannot be read must not hide the others.
      do throws(WireError) {
        switch try item.object().string("event_kind") {
        case nil: throw WireError(kind: .missing, at: item, .key("event_kind"), message: "no event_kind")
        case "closed_position": closed.append(try Position(from: item))
        case "order": orders.append(try Order(from: item))
        case "decision":
          let decision = try Decision(from: item)
          if !decision.isExit { decisions.append(decision) }
        default: break
        }
      } catch {
        item.document.note(.unreadableRow, item.index, "cannot be read and is left out: \(error.message)")
        // It may have been a closed position.
        let kind = try? item.object().string("event_kind")
        if kind == nil || kind == "closed_position" { isWhole = false }
      }
    }
  }

  /// The closed positions; `nil` when one of them may be missing.
  var closedForSure: [Position]? { isWhole ? closed : nil }
}

/// `GET /api/v1/portfolio/summary`. Only `available` is read: the money in it is the engine's own (docs/engine.md 4.7).
public struct PortfolioSummary: WireDecodable {
  /// Whether the engine has an account to report on; `false` on a stopped engine.
  public var isAvailable: Bool?

  /// A summary of which nothing is known yet; set what you know.
  public init() {}

  /// Throws when `available` is neither a Boolean nor missing.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    isAvailable = try wire.bool("available")
  }
}
