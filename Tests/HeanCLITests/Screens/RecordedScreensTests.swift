import Foundation
import HeanTestSupport
import Testing

@testable import HeanConsole

/// Every reading command against every recorded state of a real engine, over a real socket, compared whole.
struct RecordedScreensTests {
  static let commands: [[String]] = [
    ["status"], ["changes"], ["why"], ["reconcile"], ["positions"], ["positions", "show", "BTCUSDT"], ["orders"],
    ["orders", "--status", "filled"],
    ["orders", "--status", "all"], ["orders", "show", "smart_limit_1795225607"], ["strategies"],
    ["strategies", "show", "impulse_engine"], ["risk"], ["risk", "limits"], ["risk", "governor"],
    ["risk", "killswitch"], ["account"], ["portfolio"], ["health"], ["settings"],
    ["pnl", "snapshot"],
  ]

  @Test(arguments: ["running", "stopped"], commands)
  func `screen and JSON of each command`(folder: String, command: [String]) async throws {
    let server = try Recording.server(folder)
    defer { server.stop() }
    let name = "\(folder)/\(command.joined(separator: "_").replacing("--", with: ""))"
    let narrow = await Console(columns: 80).run(command + ["--url", server.url])
    let json = await Console().run(command + ["--url", server.url, "--json"])
    try Expected.compare(narrow.transcript(server), with: name + ".80.txt")
    try Expected.compare(json.transcript(server), with: name + ".json.txt")
    #expect(narrow.output.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= 80 })
    let wide = await Console(columns: 140).run(command + ["--url", server.url])
    #expect(wide.output.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= 140 })
  }

  @Test func `a paused engine is shown as one that can still trade`() async throws {
    let paused = try #require(try Recording.all(in: "errors")["engine_status_paused"]).answer
    let server = try Recording.server("running", changes: ["/api/v1/engine/status": paused])
    defer { server.stop() }
    try Expected.compare(
      await Console(columns: 80).run("status", "--url", server.url).transcript(server), with: "paused/status.80.txt")
  }

  /// Whatever the engine answered to wrong input, a read that meets such an answer says what it means.
  @Test func `every recorded error is told in words and in JSON`() async throws {
    let errors = try Recording.all(in: "errors").filter { $0.value.response.status >= 300 }
    var told = ""
    for (name, recording) in errors.sorted(by: { $0.key < $1.key }) {
      let server = try Recording.server("running", changes: ["/api/v1/orders/positions": recording.answer])
      let text = await Console(columns: 80).run("positions", "--url", server.url)
      let json = await Console().run("positions", "--url", server.url, "--json")
      #expect(text.output.isEmpty && json.output.isEmpty && text.code == json.code)
      told += "== \(name)\n" + text.transcript(server) + json.transcript(server)
      server.stop()
    }
    try Expected.compare(told, with: "errors.txt")
  }
}

extension Consequences {
  /// All three in one text, with what differs each time taken out.
  func transcript(_ server: LoopbackServer) -> String {
    "exit \(code.rawValue)\n--- stdout\n\(output)--- stderr\n\(errors)".replacing(server.url, with: "http://engine")
      .replacing(":\(server.port)", with: ":PORT")
  }
}
