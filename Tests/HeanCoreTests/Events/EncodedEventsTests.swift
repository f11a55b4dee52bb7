import Foundation
import Testing

@testable import HeanCore

/// An event that is written and read again has all its values, to the last digit.
struct EncodedEventsTests {
  private static func same<Value: Codable>(_ value: Value) throws -> (before: String, after: String) {
    var (before, after) = ("", "")
    dump(value, to: &before)
    dump(try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)), to: &after)
    return (before, after)
  }

  /// A dictionary has no order of its own.
  private static func sorted(_ text: String) -> [Substring] { text.split(separator: "\n").sorted() }

  @Test(arguments: RecordedEvents.files) func `every recorded event`(file: String) throws {
    let envelopes = try RecordedEvents.all(in: file).map { EventEnvelope($0) }
    for envelope in envelopes {
      let copies = try Self.same(envelope)
      #expect(Self.sorted(copies.before) == Self.sorted(copies.after), "\(envelope.type)")
    }
    var memory = EngineEvents(events: envelopes)
    memory.lastSeq = 900
    let copies = try Self.same(memory)
    #expect(Self.sorted(copies.before) == Self.sorted(copies.after))
    #expect(copies.before.contains("900"))
  }

  @Test(arguments: [
    #"{"type":"KLINE_1H","payload":{"symbol":"X","open":"0.1234567890123","close_time":"2026-11-21T01:45:00Z"}}"#,
    #"{"type":"ORDER_REJECTED","payload":{"symbol":"X","side":"sell","status":"rejected","qty":1.5}}"#,
    #"{"type":"POSITION_UPDATE","payload":{"symbol":"X","side":"long","realized_pnl_delta":-0.7387771219999995}}"#,
    #"{"type":"CONTROL_RESULT","payload":{"command":"stop","success":false,"detail":"no"}}"#,
    #"{"type":"KILLSWITCH_TRIGGERED","payload":{"reason":"DAILY_PAUSE: 16 %"}}"#,
    #"{"type":"killswitch_triggered","source":"panic_button"}"#,
    #"{"type":"RISK_BLOCKED","payload":{"reason":"cap","symbol":"X","strategy_id":"s"}}"#,
    #"{"type":"ORDER_EXIT_DECISION","payload":{"decision":{"decision":"SELL_HALF","side":"long","last_price":1e-9}}}"#,
    #"{"type":"TRIANGULAR_ARBITRAGE","payload":{"cycles":[1,{"a":null}]}}"#,
    #"{"type":"BRAIN_ANALYSIS","payload":{"stage":"s","confidence":0.5,"more":[true]}}"#,
    #"{"type":"SOMETHING_NEW","payload":{"a":1}}"#, #"{"type":"HEARTBEAT","payload":"text"}"#,
    #"{"type":"POSITIONS_SNAPSHOT","payload":{"positions":[{"symbol":"X","side":"long"},{"side":"long"},7]}}"#,
    #"{"type":"ORDER_UPDATE"}"#, "{}",
  ])
  func `kinds that no recording has`(record: String) throws {
    let copies = try Self.same(EventEnvelope.read(Data(record.utf8)))
    #expect(Self.sorted(copies.before) == Self.sorted(copies.after))
  }

  @Test func `an element that could not be read is still counted`() throws {
    let body = #"{"type":"POSITIONS_SNAPSHOT","payload":{"positions":[{"symbol":"X"},{"side":"long"}]}}"#
    let written = try JSONEncoder().encode(EventEnvelope.read(Data(body.utf8)))
    guard case .positions(let list) = try EventEnvelope.read(written).event else {
      Issue.record("\(String(decoding: written, as: UTF8.self))")
      return
    }
    #expect(list.count == 2 && list.rows.map(\.symbol) == ["X"] && !list.isWhole)
  }

  @Test func `a payload that is no object is not looked for in the record`() throws {
    let envelope = try EventEnvelope.read(Data(#"{"type":"HEARTBEAT","mode":"LIVE","payload":7}"#.utf8))
    guard case .other("HEARTBEAT", .number(7)) = envelope.event else {
      Issue.record("\(envelope.event)")
      return
    }
  }

  @Test func `a candle by itself names its interval`() throws {
    var candle = Candle(interval: "5m")
    candle.close = Decimal(string: "0.1")
    let copies = try Self.same(candle)
    #expect(copies.before == copies.after)
    #expect(throws: (any Error).self) { try JSONDecoder().decode(Candle.self, from: Data("{}".utf8)) }
  }
}
