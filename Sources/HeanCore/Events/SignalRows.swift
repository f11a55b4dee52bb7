public import Foundation

/// One signal and what became of it.
public struct SignalRow: Codable, Sendable {
  /// When it was decided, or sent where no decision is known (UTC); `nil` when the engine gave no time.
  public var at: Date?
  /// Trading pair as the engine writes it: `BTCUSDT`.
  public var symbol: String
  /// What the strategy wants to do; `nil` when the engine did not say.
  public var side: OrderSide?
  /// Strategy that sent the signal; `nil` when the engine did not say.
  public var strategyID: String?
  /// Confidence, 0 to 1: that of the decision, else that of the strategy; `nil` when neither has one.
  public var confidence: Decimal?
  /// The strategy's own reason, as text.
  public var reason: String?
  /// The engine's own text about its decision.
  public var note: String?
  /// What the engine decided; `nil` when no decision about the signal is known.
  public var outcome: DecisionOutcome?
  /// First reason code of the decision (docs/engine.md 4.3).
  public var code: String?
  /// Status of the order that the signal led to; `nil` without one.
  public var orderStatus: OrderStatus?

  /// What is left out stays `nil`, which means: not known.
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

/// Signals and what became of each, put together from decisions, orders and the engine's memory of events.
///
/// No id of the engine links them, so they are matched by strategy, symbol, side and time.
public struct SignalRows: Sendable {
  /// Newest first.
  public var rows: [SignalRow]

  /// How many seconds at most lie between a signal and the decision or order that belongs to it.
  private static let nearness: TimeInterval = 10

  /// - Parameters:
  ///   - history: the decisions and orders.
  ///   - signals: events; only those of type `SIGNAL` are used.
  ///   - traded: open orders and fills, which keep the strategy's reason for longer than the events do.
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
        // The memory of events covers seconds; an order keeps the reason for which it was made.
        row.reason = row.reason ?? mine.compactMap(\.entryReason).first
      }
      return row
    }
    rows += left.compactMap(Self.row)
    self.rows = rows.sorted { ($0.at ?? .distantPast) > ($1.at ?? .distantPast) }
  }

  /// A signal as its event shows it.
  private struct Told {
    var signal: Signal
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
