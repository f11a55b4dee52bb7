import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// How far back the log shows that there was no stop.
struct StopEvidenceReachTests {
  private static func log(_ ages: [TimeInterval], _ message: String = "x") -> String {
    let records = ages.map { #"{"timestamp":"\#(ago($0))","logger":"hean.other","message":"\#(message)"}"# }
    return #"{"events":[\#(records.joined(separator: ","))]}"#
  }

  /// Seconds before now: the oldest of the latest records, if they were read, and how far back the log then shows stops.
  private static let reaches: [(kept: Int?, page: TimeInterval?, shown: TimeInterval, hidden: TimeInterval?)] = [
    (400, nil, 36_000, nil), (5_000, nil, 20, 20.1), (nil, nil, 20, 20.1), (5_000, 90, 90, 90.1), (nil, 90, 90, 90.1),
    (5_000, 5, 20, 20.1), (400, 90, 36_000, nil),
  ]

  private static func told(_ kept: Int?, _ page: TimeInterval?) -> [Told] {
    [
      kept.map { .says(.logSummary, Told.logKeptBody($0)) } ?? .fails(.logSummary),
      page.map { .says(.latestLog, log([1, $0])) } ?? .omits(.latestLog),
    ]
  }

  @Test(arguments: reaches.indices)
  func `how far the log reaches back`(index: Int) throws {
    let item = Self.reaches[index]
    let signs = StopEvidence(try .staged(Self.told(item.kept, item.page)), nil)
    #expect(signs.isLogged(since: Seen.now - item.shown))
    if let hidden = item.hidden { #expect(!signs.isLogged(since: Seen.now - hidden)) }
  }

  private static func passed(_ age: TimeInterval) -> Told {
    .state([#"{"decision":"SKIP","reason_code":"COUNCIL_REJECTED","timestamp":"\#(ago(age))"}"#])
  }

  @Test(
    arguments: [
      (20, 5_000, nil, false), (21, 5_000, nil, true), (21, 400, nil, false), (21, nil, nil, false),
      (89, 5_000, 90, false), (91, 5_000, 90, true),
    ] as [(TimeInterval, Int?, TimeInterval?, Bool)])
  func `the latest records are asked for when the log is full and a signal passed before it proves anything`(
    passed: Double, kept: Int?, page: Double?, isNeeded: Bool
  ) throws {
    let snapshot = try EngineSnapshot.staged([Self.passed(passed)] + Self.told(kept, page))
    #expect(StopEvidence(snapshot, nil).needsPage == isNeeded)
    guard page == nil else { return }
    let names = SnapshotPart.diagnosis().flatMap { $0.then(snapshot) }.map(\.key)
    #expect(names.contains(EndpointRead(.latestLog).key) == isNeeded)
  }

  @Test func `the parts about the kill switch ask for as much as a diagnosis does`() throws {
    let lamp = Told.says(.health, #"{"components":{"killswitch":{"triggered":true}}}"#)
    let snapshot = try EngineSnapshot.staged([lamp, Self.passed(60), .started(300)] + Self.told(5_000, nil))
    let page = EndpointRead(.latestLog).key
    #expect(SnapshotPart.diagnosis().flatMap { $0.then(snapshot) }.map(\.key).contains(page))
    #expect(
      SnapshotPart.killSwitch.then(snapshot).map(\.key).contains(page), "or two commands disagree about an emergency")
  }

  @Test func `a log that was not read has no page to ask for`() throws {
    let snapshot = try EngineSnapshot.staged([.fails(.stopLog), Self.passed(300)] + Self.told(5_000, nil))
    #expect(!StopEvidence(snapshot, nil).needsPage && !StopEvidence(snapshot, nil).isLogRead)
  }

  /// Seconds before now: the remembered stop, the signal that passed, and the start.
  @Test(
    arguments: [
      (100, 101, 3600, true), (100, 100, 3600, true), (100, 99, 3600, false), (100, nil, 3600, true),
      (100, nil, 99, true), (100, nil, 98, false),
    ] as [(TimeInterval, TimeInterval?, TimeInterval, Bool)])
  func `a stop that was seen earlier is a sign although the log is empty`(
    stop: Double, passed: Double?, start: Double, isLatched: Bool
  ) throws {
    var snapshot = try EngineSnapshot.staged([passed.map(Self.passed) ?? .state(), .started(start)])
    snapshot.remembered = RememberedStopTests.engine([RememberedStopTests.stop(.emergency, stop)])
    let finding = snapshot.stops.finding
    #expect(finding.isStop == isLatched)
    guard isLatched else { return }
    #expect(
      finding
        == .latched(StopEvidence.Sign(at: Seen.now - stop, source: StopMoment.here, cause: "emergency stop")))
    let diagnosis = Diagnosis(snapshot, now: Seen.now)
    #expect(diagnosis.verdict == .blocked && diagnosis.decisive?.id == .latch)
  }

  @Test(arguments: [StopMoment.Kind.governor, .pause, .engineStop, .engineKill])
  func `a stop that leaves no latch is no sign of one`(kind: StopMoment.Kind) throws {
    var snapshot = try EngineSnapshot.staged([.state()])
    snapshot.remembered = RememberedStopTests.engine([RememberedStopTests.stop(kind, 100)])
    #expect(!snapshot.stops.finding.isStop)
  }
}
