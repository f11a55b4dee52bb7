import Foundation
import Testing

@testable import HeanCore

/// What is said of an order that was asked for: which one it is, and how it stands.
struct PlacedOrderTests {
  private static let operation = EngineOperation.place(
    OrderTicket(symbol: "BTCUSDT", side: .buy, size: .quantity(2), takeProfit: 120, stopLoss: 80))
  private static let watch = NextStep.query(.orders, options: .status("all"), .symbol("BTCUSDT"))
  private static let accepted = OperationBench.decision("CREATE", "ACCEPTED", strategy: "test_api")

  /// - Parameter at: of 21 November 2026; the decision is of 01:47:25, the engine's clock shows 01:47:30.
  private static func order(
    _ status: String, id: String = "n1", size: String = "2", at: String = "01:47:25", type: String = "MARKET",
    strategy: String = "test_api", more: String = ""
  ) -> String {
    #"{"order_id":"\#(id)","symbol":"BTCUSDT","side":"buy","status":"\#(status)","size":\#(size),"type":"\#(type)","#
      + #""strategy_id":"\#(strategy)","created_at":"2026-11-21T\#(at)"\#(more)}"#
  }

  private static let plan = #","exit_plan":{"tp":120,"sl":80}"#

  private static func after(
    _ listed: [String], fills: [String] = [], decision: String = accepted, at: String = "2026-11-21T01:47:30"
  ) -> OperationBench.Bodies {
    [
      "/orders": #"{"orders":[\#(listed.joined(separator: ","))]}"#,
      "/trading/state": OperationBench.state(decision, fills: fills, at: at),
    ]
  }

  private static let unlisted = StepFinding.pending(
    "accepted, and no order of it is listed: the router may have refused it, which it tells nobody", advice: watch)

  private static func row(
    _ name: String, _ after: OperationBench.Bodies, _ finding: StepFinding, before: OperationBench.Bodies = [:],
    elapsed: Duration = .seconds(5)
  ) -> ExpectedFinding {
    ExpectedFinding(
      name: name, operation: operation, before: before, after: after, elapsed: elapsed, finding: finding)
  }

  private static let decisions: [ExpectedFinding] = [
    row("nothing decided", [:], .pending("the engine has not decided about the signal", advice: .query(.why))),
    row(
      "another's signal", after([], decision: OperationBench.decision("CREATE", "ACCEPTED")),
      .pending("the engine has not decided about the signal", advice: .query(.why))),
    row(
      "refused", after([], decision: OperationBench.decision("REJECT", "COOLDOWN", strategy: "test_api")),
      .refused(
        "the engine's gates refused the signal: COOLDOWN, the strategy lost too often in a row", advice: .query(.why))),
    row(
      "refused by a code of tomorrow",
      after([], decision: OperationBench.decision("BLOCK", "NOVEL", strategy: "test_api")),
      .refused("the engine's gates refused the signal: NOVEL, a code unknown to hean", advice: .query(.why))),
    row("accepted, no order", after([]), unlisted),
  ]

