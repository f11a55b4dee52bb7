import Foundation
import Testing

@testable import HeanCore

/// What a look after a close or a cancel shows, in the words that are said of it.
struct OrderFindingTests {
  private static let none = ["/orders/positions": #"{"positions":[]}"#]
  private static let exchange: NextStep = "look at the exchange itself"
  private static let open = NextStep.query(.orders, options: .status("open"))

  private static func order(_ status: String, filled: String = "0", id: String = "o1") -> String {
    #"{"order_id":"\#(id)","symbol":"BTCUSDT","side":"buy","status":"\#(status)","size":1,"filled_size":\#(filled)}"#
  }

  private static func orders(_ rows: String...) -> OperationBench.Bodies {
    ["/orders": #"{"orders":[\#(rows.joined(separator: ","))]}"#]
  }

  private static func booked(_ pnl: String) -> OperationBench.Bodies {
    ["/engine/status": Seen.running.replacing(#""equity""#, with: #""realized_pnl":\#(pnl),"equity""#)]
  }

  private static func merged(_ bodies: OperationBench.Bodies...) -> OperationBench.Bodies {
    bodies.reduce([:]) { $0.merging($1) { $1 } }
  }

  private static let unlisted = StepFinding.pending("the list of positions did not come")
  private static let moved =
    "gone from the list, and realized PnL moved by it; a dry run has no fill"

  private static let closes: [ExpectedFinding] = [
    ExpectedFinding(
      name: "the list did not come", operation: .closePositions(["p1"]), after: ["/orders/positions": "no JSON"],
      finding: unlisted),
    ExpectedFinding(
      name: "the list did not come", operation: .closeAllPositions, after: ["/orders/positions": "no JSON"],
      finding: unlisted),
    ExpectedFinding(
      name: "gone, and nobody tells of PnL", operation: .closePositions(["p1"]), after: none,
      finding: .pending(
        "gone from the list, and /engine/status does not tell whether realized PnL moved", advice: exchange)),
    ExpectedFinding(
      name: "booked as its mark said", operation: .closePositions(["p1"]), before: booked("10"),
      after: merged(none, booked("5.2")), finding: .seen("closed; realized -4.80 USDT (\(moved))")),
    ExpectedFinding(
      name: "all, booked as the mark said", operation: .closeAllPositions, before: booked("10"),
      after: merged(none, booked("5")), finding: .seen("closed; realized -5.00 USDT (\(moved))")),
    ExpectedFinding(
      name: "booked by far more than it was worth", operation: .closePositions(["p1"]), before: booked("10"),
      after: merged(none, booked("30")),
      finding: .pending(
        "gone from the list, but realized PnL moved by +20.00 USDT, not by about -5.00: other positions may have "
          + "closed meanwhile", advice: "\(.query(.positions)), \(.query(.account))")),
    ExpectedFinding(
      name: "nothing booked at once", operation: .closePositions(["p1"]), before: booked("10"),
      after: merged(none, booked("10.00000001")), elapsed: .milliseconds(900),
      finding: .pending("gone from the list, and its PnL is not booked", advice: exchange)),
    ExpectedFinding(
      name: "nothing booked after a second", operation: .closePositions(["p1"]), before: booked("10"),
      after: merged(none, booked("10")), elapsed: .seconds(1),
      finding: .contrary(
        "gone from the list, and no PnL was booked: the engine forgot BTCUSDT long, which is no close",
        advice: .query(.positions))),
    ExpectedFinding(
      name: "still listed after two seconds of a yes", operation: .closePositions(["p1"]), reply: ["status": "closed"],
      elapsed: .seconds(2),
      finding: .refused(
        "still listed 2 s after the engine answered 'closed', so the engine did not close it: BTCUSDT long",
        advice: .query(.positions))),
    ExpectedFinding(
      name: "still listed at the exchange", operation: .closeAllPositions, before: OperationBench.live(),
      reply: ["status": "closed"],
      finding: .refused(
        "still listed 2 s after the engine answered 'closed', so the exchange refused the close: BTCUSDT long",
        advice: "close it at the exchange itself")),
    ExpectedFinding(
      name: "still listed at once", operation: .closePositions(["p1"]), reply: ["status": "closed"],
      elapsed: .milliseconds(1_999),
      finding: .pending(
        "still open: BTCUSDT long", advice: "\(.query(.positions)), then look at the exchange itself")),
  ]

  private static let cancels: [ExpectedFinding] = [
    ExpectedFinding(
      name: "the list did not come", operation: .cancelOrders(["o1"]), after: ["/orders": "no JSON"],
      finding: .pending("the list of orders did not come")),
    ExpectedFinding(
      name: "stopped meanwhile, which lists none", operation: .cancelOrders(["o1"]),
      after: merged(OperationBench.engine("STOPPED"), orders()),
      finding: .pending("the list of orders did not come")),
    ExpectedFinding(
      name: "cancelled", operation: .cancelOrders(["o1"]), after: orders(order("cancelled")),
      finding: .seen("cancelled in the engine's books, which fills on paper")),
    ExpectedFinding(
      name: "not listed any more", operation: .cancelOrders(["o1"]), after: orders(),
      finding: .seen("cancelled in the engine's books, which fills on paper")),
    ExpectedFinding(
      name: "still open", operation: .cancelAllOrders, before: orders(order("placed"), order("pending", id: "o2")),
      after: orders(order("partially_filled", id: "o2"), order("cancelled")),
      finding: .pending("still open: o2", advice: open)),
    ExpectedFinding(
      name: "filled first", operation: .cancelOrders(["o1"]), after: orders(order("filled")),
      finding: .contrary("filled before it could be cancelled: o1", advice: .query(.positions))),
    ExpectedFinding(
      name: "filled further before", operation: .cancelOrders(["o1"]), before: orders(order("placed", filled: "0.2")),
      after: orders(order("cancelled", filled: "0.3")),
      finding: .contrary("filled before it could be cancelled: o1", advice: .query(.positions))),
    ExpectedFinding(
      name: "filled in part long before", operation: .cancelOrders(["o1"]),
      before: orders(order("placed", filled: "0.2")), after: orders(order("cancelled", filled: "0.2")),
      finding: .seen("cancelled in the engine's books, which fills on paper")),
    ExpectedFinding(
      name: "at the exchange", operation: .cancelAllOrders, before: OperationBench.live(),
      after: orders(order("cancelled")),
      finding: .contrary(
        "cancelled in the engine's books only; the exchange was not told",
        advice: "cancel it at the exchange itself")),
  ]

  @Test(arguments: closes + cancels)
  func `each says what it saw, and no more`(expected: ExpectedFinding) async throws { try await expected.check() }

  @Test func `many names are cut, and counted`() throws {
    func position(_ number: Int) throws -> Position {
      try Position(from: WireDocument(Data(#"{"symbol":"S\#(number)","side":"short","size":1}"#.utf8)).root)
    }
    let many = try (1...31).map(position)
    #expect(
      EngineOperation.names(many).hasSuffix("S30 short and 1 more")
        && EngineOperation.names(many).hasPrefix("S1 short, "))
    #expect(EngineOperation.names(Array(many.prefix(30))).hasSuffix(", S30 short"))
    #expect(EngineOperation.name(many[0]) == "S1 short 1" && EngineOperation.key(many[0]) == "S1")
  }

  @Test(arguments: [
    (OperatingMode.practice, false, false), (.dryRun, false, false), (.paperFallback, false, false),
    (.testnet, true, false), (.mainnet, true, true), (.unknown, true, true),
  ])
  func `what is not known counts as if it were real`(mode: OperatingMode, reaches: Bool, isReal: Bool) {
    #expect(mode.reachesExchange == reaches && mode.isRealMoney == isReal)
  }
}
