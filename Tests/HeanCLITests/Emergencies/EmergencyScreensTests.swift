import Foundation
import HeanTestSupport
import Testing

@testable import HeanConsole

/// What the console says at the moments of recorded emergencies of a real engine, whole screens: each moment after the
/// looks before it, from the same home.
struct EmergencyScreensTests {
  private static let emergency = "Emergency killswitch triggered via API (request_id: 1)"

  private func compare(_ stage: EmergencyStage, _ moment: String, _ commands: [String] = ["status"]) async throws {
    for command in commands {
      let said = await stage.run(command)
      try Expected.compare(stage.transcript(said), with: "emergency/\(stage.folder)/\(moment)_\(command).80.txt")
      #expect(said.output.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= 80 })
    }
  }

  @Test func `an emergency call, and unfilled orders that are sent again`() async throws {
    let stage = try EmergencyStage("emergency-retry-dry")
    defer { stage.stop() }
    let stop = (at: "2026-11-25T22:19:04.203000+00:00", reason: Self.emergency)
    try stage.go(to: 1...4, started: "2026-11-25T22:18:40")
    _ = await stage.run("status")
    try stage.go(to: 6...15, started: "2026-11-25T22:18:40", stop: stop)
    try await compare(stage, "4s", ["status", "why", "positions"])
    // The reconciler has dropped all rows, and the engine has booked nothing.
    let risk = try Recording.load("emergency/emergency-retry-dry/08_after_4s_risk").response.body
    try stage.go(
      to: 6...19, started: "2026-11-25T22:18:40", stop: stop,
      [
        EmergencyStage.state: EmergencyStage.emptyState,
        "/api/v1/risk/status": risk.replacing(#""current_positions":6"#, with: #""current_positions":0"#),
      ])
    try await compare(stage, "48s", ["status", "positions"])
  }

  @Test func `a flat engine that is stopped, and holds two positions seconds later`() async throws {
    let stage = try EmergencyStage("emergency-flat-dry")
    defer { stage.stop() }
    let stop = (at: "2026-11-25T22:44:11.700000+00:00", reason: Self.emergency)
    let started = "2026-11-25T22:43:40"
    try stage.go(to: 1...3, started: started)
    _ = await stage.run("status")
    try stage.go(to: 1...7, started: started, stop: stop)
    try await compare(stage, "3s")
    try stage.go(to: 6...15, started: started, stop: stop)
    try await compare(stage, "9s")
    try stage.go(to: 6...19, started: started, stop: stop, [EmergencyStage.state: EmergencyStage.emptyState])
    try await compare(stage, "24s")
  }

  @Test func `nine positions beyond their stop under HARD_STOP`() async throws {
    let stage = try EmergencyStage("beyond-stop-dry")
    defer { stage.stop() }
    try stage.go(to: 1...7, started: "2026-11-25T22:21:10")
    try await compare(stage, "before", ["status", "positions"])
    try stage.go(
      to: 9...16, started: "2026-11-25T22:21:10", stop: (at: "2026-11-25T22:21:27.285000+00:00", reason: Self.emergency)
    )
    try await compare(stage, "2s")
  }

  @Test func `a pause while orders wait`() async throws {
    let stage = try EmergencyStage("pause-retry-dry")
    defer { stage.stop() }
    try stage.go(to: 1...4, started: "2026-11-25T22:33:30")
    stage.whenCalled("/api/v1/engine/pause") { try? stage.go(to: 6...8, later: -9, started: "2026-11-25T22:33:30") }
    _ = await stage.run("engine", "pause", "--yes")
    try stage.go(to: 6...14, started: "2026-11-25T22:33:30")
    try await compare(stage, "9s", ["status", "why"])
  }

  @Test func `orders at the exchange after an emergency call, then stop, start and kill`() async throws {
    let stage = try EmergencyStage("emergency-stop-kill-live")
    defer { stage.stop() }
    let stop = (at: "2026-11-25T22:35:07.257000+00:00", reason: Self.emergency)
    try stage.go(to: 3...10, started: "2026-11-25T22:34:40", stop: stop)
    try await compare(stage, "4s")
    try stage.go(to: 14...15, started: nil, [EmergencyStage.positions: #"{"positions":[]}"#])
    try await compare(stage, "stopped")
  }

  @Test func `fills of orders that the engine did not recognise`() async throws {
    let stage = try EmergencyStage("live-unknown-real")
    defer { stage.stop() }
    try stage.go(to: 1...7, started: "2026-11-25T22:36:40")
    try await compare(stage, "first", ["status", "positions"])
  }

  @Test func `a close that is refused because the exchange holds nothing`() async throws {
    let stage = try EmergencyStage("live-close-refused")
    defer { stage.stop() }
    let log = try Recording.load("emergency/live-close-refused/12_after_2s_logs_failed_to_close").response.body
    try stage.go(to: 1...5, started: "2026-11-25T22:48:44")
    _ = await stage.run("status")
    try stage.go(to: 4...13, started: "2026-11-25T22:48:44", [EmergencyStage.refusals: log])
    try await compare(stage, "2s", ["status", "positions"])
  }

  @Test func `an account that stands still to the cent says that nothing is at stake`() async throws {
    let stage = try EmergencyStage("live-close-refused")
    defer { stage.stop() }
    let why = try Recording.load("emergency/live-unknown-real/07_why").response.body
    try stage.go(to: 4...10, started: "2026-11-25T22:48:44", [EmergencyStage.why: why])
    _ = await stage.run("positions")
    try stage.go(to: 16...17, started: "2026-11-25T22:48:44", [EmergencyStage.why: why])
    try await compare(stage, "20s_without_log", ["positions"])
  }

  @Test func `a latch whose only record has left the log`() async throws {
    let stage = try EmergencyStage("latch-invisible-live")
    defer { stage.stop() }
    let stop = (at: "2026-11-25T22:49:01.370000+00:00", reason: "HARD_STOP: Equity drop 735.63% from initial capital")
    let accepted = EmergencyStage.state(accepting: "2026-11-25T22:48:54.977673")
    let positions = [EmergencyStage.positions: #"{"positions":[]}"#, EmergencyStage.state: accepted]
    try stage.go(to: 3...9, later: -145, started: "2026-11-25T22:48:44", stop: stop, positions)
    _ = await stage.run("status")
    // Every endpoint reads clear, the log is full, and the only accepted signal is older than the stop.
    try stage.go(
      to: 13...19, started: "2026-11-25T22:48:44",
      positions.merging([
        "/api/v1/logs/summary": try Recording.load("emergency/latch-invisible-live/01_log_ring_full_summary").response
          .body
      ]) { $1 })
    try await compare(stage, "cleared", ["status", "why", "risk"])
  }

  @Test func `stopped with positions, and started again`() async throws {
    let stage = try EmergencyStage("stop-kill-retry-dry")
    defer { stage.stop() }
    let running = try Recording.load("emergency/emergency-retry-dry/01_before_status").response.body
    try stage.go(to: 1...2, started: "2026-11-25T22:22:20", ["/api/v1/engine/status": running])
    _ = await stage.run("positions")
    try stage.go(to: 4...9)
    try await compare(stage, "stopped", ["status", "positions"])
    try stage.go(to: 11...13, started: "2026-11-25T22:23:16.800000", [EmergencyStage.state: EmergencyStage.emptyState])
    try await compare(stage, "started", ["status", "positions"])
  }

  @Test func `four closes that are counted and in no list`() async throws {
    let stage = try EmergencyStage("stop-restart-kill-dry")
    defer { stage.stop() }
    let history = try Recording.load("emergency/stop-restart-kill-dry/08_a_closed_history").response.body
    try stage.go(to: 4...8, started: "2026-11-25T22:25:50", ["/api/v1/trading/history?limit=500": history])
    try await compare(stage, "closed", ["trades"])
  }

  @Test func `all feeds stand still, then one`() async throws {
    let stage = try EmergencyStage("frozen-feeds-dry")
    defer { stage.stop() }
    try stage.go(to: 4...10, started: "2026-11-25T22:28:50", EmergencyStage.tickers(at: "2026-11-25T22:29:13.960000"))
    try await compare(stage, "20s")
    var tickers = EmergencyStage.tickers(at: "2026-11-25T22:31:27.900000")
    tickers.merge(EmergencyStage.tickers(["ETHUSDT"], at: "2026-11-25T22:30:53.000000")) { $1 }
    let held = try Recording.load("emergency/frozen-feeds-dry/10_all_frozen_20s_positions").response.body
    tickers[EmergencyStage.positions] = held
    try stage.go(to: 18...24, started: "2026-11-25T22:28:50", tickers)
    try await compare(stage, "eth_35s")
  }

  @Test func `a dry run with keys tells the wallet of another account`() async throws {
    let stage = try EmergencyStage("dry-with-keys")
    defer { stage.stop() }
    try stage.go(to: 1...7, started: "2026-11-25T22:32:00")
    try await compare(stage, "start", ["status", "account"])
  }
}
