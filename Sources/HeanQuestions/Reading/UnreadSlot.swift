import HeanCore

extension QuestionReading {
  /// A symbol or a strategy beside an operation on the whole engine.
  private var unusedName: String? {
    if topic == .enableStrategy || topic == .disableStrategy {
      return frame == .whatIf ? nil : symbols.first ?? side?.rawValue
    }
    if frame == .state, [.setting, .mode, .killSwitch, .profile].contains(topic) {
      return (symbols + strategies).first ?? side?.rawValue
    }
    guard topic?.isOfWholeEngine == true, [.howTo, .safe, .whatIf].contains(frame) else { return nil }
    return (symbols + strategies).first ?? side?.rawValue
  }

  /// A name, a condition or an exception that the answer would leave out, in words; `nil` when it is used.
  var unusedSlot: String? {
    let narrowsRows =
      switch frame {
      case .figure, .list, .compare: metric?.hasRows == true
      case .state, .why: topic == .position || topic == .closed || topic == .loss
      case .howTo:
        topic?.closesPositions == true
          || condition == nil && (topic == .enableStrategy || topic == .disableStrategy)
      case .whatIf: condition == nil || topic == .close && condition?.subject == .pnl
      case .define, .difference, .forecast, .advice, .secret, .outside: true
      case .when: topic == .trade
      case .safe, .who: false
      }
    if let name = unusedName { return name }
    // A quarantine keeps all strategies from a symbol.
    if topic == .avoidSymbol, let name = strategies.first { return name }
    if frame == .figure || frame == .list, metric?.isOfAccount == true, let name = (symbols + strategies).first {
      return name
    }
    guard !narrowsRows else { return nil }
    return condition?.description ?? (except.isEmpty ? nil : "all but \(except.joined(separator: ", "))")
  }
}

extension QuestionMetric {
  /// Whether there is one of it for the whole account only.
  fileprivate var isOfAccount: Bool {
    [.equity, .balance, .initialCapital, .freeMargin, .positionRoom, .dayPnL, .drawdown, .peakEquity, .riskDistance]
      .contains(self)
  }

  /// Whether it is made of rows that a condition or an exception can narrow.
  fileprivate var hasRows: Bool {
    switch self {
    case .equity, .balance, .initialCapital, .freeMargin, .positionRoom, .dayPnL, .drawdown, .peakEquity, .riskDistance,
      .uptime, .rejectedOrders,
      .events, .errors, .actions, .liquidationPrice, .slippage, .latency, .funding:
      false
    default: true
    }
  }
}
