import HeanCore

/// Makes the rows of a metric from one snapshot.
struct MetricRows: Sendable {
  let snapshot: EngineSnapshot
  let now: Date

  func source(_ metric: QuestionMetric, _ reading: QuestionReading) -> QuestionSource {
    switch metric {
    case .unrealized, .notional, .exposure, .longExposure, .shortExposure, .netExposure, .size, .entryPrice, .stopLoss,
      .takeProfit, .stopDistance, .targetDistance, .positionAge, .positions, .leverage, .margin:
      return positions(metric)
    case .realized, .trades, .wins, .losses, .pnl, .winRate, .profitFactor, .winStreak, .lossStreak, .tradeDuration:
      return TradeRows(snapshot: snapshot).source(metric)
    case .orders, .openOrders, .filledOrders, .fillRate, .fills, .volume, .fees: return orders(metric)
    case .signals, .accepted, .refused, .reasons, .acceptanceRate: return decisions(metric)
    case .price, .priceAge, .spread: return prices(metric)
    case .strategies: return strategies()
    default:
      return .missing("\(metric.label) is one figure of the whole account, of which only the value of now is told")
    }
  }

  // MARK: Positions

  private func positions(_ metric: QuestionMetric) -> QuestionSource {
    guard snapshot.isRunning == true else {
      let state = snapshot.engineState?.rawValue ?? "in a state that is not known"
      let isGone = snapshot.mode.isPaper && snapshot.engineState == .stopped
      let proof = isGone ? "what it held on paper ended with it" : "that is no proof of being flat"
      return .missing("the engine is \(state) and lists no positions; \(proof)")
    }
    guard let listed = try? PositionsAnswer(snapshot, NameFilter()) else {
      return .missing("/orders/positions: \(snapshot.positions.error?.shortText ?? "not read")")
    }
    if let doubt = listed.doubt { return .missing("\(doubt.message). That is no proof of being flat") }
    let meant = listed.positions.elements.filter { position in
      switch metric {
      case .longExposure: position.side != .short
      case .shortExposure: position.side != .long
      default: true
      }
    }
    let rows = meant.map { position in
      QuestionRow(
        label: EngineOperation.name(position), id: position.id, symbol: position.symbol, strategy: position.strategyID,
        side: QuestionSide(position.side), at: position.openedAt, value: value(metric, position),
        worth: metric.isCount ? position.notional : nil, pnl: position.unrealizedPnL,
        pnlPercent: position.unrealizedPnLPercent,
        age: position.openedAt.map { DiagnosisFormat.seconds(from: $0, to: now) })
    }
    return .rows(QuestionRows(rows: rows, source: "/orders/positions"))
  }

  private func value(_ metric: QuestionMetric, _ position: Position) -> Decimal? {
    /// In percent of the mark price; negative when the price is beyond the level.
    func distance(_ level: Decimal?, isBelow: Bool) -> Decimal? {
      guard let level, let side = position.side, let mark = position.markPrice, mark > 0 else { return nil }
      return (side == .long) == isBelow ? (mark - level) / mark * 100 : (level - mark) / mark * 100
    }
    switch metric {
    case .unrealized: return position.unrealizedPnL
    case .size: return position.size
    case .entryPrice: return position.entryPrice
    case .stopLoss: return position.stopLoss
    case .takeProfit: return position.takeProfit
    case .stopDistance: return distance(position.stopLoss, isBelow: true)
    case .targetDistance: return distance(position.takeProfit, isBelow: false)
    case .positionAge: return position.openedAt.map { DiagnosisFormat.seconds(from: $0, to: now) }
    case .leverage: return position.leverage
    case .margin: return position.marginUsed
    case .positions: return 1
    case .netExposure: return position.side == .short ? position.notional.map { -$0 } : position.notional
    case .longExposure: return position.side == .long ? position.notional : 0
    case .shortExposure: return position.side == .short ? position.notional : 0
    default: return position.notional
    }
  }

