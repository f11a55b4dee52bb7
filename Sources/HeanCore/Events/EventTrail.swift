import Foundation

/// What the engine's memory of events has told from one look to the next. It holds seconds only, so each look goes on
/// from the one before.
struct EventTrail: Sendable {
  /// The number of the newest event.
  var lastSeq: Int
  /// Oldest first.
  private(set) var events: [EventEnvelope] = []
  /// Whether events can have been lost in between.
  private var hasGap = false
  /// Whether the last look did not answer; the next one makes up for it.
  private var isLate = false
  /// Whether what is not here did not happen.
  var isWhole: Bool { !hasGap && !isLate }

  /// The engine remembers so many events.
  private static let slots = 500

  /// - Returns: `nil` when the engine never told.
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
    // Numbers begin anew with the process, and a memory that holds nothing older may have dropped something newer.
    hasGap = earlier.hasGap || lastSeq < earlier.lastSeq || told.events.count >= Self.slots
  }

  /// The events after one; `nil` when it is not known which that is.
  func events(after seq: Int?) -> [EventEnvelope]? {
    seq.map { seq in events.filter { ($0.seq ?? 0) > seq } }
  }
}

extension Step.Evidence {
  /// What the engine has told since the look before the call.
  var newEvents: [EventEnvelope] { after.trail?.events(after: before.trail?.lastSeq) ?? [] }
}

/// A position as an event tells of it.
struct ClosedEvent {
  var id: String
  var symbol: String?
  var strategy: String?
  /// USDT.
  var realized: Decimal
  var unrealized: Decimal?

  /// Of no size, or without an entry price.
  var isHollow: Bool

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

/// A fill as an event tells of it. That of a close names neither the strategy nor the true side (docs/engine.md 2.10).
struct FillEvent {
  var symbol: String
  var size: Decimal
  var side: OrderSide
  var strategy: String?
  /// USDT.
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

  /// Each fill once: the engine tells some twice, with two numbers.
  /// - Parameter earlier: what was told before; a fill of it that is told again is none of these.
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

  /// Whether this is how the position's close would be told.
  func closes(_ position: Position) -> Bool {
    guard symbol == position.symbol, let wanted = position.size, Self.isSame(size, wanted) else { return false }
    if strategy == nil || strategy == "unknown" || strategy == "" { return true }
    switch position.side {
    case .long: return side == .sell
    case .short: return side == .buy
    case .unknown: return false
    }
  }

  /// The same size, but for what floating point does to it.
  static func isSame(_ size: Decimal, _ other: Decimal) -> Bool {
    abs(size - other) <= max(abs(size), abs(other)) / 1_000_000
  }
}