  private static func made(_ size: String, _ more: String = "") -> String {
    OperationBench.decision("CREATE", "ACCEPTED", strategy: "test_api", more: #","computed_qty":\#(size)\#(more)"#)
  }
  private static let blocked = OperationBench.decision("SKIP", "SYMBOL_BLOCKED", strategy: "test_api")
  private static let which =
    "which of them is about this call cannot be told"

  /// A decision does not name the call that it is about, so another operator's can look like this one's.
  private static let company: [ExpectedFinding] = [
    row(
      "two decisions of this size", after([order("filled", more: plan)], decision: made("2") + "," + blocked),
      .contrary(
        "2 decisions fit, as another command asked for the like at the same time: CREATE ACCEPTED size 2, SKIP "
          + "SYMBOL_BLOCKED; \(which)", advice: watch)),
    row(
      "two that are not of this size", after([order("filled", more: plan)], decision: made("3") + "," + made("5")),
      .contrary(
        "2 decisions fit, as another command asked for the like at the same time: CREATE ACCEPTED size 3, CREATE ACCEPTED "
          + "size 5; \(which)", advice: watch)),
    row(
      "another's of another size", after([order("filled", more: plan)], decision: made("3") + "," + made("2")),
      .seen("order n1 (at market) is filled, size 2")),
    row(
      "too early to know of another", after([order("filled", more: plan)], decision: made("2")),
      .pending("whether another command asked for the like at the same time is not known yet", advice: watch),
      elapsed: .milliseconds(900)),
    row(
      "changed by the engine's own factor",
      after([order("filled", size: "1.6", more: plan)], decision: made("1.6", #","intelligence_boost":0.8"#)),
      .seen("order n1 (at market) is filled, size 1.6, not 2 as asked: the engine's own factor is 0.8")),
    row(
      "rounded", after([order("filled", size: "1.999", more: plan)], decision: made("1.999")),
      .seen("order n1 (at market) is filled, size 1.999, not 2 as asked")),
    row(
      "changed without a word", after([order("filled", size: "1.6", more: plan)], decision: made("1.6")),
      .contrary("order n1 (at market) is filled, size 1.6, not 2 as asked", advice: watch)),
  ]

  private static let orders: [ExpectedFinding] = [
    row(
      "filled", after([order("filled", more: plan)]), .seen("order n1 (at market) is filled, size 2")),
    row(
      "resting, of another size", after([order("placed", size: "3", type: "LIMIT", more: #","price":89"# + plan)]),
      .contrary("order n1 (limit 89.00) is placed, size 3, not 2 as asked", advice: watch)),
    row(
      "resting, of no type", after([order("pending", type: "", more: plan)]),
      .seen("order n1 (limit or market is not told) is pending, size 2")),
    row(
      "too young to stand", after([order("placed", at: "01:47:28.5", more: plan)]),
      .pending("order n1 is placed for less than 2 s: it may be cancelled at once", advice: watch)),
    row(
      "just old enough", after([order("placed", at: "01:47:28", more: plan)]),
      .seen("order n1 (at market) is placed, size 2")),
    row(
      "cancelled unfilled", after([order("cancelled")]),
      .contrary(
        "order n1 (at market) is cancelled already, unfilled; the router may send it again under another id",
        advice: watch)),
    row(
      "rejected after a part", after([order("rejected", more: #","filled_size":0.5"#)]),
      .contrary("order n1 (at market) is rejected already, after 0.5 of 2 had filled", advice: watch)),
    row(
      "with another target", after([order("filled", more: #","exit_plan":{"tp":121,"sl":80}"#)]),
      .contrary(
        "order n1 is filled, and its target is 121.00, not 120.00",
        advice: "watch it yourself: \(.query(.position, "BTCUSDT"))")),
    row(
      "with a stop that is not told", after([order("filled", more: #","exit_plan":{"tp":120}"#)]),
      .contrary(
        "order n1 is filled, and its stop is not known, not 80.00",
        advice: "watch it yourself: \(.query(.position, "BTCUSDT"))")),
    row(
      "its levels told by the other shape", after([order("filled")], fills: [order("filled", more: plan)]),
      .seen("order n1 (at market) is filled, size 2")),
    row(
      "among the fills only", after([], fills: [order("filled", more: plan)]),
      .seen("order n1 (at market) is filled, size 2")),
    row(
      "the nearest in size of two",
      after([order("filled", id: "far", size: "3", more: plan), order("filled", more: plan)]),
      .seen("order n1 (at market) is filled, size 2")),
  ]

  /// What is somebody else's, or of an earlier signal.
  private static let others: [ExpectedFinding] = [
    row(
      "there before", after([order("filled")]), unlisted,
      before: ["/orders": #"{"orders":[\#(order("placed"))]}"#]),
    row(
      "filled before", after([order("filled")]), unlisted,
      before: ["/trading/state": OperationBench.state(fills: [order("filled")])]),
    row("of a strategy", after([order("filled", strategy: "grid")]), unlisted),
    row("far too small", after([order("filled", size: "0.66")]), unlisted),
    row("far too large", after([order("filled", size: "4.01")]), unlisted),
    row("older than the decision", after([order("filled", at: "01:47:22.9")]), unlisted),
    row(
      "sent again for an older signal",
      after([order("filled", more: #","signal_id":"test_BTCUSDT_2026-11-21T01:46:40.5""#)]), unlisted),
    row(
      "sent again for this one",
      after([order("filled", more: #","signal_id":"test_BTCUSDT_2026-11-21T01:47:24.5""# + plan)]),
      .seen("order n1 (at market) is filled, size 2")),
    row(
      "twice as large", after([order("filled", size: "4", more: plan)]),
      .contrary("order n1 (at market) is filled, size 4, not 2 as asked", advice: watch)),
    row(
      "a clock that is a little off", after([order("filled", at: "01:47:23", more: plan)]),
      .seen("order n1 (at market) is filled, size 2")),
  ]

  @Test(arguments: decisions + company + orders + others)
  func `each says what became of it, and no more`(expected: ExpectedFinding) async throws {
    try await expected.check()
  }

  /// Without the engine's clock the console's own has to do.
  @Test(arguments: [(Duration.milliseconds(1_900), StepFinding.Verdict.pending), (.seconds(2), .seen)])
  func `an order stands after two seconds`(elapsed: Duration, verdict: StepFinding.Verdict) async throws {
    var after = Self.after([Self.order("placed", more: Self.plan)])
    after["/trading/state"] = #"{"recent_decisions":[\#(Self.accepted)]}"#
    let finding = try await OperationBench.finding(Self.operation, after: after, elapsed: elapsed)
    #expect(finding.verdict == verdict)
  }

  // MARK: There and back

  private static let trip = EngineOperation.roundTrip(
    "BTCUSDT", .buy, size: 1, percents: RoundTripLevels(takeProfit: 1, stopLoss: 1, holdSeconds: 5))

  private static func closed(_ id: String, _ strategy: String = "test_roundtrip", pnl: String = "2.5") -> String {
    #"{"event_kind":"closed_position","position_id":"\#(id)","symbol":"BTCUSDT","side":"long","size":1,"entry_price":90,"#
      + #""strategy_id":"\#(strategy)","realized_pnl":\#(pnl)}"#
  }

  private static func history(_ rows: String...) -> OperationBench.Bodies {
    ["/trading/history?limit=500": #"{"history":[\#(rows.joined(separator: ","))]}"#]
  }

  private static func events(_ payload: String) -> OperationBench.Bodies {
    [
      "/blackbox/events?limit=1000&since_seq=7":
        #"{"events":[{"seq":8,"type":"POSITION_CLOSED","payload":{"positions":[\#(payload)]},"context":{"topic":"positions"}}],"last_seq":8}"#
    ]
  }

  private static let newest = ["/blackbox/events?limit=1": #"{"events":[],"last_seq":7}"#]
  private static let noTrip = StepFinding.pending(
    "no round trip is on record, whatever was answered", advice: .query(.why))

  private static let trips: [ExpectedFinding] = [
    ExpectedFinding(name: "nothing", operation: trip, finding: noTrip),
    ExpectedFinding(
      name: "on record", operation: trip, after: history(closed("a")),
      finding: .seen("opened and closed; realized +2.50 USDT")),
    ExpectedFinding(
      name: "two on record", operation: trip, after: history(closed("a"), closed("b")),
      finding: .contrary(
        "2 round trips of BTCUSDT are on record since, as another command asked for the like at the same time; which of "
          + "them is of this call cannot be told", advice: .query(.positions, options: .symbol("BTCUSDT")))),
    ExpectedFinding(
      name: "on record before", operation: trip, before: history(closed("a")), finding: noTrip),
    ExpectedFinding(
      name: "another strategy's", operation: trip, after: history(closed("a", "grid")), finding: noTrip),
    ExpectedFinding(
      name: "told by its event", operation: trip, before: newest, after: events(closed("a", pnl: "-1")),
      finding: .seen("opened and closed; realized -1.00 USDT")),
    ExpectedFinding(
      name: "dropped without a trade", operation: trip, before: newest,
      after: events(
        closed("a", pnl: "0").replacing(#""size""#, with: #""unrealized_pnl":4,"size""#)), finding: noTrip),
  ]

  @Test(arguments: trips)
  func `a round trip is what its record or its event says`(expected: ExpectedFinding) async throws {
    try await expected.check()
  }
}
