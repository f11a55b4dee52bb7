import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What alerts, a guard and a doctor look at.
struct EngineCheckTests {
  private static let row =
    #"{"position_id":"p1","symbol":"BTCUSDT","side":"long","size":3,"entry_price":100,"current_price":100}"#

  private func all(
    _ snapshot: EngineSnapshot, _ diagnosis: Diagnosis, _ judgement: Judgement, unrecordable: String? = nil
  ) -> [EngineCheck] {
    var watch = PositionWatch()
    watch.take(snapshot, commands: PastAttempts(), at: Seen.now)
    return EngineCheck.all(snapshot, diagnosis, judgement, positions: watch, unrecordable: unrecordable)
  }

  private func checks(_ told: Told...) throws -> [EngineCheck.ID: EngineCheck] {
    let snapshot = try EngineSnapshot.staged(told)
    let diagnosis = Diagnosis(snapshot, now: Seen.now)
    let judgement = Judgement(snapshot, diagnosis, past: PastAttempts(), now: Seen.now)
    let all = all(snapshot, diagnosis, judgement)
    #expect(all.map(\.id) == EngineCheck.ID.allCases)
    return Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
  }

  private func failed(_ told: Told...) throws -> [EngineCheck.ID] {
    let snapshot = try EngineSnapshot.staged(told)
    let diagnosis = Diagnosis(snapshot, now: Seen.now)
    let judgement = Judgement(snapshot, diagnosis, past: PastAttempts(), now: Seen.now)
    return all(snapshot, diagnosis, judgement).filter { $0.isMet == false }.map(\.id)
  }

  @Test func `a healthy engine meets every check`() throws {
    #expect(try checks().values.allSatisfy { $0.isMet == true && $0.nextStep == nil })
  }

  @Test func `each failing thing fails its check`() throws {
    #expect(try failed(.risk(open: 1), .positions(Self.row)).contains(.protection))
    #expect(
      try failed(.says(.killSwitch, #"{"triggered":true}"#), .risk(isTripped: true)).contains(.killSwitch))
    #expect(try failed(.says(.governor, #"{"risk_state":"SOFT_BRAKE"}"#)).contains(.risk))
    let beyond = Self.row.dropLast() + #","stop_loss":101}"#
    #expect(try failed(.risk(open: 1), .positions(String(beyond))).contains(.stops))
  }

  @Test func `a stop that did not come from here is told, and what is told to do undoes none`() throws {
    let stopped = try checks(.stopped, .omits(.health))
    #expect(stopped[.trading]?.isMet == false && stopped[.trading]?.finding.hasPrefix("Not trading") == true)
    for told in [
      [Told.stopped, .omits(.health)], [.says(.killSwitch, #"{"triggered":true}"#), .risk(isTripped: true)],
    ] {
      let snapshot = try EngineSnapshot.staged(told)
      let diagnosis = Diagnosis(snapshot, now: Seen.now)
      let all = all(snapshot, diagnosis, Judgement(snapshot, diagnosis, past: PastAttempts(), now: Seen.now))
      #expect(all.allSatisfy { [.killSwitch, .trading].contains($0.id) == false || $0.nextStep?.operation == nil })
    }
  }

  @Test func `of an engine that does not answer nothing but that is said`() throws {
    let gone = try checks(.fails(.engineStatus), .fails(.riskStatus), .fails(.health))
    #expect(gone[.engine]?.isMet == false)
    #expect(gone.values.allSatisfy { [.engine, .audit].contains($0.id) || $0.isMet == nil }, "\(gone)")
  }

  @Test func `an engine that answers with a refusal tells nothing either`() throws {
    let refused = try checks(.fails(.engineStatus, .limited))
    #expect(
      refused[.engine]?.isMet == false && refused[.engine]?.finding.hasPrefix("its answer cannot be used") == true)
    #expect(refused.values.allSatisfy { [.engine, .audit].contains($0.id) || $0.isMet == nil })
  }

  @Test func `that nothing can be recorded is told, also of an engine that is gone`() throws {
    let snapshot = try EngineSnapshot.staged([.fails(.engineStatus)])
    let diagnosis = Diagnosis(snapshot, now: Seen.now)
    let judgement = Judgement(snapshot, diagnosis, past: PastAttempts(), now: Seen.now)
    let check = all(snapshot, diagnosis, judgement, unrecordable: "the disk is full").first { $0.id == .audit }
    #expect(check?.isMet == false && check?.finding == "the disk is full" && check?.id.tier == .important)
  }

  @Test func `what is not known is not said to be so`() throws {
    let checks = try checks(.fails(.positions))
    #expect(checks[.stops]?.isMet == nil && checks[.stops]?.finding.hasPrefix("not known: ") == true)
  }

  @Test func `a hazard belongs to one check, and every check has a meaning`() {
    #expect(Set(Hazard.Kind.allCases.map(\.check)).isSubset(of: EngineCheck.ID.allCases))
    #expect(Set(EngineCheck.ID.allCases.map(\.meaning)).count == EngineCheck.ID.allCases.count)
    #expect(AlertTier.critical < .important && AlertTier.important < .info)
  }
}
