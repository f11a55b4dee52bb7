import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanCore

/// What a recorder makes of answers: rows once, states when they change, and what is lost told.
struct RecordingTests {
  private let start = Date(timeIntervalSince1970: 1_795_225_650)

  private func exchange(_ path: String, _ body: String, status: Int = 200) -> HeanCore.Recording.Exchange {
    let parts = path.split(separator: "?")
    let query = parts.dropFirst().flatMap { $0.split(separator: "&") }.map { pair in
      let words = pair.split(separator: "=").map(String.init)
      return RESTRequest.QueryItem(words[0], words[1])
    }
    return HeanCore.Recording.Exchange(
      RESTRequest(.get, String(parts[0]), query: query),
      .success(RESTResponse(status: status, body: Data(body.utf8), receivedAt: start)))
  }

  private static let journal = "/api/v1/journal/trades?limit=500"
  private static let curve = "/api/v1/trading/equity-history?limit=500"
  private static let status = "/api/v1/engine/status"

  private func trade(_ id: String, pnl: String = "1.5", opened: String = "2026-11-21T01:40:00", closed: Int = 0)
    -> String
  {
    let second = closed < 10 ? "0\(closed)" : "\(closed)"
    return """
      {"position_id":"\(id)","symbol":"BTCUSDT","side":"long","qty":1,"entry_price":100,"realized_pnl":\(pnl),\
      "unrealized_pnl":\(pnl),"opened_at":"\(opened)","closed_at":"2026-11-21T01:45:\(second)+00:00","status":"closed"}
      """
  }

  private func trades(_ rows: [String]) -> HeanCore.Recording.Exchange {
    exchange(Self.journal, "{\"trades\":[\(rows.joined(separator: ","))],\"count\":\(rows.count)}")
  }

  private func kinds(_ lines: [RecordLine]) -> [RecordLine.Kind] { lines.map(\.kind).filter { $0 != .answer } }

  @Test func `a trade is recorded once, over a restart of the recorder as well`() {
    var recording = HeanCore.Recording()
    let first = recording.take([trades([trade("b", closed: 2), trade("a", closed: 1)])], at: start)
    #expect(kinds(first) == [.trade, .trade])
    #expect(first.first?.body["position_id"]?.text == "a", "the older one comes first")
    #expect(kinds(recording.take([trades([trade("b", closed: 2)])], at: start + 60)) == [])
    var later = HeanCore.Recording()
    later.resume(after: first.map(\.written).reduce(Data(), +))
    let second = later.take(
      [trades([trade("c", closed: 3), trade("b", closed: 2), trade("a", closed: 1)])], at: start + 90)
    #expect(kinds(second) == [.trade] && second.first?.body["position_id"]?.text == "c")
  }

  @Test func `what is cancelled after a part was filled is no second fill`() {
    var recording = HeanCore.Recording()
    func take(_ status: String, filled: String, at seconds: TimeInterval) -> [RecordLine] {
      let order = """
        {"event_kind":"order","order_id":"o1","symbol":"BTCUSDT","side":"buy","size":1,"filled_size":\(filled),\
        "status":"\(status)","timestamp":"2026-11-21T01:40:00+00:00","created_at":"2026-11-21T01:40:00+00:00"}
        """
      let history = exchange("/api/v1/trading/history?limit=500", "{\"history\":[\(order)],\"count\":1}")
      return recording.take([history], at: start + seconds).filter { $0.kind != .answer }
    }
    #expect(kinds(take("placed", filled: "0", at: 0)) == [.order])
    let first = take("partially_filled", filled: "0.4", at: 60)
    #expect(kinds(first) == [.fill] && first.first?.key?.hasSuffix("#0.4") == true)
    let end = take("cancelled", filled: "0.4", at: 120)
    #expect(kinds(end) == [.order] && end.first?.body["status"]?.text == "cancelled")
    #expect(kinds(take("cancelled", filled: "0.4", at: 180)) == [])
  }

  @Test func `an id that begins again after a restart of the engine is another trade`() {
    var recording = HeanCore.Recording()
    _ = recording.take([trades([trade("1")])], at: start)
    let lines = recording.take([trades([trade("1", opened: "2026-11-21T01:44:00", closed: 9)])], at: start + 60)
    #expect(kinds(lines) == [.trade])
  }

  @Test func `a dropped position that is booked later is recorded again, and not the other way round`() {
    var recording = HeanCore.Recording()
    #expect(kinds(recording.take([trades([trade("a", pnl: "0.0")])], at: start)) == [.trade])
    #expect(kinds(recording.take([trades([trade("a", pnl: "2")])], at: start + 60)) == [.trade])
    #expect(kinds(recording.take([trades([trade("a", pnl: "0.0")])], at: start + 120)) == [])
  }

  @Test func `a full list of which every row is new tells that some are lost`() throws {
    var recording = HeanCore.Recording()
    _ = recording.take([trades([trade("a")])], at: start)
    let rows = (0..<500).map { trade("n\($0)", closed: 30).replacing("T01:45:30", with: "T01:48:00") }
    let lines = recording.take([trades(rows)], at: start + 60)
    let gap = try #require(lines.lazy.compactMap(RecordGap.init).first)
    #expect(gap.reason == .forgotten && gap.subject == .trades && gap.from == start)
    #expect(kinds(lines).count == 501)
  }

