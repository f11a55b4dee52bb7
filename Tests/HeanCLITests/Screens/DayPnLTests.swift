import Foundation
import HeanCore
import HeanPractice
import HeanTestSupport
import Testing

@testable import HeanConsole

/// The day's own profit and loss, and sizes that rest on equity.
struct DayPnLTests {
  @Test(arguments: [[], [.falseEquity], [.mainnetRules]] as [Set<PracticeQuirk>])
  func `it is the sum of its parts, and says since when`(quirks: Set<PracticeQuirk>) async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: quirks, clock: clock)
    defer { engine.stop() }
    engine.prepare()
    clock.advance(.seconds(120))
    var console = Console(columns: 80)
    console.sharedClock = clock
    for command in ["status", "account"] {
      let ran = await console.run(command, "--json", "--url", engine.url)
      let data = try #require(try JSONDecoder().decode(JSONValue.self, from: Data(ran.output.utf8))["data"])
      let figures = try ["day_pnl", "realized_pnl", "unrealized_pnl"].map { try #require(data[$0]?.number) }
      let fees = data["fees"]?.number ?? 0
      #expect(abs(figures[0] - (figures[1] + figures[2] - fees)) < 1, "\(ran.output)")
      #expect(data["day_pnl_since"]?.text?.hasPrefix("2026-11-21T01:") == true, "\(ran.output)")
      // The practice engine begins with 10 000 USDT.
      let percent = try #require(data["day_pnl_pct"]?.number)
      #expect(abs(percent - figures[0] / 100) < 0.001, "\(ran.output)")
      let screen = await console.run(command, "--url", engine.url)
      #expect(screen.output.contains(" USDT since 01:"), "\(screen.output)")
    }
  }

  @Test func `before midnight it is not the day's`() async throws {
    let truth = EquityTruth(status: nil, positions: nil, risk: nil, mode: .dryRun)
    #expect(DayPnL(truth, startedAt: Console.now, now: Console.now).shown == nil)
    let path = "/api/v1/trading/equity-history?limit=500"
    for (start, since) in [
      ("2026-11-21T00:46:50+00:00", "2026-11-21T00:46:50.000000Z"), ("2026-11-20T23:59:50+00:00", nil),
      ("2026-11-21T02:46:50+00:00", nil),
    ] {
      let server = try Recording.server(
        "running", changes: [path: .init(body: #"{"snapshots":[{"timestamp":"\#(start)","equity":10000.0}]}"#)])
      defer { server.stop() }
      let ran = await Console().run("status", "--json", "--url", server.url)
      let data = try #require(try JSONDecoder().decode(JSONValue.self, from: Data(ran.output.utf8))["data"])
      #expect(data["day_pnl_since"]?.text == since, "\(ran.output)")
      // Of the engine's own figure too it is known where the day began, as the two agree.
      #expect(data["day_pnl_pct"]?.number != nil, "\(ran.output)")
    }
  }

  @Test func `a percentage rests on an equity that is believed, and says so`() async throws {
    for quirks in [[], [.falseEquity]] as [Set<PracticeQuirk>] {
      let clock = TestClock(Console.now)
      let engine = try StagedEngine(quirks: quirks, clock: clock)
      defer { engine.stop() }
      engine.prepare()
      clock.advance(.seconds(60))
      var console = Console()
      console.sharedClock = clock
      let line = ["orders", "place", "buy", "BTCUSDT", "--dry-run", "--url", engine.url]
      let sized = await console.run(line + ["--size", "5%"])
      #expect(sized.code == .ok && sized.output.contains("5 % of an equity of 10"), "\(sized)")
      #expect(sized.output.contains("equity is computed") == !quirks.isEmpty, "\(sized.output)")
      let percent = await console.run(line + ["--percent", "5"])
      #expect(percent.output.contains("5 % of an equity of 10"))
    }
  }

  @Test func `no percentage is reckoned from a figure that contradicts itself`() async throws {
    let absurd = try Recording.all(in: "ghost")["dry_04_status_after"]?.answer
    let server = try Recording.server(
      "running",
      changes: [
        "/api/v1/engine/status": try #require(absurd), "/api/v1/orders/positions": .init(body: #"{"positions":[]}"#),
        "/api/v1/market/ticker?symbol=BTCUSDT": .init(
          body: #"{"symbol":"BTCUSDT","price":64000.0,"timestamp":"2026-11-21T01:47:29+00:00"}"#),
      ])
    defer { server.stop() }
    let ran = await Console().run("orders", "place", "buy", "BTCUSDT", "--size", "5%", "--dry-run", "--url", server.url)
    #expect(
      ran.code != .ok && (ran.output + ran.errors).contains("its parts come to"), "\(ran)")
    for wrong in ["%", "-1%", "x%", "0%"] {
      let refused = await Console().run("orders", "place", "buy", "BTCUSDT", "--size", wrong, "--practice", "--dry-run")
      #expect(refused.code == .usage, "\(refused)")
    }
  }

  @Test func `whether money is lost is answered from the account`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: [], clock: clock)
    defer { engine.stop() }
    engine.prepare()
    clock.advance(.seconds(120))
    var console = Console()
    console.sharedClock = clock
    let status = await console.run("status", "--json", "--url", engine.url)
    let data = try #require(try JSONDecoder().decode(JSONValue.self, from: Data(status.output.utf8))["data"])
    let total = try #require(data["equity_computed"]?.number) - 10_000
    let ran = await console.run("ask", "am I losing money?", "--url", engine.url)
    #expect(ran.output.contains("PnL: \(Figures.signed(total)) USDT"), "\(ran.output)")
    let unknown = try Recording.server(
      "running",
      changes: [
        "/api/v1/engine/status": .init(
          body: #"{"status":"running","running":true,"engine_state":"RUNNING","equity":9000.0,"dry_run":true}"#)
      ])
    defer { unknown.stop() }
    let asked = await Console().run("ask", "am I losing money?", "--url", unknown.url)
    #expect(asked.output.contains("PnL is not known") && asked.code == .staleOrUnconfirmed, "\(asked.output)")
  }
}