  // MARK: Orders

  private func orders(_ metric: QuestionMetric) -> QuestionSource {
    guard snapshot.isRunning == true else {
      return .missing("the engine is \(snapshot.engineState?.rawValue ?? "not known") and lists no orders")
    }
    guard let listed = snapshot.orders.value?.elements else {
      return .missing("/orders: \(snapshot.orders.error?.shortText ?? "not read")")
    }
    let detailed = Dictionary(
      ((snapshot.state.value?.recentFills ?? []) + (snapshot.state.value?.openOrders ?? [])).compactMap { order in
        order.id.map { ($0, order) }
      },
      uniquingKeysWith: { first, _ in first })
    let chosen = listed.filter { order in
      switch metric {
      case .openOrders: order.isOpen
      case .filledOrders, .fills, .volume, .fees: order.status == .filled || order.filledSize ?? 0 > 0
      default: true
      }
    }
    let rows = chosen.map { order in
      let whole = order.id.flatMap { detailed[$0] }.map(order.completed(by:)) ?? order
      return QuestionRow(
        label:
          "\(whole.id ?? "an order without an id") \(whole.symbol) \(whole.sideText) \(whole.sizeText), \(whole.statusText)",
        id: whole.id, symbol: whole.symbol, strategy: whole.strategyID, side: QuestionSide(whole.side),
        at: metric == .orders || metric == .openOrders ? whole.createdAt : whole.filledAt ?? whole.createdAt,
        reason: whole.status?.rawValue, value: value(metric, whole), worth: metric == .fees ? nil : notional(whole))
    }
    let unpriced = metric == .volume ? rows.count { $0.value == nil } : 0
    let note =
      metric == .fees
      ? "Fees of entry: the fees of closes are in no list of the engine, and only its latest 50 fills carry one."
      : unpriced > 0
        ? "\(Figures.counted(unpriced, "filled order")) without a fill price in the engine's lists, which is not in the sum."
        : [.orders, .fillRate].contains(metric) ? "The engine lists no rejected orders." : nil
    // In a dry run no close has an order (docs/engine.md 2.2).
    let closes =
      [.volume, .filledOrders].contains(metric) && !snapshot.isAtExchange
      ? "Entries only: closes of paper trading are on no list of orders." : nil
    let ends =
      metric == .fills ? self.closes(besides: chosen.map { $0.completed(by: detailed[$0.id ?? ""] ?? $0) }) : nil
    let notes = [note, closes, ends?.note].compactMap(\.self)
    return .rows(
      QuestionRows(
        rows: rows + (ends?.rows ?? []),
        source: metric == .fees || metric == .volume
          ? "/trading/state" : ends?.rows.isEmpty == false ? "/orders, /trading/history" : "/orders",
        note: notes.isEmpty ? nil : notes.joined(separator: " ")))
  }

  /// The ends of positions of which no order is listed, each as the fill that it was.
  private func closes(besides orders: [Order]) -> (rows: [QuestionRow], note: String?) {
    guard let closed = try? ClosedTrades(snapshot) else {
      return (
        [],
        "Closes could not be read (/trading/history: \(snapshot.longHistory.error?.shortText ?? "not read")), so that the last fill may be a later one."
      )
    }
    let fills = orders.compactMap { order in
      order.side.flatMap { side in
        (order.filledAt ?? order.createdAt).map { UnlistedClose.Fill(symbol: order.symbol, side: side, at: $0) }
      }
    }
    // A dry run has no order of any close: what looks like one is another entry.
    let unlisted = UnlistedClose.all(closed.trades, besides: snapshot.isAtExchange ? fills : [])
    let rows = unlisted.map { position in
      let deed = UnlistedClose.deed(position)
      let price = position.markPrice.map { " at \(Figures.price($0))" } ?? ""
      return QuestionRow(
        label:
          "close of \(position.symbol) \(position.sideText)\(deed.map { ", a \($0.rawValue)" } ?? "")\(price)",
        id: position.id, symbol: position.symbol, strategy: position.strategyID, side: QuestionSide(deed),
        at: position.closedAt, reason: OrderStatus.filled.rawValue, value: 1, worth: position.notional)
    }
    let lack =
      closed.historyMissing == nil
      ? nil : "/trading/history could not be read, so that a later close may be missing."
    return (rows, rows.isEmpty ? lack : lack ?? "Closes are as the engine booked them: no order of them is listed.")
  }