  @Test func `equity that begins anew tells the restart and what is lost with it`() throws {
    func points(_ from: Int, _ count: Int) -> HeanCore.Recording.Exchange {
      let rows = (0..<count).map { index in
        let at = EngineTime.format(start + Double(from + 10 * index))
        return "{\"timestamp\":\"\(at)\",\"equity\":10000.5}"
      }
      return exchange(Self.curve, "{\"snapshots\":[\(rows.joined(separator: ","))]}")
    }
    var recording = HeanCore.Recording()
    let first = recording.take([points(-100, 10), trades([])], at: start)
    #expect(kinds(first) == Array(repeating: .equity, count: 10))
    #expect(kinds(recording.take([points(-100, 11)], at: start + 10)) == [.equity])
    let gaps = recording.take([points(200, 2)], at: start + 220).compactMap { RecordGap($0) }
    #expect(
      gaps.map(\.subject) == [.trades, .events, .equity] && gaps.allSatisfy { $0.reason == .engineRestarted }, "\(gaps)"
    )
    #expect(gaps.last?.from == start && gaps.last?.to == start + 200)
    // A history that begins earlier than the one before is of another engine too.
    let other = recording.take([points(50, 20)], at: start + 300).compactMap { RecordGap($0) }
    #expect(other.map(\.subject) == [.equity] && other.first?.reason == .engineRestarted, "\(other)")
  }

  @Test func `figures that move are recorded once a minute, words at once, and what is the same in short`() {
    func body(_ equity: String, _ state: String = "RUNNING") -> HeanCore.Recording.Exchange {
      exchange(Self.status, "{\"engine_state\":\"\(state)\",\"equity\":\(equity),\"running\":true}")
    }
    var recording = HeanCore.Recording()
    #expect(recording.take([body("1")], at: start).count == 1)
    #expect(recording.take([body("2")], at: start + 15).isEmpty)
    #expect(recording.take([body("3")], at: start + 60).count == 1)
    #expect(recording.take([body("3", "STOPPED")], at: start + 75).count == 1)
    #expect(recording.take([body("3", "STOPPED")], at: start + 120).isEmpty)
    let same = recording.take([body("3", "STOPPED")], at: start + 375)
    #expect(same.map(\.body) == [["same": true]])
    // A new day's file has to be whole by itself.
    let next = recording.take([body("3", "STOPPED")], at: start + 86_400)
    #expect(next.count == 1 && next.first?.body["body"]?["engine_state"]?.text == "STOPPED")
    recording.linesWereLost()
    #expect(recording.take([body("3", "STOPPED")], at: start + 86_415).first?.body["body"] != nil)
  }

  @Test func `what a recorder asks stays within the engine's limits`() {
    var recording = HeanCore.Recording()
    var asked: [String: Int] = [:]
    for step in 0..<240 {
      let now = start + Double(step) * 15
      #expect(recording.nextRound <= now)
      for request in recording.round(at: now) { asked[request.key, default: 0] += 1 }
    }
    #expect(asked["/settings"] == 12 && asked["/health"] == 120, "\(asked)")
    #expect(asked[Self.journal] == 60 && asked[Self.status] == 240)
  }

  @Test func `of each second one price of a symbol is recorded, the last`() throws {
    func tick(_ symbol: String, _ price: String, _ second: Double) throws -> StreamRecord {
      let at = EngineTime.format(start + second)
      let text = """
        {"seq":\(Int(second * 10)),"ts":"\(at)","type":"MARKET_TICK","payload":{"kind":"tick","symbol":"\(symbol)",\
        "price":\(price),"bid":1.5,"ask":2.5,"ts":"\(at)"}}
        """
      let bytes = Array(text.utf8)
      let word = try #require(text.range(of: "\"MARKET_TICK\""))
      let place = text[..<word.lowerBound].utf8.count
      return .event(
        StreamEvent(
          topic: .marketData, seq: 1, origin: .live, body: bytes[...], typeRange: place..<place + 13,
          receivedAt: start + second))
    }
    var recording = HeanCore.Recording()
    for (symbol, price, second) in [("A", "1.10", 0.1), ("A", "1.20", 0.9), ("B", "7", 0.5), ("A", "1.3", 1.2)] {
      #expect(try recording.take(tick(symbol, price, second), at: start + second).isEmpty)
    }
    let lines = recording.prices(at: start + 1.5)
    #expect(
      lines.map(\.at) == [start]
        && lines.first?.body["A"]
          == .array(["1.2", "1.5", "2.5"].compactMap { Decimal(exactly: $0).map(JSONValue.number) }),
      "\(lines)")
    #expect(recording.prices(at: start + 1.6).isEmpty)
    #expect(recording.prices(at: start + 1.7, isLast: true).count == 1)
    var without = HeanCore.Recording(includesPrices: false)
    _ = try without.take(tick("A", "1", 0), at: start)
    #expect(without.prices(at: start + 5, isLast: true).isEmpty)
  }
}
