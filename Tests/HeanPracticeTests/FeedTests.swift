import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanPractice

/// What the practice engine sends on its socket has the shapes of the recording.
struct FeedTests {
  private struct Line: Decodable {
    var dir: String
    var text: String?
  }

  /// `orders ORDER_PLACED` to one frame of the kind.
  private static func kinds(_ texts: [String]) throws -> [String: JSONValue] {
    var kinds: [String: JSONValue] = [:]
    for text in texts {
      let frame = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
      guard let topic = frame["topic"]?.text, let data = frame["data"] else { continue }
      let kind = "\(topic) \(data["type"]?.text ?? "-")"
      // Of frames with a list, one with a row in it: only that shows the shape of a row.
      if kinds[kind] == nil || text.contains(#""position_id""#) { kinds[kind] = frame }
    }
    return kinds
  }

  private static func recorded() throws -> [String: JSONValue] {
    let file = Fixtures.recordings.appending(path: "websocket.ndjson")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let entries = try lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    return try kinds(entries.filter { $0.dir == "recv" }.compactMap(\.text))
  }

  /// Half an hour of frames, and the snapshots.
  private static func practised() throws -> [String: JSONValue] {
    var engine = PracticeEngine(configuration: PracticeConfiguration(seed: 5), now: WorldTests.start)
    engine.setHeard(true, now: WorldTests.start)
    var texts: [String] = []
    for second in 1...1800 {
      let now = WorldTests.start + Double(second)
      // Every second, as the server does it, would be slow. A heartbeat a minute and a look at the market every ten
      // seconds are enough for every kind of frame.
      if second % 60 == 0 { engine.beat(clients: 1, now: now) }
      if second % 10 == 0 { texts += engine.frames(now: now).map(\.text) }
    }
    for topic in SocketTopics.all {
      engine.snapshot(of: topic, now: WorldTests.start + 1800).map { texts.append($0.text) }
    }
    _ = engine.respond(
      to: PracticeRequest(method: "POST", path: "/api/v1/risk/governor/quarantine/BTCUSDT"),
      now: WorldTests.start + 1801)
    _ = engine.respond(
      to: PracticeRequest(method: "POST", path: "/api/v1/emergency/killswitch"), now: WorldTests.start + 1802)
    return try kinds(texts + engine.frames(now: WorldTests.start + 1803).map(\.text))
  }

  @Test func `every kind of frame that was recorded is sent, in the recorded shape`() throws {
    let real = try Self.recorded()
    let ours = try Self.practised()
    let missing = Set(real.keys).subtracting(ours.keys)
    // Not simulated: candles of five minutes, alerts without a cause, a periodic snapshot of the PnL.
    #expect(
      missing.isSubset(of: [
        "market_data KLINE_5M", "risk_events RISK_ALERT", "trading_events PNL_SNAPSHOT", "positions POSITIONS_SNAPSHOT",
      ]), "\(missing)")
    for (kind, frame) in real {
      guard let other = ours[kind] else { continue }
      #expect(Shape.differences(frame, other).map { "\(kind) \($0)" } == [])
    }
    #expect(ours["risk_events KILLSWITCH_TRIGGERED"] != nil && ours["system_status killswitch_triggered"] != nil)
    #expect(ours["system_heartbeat CONTROL_RESULT"] != nil)
  }

  @Test func `numbers go up by one, and a ring of five hundred remembers them`() throws {
    var engine = PracticeEngine(configuration: PracticeConfiguration(), now: WorldTests.start)
    engine.setHeard(true, now: WorldTests.start)
    var seqs: [Int] = []
    for second in 1...120 {
      seqs += engine.frames(now: WorldTests.start + Double(second)).compactMap(\.seq)
    }
    let distinct = Set(seqs).sorted()
    #expect(distinct.count > 1000 && distinct == Array((distinct.first ?? 0)...(distinct.last ?? 0)))
    let answer = engine.respond(
      to: PracticeRequest(
        method: "GET", path: "/api/v1/blackbox/events",
        query: ["limit": "1000", "since_seq": "\((distinct.last ?? 0) - 10)"]),
      now: WorldTests.start + 120)
    let ring = try EventRing(Array(answer.body)[...])
    #expect(ring.lastSeq == distinct.last && ring.entries.map(\.seq) == Array(distinct.suffix(10)))
    let all = engine.respond(
      to: PracticeRequest(method: "GET", path: "/api/v1/blackbox/events", query: ["limit": "1000"]),
      now: WorldTests.start + 120)
    #expect(try EventRing(Array(all.body)[...]).entries.count == 500)
  }

  @Test func `frames for nobody are not kept`() {
    var engine = PracticeEngine(configuration: PracticeConfiguration(), now: WorldTests.start)
    _ = engine.frames(now: WorldTests.start + 100)
    engine.setHeard(true, now: WorldTests.start + 100)
    #expect(engine.frames(now: WorldTests.start + 100).isEmpty)
  }
}