  private func value(_ metric: QuestionMetric, _ order: Order) -> Decimal? {
    switch metric {
    case .fees: return order.fee
    case .volume:
      guard let size = order.filledSize ?? (order.status == .filled ? order.size : nil),
        let price = order.averageFillPrice ?? order.price
      else { return nil }
      return size * price
    default: return 1
    }
  }

  private func notional(_ order: Order) -> Decimal? {
    guard let size = order.size, let price = order.averageFillPrice ?? order.price else { return nil }
    return size * price
  }

  // MARK: Decisions

  private func decisions(_ metric: QuestionMetric) -> QuestionSource {
    guard snapshot.longHistory.value != nil || snapshot.state.value != nil else {
      return .missing("/trading/history: \(snapshot.longHistory.error?.shortText ?? "not read")")
    }
    let log = DecisionLog(snapshot, scope: DiagnosisScope(), now: now)
    let rows = log.decisions.filter { decision in
      switch metric {
      case .accepted: decision.outcome == .create
      case .refused, .reasons: decision.outcome != .create
      default: true
      }
    }.map { decision in
      let code = decision.outcome == .create ? nil : decision.reasonCodes.first
      return QuestionRow(
        label: [decision.strategyID, decision.side?.rawValue, decision.symbol, code ?? decision.outcomeText].compactMap(
          \.self
        ).joined(separator: " "),
        symbol: decision.symbol, strategy: decision.strategyID, side: QuestionSide(decision.side), at: decision.at,
        reason: code ?? "no code", value: metric == .acceptanceRate ? (decision.outcome == .create ? 1 : 0) : 1)
    }
    let oldest = log.reach.map { now.addingTimeInterval(-$0.double) }
    return .rows(QuestionRows(rows: rows, source: "/trading/history", reach: oldest))
  }

  // MARK: Prices and strategies

  private func prices(_ metric: QuestionMetric) -> QuestionSource {
    let tickers = snapshot.tickers.filter { $0.value.value?.price != nil }
    guard !tickers.isEmpty else {
      return .missing(snapshot.isRunning == false ? "a stopped engine sends no prices" : "no price was told")
    }
    let rows = tickers.sorted { $0.key < $1.key }.map { symbol, answer in
      QuestionRow(
        label: symbol, symbol: symbol, at: nil,
        value: answer.reading.flatMap { reading in
          switch metric {
          case .priceAge: reading.priceAge
          case .spread: reading.value.bid.flatMap { bid in reading.value.ask.map { $0 - bid } }
          default: reading.value.price
          }
        }, age: answer.reading.flatMap(\.priceAge))
    }
    let note =
      metric == .spread && rows.contains { $0.value == nil }
      ? "The engine forgets bid and ask after each trade print." : nil
    return .rows(QuestionRows(rows: rows, source: "/market/ticker", note: note))
  }

  private func strategies() -> QuestionSource {
    guard snapshot.isRunning == true, let listed = snapshot.strategies.value?.elements else {
      return .missing("the engine lists its strategies only while it runs")
    }
    let rows = listed.map { strategy in
      QuestionRow(
        label:
          "\(strategy.id ?? "a strategy without an id") \(strategy.isEnabled.map { $0 ? "on" : "off" } ?? "in a state that is not known")",
        strategy: strategy.id, reason: strategy.isEnabled.map { $0 ? "on" : "off" }, value: 1)
    }
    return .rows(QuestionRows(rows: rows, source: "/strategies"))
  }
}
