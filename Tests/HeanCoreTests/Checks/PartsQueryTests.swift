import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What a monitoring system is told: no part disagrees with the checks and verdicts, and nothing unknown is well.
struct PartsQueryTests {
  private static let row =
    #"{"position_id":"p1","symbol":"BTCUSDT","side":"long","size":3,"entry_price":100,"current_price":100}"#

  private func answer(_ told: Told..., past: [Attempt] = []) throws -> PartsAnswer {
    let query = PartsQuery { _ in PastAttempts { past } }
    return try query.answer(try EngineSnapshot.staged(told), now: Seen.now)
  }

  private func all(_ answer: PartsAnswer) -> [PartFinding] {
    [answer.engine, answer.data, answer.money, answer.risk, answer.pnl]
  }

  @Test func `a healthy engine is well in every part that its answers tell of`() throws {
    let answer = try answer()
    #expect(answer.engine.state == .ok, "\(answer.engine)")
    #expect(answer.data.state == .ok, "\(answer.data)")
    #expect(answer.money.state == .ok, "\(answer.money)")
    #expect(answer.risk.state == .ok, "\(answer.risk)")
    #expect(all(answer).allSatisfy { $0.nextStep == nil || $0.state != .ok })
  }

  @Test func `of an engine that is gone only that is known`() throws {
    let gone = try answer(.fails(.engineStatus), .fails(.riskStatus), .fails(.health))
    #expect(gone.engine.state == .critical && gone.engine.nextStep != nil)
    for finding in all(gone).dropFirst() {
      #expect(finding.state == .unknown, "\(finding)")
      #expect(finding.figures.allSatisfy { $0.value == nil }, "\(finding)")
    }
  }

  @Test func `money at risk is critical, with what nothing protects`() throws {
    let unprotected = try answer(.risk(open: 1), .positions(Self.row)).money
    #expect(unprotected.state == .critical && unprotected.message.hasPrefix("MONEY AT RISK"), "\(unprotected)")
    func figure(_ label: String, _ finding: PartFinding) -> Decimal? {
      finding.figures.first { $0.label == label }?.value
    }
    #expect(figure("money_without_stop", unprotected) == 1 && figure("money_beyond_stop", unprotected) == 0)
    #expect(figure("money_at_risk", unprotected) == 300)
    let passed = String(Self.row.dropLast()) + #","stop_loss":101}"#
    let beyond = try answer(.risk(open: 1), .positions(passed)).money
    #expect(beyond.state == .critical && figure("money_beyond_stop", beyond) == 1, "\(beyond)")
    #expect(figure("money_without_stop", beyond) == 0)
  }

  @Test func `the ladder of risk: brakes are warnings, the stop is critical`() throws {
    for (word, state, step) in [
      ("SOFT_BRAKE", PluginState.warning, 1), ("QUARANTINE", .warning, 2), ("HARD_STOP", .critical, 3),
    ] {
      let risk = try answer(.says(.governor, #"{"risk_state":"\#(word)"}"#)).risk
      #expect(risk.state == state, "\(risk)")
      #expect(risk.figures.first { $0.label == "risk_state" }?.value == Decimal(step))
    }
    let other = try answer(.says(.governor, #"{"risk_state":"NEW_WORD"}"#)).risk
    #expect(other.state != .ok && other.figures.first { $0.label == "risk_state" }?.value == nil)
  }

  @Test func `a kill switch that a rule has tripped is critical`() throws {
    let risk = try answer(.says(.killSwitch, #"{"triggered":true}"#), .risk(isTripped: true)).risk
    #expect(risk.state == .critical, "\(risk)")
  }

  @Test func `an engine that somebody stopped is a warning, with who and why`() throws {
    var attempt = Attempt(.engineStop, targets: ["engine"], at: Seen.now - 60, worked: true)
    (attempt.id, attempt.user, attempt.reason) = ("r1", "alice", "news at 14:00")
    let stopped = try answer(.stopped, .omits(.health), past: [attempt])
    #expect(stopped.engine.state == .warning, "\(stopped.engine)")
    #expect(stopped.engine.details.contains { $0.contains("alice: news at 14:00") }, "\(stopped.engine)")
    let elsewhere = try answer(.stopped, .omits(.health)).engine
    #expect(elsewhere.state == .warning && elsewhere.details.contains { $0.contains("by whom is not known here") })
    #expect(stopped.pnl.state == .unknown && stopped.risk.state == .unknown && stopped.data.state == .unknown)
  }

  @Test func `an engine that says ERROR is critical`() throws {
    let body = #"{"status":"error","running":true,"engine_state":"ERROR","dry_run":true}"#
    #expect(try answer(.says(.engineStatus, body)).engine.state == .critical)
  }
}
