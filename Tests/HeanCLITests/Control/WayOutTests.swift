import Foundation
import HeanPractice
import HeanTestSupport
import Testing

@testable import HeanConsole

/// The ways out of a stop lead out, and not from one verb to the other and back.
struct WayOutTests {
  private static let status = "/api/v1/engine/status"
  private static let risk = "/api/v1/risk/status"
  private static let killSwitch = "/api/v1/risk/killswitch/status"
  private static let governor = "/api/v1/risk/governor/status"
  private static let positions = "/api/v1/orders/positions"

  private static func account(
    dry: Bool = true, equity: String, realized: String = "0", unrealized: String = "0"
  ) -> String {
    """
    {"status":"running","running":true,"engine_state":"RUNNING","dry_run":\(dry),"equity":\(equity),\
    "initial_capital":10000,"realized_pnl":\(realized),"unrealized_pnl":\(unrealized),"total_fees":0}
    """
  }

  private static func tripped(
    equity: String, reason: String = "HARD_STOP: Equity drop 50.00%", at time: String = "01:40:00"
  )
    -> String
  {
    """
    {"triggered":true,"reasons":["\(reason)"],"triggered_at":"2026-11-21T\(time)","thresholds":{"drawdown_pct":15,\
    "equity_drop":30},"current_metrics":{"current_drawdown_pct":50,"current_equity":\(equity)}}
    """
  }

  private static func mirrored(equity: String) -> String {
    #"{"killswitch_triggered":true,"stop_trading":true,"equity":\#(equity)}"#
  }

  private static func governed(_ state: String, drawdown: String, canClear: Bool = false) -> String {
    #"{"risk_state":"\#(state)","can_clear":\#(canClear),"current_drawdown_pct":\#(drawdown),"quarantined_symbols":[]}"#
  }

  private static let flat = #"{"positions":[]}"#
  private static let long =
    #"{"positions":[{"position_id":"a","symbol":"BTCUSDT","side":"long","size":0.1,"entry_price":50000,"current_price":50000,"unrealized_pnl":0}]}"#

  private func run(_ bodies: [String: String], _ arguments: String...) async throws -> Consequences {
    let server = try Recording.server("running", changes: bodies.mapValues { LoopbackServer.Answer(body: $0) })
    defer { server.stop() }
    let ran = await Console().run(arguments + ["--dry-run", "--url", server.url])
    #expect(server.commands.isEmpty)
    return Consequences(
      code: ran.code, output: ran.output.replacing("--url \(server.url) ", with: ""),
      errors: ran.errors.replacing("--url \(server.url) ", with: ""))
  }

  private func reset(_ bodies: [String: String]) async throws -> Consequences {
    try await run(bodies, "risk", "killswitch", "reset", "--reason", "x")
  }

  @Test func `a governor in HARD_STOP keeps no reset from holding`() async throws {
    let ran = try await reset([
      Self.status: Self.account(equity: "9900"), Self.killSwitch: Self.tripped(equity: "9900"),
      Self.risk: Self.mirrored(equity: "9900"), Self.governor: Self.governed("HARD_STOP", drawdown: "3"),
      Self.positions: Self.flat,
    ])
    #expect(ran.code == .ok && ran.output.contains("the governor's HARD_STOP is not touched"), "\(ran)")
  }

  @Test func `where orders reach an exchange the switch goes by the exchange's equity`() async throws {
    let bodies = [
      Self.killSwitch: Self.tripped(equity: "4000"), Self.risk: Self.mirrored(equity: "4000"),
      Self.governor: Self.governed("NORMAL", drawdown: "1"), Self.positions: Self.flat,
    ]
    let live = try await reset(
      bodies.merging([Self.status: Self.account(dry: false, equity: "10100")]) { $1 })
    #expect(live.code == .ok, "\(live)")
    let dry = try await reset(bodies.merging([Self.status: Self.account(equity: "10100")]) { $1 })
    #expect(dry.code == .refused && dry.errors.contains("60 % below the initial capital"), "\(dry)")
  }

