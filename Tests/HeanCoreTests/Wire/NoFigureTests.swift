import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Recorded answers with values that are none in the place of their numbers and times.
struct NoFigureTests {
  private static let nothings = [
    "NaN", "Infinity", "-Infinity", #""""#, #""NaN""#, "{}", "[]", "true", "1e400", "0", "-1", "null", #""abc""#,
    #""0001-01-01T00:00:00""#, #""1970-01-01T00:00:00Z""#,
  ]

  /// What is read of an endpoint, as one list of prices and one of times.
  private static func read(_ target: String, _ body: Data, _ findings: WireFindings) throws -> (
    prices: [Decimal?], times: [Date?]
  )? {
    switch target.split(separator: "?")[0] {
    case "/api/v1/engine/status": _ = try EngineStatus.read(body, noting: findings)
    case "/api/v1/risk/status": _ = try RiskStatus.read(body, noting: findings)
    case "/api/v1/risk/governor/status":
      return ([], [try GovernorStatus.read(body, noting: findings).changedAt])
    case "/api/v1/risk/killswitch/status":
      return ([], [try KillSwitchStatus.read(body, noting: findings).triggeredAt])
    case "/api/v1/risk/limits": _ = try RiskLimits.read(body, noting: findings)
    case "/api/v1/trading/metrics": _ = try TradingMetrics.read(body, noting: findings)
    case "/api/v1/trading/why": _ = try WhyDiagnostics.read(body, noting: findings)
    case "/api/v1/market/ticker":
      let ticker = try Ticker.read(body, noting: findings)
      return ([ticker.price, ticker.bid, ticker.ask], [ticker.at])
    case "/api/v1/orders/positions": return positions(try Listing<Position>.read(body, noting: findings).elements)
    case "/api/v1/trading/state":
      let state = try TradingState.read(body, noting: findings)
      let rows = positions(state.positions)
      return (rows.prices, rows.times + state.openOrders.map(\.createdAt) + [state.at])
    case "/api/v1/orders":
      let orders = try Listing<Order>.read(body, noting: findings).elements
      return (orders.flatMap { [$0.price, $0.averageFillPrice, $0.stopLoss, $0.takeProfit] }, orders.map(\.createdAt))
    case "/api/v1/trading/equity-history":
      return ([], try EquityHistory.read(body, noting: findings).points.map(\.at))
    case "/api/v1/strategies": _ = try Listing<Strategy>.read(body, noting: findings)
    case "/api/v1/market/candles":
      let candles = try Listing<Candle>.read(body, noting: findings).elements
      return (candles.flatMap { [$0.open, $0.high, $0.low, $0.close] }, candles.map(\.openedAt))
    default: return nil
    }
    return ([], [])
  }

  private static func positions(_ rows: [Position]) -> (prices: [Decimal?], times: [Date?]) {
    (rows.flatMap { [$0.entryPrice, $0.markPrice, $0.stopLoss, $0.takeProfit] }, rows.map(\.openedAt))
  }

  /// Starts of the values that are numbers or times, and where they end.
  private static func places(_ body: [UInt8]) -> [Range<Int>] {
    guard let document = try? WireDocument(Data(body)) else { return [] }
    let keys = Set(
      document.tokens.indices.filter { document.tokens[$0].kind == .object }.flatMap { object in
        var keys: [Int] = []
        var place = object + 1
        while place < Int(document.tokens[object].next) {
          keys.append(place)
          place = Int(document.tokens[place + 1].next)
        }
        return keys
      })
    return document.tokens.indices.filter { !keys.contains($0) }.compactMap { place in
      let token = document.tokens[place]
      if token.kind == .number { return token.range }
      guard token.kind == .plain, EngineTime.parse(document.bytes, token.range) != nil else { return nil }
      return (token.range.lowerBound - 1)..<(token.range.upperBound + 1)
    }
  }

  /// Places and kinds of what is found in one answer.
  private func found<Body: EngineBody>(_ type: Body.Type, _ json: String) throws -> [String] {
    let findings = WireFindings()
    _ = try Body.read(Data(json.utf8), noting: findings)
    return findings.first.map { "\($0.place) \($0.kind.rawValue)" }
  }

