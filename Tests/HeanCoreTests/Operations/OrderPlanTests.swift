import Foundation
import Testing

@testable import HeanCore

/// Closing positions and cancelling orders: what each plans.
struct OrderPlanTests {
  private static let caveat: NextStep =
    "the engine answers 'closed' even when the exchange refused; hean looks again"
  private static let local: NextStep =
    "cancel is local only: the exchange is never told, and the router forgets that it meant to cancel"
  private static let exchange: NextStep = "look at the exchange itself, or: \(.query(.why))"
  private static let stopped =
    "the engine is not running (STOPPED): it lists nothing, and nothing can be done through it"
  private static let list = NextStep.query(.positions)
  private static let open = NextStep.query(.orders, options: .status("open"))
  private static let paper: Set<SnapshotPart> = [.positions, .events, .refusals, .exchange]
  private static let whole: Set<SnapshotPart> = [.positions, .events, .metrics, .refusals, .exchange]

  private static func row(
    _ id: String, _ symbol: String = "BTCUSDT", side: String = "long", size: String = "0.5", more: String = ""
  ) -> String {
    #"{"position_id":"\#(id)","symbol":"\#(symbol)","side":"\#(side)","size":\#(size),"entry_price":100,"#
      + #""current_price":90,"unrealized_pnl":-5\#(more)}"#
  }

