import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Filters, limits, rejections and fills, word for word.
struct OrderGateTests {
  private static func counted(_ reasons: [String: Int], created: Int = 0) -> Told {
    let signals = reasons.values.reduce(created, +)
    return .says(.metrics, Told.metricsBody(signals: signals, created: created, reasons: reasons))
  }

  private static func refusals(_ minutes: Int, _ body: String) -> Told { .says(.rejections(minutes: minutes), body) }
  private static let regime =
    #"{"total_rejections":6,"by_reason":{"regime_reject":3,"spread_reject":2,"edge_reject":1}}"#
  private static let worst = "regime_reject, the strategy does not trade in this regime"
  private static let told = [
    "/telemetry/signal-rejections: regime_reject × 3 in 5m: the strategy does not trade in this regime",
    "/telemetry/signal-rejections: spread_reject × 2 in 5m: the spread is wider than 12 bps",
  ]
  private static let nothing = "nothing to see on a stopped engine"

  private static let filters: [GateCase] = [
    GateCase("none", .open, "no filter reports a refusal in 5 minutes", ["/trading/metrics: no refusals in 5m"]),
    GateCase(
      "since the start", [.says(.filterBlocks, #"{"top_reasons":[{"reason":"edge_reject","count":7}]}"#)], .open,
      "no filter reports a refusal in 5 minutes",
      ["/analytics/blocks: edge_reject × 7 since start: the expected edge is too small"]),
    GateCase(
      "some ideas", [refusals(5, regime)], .narrowed, "filters turn some ideas down: \(worst)",
      told + ["/trading/metrics: no refusals in 5m"], step: .query(.reasons, "regime_reject")),
    GateCase(
      "every idea", [refusals(5, regime), counted([:])], .closed,
      "filters turn every idea down before it is a signal: \(worst)", told + ["/trading/metrics: no refusals in 5m"],
      step: .query(.reasons, "regime_reject")),
    GateCase(
      "a total without reasons", [refusals(5, #"{"total_rejections":3}"#)], .open,
      "no filter reports a refusal in 5 minutes", ["/trading/metrics: no refusals in 5m"]),
    GateCase(
      "reasons without a total", [refusals(5, #"{"by_reason":{"regime_reject":2}}"#)], .open,
      "no filter reports a refusal in 5 minutes", ["/trading/metrics: no refusals in 5m"]),
    GateCase(
      "the physics", [counted(["PHYSICS_BLOCK": 3]), .state()], .closed,
      "a filter turns every signal down: PHYSICS_BLOCK, the market is noise to the physics model",
      ["/trading/metrics: PHYSICS_BLOCK × 3 in 5m: the market is noise to the physics model"],
      step: .query(.why, options: .watch)),
    .stopped(nothing),
  ]

  @Test(arguments: filters + GateCase.failed(.metrics, "/trading/metrics"))
  func `filters gate`(item: GateCase) throws { try item.check(.filters) }

  @Test func `ideas that died in filters are counted beside signals`() throws {
    let diagnosis = Diagnosis(
      try .staged([
        Self.refusals(1, #"{"total_rejections":1}"#), Self.refusals(5, Self.regime),
        Self.refusals(60, #"{"total_rejections":9}"#),
      ]), now: Seen.now)
    let rejections = diagnosis.gates.first { $0.id == .filters }?.rejections
    #expect(rejections == Rejections(oneMinute: 1, fiveMinutes: 6, oneHour: 9, isAtLeast: true))
  }

  private static func risk(_ members: String) -> Told {
    .says(.riskStatus, #"{"killswitch_triggered":false,\#(members)}"#)
  }
  private static let held = #"{"symbol":"BTCUSDT","side":"short"}"#
  private static let slots = "0 of 10 positions, 0 of 20 open orders"

  private static let limits: [GateCase] = [
    GateCase("room", .open, slots, ["/risk/status: \(slots)"]),
    GateCase(
      "no slot for a position", [.risk(open: 10)], .closed, "all 10 position slots are taken",
      ["/risk/status: 10 of 10 positions, 0 of 20 open orders"],
      step: "wait until one of them closes, or: \(.operation(.setLimits, "max_open_positions=11"))"),
    GateCase(
      "a live engine takes limits from its configuration",
      [.engine(isLive: true), .says(.settings, #"{"bybit_testnet":true}"#), .risk(open: 10)], .closed,
      "all 10 position slots are taken", ["/risk/status: 10 of 10 positions, 0 of 20 open orders"],
      step: "wait until one of them closes, or: \(.operation(.setConfiguration, "max_open_positions=11"))"),
    GateCase(
      "one slot left", [.risk(open: 9)], .open, "9 of 10 positions, 0 of 20 open orders",
      ["/risk/status: 9 of 10 positions, 0 of 20 open orders"]),
    GateCase(
      "no slot for an order", [.risk(orders: 20)], .closed,
      "all 20 order slots are taken, some perhaps by orders that have ended",
      ["/risk/status: 0 of 10 positions, 20 of 20 open orders"],
      step:
        "look for old ones: \(.query(.orders, options: .status("open"))); their slots are freed by: \(.operation(.engineRestart))"
    ),
    GateCase(
      "one slot left for an order", [.risk(orders: 19)], .open, "0 of 10 positions, 19 of 20 open orders",
      ["/risk/status: 0 of 10 positions, 19 of 20 open orders"]),
    GateCase(
      "four codes, of which three are told",
      [counted(["DAILY_LIMIT": 9, "RISK_BLOCKED": 8, "LIMIT_REACHED": 7, "EXPOSURE_LIMIT": 6], created: 1), .state()],
      .narrowed, "a limit turns some signals down: DAILY_LIMIT, the strategy's attempts for this UTC day are used up",
      [
        "/trading/metrics: DAILY_LIMIT × 9 in 5m: the strategy's attempts for this UTC day are used up",
        "/trading/metrics: RISK_BLOCKED × 8 in 5m: the final risk limits said no",
        "/trading/metrics: LIMIT_REACHED × 7 in 5m: all position or order slots are taken", "/risk/status: \(slots)",
      ], step: .query(.strategies)),
    GateCase(
      "no counts", [risk(#""max_open_positions":10"#)], .unknown, "the engine gave no counts",
      ["/risk/status: ? of 10 positions, ? of ? open orders"]),
    GateCase(
      "no limit", [risk(#""current_positions":1"#)], .unknown, "the engine gave no counts",
      ["/risk/status: 1 of ? positions, ? of ? open orders"]),
    GateCase(
      "the symbol has one", [.state(positions: [held])], of: DiagnosisScope(symbol: "btcusdt"), .narrowed,
      "btcusdt has a short position already, and one a symbol is the rule", ["/risk/status: \(slots)"],
      step: .query(.position, "btcusdt")),
    GateCase(
      "another has one", [.state(positions: [held])], of: DiagnosisScope(symbol: "ETHUSDT"), .open, slots,
      ["/risk/status: \(slots)"]),
    GateCase(
      "signals for what is held", [counted(["SYMBOL_BLOCKED": 4]), .state(positions: [held])], .narrowed,
      "signals came only for symbols that have a position already",
      [
        "/trading/metrics: SYMBOL_BLOCKED × 4 in 5m: the symbol has a position already or is quarantined",
        "/risk/status: \(slots)",
      ], step: .query(.positions)),
    GateCase(
      "and for others", [counted(["SYMBOL_BLOCKED": 4, "DAILY_LIMIT": 1]), .state(positions: [held])], .closed,
      "a limit turns every signal down: SYMBOL_BLOCKED, the symbol has a position already or is quarantined",
      [
        "/trading/metrics: SYMBOL_BLOCKED × 4 in 5m: the symbol has a position already or is quarantined",
        "/trading/metrics: DAILY_LIMIT × 1 in 5m: the strategy's attempts for this UTC day are used up",
        "/risk/status: \(slots)",
      ], step: .query(.positions)),
    GateCase(
      "a code of its own", [counted(["MOON_PHASE": 3]), .state()], .closed,
      "a limit turns every signal down: MOON_PHASE, a code unknown to hean",
      ["/trading/metrics: MOON_PHASE × 3 in 5m: a code unknown to hean", "/risk/status: \(slots)"],
      step: .query(.funnel)),
    .stopped(nothing),
  ]

  @Test(arguments: limits + GateCase.failed(.riskStatus, "/risk/status"))
  func `limits gate`(item: GateCase) throws { try item.check(.limits) }

  /// Orders of five minutes, and what is told of the last one.
  private static func ordered(
    _ created: Int, filled: Int = 0, cancelled: Int = 0, rejected: Int = 0, minute: String = ""
  ) -> Told {
    .says(
      .metrics,
      #"{"counters":{"last_5m":{"signals_total":9,"decisions_create":9,"orders_created":\#(created),"#
        + #""orders_filled":\#(filled),"orders_rejected":\#(rejected),"orders_cancelled":\#(cancelled)}\#(minute)}}"#)
  }
  private static let log: NextStep = "read the engine's log: rejections carry no reason on the wire"

  private static let rejects: [GateCase] = [
    GateCase("none", .open, "no order was rejected", ["/trading/metrics: 0 rejected, 10 filled in 5m"]),
    GateCase(
      "all", [ordered(4, rejected: 4)], .closed, "the router or the exchange rejects orders, and none fills",
      ["/trading/metrics: 4 rejected, 0 filled in 5m"], step: log),
    GateCase(
      "some", [ordered(4, filled: 1, rejected: 3)], .narrowed, "3 orders were rejected",
      ["/trading/metrics: 3 rejected, 1 filled in 5m"], step: log),
    .stopped(nothing),
  ]

  @Test(arguments: rejects + GateCase.failed(.metrics, "/trading/metrics"))
  func `rejects gate`(item: GateCase) throws { try item.check(.rejects) }

  private static let live: [Told] = [.engine(isLive: true), .says(.settings, #"{"bybit_testnet":true}"#)]
  private static let queue = #","last_1m":{"orders_created":2,"decisions_create":0,"signals_total":3}"#
  private static let retried =
    "2 orders in the last minute without an accepted signal: unfilled maker orders are sent again, whatever stop is set, "
    + "until they fill or the engine ends"
  private static let twice = "(a dry run counts each twice)"

  private static let fills: [GateCase] = [
    GateCase(
      "they fill", .open, "orders fill", ["/trading/metrics: 10 created, 10 filled \(twice), 0 cancelled in 5m"]),
    GateCase(
      "at the exchange each is counted once", live + [ordered(3, filled: 2, cancelled: 1)], .open, "orders fill",
      ["/trading/metrics: 3 created, 2 filled, 1 cancelled in 5m"]),
    GateCase(
      "one is counted twice as well", [ordered(1, filled: 1)], .open, "orders fill",
      ["/trading/metrics: 1 created, 1 filled \(twice), 0 cancelled in 5m"]),
    GateCase(
      "none was due", [ordered(0)], .open, "no order was due",
      ["/trading/metrics: 0 created, 0 filled, 0 cancelled in 5m"]),
    GateCase(
      "none yet", [ordered(2)], .narrowed, "orders are placed, and none has filled yet",
      ["/trading/metrics: 2 created, 0 filled, 0 cancelled in 5m"], step: .query(.orders, options: .status("open"))),
    GateCase(
      "none, and they end", [ordered(2, cancelled: 1)], .closed, "orders are placed and cancelled, and none fills",
      ["/trading/metrics: 2 created, 0 filled, 1 cancelled in 5m"], step: .query(.orders, options: .status("open"))),
    GateCase(
      "none could fill", [ordered(3, rejected: 4)], .narrowed, "no order filled: all 4 were rejected",
      ["/trading/metrics: 3 created, 0 filled, 0 cancelled, 4 rejected in 5m"],
      step: .query(.orders, options: .status("all"))),
    GateCase(
      "one that was not rejected", [ordered(5, rejected: 4)], .narrowed, "orders are placed, and none has filled yet",
      ["/trading/metrics: 5 created, 0 filled, 0 cancelled, 4 rejected in 5m"],
      step: .query(.orders, options: .status("open"))),
    GateCase(
      "orders that nobody wanted", [ordered(2, minute: queue)], .narrowed, retried,
      ["/trading/metrics: 2 created, 0 filled, 0 cancelled in 5m"], step: .query(.orders, options: .status("open"))),
    GateCase(
      "and a stop, which a restart would end",
      [ordered(2, minute: queue), .says(.killSwitch, #"{"triggered":true}"#), .risk(isTripped: true)], .narrowed,
      retried, ["/trading/metrics: 2 created, 0 filled, 0 cancelled in 5m"], step: .operation(.panic)),
    .stopped(nothing),
  ]

  @Test(arguments: fills + GateCase.failed(.metrics, "/trading/metrics"))
  func `fills gate`(item: GateCase) throws { try item.check(.fills) }

  @Test func `figures stand beside the words, and rejections are counted as deaths`() throws {
    let gates = Diagnosis(try .staged([Self.ordered(5, filled: 2, rejected: 3), .risk(open: 4)]), now: Seen.now).gates
    func gate(_ id: Gate.ID) throws -> Gate { try #require(gates.first { $0.id == id }) }
    #expect(try gate(.rejects).rejections == Rejections(oneMinute: 0, fiveMinutes: 3, oneHour: 3, isAtLeast: true))
    #expect(try gate(.rejects).evidence.first?.value == 3 && gate(.fills).evidence.first?.value == 2)
    #expect(try gate(.limits).evidence.first?.value == 4 && gate(.limits).evidence.first?.threshold == 10)
    #expect(try gate(.strategies).evidence.first?.value == 2 && gate(.signals).evidence.first?.value == 9)
    #expect(try gate(.council).evidence.first?.value == 10)
  }
}