  @Test func `a side that is none, and a size with a sign, are named`() throws {
    let row = #"{"order_id":"a","symbol":"BTCUSDT","side":"up","size":-1,"filled_size":-2}"#
    #expect(
      try found(Listing<Order>.self, #"{"orders":[\#(row)]}"#) == [
        "orders[0].side no_side", "orders[0].size contradiction", "orders[0].filled_size contradiction",
        "orders[0].filled_size contradiction",
      ])
    #expect(
      try found(Listing<Position>.self, #"{"positions":[{"symbol":"B","side":"long\#u{200b}","size":1}]}"#) == [
        "positions[0].side no_side"
      ])
  }

  @Test func `each row of the history that cannot be read is named`() throws {
    let rows = [
      "5", "null", "{}", #"{"event_kind":"order","symbol":7}"#, #"{"event_kind":"decision","decision":7}"#,
      #"{"event_kind":"closed_position"}"#, #"{"event_kind":"other"}"#, #"{"event_kind":"order","symbol":"BTCUSDT"}"#,
    ]
    let findings = WireFindings()
    let body = Data(#"{"history":[\#(rows.joined(separator: ","))]}"#.utf8)
    let history = try TradingHistory.read(body, noting: findings)
    #expect(findings.first.map(\.place) == (0...5).map { "history[\($0)]" } && history.orders.count == 1)
    #expect(!history.isWhole)
    let order = Data(#"{"history":[\#(rows[3])]}"#.utf8)
    #expect(try TradingHistory.read(order).isWhole, "it was no closed position")
    #expect(try found(Listing<Strategy>.self, #"[{}]"#) == ["[0] empty_row"])
  }

  @Test func `what no entry price stands behind is no profit, and an empty slot no position`() throws {
    func position(_ fields: String) throws -> Position {
      try Position.read(Data(#"{"symbol":"BTCUSDT","side":"long","size":1,"unrealized_pnl":7,\#(fields)}"#.utf8))
    }
    for price in ["0", "-3", #""""#] {
      #expect(try position(#""entry_price":\#(price),"current_price":100"#).unrealizedPnL == nil, "\(price)")
    }
    #expect(try position(#""entry_price":93,"current_price":100"#).unrealizedPnL == 7)
    #expect(try position(#""current_price":100"#).unrealizedPnL == 7, "it was not sent")
    let rows =
      #"{"symbol":"BTCUSDT","side":"long","qty":0},{"symbol":"ETHUSDT","side":"","qty":2},{"symbol":"XRPUSDT","side":"short","qty":2}"#
    #expect(
      try TradingState.read(Data(#"{"open_positions":[\#(rows)]}"#.utf8)).positions.map(\.symbol) == ["XRPUSDT"])
  }

  @Test func `no answer is lost by them, and none of them is a price or a time`() throws {
    var random = Dice(seed: 42)
    var bodies: [(String, [UInt8])] = []
    for recording in try Recording.all(in: "running").values where recording.request.method == "GET" {
      bodies.append((recording.request.target, Array(recording.response.body.utf8)))
    }
    bodies.sort { $0.0 < $1.0 }
    let readable = try bodies.filter { try Self.read($0.0, Data($0.1), WireFindings()) != nil }
    #expect(readable.count >= 12, "\(readable.map(\.0))")
    let documents = Sample.isFull ? 50_000 : Sample.count(5000, few: 2000)
    var noted = 0
    for number in 0..<documents {
      let (target, body) = readable[number % readable.count]
      let places = Self.places(body)
      guard !places.isEmpty else { continue }
      var bent = body
      let chosen = Set(
        (0..<Int.random(in: 1...5, using: &random)).map { _ in Int.random(in: places.indices, using: &random) })
      for place in chosen.sorted(by: >) {
        let nothing = Self.nothings[Int.random(in: Self.nothings.indices, using: &random)]
        bent.replaceSubrange(places[place], with: Array(nothing.utf8))
      }
      let findings = WireFindings()
      do {
        let read = try Self.read(target, Data(bent), findings)
        #expect(
          (read?.prices ?? []).allSatisfy { $0.map { $0 > 0 } ?? true }, "\(String(decoding: bent, as: UTF8.self))")
        #expect((read?.times ?? []).allSatisfy { $0.map(EngineTime.told.contains) ?? true })
      } catch {
        Issue.record("\(target): \(error) in \(String(decoding: bent.prefix(2000), as: UTF8.self))")
      }
      noted += findings.count > 0 ? 1 : 0
    }
    #expect(noted > documents / 4, "\(noted)")
    print("no figures: \(documents) documents of \(readable.count) endpoints, something noted in \(noted)")
  }
}
