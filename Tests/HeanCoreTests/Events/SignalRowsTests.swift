import Foundation
import Testing

@testable import HeanCore

/// Signals put together with what became of them, and the engine's memory of events as it is read.
struct SignalRowsTests {
  private func decision(
    _ outcome: String = "REJECT", _ code: String = "COOLDOWN", at second: Int = 10, more: String = ""
  ) -> String {
    #"{"event_kind":"decision","decision":"\#(outcome)","reason_codes":["\#(code)"],"symbol":"A","side":"buy","#
      + #""strategy_id":"grid","timestamp":"2026-11-21T01:47:\#(second)"\#(more)}"#
  }

  private func order(_ status: String = "filled", at second: Int = 12, more: String = "") -> String {
    #"{"event_kind":"order","order_id":"o","symbol":"A","side":"buy","strategy_id":"grid","status":"\#(status)","#
      + #""created_at":"2026-11-21T01:47:\#(second)"\#(more)}"#
  }

  private func signal(_ symbol: String = "A", at second: Int = 9, type: String = "SIGNAL", more: String = "") -> String
  {
    #"{"seq":1,"type":"\#(type)","ts":"2026-11-21T01:47:0\#(second)","payload":{"symbol":"\#(symbol)","side":"buy","#
      + #""strategy_id":"grid","metadata":{"entry_reason":"breakout","confidence":0.5}\#(more)}}"#
  }

