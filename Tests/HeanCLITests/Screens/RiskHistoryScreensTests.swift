import Foundation
import HeanTestSupport
import Testing

@testable import HeanConsole
@testable import HeanPractice

/// `risk history` over a real socket, with the audit log and snapshots of a home of its own.
struct RiskHistoryScreensTests {
  @Test(arguments: ["calm", "killswitch", "stopped"], [80, 140])
  func `each scenario at two widths`(scenario: String, columns: Int) async throws {
    let ran = await Console(columns: columns).run("--practice", "--scenario", scenario, "risk", "history")
    #expect(ran.code == .ok && ran.errors.isEmpty, "\(ran)")
    #expect(ran.output.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= columns })
    try Expected.compare(ran.output, with: "practice/\(scenario).history.\(columns).txt")
  }

  @Test func `what this console sent is part of it, and times and limit narrow it`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    var console = Console(columns: 140)
    console.sharedClock = clock
    let url = ["--url", engine.url]
    _ = await console.run(["risk", "killswitch", "trigger", "--reason", "too hot", "--yes"] + url)
    // Runs of one moment would have one id here, where the dice always fall the same.
    clock.advance(.seconds(1))
    _ = await console.run(["positions", "close-all", "--yes"] + url)
    clock.advance(.seconds(100))
    _ = await console.run(["engine", "stop", "--yes"] + url)
    let all = await console.run(["risk", "history"] + url)
    #expect(all.output.contains("risk.killswitch.trigger") && all.output.contains("too hot"), "\(all.output)")
    #expect(all.output.contains("engine.stop") && !all.output.contains("close-all"))
    let rows = await console.run(["risk", "history", "-o", "csv", "--fields", "subject"] + url)
    let count = rows.output.split(separator: "\n").count - 1
    let recent = await console.run(["risk", "history", "--since", "60s"] + url)
    #expect(recent.output.contains("engine.stop") && !recent.output.contains("killswitch.trigger"))
    let earlier = await console.run(["risk", "history", "--until", "60s"] + url)
    #expect(!earlier.output.contains("engine.stop") && earlier.output.contains("killswitch.trigger"))
    let one = await console.run(["risk", "history", "--limit", "1"] + url)
    #expect(one.output.contains("… and \(count - 1) more: --limit N"), "\(one.output)")
    let wrong = await console.run(["risk", "history", "--since", "1m", "--until", "10m"] + url)
    #expect(wrong.code == .usage)
  }

  @Test func `snapshots tell changes between two rows`() async throws {
    let home = Console.freshHome()
    let file = home + "/pnl.csv"
    for (step, scenario) in ["calm", "stopped"].enumerated() {
      var console = Console(home: home)
      console.clock = Console.now + Double(step) * 600
      let ran = await console.run("--practice", "--scenario", scenario, "pnl", "snapshot", "--append", file)
      #expect(ran.code == .ok, "\(ran)")
    }
    var console = Console(home: home)
    console.clock = Console.now + 700
    let ran = await console.run("--practice", "risk", "history", "--from", file)
    #expect(ran.output.contains("RUNNING to STOPPED") && ran.output.contains("between two rows"), "\(ran.output)")
    #expect(ran.output.contains("2 snapshots of this profile"))
    let json = await console.run("--practice", "risk", "history", "--from", file, "--json")
    #expect(json.output.contains(#""not_before":"2026-11-21T01:47:3"#), "\(json.output)")
    let none = await console.run("--practice", "risk", "history", "--from", home + "/no.csv")
    #expect(none.code == .usage && none.output.isEmpty)
  }

  @Test func `hostile text is told without reaching the terminal`() async throws {
    let evil = #"\u001b]0;x\u0007HARD_STOP: \u202eevil"#
    let server = try Recording.server(
      "running",
      changes: [
        "/api/v1/risk/killswitch/status": .init(
          body: #"{"triggered":true,"reasons":["\#(evil)"],"triggered_at":"2026-11-21T01:40:00"}"#),
        "/api/v1/blackbox/events?limit=500": .init(
          body: #"{"events":[{"seq":1,"ts":"0001-01-01T00:00:00Z","type":"KILLSWITCH_TRIGGERED","#
            + #""payload":{"reason":"\#(evil)"},"context":{"topic":"risk_events"}}]}"#),
      ])
    defer { server.stop() }
    for words in [[], ["--json"], ["-o", "csv"]] {
      let ran = await Console(columns: 80).run(["risk", "history"] + words + ["--url", server.url])
      #expect(ran.code == .ok && ran.output.contains("HARD_STOP"), "\(ran)")
      #expect(!ran.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" })
    }
  }

  @Test func `without an engine there is nothing to put together`() async {
    let down = await Console().run("risk", "history", "--url", "http://127.0.0.1:1")
    #expect(down.code == .unreachable && down.output.isEmpty)
  }
}
