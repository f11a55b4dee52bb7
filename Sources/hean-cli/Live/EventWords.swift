import Foundation
import HeanCore

/// One event in one line for people.
struct EventWords {
  var label: String
  var text: String
  var style = Style.plain
  /// The same again means that nothing has changed.
  var state: String?

  /// - Parameter decoded: the event's record.
  init(_ event: StreamEvent, _ decoded: JSONValue) {
    self.init(event.type, event.topic, decoded)
    if event.origin == .recovered { text += "  (missed, recovered)" }
  }

  /// - Parameter record: an envelope or a flat message.
  init(_ type: String, _ topic: Topic, _ record: JSONValue) {
    let payload = record["payload"] ?? record
    switch type {
    case "SIGNAL", "SIGNAL_DETECTED": self = Self.signal(payload)
    // Nested on one topic, flat on the other, where `decision` is a word.
    case "ORDER_DECISION":
      let nested = payload["decision"].flatMap { $0.members == nil ? nil : $0 }
      self = Self.decision(nested ?? payload)
    case "ORDER_EXIT_DECISION": self = Self.exit(payload["decision"] ?? payload)
    case "ORDER_PLACED", "ORDER_FILLED", "ORDER_CANCELLED", "ORDER_REJECTED": self = Self.order(type, payload)
    case "ORDER_CREATED", "ORDER_UPDATE": self = Self.orderUpdate(payload)
    case "POSITION_OPENED", "POSITION_CLOSED": self = Self.position(type, payload)
    case "POSITION_UPDATE": self = Self.positionUpdate(payload)
    case "POSITIONS_SNAPSHOT", "POSITIONS_UPDATE": self = Self.positions(payload)
    case "PNL_UPDATE" where topic == .positions: self = Self.positions(payload)
    case "ACCOUNT_STATE", "PNL_UPDATE", "PNL_SNAPSHOT": self = Self.account(payload)
    case "HEARTBEAT":
      let state = payload.word("engine_state")
      self.init(
        "heartbeat", "engine \(state), up \(payload.number("uptime_sec").map { Spans.text($0) } ?? "?")",
        state == "RUNNING" ? .plain : .warning, state: "heartbeat " + state)
    case "CONTROL_COMMAND", "CONTROL_RESULT": self = Self.control(type, payload)
    case "KILLSWITCH_TRIGGERED", "killswitch_triggered": self = Self.killSwitch(payload)
    case "RISK_ALERT", "RISK_BLOCKED": self = Self.risk(type, payload)
    case "MARKET_TICK": self = Self.tick(payload)
    case let type where type.hasPrefix("KLINE_"): self = Self.kline(type, payload)
    case "status_update", "engine_status": self = Self.status(payload)
    case "metrics_update", "equity":
      self.init(
        "metrics",
        "by the engine's own books equity \(payload.money("equity")) · day \(payload.signed("daily_pnl")) · "
          + "\(payload.word("open_positions")) positions")
    case "trading_metrics_update", "trading_metrics_snapshot": self = Self.metrics(payload)
    case "snapshot", "", "ORDERS_SNAPSHOT": self = Self.snapshot(topic, payload)
    case "order_decisions_snapshot":
      self.init("decisions", "\(payload.count("decisions")) before now: hean decisions", .faint, state: "decisions")
    case "trading_events_snapshot": self.init("events", "the last \(payload.count("events"))", .faint)
    default: self.init(type.lowercased(), JSONText.compact(payload), .faint)
    }
  }

  init(_ label: String, _ text: String, _ style: Style = .plain, state: String? = nil) {
    self.label = label
    self.text = text
    self.style = style
    self.state = state
  }

  /// Five steps of sureness, in words that need no colour.
  static func badge(_ confidence: Decimal?) -> String {
    guard let confidence else { return "·····" }
    let steps = max(0, min(5, Int(clamping: NSDecimalNumber(decimal: confidence).doubleValue * 5)))
    return String(repeating: "▮", count: steps) + String(repeating: "▯", count: 5 - steps)
  }

  private static func signal(_ payload: JSONValue) -> EventWords {
    let details = payload["metadata"] ?? payload["features"] ?? payload
    let confidence = details.number("confidence") ?? payload.number("confidence")
    let reason = details["entry_reason"]?.text.map { ": \($0)" } ?? ""
    let figure = confidence.map { Figures.text($0, places: 2) } ?? "?"
    let side = payload["side"]?.text.map { " \($0)" } ?? ""
    return EventWords(
      "signal",
      "\(payload.word("symbol"))\(side) \(badge(confidence)) \(figure) · \(payload.word("strategy_id"))\(reason)"
    )
  }

