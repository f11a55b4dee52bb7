import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// Every recorded kind of frame, as a line for people and as a line for programs.
struct EventLineTests {
  private struct Line: Decodable {
    var dir: String
    var text: String?
  }

  /// The first recorded frame of each topic and type, then frames made by hand that the recording lacks.
  private static func events() throws -> [(topicAndType: String, event: StreamEvent)] {
    let file = Fixtures.root.appending(path: "recordings/websocket.ndjson")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let recorded = try lines.compactMap { line -> String? in
      let entry = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
      return entry.dir == "recv" ? entry.text : nil
    }
    let others = [
      #"{"topic":"risk_events","data":{"seq":7,"type":"KILLSWITCH_TRIGGERED","severity":"ERROR","payload":{"reason":"DAILY_PAUSE: Drawdown 15.42%","source":null},"context":{"topic":"risk_events"}}}"#,
      #"{"topic":"risk_events","data":{"seq":8,"type":"KILLSWITCH_TRIGGERED","severity":"ERROR","payload":{"reason":"Symbol BTCUSDT quarantined","source":null},"context":{"topic":"risk_events"}}}"#,
      #"{"topic":"system_status","data":{"type":"killswitch_triggered","reason":"Emergency killswitch activated via API","source":"panic_button"}}"#,
      #"{"topic":"system_heartbeat","data":{"seq":9,"type":"CONTROL_RESULT","payload":{"command":"engine_pause","success":true,"detail":null},"context":{"topic":"system_heartbeat"}}}"#,
      #"{"topic":"positions","data":{"seq":10,"type":"POSITION_CLOSED","payload":{"positions":[{"symbol":"BTCUSDT","side":"long","qty":0.5,"mark_price":64000,"realized_pnl":0,"strategy_id":"grid","status":"closed"}],"type":"position_closed"},"context":{"topic":"positions"}}}"#,
      #"{"topic":"orders","data":{"seq":11,"type":"ORDER_REJECTED","payload":{"event":"order_rejected","symbol":"A\u001b[31mB","side":"buy","quantity":1,"price":null,"status":"rejected","strategy_id":"x"},"context":{"topic":"orders"}}}"#,
      #"{"topic":"system_status","data":{"type":"status_update","engine":"stopped","equity":10000.0}}"#,
      #"{"topic":"brain_update","data":{"type":"novel_kind","a":[1,2]}}"#,
    ]
    var seen: Set<String> = []
    return try (recorded + others).compactMap { text in
      let frame = try EventFrame(Array(text.utf8)[...])
      guard let topic = frame.topic, let data = frame.data else { return nil }
      let event = StreamEvent(
        topic: topic, seq: frame.seq, origin: .live, body: frame.bytes[data], typeRange: frame.type,
        receivedAt: Console.now)
      let topicAndType = "\(topic.rawValue) \(event.type)"
      guard others.contains(text) || seen.insert(topicAndType).inserted else { return nil }
      return (topicAndType, event)
    }
  }

  @Test func `each kind has its line`() throws {
    let lines = try Self.events().map { topicAndType, event in
      let words = EventSummary(event, EventEnvelope(event))
      return "\(padded(topicAndType, to: 42)) \(padded(words.label, to: 11)) \(words.text.text)\n"
    }
    try Expected.compare(lines.joined(), with: "watch/events.txt")
  }

  @Test func `every name that a line begins with selects its event, and so do its type and topic`() throws {
    for (topicAndType, event) in try Self.events() where event.type != "novel_kind" {
      for word in EventSummary.names(of: event) where !word.isEmpty && word != "snapshot" {
        var names = EventNames()
        names.add(try #require(EventName(word), "\(topicAndType): \(word)"))
        #expect(names.takes(EventSummary.names(of: event)), "\(topicAndType): \(word)")
        names = EventNames()
        names.add(EventName(Topic.physicsUpdate))
        #expect(event.topic == .physicsUpdate || !names.takes(EventSummary.names(of: event)), "\(topicAndType)")
      }
    }
  }

  @Test func `the engine's record stands in the line as it came`() throws {
    var writer = EventLine()
    let events = try Self.events().map(\.event)
    for event in events { writer.append(.event(event)) }
    writer.append(.notice(StreamNotice(.gap, at: Console.now, "lost", ["from_seq": 3, "to_seq": 4])))
    let lines = writer.bytes.split(separator: UInt8(ascii: "\n"))
    #expect(lines.count == events.count + 1)
    for (line, event) in zip(lines, events) {
      let record = try JSONDecoder().decode(JSONValue.self, from: Data(line))
      #expect(record["kind"] == "event" && record["topic"]?.text == event.topic.rawValue)
      #expect(record["seq"]?.number == event.seq.map { Decimal($0) } && record["origin"] == "live")
      #expect(record["received"] == "2026-11-21T01:47:30.000000Z")
      #expect(record["event"] == event.decoded())
      #expect(Data(line).range(of: Data(event.body)) != nil, "byte for byte")
    }
    let gap = #""from_seq":3,"kind":"hean.gap","mode":"unknown","to_seq":4,"words":"lost"}"#
    #expect(
      String(decoding: lines[events.count], as: UTF8.self) == #"{"at":"2026-11-21T01:47:30.000000Z","# + gap)
  }

  @Test func `filters look where the engine puts a symbol, a strategy and a severity`() throws {
    let events = try Self.events()
    func kinds(_ filter: EventFilter) -> Set<String> {
      Set(events.filter { filter.passes($0.event) }.map(\.topicAndType))
    }
    let all = Set(events.map(\.topicAndType))
    let unfiltered = kinds(EventFilter())
    #expect(unfiltered == all)
    let bitcoin = kinds(EventFilter(wanted: NameFilter(symbol: "btcusdt")))
    let found: Set<String> = [
      "signals SIGNAL", "order_decisions ORDER_DECISION", "orders ORDER_PLACED", "positions POSITION_CLOSED",
      "trading_events ORDER_CREATED",
    ]
    #expect(found.isSubset(of: bitcoin))
    #expect(!bitcoin.contains("system_heartbeat HEARTBEAT") && !bitcoin.contains("metrics metrics_update"))
    let strategy = kinds(EventFilter(wanted: NameFilter(strategy: "test_api")))
    #expect(strategy.contains("orders ORDER_FILLED"))
    let warnings = kinds(EventFilter(severity: .warn))
    #expect(warnings == ["risk_events RISK_ALERT", "risk_events KILLSWITCH_TRIGGERED"])
    let errors = kinds(EventFilter(severity: .error))
    #expect(errors == ["risk_events KILLSWITCH_TRIGGERED"])
  }
}
