import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What a real engine told, and what can be believed of it (docs/engine.md 4.7).
struct EquityTruthTests {
  private func body<Body: EngineBody>(_ name: String) throws -> Body {
    try Body.read(Data(Recording.load(name).response.body.utf8))
  }

  private func truth(
    _ status: String, _ positions: String?, _ risk: String? = nil, mode: OperatingMode = .dryRun
  ) throws -> EquityTruth {
    let list: Listing<Position>? = try positions.map(body)
    return EquityTruth(
      status: try body(status), positions: list?.elements, risk: try risk.map(body) as RiskStatus?, mode: mode)
  }

  private func near(_ value: Decimal?, _ wanted: Decimal) -> Bool {
    value.map { abs($0 - wanted) < Decimal(sign: .plus, exponent: -2, significand: 1) } ?? false
  }

  private func decimal(_ text: String) -> Decimal { Decimal(exactly: text) ?? .nan }

  private func absurdDry() throws -> EquityTruth {
    try truth(
      "absurd-equity/dry_engine_status", "absurd-equity/dry_positions", "absurd-equity/dry_risk_status")
  }

  private func absurdLive() throws -> EquityTruth {
    try truth(
      "absurd-equity/live_engine_status", "absurd-equity/live_positions", "absurd-equity/live_risk_status",
      mode: .testnet)
  }

  @Test func `equity 156 with one long is 10 161`() throws {
    let truth = try absurdDry()
    #expect(truth.verdict == .computed && truth.distortion == .positions)
    #expect(near(truth.shown, decimal("10161.46")) && near(truth.offset, -10_000), "\(truth)")
    #expect(near(truth.residual, decimal("-5.41")) && truth.tolerance == 100)
    #expect(truth.because == "the engine says 156.06, bent by open positions")
    #expect(truth.dayPnL.value == nil && near(truth.dayPnL.reported, decimal("-9843.94")))
    #expect(truth.dayPnL.doubt == "distorted by open positions")
    #expect(truth.balance.value == nil && truth.drawdown(percent: 99).value == nil)
    #expect(truth.realized == decimal("164.7175593115641"), "what is sound stays")
  }