  static func decision(_ decision: JSONValue) -> EventWords {
    let outcome = decision.word("decision")
    let code = decision["reason_code"]?.text ?? "?"
    let size = decision.number("computed_qty").map { " \(Figures.quantity($0))" } ?? ""
    let meaning = outcome == "CREATE" ? "" : ": \(Reason.meaning(code))"
    return EventWords(
      "decision",
      "\(decision.word("symbol")) \(decision.word("side"))\(size) → \(outcome) \(code) · \(decision.word("strategy_id"))\(meaning)",
      outcome == "CREATE" ? .good : .plain)
  }

  private static func exit(_ decision: JSONValue) -> EventWords {
    EventWords(
      "exit",
      "\(decision.word("symbol")) → \(decision.word("decision")) \(decision["reason_code"]?.text ?? "") · "
        + decision.word("strategy_id"))
  }

  private static func order(_ type: String, _ payload: JSONValue) -> EventWords {
    let event = type.dropFirst(6).lowercased()
    let status = payload.word("status")
    let price = payload.number("avg_fill_price") ?? payload.number("price")
    // What is told can be behind what is: the payload shows the order as it was when it was sent.
    let now = status == event || status == "?" ? "" : " (now \(status))"
    let style: Style = event == "rejected" ? .bad : event == "filled" ? .good : .plain
    return EventWords(
      "order",
      "\(event)\(now) \(payload.word("symbol")) \(payload.word("side")) "
        + "\(payload.number("quantity").map(Figures.quantity) ?? "?") at \(price.map(Figures.price) ?? "market") · "
        + payload.word("strategy_id"), style)
  }

  private static func orderUpdate(_ payload: JSONValue) -> EventWords {
    let symbol = payload["symbol"]?.text.map { " \($0)" } ?? ""
    return EventWords(
      "order",
      "\((payload["status"] ?? payload["type"])?.text?.lowercased() ?? "?")\(symbol) \(payload.word("order_id"))")
  }

  private static func position(_ type: String, _ payload: JSONValue) -> EventWords {
    guard case .array(let items)? = payload["positions"], let position = items.first else {
      return EventWords("position", type.lowercased())
    }
    let isClosed = type == "POSITION_CLOSED"
    let profit = position.number("realized_pnl")
    let words = [
      isClosed ? "closed" : "opened", position.word("symbol"), position.word("side"),
      position.number("qty").map(Figures.quantity) ?? "?", "at",
      position.number(isClosed ? "mark_price" : "entry_price").map(Figures.price) ?? "?",
    ]
    let result = isClosed ? " · PnL \(profit.map { Figures.signed($0) } ?? "?")" : ""
    // A close with a PnL of exactly nothing is how the engine forgets a position that it cannot see.
    let doubt = isClosed && profit == 0 ? " (exactly zero: perhaps only dropped from sight, without a fill)" : ""
    return EventWords(
      "position", words.joined(separator: " ") + result + " · " + position.word("strategy_id") + doubt,
      doubt.isEmpty ? .strong : .warning)
  }

  private static func positionUpdate(_ payload: JSONValue) -> EventWords {
    var position = payload
    if case .array(let items)? = payload["positions"], let first = items.first { position = first }
    return EventWords(
      "position",
      "\(position.word("symbol")) \((position.number("size") ?? position.number("qty")).map(Figures.quantity) ?? "?")"
        + " · unrealized \(position.signed("unrealized_pnl"))")
  }

  private static func positions(_ payload: JSONValue) -> EventWords {
    guard case .array(let items)? = payload["positions"] else { return EventWords("positions", "?") }
    let open = items.filter { $0["status"]?.text != "closed" }
    let list = open.map { "\($0.word("symbol")) \($0.word("side")) \($0.signed("unrealized_pnl"))" }
    let state = open.map { "\($0.word("symbol")) \($0.word("side")) \($0.word("qty"))" }.joined(separator: ",")
    return EventWords(
      "positions", open.isEmpty ? "none in the engine's list" : "\(open.count): " + list.joined(separator: ", "),
      state: "positions " + state)
  }

  private static func account(_ payload: JSONValue) -> EventWords {
    EventWords(
      "account",
      "by the engine's own books equity \(payload.money("equity")) · unrealized \(payload.signed("unrealized_pnl")) · realized \(payload.signed("realized_pnl"))"
    )
  }

