import Foundation
import HeanTestSupport
import Testing

@testable import HeanConsole

/// Each no has its own way on.
struct AdviceTests {
  @Test(arguments: [
    (401, #"{"detail":"Invalid API key"}"#, "for this run with --api-key-file FILE or HEAN_API_KEY"),
    (403, #"{"detail":"Forbidden"}"#, "hean profile show"),
    (403, #"{"detail":"DRY_RUN must be false for live trading"}"#, "hean settings"),
    (404, #"{"detail":"Order x not found"}"#, "hean orders --status all"),
    (404, #"{"detail":"Not Found"}"#, "another version"),
    (429, #"{"error":"Rate limit exceeded: 5 per 1 minute"}"#, "try again in 60 s at most"),
    (500, #"{"detail":"boom"}"#, "look for the request id in the engine's log"),
    (500, "Internal Server Error", "look at the engine's log"),
  ])
  func `by status`(status: Int, body: String, advice: String) async throws {
    let server = try Recording.server(
      "running", changes: ["/api/v1/orders/positions": .init(status: status, body: body)])
    defer { server.stop() }
    var console = Console()
    console.isClockReal = false
    let ran = await console.run("positions", "--url", server.url)
    #expect(ran.code != .ok && ran.errors.replacing("--url \(server.url) ", with: "").contains(advice), "\(ran.errors)")
  }

  @Test func `a limit says how long it lasts`() async throws {
    let server = try Recording.server(
      "running",
      changes: [
        "/api/v1/orders/positions": .init(
          status: 429, headers: ["Retry-After": "12"], body: #"{"detail":"Rate limit exceeded"}"#)
      ])
    defer { server.stop() }
    let text = await Console().run("positions", "--url", server.url)
    #expect(text.errors.contains("next: try again in 12 s"), "\(text.errors)")
    let json = await Console().run("positions", "--url", server.url, "--json")
    #expect(json.errors.contains(#""retry_after_seconds":12"#), "\(json.errors)")
  }

  /// The words of an engine, or of a decoder, end as they like.
  @Test(arguments: [(404, #"{"detail":"Not Found"}"#), (200, #"[{"symbol":7}]"#), (200, "[null]")])
  func `a sentence ends with one full stop, whatever follows`(status: Int, body: String) async throws {
    let answer = LoopbackServer.Answer(status: status, body: body)
    let server = try Recording.server(
      "running", changes: ["/api/v1/orders/positions": answer, "/api/v1/engine/status": answer])
    defer { server.stop() }
    for command in [["positions"], ["positions", "close", "BTCUSDT", "--yes"]] {
      let ran = await Console().run(command + ["--url", server.url])
      #expect(ran.code == .brokenContract && !ran.errors.contains(".."), "\(ran.errors)")
    }
  }

  @Test(arguments: ["status", "why", "health"])
  func `nobody is sent to where they are`(command: String) async throws {
    let server = try Recording.server("running")
    defer { server.stop() }
    let ran = await Console().run(command, "--url", server.url, "--max-age", "1ms")
    #expect(ran.code == .staleOrUnconfirmed && !ran.errors.contains(" \(command)\n"), "\(ran.errors)")
  }
}