  @Test func `a flat account of minus 10 023 after ghost drops is an estimate of 10 012`() throws {
    let before = try truth("ghost/dry_02_status_before", "ghost/dry_01_positions_before")
    #expect(before.verdict == .computed && near(before.shown, decimal("9955.82")), "\(before)")
    #expect(near(before.offset, -20_000) && near(before.residual, decimal("-35.98")), "\(before)")
    let after = try truth("ghost/dry_04_status_after", "ghost/dry_03_positions_after")
    #expect(after.verdict == .estimate && after.distortion == .bookkeeping && near(after.shown, decimal("10012.44")))
    #expect(after.offset == 0 && near(after.residual, decimal("-20035.98")), "\(after)")
    #expect(
      after.because
        == "the engine says -10023.54, not reliable: nothing that is open or booked explains -20035.98 of it",
      "no drop was seen, so none is told")
  }

  @Test func `in live the exchange's figure is shown, and that the books disagree`() throws {
    let truth = try absurdLive()
    #expect(truth.verdict == .booksDisagree && truth.shown == decimal("10029.712"))
    #expect(near(truth.computedEquity, decimal("8734.06")) && truth.distortion == .bookkeeping)
    #expect(truth.dayPnL.value == nil && near(truth.dayPnL.reported, decimal("-9804.26")))
    #expect(truth.balance.value == decimal("9026.7408"), "the exchange's as well")
    #expect(truth.fees == nil, "0.0 in live is no figure")
    #expect(truth.because.contains("books come to 8734.06") && truth.because.contains("195.74"), "\(truth.because)")
    let agreeing = try self.truth("ghost/live_02_status_before", "ghost/live_01_positions_before", mode: .testnet)
    #expect(agreeing.verdict == .exchange && agreeing.shown == decimal("9182.8204"))
    #expect(agreeing.dayPnL.value == nil, "no -37 224 without the figure it comes from")
    let apart = try self.truth("ghost/live_05_status_after", "ghost/live_04_positions_after", mode: .testnet)
    #expect(apart.verdict == .booksDisagree && apart.shown == decimal("9217.2464"))
  }

  @Test func `a sound engine is taken at its word`() throws {
    let truth = try truth("running/get_engine_status", "running/get_orders_positions", "running/get_risk_status")
    #expect(truth.verdict == .asIs && truth.shown == truth.reported && truth.dayPnL.doubt == nil)
    #expect(truth.dayPnL.value == decimal("-3.0398607080005604") && truth.fees != nil)
  }

  // MARK: made-up engines

  private func engine(
    equity: Decimal, inner: Decimal? = nil, isLive: Bool = false, drop names: String..., positions: [Position]? = [],
    day: Decimal = 0, mode: OperatingMode = .dryRun
  ) throws -> EquityTruth {
    var members: [String: JSONValue] = [
      "status": "running", "running": true, "engine_state": "RUNNING", "dry_run": .bool(!isLive),
      "equity": .number(equity), "daily_pnl": .number(day), "initial_capital": 10_000, "realized_pnl": 120,
      "unrealized_pnl": -15, "total_fees": isLive ? 0 : 5, "available_balance": .number(equity),
    ]
    for name in names { members[name] = nil }
    let risk: JSONValue = ["killswitch_triggered": false, "equity": .optional(inner)]
    return EquityTruth(
      status: try EngineStatus.read(JSONEncoder().encode(JSONValue.object(members))), positions: positions,
      risk: inner == nil ? nil : try RiskStatus.read(JSONEncoder().encode(risk)), mode: mode)
  }

  private func position(_ side: String, _ notional: Decimal) throws -> Position {
    let row: JSONValue = [
      "positions": [["symbol": "BTCUSDT", "side": .string(side), "size": .number(notional), "entry_price": 1]]
    ]
    return try #require(Listing<Position>.read(JSONEncoder().encode(row)).elements.first)
  }

  /// Parts of the sum come to 10 100.
  @Test(arguments: [
    (10_100, 0, 0, EquityTruth.Verdict.asIs), (10_199, 0, 0, .asIs), (10_201, 0, 0, .estimate),
    (7100, 3000, 0, .computed), (13_100, 0, 3000, .computed), (10_100, 3000, 3000, .asIs),
    (9100, 4000, 3000, .computed),
    // A book that does not bend equity by what it holds agrees with itself.
    (10_100, 3000, 0, .asIs), (7100, 0, 0, .estimate), (7100, 3000, 3000, .estimate), (-9900, 20_000, 0, .computed),
    (-39_815, 0, 0, .estimate), (1_671_337, 0, 0, .estimate), (1_671_337, 500, 500, .estimate),
  ])
  func `the table`(equity: Int, long: Int, short: Int, verdict: EquityTruth.Verdict) throws {
    var open: [Position] = []
    if long > 0 { open.append(try position("long", Decimal(long))) }
    if short > 0 { open.append(try position("short", Decimal(short))) }
    let truth = try engine(
      equity: Decimal(equity), inner: Decimal(equity), positions: open, day: Decimal(equity - 10_000))
    #expect(truth.verdict == verdict, "\(truth)")
    #expect(truth.shown == (verdict == .asIs ? Decimal(equity) : 10_100))
    #expect((truth.dayPnL.value == nil) == (verdict != .asIs) && truth.dayPnL.reported == Decimal(equity - 10_000))
    #expect(truth.because.isEmpty == false)
  }

  @Test func `what is missing makes the figure unknown, not a guess`() throws {
    for name in ["initial_capital", "realized_pnl", "unrealized_pnl", "total_fees"] {
      let truth = try engine(equity: 10_100, inner: 10_100, drop: name)
      #expect(truth.verdict == .unknown && truth.shown == nil && truth.because.contains(name), "\(truth)")
      #expect(truth.dayPnL.value == nil && truth.balance.value == nil)
    }
    let list = try engine(equity: 156, inner: 156, positions: nil)
    #expect(list.verdict == .unknown && list.because.contains("what is open is not known"), "\(list)")
    #expect(list.because.contains("156.00") && list.because.contains("10100.00"), "both figures all the same")
    let mode = try engine(equity: 10_100, drop: "dry_run", mode: .unknown)
    #expect(mode.verdict == .unknown && mode.shown == nil)
    let whose = try engine(equity: 156, inner: 156, drop: "dry_run", mode: .unknown)
    #expect(whose.verdict == .unknown)
    let stopped = EquityTruth(status: nil, positions: [], risk: nil, mode: .dryRun)
    #expect(stopped.verdict == .unknown && !stopped.isRunning && stopped.dayPnL == CheckedFigure())
  }

  @Test func `a list that the engine counts otherwise explains nothing`() throws {
    let risk = try RiskStatus.read(Data(#"{"killswitch_triggered":false,"equity":156,"current_positions":2}"#.utf8))
    let status: EngineStatus = try body("absurd-equity/dry_engine_status")
    let truth = EquityTruth(status: status, positions: [], risk: risk, mode: .dryRun)
    #expect(truth.verdict == .unknown && truth.distortion == .unexplained)
  }

  @Test func `an exchange that cannot be read is not taken for one`() throws {
    // The engine tells its own bent figure where the exchange's should stand.
    let truth = try engine(equity: 7100, inner: 7100, isLive: true, positions: [position("long", 3000)], mode: .mainnet)
    #expect(truth.verdict == .computed && truth.shown == 10_105, "fees are not known there")
    let lost = try engine(
      equity: 9990, inner: 7105, isLive: true, positions: [position("long", 3000)], mode: .paperFallback)
    #expect(lost.verdict == .computed && lost.shown == 10_105)
  }

  @Test func `in dry run two figures of one thing must not differ`() throws {
    let truth = try engine(equity: 10_100, inner: 4000)
    #expect(truth.verdict == .estimate && truth.shown == 10_100 && truth.because.contains("4000.00"))
  }

  @Test func `a day that begins with a false figure is marked`() throws {
    // Flat and sound now, but a short of 10 000 was open at midnight.
    let truth = try engine(equity: 10_100, inner: 10_100, day: -9_900)
    #expect(truth.dayPnL.value == -9_900 && truth.dayPnL.doubt?.contains("+100.00") == true)
    let small = try engine(equity: 10_100, inner: 10_100, day: -150)
    #expect(small.dayPnL.doubt == nil)
    #expect(truth.drawdown(percent: 50).doubt?.contains("a peak of 20200.00") == true)
    #expect(truth.drawdown(percent: 8).doubt == nil && truth.drawdown(percent: 8).value == 8)
  }

  @Test func `in live a day of books that the exchange does not share is not shown`() throws {
    let truth = try engine(equity: 10_600, inner: 10_105, isLive: true, day: 105, mode: .mainnet)
    #expect(truth.verdict == .booksDisagree && truth.distortion == .none && truth.shown == 10_600)
    #expect(truth.dayPnL.value == nil && truth.dayPnL.doubt == "the engine's books and the exchange disagree")
    let small = try engine(equity: 10_150, inner: 10_105, isLive: true, day: 105, mode: .mainnet)
    #expect(small.verdict == .exchange && small.dayPnL.value == 105)
  }

  /// Whatever is open, was lost, or is missing from the answers: a figure that is shown is the true one.
  @Test func `no state makes a false figure shown`() throws {
    var random = SystemRandomNumberGenerator()
    var counts: [EquityTruth.Verdict: Int] = [:]
    for _ in 0..<3000 {
      let isLive = Bool.random(using: &random)
      let open = try (0..<Int.random(in: 0...4, using: &random)).map { _ in
        try position(["long", "short"].randomElement(using: &random) ?? "long", Decimal(Int.random(in: 1...9000)))
      }
      let ghost = Bool.random(using: &random) ? 0 : Int.random(in: -30_000...30_000, using: &random)
      let offset = open.reduce(Decimal()) { sum, position in
        sum + (position.side == .long ? -1 : 1) * (position.size ?? 0)
      }
      let fair: Decimal = isLive ? 10_105 : 10_100
      let inner = fair + offset + Decimal(ghost)
      let lost = ["initial_capital", "realized_pnl", "unrealized_pnl", "equity", "daily_pnl"].randomElement(
        using: &random)
      let truth = try engine(
        equity: isLive ? 10_130 : inner, inner: Int.random(in: 0...9, using: &random) == 0 ? nil : inner,
        isLive: isLive,
        drop: Int.random(in: 0...3, using: &random) == 0 ? lost ?? "" : "",
        positions: Int.random(in: 0...9, using: &random) == 0 ? nil : open, day: inner - 10_000,
        mode: isLive ? .mainnet : .dryRun)
      counts[truth.verdict, default: 0] += 1
      let wanted: Decimal = isLive ? 10_130 : fair
      #expect(truth.shown.map { abs($0 - wanted) <= 100 } != false, "\(truth)")
      #expect(truth.dayPnL.value.map { abs($0 - (wanted - 10_000)) <= 130 } != false, "\(truth)")
      #expect(truth.balance.value.map { abs($0 - wanted) <= 100 } != false, "\(truth)")
    }
    #expect(counts.keys.count >= 5 && counts.values.allSatisfy { $0 > 20 }, "\(counts)")
  }

  // MARK: stops

  @Test func `a kill switch that tripped on 151 of 10 161 is suspect, and effective`() throws {
    let status: KillSwitchStatus = try body("absurd-equity/dry_killswitch_status")
    let basis = try #require(StopBasis.killSwitch(status, absurdDry()))
    #expect(basis.verdict == .suspect)
    #expect(
      basis.message
        == "tripped on a bookkeeping figure (equity 151.58 shown, about 10161.46 computed); trading stays stopped all the same"
    )
    let untouched: KillSwitchStatus = try body("absurd-equity/live_killswitch_status")
    #expect(StopBasis.killSwitch(untouched, try absurdLive()) == nil)
    // Flat again: the figure was of another moment, and nobody can tell.
    let later = try StopBasis.killSwitch(status, engine(equity: 10_100, inner: 10_100))
    #expect(
      later?.verdict == .unproven && later?.message?.hasPrefix("rests on a figure that cannot be checked") == true)
    // It would stand on the true figure as well.
    let poor = try #require(
      StopBasis.killSwitch(status, EquityTruth(status: poorStatus(), positions: [], risk: nil, mode: .dryRun)))
    #expect(poor.verdict == .sound && poor.message == nil)
  }

  private func poorStatus() throws -> EngineStatus {
    try EngineStatus.read(
      Data(
        #"{"running":true,"engine_state":"RUNNING","dry_run":true,"equity":151.58,"initial_capital":10000,"realized_pnl":-9848.42,"unrealized_pnl":0,"total_fees":0}"#
          .utf8))
  }

  @Test func `a governor in HARD_STOP on its own figures is suspect`() throws {
    let dry = try #require(StopBasis.governor(body("absurd-equity/dry_governor_status"), absurdDry()))
    #expect(dry.verdict == .suspect && dry.message?.contains("equity 156.06 shown, about 10161.46 computed") == true)
    let live = try #require(StopBasis.governor(body("absurd-equity/live_governor_status"), absurdLive()))
    #expect(live.verdict == .suspect)
    #expect(
      live.message
        == "tripped on a bookkeeping figure (equity 195.74 shown, about 10029.71 at the exchange); signals are refused all the same"
    )
    let normal: GovernorStatus = try body("running/get_risk_governor_status")
    #expect(StopBasis.governor(normal, try absurdDry()) == nil)
    #expect(StopBasis.governor(nil, try absurdDry()) == nil)
  }

  private func killSwitch(_ reason: String) throws -> KillSwitchStatus {
    let json: JSONValue = ["triggered": true, "reasons": [.string(reason)]]
    return try KillSwitchStatus.read(JSONEncoder().encode(json))
  }

  @Test(arguments: [
    // A true loss.
    ("HARD_STOP: Equity drop 31.00% from initial capital ($10000.00 -> $6900.00)", 6900, 6900, StopBasis.Verdict.sound),
    // Not far enough from what is computed for its own threshold.
    ("DAILY_PAUSE: Drawdown 16.00% from daily high $10000.00 exceeds limit 15.00% (PF=1.20)", 8400, 9500, .unproven),
    ("DAILY_PAUSE: Drawdown 30.00% from daily high $10000.00 exceeds limit 15.00% (PF=1.20)", 7000, 10_100, .suspect),
    // Sound now, but the high of the day was a short's notional.
    (
      "DAILY_PAUSE: Drawdown 49.50% from daily high $20000.00 exceeds limit 15.00% (PF=1.20)", 10_100, 10_100, .unproven
    ),
    ("Killswitch: 31.0% drop from initial capital ($10000.00 -> $6900.00)", 6900, 10_100, .suspect),
  ])
  func `what a kill switch rests on`(reason: String, inner: Int, fair: Int, verdict: StopBasis.Verdict) throws {
    let status = try EngineStatus.read(
      JSONEncoder().encode(
        [
          "running": true, "engine_state": "RUNNING", "dry_run": true, "equity": .number(Decimal(inner)),
          "initial_capital": 10_000, "realized_pnl": .number(Decimal(fair - 10_000)), "unrealized_pnl": 0,
          "total_fees": 0,
        ] as JSONValue))
    let open = inner == fair ? [] : [try position("long", Decimal(fair - inner))]
    let truth = EquityTruth(status: status, positions: open, risk: nil, mode: .dryRun)
    #expect(StopBasis.killSwitch(try killSwitch(reason), truth)?.verdict == verdict, "\(truth)")
  }

  @Test(arguments: ["ERROR_PAUSE: 10 errors in the last hour", "Emergency killswitch activated via API", "HARD_STOP:"])
  func `a stop for another reason is not judged by equity`(reason: String) throws {
    #expect(StopBasis.killSwitch(try killSwitch(reason), try absurdDry()) == nil)
  }
}