  @Test(arguments: [("10000.00", "01:40:00", ExitCode.refused), ("9000.00", "01:40:00", .ok)])
  func `a pause persists by the day's high, and not by the peak`(high: String, time: String, code: ExitCode)
    async throws
  {
    let ran = try await reset([
      Self.status: Self.account(equity: "8400", realized: "-1600"),
      Self.killSwitch: Self.tripped(
        equity: "8400", reason: "DAILY_PAUSE: Drawdown 16.00% from daily high $\(high) exceeds limit 15.00% (PF=0.5)",
        at: time),
      Self.risk: Self.mirrored(equity: "8400"), Self.governor: Self.governed("QUARANTINE", drawdown: "16"),
      Self.positions: Self.flat,
    ])
    #expect(ran.code == code, "\(ran)")
    if code == .refused { #expect(ran.errors.contains("16 % below the day's high of 10000.00 USDT"), "\(ran)") }
  }

  /// One long of half the capital: a dry run's equity reads 5 000 although nothing is lost.
  @Test func `an equity that open positions distort is mended by closing them`() async throws {
    let bodies = [
      Self.status: Self.account(equity: "5000"), Self.killSwitch: Self.tripped(equity: "5000"),
      Self.risk: Self.mirrored(equity: "5000"), Self.governor: Self.governed("HARD_STOP", drawdown: "50"),
      Self.positions: Self.long,
    ]
    let reset = try await reset(bodies)
    #expect(reset.code == .refused && reset.errors.contains("next: hean positions close-all; --force"), "\(reset)")
    #expect(reset.errors.contains("open positions distort the engine's equity"))
    let clear = try await run(bodies, "risk", "governor", "clear")
    #expect(clear.code == .refused && clear.errors.contains("next: hean positions close-all; --force"), "\(clear)")
  }

  @Test func `books that contradict themselves without a position need a restart`() async throws {
    let bodies = [
      Self.status: Self.account(equity: "5000"), Self.killSwitch: Self.tripped(equity: "5000"),
      Self.risk: Self.mirrored(equity: "5000"), Self.governor: Self.governed("HARD_STOP", drawdown: "50"),
      Self.positions: Self.flat,
    ]
    for ran in [try await reset(bodies), try await run(bodies, "risk", "governor", "clear")] {
      #expect(ran.code == .refused && ran.errors.contains("next: hean engine restart; --force"), "\(ran)")
      #expect(ran.errors.contains("contradicts its own PnL"))
    }
  }

  @Test func `a real loss of a flat account outlasts a restart`() async throws {
    let ran = try await reset([
      Self.status: Self.account(dry: false, equity: "6000", realized: "-4000"),
      Self.killSwitch: Self.tripped(equity: "6000"), Self.risk: Self.mirrored(equity: "6000"),
      Self.governor: Self.governed("HARD_STOP", drawdown: "40"), Self.positions: Self.flat,
    ])
    #expect(ran.code == .refused && ran.errors.contains("INITIAL_CAPITAL set to what the account holds"), "\(ran)")
  }

  @Test func `the emergency stop hides no tripped switch, and is itself undone by a restart`() async throws {
    let health =
      #"{"status":"degraded","components":{"engine":{"status":"running"},"killswitch":{"status":"triggered","triggered":true}}}"#
    let base = [
      Self.status: Self.account(equity: "10000"), Self.governor: Self.governed("NORMAL", drawdown: "1"),
      Self.positions: Self.flat, "/health": health,
    ]
    let tripped = try await reset(
      base.merging([
        Self.killSwitch: Self.tripped(equity: "10000"), Self.risk: Self.mirrored(equity: "10000"),
      ]) { $1 })
    #expect(tripped.code == .ok && tripped.output.contains("/health shows the emergency stop until"), "\(tripped)")
    let lamp = try await reset(
      base.merging([
        Self.killSwitch: #"{"triggered":false,"reasons":[]}"#,
        Self.risk: #"{"killswitch_triggered":false,"stop_trading":true}"#,
      ]) { $1 })
    #expect(lamp.code == .refused && lamp.errors.contains("next: hean engine restart"), "\(lamp)")
  }

  @Test func `figures that cannot be read are no cause that persists`() async throws {
    let bodies = [
      Self.status: Self.account(equity: "10000"),
      Self.killSwitch: #"{"triggered":true,"reasons":["HARD_STOP: x"],"thresholds":"none"}"#,
      Self.risk: Self.mirrored(equity: "10000"), Self.governor: Self.governed("NORMAL", drawdown: "1"),
      Self.positions: Self.flat,
    ]
    let ran = try await reset(bodies)
    #expect(ran.code == .refused && ran.errors.contains("whether its cause is gone is not known"), "\(ran)")
    #expect(!ran.errors.contains("trip again"))
    let forced = try await run(bodies, "risk", "killswitch", "reset", "--reason", "x", "--force")
    #expect(forced.code == .ok, "\(forced)")
  }

  @Test func `a governor that is forced over an open book says so`() async throws {
    let bodies = [
      Self.status: Self.account(equity: "9700", unrealized: "-300"),
      Self.governor: Self.governed("HARD_STOP", drawdown: "3"), Self.positions: Self.long,
    ]
    let forced = try await run(bodies, "risk", "governor", "clear", "--force")
    #expect(forced.code == .ok && forced.output.contains("1 open, and signals may add"), "\(forced)")
    let plain = try await run(bodies, "risk", "governor", "clear")
    #expect(plain.code == .refused && plain.errors.contains("an hour after"), "\(plain)")
  }

  /// After a restart `/health` still shows the first stop, and the engine trades.
  @Test func `the emergency stop can be used again`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: [.hiddenEmergency, .latch], clock: clock)
    defer { engine.stop() }
    engine.prepare { stage in
      stage.call("/api/v1/emergency/killswitch")
      stage.call("/api/v1/engine/restart")
    }
    var console = Console()
    console.sharedClock = clock
    let ran = await console.run("risk", "killswitch", "trigger", "--yes", "--url", engine.url)
    #expect(ran.code == .ok && engine.commands.count == 1, "\(ran)")
    #expect(ran.output.contains("as before, and stop_trading is set"))
  }
}
