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
  /// The engine's id of the signal: not unique, and in several formats; `nil` when it told none.
  public var signalID: String?
  /// Size that the strategy asked for, else the size that the engine computed (base units); `nil` when neither is told.
  public var size: Decimal?
  /// Price at which the strategy wants to enter (USDT); `nil` when the signal itself is not in the engine's memory.
  public var entryPrice: Decimal?
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
    let made = NearInTime(orders) {
      Origin($0.symbol, $0.strategyID, $0.side)
    } at: {
      $0.createdAt
    }
    let reasoned = NearInTime(orders.filter { $0.entryReason != nil }) {
      Origin($0.symbol, $0.strategyID, $0.side)
    } at: {
      $0.createdAt
    }
    let told = signals.compactMap(Told.init)
    var left = NearInTime(told) {
      Origin($0.signal.symbol, $0.signal.strategyID, $0.signal.side)
    } at: {
      $0.at
    }
    var rows = history.decisions.compactMap { decision -> SignalRow? in
      guard let symbol = decision.symbol else { return nil }
      var row = SignalRow(
        at: decision.at, symbol: symbol, side: decision.side, strategyID: decision.strategyID,
        confidence: decision.confidence, outcome: decision.outcome, code: decision.reasonCodes.first)
      row.note = decision.note
      row.signalID = decision.signalID
      row.size = decision.size
      let origin = Origin(symbol, row.strategyID, row.side)
      if let signal = left.take(origin, near: row.at, within: Self.nearness)?.signal {
        row.reason = signal.reason
        row.signalID = signal.id ?? row.signalID
        row.size = signal.size ?? row.size
        row.entryPrice = signal.entryPrice
        row.confidence = row.confidence ?? signal.confidence
      }
      if decision.outcome == .create {
        row.orderStatus = made.first(origin, near: row.at, within: Self.nearness)?.status
        // The memory of events covers seconds; an order keeps the reason for which it was made.
        row.reason = row.reason ?? reasoned.first(origin, near: row.at, within: Self.nearness)?.entryReason
      }
      return row
    }
    rows += left.rest(of: told).compactMap(Self.row)
    self.rows = rows.sorted { ($0.at ?? .distantPast) > ($1.at ?? .distantPast) }
  }

  /// By what a signal, its decision and its orders belong together, beside their times.
  private struct Origin: Hashable {
    var symbol: String?
    var strategyID: String?
    var side: OrderSide?

    init(_ symbol: String?, _ strategyID: String?, _ side: OrderSide?) {
      self.symbol = symbol
      self.strategyID = strategyID
      self.side = side
    }
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
      var row = SignalRow(
        at: told.at, symbol: symbol, side: signal.side, strategyID: signal.strategyID, confidence: signal.confidence,
        reason: signal.reason)
      row.signalID = signal.id
      row.size = signal.size
      row.entryPrice = signal.entryPrice
      return row
    }
  }
}
