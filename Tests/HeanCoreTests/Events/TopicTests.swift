import Testing

@testable import HeanCore

/// Topics, and the severities of their events.
struct TopicTests {
  @Test func `which topics come without being asked for, which never send, and which have numbers`() {
    func names(_ isMeant: (Topic) -> Bool) -> Set<String> { Set(Topic.allCases.filter(isMeant).map(\.rawValue)) }
    #expect(
      names { !$0.isAutomatic } == [
        "snapshot", "triangular_arb", "telemetry", "trading_signals", "performance", "risk", "logs",
      ])
    let silent: Set = ["telemetry", "trading_signals", "performance", "risk", "logs", "ai_catalyst", "ai_reasoning"]
    #expect(names(\.neverSends) == silent)
    #expect(names { !$0.hasNumbers } == silent.union(["metrics", "trading_metrics", "snapshot"]))
    #expect(names { $0.summary == "never anything" } == silent && Topic.allCases.count == 29)
    #expect(
      Topic.usual.map(\.rawValue) == [
        "orders", "positions", "order_decisions", "signals", "risk_events", "system_status",
      ])
  }

  @Test(arguments: [
    (Topic.signals, "SIGNAL", [Topic.strategyEvents]), (.orderDecisions, "X", [.strategyEvents]),
    (.orderExitDecisions, "X", [.strategyEvents]), (.orders, "ORDER_FILLED", [.orderFilled]),
    (.orders, "ORDER_CANCELLED", [.orderCancelled]), (.orders, "ORDER_PLACED", []),
    (.riskEvents, "KILLSWITCH_TRIGGERED", [.systemStatus]), (.riskEvents, "RISK_ALERT", []),
    (.positions, "ORDER_FILLED", []), (.strategyEvents, "SIGNAL", []),
  ])
  func `other topics on which the engine sends a copy of an event`(topic: Topic, type: String, copies: [Topic]) {
    #expect(topic.copies(ofType: type) == copies)
    #expect(Topic(Array(topic.rawValue.utf8)[...]) == topic && Topic(Array("no\(topic.rawValue)".utf8)[...]) == nil)
  }

  @Test func `severities rise from info to error`() {
    #expect(EventSeverity.allCases.sorted(by: >) == [.error, .warn, .info])
  }
}
