import Foundation
import HeanPractice
import HeanTestSupport
import Testing

@testable import HeanConsole

/// What an order would touch is told apart loudly, from evidence and never from the engine's constants.
struct ModeScreensTests {
  private static let live = LoopbackServer.Answer(
    body:
      #"{"status":"running","running":true,"engine_state":"RUNNING","trading_mode":"live","is_live":true,"dry_run":false,"equity":1}"#
  )
  private static let why = LoopbackServer.Answer(
    body: #"{"engine_state":"running","last_tick_age_sec":0.2,"execution_quality":{"ws_ok":true,"rest_ok":true}}"#)

  private func run(_ changes: [String: LoopbackServer.Answer]) async throws -> (
    screen: String, json: String, targets: [String]
  ) {
    let server = try Recording.server("running", changes: changes)
    defer { server.stop() }
    let screen = await Console(columns: 80).run("positions", "--url", server.url)
    let json = await Console().run("positions", "--url", server.url, "--json")
    return (screen.output, json.output, server.targets)
  }

  @Test(arguments: [("true", "TESTNET", "testnet"), ("false", "MAINNET", "mainnet")])
  func `the network comes from settings`(testnet: String, banner: String, mode: String) async throws {
    let seen = try await run([
      "/api/v1/engine/status": Self.live, "/api/v1/trading/why": Self.why,
      "/settings": LoopbackServer.Answer(body: #"{"bybit_testnet":\#(testnet)}"#),
    ])
    #expect(seen.screen.hasPrefix(" \(banner) ") && seen.json.contains(#""mode":"\#(mode)""#))
  }

  @Test func `a lost exchange is a silent fall back to paper`() async throws {
    let lost = LoopbackServer.Answer(body: Self.why.body.replacing("\"rest_ok\":true", with: "\"rest_ok\":null"))
    let seen = try await run(["/api/v1/engine/status": Self.live, "/api/v1/trading/why": lost])
    #expect(seen.screen.hasPrefix(" PAPER FALLBACK ") && seen.json.contains(#""mode":"paper_fallback""#))
  }

  @Test func `without settings the mode is unknown, and that is loud`() async throws {
    let limited = LoopbackServer.Answer(status: 404, body: #"{"detail":"Not Found"}"#)
    let seen = try await run([
      "/api/v1/engine/status": Self.live, "/api/v1/trading/why": Self.why, "/settings": limited,
    ])
    #expect(seen.screen.hasPrefix(" UNKNOWN MODE  the engine did not tell: treat it as real money"))
    #expect(seen.json.contains(#""mode":"unknown""#))
  }

  @Test(arguments: [
    "status", "why", "positions", "orders", "risk", "account", "health", "trades", "strategies", "analytics",
  ])
  func `a rehearsal has the banner of mainnet with a mark on every screen`(command: String) async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: [.rehearseMainnet], clock: clock)
    defer { engine.stop() }
    engine.prepare()
    var console = Console(columns: 80)
    console.sharedClock = clock
    let screen = await console.run(command, "--url", engine.url)
    #expect(screen.output.hasPrefix(" MAINNET REHEARSAL  simulated market, no money moves"), "\(screen)")
    #expect(!screen.output.contains("it trades on paper"), "\(screen)")
    let json = await console.run(command, "--url", engine.url, "--json")
    #expect(json.output.contains(#""mode": "rehearsal""#), "\(json)")
    // Without the mark it is taken for what it says it is.
    let unmarked = try StagedEngine(quirks: [.rehearseMainnet], clock: clock, isMarked: false)
    defer { unmarked.stop() }
    unmarked.prepare()
    let real = await console.run(command, "--url", unmarked.url)
    #expect(!real.output.contains("REHEARSAL") && !real.output.contains("simulated"), "\(real)")
  }

  @Test func `a rehearsal is confirmed like mainnet`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: [.rehearseMainnet], clock: clock)
    defer { engine.stop() }
    engine.prepare()
    var console = Console(columns: 80)
    console.sharedClock = clock
    console.isInputTerminal = true
    console.standardInput = ["y"]
    let declined = await console.run("positions", "close-all", "--url", engine.url)
    #expect(declined.code == .declined && declined.errors.contains("MAINNET REHEARSAL: "), "\(declined)")
    #expect(declined.errors.contains("to send: ") && engine.commands.isEmpty, "\(declined)")
    let yes = await Console().run("positions", "close-all", "--yes", "--url", engine.url)
    #expect(yes.code == .declined && engine.commands.isEmpty, "\(yes)")
    console.standardInput = [String(engine.url.dropFirst("http://".count))]
    let given = await console.run("positions", "close-all", "--url", engine.url)
    #expect(engine.commands.count == 1 && given.output.contains("MAINNET REHEARSAL"), "\(given)")
  }

  /// A practice engine with an exchange says one thing about it.
  @Test func `an exchange that is simulated is an exchange`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(.stopped, quirks: [.mainnetRules], clock: clock)
    defer { engine.stop() }
    engine.prepare()
    var console = Console(columns: 80)
    console.sharedClock = clock
    for command in ["status", "positions", "orders", "why"] {
      let ran = await console.run(command, "--url", engine.url)
      #expect(ran.output.hasPrefix(" PRACTICE  simulated market and exchange"), "\(ran)")
      #expect(!ran.output.contains("on paper"), "\(ran)")
    }
  }

  @Test func `in dry run nobody asks for settings, which the engine limits`() async throws {
    #expect(try await run([:]).targets.contains("/settings") == false)
  }
}
