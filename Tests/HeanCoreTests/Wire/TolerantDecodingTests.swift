import Foundation
import Testing

@testable import HeanCore

struct TolerantDecodingTests {
  private func decode<Body: EngineBody>(_ type: Body.Type, _ json: String) throws(WireError) -> Body {
    try type.read(Data(json.utf8))
  }

  @Test func `money keeps its digits`() throws {
    let position = try decode(
      Position.self, #"{"symbol":"X","size":0.022000000000000002,"entry_price":64241.69999999999,"price":"0.10"}"#)
    #expect(position.size == Decimal(exactly: "0.022000000000000002"))
    #expect(position.entryPrice == Decimal(exactly: "64241.69999999999"))
    #expect(position.markPrice == Decimal(exactly: "0.1"))
  }

  @Test func `both position shapes give the same position`() throws {
    let list = try decode(
      Position.self,
      #"{"position_id":"p","symbol":"BTCUSDT","side":"long","size":1,"entry_price":10,"current_price":11,"stop_loss":9}"#
    )
    let state = try decode(
      Position.self,
      #"""
      {"position_id":"p","symbol":"BTCUSDT","side":"LONG","qty":1.0,"entry_price":10,"mark_price":11,
       "exit_plan":{"tp":null,"sl":9},"leverage":3,"opened_at":"2026-11-21T01:46:47"}
      """#)
    #expect(list.size == state.size && list.markPrice == state.markPrice && list.stopLoss == state.stopLoss)
    #expect(list.side == .long && state.side == .long)
    #expect(list.leverage == nil, "the list's leverage is a constant")
    #expect(list.completed(by: state).leverage == 3)
    #expect(list.completed(by: state).openedAt != nil)
  }

  @Test func `the journal's nested exit plan is found`() throws {
    let closed = try decode(
      Position.self, #"{"symbol":"X","exit_plan":{"confidence":1.0,"exit_plan":{"tp":2,"sl":1}}}"#)
    #expect(closed.takeProfit == 2 && closed.stopLoss == 1)
  }

  @Test(arguments: [#"[{"symbol":"X","order_id":"a"}]"#, #"{"orders":[{"symbol":"X","order_id":"a"}]}"#])
  func `lists come bare or wrapped`(json: String) throws {
    #expect(try decode(Listing<Order>.self, json).elements.map(\.id) == ["a"])
  }

  @Test func `an unknown word is kept`() throws {
    let order = try decode(Order.self, #"{"symbol":"X","status":"half_open","side":"BUY"}"#)
    #expect(order.status == .unknown("half_open") && order.status?.rawValue == "half_open")
    #expect(order.side == .buy)
  }

  @Test(arguments: ["1e400", "5e-324"])
  func `a number that no decimal holds costs that figure only`(number: String) throws {
    let position = try decode(Position.self, #"{"symbol":"X","size":\#(number),"entry_price":2}"#)
    #expect(position.size == nil && position.entryPrice == 2)
  }

  @Test func `a document of any shape keeps its numbers and refuses what is no JSON`() throws {
    #expect(try decode(JSONValue.self, #"[1e400,5e-324,0.1,"x"]"#) == [nil, nil, .number(1 / 10), "x"])
    #expect(throws: WireError.self) { try decode(JSONValue.self, #"["\x"]"#) }
  }

  @Test func `a wrong type names its path`() throws {
    let error = #expect(throws: WireError.self) {
      try decode(Listing<Position>.self, #"{"positions":[{"symbol":"Y","strategy_id":[1]}]}"#)
    }
    #expect(
      error?.text
        == ".positions[0].strategy_id has the wrong type: Expected to decode String but found an array instead.")
  }

  @Test(arguments: ["null", "7", "[]", #"{"side":"long"}"#, #"{"symbol":"Y","strategy_id":[1]}"#])
  func `a row that cannot be read hides nothing but itself`(row: String) throws {
    let body = Data(
      #"{"positions":[{"symbol":"X","side":"long","size":1},\#(row),{"symbol":"Z","side":"short"}]}"#.utf8)
    let findings = WireFindings()
    let listed = try Listing<Position>.read(body, noting: findings)
    #expect(listed.map(\.symbol) == ["X", "Z"] && listed.unread == 1)
    #expect(findings.first.map(\.kind) == [.unreadableRow] && findings.first[0].place.hasPrefix("positions[1]"))
  }

  @Test(arguments: [
    (#""side":"","size":0"#, 0), (#""side":"long","size":0.0"#, 0), (#""side":null"#, 0), (#""side":"","size":2"#, 1),
  ])
  func `an empty slot is no position`(fields: String, unread: Int) throws {
    let body = Data(#"[{"symbol":"X","side":"long","size":1},{"symbol":"Y",\#(fields)}]"#.utf8)
    let findings = WireFindings()
    let listed = try Listing<Position>.read(body, noting: findings)
    #expect(listed.map(\.symbol) == ["X"] && listed.unread == unread)
    #expect(findings.first.map(\.kind) == [.emptyRow] && findings.first[0].text.hasPrefix("[1] (Y) has"))
  }

  @Test(arguments: [
    (#""current_price":null,"unrealized_pnl":0.0"#, [WireFinding.Kind.noBasis]),
    (#""current_price":0,"unrealized_pnl":-3000"#, [.noPrice, .noBasis]),
    (#""mark_price":"","unrealized_pnl":5"#, [.noNumber, .noBasis]),
    (#""entry_price":0,"current_price":5,"unrealized_pnl_percent":0.0"#, [.noPrice]),
    (#""side":"long","size":-2,"current_price":5,"stop_loss":9"#, [.contradiction]),
  ])
  func `what rests on no price is no figure`(fields: String, kinds: [WireFinding.Kind]) throws {
    let findings = WireFindings()
    let body = Data(#"{"symbol":"X",\#(fields)}"#.utf8)
    let position = try Position.read(body, noting: findings)
    #expect(position.unrealizedPnL == nil && position.unrealizedPnLPercent == nil && position.breachedLevels.isEmpty)
    #expect(findings.first.map(\.kind) == kinds)
    #expect(position.size.map { $0 > 0 } ?? true && position.profit(at: 3) == nil)
  }

  @Test func `a path leads through lists and objects`() {
    let error = #expect(throws: WireError.self) {
      try decode(
        TradingState.self,
        #"{"open_positions":[{"symbol":"X","a":{"b":[1,{"c":2}]}}],"open_orders":[{"symbol":"X","status_timeline":[{"status":7}]}]}"#
      )
    }
    #expect(error?.path == [.key("open_orders"), .index(0), .key("status_timeline"), .index(0), .key("status")])
  }

  @Test(arguments: [
    (#"{"orders":[{"price":1},{"price":2}"#, "the body is not whole JSON"),
    (#"{"orders":[{"price":true},{"price":2}],}"#, "the body is not whole JSON"),
    (#"{"orders":[{"symbol":"X","status":true}],"x":1}"#, ".orders[0].status has the wrong type"),
    (#"[7,{"symbol":1}]"#, "[0] has the wrong type"), (#"[{"side":"buy"}]"#, "[0].symbol is missing: no symbol"),
    (#"{"orders":7}"#, ".orders has the wrong type"),
    (#"{"orders":null}"#, ".orders is missing"), (#"{"a":[]}"#, "the body has the wrong type"), ("7", "the body has"),
    ("[] 1", "the body is not whole JSON"), ("", "the body is not whole JSON"),
  ])
  func `a list is checked to its end before any of it is shown`(json: String, says: String) {
    let error = #expect(throws: WireError.self) { try decode(Listing<Order>.self, json) }
    #expect(error?.text.hasPrefix(says) == true, "\(error?.text ?? "no error")")
  }

  @Test(arguments: [0, 1, 2])
  func `a list is the same whether its rows are kept or made when they are asked for`(most: Int) throws {
    let json =
      #" {"total":{"orders":[1]},"orders":[{"symbol":"X","order_id":"a","fee":1} , {"symbol":"X","order_id":"b"}],"positions":[7]} "#
    let orders = try Listing<Order>.read(Data(json.utf8), noting: nil, keeping: most)
    #expect(orders.map(\.id) == ["a", "b"] && orders.count == 2 && orders.elements.map(\.id) == ["a", "b"])
    #expect(orders.only { $0.fee == nil }.map(\.id) == ["b"])
    #expect(try JSONDecoder().decode([Order].self, from: JSONEncoder().encode(orders)).map(\.id) == ["a", "b"])
    let doubled = orders.mapped { order in
      var changed = order
      changed.fee = order.fee.map { $0 * 2 }
      return changed
    }
    #expect(doubled.only { $0.fee == 2 }.elements.map(\.id) == ["a"])
    let renamed = doubled.mapped { order in
      var changed = order
      changed.symbol = "\(order.fee ?? 0)"
      return changed
    }
    #expect(renamed.map(\.symbol) == ["2", "0"] && renamed.only { $0.symbol == "0" }.map(\.id) == ["b"])
  }

  @Test func `of a key that comes twice the first counts`() throws {
    #expect(try decode(Order.self, #"{"symbol":"X","order_id":"a","order\u005fid":"b"}"#).id == "a")
    #expect(try decode(Order.self, #"{"symbol":"X","order\u005fid":"b"}"#).id == "b")
  }

  @Test(arguments: ["1", "-0.5", "1e-8", "+3", "123456789.123456789", ".5", "5.", "1E+2"])
  func `a decimal is taken whole`(text: String) { #expect(Decimal(exactly: text) != nil) }

  @Test(arguments: [
    "", "12abc", "--1", "1,5", "NaN", "inf", "e5", "0x10", "0.5-1", "1.2.3", "2026-11-21", "1e", "1e5.5", "1+", ".",
    "-", "-.e1",
  ])
  func `what is not wholly a decimal is refused`(text: String) { #expect(Decimal(exactly: text) == nil) }

  /// Products of these would trap, or be no number and less than any limit.
  @Test(arguments: ["1e-127", "1e-41", "-1e-70", "1e30", "-1e127"])
  func `what no figure can be is not known`(number: String) throws {
    struct Body: WireDecodable {
      var value: Decimal?
      init(from wire: WireValue) throws(WireError) { value = try wire.object().decimal("value") }
    }
    #expect(try decode(Body.self, #"{"value":\#(number)}"#).value == nil)
    #expect(try decode(Body.self, #"{"value":"\#(number)"}"#).value == nil)
    #expect(Decimal(string: "5.551115123125783e-17")?.figure == Decimal(string: "5.551115123125783e-17"))
  }

  @Test(arguments: ["1e400", "1e127", "1e13", "-1e30"])
  func `a time that is none is not known, and no reason to lose the rest`(number: String) throws {
    struct Body: WireDecodable {
      var at: Date?
      init(from wire: WireValue) throws(WireError) { at = try wire.object().date("at") }
    }
    let at = try decode(Body.self, #"{"at":\#(number)}"#).at
    #expect(at == nil)
  }

  /// A list can have a hundred thousand rows that cannot be read, and the way to each is as long as the list.
  @Test func `an error looks for its place only when it is asked`() throws {
    func seconds(_ rows: Int) throws -> Duration {
      let body = Data(#"{"history":[\#(Array(repeating: "0", count: rows).joined(separator: ","))]}"#.utf8)
      let start = ContinuousClock.now
      #expect(try TradingHistory.read(body).isWhole == false)
      return ContinuousClock.now - start
    }
    _ = try seconds(100)
    let (few, many) = (try seconds(10_000), try seconds(80_000))
    #expect(many < few * 40 + .milliseconds(200), "eight times as many rows took \(few) and \(many)")
    let error = #expect(throws: WireError.self) {
      try EquityHistory.read(Data(#"{"snapshots":[7,7]}"#.utf8))
    }
    #expect(error?.path == [.key("snapshots"), .index(0)], "\(String(describing: error))")
  }
}
