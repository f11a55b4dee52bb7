import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Gates of the engine's protection, word for word.
struct RiskGateTests {
  private static func switched(_ own: String, _ mirrored: String = "not triggered", _ health: String = "not triggered")
    -> [String]
  {
    ["/risk/killswitch/status: \(own)", "/risk/status: \(mirrored)", "/health: \(health)"]
  }

  private static func tripped(_ reasons: String = #"["HARD_STOP: x"]"#, _ equity: String = "10000") -> [Told] {
    [
      .says(
        .killSwitch,
        #"{"triggered":true,"reasons":\#(reasons),"triggered_at":"\#(ago(90))","thresholds":{"drawdown_pct":15,"equity_drop":30},"#
          + #""current_metrics":{"current_drawdown_pct":12.504,"current_equity":\#(equity)}}"#),
      .risk(isTripped: true),
    ]
  }

  private static let emergency = Told.says(
    .health, #"{"components":{"engine":{"status":"running"},"killswitch":{"triggered":true}}}"#)
  private static let gone = NextStep.operation(.resetKillSwitch, options: .reason("cause gone"))
  private static let drawdown = "/risk/killswitch/status: drawdown 12.5 % now"
  private static let reason = #"["HARD_STOP: Equity drop 31.00% from initial capital ($10000.00 -> $6900.00)"]"#

  private static let switches: [GateCase] = [
    GateCase("clear", .open, "no kill switch has tripped", switched("not triggered")),
    GateCase(
      "a flag that alone proves nothing", [.risk(stopTrading: true)], .narrowed,
      "stop_trading is set although no kill switch has tripped",
      switched("not triggered") + ["/risk/status: stop_trading true"], step: .query(.killSwitch)),
    GateCase(
      "a lamp of an engine before", [emergency], .open,
      "no kill switch has tripped; /health still shows an emergency stop from before this engine was started",
      switched("not triggered", "not triggered", "emergency stop used")),
    GateCase(
      "tripped, and the cause is gone", tripped(), .closed, "the kill switch has tripped (HARD_STOP: x)",
      switched("triggered", "triggered") + [drawdown, "/risk/killswitch/status: equity 0 % above initial capital"],
      step: gone,
      age: 90, since: 90),
    GateCase(
      "tripped without a word", tripped("[]"), .closed, "the kill switch has tripped (no reason given)",
      switched("triggered", "triggered") + [drawdown, "/risk/killswitch/status: equity 0 % above initial capital"],
      step: gone,
      age: 90, since: 90),
    GateCase(
      "tripped at the exchange, whose equity only the status shows",
      tripped(equity: "6000") + [
        .engine(equity: 9900, realized: -100, isLive: true), .says(.settings, #"{"bybit_testnet":true}"#),
      ], .closed, "the kill switch has tripped (HARD_STOP: x)",
      switched("triggered", "triggered") + [drawdown, "/engine/status: equity 1 % below initial capital"], step: gone,
      age: 90, since: 90),
    GateCase(
      "tripped, and equity is as low",
      tripped(equity: "6000") + [.engine(equity: 6000, realized: -4000), .risk(equity: 6000, isTripped: true)], .closed,
      "the kill switch has tripped (HARD_STOP: x)",
      switched("triggered", "triggered") + [
        drawdown,
        "/risk/killswitch/status: equity 40 % below initial capital; a reset holds above 7000.00 USDT only",
      ], step: .operation(.engineRestart), age: 90, since: 90),
    GateCase(
      "tripped on what open longs take away",
      tripped(reason, "6900") + [
        .engine(equity: 6900), .risk(open: 1, equity: 6900, isTripped: true),
        .positions(#"{"symbol":"BTCUSDT","side":"long","size":3100,"entry_price":1}"#),
      ], .closed,
      "the kill switch has tripped (HARD_STOP: Equity drop 31.00% from initial capital ($10000.00 -> $6900.00)): it tripped"
        + " on a bookkeeping figure (equity 6900.00 shown, about 10000.00 computed); trading stays stopped all the same",
      switched("triggered", "triggered") + ["/risk/killswitch/status: its figures are bent by open positions"],
      step: .operation(.closeAllPositions), age: 90, since: 90),
    GateCase(
      "an emergency stop", [emergency, .risk(stopTrading: true), .state()], .closed,
      "the emergency stop was used, and nothing shows that the engine was restarted since",
      switched("not triggered", "not triggered", "emergency stop used"), step: .operation(.engineRestart)),
    GateCase(
      "both", tripped() + [emergency, .state()], .closed,
      "the kill switch has tripped (HARD_STOP: x), and the emergency stop was used before",
      switched("triggered", "triggered", "emergency stop used"), step: .operation(.engineRestart), age: 90, since: 90),
    GateCase(
      "an emergency stop of an engine that was stopped since",
      [.stopped, .says(.health, #"{"components":{"killswitch":{"triggered":true}}}"#)], .closed,
      "the emergency stop was used; an engine that is started after it takes signals again",
      switched("not triggered", "not triggered", "emergency stop used"), step: .operation(.engineStart)),
    GateCase(
      "two endpoints that differ", [.says(.killSwitch, #"{"triggered":true}"#)], .closed,
      "contradiction between two endpoints about the kill switch", switched("triggered"), step: .query(.killSwitch)),
    GateCase(
      "a stopped engine", [.stopped], .unknown, "a stopped engine does not report its kill switch",
      switched("not triggered")),
    GateCase(
      "one source is silent", [.fails(.health)], .unknown, "not every source about the kill switch answered",
      switched("not triggered", "not triggered", "no answer"), step: .query(.health)),
    GateCase(
      "nobody says whether it runs", [.fails(.engineStatus)], .unknown,
      "not every source about the kill switch answered", switched("not triggered"), step: .query(.health)),
    GateCase(
      "asked too often", [.fails(.health, .limited)], .unknown,
      "the engine limits how often it is asked for /health", ["/health: slow down"],
      step: "wait up to a minute, then: \(.query(.why))"),
  ]

  private static func tripped(equity: String) -> [Told] { tripped(#"["HARD_STOP: x"]"#, equity) }

  @Test(arguments: switches) func `kill switch gate`(item: GateCase) throws { try item.check(.killSwitch) }

  private static func governor(_ members: String) -> Told { .says(.governor, "{\(members)}") }
  private static func governed(_ words: String...) -> [String] { words.map { "/risk/governor/status: \($0)" } }
  private static let long = #"{"symbol":"BTCUSDT","side":"long","size":1,"entry_price":1}"#

  private static let governors: [GateCase] = [
    GateCase(
      "normal", .open, "the governor is NORMAL",
      governed("risk_state NORMAL, live drawdown 1.5 %", "SOFT_BRAKE at 10 %: 8.5 points up")),
    GateCase(
      "no state", [governor(#""current_drawdown_pct":1"#)], .unknown, "the governor does not say in which state it is",
      governed("risk_state not given, live drawdown 1 %", "SOFT_BRAKE at 10 %: 9 points up")),
    GateCase(
      "braking",
      [
        governor(
          #""risk_state":"SOFT_BRAKE","current_drawdown_pct":12,"value":11.5,"threshold":10,"blocked_at":"\#(ago(120))""#
        )
      ],
      .narrowed, "the governor is in SOFT_BRAKE: sizes are cut",
      governed(
        "risk_state SOFT_BRAKE, live drawdown 12 %, frozen at 11.5 %", "QUARANTINE at 15 %: 3 points up",
        "NORMAL below 5 %, for 30 min: 7 points down"), step: .operation(.engineRestart), age: 120, since: 120),
    GateCase(
      "just at a threshold", [governor(#""risk_state":"QUARANTINE","current_drawdown_pct":15"#)], .narrowed,
      "the governor is in QUARANTINE: sizes are cut",
      governed(
        "risk_state QUARANTINE, live drawdown 15 %", "HARD_STOP at 20 %: 5 points up",
        "NORMAL below 5 %, for 30 min: 10 points down"), step: .operation(.engineRestart)),
    GateCase(
      "a hard stop with an open book",
      [governor(#""risk_state":"HARD_STOP","current_drawdown_pct":21"#), .state(positions: [long])], .closed,
      "the governor is in HARD_STOP and refuses every signal",
      governed(
        "risk_state HARD_STOP, by a drawdown of its own: it is measured from a peak of 12658.23, which realized and "
          + "unrealized do not show"),
      step: .query(.why, options: .watch)),
    GateCase(
      "a hard stop on what longs take away",
      [
        governor(#""risk_state":"HARD_STOP","current_drawdown_pct":31,"last_equity":6900"#),
        .engine(equity: 6900), .risk(open: 1, equity: 6900), .state(positions: [long]),
        .positions(#"{"symbol":"BTCUSDT","side":"long","size":3100,"entry_price":1}"#),
      ], .closed,
      "the governor is in HARD_STOP and refuses every signal: it tripped on a bookkeeping figure (equity 6900.00 shown, "
        + "about 10000.00 computed); signals are refused all the same",
      governed("risk_state HARD_STOP, by a drawdown of its own: distorted by open positions"),
      step: .operation(.closeAllPositions)),
    GateCase(
      "recovered, and an hour ago", [governor(#""risk_state":"SOFT_BRAKE","current_drawdown_pct":4,"can_clear":true"#)],
      .narrowed, "the governor is in SOFT_BRAKE: sizes are cut",
      governed(
        "risk_state SOFT_BRAKE, live drawdown 4 %", "SOFT_BRAKE at 10 %: 6 points up",
        "below 5 % already; NORMAL 30 min after the last change"), step: .operation(.clearGovernor)),
    GateCase(
      "recovered, and flat", [governor(#""risk_state":"SOFT_BRAKE","current_drawdown_pct":9.99,"can_clear":false"#)],
      .narrowed, "the governor is in SOFT_BRAKE: sizes are cut",
      governed(
        "risk_state SOFT_BRAKE, live drawdown 9.99 %", "SOFT_BRAKE at 10 %: 0.01 points up",
        "NORMAL below 5 %, for 30 min: 4.99 points down"), step: .operation(.clearGovernor, options: .force)),
    GateCase(
      "recovered, with an open book",
      [governor(#""risk_state":"SOFT_BRAKE","current_drawdown_pct":5"#), .state(positions: [long])], .narrowed,
      "the governor is in SOFT_BRAKE: sizes are cut",
      governed(
        "risk_state SOFT_BRAKE, live drawdown 5 %", "SOFT_BRAKE at 10 %: 5 points up",
        "NORMAL below 5 %, for 30 min: 0 points down"), step: .query(.why, options: .watch)),
    GateCase(
      "what is held is not known",
      [governor(#""risk_state":"SOFT_BRAKE","current_drawdown_pct":12"#), .fails(.state)], .narrowed,
      "the governor is in SOFT_BRAKE: sizes are cut",
      governed(
        "risk_state SOFT_BRAKE, live drawdown 12 %", "QUARANTINE at 15 %: 3 points up",
        "NORMAL below 5 %, for 30 min: 7 points down"), step: .query(.positions)),
    GateCase(
      "no drawdown", [governor(#""risk_state":"HARD_STOP""#)], .closed,
      "the governor is in HARD_STOP and refuses every signal",
      governed("risk_state HARD_STOP, live drawdown not given"), step: .query(.governor)),
    GateCase(
      "a word of its own", [governor(#""risk_state":"MELTDOWN""#)], .unknown,
      "the governor is in a state unknown to hean: MELTDOWN",
      governed("risk_state MELTDOWN, live drawdown not given")),
    .stopped("a stopped engine says NORMAL whatever is true"), .notTold,
  ]

  @Test(arguments: governors + GateCase.failed(.governor, "/risk/governor/status"))
  func `governor gate`(item: GateCase) throws { try item.check(.governor) }

  private static let refused = governor(#""risk_state":"NORMAL","quarantined_symbols":["SOLUSDT","ETHUSDT"]"#)
  private static let quarantines: [GateCase] = [
    GateCase("none", .open, "no symbol is quarantined", governed("quarantined_symbols []")),
    GateCase(
      "two", [refused], .narrowed, "quarantined symbols are refused: ETHUSDT, SOLUSDT",
      governed("quarantined: ETHUSDT, SOLUSDT"), step: .operation(.clearGovernor, options: .symbol("ETHUSDT"))),
    GateCase(
      "the one that is asked for", [refused], of: DiagnosisScope(symbol: "SOLUSDT"), .closed, "SOLUSDT is quarantined",
      governed("quarantined: ETHUSDT, SOLUSDT"), step: .operation(.clearGovernor, options: .symbol("SOLUSDT"))),
    GateCase(
      "another", [refused], of: DiagnosisScope(symbol: "BTCUSDT"), .open, "BTCUSDT is not quarantined",
      governed("quarantined: ETHUSDT, SOLUSDT")),
    GateCase(
      "not said", [governor(#""risk_state":"NORMAL""#)], .unknown,
      "the governor does not say which symbols are quarantined", governed("no quarantined_symbols"),
      step: .query(.governor)),
    .stopped("a stopped engine quarantines nothing"), .notTold,
  ]

  @Test(arguments: quarantines + GateCase.failed(.governor, "/risk/governor/status"))
  func `quarantine gate`(item: GateCase) throws { try item.check(.quarantine) }
}
