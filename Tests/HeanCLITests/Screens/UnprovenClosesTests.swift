import Foundation
import HeanPractice
import HeanTestSupport
import Testing

@testable import HeanConsole

/// A close that nothing has proved is not forgotten by the screens that come after it.
struct UnprovenClosesTests {
  private func world(
    _ quirks: Set<PracticeQuirk>, _ body: (StagedEngine, Console, TestClock) async throws -> Void
  ) async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: quirks, clock: clock)
    defer { engine.stop() }
    engine.prepare()
    var console = Console()
    console.sharedClock = clock
    try await body(engine, console, clock)
  }

  @Test(
    arguments: [
      (
        [.mainnetRules, .unfilledClose],
        "Close of LINKUSDT long 70.5 at 2026-11-21 01:47:30Z was not confirmed; check the exchange itself"
      ),
      (
        [.mainnetRules, .closeRefused],
        "Close of LINKUSDT long 70.5 at 2026-11-21 01:47:30Z was refused, and it is still open"
      ),
      ([.ghostClose], "Close of LINKUSDT long 70.5 at 2026-11-21 01:47:30Z was not confirmed"),
    ] as [(Set<PracticeQuirk>, String)])
  func `positions and status name a close that was not confirmed`(quirks: Set<PracticeQuirk>, words: String)
    async throws
  {
    try await world(quirks) { engine, console, clock in
      let url = ["--url", engine.url]
      for command in ["positions", "status"] {
        let before = await console.run([command] + url)
        #expect(!before.output.contains("Close of"), "\(before.output)")
      }
      let closed = await console.run(["positions", "close", "LINKUSDT", "--yes"] + url)
      #expect(closed.code != .ok)
      for command in ["positions", "status"] {
        let screen = await console.run([command] + url)
        #expect(
          screen.output.contains(words) && screen.output.contains(": hean audit show 20261121014730-"),
          "\(screen.output)")
        let json = await console.run([command, "--json"] + url)
        #expect(json.output.contains(words), "\(json.output)")
        let csv = await console.run([command, "-o", "csv"] + url)
        #expect(csv.errors.contains(words) && !csv.output.contains(words), "\(csv.errors)")
      }
      let another = await Console().run(["positions"] + url)
      #expect(!another.output.contains("Close of"), "another operator's log says nothing of it")
      clock.advance(.seconds(86_400))
      let late = await console.run(["positions"] + url)
      #expect(!late.output.contains("Close of"), "\(late.output)")
    }
  }

  @Test func `a close that is confirmed later ends it, and one that is confirmed at once is none`() async throws {
    try await world([.mainnetRules, .closeRefused]) { engine, console, _ in
      let url = ["--url", engine.url]
      _ = await console.run(["positions", "close", "LINKUSDT", "--yes"] + url)
      #expect(await console.run(["positions"] + url).output.contains("Close of LINKUSDT"))
      engine.set([.mainnetRules])
      let again = await console.run(["positions", "close", "LINKUSDT", "--yes"] + url)
      #expect(again.code == .ok, "\(again)")
      let after = await console.run(["positions"] + url)
      #expect(!after.output.contains("Close of"), "\(after.output)")
    }
  }

  @Test func `an empty list after a close that was not confirmed is no proof of being flat`() async throws {
    try await world([.mainnetRules, .unfilledClose]) { engine, console, clock in
      let url = ["--url", engine.url]
      engine.call("/api/v1/emergency/killswitch")
      let closed = await console.run(["positions", "close-all", "--yes"] + url)
      #expect(closed.code == .staleOrUnconfirmed, "\(closed)")
      clock.advance(.seconds(60))
      let screen = await console.run(["positions"] + url)
      #expect(screen.code == .staleOrUnconfirmed && !screen.output.contains("No open position"), "\(screen)")
      let json = await console.run(["positions", "--json"] + url)
      #expect(json.code == .staleOrUnconfirmed && json.output.contains(#""data":null"#), "\(json)")
    }
  }

  @Test func `what the engine dropped beside others is told, too`() async throws {
    let history = #"""
      {"history":[{"event_kind":"closed_position","position_id":"p","symbol":"XRPUSDT","side":"long","qty":10,
       "realized_pnl":0.0,"unrealized_pnl":-1.5,"status":"closed","closed_at":"2026-11-21T01:06:50+00:00"}],"count":1}
      """#
    let server = try Recording.server("running", changes: ["/api/v1/trading/history?limit=100": .init(body: history)])
    defer { server.stop() }
    for command in ["positions", "status"] {
      let ran = await Console().run(command, "--url", server.url)
      #expect(
        ran.output.contains("The engine dropped XRPUSDT at 2026-11-21 01:06:50Z with zero PnL and without a fill"),
        "\(ran.output)")
    }
  }

  @Test func `an echo is marked as one, and what a close left over as that`() async throws {
    try await world([.mainnetRules, .echo]) { engine, console, _ in
      let url = ["--url", engine.url]
      _ = await console.run(["positions", "close", "LINKUSDT", "--yes"] + url)
      let screen = await console.run(["positions"] + url)
      #expect(screen.output.contains("LINKUSDT long 70.5: echo of a close, unconfirmed"), "\(screen.output)")
      #expect(screen.output.contains("ECHO?"))
      let json = await console.run(["positions", "--json"] + url)
      #expect(json.output.contains(#""doubt":"echo""#) && json.output.contains("echo of a close, unconfirmed"))
      let status = await console.run(["status"] + url)
      #expect(status.output.contains("echo of a close, unconfirmed"), "\(status.output)")
    }
    let positions = #"""
      {"positions":[{"position_id":"r","symbol":"XRPUSDT","side":"short","size":0.4,"entry_price":0.5,"current_price":0.5,
       "unrealized_pnl":0,"strategy_id":"hf_scalping","status":"open","created_at":"2026-11-21T01:46:52+00:00"}]}
      """#
    let history = #"""
      {"history":[{"event_kind":"closed_position","position_id":"p","symbol":"XRPUSDT","side":"long","qty":10,
       "realized_pnl":-1.0,"unrealized_pnl":-1.5,"status":"closed","closed_at":"2026-11-21T01:46:50+00:00"}],"count":1}
      """#
    let server = try Recording.server(
      "running",
      changes: [
        "/api/v1/orders/positions": .init(body: positions), "/api/v1/trading/history?limit=100": .init(body: history),
      ])
    defer { server.stop() }
    let residue = await Console().run("positions", "--url", server.url)
    #expect(residue.output.contains("XRPUSDT short 0.4: left over by a close, unconfirmed"), "\(residue.output)")
  }

  /// What an engine forgets when it starts, the exchange does not.
  @Test func `an empty book after a restart is flat in a dry run only`() async throws {
    for quirks in [[.mainnetRules], []] as [Set<PracticeQuirk>] {
      try await world(quirks) { engine, console, clock in
        let url = ["--url", engine.url]
        engine.call("/api/v1/engine/restart")
        let isLive = !quirks.isEmpty
        let screen = await console.run(["positions"] + url)
        #expect(screen.code == (isLive ? .staleOrUnconfirmed : .ok), "\(screen)")
        #expect(screen.output.contains("the engine was started at 2026-11-21 01:47:30Z") == isLive, "\(screen.output)")
        #expect(screen.output.contains("No open position") != isLive)
        let status = await console.run(["status"] + url)
        #expect(status.output.contains("No proof of being flat") == isLive, "\(status.output)")
      }
    }
  }

  @Test(arguments: [true, false])
  func `a wait for an empty book does not take a restart for one`(isLive: Bool) async throws {
    let engine = try StagedEngine(quirks: isLive ? [.mainnetRules] : [], clock: TestClock(Date()))
    defer { engine.stop() }
    engine.prepare()
    engine.call("/api/v1/engine/restart")
    var console = Console()
    console.isClockReal = true
    let waited = await console.run("wait", "--for", "positions.count==0", "--timeout", "1s", "--url", engine.url)
    #expect(waited.code == (isLive ? .conditionFalse : .ok), "\(waited)")
  }
}