  private func rows(_ history: [String], _ signals: [String] = [], state: String? = nil) throws -> [SignalRow] {
    let history = try TradingHistory.read(Data(#"{"history":[\#(history.joined(separator: ","))]}"#.utf8))
    let events = try EngineEvents.read(
      Data(#"{"events":[\#(signals.joined(separator: ","))],"last_seq":1}"#.utf8))
    let traded = try state.map { try TradingState.read(Data($0.utf8)) }
    return SignalRows(history: history, signals: events.events, traded: traded).rows
  }

  @Test func `a decision takes its signal's words, and the signal is no row of its own`() throws {
    let found = try rows([decision(more: #","note":"too often""#)], [signal()])
    #expect(found.count == 1)
    let row = try #require(found.first)
    #expect(row.symbol == "A" && row.side == .buy && row.strategyID == "grid" && row.outcome == .reject)
    #expect(row.code == "COOLDOWN" && row.note == "too often" && row.reason == "breakout")
    #expect(row.confidence == Decimal(1) / 2 && row.orderStatus == nil)
    #expect(try rows([decision(more: #","confidence":0.9"#)], [signal()]).first?.confidence == Decimal(9) / 10)
  }

  @Test func `signals without a decision are rows without an outcome`() throws {
    let found = try rows([decision()], [signal("B"), signal(at: 8), signal(at: 7), signal(type: "SIGNAL_DETECTED")])
    #expect(found.map(\.symbol) == ["A", "B", "A"] && found.map(\.outcome) == [.reject, nil, nil])
    #expect(found.last?.reason == "breakout" && found.last?.code == nil)
    #expect(try rows([], [#"{"seq":1,"type":"SIGNAL","payload":{}}"#]).isEmpty, "of no symbol")
    #expect(try rows([decision().replacing(#""symbol":"A","#, with: "")]).isEmpty)
  }

  @Test(arguments: [(9, 1), (8, 1), (7, 2)])
  func `a signal and a decision belong together for ten seconds`(second: Int, count: Int) throws {
    #expect(try rows([decision(at: 18)], [signal(at: second)]).count == count)
  }

  @Test func `another side or strategy is another signal`() throws {
    for (word, other) in [(#""side":"buy""#, #""side":"sell""#), (#""grid""#, #""hf""#)] {
      #expect(try rows([decision()], [signal().replacing(word, with: other)]).count == 2)
    }
    #expect(
      try rows([decision()], [signal().replacing("2026-11-21T01:47:09", with: "soon")]).count == 2, "of no moment")
  }

  @Test func `what was accepted shows its order, and the words that the order keeps`() throws {
    let words = #","rationale":{"entry_reason":"kept"}"#
    let found = try rows([decision("CREATE", "ACCEPTED"), order(more: words)])
    #expect(found.first?.orderStatus == .filled && found.first?.reason == "kept" && found.count == 1)
    #expect(try rows([decision("CREATE", "ACCEPTED"), order(more: words)], [signal()]).first?.reason == "breakout")
    #expect(try rows([decision(), order(more: words)]).first?.orderStatus == nil, "what was refused has none")
    #expect(try rows([decision("CREATE", "ACCEPTED"), order(at: 21)]).first?.orderStatus == nil, "too late")
    #expect(try rows([decision("CREATE", "ACCEPTED"), order(at: 20)]).first?.orderStatus == .filled)
    for list in ["open_orders", "recent_fills"] {
      let state = #"{"\#(list)":[\#(order("placed"))]}"#
      #expect(try rows([decision("CREATE", "ACCEPTED")], state: state).first?.orderStatus == .placed)
    }
  }

  @Test func `the newest is first, and what has no moment is last`() throws {
    let undated = decision(at: 59).replacing(#","timestamp":"2026-11-21T01:47:59""#, with: "")
    let found = try rows([decision("BLOCK", "x", at: 10), undated, decision("SKIP", "y", at: 30)])
    #expect(found.map(\.outcome) == [.skip, .block, .reject])
  }

  // MARK: The memory of events

  private func ring(_ text: String) throws -> EventRing { try EventRing(Array(("##" + text).utf8)[2...]) }

  @Test func `the memory is read where it lies`() throws {
    let one = #"{"seq":4,"ts":"t","type":"ORDER_PLACED","payload":{"a":[1]},"context":{"mode":"x","topic":"orders"}}"#
    let ring = try ring(#"{"count":2,"events":[\#(one),{"type":"X"},{"seq":-1},{"seq":5}],"last_seq":9}"#)
    #expect(ring.lastSeq == 9 && ring.unnumbered == 2 && ring.entries.map(\.seq) == [4, 5])
    let entry = try #require(ring.entries.first)
    #expect(entry.topic == .orders && entry.type == "ORDER_PLACED" && entry.mark.isMoment)
    #expect(String(decoding: entry.body, as: UTF8.self) == one)
    #expect(ring.entries[1].topic == nil && ring.entries[1].type.isEmpty && ring.entries[1].mark == .none)
  }

  @Test func `what must not be passed on is mended first`() throws {
    let ring = try ring("{\"events\":[{\"seq\":1,\"type\":\"A\u{1B}\",\"payload\":NaN}],\n\"last_seq\":1}")
    #expect(
      ring.entries.map { String(decoding: $0.body, as: UTF8.self) } == [#"{"seq":1,"type":"A\u001b","payload":null}"#])
  }

  @Test(arguments: [
    "{}", #"{"events":[]}"#, #"{"last_seq":-1}"#, #"{"last_seq":"7"}"#, "[]", "", #"{"events":[7],"last_seq":1}"#,
    #"{"events":[{"seq":1}"#,
  ])
  func `what is no memory is none`(text: String) { #expect(throws: JSONScan.Malformed.self) { try ring(text) } }

  @Test func `of two newest numbers the last counts, and far too many events are refused`() throws {
    #expect(try ring(#"{"last_seq":3,"events":{"seq":1},"last_seq":7}"#).lastSeq == 7)
    func many(_ count: Int) -> String {
      #"{"events":["# + Array(repeating: #"{"seq":1}"#, count: count).joined(separator: ",") + #"],"last_seq":1}"#
    }
    #expect(try ring(many(4 * EventRing.limit)).entries.count == 4000)
    #expect(throws: JSONScan.Malformed.self) { try ring(many(4 * EventRing.limit + 1)) }
  }
}
