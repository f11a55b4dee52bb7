import Foundation
import Testing

@testable import HeanCore

/// Clearing the governor, releasing and quarantining a symbol.
struct GovernorOperationTests {
  private typealias Bodies = OperationBench.Bodies
  private static let check = NextStep.query(.governor)
  private static let alarm: NextStep =
    "the engine sets stop_trading and raises a false kill-switch alarm with it; neither stops anything"

  private static func governor(
    _ state: String = "NORMAL", _ drawdown: String = "1", listed: String? = "", more: String = ""
  ) -> Bodies {
    let symbols = listed.map { #","quarantined_symbols":[\#($0)]"# } ?? ""
    return [
      "/risk/governor/status": #"{"risk_state":"\#(state)","current_drawdown_pct":\#(drawdown)\#(symbols)\#(more)}"#
    ]
  }

  private static func clear(_ isForced: Bool = false, _ symbol: String? = nil) -> EngineOperation {
    .clearGovernor(symbol: symbol, isForced: isForced)
  }

  private static func call(_ target: String, forced: Bool = false, symbol: JSONValue = .null) -> ExpectedPlan.Call {
    .init(
      target, "/risk/governor/clear", ["confirm": true, "force": .bool(forced), "symbol": symbol], check,
      sees: [.governor])
  }

  private static func merged(_ bodies: Bodies...) -> Bodies { bodies.reduce([:]) { $0.merging($1) { $1 } } }

  private static let flat = ["/orders/positions": #"{"positions":[]}"#]
  private static let title = "clear the governor"

  private static let clears: [ExpectedPlan] = [
    ExpectedPlan(
      name: "braked, and the drawdown is over", operation: clear(), bodies: governor("SOFT_BRAKE", "9.99"),
      title: title, changes: ["governor: SOFT_BRAKE > NORMAL"],
      consequences: ["drawdown is 9.99 %, below the 10 % at which it starts"], caveats: [alarm],
      calls: [call("governor")]),
    ExpectedPlan(
      name: "the drawdown persists, nothing open", operation: clear(),
      bodies: merged(governor("HARD_STOP", "10"), flat),
      title: title,
      refusal: "drawdown is 10 %, and at 10 % and more the governor takes its state again with the next price",
      next: "\(.operation(.engineRestart)); \(option: .force) clears all the same"),
    ExpectedPlan(
      name: "the drawdown persists, by force", operation: clear(true),
      bodies: governor("HARD_STOP", "25", listed: #""B","A""#), title: title,
      changes: ["governor: HARD_STOP > NORMAL", "quarantine: A, B > empty"],
      consequences: [
        "drawdown is 25 %: at 10 % and more it takes its state again with the next price",
        "the open positions stay: 1 open, and signals may add to them",
      ], caveats: [alarm], calls: [call("governor", forced: true)]),
    ExpectedPlan(
      name: "by force, nothing open", operation: clear(true), bodies: merged(governor("QUARANTINE", "12"), flat),
      title: title, changes: ["governor: QUARANTINE > NORMAL"],
      consequences: ["drawdown is 12 %: at 10 % and more it takes its state again with the next price"],
      caveats: [alarm], calls: [call("governor", forced: true)]),
    ExpectedPlan(
      name: "within the hour", operation: clear(),
      bodies: governor("SOFT_BRAKE", more: #","can_clear":false"#), title: title,
      refusal: "the governor may be cleared an hour after it changed its state, and that has not passed",
      next: "wait, or skip the hour with \(option: .force)"),
    ExpectedPlan(
      name: "normal with symbols, whatever the drawdown", operation: clear(),
      bodies: governor(
        "NORMAL", "30", listed: #""A""#), title: title, changes: ["quarantine: A > empty"],
      consequences: ["drawdown is 30 %: at 10 % and more it takes its state again with the next price"],
      caveats: [alarm], calls: [call("governor")]),
    ExpectedPlan(
      name: "normal, and the symbols are not told", operation: clear(), bodies: governor(listed: nil), title: title,
      consequences: ["drawdown is 1 %, below the 10 % at which it starts"], caveats: [alarm],
      calls: [call("governor")]),
    ExpectedPlan(
      name: "a drawdown that is not told", operation: clear(), bodies: governor("SOFT_BRAKE", "null"), title: title,
      changes: ["governor: SOFT_BRAKE > NORMAL"], caveats: [alarm], calls: [call("governor")]),
    ExpectedPlan(name: "normal", operation: clear(), title: title, unchanged: ["the governor is NORMAL"]),
    ExpectedPlan(
      name: "stopped", operation: clear(), bodies: OperationBench.engine("STOPPED"), title: title,
      refusal: "the engine is not running (STOPPED)", next: .operation(.engineStart)),
    ExpectedPlan(
      name: "one symbol", operation: clear(true, "A"), bodies: governor(listed: #""A","B""#),
      title: "release A from quarantine", changes: ["A: quarantined > free"],
      calls: [call("A", forced: true, symbol: "A")]),
    ExpectedPlan(
      name: "one symbol, and the list is not told", operation: clear(false, "A"), bodies: governor(listed: nil),
      title: "release A from quarantine", changes: ["A: quarantined > free"], calls: [call("A", symbol: "A")]),
    ExpectedPlan(
      name: "another symbol", operation: clear(false, "A"), bodies: governor(listed: #""B""#),
      title: "release A from quarantine", unchanged: ["A is not quarantined"]),
  ]

  private static let quarantine = EngineOperation.quarantine("BTCUSDT", reason: "odd prices & more")
  private static let quarantines: [ExpectedPlan] = [
    ExpectedPlan(
      name: "with its position open", operation: quarantine, title: "quarantine BTCUSDT",
      changes: ["BTCUSDT: free > quarantined"],
      consequences: ["new signals for it are refused in any state of the governor", "its open position stays"],
      caveats: [alarm],
      calls: [
        .init(
          "BTCUSDT", "/risk/governor/quarantine/BTCUSDT?reason=odd prices & more", nil, check, sees: [.governor])
      ]),
    ExpectedPlan(
      name: "without a position", operation: quarantine, bodies: flat, title: "quarantine BTCUSDT",
      changes: ["BTCUSDT: free > quarantined"],
      consequences: ["new signals for it are refused in any state of the governor"], caveats: [alarm],
      calls: [
        .init(
          "BTCUSDT", "/risk/governor/quarantine/BTCUSDT?reason=odd prices & more", nil, check, sees: [.governor])
      ]),
    ExpectedPlan(
      name: "quarantined", operation: quarantine, bodies: governor(listed: #""BTCUSDT""#),
      title: "quarantine BTCUSDT", unchanged: ["BTCUSDT is quarantined already"]),
    ExpectedPlan(
      name: "no price", operation: .quarantine("BTCUSD", reason: "x"), title: "quarantine BTCUSD",
      refusal: "the engine has no price for 'BTCUSD'; it would take any word, and a mistyped one protects nothing",
      next: "check the symbol, e.g. BTCUSDT"),
    ExpectedPlan(
      name: "stopped", operation: quarantine, bodies: OperationBench.engine("STOPPED"), title: "quarantine BTCUSDT",
      refusal: "the engine is not running (STOPPED)", next: .operation(.engineStart)),
  ]

  @Test(arguments: clears + quarantines)
  func `each says what it would do, and does no other`(expected: ExpectedPlan) async throws {
    try await expected.check()
  }

  private static let braked = governor("SOFT_BRAKE", "5")
  private static let untold = StepFinding.pending("the governor did not say which symbols are quarantined")
  private static let silent = ["/risk/governor/status": "no JSON"]
  private static let unanswered = StepFinding.pending("the governor did not answer")

  private static func found(
    _ operation: EngineOperation, _ name: String, before: Bodies = [:], _ after: Bodies, _ finding: StepFinding
  ) -> ExpectedFinding {
    ExpectedFinding(name: name, operation: operation, before: before, after: after, finding: finding)
  }

  private static let findings: [ExpectedFinding] = [
    found(clear(), "normal", before: braked, governor(), .seen("the governor is NORMAL")),
    found(
      clear(), "braked still", before: braked, [:],
      .pending("the governor is in SOFT_BRAKE: it follows the drawdown", advice: .query(.why, options: .watch))),
    found(
      clear(), "symbols are left", before: braked, governor(listed: #""A""#), .pending("symbols are still quarantined")),
    found(clear(), "symbols are not told", before: braked, governor(listed: nil), untold),
    found(clear(), "silent", before: braked, silent, unanswered),
    found(
      clear(false, "A"), "free", before: governor(listed: #""A""#), governor(), .seen("A is not quarantined")),
    found(
      clear(false, "A"), "still there", before: governor(listed: #""A""#), [:], .pending("A is still quarantined")),
    found(clear(false, "A"), "not told", before: governor(listed: nil), [:], untold),
    found(clear(false, "A"), "silent", before: governor(listed: #""A""#), silent, unanswered),
    found(quarantine, "listed", governor(listed: #""BTCUSDT""#), .seen("BTCUSDT is quarantined")),
    found(quarantine, "not listed", [:], .pending("BTCUSDT is not in the governor's list")),
    found(quarantine, "not told", governor(listed: nil), .pending("BTCUSDT is not in the governor's list")),
    found(quarantine, "silent", silent, unanswered),
  ]

  @Test(arguments: findings)
  func `each says what it saw, and no more`(expected: ExpectedFinding) async throws { try await expected.check() }

  /// Equity that positions bend does not come back by waiting.
  @Test func `a drawdown that the books made is said to be one`() async throws {
    let status =
      #"{"status":"running","running":true,"engine_state":"RUNNING","dry_run":true,"equity":8000,"initial_capital":10000,"realized_pnl":0,"unrealized_pnl":-5,"total_fees":0}"#
    let bent = Self.merged(
      Self.governor("HARD_STOP", "20"),
      [
        "/engine/status": status,
        "/risk/status": #"{"killswitch_triggered":false,"current_positions":1,"equity":8000}"#,
      ])
    let refusal = try await OperationBench.plan(Self.clear(), bent).refusal
    #expect(
      refusal?.reason
        == "drawdown is 20 %, and at 10 % and more the governor takes its state again with the next price; the engine's "
        + "equity contradicts its own PnL, and only a restart makes it right")
    #expect(
      refusal?.nextStep == "\(.operation(.closeAllPositions)); \(option: .force) clears all the same",
      "\(String(describing: refusal))")
  }
}
