import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What the answers of one moment say together, by their usual names.
struct SnapshotAnswerTests {
  private static func engine(_ members: String) -> Told { .says(.engineStatus, "{\(members)}") }

  @Test(
    arguments: [
      (#""running":true,"engine_state":"RUNNING""#, true, "RUNNING"), (#""running":false"#, false, "UNKNOWN"),
      (#""running":true,"engine_state":"BUSY""#, nil, "BUSY"), (#""status":"busy""#, nil, "BUSY"),
      (#""status":"Running""#, true, "RUNNING"), (#""status":"stopped""#, false, "STOPPED"),
      (#""running":true,"engine_state":"odd""#, true, "odd"), (#""running":true"#, true, "RUNNING"),
    ] as [(String, Bool?, String)])
  func `whether an engine runs`(members: String, isRunning: Bool?, word: String) throws {
    let snapshot = try EngineSnapshot.staged([Self.engine(members)], on: [])
    #expect(snapshot.isRunning == isRunning && snapshot.engineState?.rawValue == word)
    #expect(snapshot.context.isRunning == isRunning && snapshot.context.engineState == word)
  }

  @Test func `a context says why the state is not known`() throws {
    let context = try EngineSnapshot.staged([.fails(.engineStatus, .limited), .oldKey]).context
    #expect(
      context
        == AnswerContext(
          mode: .unknown, engineState: nil, isRunning: nil, priceAge: nil, isKeyDeprecated: true,
          statusError: "slow down"))
    #expect(
      try EngineSnapshot.staged().context
        == AnswerContext(mode: .dryRun, engineState: "RUNNING", isRunning: true, priceAge: 1))
    #expect(try EngineSnapshot.staged([.practice]).context.mode == .practice)
  }

  @Test func `orders go to an exchange unless the engine says otherwise`() throws {
    #expect(try !EngineSnapshot.staged().isAtExchange)
    #expect(try EngineSnapshot.staged([.engine(isLive: true)]).isAtExchange)
    #expect(try EngineSnapshot.staged([.fails(.engineStatus)]).isAtExchange, "not known is taken for real money")
    let lost = Told.says(.why, #"{"engine_state":"running","execution_quality":{"rest_ok":null}}"#)
    #expect(try !EngineSnapshot.staged([.engine(isLive: true), lost]).isAtExchange)
  }

  @Test func `the longer of two lists is the one that counts`() throws {
    let order = #"{"order_id":"o","symbol":"B","side":"buy","status":"filled"}"#
    let all = Told.says(.orders(.all), "[\(order)]")
    #expect(try EngineSnapshot.staged().orders.value?.count == 0)
    #expect(try EngineSnapshot.staged([all]).orders.value?.count == 1)
    #expect(try EngineSnapshot.staged([.fails(.orders(.all))]).orders.error == .gone, "asked for, and not answered")
    let closed = EmptyCheckTests.closed("BTCUSDT", age: 5)
    let short = try EngineSnapshot.staged([.history([closed]), .omits(.history(limit: 500))])
    #expect(short.closedPositions?.count == 1 && short.closedForSure?.count == 1)
    #expect(try EngineSnapshot.staged([.history([closed])]).closedPositions?.count == 0)
    #expect(try EngineSnapshot.staged([.fails(.history(limit: 500))]).closedPositions == nil)
  }

  @Test func `a row that cannot be read leaves open whether all are there`() throws {
    let rows = [EmptyCheckTests.closed("BTCUSDT", age: 5), #"{"event_kind":"closed_position","symbol":[]}"#]
    let holed = try EngineSnapshot.staged([.history(rows, limit: 500)])
    #expect(holed.closedPositions?.count == 1 && holed.closedForSure == nil)
    let other = try EngineSnapshot.staged([
      .history([rows[0], #"{"event_kind":"order","size":[]}"#, #"{"event_kind":"odd"}"#], limit: 500)
    ])
    #expect(other.closedForSure?.count == 1, "an order that cannot be read is no position")
    #expect(try EngineSnapshot.staged([.history([#"{"size":1}"#], limit: 500)]).closedForSure == nil, "of no kind")
  }

  @Test(
    arguments: [
      ("RUNNING", true, 0, 0), ("RUNNING", true, 2, 2), ("STOPPED", false, 0, nil), ("STOPPED", false, 2, nil),
      ("BUSY", true, 0, nil), ("BUSY", true, 2, 2),
    ] as [(String, Bool, Int, Int?)])
  func `an empty list proves something only while the engine runs`(
    state: String, isRunning: Bool, rows: Int, known: Int?
  ) throws {
    let position = #"{"symbol":"BTCUSDT","side":"long"}"#
    let order = #"{"symbol":"BTCUSDT","side":"buy","status":"placed"}"#
    let snapshot = try EngineSnapshot.staged([
      Self.engine(#""running":\#(isRunning),"engine_state":"\#(state)""#),
      .says(.positions, "[" + Array(repeating: position, count: rows).joined(separator: ",") + "]"),
      .says(.orders(.open), "[" + Array(repeating: order, count: rows).joined(separator: ",") + "]"),
    ])
    #expect(snapshot.openPositions?.count == known && snapshot.openOrders?.count == known)
  }

  @Test func `only what can still fill is an open order`() throws {
    let rows = ["pending", "placed", "PARTIALLY_FILLED", "filled", "cancelled", "rejected", "odd"].map {
      #"{"order_id":"\#($0)","symbol":"B","side":"buy","status":"\#($0)"}"#
    }
    let snapshot = try EngineSnapshot.staged([.says(.orders(.all), "[\(rows.joined(separator: ","))]")])
    #expect(snapshot.openOrders?.map(\.id) == ["pending", "placed", "PARTIALLY_FILLED"])
  }

  @Test func `prices are those that were asked for by name`() throws {
    let snapshot = try EngineSnapshot.staged([.fails(.ticker("SOLUSDT"))])
    #expect(snapshot.tickers.keys.sorted() == ["BTCUSDT", "ETHUSDT", "SOLUSDT"])
    #expect(snapshot.price("BTCUSDT") == 100 && snapshot.price("SOLUSDT") == nil && snapshot.price("ADAUSDT") == nil)
    #expect(snapshot.ticker("SOLUSDT").error == .gone && !snapshot.ticker("ADAUSDT").isAsked)
  }

  @Test(
    arguments: [
      ("0.5", 2.0, 2), ("7", 2, 7), ("0.5", -1, 0.5), ("0.5", -3, nil), ("null", 2, nil),
    ] as [(String, Double, Double?)])
  func `the age of prices is the older of the engine's look and the price's own time`(
    ticked: String, price: Double, age: Double?
  ) throws {
    let snapshot = try EngineSnapshot.staged([
      .says(.why, #"{"engine_state":"running","last_tick_age_sec":\#(ticked)}"#),
      .says(.priceProbe, #"{"price":1,"timestamp":"\#(ago(price))"}"#),
    ])
    #expect(snapshot.marketAge == age.map { Decimal($0) })
    #expect(try EngineSnapshot.staged([.stopped]).marketAge == nil)
  }

  @Test func `paths that were limited are named once, in order`() throws {
    func limited(_ path: String) -> EngineError {
      .rateLimited(.init("slow", endpoint: path, status: 429), retryAfter: nil)
    }
    let snapshot = try EngineSnapshot.staged([
      .fails(.riskStatus, limited("/b")), .fails(.health, limited("/a")), .fails(.governor, limited("/b")),
      .fails(.metrics),
    ])
    #expect(snapshot.limitedPaths == ["/a", "/b"])
    #expect(try EngineSnapshot.staged([.fails(.metrics)]).limitedPaths.isEmpty)
  }

  @Test func `an answer that was needed and not read is an error of its own`() throws {
    let answer = try EngineSnapshot.staged([.omits(.governor)]).governor
    #expect(throws: EngineError.untold(kind: "part", name: "GovernorStatus", reason: "it was not read")) {
      try answer.get()
    }
    #expect(throws: EngineError.gone) { try EngineSnapshot.staged([.fails(.governor)]).governor.get() }
    #expect(!answer.isAsked && answer.reading == nil && answer.error == nil)
  }

  @Test func `what is known of an earlier moment is kept, and its refusals are not`() throws {
    let earlier = try EngineSnapshot.staged([.fails(.governor, .limited)])
    var later = EngineSnapshot(seenAt: Seen.now)
    later.keep(Endpoint<WhyDiagnostics>.why.place, of: earlier)
    later.keep(Endpoint<GovernorStatus>.governor.place, of: earlier)
    later.keep(Endpoint<RiskLimits>.riskLimits.place, of: earlier)
    #expect(later.why.value?.oldestTickAge == 0.5 && later.governor.error == .limited)
    #expect(later.limitedPaths.isEmpty && !later.limits.isAsked && !later.status.isAsked)
  }
}
