import HeanCore

/// What can be asked for as a figure or as rows. The raw values are stable and part of the output.
public enum QuestionMetric: String, Codable, Sendable, CaseIterable {
  case equity, balance, pnl, realized, unrealized, fees, drawdown, margin, leverage, exposure, notional, size, price
  case dayPnL = "day_pnl"
  case peakEquity = "peak_equity"
  case maxDrawdown = "max_drawdown"
  case freeMargin = "free_margin"
  case longExposure = "long_exposure"
  case shortExposure = "short_exposure"
  case netExposure = "net_exposure"
  case entryPrice = "entry_price"
  case spread
  case priceAge = "price_age"
  case stopLoss = "stop_loss"
  case takeProfit = "take_profit"
  case stopDistance = "stop_distance"
  case targetDistance = "target_distance"
  case riskDistance = "risk_distance"
  case positionAge = "position_age"
  case positions, orders
  case positionRoom = "position_room"
  case initialCapital = "initial_capital"
  case openOrders = "open_orders"
  case rejectedOrders = "rejected_orders"
  case filledOrders = "filled_orders"
  case fills
  case fillRate = "fill_rate"
  case signals, accepted, refused
  case acceptanceRate = "acceptance_rate"
  case reasons, trades, wins, losses
  case winStreak = "win_streak"
  case lossStreak = "loss_streak"
  case tradeDuration = "trade_duration"
  case winRate = "win_rate"
  case profitFactor = "profit_factor"
  case volume, uptime, strategies, events, actions, errors
  case liquidationPrice = "liquidation_price"
  case slippage, latency, funding

  /// Name in a sentence: `unrealized PnL`.
  public var label: String {
    switch self {
    case .pnl: "PnL"
    case .realized: "realized PnL"
    case .unrealized: "unrealized PnL"
    case .dayPnL: "PnL of the day"
    case .margin: "margin used"
    case .price: "mark price"
    case .stopDistance: "distance to the stop loss"
    case .targetDistance: "distance to the take profit"
    case .riskDistance: "distance to the risk limits"
    case .positionAge: "time since the position was opened"
    case .positions: "open positions"
    case .positionRoom: "positions that can still be opened"
    case .refused: "refused signals"
    case .accepted: "accepted signals"
    case .reasons: "reasons of refusals"
    case .trades: "closed trades"
    case .wins: "winning trades"
    case .losses: "losing trades"
    case .winStreak: "winning streak"
    case .lossStreak: "losing streak"
    case .tradeDuration: "holding time of closed trades"
    case .maxDrawdown: "deepest drawdown"
    case .actions: "actions of operators"
    case .funding: "funding payments"
    default: rawValue.replacing("_", with: " ")
    }
  }

  /// Whether the engine sends nothing from which it could be told.
  public var isNotSent: Bool {
    switch self {
    case .liquidationPrice, .slippage, .latency, .funding, .maxDrawdown: true
    default: false
    }
  }

  /// Whether it is a number of things.
  var isCounted: Bool {
    switch self {
    case .positions, .orders, .openOrders, .filledOrders, .fills, .signals, .accepted, .refused, .trades, .wins,
      .losses, .strategies,
      .rejectedOrders, .events, .errors, .actions:
      true
    default: false
    }
  }

  /// Whether profit and loss are what it tells, so that "in profit" asks for it and narrows nothing.
  var isOfResult: Bool { [.pnl, .realized, .unrealized, .dayPnL].contains(self) }

  var isOfExposure: Bool { [.exposure, .longExposure, .shortExposure, .netExposure].contains(self) }

  /// Whether it is a share or a quotient by itself.
  var isRatio: Bool { [.winRate, .fillRate, .acceptanceRate, .profitFactor].contains(self) }

  /// Whether it is one figure, so that there is nothing to list.
  var isOneFigure: Bool {
    switch self {
    case .equity, .balance, .initialCapital, .freeMargin, .positionRoom, .dayPnL, .drawdown, .maxDrawdown, .peakEquity,
      .riskDistance, .uptime, .volume,
      .winRate, .fillRate, .acceptanceRate, .profitFactor, .winStreak, .lossStreak, .tradeDuration, .netExposure:
      true
    default: false
    }
  }

  /// Whether a small value is the good one, so that the worst is the highest.
  var isBetterSmall: Bool {
    [.spread, .fees, .priceAge, .refused, .rejectedOrders, .errors, .lossStreak, .drawdown].contains(self)
  }

  /// Whether its meaning takes up the "not" of a question: signals not accepted, strategies that are not on.
  var takesNegation: Bool {
    switch self {
    case .strategies, .positions, .stopLoss, .takeProfit, .orders, .accepted, .refused, .openOrders, .rejectedOrders,
      .unrealized:
      true
    default: false
    }
  }
}

extension QuestionMetric {
  /// Nouns of the field, as stems, that only say what it is a figure of.
  var impliedNouns: Set<String> {
    switch self {
    case .acceptanceRate, .refused, .reasons, .accepted: ["signal"]
    case .fillRate, .filledOrders, .fills, .rejectedOrders, .openOrders: ["fill", "order"]
    case .freeMargin: ["margin"]
    case .exposure: ["notional"]
    case .longExposure, .shortExposure, .netExposure: ["exposure", "notional"]
    case .riskDistance:
      ["governor", "killswitch", "hardstop", "softbrake", "drawdown", "dailypause", "equity", "margin"]
    case .drawdown, .peakEquity: ["equity"]
    case .equity: ["unrealized"]
    case .slippage: ["fill", "order", "entry"]
    case .latency: ["fill", "order", "signal"]
    case .fees: ["fill", "realized"]
    case .trades, .wins, .losses: ["realized"]
    case .targetDistance: ["target", "takeprofit"]
    default: []
    }
  }

  private static let nouns: [String: QuestionMetric] = [
    "stoploss": .stopLoss, "takeprofit": .takeProfit, "equity": .equity, "balance": .balance,
    "margin": .margin, "freemargin": .freeMargin, "realized": .realized, "unrealized": .unrealized,
    "fee": .fees, "drawdown": .drawdown, "exposure": .exposure, "notional": .notional,
    "entry": .entryPrice, "spread": .spread,
    "winrate": .winRate, "profitfactor": .profitFactor, "fillrate": .fillRate,
  ]

  /// The metric that one noun names by itself.
  /// - Parameter noun: a stem.
  init?(noun: String) {
    guard let metric = Self.nouns[noun] else { return nil }
    self = metric
  }
}
