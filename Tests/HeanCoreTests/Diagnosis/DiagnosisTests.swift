import Foundation
import Testing

@testable import HeanCore

struct DiagnosisTests {
  private let now = Date(timeIntervalSince1970: 1_795_225_650)

  private func diagnose(_ transport: TableTransport) async -> Diagnosis {
    Diagnosis(await EngineReader(transport: transport).observe(), now: now)
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
    #expect(diagnosis.gates[0].state == .narrowed)
  }

  @Test func `a busy engine is neither running nor stopped`() async throws {
    let busy = #"{"status":"busy","engine_state":"BUSY","message":"lock held"}"#
    let diagnosis = await diagnose(try .recorded("running").with("/api/v1/engine/status", busy))
    #expect(diagnosis.verdict == .unknown && diagnosis.decisive?.id == .engine)
  }

  @Test func `an unreachable engine is unknown`() async {
    let diagnosis = await diagnose(TableTransport(answers: [:]))
    #expect(diagnosis.verdict == .unknown)
    #expect(diagnosis.decisive?.id == .engine)
  }

  @Test func `one dead endpoint costs its own gate`() async throws {
    let whole = await diagnose(try .recorded("running"))
    let holed = await diagnose(try .recorded("running").without("/api/v1/risk/governor/status"))
    let differing = zip(whole.gates, holed.gates).filter { $0.0.state != $0.1.state }.map(\.1.id)
    #expect(differing == [.governor])
    #expect(holed.verdict == .unknown)
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
    #expect(latched.nextStep?.contains("hean engine restart") == true)
    let explained = state.replacing("NORMAL", with: "HARD_STOP")
    #expect(try await gate(.latch, try .recorded("running").with("/api/v1/trading/state", explained)).state == .open)
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

  @Test(arguments: [("0.5", Gate.State.open), ("30.1", .closed), ("null", .closed)])
  func `market data is judged by the oldest tick`(age: String, state: Gate.State) async throws {
    let body = #"{"engine_state":"running","last_tick_age_sec":\#(age),"execution_quality":{"rest_ok":true}}"#
    #expect(try await gate(.marketData, try .recorded("running").with("/api/v1/trading/why", body)).state == state)
  }

  @Test func `a council that rejects everything is the closed gate`() async throws {
    let metrics = #"""
      {"status":"ok","counters":{"last_5m":{"signals_total":88,"decisions_create":0,"decisions_skip":0,
      "decisions_block":88,"orders_created":0}},"top_reasons_for_skip_block":[{"code":"COUNCIL_REJECTED","count":88}]}
      """#
    let diagnosis = await diagnose(try .recorded("running").with("/api/v1/trading/metrics", metrics))
    #expect(diagnosis.decisive?.id == .decisions)
    #expect(diagnosis.summary.contains("COUNCIL_REJECTED"))
  }

  @Test func `signals for symbols in position are turned down in good health`() async throws {
    let metrics = #"""
      {"status":"ok","counters":{"last_5m":{"signals_total":3,"decisions_create":0,"decisions_skip":3}},
      "top_reasons_for_skip_block":[{"code":"SYMBOL_BLOCKED","count":3}]}
      """#
    let held = try await gate(.decisions, try .recorded("running").with("/api/v1/trading/metrics", metrics))
    #expect(held.state == .narrowed)
    let flat = #"{"status":"ok","open_positions":[],"recent_decisions":[]}"#
    let free = try TableTransport.recorded("running").with("/api/v1/trading/metrics", metrics)
      .with("/api/v1/trading/state", flat)
    #expect(try await gate(.decisions, free).state == .closed)
  }

  @Test func `an unknown reason code is shown with its count`() async throws {
    let metrics = #"""
      {"status":"ok","counters":{"last_5m":{"signals_total":2,"decisions_create":0,"decisions_block":2}},
      "top_reasons_for_skip_block":[{"code":"MOON_PHASE","count":2}]}
      """#
    let decisions = try await gate(.decisions, try .recorded("running").with("/api/v1/trading/metrics", metrics))
    #expect(decisions.evidence.contains { $0.says.hasPrefix("MOON_PHASE × 2") })
  }

  @Test func `full slots close the gate`() async throws {
    let risk = #"{"killswitch_triggered":false,"stop_trading":false,"max_open_positions":2,"current_positions":2}"#
    #expect(
      try await gate(.positionLimits, try .recorded("running").with("/api/v1/risk/status", risk)).state == .closed)
  }

  @Test func `rejected orders without a fill close the gate`() async throws {
    let metrics = #"""
      {"status":"ok","counters":{"last_5m":{"signals_total":2,"decisions_create":2,"orders_created":2,
      "orders_filled":0,"orders_rejected":2}}}
      """#
    #expect(try await gate(.orders, try .recorded("running").with("/api/v1/trading/metrics", metrics)).state == .closed)
  }
}
