import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What is said about the money, sentence by sentence.
struct MoneyVerdictTests {
  private static func row(
    _ id: String = "p1", _ symbol: String = "BTCUSDT", side: String = "long", size: String = "1", entry: String = "100",
    mark: String = "101", stop: String? = "90", target: String? = "200"
  ) -> String {
    let levels = [stop.map { #""stop_loss":\#($0)"# }, target.map { #""take_profit":\#($0)"# }].compactMap(\.self)
    return #"{"position_id":"\#(id)","symbol":"\#(symbol)","side":"\#(side)","size":\#(size),"entry_price":\#(entry),"#
      + #""current_price":\#(mark),\#((levels + [#""unrealized_pnl":1"#]).joined(separator: ","))}"#
  }

  private func money(_ rows: [String], _ told: [Told] = []) throws -> MoneyVerdict {
    let body = #"{"positions":[\#(rows.joined(separator: ","))]}"#
    let open: [Told] = [
      .says(.positions, body), .engine(equity: 10_000 + Decimal(rows.count), unrealized: Decimal(rows.count)),
      .risk(open: rows.count, equity: 10_000 + Decimal(rows.count)),
    ]
    return try EngineSnapshot.staged(open + told).judged().money
  }

  @Test func `calm is one line with its proof`() throws {
    let one = try money([Self.row()])
    #expect(one.state == .calm && one.atRisk == 11 && one.protector == .unknown, "\(one)")
    #expect(
      one.summary.hasPrefix(
        "Money: 1 position open, behind a stop on which the engine was not seen to act yet, 11.00 USDT down to"))
    let two = try money([Self.row(), Self.row("p2", "ETHUSDT", side: "short", mark: "99", stop: "110", target: "50")])
    #expect(
      two.summary.hasPrefix(
        "Money: 2 positions open, each behind a stop on which the engine was not seen to act yet, 22.00 USDT"))
  }

  /// An engine that passes over a target perhaps passes over a stop as well.
  @Test func `a target that was passed is told, and the engine is not said to watch`() throws {
    let passed = Self.row(mark: "210")
    let one = try money([passed])
    #expect(
      one.state == .calm && one.protector == .unknown && one.summary.contains(", but it is beyond the target and"))
    let both = try money([passed, Self.row("p2", "ETHUSDT", mark: "210")])
    #expect(both.summary.contains("each behind a stop, but all are beyond the target and still open"))
    let some = try money([passed, Self.row("p2", "ETHUSDT")])
    #expect(some.summary.contains("each behind a stop, but 1 is beyond the target and still open"), "\(some.summary)")
    let steps = try EngineSnapshot.staged([.positions(passed), .risk(open: 1)]).judged().steps
    #expect(steps.contains { $0.step == .query(.positions) && $0.why.contains("may not act on stops either") })
  }

  @Test func `what is without protection has its amount`() throws {
    let all = try money([Self.row(mark: "80")])
    #expect(all.state == .atRisk && all.atRisk == 80 && all.beyondPlan == 10 && all.protector == .nobody, "\(all)")
    #expect(
      all.summary == "MONEY AT RISK: 1 position open, 80.00 USDT without protection, 10.00 USDT lost beyond the stops.")
    let part = try money([Self.row(mark: "80"), Self.row("p2", "ETHUSDT")])
    #expect(part.summary.contains("2 positions open, 80.00 USDT of it without protection, 10.00"), "\(part.summary)")
    let none = try money([Self.row(stop: nil)])
    #expect(none.state == .atRisk && none.reasons.map(\.kind) == [.withoutStop] && none.toStops == nil, "\(none)")
  }

  @Test func `what is not known is no figure`() throws {
    let unseen = try EngineSnapshot.staged([.fails(.positions), .risk(open: 1)]).judged().money
    #expect(unseen.state == .unknown && unseen.openPositions == nil && unseen.atRisk == nil, "\(unseen)")
    #expect(unseen.summary.hasPrefix("Money: not known: the open positions"), "\(unseen.summary)")
    let counted = try EngineSnapshot.staged([.risk(open: 2)]).judged().money
    #expect(counted.state == .unknown, "none is listed, and two are counted: \(counted)")
    #expect(counted.openPositions == nil && counted.notional == nil && counted.toStops == nil)
  }

  /// What cannot be judged is not calm, and a level that no price can reach is none.
  @Test(arguments: [
    (#""current_price":null"#, MoneyVerdict.State.unknown), (#""current_price":0"#, .unknown),
    (#""size":-1"#, .unknown),
    (#""size":0"#, .unknown), (#""side":"buy""#, .unknown), (#""side":null"#, .unknown), (#""stop_loss":0"#, .atRisk),
    (#""stop_loss":-3"#, .atRisk), (#""stop_loss":101"#, .atRisk), (#""stop_loss":100.99"#, .calm),
  ])
  func `bent figures are not calm`(field: String, state: MoneyVerdict.State) throws {
    var row = Self.row()
    let key = try #require(field.split(separator: ":").first)
    row.replace(try Regex("\(key):[^,}]*"), with: field)
    let judged = try money([row])
    #expect(judged.state == state, "\(judged.summary)")
    #expect(state == .calm || judged.toStops == nil || judged.toStops == 0, "\(judged)")
    // What is no position is left out, and the list is not known to be whole then.
    let isListed = try EngineSnapshot.staged([.positions(row)]).positions.value?.isEmpty == false
    #expect(state != .unknown || !isListed || judged.summary.contains("from its stop"), "\(judged.summary)")
  }

  @Test func `a loss limit that is near is told without an alarm`() throws {
    func near(_ drawdown: String) throws -> MoneyVerdict {
      try money(
        [Self.row()],
        [
          .says(
            .governor, #"{"risk_state":"NORMAL","quarantined_symbols":[],"current_drawdown_pct":\#(drawdown)}"#),
          .says(.killSwitch, #"{"triggered":false,"reasons":[],"thresholds":{"drawdown_pct":15,"equity_drop":30}}"#),
        ])
    }
    #expect(try near("7.9").reasons.isEmpty)
    let close = try near("8.1")
    #expect(close.state == .calm && close.reasons.map(\.kind) == [.nearBrake], "\(close)")
    #expect(close.reasons[0].message.contains("at 10 % the governor goes to SOFT_BRAKE"), "\(close.reasons)")
    #expect(try money([], []).reasons.isEmpty)
  }

  @Test func `more positions than the limit are told without an alarm`() throws {
    let rows = (1...11).map { Self.row("p\($0)", "S\($0)USDT") }
    let many = try money(rows)
    #expect(many.state == .calm && many.reasons.map(\.kind) == [.overLimit], "\(many)")
    #expect(many.reasons[0].message == "11 positions open, and the limit is 10")
    #expect(try money(Array(rows.prefix(10))).reasons.isEmpty)
  }
}
