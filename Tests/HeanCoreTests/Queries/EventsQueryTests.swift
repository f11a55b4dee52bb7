import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What happened lately, from two memories of the engine.
struct EventsQueryTests {
  private static func event(_ type: String, _ age: TimeInterval, _ payload: String) -> String {
    #"{"seq":1,"type":"\#(type)","ts":"\#(ago(age))","context":{"topic":"signals"},"payload":{\#(payload)}}"#
  }

  static let memory =
    #"{"events":["#
    + [
      event("SIGNAL", 4, #""signal_id":"s","symbol":"BTCUSDT","side":"buy","strategy_id":"alpha","confidence":0.5"#),
      event("SIGNAL_DETECTED", 4, #""signal_id":"s","symbol":"BTCUSDT""#),
      event("RISK_BLOCKED", 3, #""reason":"limit","symbol":"ETHUSDT","strategy_id":"beta""#),
      event("KILLSWITCH_TRIGGERED", 2, #""reason":"drop""#),
      event("CONTROL_RESULT", 1, #""command":"pause","success":true"#),
      event("TICK", 0, #""symbol":"BTCUSDT","price":1"#),
    ].joined(separator: ",") + "]}"

  private static func decision(_ symbol: String, _ strategy: String, _ age: TimeInterval) -> String {
    #"{"event_kind":"decision","decision":"SKIP","reason_code":"A","symbol":"\#(symbol)","strategy_id":"\#(strategy)","#
      + #""timestamp":"\#(ago(age))"}"#
  }

  private static let told: [Told] = [
    .history([decision("BTCUSDT", "alpha", 9), decision("SOLUSDT", "beta", 5)], limit: 500),
    .says(.events(ofType: nil), memory),
  ]

  private func answer(_ names: NameFilter = NameFilter(), _ more: [Told] = []) throws -> EventsAnswer {
    try EventsQuery(of: names).answer(.staged(Self.told + more), now: Seen.now)
  }

  private func kinds(_ answer: EventsAnswer) -> [String] {
    answer.events.map { event in
      switch event.content {
      case .decision(let decision): "decision \(decision.symbol ?? "")"
      case .order: "order"
      case .closed: "closed"
      case .signal(let signal): "signal \(signal.symbol ?? "")"
      case .risk: "risk"
      case .killSwitch: "killswitch"
      case .control: "control"
      }
    }
  }

  @Test func `what is told twice, and states, are left out; the newest comes first`() throws {
    let answer = try answer()
    #expect(
      kinds(answer) == ["control", "killswitch", "risk", "signal BTCUSDT", "decision SOLUSDT", "decision BTCUSDT"])
    #expect(answer.alarmsMissing == nil)
    #expect(Set(answer.events.map(\.content.source)) == ["/trading/history", "/blackbox/events"])
  }

  @Test func `a name is taken as it is typed, and told as the engine writes it`() throws {
    let bitcoin = try answer(NameFilter(symbol: "btc"))
    #expect(kinds(bitcoin) == ["signal BTCUSDT", "decision BTCUSDT"] && bitcoin.names.symbol == "BTCUSDT")
    let beta = try answer(NameFilter(strategy: "be"))
    #expect(kinds(beta) == ["risk", "decision SOLUSDT"] && beta.names.strategy == "beta")
    #expect(kinds(try answer(NameFilter(symbol: "ETH", strategy: "alpha"))).isEmpty)
    #expect(throws: EngineError.self) { try answer(NameFilter(strategy: "gamma")) }
  }

  @Test func `orders and closed positions are found by symbol and by strategy`() throws {
    let order =
      #"{"event_kind":"order","order_id":"o","symbol":"BTCUSDT","side":"buy","strategy_id":"alpha","size":1,"#
      + #""status":"filled","created_at":"\#(ago(8))"}"#
    let closed =
      #"{"event_kind":"closed_position","position_id":"p","symbol":"SOLUSDT","side":"long","size":1,"#
      + #""strategy_id":"beta","realized_pnl":2,"unrealized_pnl":2,"closed_at":"\#(ago(7))"}"#
    let history = Told.history([closed, order, Self.decision("SOLUSDT", "beta", 6)], limit: 500)
    func found(_ names: NameFilter) throws -> [String] { kinds(try answer(names, [history])) }
    #expect(try found(NameFilter(symbol: "SOL")) == ["decision SOLUSDT", "closed"])
    #expect(try found(NameFilter(strategy: "beta")) == ["risk", "decision SOLUSDT", "closed"])
    #expect(try found(NameFilter(symbol: "BTC")) == ["signal BTCUSDT", "order"])
    #expect(try found(NameFilter(strategy: "alpha")) == ["signal BTCUSDT", "order"])
  }

  @Test func `without the memory of events the rest is told`() throws {
    let answer = try answer(NameFilter(), [.fails(.events(ofType: nil), .limited)])
    #expect(kinds(answer) == ["decision SOLUSDT", "decision BTCUSDT"] && answer.alarmsMissing == "slow down")
    #expect(throws: EngineError.gone) { try self.answer(NameFilter(), [.fails(.history(limit: 500))]) }
  }
}
