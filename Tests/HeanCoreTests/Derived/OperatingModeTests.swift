import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

struct OperatingModeTests {
  private func mode(
    status: String, settings: String? = #"{"bybit_testnet":false}"#, why: String? = nil, practice: Bool = false,
    headers: [String: String] = [:]
  ) async -> OperatingMode {
    let headers = practice ? ["x-hean-practice": "1"] : headers
    var transport = TableTransport(answers: [:]).with("/api/v1/engine/status", headers: headers, status)
    if let settings { transport = transport.with("/settings", settings) }
    if let why { transport = transport.with("/api/v1/trading/why", why) }
    return await EngineReader(transport: transport).snapshot(
      of: [.engine], now: { Date(timeIntervalSince1970: 1_795_225_650) }
    ).mode
  }

  private let live = #"{"status":"running","running":true,"engine_state":"RUNNING","dry_run":false}"#
  private let connected = #"{"engine_state":"running","execution_quality":{"ws_ok":true,"rest_ok":true}}"#

  @Test func `each mode has evidence of its own`() async {
    #expect(await mode(status: live, why: connected) == .mainnet)
    #expect(await mode(status: live, settings: #"{"bybit_testnet":true}"#, why: connected) == .testnet)
    #expect(await mode(status: live.replacing("false", with: "true"), why: connected) == .dryRun)
    #expect(await mode(status: live, why: connected, practice: true) == .practiceExchange)
    #expect(await mode(status: live.replacing("false", with: "true"), practice: true) == .practice)
  }

  @Test func `only the mark of the practice engine makes a rehearsal`() async {
    let marked = ["x-hean-practice": "1-2; show=mainnet"]
    #expect(await mode(status: live, why: connected, headers: marked) == .rehearsal)
    #expect(await mode(status: "<html>", headers: marked) == .rehearsal)
    for other in [["x-practice": "1; show=mainnet"], ["x-hean-rehearsal": "mainnet"], ["show": "mainnet"]] {
      #expect(await mode(status: live, why: connected, headers: other) == .mainnet)
    }
    #expect(OperatingMode.rehearsal.isRealMoney && OperatingMode.rehearsal.isSimulated)
    let real: [OperatingMode] = [.mainnet, .testnet, .dryRun, .paperFallback, .unknown]
    #expect(real.allSatisfy { !$0.isSimulated })
  }

  @Test func `a lost exchange on a live engine is a silent fall back to paper`() async {
    let lost = #"{"engine_state":"running","execution_quality":{"ws_ok":null,"rest_ok":null}}"#
    #expect(await mode(status: live, why: lost) == .paperFallback)
  }

  @Test func `without evidence the mode is unknown, never harmless`() async {
    #expect(await mode(status: live, settings: nil, why: connected) == .unknown)
    #expect(await mode(status: #"{"status":"running"}"#, why: connected) == .unknown)
    #expect(await mode(status: "<html>") == .unknown)
  }

  @Test func `a failed diagnosis is no proof of a fall back`() async {
    let failed = #"{"engine_state":"UNKNOWN","execution_quality":{}}"#
    #expect(await mode(status: live, why: failed) == .mainnet)
  }
}
