import Foundation
import Testing

@testable import HeanCore

/// Placing an order and trading there and back: what each plans.
struct PlacePlanTests {
  private static let router: [NextStep] = [
    "the engine publishes a signal; its gates decide, and the size that is traded may differ",
    "an order stands for 45 s at most or a fraction of a second, as the router likes: there is no time in force",
  ]
  private static let market: NextStep = "the router may make a limit order of it; hean tells which it was"
  private static let levels: NextStep =
    "no field for a target or stop is documented: the engine may choose its own, and hean compares"
  private static let lookup = NextStep.query(.orders, options: .status("all"), .symbol("BTCUSDT"))
  private static let unsized = NextStep("give it with \(option: .size)")
  private static let ordersMissing = NextStep("place it at the exchange itself")

  private static func ticket(
    _ size: OrderTicket.Size, _ side: OrderSide = .buy, limit: Decimal? = nil, target: Decimal? = nil,
    stop: Decimal? = nil, symbol: String = "BTCUSDT"
  ) -> EngineOperation {
    .place(OrderTicket(symbol: symbol, side: side, size: size, limit: limit, takeProfit: target, stopLoss: stop))
  }

  private static func call(_ side: String, _ members: [String: JSONValue]) -> ExpectedPlan.Call {
    let body = members.merging(["symbol": "BTCUSDT", "side": .string(side)]) { $1 }
    return .init("BTCUSDT \(side)", "/orders/test", .object(body), lookup, sees: [.allOrders, .decisions])
  }

  private static let money = [
    "/engine/status":
      #"{"status":"running","running":true,"engine_state":"RUNNING","dry_run":true,"equity":10000,"initial_capital":10000,"realized_pnl":0,"unrealized_pnl":0,"total_fees":0}"#,
    "/orders/positions": #"{"positions":[]}"#,
    "/risk/status": #"{"killswitch_triggered":false,"stop_trading":false,"current_positions":0,"equity":10000}"#,
  ]

  /// What an order takes of the account, in an engine that tells no limits and no free margin.
  private static func budget(_ margin: String, stop: String? = nil) -> [String] {
    [
      "margin needed: \(margin) USDT without leverage; the engine chooses one when it judges the signal, and then needs less",
      "free margin after it: not known",
      "loss at the stop: " + (stop.map { "\($0) % of equity" } ?? "not bounded, because no stop is asked for"),
      "limit max_open_positions: not known", "limit max_open_orders: not known",
    ]
  }

