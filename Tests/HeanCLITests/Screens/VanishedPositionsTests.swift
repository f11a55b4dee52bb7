import Testing

@testable import hean

/// The engine takes a failed look at the exchange for "flat" and drops every position with zero PnL.
struct VanishedPositionsTests {
  private func run(realized: String, closedAt: String, _ command: String) async throws -> Consequences {
    let history = #"""
      {"history":[{"event_kind":"decision","type":"ORDER_DECISION","side":"buy"},
      {"event_kind":"closed_position","position_id":"p","symbol":"BTCUSDT","side":"long","qty":0.001,
       "realized_pnl":\#(realized),"status":"closed","closed_at":"\#(closedAt)"}],"count":2}
      """#
    let server = try Recording.server(
      "running",
      changes: [
        "/api/v1/orders/positions": .init(body: #"{"positions":[]}"#),
        "/api/v1/trading/history?limit=100": .init(body: history),
      ])
    defer { server.stop() }
    return await Console(columns: 80).run(command, "--url", server.url)
  }

  @Test(arguments: ["positions", "status"])
  func `an empty list after a ghost close is no proof of being flat`(command: String) async throws {
    let ran = try await run(realized: "0.0", closedAt: "2026-11-21T01:46:50+00:00", command)
    #expect(ran.code == .ok)
    #expect(ran.output.contains("No proof of being flat: at 2026-11-21 01:46:50Z the engine dropped BTCUSDT"))
  }

  @Test func `a close with a plausible fill, or long ago, is one`() async throws {
    let filled = try await run(realized: "-3.26", closedAt: "2026-11-21T01:46:50+00:00", "positions")
    #expect(filled.output.hasSuffix("No open position.\n"))
    let old = try await run(realized: "0.0", closedAt: "2026-11-21T00:46:50+00:00", "positions")
    #expect(old.output.hasSuffix("No open position.\n"))
  }
}
