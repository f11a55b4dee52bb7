import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

struct DiagnosisTests {
  private let now = Date(timeIntervalSince1970: 1_795_225_650)

  private func diagnose(_ transport: TableTransport) async -> Diagnosis {
    Diagnosis(await EngineReader(transport: transport).snapshot(of: SnapshotPart.diagnosis(), now: { now }), now: now)
  }

  private func gate(_ id: Gate.ID, _ transport: TableTransport) async throws -> Gate {
    try #require(await diagnose(transport).gates.first { $0.id == id })
  }

  @Test func `a running engine that accepts signals is trading`() async throws {
    let diagnosis = await diagnose(try .recorded("running"))
    #expect(diagnosis.verdict == .trading)
    #expect(diagnosis.gates.map(\.id) == Gate.ID.allCases)
    #expect(diagnosis.gates.first { $0.id == .strategies }?.state == .narrowed)
  }

  @Test func `a stopped engine is blocked by its engine and nothing shows green`() async throws {
    let diagnosis = await diagnose(try .recorded("stopped"))
    #expect(diagnosis.verdict == .blocked)
    #expect(diagnosis.decisive?.id == .engine)
    #expect(diagnosis.gates.first { $0.id == .governor }?.state == .unknown)
    #expect(diagnosis.gates.first { $0.id == .killSwitch }?.state == .closed, "the emergency stop outlives the engine")
  }

  @Test func `a paused engine that accepts signals is trading, and that is said`() async throws {
    let paused = #"{"status":"running","running":true,"engine_state":"PAUSED","dry_run":true}"#
    let diagnosis = await diagnose(try .recorded("running").with("/api/v1/engine/status", paused))
    #expect(diagnosis.verdict == .trading && diagnosis.summary.hasPrefix("Trading although the engine says PAUSED"))
    #expect(diagnosis.gates[1].state == .narrowed)
  }

  @Test func `a busy engine is neither running nor stopped`() async throws {
    let busy = #"{"status":"busy","engine_state":"BUSY","message":"lock held"}"#
    let diagnosis = await diagnose(try .recorded("running").with("/api/v1/engine/status", busy))
    #expect(diagnosis.verdict == .unknown && diagnosis.decisive?.id == .engine)
  }

  @Test func `the emergency stop is found although the kill switch says no`() async throws {
    let health = #"{"status":"degraded","components":{"killswitch":{"status":"triggered","triggered":true}}}"#
    let diagnosis = await diagnose(try .recorded("running").with("/health", status: 503, health))
    #expect(diagnosis.decisive?.id == .killSwitch)
    #expect(diagnosis.decisive?.finding.contains("emergency stop") == true)
  }

  @Test func `a disabled decision that nothing explains is a hidden latch`() async throws {
    let state = #"""
      {"status":"ok","open_positions":[],"open_orders":[],"recent_fills":[],"recent_decisions":[
      {"type":"ORDER_DECISION","decision":"SKIP","reason_code":"TRADING_DISABLED","timestamp":"2026-11-21T01:47:20",
       "gating_flags":{"killswitch_triggered":false},"risk_state":"NORMAL"}]}
      """#
    let latched = try await gate(.latch, try .recorded("running").with("/api/v1/trading/state", state))
    #expect(latched.state == .closed)
    #expect(latched.nextStep?.parts.contains(.operation(.init(.engineRestart))) == true)
    let explained = state.replacing("NORMAL", with: "HARD_STOP")
    let clear = try TableTransport.recorded("running").with(GateTableTests.stopLogPath, #"{"events":[]}"#)
      .with(GateTableTests.logSummaryPath, Told.logKeptBody(400))
    #expect(try await gate(.latch, clear.with("/api/v1/trading/state", explained)).state == .open)
    let old = state.replacing("01:47:20", with: "01:17:20")
    #expect(try await gate(.latch, try .recorded("running").with("/api/v1/trading/state", old)).state == .unknown)
  }

  @Test(arguments: [
    ("NORMAL", Gate.State.open), ("SOFT_BRAKE", .narrowed), ("QUARANTINE", .narrowed), ("HARD_STOP", .closed),
    ("MELTDOWN", .unknown),
  ])
  func `the governor's states map to gate states`(word: String, state: Gate.State) async throws {
    let body = #"{"risk_state":"\#(word)","level":1,"reason_codes":[],"quarantined_symbols":[]}"#
    #expect(
      try await gate(.governor, try .recorded("running").with("/api/v1/risk/governor/status", body)).state == state)
  }

  @Test(arguments: [("0.5", Gate.State.open), ("30.1", .narrowed), ("null", .closed)])
  func `market data is judged by the oldest tick`(age: String, state: Gate.State) async throws {
    let body = #"{"engine_state":"running","last_tick_age_sec":\#(age),"execution_quality":{"rest_ok":true}}"#
    #expect(try await gate(.marketData, try .recorded("running").with("/api/v1/trading/why", body)).state == state)
  }
}