  private static let plans: [ExpectedPlan] = [
    ExpectedPlan(
      name: "at market", operation: ticket(.quantity(2)), title: "place buy BTCUSDT 2, price as the router chooses",
      changes: ["BTCUSDT: mark price 90.00 > buy 2"],
      consequences: ["notional 180.00 USDT"] + budget("180.00") + [
        "limit one position a symbol: touched, BTCUSDT long 0.5 is open: a gate may refuse it"
      ],
      caveats: router + [market], calls: [call("buy", ["size": 2])], facts: ["BTCUSDT buy market"], prices: [90]),
    ExpectedPlan(
      name: "a limit by money, with both levels",
      operation: ticket(.notional(100), .sell, limit: 80, target: 60, stop: 88), bodies: money,
      title: "place sell BTCUSDT 1.25 limit 80.00", changes: ["BTCUSDT: mark price 90.00 > sell 1.25"],
      consequences: [
        "notional 100.00 USDT", "at the stop -10.00 USDT", "at the target +25.00 USDT", "reward to risk 2.50",
      ] + budget("100.00", stop: "0.10"), caveats: router + [levels],
      calls: [call("sell", ["size": .number(5 / 4), "price": 80, "take_profit": 60, "stop_loss": 88])],
      facts: ["BTCUSDT sell 80"], prices: [90]),
    ExpectedPlan(
      name: "a part of equity", operation: ticket(.percent(9)), bodies: money,
      title: "place buy BTCUSDT 10, price as the router chooses", changes: ["BTCUSDT: mark price 90.00 > buy 10"],
      consequences: ["notional 900.00 USDT", "9 % of an equity of 10000.00 USDT"] + budget("900.00"),
      caveats: router + [market],
      calls: [call("buy", ["size": 10])], facts: ["BTCUSDT buy market"], prices: [90]),
    ExpectedPlan(
      name: "a size that comes out as nothing", operation: ticket(.notional(1 / 100_000)),
      title: "place buy BTCUSDT", refusal: "the size comes out as zero, or equity is not known", next: unsized),
    ExpectedPlan(
      name: "a size below nothing", operation: ticket(.quantity(-1)), title: "place buy BTCUSDT",
      refusal: "the size comes out as zero, or equity is not known", next: unsized),
    ExpectedPlan(
      name: "a stop that is hit at once", operation: ticket(.quantity(1), stop: 90), title: "place buy BTCUSDT",
      refusal: "a buy at 90.00 with its stop at 90.00 would be stopped at once", next: .query(.positions)),
    ExpectedPlan(
      name: "no price", operation: ticket(.quantity(1), symbol: "XUSDT"), title: "place buy XUSDT",
      refusal: "the engine has no price for 'XUSDT'", next: "check the symbol, e.g. BTCUSDT"),
    ExpectedPlan(
      name: "not in dry run", operation: ticket(.quantity(1)), bodies: OperationBench.live(),
      title: "place buy BTCUSDT",
      refusal: "this engine takes orders from outside only in dry run; it has no endpoint for a plain order",
      next: ordersMissing),
    ExpectedPlan(
      name: "stopped", operation: ticket(.quantity(1)), bodies: OperationBench.engine("STOPPED"),
      title: "place buy BTCUSDT",
      refusal: "the engine is not running (STOPPED): it would answer success to nobody",
      next: .operation(.engineStart)),
    ExpectedPlan(
      name: "not in dry run", operation: trip, bodies: OperationBench.live(),
      title: "trade BTCUSDT buy 0.5 there and back",
      refusal: "this engine takes orders from outside only in dry run; it has no endpoint for a plain order",
      next: ordersMissing),
    ExpectedPlan(
      name: "no price", operation: trip, bodies: ["/market/ticker?symbol=BTCUSDT": #"{"price":null}"#],
      title: "trade BTCUSDT buy 0.5 there and back", refusal: "the engine has no price for 'BTCUSDT'",
      next: "check the symbol, e.g. BTCUSDT"),
    ExpectedPlan(
      name: "a dry run", operation: trip, title: "trade BTCUSDT buy 0.5 there and back",
      changes: ["BTCUSDT: mark price 90.00 > opened and closed on paper"],
      caveats: [
        "it puts a made-up price into the engine's market data",
        "it answers ok even when nothing was opened; hean looks",
      ],
      calls: [
        .init(
          "BTCUSDT round trip", "/orders/test_roundtrip",
          [
            "symbol": "BTCUSDT", "side": "buy", "size": .number(1 / 2), "take_profit_pct": 1, "stop_loss_pct": 2,
            "hold_timeout_sec": 3,
          ], .query(.positions, options: .symbol("BTCUSDT")), sees: [.closed, .events])
      ], prices: [90]),
  ]
  private static let trip = EngineOperation.roundTrip(
    "BTCUSDT", .buy, size: 1 / 2,
    percents: RoundTripLevels(takeProfit: 1, stopLoss: 2, holdSeconds: 3))

  @Test(arguments: plans)
  func `each says what it would do, and does no other`(expected: ExpectedPlan) async throws {
    try await expected.check()
  }

  /// A part of a figure that is wrong is wrong as well.
  @Test func `a part of an equity that cannot be believed is none`() async throws {
    let bent = Self.money.merging([
      "/risk/status": #"{"killswitch_triggered":false,"current_positions":0,"equity":4000}"#,
      "/engine/status": (Self.money["/engine/status"] ?? "").replacing(#""equity":10000"#, with: #""equity":4000"#),
    ]) { $1 }
    let refusal = try await OperationBench.plan(Self.ticket(.percent(9)), bent).refusal
    #expect(refusal?.reason.hasPrefix("a percentage of equity cannot be reckoned: ") == true)
    #expect(refusal?.reason.hasSuffix("; its parts come to 10000.00") == true, "\(String(describing: refusal))")
    #expect(
      refusal?.nextStep == "give the size itself with \(option: .size), or the money with \(option: .notional)")
    #expect(try await OperationBench.plan(Self.ticket(.quantity(1)), bent).steps.count == 1, "a size needs none")
  }

  // MARK: The ticket

  private static func ticket(_ side: OrderSide, target: Decimal? = nil, stop: Decimal? = nil) -> OrderTicket {
    OrderTicket(symbol: "A", side: side, size: .quantity(1), takeProfit: target, stopLoss: stop)
  }

  @Test(
    arguments: [
      (ticket(.buy, target: 101, stop: 99), nil), (ticket(.sell, target: 99, stop: 101), nil), (ticket(.buy), nil),
      (ticket(.buy, stop: 100), "a buy at 100.00 with its stop at 100.00 would be stopped at once"),
      (ticket(.sell, stop: 100), "a sell at 100.00 with its stop at 100.00 would be stopped at once"),
      (ticket(.sell, stop: 99), "a sell at 100.00 with its stop at 99.00 would be stopped at once"),
      (ticket(.buy, target: 100), "a buy at 100.00 has its target at 100.00, on the wrong side"),
      (ticket(.sell, target: 100), "a sell at 100.00 has its target at 100.00, on the wrong side"),
      (ticket(.sell, target: 101), "a sell at 100.00 has its target at 101.00, on the wrong side"),
    ] as [(OrderTicket, String?)])
  func `levels stand on their own sides of the price`(ticket: OrderTicket, problem: String?) {
    #expect(ticket.levelProblem(at: 100) == problem)
  }

  @Test(
    arguments: [
      (.quantity(3), 10, 3), (.quantity(0), 10, nil), (.quantity(-1), 10, nil), (.quantity(3), 0, nil),
      (.notional(100), 30, 3_333_333 / 1_000_000), (.notional(200), 30, 6_666_666 / 1_000_000),
      (.notional(1), 10_000_000, nil),
      (.percent(50), 10, 50), (.percent(50), -10, nil),
    ] as [(OrderTicket.Size, Decimal, Decimal?)])
  func `a size is rounded down, and nothing is no size`(size: OrderTicket.Size, price: Decimal, quantity: Decimal?) {
    let ticket = OrderTicket(symbol: "A", side: .buy, size: size)
    #expect(ticket.quantity(at: price, equity: 1000) == quantity)
    if case .percent = size { #expect(ticket.quantity(at: price, equity: nil) == nil) }
  }
}