  private static func control(_ type: String, _ payload: JSONValue) -> EventWords {
    let what = payload.word("command")
    guard type == "CONTROL_RESULT" else { return EventWords("control", "\(what) was sent by somebody") }
    let isSuccess = payload["success"] == .bool(true)
    let detail = payload["detail"]?.text.map { " (\($0))" } ?? ""
    return EventWords(
      "control", "\(what): the engine says \(isSuccess ? "done" : "failed")\(detail)", isSuccess ? .plain : .warning)
  }

  /// The engine cries kill switch for a quarantine and for a cleared governor, too.
  private static func killSwitch(_ payload: JSONValue) -> EventWords {
    switch KillSwitchAlarm(reason: payload["reason"]?.text, source: payload["source"]?.text) {
    case .stop(let reason): EventWords("KILL SWITCH", "\(reason); hean why tells what blocks now", .bad)
    case .allClear:
      EventWords(
        "governor",
        "cleared, or back to NORMAL by itself: what the engine announces as a kill switch without a reason; hean risk "
          + "governor and hean risk killswitch tell how it stands", .plain)
    case .quarantine(let reason):
      EventWords(
        "quarantine", "\(reason); the engine announces it as a kill switch: hean risk killswitch tells whether it is",
        .warning)
    }
  }

  private static func risk(_ type: String, _ payload: JSONValue) -> EventWords {
    // Sent for a step of the governor as for a close of an unknown position that failed, and empty each time.
    let untold = type == "RISK_ALERT" ? "no reason told: look at hean risk governor and hean status" : "no reason told"
    let reason = payload["reason"]?.text ?? untold
    let symbol = payload["symbol"]?.text.map { "\($0) " } ?? ""
    return EventWords("risk", "\(type == "RISK_ALERT" ? "alert" : "blocked"): \(symbol)\(reason)", .warning)
  }

  private static func tick(_ payload: JSONValue) -> EventWords {
    let quote = payload.number("bid").flatMap { bid in
      payload.number("ask").map { " (\(Figures.price(bid)) / \(Figures.price($0)))" }
    }
    return EventWords(
      "tick", "\(payload.word("symbol")) \(payload.number("price").map(Figures.price) ?? "?")\(quote ?? "")")
  }

  private static func kline(_ type: String, _ payload: JSONValue) -> EventWords {
    let prices = ["open", "high", "low", "close"].map { key in
      "\(key) \(payload.number(key).map(Figures.price) ?? "?")"
    }
    return EventWords(
      "candle", "\(payload.word("symbol")) \(type.dropFirst(6).lowercased()) \(prices.joined(separator: " "))")
  }

  private static func status(_ payload: JSONValue) -> EventWords {
    let isRunning = payload["engine"]?.text == "running" || payload["engine_running"] == .bool(true)
    let equity = isRunning ? " · its own equity \(payload.money("equity"))" : ""
    return EventWords(
      "status", "engine \(isRunning ? "running" : "stopped")\(equity)", isRunning ? .plain : .bad,
      state: "status \(isRunning)")
  }

  private static func metrics(_ payload: JSONValue) -> EventWords {
    let recent = payload["counters"]?["last_5m"] ?? .null
    return EventWords(
      "metrics",
      "5 m: \(recent.word("signals_total")) signals, \(recent.word("orders_created")) orders, "
        + "\(recent.word("orders_filled")) fills")
  }

  private static func snapshot(_ topic: Topic, _ payload: JSONValue) -> EventWords {
    switch topic {
    case .positions: return positions(payload)
    case .accountState: return account(payload)
    case .orders, .ordersSnapshot:
      return EventWords("orders", "\(payload.count("orders")) open", .faint, state: "orders \(payload.count("orders"))")
    // Empty, whatever has happened: contract 3.5.
    case .riskEvents, .strategyEvents, .aiCatalyst:
      return EventWords(topic.rawValue, "the engine sends no past events here", .faint, state: topic.rawValue)
    default: return EventWords(topic.rawValue, "state as of now", .faint)
    }
  }
}

extension JSONValue {
  var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
  func word(_ key: String) -> String { self[key].flatMap { $0 == .null ? nil : $0.plainCell.text(in: .gmt) } ?? "?" }
  func number(_ key: String) -> Decimal? { self[key]?.number }
  func money(_ key: String) -> String { number(key).map { Figures.money($0) } ?? "?" }
  func signed(_ key: String) -> String { number(key).map { Figures.signed($0) } ?? "?" }
  func count(_ key: String) -> Int { if case .array(let items)? = self[key] { items.count } else { 0 } }
}
