public import Foundation

/// One signal with what became of it.
public struct SignalRow: Sendable {
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
  public init(history: TradingHistory, signals: [EngineEvent], traded: TradingState? = nil) {
    let orders = history.orders + (traded?.openOrders ?? []) + (traded?.recentFills ?? [])
    var left = signals.filter { $0.type == "SIGNAL" }
    var rows = history.decisions.compactMap { decision -> SignalRow? in
      guard let symbol = decision.symbol else { return nil }
      var row = SignalRow(
        at: decision.at, symbol: symbol, side: decision.side, strategyID: decision.strategyID,
        confidence: decision.confidence, outcome: decision.outcome, code: decision.reasonCodes.first)
      row.note = decision.note
      if let place = left.firstIndex(where: { Self.belong($0, row) }) {
        let details = left.remove(at: place).payload["metadata"]
        row.reason = details?["entry_reason"]?.text
        row.confidence = row.confidence ?? details?["confidence"]?.number
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

  private static func row(_ event: EngineEvent) -> SignalRow? {
    guard let symbol = event.payload["symbol"]?.text else { return nil }
    let details = event.payload["metadata"]
    return SignalRow(
      at: event.at, symbol: symbol, side: event.payload["side"]?.text.map(OrderSide.init(word:)),
      strategyID: event.payload["strategy_id"]?.text, confidence: details?["confidence"]?.number,
      reason: details?["entry_reason"]?.text)
  }

  private static func belong(_ event: EngineEvent, _ row: SignalRow) -> Bool {
    event.payload["symbol"]?.text == row.symbol && event.payload["strategy_id"]?.text == row.strategyID
      && event.payload["side"]?.text == row.side?.word && isNear(event.at, row.at)
  }

  private static func isNear(_ left: Date?, _ right: Date?) -> Bool {
    guard let left, let right else { return false }
    return abs(left.timeIntervalSince(right)) <= nearness
  }
}
