import Foundation
import HeanCore
import HeanPractice
import Testing

@testable import HeanConsole

/// What is refused before anything is sent, and what the quirks do to those who do not look.
struct GuardTests {
  private func run(
    _ engine: StagedEngine, _ clock: TestClock, home: String = Console.freshHome(), _ arguments: String...
  ) async -> Consequences {
    var console = Console(home: home)
    console.sharedClock = clock
    return await console.run(arguments + ["--yes", "--url", engine.url])
  }

  @Test func `a reset is refused while its cause persists, and a forced one is seen to trip again`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(.crash, quirks: [.latch], clock: clock)
    defer { engine.stop() }
    engine.prepare()
    clock.advance(.seconds(240))
    let refused = await run(engine, clock, "risk", "killswitch", "reset", "--reason", "hope")
    #expect(refused.code == .refused && refused.errors.contains("below the initial capital, the limit is 30 %"))
    #expect(refused.errors.contains("trip again within 10 s") && engine.commands.isEmpty)
    let forced = await run(
      engine, clock, "risk", "killswitch", "reset", "--reason", "hope", "--force", "--verify-timeout", "15s")
    #expect(forced.code == .staleOrUnconfirmed && forced.output.contains("still tripped"), "\(forced)")
  }

  @Test func `after a reset the latch is found and the restart is offered`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(.killswitch, quirks: [.latch], clock: clock)
    defer { engine.stop() }
    engine.prepare { stage in stage.call("/api/v1/risk/killswitch/reset") }
    // Between the first reset and this one the flags are clear, and only a decision shows the latch.
    clock.advance(.seconds(60))
    let why = await run(engine, clock, "risk", "killswitch", "reset", "--reason", "x")
    #expect(why.output.contains("that is the latch"))
    let restarted = await run(engine, clock, "engine", "restart")
    #expect(restarted.code == .ok)
  }

  @Test func `a reset that leaves the latch is not confirmed`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(.killswitch, quirks: [.latch], clock: clock)
    defer { engine.stop() }
    engine.prepare()
    let ran = await run(engine, clock, "risk", "killswitch", "reset", "--reason", "x", "--verify-timeout", "1m")
    #expect(ran.code == .staleOrUnconfirmed && ran.output.contains("signals are still refused"), "\(ran)")
    #expect(ran.output.contains("engine restart"))
  }

  @Test func `a resume that would block the engine for good is never sent`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(.stopped, quirks: [.resumeDeadlock], clock: clock)
    defer { engine.stop() }
    engine.prepare()
    let ran = await run(engine, clock, "engine", "resume")
    #expect(ran.code == .refused && ran.errors.contains("block every later engine verb") && engine.commands.isEmpty)
    // Somebody else did it: every verb on the lock goes unanswered, and says so.
    engine.call("/api/v1/engine/resume")
    let start = await run(engine, clock, "engine", "start")
    #expect(start.code == .outcomeUnknown && start.output.contains("no answer told"))
  }

  @Test func `enabling twice would double signals, so nothing is sent`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: [.doubleEnable], clock: clock)
    defer { engine.stop() }
    engine.prepare()
    let ran = await run(engine, clock, "strategies", "enable", "hf_scalping", "momentum_trader")
    #expect(ran.code == .ok && engine.commands.isEmpty && ran.output.contains("would double its signals"))
  }

  @Test func `a close that only drops the position is no close`() async throws {
    for (quirk, code, words) in [
      (PracticeQuirk.ghostClose, ExitCode.staleOrUnconfirmed, "the engine forgot XRPUSDT long"),
      (.closeRefused, .refused, "so the engine did not close it: XRPUSDT long"),
    ] {
      let clock = TestClock(Console.now)
      let engine = try StagedEngine(quirks: [quirk], clock: clock)
      defer { engine.stop() }
      engine.prepare()
      let ran = await run(engine, clock, "positions", "close", "XRPUSDT")
      #expect(ran.code == code && ran.output.contains(words), "\(quirk): \(ran)")
      #expect(ran.output.contains("the engine says: closed") && engine.commands.count == 1)
    }
  }

  @Test func `an emergency stop is confirmed from health, and a reset of it is refused`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: [.hiddenEmergency, .latch], clock: clock)
    defer { engine.stop() }
    engine.prepare()
    let ran = await run(engine, clock, "risk", "killswitch", "trigger", "--reason", "drill")
    #expect(ran.code == .ok && ran.output.contains("shows in /health"))
    let reset = await run(engine, clock, "risk", "killswitch", "reset", "--reason", "drill over")
    #expect(reset.code == .refused && reset.errors.contains("only a new engine process"))
  }

  @Test(arguments: [
    ("killswitch_drawdown_pct=100", "disarmed"), ("killswitch_drawdown_pct=0", "disarmed"),
    ("max_daily_drawdown_pct=31", "from 1 to 30"), ("max_open_positions=0", "from 1 to 50"),
    ("max_trade_risk_pct=10", "from 0.01 to 5"), ("risk_sentinel_enabled=false", "out of the way"),
    ("max_open_positions=many", "not of that kind"),
  ])
  func `values that disarm protection are refused`(pair: String, words: String) async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    let ran = await run(engine, clock, "config", "set", pair)
    #expect(ran.code == .refused && ran.errors.contains(words) && engine.commands.isEmpty, "\(ran)")
    guard !pair.hasSuffix("many") else { return }
    let forced = await run(engine, clock, "config", "set", pair, "--force")
    #expect(forced.code == .ok && engine.commands.count == 1)
  }

  @Test func `an unknown key, limit, symbol, strategy, order or position is named`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    let cases: [([String], ExitCode, String)] = [
      (["config", "set", "max_positions=3"], .notFound, "max_open_positions"),
      (["config", "set", "bybit_api_key=secret"], .notFound, "bybit_api_key"),
      (["risk", "limits", "set", "max_leverage=3"], .notFound, "max_exposure_usd"),
      (["risk", "limits", "set", "max_open_positions=101"], .refused, "from 1 to 100"),
      (["risk", "quarantine", "BTCUSD"], .notFound, "no symbol 'BTCUSD' (known: BTCUSDT, "),
      (["orders", "place", "buy", "NOPEUSDT", "--size", "1"], .notFound, "no symbol 'NOPEUSDT'"),
      (["orders", "place", "buy", "BTCUSDT", "--size", "1", "--stop-loss", "999999"], .refused, "stopped at once"),
      (["orders", "cancel", "nope"], .notFound, "no order 'nope'"),
      (["positions", "close", "NOPE"], .notFound, "no position 'NOPE'"),
      (["strategies", "disable", "nope"], .notFound, "hf_scalping"),
      (["strategies", "params", "hf_scalping", "--set", "leverage=9"], .refused, "tp_bps"),
    ]
    for (arguments, code, words) in cases {
      var console = Console()
      console.sharedClock = clock
      let ran = await console.run(arguments + ["--yes", "--url", engine.url])
      #expect(ran.code == code && ran.errors.contains(words), "\(arguments): \(ran)")
    }
    #expect(engine.commands.isEmpty)
  }

  @Test func `of several targets those that need it are sent, one call each, in order`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    engine.prepare { $0.call("/api/v1/strategies/enhanced_grid/enable", #"{"enabled":false}"#) }
    let ran = await run(engine, clock, "strategies", "disable", "hf", "enhanced_grid", "momentum", "hf_scalping")
    #expect(ran.code == .ok)
    #expect(
      engine.commands.map(\.target) == ["hf_scalping", "momentum_trader"].map { "/api/v1/strategies/\($0)/enable" })
    #expect(ran.output.contains("enhanced_grid is disabled already"))
  }

  @Test func `after a cut nothing more of the plan is sent`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    engine.fail(with: .cutBeforeReply)
    let ran = await run(engine, clock, "positions", "close", "XRPUSDT", "LINKUSDT")
    #expect(ran.code == .outcomeUnknown && engine.commands.count == 1)
    #expect(ran.output.contains("NOT SENT  LINKUSDT long 70.5: left out"))
  }

  @Test func `a restart is proved by the memory that is gone, not by the word RUNNING`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: [.lies], clock: clock)
    defer { engine.stop() }
    engine.prepare()
    let lied = await run(engine, clock, "engine", "restart")
    #expect(lied.code == .staleOrUnconfirmed && lied.output.contains("has not restarted"), "\(lied)")
  }
}
