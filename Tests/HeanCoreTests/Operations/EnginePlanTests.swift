import Foundation
import Testing

@testable import HeanCore

/// Starting, stopping and what lies between: what each plans in each state.
struct EnginePlanTests {
  private static let memory = "cash, positions and daily counters in the engine's memory start anew"
  private static let orphans =
    memory + "; positions at the exchange look like orphans to it and are closed after about four minutes"
  private static let lost = "1 open position and 1 open order of paper trading (dry run) are forgotten" + named
  private static let left = "1 open position and 1 open order stay, without the engine's exits" + named
  /// What is forgotten, by name and with its value.
  private static let named = ": BTCUSDT long 0.5, 45.00 USDT"
  private static let sentAgain: NextStep =
    "unfilled orders are sent again whatever is stopped: this does not end that, only the end of the engine does: \(.operation(.panic))"
  private static let status = NextStep.query(.status)
  private static let openFacts = ["p1 long 0.5", "o1"]
  private static let phrase: JSONValue = ["confirm_phrase": "I_UNDERSTAND_LIVE_TRADING"]

  private static let eight = Array(repeating: "BTCUSDT long 0.5", count: 8).joined(separator: ", ")

  private static func row(_ id: String, price: String = "90") -> String {
    #"{"position_id":"\#(id)","symbol":"BTCUSDT","side":"long","size":0.5,"entry_price":100,"current_price":\#(price)}"#
  }

