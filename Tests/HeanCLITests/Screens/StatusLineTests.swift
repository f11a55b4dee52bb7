import Foundation
import HeanPractice
import HeanTestSupport
import Testing

@testable import HeanConsole

/// The one line of `status --line`, over a real socket: a status bar shows it whatever happens.
struct StatusLineTests {
  private func isFit(_ ran: Consequences) -> Bool {
    ran.code == .ok && ran.errors.isEmpty && ran.output.hasSuffix("\n") && ran.output.count <= 60
      && !ran.output.dropLast().contains("\n") && ran.output.utf8.allSatisfy { $0 == 10 || (32..<127).contains($0) }
  }

  @Test func `each scenario, plain and for tmux`() async throws {
    var told = ""
    for scenario in PracticeScenario.allCases {
      let words = ["--practice", "--scenario", scenario.rawValue, "status", "--line"]
      let plain = await Console(columns: 20).run(words)
      #expect(isFit(plain), "\(plain)")
      let tmux = await Console().run(words + ["--format", "tmux"])
      #expect(tmux.code == .ok && tmux.output.contains("#[fg="))
      #expect(tmux.output.replacing(#/#\[[^\]]*\]/#, with: "") == plain.output, "colour only repeats")
      told += "\(scenario.rawValue)\n  \(plain.output)  \(tmux.output)"
    }
    try Expected.compare(told, with: "line/practice.txt")
  }

  @Test func `each recorded state of a real engine`() async throws {
    let paused = try #require(try Recording.all(in: "errors")["engine_status_paused"]).answer
    var told = ""
    for (name, folder, changes) in [
      ("running", "running", [:]), ("stopped", "stopped", [:]),
      ("paused", "running", ["/api/v1/engine/status": paused]),
      (
        "no settings, no dry run", "running",
        [
          "/api/v1/engine/status": .init(body: #"{"status":"running","running":true,"engine_state":"RUNNING"}"#)
        ]
      ),
    ] as [(String, String, [String: LoopbackServer.Answer])] {
      let server = try Recording.server(folder, changes: changes)
      let ran = await Console().run("status", "--line", "--url", server.url)
      server.stop()
      #expect(isFit(ran), "\(ran)")
      told += "\(name): \(ran.output)"
    }
    try Expected.compare(told, with: "line/recorded.txt")
  }

  @Test func `no colour but in markup, whatever is set`() async {
    let console = Console(columns: 80, environment: ["NO_COLOR": "", "CLICOLOR_FORCE": "1"])
    let ran = await console.run("--practice", "status", "--line", "--color", "always")
    #expect(isFit(ran))
  }

  @Test func `without an engine it says so, with exit code 0`() async throws {
    let server = try LoopbackServer { _ in .init(body: "") }
    let url = server.url
    server.stop()
    for format in ["plain", "tmux"] {
      let ran = await Console().run("status", "--line", "--format", format, "--url", url)
      let words =
        format == "tmux" ? "#[fg=white,bg=red]hean: engine not reached#[default]\n" : "hean: engine not reached\n"
      #expect(ran == Consequences(code: .ok, output: words, errors: ""))
    }
  }

  @Test(arguments: [
    (401, #"{"detail":"Invalid API key"}"#, "hean: API key missing or refused\n"),
    (200, "<html>#(reboot)", "hean: answer is not that of a HEAN engine\n"),
    (502, "<html>Bad Gateway</html>", "hean: engine does not answer now\n"),
    (500, #"{"detail":"no"}"#, "hean: engine reported a failure\n"),
  ])
  func `what answers wrongly is told in words`(status: Int, body: String, words: String) async throws {
    let server = try LoopbackServer { _ in .init(status: status, body: body) }
    defer { server.stop() }
    let ran = await Console().run("status", "--line", "--url", server.url)
    #expect(ran == Consequences(code: .ok, output: words, errors: ""))
  }

  @Test func `no text of the engine reaches the bar`() async throws {
    let evil = ##"#[bg=red]#(touch x)\u001b]0;x\u0007 %H ${IFS}"##
    let server = try Recording.server(
      "running",
      changes: [
        "/api/v1/engine/status": .init(
          body: #"{"status":"running","running":true,"engine_state":"\#(evil)","dry_run":true}"#),
        "/api/v1/risk/killswitch/status": .init(body: #"{"triggered":true,"reasons":["\#(evil): x"]}"#),
        "/api/v1/risk/status": .init(body: #"{"killswitch_triggered":true,"stop_trading":true}"#),
      ])
    defer { server.stop() }
    let ran = await Console().run("status", "--line", "--url", server.url)
    #expect(isFit(ran) && ran.output.contains("STATE ?") && ran.output.contains("KILL SWITCH TRIPPED"), "\(ran)")
    #expect(!ran.output.contains("#") && !ran.output.contains("touch"))
  }

  @Test func `what cannot be one line is refused, and old prices are words`() async {
    for line in [
      "status --format tmux", "status --line --watch", "status --line --json", "status --line -o csv",
      "status --line --fields verdict", "status --line --format html",
    ] {
      let ran = await Console().run(["--practice"] + line.split(separator: " ").map(String.init))
      #expect(ran.code == .usage && ran.output.isEmpty, "\(line): \(ran)")
    }
    let json = await Console(environment: ["HEAN_OUTPUT": "json"]).run("--practice", "status", "--line")
    #expect(json.output.hasPrefix("PRACTICE | "), "the line wins over a default")
    let old = await Console().run("--practice", "--scenario", "stale-feed", "status", "--line", "--max-age", "1s")
    #expect(old == Consequences(code: .ok, output: "hean: prices too old, or of unknown age\n", errors: ""))
  }
}
