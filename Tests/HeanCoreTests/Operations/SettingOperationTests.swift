import Foundation
import Testing

@testable import HeanCore

/// Settings, limits and strategies: what each plans and finds, and which values are refused.
struct SettingOperationTests {
  private typealias Bodies = OperationBench.Bodies
  private static func set(_ values: (String, String)..., force: Bool = false) -> EngineOperation {
    .configure(values.map { (key: $0.0, text: $0.1) }, isForced: force)
  }
  private static func limit(_ values: (String, String)...) -> EngineOperation {
    .setLimits(values.map { (key: $0.0, text: $0.1) })
  }
  private static let configuration = NextStep.query(.configuration)
  private static let limits = NextStep.query(.limits)
  private static let forgets: NextStep =
    "the engine checks no range, and forgets this when its process restarts"
  private static let unread: NextStep =
    "only max_open_positions is enforced; the engine reads none of the others"

  private static func values(_ json: String) -> Bodies { ["/config/current": #"{"config":\#(json)}"#] }

  private static let settings: [ExpectedPlan] = [
    ExpectedPlan(
      name: "several, one of them so already",
      operation: set(
        ("max_open_positions", "6"), ("symbol", "BTCUSDT"), ("grid_enabled", "off")),
      title: "set max_open_positions, symbol, grid_enabled",
      changes: ["max_open_positions: 5 > 6", "grid_enabled: true > false"],
      consequences: ["grid_enabled is a settings flag: a running strategy goes on until the engine restarts"],
      caveats: [forgets], unchanged: ["symbol is BTCUSDT already"],
      calls: [
        .init(
          "grid_enabled, max_open_positions", "/config/update",
          ["updates": ["max_open_positions": 6, "grid_enabled": false]], configuration)
      ]),
    ExpectedPlan(
      name: "so already", operation: set(("max_open_positions", "5.0")), title: "set max_open_positions",
      unchanged: ["max_open_positions is 5 already"]),
    ExpectedPlan(
      name: "of another kind", operation: set(("max_open_positions", "many")), title: "set max_open_positions",
      refusal: "max_open_positions is now 5; 'many' is not of that kind",
      next: .query(.configuration, "max_open_positions")),
    ExpectedPlan(
      name: "a list", operation: set(("list", "1")), title: "set list",
      refusal: "list is now 1; '1' is not of that kind", next: .query(.configuration, "list")),
    ExpectedPlan(
      name: "outside", operation: set(("max_open_positions", "51")), title: "set max_open_positions",
      refusal: "max_open_positions cannot be 51: it has to be a whole number from 1 to 50",
      next: "choose a value inside, or add \(option: .force) if you mean it"),
    ExpectedPlan(
      name: "outside by force", operation: set(("max_open_positions", "51"), force: true),
      title: "set max_open_positions", changes: ["max_open_positions: 5 > 51"], caveats: [forgets],
      calls: [
        .init("max_open_positions", "/config/update", ["updates": ["max_open_positions": 51]], configuration)
      ]),
    ExpectedPlan(
      name: "a guard taken away", operation: set(("risk_sentinel_enabled", "no")), title: "set risk_sentinel_enabled",
      refusal: "risk_sentinel_enabled=false takes the kill switch and the governor out of the way of signals",
      next: "choose a value inside, or add \(option: .force) if you mean it"),
    ExpectedPlan(
      name: "a stopped engine", operation: set(("max_open_positions", "6")),
      bodies: OperationBench.engine("STOPPED"), title: "set max_open_positions",
      changes: ["max_open_positions: 5 > 6"], caveats: [forgets],
      calls: [.init("max_open_positions", "/config/update", ["updates": ["max_open_positions": 6]], configuration)]),
    ExpectedPlan(
      name: "limits, one of them so already",
      operation: limit(
        ("min_notional_usd", "10"), ("max_open_positions", "6"), ("max_exposure_usd", "0.01")),
      title: "set min_notional_usd, max_open_positions, max_exposure_usd",
      changes: ["max_open_positions: 5 > 6", "max_exposure_usd: not known > 0.01"], caveats: [unread],
      unchanged: ["min_notional_usd is 10 already"],
      calls: [
        .init(
          "max_exposure_usd, max_open_positions", "/risk/limits",
          ["max_open_positions": 6, "max_exposure_usd": .number(1 / 100)], limits)
      ]),
    ExpectedPlan(
      name: "so already", operation: limit(("max_open_positions", "5")), title: "set max_open_positions",
      unchanged: ["max_open_positions is 5 already"]),
    ExpectedPlan(
      name: "not in dry run", operation: limit(("max_open_positions", "6")), bodies: OperationBench.live(),
      title: "set max_open_positions", refusal: "the engine takes new limits only in dry run",
      next: .operation(.setConfiguration, "max_open_positions=N")),
  ]

  private static let strategy: ExpectedPlan.Call = .init(
    "impulse_engine", "/strategies/impulse_engine/enable", ["enabled": true], .query(.strategy, "impulse_engine"))
  private static let forgotten: NextStep = "a restart of the engine forgets this"
  private static let strategies: [ExpectedPlan] = [
    ExpectedPlan(
      name: "two, one of them on", operation: .setStrategies(["impulse", "hf", "IMPULSE_engine"], enabled: true),
      title: "enable impulse_engine", changes: ["impulse_engine: disabled > enabled"], caveats: [forgotten],
      unchanged: ["hf_scalping is enabled already; enabling it again would double its signals"], calls: [strategy]),
    ExpectedPlan(
      name: "off, one that does not tell", operation: .setStrategies(["quiet", "hf"], enabled: false),
      title: "disable quiet, hf_scalping", changes: ["quiet: not known > disabled", "hf_scalping: enabled > disabled"],
      consequences: ["its open positions stay, and so do their exits"], caveats: [forgotten],
      calls: [
        .init("quiet", "/strategies/quiet/enable", ["enabled": false], .query(.strategy, "quiet")),
        .init("hf_scalping", "/strategies/hf_scalping/enable", ["enabled": false], .query(.strategy, "hf_scalping")),
      ]),
    ExpectedPlan(
      name: "off already", operation: .setStrategies(["impulse"], enabled: false), title: "disable impulse",
      consequences: ["its open positions stay, and so do their exits"], caveats: [forgotten],
      unchanged: ["impulse_engine is disabled already"]),
    ExpectedPlan(
      name: "on, one that does not tell", operation: .setStrategies(["quiet"], enabled: true), title: "enable quiet",
      refusal: "the engine does not say whether it is on; enabling one that is on would double its signals",
      next: .query(.strategy, "quiet")),
    ExpectedPlan(
      name: "stopped", operation: .setStrategies(["a", "b"], enabled: true), bodies: OperationBench.engine("STOPPED"),
      title: "enable a, b", refusal: "the engine lists strategies only while it runs (STOPPED)",
      next: .operation(.engineStart)),
    ExpectedPlan(
      name: "known ones", operation: .setParameters("hf", ["tp_bps": 5, "min_move_bps": "2"]),
      title: "set parameters of hf_scalping", changes: ["min_move_bps: not readable > 2", "tp_bps: not readable > 5"],
      caveats: [
        "this engine is known to answer 404 to every such request",
        "no endpoint shows parameters, so nothing can be confirmed",
      ],
      calls: [
        .init(
          "hf_scalping", "/strategies/hf_scalping/params", ["params": ["tp_bps": 5, "min_move_bps": "2"]],
          .query(.strategy, "hf_scalping"))
      ]),
    ExpectedPlan(
      name: "a stranger", operation: .setParameters("hf", ["zz": 1, "aa": 1, "tp_bps": 1]),
      title: "set parameters of hf", refusal: "hf_scalping has no parameter 'aa'",
      next: "one of: entry_window_sec, max_time_in_trade_sec, min_move_bps, tp_bps, sl_bps"),
    ExpectedPlan(
      name: "of a strategy without any", operation: .setParameters("quiet", ["aa": 1]),
      title: "set parameters of quiet", refusal: "quiet has no parameter 'aa'", next: .query(.strategy, "quiet")),
    ExpectedPlan(
      name: "stopped", operation: .setParameters("hf", ["tp_bps": 1]), bodies: OperationBench.engine("STOPPED"),
      title: "set parameters of hf", refusal: "the engine lists strategies only while it runs (STOPPED)",
      next: .operation(.engineStart)),
  ]

  @Test(arguments: settings + strategies)
  func `each says what it would do, and does no other`(expected: ExpectedPlan) async throws {
    try await expected.check()
  }

  private static let two = set(("max_open_positions", "6"), ("symbol", "ETHUSDT"))
  private static let off = EngineOperation.setStrategies(["hf"], enabled: false)
  private static func list(_ enabled: String) -> Bodies {
    ["/strategies": #"{"strategies":[{"strategy_id":"hf_scalping"\#(enabled)}]}"#]
  }
  private static let findings: [ExpectedFinding] = [
    ExpectedFinding(
      name: "changed", operation: two, after: values(#"{"max_open_positions":6,"symbol":"ETHUSDT"}"#),
      finding: .seen("max_open_positions is 6, symbol is ETHUSDT")),
    ExpectedFinding(
      name: "one changed", operation: two, after: values(#"{"max_open_positions":6,"symbol":"BTCUSDT"}"#),
      finding: .pending("not changed, whatever was answered: symbol", advice: configuration)),
    ExpectedFinding(
      name: "gone", operation: two, after: values("{}"),
      finding: .pending("not changed, whatever was answered: max_open_positions, symbol", advice: configuration)),
    ExpectedFinding(
      name: "rejected", operation: two, reply: ["rejected": ["symbol": "no such", "max_open_positions": 7]],
      finding: .refused("rejected: max_open_positions: 7, symbol: no such", advice: configuration)),
    ExpectedFinding(
      name: "nothing rejected", operation: two, after: values(#"{"max_open_positions":6,"symbol":"ETHUSDT"}"#),
      reply: ["rejected": [:]], finding: .seen("max_open_positions is 6, symbol is ETHUSDT")),
    ExpectedFinding(
      name: "silent", operation: two, after: ["/config/current": "no JSON"],
      finding: .pending("the configuration did not come")),
    ExpectedFinding(
      name: "changed", operation: limit(("max_open_positions", "6"), ("min_notional_usd", "7.5")),
      after: ["/risk/limits": #"{"max_open_positions":6,"min_notional_usd":7.5}"#],
      finding: .seen("max_open_positions is 6, min_notional_usd is 7.5")),
    ExpectedFinding(
      name: "one changed", operation: limit(("max_open_positions", "6"), ("min_notional_usd", "7")),
      after: ["/risk/limits": #"{"max_open_positions":6}"#], finding: .pending("not changed: min_notional_usd")),
    ExpectedFinding(
      name: "silent", operation: limit(("max_open_positions", "6")), after: ["/risk/limits": "no JSON"],
      finding: .pending("the limits did not come")),
    ExpectedFinding(
      name: "off", operation: off, after: list(#","enabled":false"#), finding: .seen("hf_scalping is disabled")),
    ExpectedFinding(
      name: "on still", operation: off, finding: .pending("the engine still lists hf_scalping as enabled")),
    ExpectedFinding(
      name: "not told", operation: off, after: list(""),
      finding: .pending("the engine does not say whether hf_scalping is disabled")),
    ExpectedFinding(
      name: "not listed", operation: off, after: ["/strategies": #"{"strategies":[]}"#],
      finding: .pending("the list of strategies did not come")),
    ExpectedFinding(
      name: "off still", operation: .setStrategies(["impulse"], enabled: true),
      finding: .pending("the engine still lists impulse_engine as disabled")),
    ExpectedFinding(
      name: "sent", operation: .setParameters("hf", ["tp_bps": 5]),
      finding: .contrary("no endpoint shows parameters", advice: "read the engine's log")),
  ]

  @Test(arguments: findings)
  func `each says what it saw, and no more`(expected: ExpectedFinding) async throws { try await expected.check() }

  @Test func `a key that nobody knows is answered with all that are known`() async {
    let all = ["grid_enabled", "list", "max_open_positions", "risk_sentinel_enabled", "symbol"]
    for key in ["risk_grid", "zz"] {
      await #expect(throws: EngineError.notFound(kind: "key", name: key, known: all)) {
        try await OperationBench.plan(Self.set((key, "1")))
      }
    }
  }

  // MARK: Values

  @Test(arguments: [
    ("max_open_positions", "0", false), ("max_open_positions", "1", true), ("max_open_positions", "100", true),
    ("max_open_positions", "101", false), ("max_open_positions", "5x", false), ("max_daily_attempts", "0", false),
    ("max_daily_attempts", "1000", true), ("max_daily_attempts", "1001", false), ("max_exposure_usd", "0.009", false),
    ("max_exposure_usd", "0.01", true), ("max_exposure_usd", "1000000000", true),
    ("max_exposure_usd", "1000000001", false), ("min_notional_usd", "0", false), ("min_notional_usd", "1000000", true),
    ("min_notional_usd", "1000001", false), ("cooldown_seconds", "0", true), ("cooldown_seconds", "-1", false),
    ("cooldown_seconds", "86400", true), ("cooldown_seconds", "86401", false),
  ])
  func `a limit is what the engine takes`(key: String, text: String, isTaken: Bool) async throws {
    let plan = try await OperationBench.plan(Self.limit((key, text)))
    #expect(plan.steps.isEmpty != isTaken)
    if !isTaken {
      let range = try #require(RiskLimits.ranges[key])
      #expect(
        plan.refusal
          == OperationPlan.Refusal(reason: "\(key) cannot be \(text): \(range.message)", nextStep: Self.limits))
    }
  }

  private static let disarmed = "; outside, the kill switch is disarmed or trips at once"

  @Test(
    arguments: [
      ("killswitch_drawdown_pct", 1, 50, disarmed), ("max_daily_drawdown_pct", 1, 30, disarmed),
      ("max_trade_risk_pct", 1 / 100, 5, ""), ("max_open_positions", 1, 50, ""),
      ("consecutive_losses_limit", 1, 20, ""),
    ] as [(String, Decimal, Decimal, String)])
  func `what disarms a protection is outside of its range`(key: String, least: Decimal, most: Decimal, why: String) {
    #expect(SettingRange.problem(key, .number(least)) == nil && SettingRange.problem(key, .number(most)) == nil)
    let kind = ["max_open_positions", "consecutive_losses_limit"].contains(key) ? "a whole number " : ""
    let (low, high) = (least - 1 / 1000, most + 1 / 1000)
    for value in [low, high] {
      #expect(
        SettingRange.problem(key, .number(value))
          == "\(key) cannot be \(value): it has to be \(kind)from \(least) to \(most)\(why)")
    }
    #expect((SettingRange.problem(key, .number(least + 1 / 2)) == nil) == kind.isEmpty)
    #expect(SettingRange.problem(key, "text") == nil && SettingRange.problem("other", .number(low)) == nil)
  }

  @Test(arguments: [
    ("killswitch_drawdown_pct", "it decides at which loss of initial capital (percent) trading stops hard"),
    ("max_daily_drawdown_pct", "it decides at which loss from the day's high (percent) trading pauses"),
    ("risk_sentinel_enabled", "without the sentinel, the envelope that stops signals is not asked"),
    ("grid_enabled", "grid_enabled is a settings flag: a running strategy goes on until the engine restarts"),
    ("autopilot_enabled", nil), ("log_enabled", nil), ("max_open_positions", nil),
  ])
  func `what a key does is said where it is known`(key: String, effect: String?) {
    #expect(SettingRange.effect(key) == effect)
  }

  @Test(
    arguments: [
      ("YES", true, true), ("on", false, true), ("1", true, true), ("true", true, true), ("no", true, false),
      ("Off", true, false), ("0", true, false), ("FALSE", true, false), ("2", true, nil), ("", true, nil),
      ("1.50", 1, .number(3 / 2)), ("1x", 1, nil), ("", 1, nil), ("x", "y", "x"), ("", "y", ""), ("x", .null, nil),
      ("x", [:], nil), ("[1]", [1], nil),
    ] as [(String, JSONValue, JSONValue?)])
  func `a text is read as the kind that stands there`(text: String, before: JSONValue, value: JSONValue?) {
    #expect(SettingRange.parse(text, like: before) == value)
  }

  @Test(
    arguments: [
      (.null, "none"), (true, "true"), (false, "false"), (.number(3 / 2), "1.5"), ("x", "x"),
      ([1, ["a", .null]], "1, a, none"),
      (["a": 1], "…"),
    ] as [(JSONValue, String)])
  func `a value is shown in words`(value: JSONValue, words: String) { #expect(value.plainText == words) }
}
