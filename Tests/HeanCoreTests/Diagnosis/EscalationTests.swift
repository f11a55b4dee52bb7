import Foundation
import Testing

@testable import HeanCore

/// A step that did not help is not offered again.
struct EscalationTests {
  static let now = GateTableTests.now
  static let tripped = [
    GateTableTests.killSwitch:
      #"{"triggered":true,"reasons":["HARD_STOP: Equity drop 31%"],"triggered_at":"2026-11-21T01:30:00","current_metrics":{"current_equity":100}}"#,
    GateTableTests.risk:
      #"{"killswitch_triggered":true,"stop_trading":true,"max_open_positions":10,"current_positions":0}"#,
  ]

  private func diagnose(_ attempts: [Attempt], _ changes: [String: String] = tripped) async -> Diagnosis {
    let seen = await EngineReader(transport: GateTableTests.engine(changes)).snapshot(
      of: SnapshotPart.diagnosis(deeply: ["BTCUSDT", "ETHUSDT"]), now: { Self.now })
    return Diagnosis(seen, tried: PastAttempts(lastResort: "a new process") { attempts }, now: Self.now)
  }

  private static func tried(_ operation: OperationName, _ secondsAgo: Double, worked: Bool = true) -> Attempt {
    Attempt(operation, targets: ["a", "engine", "governor"], at: now.addingTimeInterval(-secondsAgo), worked: worked)
  }

  @Test func `nothing tried, nothing changed`() async {
    #expect(await diagnose([]).decisive?.nextStep?.operation?.name == .resetKillSwitch)
    // Somebody else's verb, and one of before the trip, half an hour earlier than the hour that is looked at.
    let others = [Self.tried(.cancelOrders, 60), Self.tried(.resetKillSwitch, 1_800)]
    #expect(await diagnose(others).decisive?.nextStep?.operation?.name == .resetKillSwitch)
  }

  @Test func `each step that failed makes way for a stronger one`() async throws {
    let reset = Self.tried(.resetKillSwitch, 120, worked: false)
    let first = await diagnose([reset])
    #expect(first.decisive?.nextStep == .operation(.engineRestart))
    #expect(
      first.summary.hasSuffix(
        "Risk killswitch reset was tried and not seen to work 2m00s ago, and the kill switch is still not open."),
      "\(first.summary)")
    #expect(first.decisive?.evidence.last?.source == "audit log")
    let second = await diagnose([reset, Self.tried(.engineRestart, 60)])
    #expect(second.decisive?.nextStep == "a new process")
  }

  @Test func `a failure of a while ago says little`() async {
    let old = Self.tried(.enableStrategies, 1_000, worked: false)
    let disabled = ["/api/v1/strategies": #"[{"strategy_id":"a","enabled":false}]"#]
    #expect(await diagnose([old], disabled).decisive?.nextStep == .operation(.enableStrategies, "a"))
    let young = Self.tried(.enableStrategies, 800, worked: false)
    #expect(await diagnose([young], disabled).decisive?.nextStep == .operation(.engineRestart))
    // Done, and undone by somebody since.
    let done = Self.tried(.enableStrategies, 60)
    #expect(await diagnose([done], disabled).decisive?.nextStep == .operation(.enableStrategies, "a"))
    #expect(
      await diagnose([done, Self.tried(.enableStrategies, 900)], disabled).decisive?.nextStep
        == .operation(.engineRestart))
  }

  @Test func `what was done to another strategy says nothing of this one`() async {
    let disabled = ["/api/v1/strategies": #"[{"strategy_id":"a","enabled":false}]"#]
    let other = Attempt(
      .enableStrategies, targets: ["b"], at: Self.now.addingTimeInterval(-60), worked: false)
    #expect(await diagnose([other, other], disabled).decisive?.nextStep == .operation(.enableStrategies, "a"))
  }

  @Test func `what comes back after every reset is not reset a third time`() async {
    let resets = [Self.tried(.resetKillSwitch, 3_000), Self.tried(.resetKillSwitch, 2_000)]
    #expect(await diagnose(resets).decisive?.nextStep == .operation(.engineRestart))
  }
}
