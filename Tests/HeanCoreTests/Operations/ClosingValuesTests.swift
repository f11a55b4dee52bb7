import Foundation
import Testing

@testable import HeanCore

/// What proves a close, source by source, on made-up looks.
struct ClosingValuesTests {
  private typealias Bodies = OperationBench.Bodies
  private static let exchange: NextStep = "look at the exchange itself"
  private static let none = ["/orders/positions": #"{"positions":[]}"#]
  private static let close = EngineOperation.closePositions(["p1"])

  private static func merged(_ bodies: Bodies...) -> Bodies { bodies.reduce([:]) { $0.merging($1) { $1 } } }

  private static func row(
    _ id: String = "p1", size: String = "0.5", symbol: String = "BTCUSDT", pnl: String = "-5",
    strategy: String = "grid",
    more: String = ""
  ) -> String {
    #"{"position_id":"\#(id)","symbol":"\#(symbol)","side":"long","size":\#(size),"entry_price":100,"current_price":90,"#
      + #""unrealized_pnl":\#(pnl),"strategy_id":"\#(strategy)"\#(more)}"#
  }

  private static func positions(_ rows: String...) -> Bodies {
    ["/orders/positions": #"{"positions":[\#(rows.joined(separator: ","))]}"#]
  }

  private static let begun = ["/blackbox/events?limit=1": #"{"events":[],"last_seq":7}"#]

  private static func events(_ events: (type: String, payload: String)...) -> Bodies {
    let list = events.enumerated().map {
      #"{"seq":\#($0.offset + 8),"type":"\#($0.element.type)","payload":\#($0.element.payload)}"#
    }
    return [
      "/blackbox/events?limit=1000&since_seq=7":
        #"{"events":[\#(list.joined(separator: ","))],"last_seq":\#(7 + list.count)}"#
    ]
  }

  private static func closed(_ realized: String, of id: String = "p1", pnl: String = "-5") -> (String, String) {
    ("POSITION_CLOSED", #"{"positions":[\#(row(id, pnl: pnl, more: #","realized_pnl":\#(realized)"#))]}"#)
  }

  private static func fill(_ size: String = "0.5", id: String = "f", price: String = "91") -> (String, String) {
    ("ORDER_FILLED", #"{"order_id":"\#(id)","symbol":"BTCUSDT","side":"sell","quantity":\#(size),"price":\#(price)}"#)
  }

  // MARK: At an exchange

  private static func live(realized: String? = nil, filled: Int? = nil) -> Bodies {
    merged(
      PanicBench.engine(isDryRun: false, realized: realized), ["/settings": #"{"bybit_testnet":false}"#], begun,
      filled.map { PanicBench.metrics(filled: $0) } ?? [:])
  }

  private static func filled(
    _ name: String, before: Bodies = live(), _ after: Bodies, after elapsed: Duration = .seconds(2),
    _ finding: StepFinding
  ) -> ExpectedFinding {
    ExpectedFinding(
      name: name, operation: close, before: merged(positions(row()), before), after: merged(none, after),
      elapsed: elapsed, finding: finding)
  }

  private static let noFill =
    "gone from the list, but no fill came, so that the exchange may still hold it: BTCUSDT long"
  private static let forgotten = StepFinding.contrary(
    "gone from the list, and no PnL was booked: the engine forgot BTCUSDT long; the exchange may still hold it",
    advice: exchange)
  private static let blind = ["/blackbox/events?limit=1": "no JSON"]

  private static let lives: [ExpectedFinding] = [
    filled("a fill", events(fill()), .seen("closed with a fill (gone from the list, filled at 91.00)")),
    filled(
      "a fill, just now", events(fill()), after: .milliseconds(999),
      .pending("gone from the list and filled at 91.00; looking once more", advice: .query(.positions))),
    filled(
      "a fill and its PnL", events(fill(), closed("-4.5")),
      .seen("closed with a fill; realized about -4.50 USDT (gone from the list, filled at 91.00)")),
    filled(
      "a fill, and the books moved", before: live(realized: "10"),
      merged(PanicBench.engine(isDryRun: false, realized: "6"), events(fill())),
      .seen("closed with a fill; realized about -4.00 USDT (gone from the list, filled at 91.00)")),
    filled(
      "a fill without a price", events(fill(price: "null")), .seen("closed with a fill (gone from the list, filled)")),
    filled("a fill of another size", events(fill("0.4")), .pending(noFill, advice: exchange)),
    filled("no fill", events(), .pending(noFill, advice: exchange)),
    filled(
      "no fill, just now", events(), after: .milliseconds(999),
      .pending("gone from the list, and not filled yet: BTCUSDT long", advice: exchange)),
    filled("dropped, as its event tells", events(closed("0")), forgotten),
    filled("dropped, as the books tell", before: live(realized: "10"), events(), forgotten),
    filled(
      "closed without a fill", before: live(realized: "10"), events(closed("-4")), .pending(noFill, advice: exchange)),
    filled(
      "the memory tells, so counters do not count", before: live(filled: 1),
      merged(PanicBench.metrics(filled: 2), events()),
      .pending(noFill, advice: exchange)),
    filled(
      "counted", before: merged(live(filled: 1), blind), PanicBench.metrics(filled: 2),
      .seen("closed with a fill (gone from the list, 1 fill counted since)")),
    filled(
      "not counted", before: merged(live(filled: 1), blind), PanicBench.metrics(filled: 1),
      .pending(noFill, advice: exchange)),
    filled(
      "counters that began anew", before: merged(live(filled: 1), blind), PanicBench.metrics(filled: 0),
      .pending(
        "gone from the list, but neither events nor counters told whether it was filled: BTCUSDT long", advice: exchange
      )),
    ExpectedFinding(
      name: "with its echo", operation: close, before: merged(positions(row()), live()),
      after: merged(positions(row("e", strategy: "unknown")), events()), elapsed: .seconds(2),
      finding: .seen(
        "closed with a fill (gone from the list, filled). BTCUSDT long 0.5 (strategy unknown) is the echo of this close in "
          + "the engine's books, not a new position",
        advice: "\(.query(.positions)), in a minute: the engine drops its echoes by then")),
    ExpectedFinding(
      name: "beside a position of a strategy", operation: close, before: merged(positions(row()), live()),
      after: merged(positions(row("e")), events()), elapsed: .seconds(2), finding: .pending(noFill, advice: exchange)),
    ExpectedFinding(
      name: "an echo itself", operation: close, before: merged(positions(row(strategy: "unknown")), live()),
      after: merged(none, events()), elapsed: .seconds(2),
      finding: .pending(
        noFill + ". Of strategy unknown: probably the echo of an earlier close, and nothing was there to be filled",
        advice: exchange)),
    ExpectedFinding(
      name: "two with two fills", operation: .closeAllPositions,
      before: merged(positions(row(), row("p2", size: "0.7")), live()),
      after: merged(none, events(fill("0.7", id: "g", price: "92"), fill())), elapsed: .seconds(2),
      finding: .seen(
        "closed with a fill: BTCUSDT long, BTCUSDT long (gone from the list, filled BTCUSDT at 91.00, BTCUSDT at 92.00)"
      )),
    ExpectedFinding(
      name: "two with one fill", operation: .closeAllPositions, before: merged(positions(row(), row("p2")), live()),
      after: merged(none, events(fill())), elapsed: .seconds(2), finding: .pending(noFill, advice: exchange)),
  ]

  // MARK: On paper

  private static func booked(_ pnl: String) -> Bodies { PanicBench.engine(realized: pnl) }
  private static let moved = "gone from the list, and realized PnL moved by it; a dry run has no fill"
  private static let whose: NextStep = "\(.query(.positions)), \(.query(.account))"
  private static let two = positions(row(), row("p2", symbol: "ETHUSDT"))

  private static func paper(
    _ name: String, before: Bodies = positions(row()), pnl: (String, String), _ after: Bodies = [:],
    operation: EngineOperation = close, elapsed: Duration = .seconds(2), _ finding: StepFinding
  ) -> ExpectedFinding {
    ExpectedFinding(
      name: name, operation: operation, before: merged(begun, before, booked(pnl.0)),
      after: merged(none, booked(pnl.1), after), elapsed: elapsed, finding: finding)
  }

  private static let papers: [ExpectedFinding] = [
    paper("told and booked", pnl: ("0", "-3"), events(closed("-3")), .seen("closed; realized -3.00 USDT (\(moved))")),
    paper(
      "told, and booked by another sum", pnl: ("0", "-9"), events(closed("-3")),
      .pending(
        "gone from the list, but realized PnL moved by -9.00 USDT, not by about -3.00: other positions may have closed "
          + "meanwhile", advice: whose)),
    paper(
      "told, and not booked", pnl: ("0", "0"), events(closed("-3")),
      .pending("gone from the list, and its PnL is not booked", advice: exchange)),
    paper(
      "told at the entry price", pnl: ("1", "1"), events(closed("0", pnl: "0")),
      .seen("closed; realized 0.00 USDT (\(moved))")),
    paper(
      "dropped", pnl: ("0", "0"), events(closed("0")),
      .contrary(
        "gone from the list, and no PnL was booked: the engine forgot BTCUSDT long, which is no close",
        advice: .query(.positions))),
    paper(
      "another closed as well, as told", before: two, pnl: ("0", "-8"), events(closed("-3"), closed("-5", of: "p2")),
      .seen("closed; realized -3.00 USDT (\(moved))")),
    paper(
      "another is gone as well, and nobody tells", before: two, pnl: ("0", "-8"), events(),
      .pending(
        "gone from the list, and realized PnL moved by -8.00 USDT; whose it is, the engine's events did not tell",
        advice: whose)),
    paper(
      "two at once, told", before: two, pnl: ("0", "-8"), events(closed("-3"), closed("-5", of: "p2")),
      operation: .closeAllPositions, .seen("closed: BTCUSDT long, ETHUSDT long; realized -8.00 USDT (\(moved))")),
    paper(
      "two at once, one told", before: two, pnl: ("0", "-8"), events(closed("-3")), operation: .closeAllPositions,
      .pending(
        "gone from the list, and realized PnL moved by -8.00 USDT; whose it is, the engine's events did not tell",
        advice: whose)),
    paper(
      "by its mark, just inside", pnl: ("0", "-4.55"), events(), .seen("closed; realized -4.55 USDT (\(moved))")),
    paper(
      "by its mark, just outside", pnl: ("0", "-4.54"), events(),
      .pending(
        "gone from the list, but realized PnL moved by -4.54 USDT, not by about -5.00: other positions may have closed "
          + "meanwhile", advice: whose)),
    paper(
      "without a mark's PnL", before: positions(row(pnl: "null")), pnl: ("0", "-4"), events(),
      .pending(
        "gone from the list, and realized PnL moved by -4.00 USDT; whose it is, the engine's events did not tell",
        advice: whose)),
  ]

  @Test(arguments: lives + papers)
  func `each source proves what it can`(expected: ExpectedFinding) async throws { try await expected.check() }

  @Test func `what was gone before the call was not closed by it`() async throws {
    let wanted = try #require(await PanicBench.look(PanicBench.positions(PanicBench.row)).openPositions)
    let empty = await PanicBench.look()
    func finding(_ before: EngineSnapshot, _ wanted: [Position]) -> StepFinding {
      ClosingProof(wanted: wanted, before: before, after: empty, stillOpen: [], elapsed: .seconds(2)).finding()
    }
    #expect(
      finding(empty, wanted)
        == .contrary("gone before this call: the engine or somebody else closed it", advice: .query(.positions)))
    #expect(finding(empty, []) == .seen("there was no position to close"))
    let unknown = await PanicBench.look(["/orders/positions": "no JSON"])
    #expect(finding(unknown, wanted).verdict == .pending, "not known is not gone")
  }
}
