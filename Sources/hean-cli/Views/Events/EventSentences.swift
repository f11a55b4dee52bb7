import HeanCore

/// The text for each kind of event. Values that the engine did not send are shown as a question mark.
extension EventSummary {
  static func signal(_ signal: Signal) -> EventSummary {
    let reason = signal.reason.map { ": \($0)" } ?? ""
    let figure = signal.confidence.map { Figures.text($0, places: 2) } ?? "?"
    let side = signal.side.map { " \($0.rawValue)" } ?? ""
    return EventSummary(
      "signal",
      "\(signal.symbol ?? "?")\(side) \(badge(signal.confidence)) \(figure) · \(signal.strategyID ?? "?")\(reason)")
  }

  static func decision(_ decision: Decision) -> EventSummary {
    let code = decision.reasonCodes.first ?? "?"
    let size = decision.size.map { " \(Figures.quantity($0))" } ?? ""
    let isTaken = decision.outcome == .create
    let meaning = isTaken ? "" : ": \(Reason.meaning(code))"
    return EventSummary(
      "decision",
      "\(decision.symbol ?? "?") \(decision.side?.rawValue ?? "?")\(size) → \(decision.outcomeText) \(code) · "
        + "\(decision.strategyID ?? "?")\(meaning)",
      isTaken ? .good : .plain)
  }

  static func exit(_ decision: ExitDecision) -> EventSummary {
    EventSummary(
      "exit",
      "\(decision.symbol ?? "?") → \(decision.action?.rawValue ?? "?") \(decision.reasonCode ?? "") · "
        + (decision.strategyID ?? "?"))
  }

  static func order(_ change: OrderChange, _ order: Order) -> EventSummary {
    let status = order.status?.rawValue
    let price = order.averageFillPrice ?? order.price
    // The payload has the order's state at the time of sending, which can be later than the change that the event
    // reports.
    let now = status.flatMap { $0 == change.rawValue ? nil : " (now \($0))" } ?? ""
    let style: Style = change == .rejected ? .bad : change == .filled ? .good : .plain
    return EventSummary(
      "order",
      "\(change.rawValue)\(now) \(order.symbol) \(order.sideText) "
        + "\(order.size.map(Figures.quantity) ?? "?") at \(price.map(Figures.price) ?? "market") · "
        + (order.strategyID ?? "?"), style)
  }

  static func orderUpdate(_ status: OrderStatus?, _ symbol: String?, _ id: String?) -> EventSummary {
    EventSummary("order", "\(status?.rawValue.lowercased() ?? "?")\(symbol.map { " \($0)" } ?? "") \(id ?? "?")")
  }

  static func opened(_ position: Position) -> EventSummary {
    EventSummary("opened", place(position, position.entryPrice), .strong)
  }

  static func closed(_ position: Position) -> EventSummary {
    let profit = position.realizedPnL
    let doubt = position.isGhost ? " (exactly zero: perhaps only removed from the list, without a fill)" : ""
    let result = " · PnL \(profit.map { Figures.signed($0) } ?? "?")"
    return EventSummary(
      "closed", place(position, position.markPrice, result) + doubt, doubt.isEmpty ? .strong : .warning)
  }

  private static func place(_ position: Position, _ price: Decimal?, _ result: String = "") -> String {
    "\(position.symbol) \(position.sideText) \(position.size.map(Figures.quantity) ?? "?") at "
      + "\(price.map(Figures.price) ?? "?")\(result) · \(position.strategyID ?? "?")"
  }

  static func updated(_ position: Position) -> EventSummary {
    EventSummary(
      "position",
      "\(position.symbol) \(position.size.map(Figures.quantity) ?? "?") · unrealized \(signed(position.unrealizedPnL))")
  }

  static func positions(_ list: EventList<Position>) -> EventSummary {
    let open = list.rows.filter { $0.status != "closed" }
    let words = open.map { "\($0.symbol) \($0.sideText) \(signed($0.unrealizedPnL))" }
    let state = open.map { "\($0.symbol) \($0.sideText) \($0.size.map { "\($0)" } ?? "?")" }.joined(separator: ",")
    let unread = list.isWhole ? "" : ", and \(list.count - list.rows.count) that cannot be read"
    return EventSummary(
      "positions",
      (open.isEmpty ? "none in the engine's list" : "\(open.count): " + words.joined(separator: ", ")) + unread,
      state: "positions " + state)
  }

  static func account(_ account: AccountState) -> EventSummary {
    EventSummary(
      "account",
      "by the engine's own books equity \(money(account.equity)) · unrealized \(signed(account.unrealizedPnL)) · "
        + "realized \(signed(account.realizedPnL))")
  }