  /// - Parameter names: what is said of the positions that are forgotten.
  private static func stop(_ name: String, _ rows: [String], _ names: String) -> ExpectedPlan {
    ExpectedPlan(
      name: name, operation: .stopEngine,
      bodies: ["/orders/positions": #"{"positions":[\#(rows.joined(separator: ","))]}"#], title: "stop the engine",
      changes: ["engine: RUNNING > STOPPED"],
      consequences: [
        "\(rows.count) open positions and 1 open order of paper trading (dry run) are forgotten" + names
      ], caveats: ["stop closes no position and cancels no order"],
      calls: [.init("engine", "/engine/stop", [:], status, sees: [])],
      facts: ["engine=RUNNING"] + (1...rows.count).map { "p\($0) long 0.5" } + ["o1"], binding: [])
  }

  /// - Parameter caveat: what is said of orders that are sent again.
  private static func pause(_ name: String, orders: Int, accepted: Int, _ caveat: NextStep) -> ExpectedPlan {
    let minute = #"{"orders_created":\#(orders),"decisions_create":\#(accepted)}"#
    return ExpectedPlan(
      name: name, operation: .pauseEngine,
      bodies: ["/trading/metrics": #"{"counters":{"last_1m":\#(minute)}}"#], title: "pause the engine",
      changes: ["engine: RUNNING > PAUSED"],
      caveats: [
        "pause does not stop orders by default: signals go on being accepted",
        "what does stop them: \(.operation(.triggerKillSwitch)), or \(.operation(.engineStop))", caveat,
      ], calls: [.init("engine", "/engine/pause", [:], status, sees: [])])
  }

  private static let plans: [ExpectedPlan] = [
    ExpectedPlan(
      name: "stopped", operation: .startEngine, bodies: OperationBench.engine("STOPPED"), title: "start the engine",
      changes: ["engine: STOPPED > RUNNING"],
      consequences: ["strategies begin to trade: the engine did not tell: treat it as real money", orphans],
      calls: [.init("engine", "/engine/start", phrase, status, sees: [])]),
    ExpectedPlan(
      name: "a stopped dry run", operation: .startEngine,
      bodies: ["/engine/status": ScriptedEngine.engine("STOPPED")], title: "start the engine",
      changes: ["engine: STOPPED > RUNNING"],
      consequences: ["strategies begin to trade: paper trading, orders stay on the engine's paper broker", memory],
      calls: [.init("engine", "/engine/start", [:], status, sees: [])]),
    ExpectedPlan(
      name: "after a failed start", operation: .startEngine,
      bodies: ["/engine/status": ScriptedEngine.engine("ERROR")], title: "start the engine",
      changes: ["engine: ERROR > RUNNING"],
      consequences: ["strategies begin to trade: paper trading, orders stay on the engine's paper broker", memory],
      caveats: [
        "parts of the failed start stay subscribed, and orders can be sent twice: restart the process instead"
      ], calls: [.init("engine", "/engine/start", [:], status, sees: [])]),
    ExpectedPlan(
      name: "up", operation: .startEngine, bodies: OperationBench.engine("PAUSED"), title: "start the engine",
      unchanged: ["the engine is up already (PAUSED)"]),
    ExpectedPlan(
      name: "running", operation: .stopEngine, title: "stop the engine", changes: ["engine: RUNNING > STOPPED"],
      consequences: [lost], caveats: ["stop closes no position and cancels no order"],
      calls: [.init("engine", "/engine/stop", [:], status, sees: [])], facts: ["engine=RUNNING"] + openFacts,
      binding: []),
    stop(
      "a position without a price is named without a value", [row("p1", price: "null"), row("p2")],
      ": BTCUSDT long 0.5, BTCUSDT long 0.5"),
    stop("eight are named", (1...8).map { row("p\($0)") }, ": \(eight), 360.00 USDT"),
    stop("of nine the last is counted", (1...9).map { row("p\($0)") }, ": \(eight) and 1 more, 405.00 USDT"),
    ExpectedPlan(
      name: "without lists", operation: .stopEngine,
      bodies: ["/orders/positions": "no JSON", "/orders?status=open": "no JSON"], title: "stop the engine",
      changes: ["engine: RUNNING > STOPPED"],
      consequences: ["? open positions and ? open orders of paper trading (dry run) are forgotten"],
      caveats: ["stop closes no position and cancels no order"],
      calls: [.init("engine", "/engine/stop", [:], status, sees: [])], binding: []),
    ExpectedPlan(
      name: "stopped", operation: .stopEngine, bodies: OperationBench.engine("STOPPED"), title: "stop the engine",
      unchanged: ["the engine is not running (STOPPED)"]),
    ExpectedPlan(
      name: "paused", operation: .lockProfit, bodies: OperationBench.engine("PAUSED"), title: "lock profit",
      changes: ["engine: PAUSED > STOPPED"], consequences: [lost],
      caveats: [
        "lock-profit closes nothing: all that the engine does is stop", "stop closes no position and cancels no order",
      ], calls: [.init("engine", "/engine/lock-profit", nil, status, sees: [])],
      facts: ["engine=PAUSED"] + openFacts, binding: []),
    ExpectedPlan(
      name: "running", operation: .pauseEngine, title: "pause the engine", changes: ["engine: RUNNING > PAUSED"],
      caveats: [
        "pause does not stop orders by default: signals go on being accepted",
        "what does stop them: \(.operation(.triggerKillSwitch)), or \(.operation(.engineStop))", sentAgain,
      ], calls: [.init("engine", "/engine/pause", [:], status, sees: [])]),
    pause("an order for each signal", orders: 3, accepted: 3, sentAgain),
    pause(
      "an order more", orders: 4, accepted: 3,
      "1 order was sent again in the last minute: this does not end that, only the end of the engine does: \(.operation(.panic))"
    ),
    pause(
      "orders without a signal", orders: 2, accepted: 0,
      "2 orders were sent again in the last minute: this does not end that, only the end of the engine does: \(.operation(.panic))"
    ),
    ExpectedPlan(
      name: "stopped", operation: .pauseEngine, bodies: OperationBench.engine("STOPPED"), title: "pause the engine",
      refusal: "the engine is not running: there is nothing to pause", next: status),
    ExpectedPlan(
      name: "paused", operation: .resumeEngine, bodies: OperationBench.engine("PAUSED"), title: "resume the engine",
      changes: ["engine: PAUSED > RUNNING", "stop_trading: not set > not set"],
      caveats: ["resume clears neither a kill switch nor the latch behind it"],
      calls: [.init("engine", "/engine/resume", nil, status)]),
    ExpectedPlan(
      name: "running with the flag", operation: .resumeEngine, bodies: OperationBench.risk(stop: true),
      title: "resume the engine", changes: ["engine: RUNNING > RUNNING", "stop_trading: set > not set"],
      caveats: ["resume clears neither a kill switch nor the latch behind it"],
      calls: [.init("engine", "/engine/resume", nil, status)]),
    ExpectedPlan(
      name: "running, the flag not told", operation: .resumeEngine, bodies: OperationBench.risk(stop: nil),
      title: "resume the engine", changes: ["engine: RUNNING > RUNNING", "stop_trading: not known > not set"],
      caveats: ["resume clears neither a kill switch nor the latch behind it"],
      calls: [.init("engine", "/engine/resume", nil, status)]),
    ExpectedPlan(
      name: "stopped", operation: .resumeEngine, bodies: OperationBench.engine("STOPPED"), title: "resume the engine",
      refusal: "the engine is not running (STOPPED): a resume would block every later engine verb until its process is "
        + "restarted", next: .operation(.engineStart)),
  ]

  private static let restarts: [ExpectedPlan] = [
    ExpectedPlan(
      name: "a dry run", operation: .restartEngine, title: "restart the engine",
      changes: ["engine: RUNNING > RUNNING, with fresh memory"],
      consequences: [lost, memory, halts],
      caveats: restartCaveats, calls: [restart], facts: ["engine=RUNNING"] + openFacts, binding: ["BTCUSDT long 0.5"]),
    ExpectedPlan(
      name: "at the exchange", operation: .restartEngine, bodies: OperationBench.live(), title: "restart the engine",
      changes: ["engine: RUNNING > RUNNING, with fresh memory"], consequences: [left, orphans, halts],
      caveats: restartCaveats, calls: [restart], facts: ["engine=RUNNING"] + openFacts, binding: ["BTCUSDT long 0.5"]),
    ExpectedPlan(
      name: "stopped", operation: .restartEngine, bodies: OperationBench.engine("STOPPED"),
      title: "restart the engine", changes: ["engine: STOPPED > RUNNING, with fresh memory"],
      consequences: ["? open positions and ? open orders stay, without the engine's exits", orphans, halts],
      caveats: restartCaveats, calls: [restart], binding: ["positions not known"]),
    ExpectedPlan(
      name: "running", operation: .killEngine, title: "kill the engine: close everything, then stop",
      changes: ["engine: RUNNING > STOPPED", "positions: 1 > 0", "orders: 1 > 0"], caveats: killCaveats,
      calls: [.init("engine and 1 positions", "/engine/kill", nil, status, sees: [.metrics, .events])],
      facts: ["engine=RUNNING", "positions=1", "orders=1"] + openFacts, binding: [], prices: [90]),
    ExpectedPlan(
      name: "without lists", operation: .killEngine,
      bodies: ["/orders/positions": "no JSON", "/orders?status=open": "no JSON"],
      title: "kill the engine: close everything, then stop",
      changes: ["engine: RUNNING > STOPPED", "positions: ? > 0", "orders: ? > 0"], caveats: killCaveats,
      calls: [.init("engine and ? positions", "/engine/kill", nil, status, sees: [.metrics, .events])], binding: []),
    ExpectedPlan(
      name: "stopped", operation: .killEngine, bodies: OperationBench.engine("STOPPED"),
      title: "kill the engine: close everything, then stop",
      refusal: "the engine is not running: it would answer 'killed' and close nothing",
      next: "look at the exchange itself, or start the engine first: \(.operation(.engineStart))"),
    ExpectedPlan(
      name: "halted", operation: .resetHalt, bodies: OperationBench.risk(stop: true),
      title: "reset the reconciler's halt", changes: ["stop_trading: set > not set"],
      caveats: ["the latch that a halt leaves behind stays: only a restart of the engine clears it"],
      calls: [.init("reconciler", "/engine/reset-halt", nil, .query(.killSwitch))]),
    ExpectedPlan(
      name: "not halted", operation: .resetHalt, title: "reset the reconciler's halt",
      changes: ["stop_trading: not set > not set"],
      caveats: ["the latch that a halt leaves behind stays: only a restart of the engine clears it"],
      calls: [.init("reconciler", "/engine/reset-halt", nil, .query(.killSwitch))]),
    ExpectedPlan(
      name: "stopped", operation: .resetHalt, bodies: OperationBench.engine("STOPPED"),
      title: "reset the reconciler's halt", refusal: "the engine is not running", next: .operation(.engineStart)),
  ]
  private static let halts =
    "every halt ends: the new engine takes signals at once, after an emergency stop as well"
  private static let restartCaveats: [NextStep] = [
    "an emergency stop, if one was used, still shows in /health and stops nothing any more",
    "to stay halted: \(.operation(.panic))",
  ]
  private static let restart = ExpectedPlan.Call(
    "engine", "/engine/restart", nil, status, sees: [.decisions, .equityHistory])
  private static let killCaveats: [NextStep] = [
    "the counts that it answers are attempts, not fills", "orders are cancelled in the engine's books only",
    "a stopped engine lists no position whatever is true: '\(.operation(.panic))' closes while the engine can still be asked",
  ]

  @Test(arguments: plans + restarts)
  func `each says what it would do, and does no other`(expected: ExpectedPlan) async throws {
    try await expected.check()
  }

  @Test(arguments: [
    ("start the engine", EngineOperation.startEngine), ("stop the engine", .stopEngine), ("lock profit", .lockProfit),
    ("pause the engine", .pauseEngine), ("resume the engine", .resumeEngine), ("restart the engine", .restartEngine),
    ("kill the engine: close everything, then stop", .killEngine),
  ])
  func `none acts on a state that is not known well enough`(title: String, operation: EngineOperation) async throws {
    let busy = ["/engine/status": #"{"status":"busy","engine_state":"BUSY","running":true}"#]
    let novel = ["/engine/status": #"{"status":"x","engine_state":"WARMING","running":true}"#]
    for (bodies, reason, next) in [
      (busy, "the engine is starting or stopping (BUSY)", "wait, then look with: \(.query(.status))" as NextStep),
      (novel, "the engine is in a state unknown to hean: WARMING", .query(.status)),
      (["/engine/status": "no JSON"], "the engine does not tell its state", .query(.health)),
    ] {
      try await ExpectedPlan(
        name: reason, operation: operation, bodies: bodies, title: title,
        caveats: title == "lock profit" ? ["lock-profit closes nothing: all that the engine does is stop"] : [],
        refusal: reason, next: next
      ).check()
    }
  }

  private static let kinds: [(EngineOperation, OperationName, EngineOperation.Severity, Set<SnapshotPart>)] = [
    (
      EngineOperation.startEngine, OperationName.engineStart, EngineOperation.Severity.severe,
      [.exchange] as Set<SnapshotPart>
    ),
    (.stopEngine, .engineStop, .ordinary, [.positions, .openOrders, .refusals]),
    (.lockProfit, .engineLockProfit, .severe, [.positions, .openOrders, .refusals]),
    (.pauseEngine, .enginePause, .ordinary, [.metrics]),
    (.resumeEngine, .engineResume, .ordinary, [.risk, .decisions]),
    (
      .restartEngine, .engineRestart, .severe,
      [.positions, .openOrders, .decisions, .equityHistory, .refusals, .exchange]
    ),
    (.killEngine, .engineKill, .severe, [.positions, .metrics, .events, .refusals, .openOrders, .exchange]),
    (.resetHalt, .engineResetHalt, .ordinary, [.risk, .decisions]),
    (.closeAllPositions, .closeAllPositions, .severe, closeAllParts),
    (
      .closePositions(["a"]), .closePositions, .severe,
      [.positions, .metrics, .events, .refusals, .exchange, .heldPrices(["a"])]
    ),
    (.cancelOrders(["a"]), .cancelOrders, .ordinary, [.allOrders, .exchange]),
    (.cancelAllOrders, .cancelAllOrders, .severe, [.allOrders, .exchange]),
    (.triggerKillSwitch, .triggerKillSwitch, .severe, [.killSwitch, .metrics]),
    (.resetKillSwitch(isForced: false), .resetKillSwitch, .severe, resetParts),
    (.clearGovernor(symbol: nil, isForced: true), .clearGovernor, .severe, [.governor, .risk, .positions]),
    (.quarantine("A", reason: "x"), .quarantine, .ordinary, [.governor, .ticker("A"), .positions]),
    (.setStrategies(["a"], enabled: true), .enableStrategies, .ordinary, [.strategies]),
    (.setStrategies(["a"], enabled: false), .disableStrategies, .ordinary, [.strategies]),
    (.setParameters("a", [:]), .setParameters, .ordinary, [.strategies]),
    (.configure([], isForced: false), .setConfiguration, .severe, [.configuration]),
    (.setLimits([]), .setLimits, .severe, [.limits]),
  ]

  @Test(arguments: kinds)
  func `each has its name, its weight and what it has to see`(
    operation: EngineOperation, name: OperationName, severity: EngineOperation.Severity, parts: Set<SnapshotPart>
  ) {
    #expect(operation.name == name && operation.severity == severity)
    #expect(operation.parts == parts.union([.engine]))
  }

  private static let closeAllParts: Set<SnapshotPart> = [
    .positions, .metrics, .events, .refusals, .exchange, .openOrders, .closed, .risk, .equityHistory, .heldPrices([]),
  ]
  private static let resetParts: Set<SnapshotPart> = [.killSwitch, .governor, .decisions, .positions]

  @Test func `those that are reached for in an emergency are known`() {
    let all: [EngineOperation] = [
      .startEngine, .stopEngine, .lockProfit, .pauseEngine, .resumeEngine, .restartEngine, .killEngine, .resetHalt,
      .closePositions(["a"]), .closeAllPositions, .cancelOrders(["a"]), .cancelAllOrders, .triggerKillSwitch,
      .resetKillSwitch(isForced: true), .setLimits([]), .quarantine("A", reason: "x"),
    ]
    let stops: Set<OperationName> = [
      .engineStop, .enginePause, .engineKill, .triggerKillSwitch, .cancelAllOrders,
      .closeAllPositions,
    ]
    #expect(Set(all.filter(\.isStop).map(\.name)) == stops)
    #expect(Set(all.filter(\.isExit).map(\.name)) == stops.union([.closePositions]))
  }
}
