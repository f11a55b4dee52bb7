/// The events that were read from the engine's memory, over several reads. That memory covers seconds only, so each
/// read continues where the one before ended.
struct EventTrail: Sendable {
  /// The number of the newest event that the engine has counted.
  var lastSeq: Int
  /// Oldest first.
  private(set) var events: [EventEnvelope] = []
  /// Whether events between two reads may be missing.
  private var hasGap = false
  /// Whether the last read failed. The next one reads those events as well.
  private var isLate = false
  /// Whether `events` holds everything that happened since the first read.
  var isWhole: Bool { !hasGap && !isLate }

  /// How many events the engine keeps.
  private static let slots = 500

  /// - Returns: `nil` when no read has succeeded so far.
  init?(after earlier: EventTrail?, _ answer: Answered<EngineEvents>) {
    guard let told = answer.value, let lastSeq = told.lastSeq else {
      guard var kept = earlier else { return nil }
      kept.isLate = true
      self = kept
      return
    }
    self.lastSeq = lastSeq
    guard let earlier else { return }
    let fresh = told.events.filter { ($0.seq ?? 0) > earlier.lastSeq }
    events = earlier.events + fresh
    // Numbers restart with the engine's process. And a memory that is full may have dropped events between the two
    // reads.
    hasGap = earlier.hasGap || lastSeq < earlier.lastSeq || told.events.count >= Self.slots
  }

  /// The events after the one with this number; `nil` without a number.
  func events(after seq: Int?) -> [EventEnvelope]? {
    seq.map { seq in events.filter { ($0.seq ?? 0) > seq } }
  }
}

/// A position as its `POSITION_CLOSED` event shows it.
struct ClosedEvent {
  var id: String
  var symbol: String?
  var strategy: String?
  /// Realized PnL (USDT).
  var realized: Decimal
  /// Unrealized PnL (USDT); `nil` when the event has none.
  var unrealized: Decimal?

  /// Without a size or without an entry price: no PnL can show whether it was closed.
  var isHollow: Bool

  /// A ghost drop: the engine forgot the position, and nothing closed it (docs/engine.md 2.10, rule 4).
  var isGhost: Bool { realized == 0 && (isHollow || unrealized != nil && unrealized != 0) }

  init?(_ envelope: EventEnvelope) {
    guard case .positionClosed(let position) = envelope.event, let id = position.id,
      let realized = position.realizedPnL
    else { return nil }
    self.id = id
    self.realized = realized
    unrealized = position.unrealizedPnL
    isHollow = position.isHollow
    symbol = position.symbol
    strategy = position.strategyID
  }
}

/// A fill as its `ORDER_FILLED` event shows it. The fill of a close names neither the strategy nor the true side
/// (docs/engine.md 2.10).
struct FillEvent {
  var symbol: String
  var size: Decimal
  var side: OrderSide?
  var strategy: String?
  /// Average price of the fill, else the order's price (USDT).
  var price: Decimal?

  init?(_ envelope: EventEnvelope) {
    guard case .order(.filled, let order) = envelope.event, let size = order.filledSize ?? order.size else {
      return nil
    }
    symbol = order.symbol
    self.size = size
    side = order.side
    strategy = order.strategyID
    price = order.averageFillPrice ?? order.price
  }

  /// Each fill once: in a dry run the engine sends two events with two numbers for one fill.
  /// - Parameter earlier: events of before; a fill that was among them already is left out.
  static func all(_ events: [EventEnvelope], notIn earlier: [EventEnvelope]) -> [FillEvent] {
    func name(_ envelope: EventEnvelope) -> String? {
      guard case .order(.filled, let order) = envelope.event else { return nil }
      return "\(order.id ?? "\(envelope.seq ?? 0)") \(order.filledSize ?? 0)"
    }
    var told = Set(earlier.compactMap(name))
    return events.compactMap { event in
      guard let fill = FillEvent(event), let name = name(event), told.insert(name).inserted else { return nil }
      return fill
    }
  }

  /// Whether this can be the fill that closed the position.
  func closes(_ position: Position) -> Bool {
    guard symbol == position.symbol, let wanted = position.size, Self.isSame(size, wanted) else { return false }
    if strategy == nil || strategy == "unknown" || strategy == "" { return true }
    switch position.side {
    case .long: return side == .sell
    case .short: return side == .buy
    case .unknown, nil: return false
    }
  }

  /// Whether two sizes are equal but for rounding of floating point.
  static func isSame(_ size: Decimal, _ other: Decimal) -> Bool {
    abs(size - other) <= max(abs(size), abs(other)) / 1_000_000
  }
}
