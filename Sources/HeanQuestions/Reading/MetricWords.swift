import HeanCore

/// How the rows of a metric are counted, named and written.
extension QuestionMetric {
  /// Whether its rows are counted, not added.
  var isCount: Bool { isCounted || self == .reasons }

  /// Whether its rows buy or sell, so that a side of them is a deed.
  var isOfDeals: Bool {
    [.orders, .openOrders, .filledOrders, .fillRate, .fills, .volume, .fees].contains(self)
  }

  /// Whether it is a value of this moment, so that a window of the past says nothing about it.
  var isOfNow: Bool {
    switch self {
    case .realized, .trades, .wins, .losses, .winStreak, .lossStreak, .tradeDuration, .winRate, .profitFactor, .orders,
      .rejectedOrders, .filledOrders, .fills, .fillRate, .signals, .accepted, .refused, .acceptanceRate, .reasons,
      .volume, .events, .actions, .errors, .fees, .pnl, .dayPnL:
      false
    default: true
    }
  }

  /// Whether it is a price, of which different coins have no average.
  var isPrice: Bool { [.entryPrice, .price, .stopLoss, .takeProfit].contains(self) }

  /// Whether it is about trades one after another.
  var isStreak: Bool { self == .winStreak || self == .lossStreak }

  /// Whether the values of rows make sense as a sum.
  var isAdditive: Bool {
    switch self {
    case .entryPrice, .stopLoss, .takeProfit, .stopDistance, .targetDistance, .positionAge, .leverage, .price,
      .priceAge, .spread, .tradeDuration:
      false
    default: true
    }
  }

  var unit: String {
    switch self {
    case .stopDistance, .targetDistance, .drawdown, .winRate, .fillRate, .acceptanceRate: "%"
    case .positionAge, .priceAge, .uptime, .tradeDuration: "s"
    case .winStreak, .lossStreak, .positionRoom: "count"
    case .leverage, .profitFactor: "x"
    case .size: "base units"
    default: isCount ? "count" : "USDT"
    }
  }

  /// What its rows are: `closed trade`.
  var noun: String {
    switch self {
    case .realized, .winRate, .profitFactor, .trades, .wins, .losses, .pnl, .winStreak, .lossStreak, .tradeDuration:
      "closed trade"
    case .fills: "fill"
    case .orders, .openOrders, .filledOrders, .fillRate, .volume, .fees: "order"
    case .signals, .accepted, .refused, .reasons, .acceptanceRate: "signal"
    case .price, .priceAge, .spread: "price"
    case .strategies: "strategy"
    default: "position"
    }
  }

  /// A value with its unit, for people.
  func text(_ value: Decimal) -> String {
    switch unit {
    case "%" where value < 0 && (self == .stopDistance || self == .targetDistance):
      "\(DiagnosisFormat.percent(-value)) BEYOND it"
    case "%": DiagnosisFormat.percent(value)
    case "s": DiagnosisFormat.span(value)
    case "x": Figures.text(value, places: 2)
    case "count": "\(value.rounded(to: 0))"
    case "base units": Figures.quantity(value)
    default:
      switch self {
      case .price, .entryPrice, .stopLoss, .takeProfit, .spread: Figures.price(value) + " USDT"
      case .pnl, .realized, .unrealized, .dayPnL, .netExposure: Figures.signed(value) + " USDT"
      default: Figures.money(value) + " USDT"
      }
    }
  }

  /// What shows more of it.
  func command(_ reading: QuestionReading) -> NextStep {
    switch self {
    case .orders, .filledOrders, .fillRate, .fills, .volume: .query(.orders, options: .status("all"))
    case .openOrders: .query(.orders)
    case .signals, .accepted, .refused, .reasons, .acceptanceRate: .query(.funnel)
    case .strategies: .query(.strategies)
    case .price, .priceAge, .spread: .query(.why)
    case .realized, .trades, .wins, .losses, .winRate, .profitFactor, .pnl, .winStreak, .lossStreak, .tradeDuration:
      .query(.compareStrategies)
    case .fees: .query(.account)
    default: reading.symbols.count == 1 ? .query(.positions, options: .symbol(reading.symbols[0])) : .query(.positions)
    }
  }
}
