public import Foundation

/// One signal with what became of it.
public struct SignalRow: Codable, Sendable {
  public var at: Date?
  public var symbol: String
  public var side: OrderSide?
  public var strategyID: String?
  /// 0 to 1.
  public var confidence: Decimal?
  /// The strategy's own words.
  public var reason: String?
  /// The engine's own words about its decision.
  public var note: String?
  /// `nil` when no decision about it is known.
  public var outcome: DecisionOutcome?
  public var code: String?
  /// Of the order it led to.
  public var orderStatus: OrderStatus?

  /// Parts that are not given are not known.
  public init(
    at: Date? = nil, symbol: String, side: OrderSide? = nil, strategyID: String? = nil, confidence: Decimal? = nil,
    reason: String? = nil, note: String? = nil, outcome: DecisionOutcome? = nil, code: String? = nil,
    orderStatus: OrderStatus? = nil
  ) {
    self.at = at
    self.symbol = symbol
    self.side = side
    self.strategyID = strategyID
    self.confidence = confidence
    self.reason = reason
    self.note = note
    self.outcome = outcome
    self.code = code
    self.orderStatus = orderStatus
  }
}

/// Signals with their ends, put together from decisions, orders and the engine's memory of events.
///
/// The engine's ids do not hold these together: they are matched by strategy, symbol, side and time.
public struct SignalRows: Sendable {
  /// Newest first.
  public var rows: [SignalRow]

  /// Seconds between a signal and what belongs to it.
  private static let nearness: TimeInterval = 10

  /// - Parameter traded: orders and positions with the words of the strategies that wanted them.
  public init(history: TradingHistory, signals: [EventEnvelope], traded: TradingState? = nil) {
    let orders = history.orders + (traded?.openOrders ?? []) + (traded?.recentFills ?? [])
    var left = signals.compactMap(Told.init)
    var rows = history.decisions.compactMap { decision -> SignalRow? in
      guard let symbol = decision.symbol else { return nil }
      var row = SignalRow(
        at: decision.at, symbol: symbol, side: decision.side, strategyID: decision.strategyID,
        confidence: decision.confidence, outcome: decision.outcome, code: decision.reasonCodes.first)
      row.note = decision.note
      if let place = left.firstIndex(where: { Self.belong($0, row) }) {
        let signal = left.remove(at: place).signal
        row.reason = signal.reason
        row.confidence = row.confidence ?? signal.confidence
      }
      if decision.outcome == .create {
        let mine = orders.filter { order in
          order.symbol == symbol && order.strategyID == row.strategyID && order.side == row.side
            && Self.isNear(order.createdAt, row.at)
        }
        row.orderStatus = mine.first?.status
        // The memory of events covers seconds; an order keeps the words that it was made for.
        row.reason = row.reason ?? mine.compactMap(\.entryReason).first
      }
      return row
    }
    rows += left.compactMap(Self.row)
    self.rows = rows.sorted { ($0.at ?? .distantPast) > ($1.at ?? .distantPast) }
  }

  /// A signal as an event tells of it.
  private struct Told {
    var signal: SignalEvent
    var at: Date?

    init?(_ envelope: EventEnvelope) {
      guard case .signal(let signal) = envelope.event, !signal.isShortForm else { return nil }
      self.signal = signal
      at = envelope.at
    }
  }

  private static func row(_ told: Told) -> SignalRow? {
    let signal = told.signal
    return signal.symbol.map { symbol in
      SignalRow(
        at: told.at, symbol: symbol, side: signal.side, strategyID: signal.strategyID, confidence: signal.confidence,
        reason: signal.reason)
    }
  }

  private static func belong(_ told: Told, _ row: SignalRow) -> Bool {
    let signal = told.signal
    return signal.symbol == row.symbol && signal.strategyID == row.strategyID && signal.side == row.side
      && isNear(told.at, row.at)
  }

  private static func isNear(_ left: Date?, _ right: Date?) -> Bool {
    guard let left, let right else { return false }
    return abs(left.timeIntervalSince(right)) <= nearness
  }
}