  static func heartbeat(_ beat: Heartbeat) -> EventSummary {
    let state = beat.state?.rawValue ?? "?"
    return EventSummary(
      "heartbeat", "engine \(state), up \(beat.uptimeSeconds.map { Spans.text($0) } ?? "?")",
      beat.state == .running ? .plain : .warning, state: "heartbeat " + state)
  }

  static func control(_ control: ControlEvent) -> EventSummary {
    let what = control.command ?? "?"
    guard control.isResult else { return EventSummary("control", "\(what) was sent by somebody") }
    let isSuccess = control.isSuccess == true
    let detail = control.detail.map { " (\($0))" } ?? ""
    return EventSummary(
      "control", "\(what): the engine says \(isSuccess ? "done" : "failed")\(detail)", isSuccess ? .plain : .warning)
  }

  /// The engine sends its kill-switch event for a quarantine and for a cleared governor as well.
  static func killSwitch(_ alarm: KillSwitchAlarm) -> EventSummary {
    switch alarm {
    case .stop(let reason):
      EventSummary("KILL SWITCH", offering: "\(reason); \(.query(.why)) shows what blocks now", .bad)
    case .allClear:
      EventSummary(
        "governor",
        offering: """
          cleared, or back to NORMAL by itself; the engine announces this as a kill switch without a reason; \
          \(.query(.governor)) and \(.query(.killSwitch)) show the state now
          """)
    case .quarantine(let reason):
      EventSummary(
        "quarantine",
        offering: "\(reason); the engine announces it as a kill switch: \(.query(.killSwitch)) shows whether it is one",
        .warning)
    }
  }

  static func risk(_ risk: RiskEvent) -> EventSummary {
    // The engine sends this event without details, both for a change of the governor and for a failed close of an
    // unknown position.
    let untold: Guidance =
      risk.isAlert
      ? "no reason told: look at \(.query(.governor)) and \(.query(.status))" : "no reason told"
    let reason = risk.reason.map { Guidance($0) } ?? untold
    let symbol = risk.symbol.map { "\($0) " } ?? ""
    return EventSummary("risk", offering: "\(risk.isAlert ? "alert" : "blocked"): \(symbol)\(reason)", .warning)
  }

  static func tick(_ tick: Tick) -> EventSummary {
    let quote = tick.bid.flatMap { bid in tick.ask.map { " (\(Figures.price(bid)) / \(Figures.price($0)))" } }
    return EventSummary("tick", "\(tick.symbol ?? "?") \(tick.price.map(Figures.price) ?? "?")\(quote ?? "")")
  }

  static func candle(_ candle: Candle) -> EventSummary {
    let prices = [("open", candle.open), ("high", candle.high), ("low", candle.low), ("close", candle.close)]
    let words = prices.map { "\($0) \($1.map(Figures.price) ?? "?")" }.joined(separator: " ")
    return EventSummary("candle", "\(candle.symbol ?? "?") \(candle.interval) \(words)")
  }

  static func status(_ status: StatusEvent) -> EventSummary {
    let isRunning = status.isRunning == true
    let equity = isRunning ? " · its own equity \(money(status.equity))" : ""
    return EventSummary(
      "status", "engine \(isRunning ? "running" : "stopped")\(equity)", isRunning ? .plain : .bad,
      state: "status \(isRunning)")
  }

  static func equity(_ event: EquityEvent) -> EventSummary {
    EventSummary(
      "metrics",
      "by the engine's own books equity \(money(event.equity)) · day \(signed(event.dailyPnL)) · "
        + "\(event.openPositions.map(String.init) ?? "?") positions")
  }

  static func counters(_ metrics: TradingMetrics) -> EventSummary {
    func count(_ path: KeyPath<TradingMetrics.Counters, Int?>) -> String {
      metrics.lastFiveMinutes?[keyPath: path].map(String.init) ?? "?"
    }
    return EventSummary(
      "metrics",
      "5 m: \(count(\.signals)) signals, \(count(\.ordersCreated)) orders, \(count(\.ordersFilled)) fills")
  }

  /// An event without a sentence of its own is shown as it came.
  static func whole(_ type: String, _ topic: Topic, _ payload: JSONValue) -> EventSummary {
    guard !type.isEmpty, type != "snapshot" else { return EventSummary(topic.rawValue, "state as of now", .faint) }
    return EventSummary(type.lowercased(), JSONText.compact(payload), .faint)
  }

  private static func money(_ value: Decimal?) -> String { value.map { Figures.money($0) } ?? "?" }
  private static func signed(_ value: Decimal?) -> String { value.map { Figures.signed($0) } ?? "?" }
}
