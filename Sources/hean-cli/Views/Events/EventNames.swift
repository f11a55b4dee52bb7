import HeanCore

/// `--type`: selects events by the names that `events` and `watch` print, which are the same in both. An event also goes
/// by the engine's type and by its topic, as the records of `watch` have them.
struct EventNames: Sendable {
  static let option = Option(
    "type", "NAME", each: .eventName, help: "only events of this name, as 'events' and 'watch' print it; repeatable")

  /// In lower case without separators.
  private var words: Set<String> = []
  /// As they were typed.
  private(set) var typed: [String] = []
  /// Where events of these names come.
  private(set) var topics: [Topic] = []

  var isEmpty: Bool { words.isEmpty }

  /// Selects everything.
  init() {}

  init(_ line: ParsedLine) throws(UsageError) { for name in try line[Self.option] { add(name) } }

  mutating func add(_ name: EventName) {
    words.insert(EventName.plain(name.word))
    typed.append(name.word)
    topics += name.topics.filter { !topics.contains($0) }
  }

  /// - Parameter names: all names of one event.
  func takes(_ names: [String]) -> Bool { isEmpty || names.contains { words.contains(EventName.plain($0)) } }
}

/// One name of events, and the topics on which they come.
struct EventName: Sendable, Equatable {
  var word: String
  var topics: [Topic]

  private init(_ word: String, _ topics: [Topic]) { (self.word, self.topics) = (word, topics) }

  /// A topic, as a name of every event on it.
  init(_ topic: Topic) { self.init(topic.rawValue, [topic]) }

  /// - Returns: `nil` for a word that names no event.
  init?(_ text: String) {
    let plain = Self.plain(text)
    guard let known = Self.all.first(where: { Self.plain($0.word) == plain }) else { return nil }
    self = known
  }

  /// `KILL SWITCH`, `kill-switch` and `killswitch` are one word.
  static func plain(_ word: String) -> String { word.lowercased().filter { !" -_".contains($0) } }

  /// The words that lines of `events` and `watch` begin with.
  static let printed: [EventName] = [
    EventName("signal", [.signals]), EventName("decision", [.orderDecisions]), EventName("exit", [.orderExitDecisions]),
    EventName("order", [.orders]), EventName("opened", [.positions]), EventName("closed", [.positions]),
    EventName("position", [.positions, .tradingEvents]), EventName("account", [.accountState]),
    EventName("heartbeat", [.systemHeartbeat]), EventName("control", [.systemHeartbeat]),
    EventName("KILL SWITCH", [.riskEvents, .systemStatus]), EventName("governor", [.riskEvents, .systemStatus]),
    EventName("quarantine", [.riskEvents, .systemStatus]), EventName("risk", [.riskEvents]),
    EventName("tick", [.marketData]), EventName("candle", [.marketData]), EventName("status", [.systemStatus]),
    EventName("decisions", [.orderDecisions]), EventName("events", [.tradingEvents]),
  ]

  /// The engine's types of events with a number, and of the states that it repeats.
  private static let types: [EventName] = [
    EventName("SIGNAL_DETECTED", [.tradingEvents]), EventName("ORDER_DECISION", [.orderDecisions]),
    EventName("ORDER_EXIT_DECISION", [.orderExitDecisions]), EventName("ORDER_PLACED", [.orders]),
    EventName("ORDER_CANCELLED", [.orders]), EventName("ORDER_REJECTED", [.orders]),
    EventName("ORDER_CREATED", [.tradingEvents]), EventName("ORDER_UPDATE", [.tradingEvents]),
    EventName("POSITION_OPENED", [.positions]), EventName("POSITION_CLOSED", [.positions]),
    EventName("POSITION_UPDATE", [.positions, .tradingEvents]), EventName("POSITIONS_SNAPSHOT", [.positions]),
    EventName("POSITIONS_UPDATE", [.positions]), EventName("PNL_UPDATE", [.accountState, .positions]),
    EventName("PNL_SNAPSHOT", [.accountState]), EventName("CONTROL_COMMAND", [.systemHeartbeat]),
    EventName("CONTROL_RESULT", [.systemHeartbeat]), EventName("KILLSWITCH_TRIGGERED", [.riskEvents, .systemStatus]),
    EventName("RISK_ALERT", [.riskEvents]), EventName("RISK_BLOCKED", [.riskEvents]),
    EventName("MARKET_TICK", [.marketData]), EventName("KLINE_1M", [.marketData]), EventName("KLINE_5M", [.marketData]),
    EventName("KLINE_1H", [.marketData]), EventName("KLINE_1D", [.marketData]),
    EventName("HEARTBEAT", [.systemHeartbeat]),
    EventName("status_update", [.systemStatus]), EventName("metrics_update", [.metrics]),
    EventName("trading_metrics_update", [.tradingMetrics]), EventName("trading_metrics_snapshot", [.tradingMetrics]),
    EventName("order_decisions_snapshot", [.orderDecisions]), EventName("trading_events_snapshot", [.tradingEvents]),
    EventName("engine_status", [.systemStatus]), EventName("equity", [.metrics]),
    EventName("PHYSICS_UPDATE", [.physicsUpdate]),
    EventName("BRAIN_ANALYSIS", [.brainUpdate]), EventName("TRIANGULAR_ARBITRAGE", [.triangularArb]),
  ]

  /// The printed names come first: `risk` is also a topic, on which nothing is ever sent.
  static let all = printed + Topic.allCases.map { EventName($0) } + types
}

extension ValueType where Value == EventName {
  /// A name that `events` or `watch` prints, a type of the engine, or a topic; in any case, with any separator.
  static var eventName: ValueType {
    ValueType(
      shape: ValueShape(),
      read: { (typed) throws(UsageError) in
        guard let name = EventName(typed.text) else {
          throw typed.invalid(
            expected: "a name of events: \(EventName.printed.map(\.word).joined(separator: ", ")); "
              + "or a topic, or a type of the engine such as ORDER_FILLED",
            nearest: Spelling.nearest(to: typed.text, in: EventName.all.map(\.word)))
        }
        return name
      }, text: { $0.word })
  }

  /// The same for what `watch` follows: of a word that is both, the topic is meant, unless nothing comes on it.
  static var followed: ValueType {
    let topics = Topic.allCases.map(\.rawValue)
    return ValueType(
      shape: ValueShape(choices: topics + EventName.printed.map(\.word).filter { !topics.contains($0) }, names: .topic),
      read: { (typed) throws(UsageError) in
        let topic = Topic(rawValue: typed.text.lowercased().replacing("-", with: "_"))
        if let topic, !topic.neverSends { return EventName(topic) }
        guard let name = EventName(typed.text) else {
          throw typed.invalid(
            expected: "a topic of the engine (\(CommandLines().text(.command(.help, "topics")))), or a name of events",
            nearest: Spelling.nearest(to: typed.text, in: topics + EventName.printed.map(\.word)))
        }
        return name
      }, text: { $0.word })
  }
}