  private static func rows(_ rows: String...) -> OperationBench.Bodies {
    ["/orders/positions": #"{"positions":[\#(rows.joined(separator: ","))]}"#]
  }

  private static let closes: [ExpectedPlan] = [
    ExpectedPlan(
      name: "a dry run", operation: .closePositions(["btc"]), title: "close BTCUSDT long 0.5",
      changes: ["BTCUSDT: long 0.5 at 90.00 > closed at the last price"],
      consequences: ["about -5.00 USDT is realized, before fees; paper trading (dry run) sends no order"],
      caveats: [caveat],
      calls: [.init("BTCUSDT long 0.5", "/orders/close-position", ["position_id": "p1"], list, sees: paper)],
      facts: ["p1 long 0.5"], binding: ["BTCUSDT long 0.5 (p1)"], prices: [90]),
    ExpectedPlan(
      name: "at the exchange, by two names of one", operation: .closePositions(["P1", "p1", "BTCUSDT"]),
      bodies: OperationBench.live(), title: "close BTCUSDT long 0.5",
      changes: ["BTCUSDT: long 0.5 at 90.00 > closed at market"],
      consequences: ["reduce-only market orders realize about -5.00 USDT, before fees and slippage"],
      caveats: [caveat],
      calls: [
        .init(
          "BTCUSDT long 0.5", "/orders/close-position",
          ["position_id": "p1", "confirm_phrase": "I_UNDERSTAND_LIVE_TRADING"], list, sees: whole)
      ], facts: ["p1 long 0.5"], binding: ["BTCUSDT long 0.5 (p1)"], prices: [90]),
    ExpectedPlan(
      name: "two of one symbol", operation: .closePositions(["BTCUSDT"]),
      bodies: rows(row("b", side: "short", size: "2"), row("a")), title: "close BTCUSDT short 2, BTCUSDT long 0.5",
      changes: [
        "BTCUSDT: short 2 at 90.00 > closed at the last price", "BTCUSDT: long 0.5 at 90.00 > closed at the last price",
      ],
      consequences: [
        "2 positions go by 'BTCUSDT': each of them is closed",
        "about -10.00 USDT is realized, before fees; paper trading (dry run) sends no order",
      ], caveats: [caveat],
      calls: [
        .init("BTCUSDT short 2 (b)", "/orders/close-position", ["position_id": "b"], list, sees: paper),
        .init("BTCUSDT long 0.5 (a)", "/orders/close-position", ["position_id": "a"], list, sees: paper),
      ], facts: ["a long 0.5", "b short 2"], binding: ["BTCUSDT short 2 (b)", "BTCUSDT long 0.5 (a)"],
      prices: [90, 90]),
    ExpectedPlan(
      name: "without an id, size, price and PnL", operation: .closePositions(["XRPUSDT"]),
      bodies: ["/orders/positions": #"{"positions":[{"symbol":"XRPUSDT"}]}"#],
      title: "close XRPUSDT of unknown side of unknown size",
      changes: ["XRPUSDT: of unknown side of unknown size at a price that is not known > closed at the last price"],
      consequences: ["about 0.00 USDT is realized, before fees; paper trading (dry run) sends no order"],
      caveats: ["how old the mark price of XRPUSDT is, is not known", caveat],
      calls: [
        .init(
          "XRPUSDT of unknown side of unknown size", "/orders/close-position-by-symbol", ["symbol": "XRPUSDT"], list,
          sees: paper)
      ],
      facts: ["XRPUSDT of unknown side 0"], binding: ["XRPUSDT of unknown side of unknown size"]),
    ExpectedPlan(
      name: "an old price", operation: .closePositions(["p1"]),
      bodies: [
        "/market/ticker?symbol=BTCUSDT": #"{"symbol":"BTCUSDT","price":90,"timestamp":"2026-11-21T01:45:30"}"#
      ], title: "close BTCUSDT long 0.5", changes: ["BTCUSDT: long 0.5 at 90.00 > closed at the last price"],
      consequences: ["about -5.00 USDT is realized, before fees; paper trading (dry run) sends no order"],
      caveats: ["the mark price of BTCUSDT is 2m00s old", caveat],
      calls: [.init("BTCUSDT long 0.5", "/orders/close-position", ["position_id": "p1"], list, sees: paper)],
      facts: ["p1 long 0.5"], binding: ["BTCUSDT long 0.5 (p1)"], prices: [90]),
    ExpectedPlan(
      name: "stopped", operation: .closePositions(["a", "b"]), bodies: OperationBench.engine("STOPPED"),
      title: "close a, b", refusal: stopped, next: exchange),
  ]

  private static let closeAlls: [ExpectedPlan] = [
    ExpectedPlan(
      name: "a dry run with an order", operation: .closeAllPositions, title: "close every position",
      changes: ["BTCUSDT: long 0.5 at 90.00 > closed at the last price"],
      consequences: [
        "about -5.00 USDT is realized, before fees; paper trading (dry run) sends no order",
        "1 open orders are cancelled in the engine's books",
      ], caveats: [caveat],
      calls: [.init("1 position", "/orders/close-all-positions", nil, list, sees: paper)], facts: ["p1 long 0.5"],
      binding: [], prices: [90]),
    ExpectedPlan(
      name: "at the exchange without an order", operation: .closeAllPositions,
      bodies: rows(row("z"), row("a", "ETHUSDT")).merging(OperationBench.live()) { $1 }.merging([
        "/orders?status=open": #"{"orders":[]}"#,
        "/market/ticker?symbol=ETHUSDT": #"{"price":90,"timestamp":"2026-11-21T01:47:00"}"#,
      ]) { $1 }, title: "close every position",
      changes: ["BTCUSDT: long 0.5 at 90.00 > closed at market", "ETHUSDT: long 0.5 at 90.00 > closed at market"],
      consequences: ["reduce-only market orders realize about -10.00 USDT, before fees and slippage"],
      caveats: [caveat],
      calls: [.init("2 positions", "/orders/close-all-positions", nil, list, sees: whole)],
      facts: ["a long 0.5", "z long 0.5"], binding: [], prices: [90, 90]),
    ExpectedPlan(
      name: "stopped", operation: .closeAllPositions, bodies: OperationBench.engine("STOPPED"),
      title: "close every position", refusal: stopped, next: exchange),
  ]

  private static let none = "the engine lists no open position"
  private static let unasked = "; what the exchange holds cannot be asked from here"
  private static let noRisk = ["/risk/status": #"{"killswitch_triggered":false,"current_positions":0}"#]

  private static func closed(_ at: String) -> OperationBench.Bodies {
    let ghost = #""event_kind":"closed_position","closed_at":"2026-11-21T\#(at)","realized_pnl":0}"#
    return ["/trading/history?limit=500": #"{"history":[\#(row("g").dropLast(1)),\#(ghost)]}"#]
  }

  private static func empty(_ changes: OperationBench.Bodies...) -> OperationBench.Bodies {
    changes.reduce(rows().merging(noRisk) { $1 }) { $0.merging($1) { $1 } }
  }

  private static let empties: [ExpectedPlan] = [
    ExpectedPlan(
      name: "nothing is open", operation: .closeAllPositions, bodies: empty(), title: "close every position",
      unchanged: [none]),
    ExpectedPlan(
      name: "a dry run has dropped one", operation: .closeAllPositions, bodies: empty(closed("01:46:00")),
      title: "close every position", unchanged: [none]),
    ExpectedPlan(
      name: "one was dropped long ago", operation: .closeAllPositions, bodies: empty(closed("01:20:00")),
      title: "close every position", unchanged: [none]),
    ExpectedPlan(
      name: "at the exchange one was dropped", operation: .closeAllPositions,
      bodies: empty(closed("01:46:00"), OperationBench.live()), title: "close every position", unchanged: [none],
      doubt: "the engine holds none in its books, but dropped 1 position without a fill (BTCUSDT long)" + unasked),
  ]

  private static let cancels: [ExpectedPlan] = [
    ExpectedPlan(
      name: "a dry run, by a beginning and twice", operation: .cancelOrders(["or", "or1"]),
      bodies: ["/orders": #"{"orders":[\#(OperationBench.order.replacing("o1", with: "or1"))]}"#],
      title: "cancel or, or1",
      changes: ["or1: BTCUSDT buy 1 at 88.00, placed > cancelled in the engine's books"], caveats: [local],
      calls: [.init("or1", "/orders/cancel", ["order_id": "or1"], .query(.order, "or1"))]),
    ExpectedPlan(
      name: "one of two, at the exchange", operation: .cancelOrders(["done", "wait"]),
      bodies: OperationBench.live(isTestnet: true).merging([
        "/orders":
          #"{"orders":[{"order_id":"wait","symbol":"A","side":"sell","status":"pending"},{"order_id":"done","symbol":"B","status":"cancelled"}]}"#
      ]) { $1 }, title: "cancel done, wait",
      changes: ["wait: A sell of unknown size, pending > cancelled in the engine's books"],
      caveats: [local, "an order that is cancelled here can still fill there"],
      unchanged: ["done is cancelled already"],
      calls: [.init("wait", "/orders/cancel", ["order_id": "wait"], .query(.order, "wait"))]),
    ExpectedPlan(
      name: "stopped", operation: .cancelOrders(["a"]), bodies: OperationBench.engine("STOPPED"), title: "cancel a",
      refusal: stopped, next: exchange),
    ExpectedPlan(
      name: "a dry run", operation: .cancelAllOrders, title: "cancel every open order",
      changes: ["o1: BTCUSDT buy 1 at 88.00, placed > cancelled in the engine's books"], caveats: [local],
      calls: [.init("1 orders", "/orders/cancel-all", [:], open)], facts: ["o1"], binding: []),
    ExpectedPlan(
      name: "at the exchange, the filled left out", operation: .cancelAllOrders,
      bodies: OperationBench.live().merging([
        "/orders":
          #"{"orders":[{"order_id":"z","symbol":"A","side":"sell","status":"partially_filled","size":2},{"order_id":"f","symbol":"B","status":"filled"},{"symbol":"C","side":"buy","status":"placed","size":1}]}"#
      ]) { $1 }, title: "cancel every open order",
      changes: [
        "z: A sell 2, partially_filled > cancelled in the engine's books",
        "C: C buy 1, placed > cancelled in the engine's books",
      ], caveats: [local, "an order that is cancelled here can still fill there"],
      calls: [
        .init("2 orders", "/orders/cancel-all", ["confirm_phrase": "I_UNDERSTAND_LIVE_TRADING"], open)
      ], facts: ["C", "z"], binding: []),
    ExpectedPlan(
      name: "none is open", operation: .cancelAllOrders, bodies: ["/orders": #"{"orders":[]}"#],
      title: "cancel every open order", unchanged: ["the engine lists no open order"]),
    ExpectedPlan(
      name: "stopped", operation: .cancelAllOrders, bodies: OperationBench.engine("STOPPED"),
      title: "cancel every open order", refusal: stopped, next: exchange),
  ]

  @Test(arguments: closes + closeAlls + empties + cancels)
  func `each says what it would do, and does no other`(expected: ExpectedPlan) async throws {
    try await expected.check()
  }

  /// Each figure beside the list speaks for itself.
  @Test(arguments: [
    (["/trading/history?limit=500": "no JSON"], "/trading/history"),
    (["/risk/status": "no JSON"], "/risk/status"),
    (["/risk/status": #"{"killswitch_triggered":false,"current_positions":2}"#], "2"),
  ])
  func `an empty list is doubted where something else does not agree`(
    changes: [String: String], word: String
  ) async throws {
    let plan = try await OperationBench.plan(.closeAllPositions, Self.empty(changes))
    #expect(plan.unchanged == [Self.none] && plan.steps.isEmpty && plan.doubt?.contains(word) == true, "\(plan)")
    #expect(plan.doubt?.hasSuffix(Self.unasked) == false, "a dry run has no exchange")
    let live = try await OperationBench.plan(
      .closeAllPositions, Self.empty(changes, OperationBench.live()))
    #expect(live.doubt?.hasSuffix(Self.unasked) == true)
  }

  @Test(arguments: [
    (EngineOperation.closePositions(["x"]), "/orders/positions"), (.closeAllPositions, "/orders/positions"),
    (.cancelOrders(["x"]), "/orders"), (.cancelAllOrders, "/orders"),
    (.setStrategies(["x"], enabled: true), "/strategies"), (.setParameters("x", [:]), "/strategies"),
    (.setLimits([("x", "1")]), "/risk/limits"), (.configure([("x", "1")], isForced: true), "/config/current"),
    (.clearGovernor(symbol: nil, isForced: true), "/risk/governor/status"),
    (.quarantine("BTCUSDT", reason: "x"), "/risk/governor/status"),
  ])
  func `nothing is planned with a list that did not come`(operation: EngineOperation, path: String) async throws {
    do {
      _ = try await OperationBench.plan(operation, [path: "no JSON"])
      #expect(Bool(false), "planned")
    } catch let EngineError.brokenContract(detail) {
      #expect(detail.endpoint == "/api/v1" + path)
    }
  }

  @Test func `a name that fits several orders is none`() async throws {
    let list = ["/orders": #"{"orders":[{"order_id":"ab1","symbol":"A"},{"order_id":"ab2","symbol":"A"}]}"#]
    await #expect(throws: EngineError.ambiguous(kind: "order", name: "ab", matches: ["ab1", "ab2"])) {
      try await OperationBench.plan(.cancelOrders(["ab"]), list)
    }
    await #expect(throws: EngineError.notFound(kind: "order", name: "c", known: ["ab1", "ab2"])) {
      try await OperationBench.plan(.cancelOrders(["ab1", "c"]), list)
    }
    await #expect(throws: EngineError.notFound(kind: "position", name: "eth", known: ["BTCUSDT"])) {
      try await OperationBench.plan(.closePositions(["btc", "eth"]))
    }
  }
}
