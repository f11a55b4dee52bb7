import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What shows that a stop of all new orders is still at work when its flags are clear (docs/engine.md 4.2, 7).
struct StopEvidenceTests {
  /// Seconds before now throughout.
  private struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var stops: [TimeInterval] = []
    var passed: TimeInterval?
    var passCode = "DAILY_LIMIT"
    var refused: TimeInterval?
    var tripped: TimeInterval?
    var start: TimeInterval? = 3600
    var points = 1
    var kept = 400
    var finding: StopEvidence.Finding
  }

  private static func moment(_ seconds: TimeInterval) -> Date { Seen.now - seconds }

  private static func logged(_ seconds: TimeInterval) -> StopEvidence.Sign {
    StopEvidence.Sign(at: moment(seconds), source: "/logs/events", cause: "DAILY_PAUSE: x")
  }

  private static let switched = StopEvidence.Sign(
    at: moment(100), source: "/risk/killswitch/status", cause: "HARD_STOP: y")

  private static let cases: [Case] = [
    Case(testDescription: "nothing at all", finding: .none),
    Case(testDescription: "nothing, and a full log", kept: 5_000, finding: .unknown),
    Case(testDescription: "nothing, a full log, a young engine", start: 20, kept: 5_000, finding: .none),
    Case(testDescription: "nothing, a full log, a start just too old", start: 21, kept: 5_000, finding: .unknown),
    Case(testDescription: "a stop of this engine", stops: [100], finding: .latched(logged(100))),
    Case(testDescription: "the newest of two", stops: [200, 100], finding: .latched(logged(100))),
    Case(testDescription: "a stop of the engine before", stops: [100], start: 50, finding: .none),
    Case(
      testDescription: "a start is written within a second of it", stops: [100], start: 98.5,
      finding: .latched(logged(100))),
    Case(testDescription: "two seconds before the start is another engine", stops: [100], start: 98, finding: .none),
    Case(testDescription: "of which engine is not known", stops: [100], start: nil, finding: .possible(logged(100))),
    Case(
      testDescription: "a history that is full and reaches behind the stop", stops: [100], start: 200, points: 500,
      finding: .latched(logged(100))),
    Case(
      testDescription: "a history that is full and begins after it", stops: [100], start: 50, points: 500,
      finding: .possible(logged(100))),
    Case(testDescription: "a signal passed since", stops: [100], passed: 99, finding: .passing(moment(99))),
    Case(testDescription: "a signal passed at that moment", stops: [100], passed: 100, finding: .latched(logged(100))),
    Case(testDescription: "a signal passed before", stops: [100], passed: 101, finding: .latched(logged(100))),
    Case(testDescription: "a signal of the engine before", passed: 200, start: 100, finding: .none),
    Case(testDescription: "a date that is still to come", passed: -61, finding: .none),
    Case(testDescription: "a clock that is a minute ahead", passed: -60, finding: .passing(moment(-60))),
    Case(
      testDescription: "what is judged before the check shows nothing", stops: [100], passed: 50,
      passCode: "MISSING_STOP_LOSS", finding: .latched(logged(100))),
    Case(
      testDescription: "what is judged beside the check shows nothing", stops: [100], passed: 50,
      passCode: "physics_extreme_chaos", finding: .latched(logged(100))),
    Case(
      testDescription: "the switch's own word", tripped: 100, finding: .latched(switched)),
    Case(
      testDescription: "a decision that the switch refused", refused: 30,
      finding: .latched(StopEvidence.Sign(at: moment(30), source: "/trading/state", cause: "HARD_STOP: z"))),
    Case(
      testDescription: "what stopped it is told by the stop, not by its refusals", stops: [100], refused: 30,
      finding: .latched(logged(100))),
  ]

  private static func decision(_ code: String, _ age: TimeInterval, tripped: Bool) -> String {
    let flags = tripped ? #"{"killswitch_triggered":true,"killswitch_reason":"HARD_STOP: z"}"# : "{}"
    return
      #"{"decision":"SKIP","reason_code":"\#(code)","timestamp":"\#(ago(age))","gating_flags":\#(flags)}"#
  }

  private static func snapshot(_ item: Case) throws -> EngineSnapshot {
    let records = item.stops.map {
      #"{"timestamp":"\#(ago($0))","logger":"hean.risk.risk_sentinel","message":"STOP_TRADING received. Reason: DAILY_PAUSE: x"}"#
    }
    var decisions: [String] = []
    if let age = item.passed { decisions.append(decision(item.passCode, age, tripped: false)) }
    if let age = item.refused { decisions.append(decision("TRADING_DISABLED", age, tripped: true)) }
    var told: [Told] = [
      .says(.stopLog, #"{"events":[\#(records.joined(separator: ","))]}"#),
      .says(.logSummary, Told.logKeptBody(item.kept)), .state(decisions),
    ]
    if let age = item.tripped {
      told.append(.says(.killSwitch, #"{"triggered":true,"reasons":["HARD_STOP: y"],"triggered_at":"\#(ago(age))"}"#))
    }
    if let start = item.start { told.append(.started(start, points: item.points)) }
    return try .staged(told, on: [])
  }

  @Test(arguments: cases)
  private func `signs and what they come to`(item: Case) throws {
    let snapshot = try Self.snapshot(item)
    let signs = StopEvidence(snapshot, snapshot.equityHistory.value)
    #expect(signs.finding == item.finding)
    #expect(signs.finding.isStop == [.latched, .possible].contains { Self.kind(item.finding) == $0 })
  }

  private enum Kind { case passing, latched, possible, none, unknown }

  private static func kind(_ finding: StopEvidence.Finding) -> Kind {
    switch finding {
    case .passing: .passing
    case .latched: .latched
    case .possible: .possible
    case .none: .none
    case .unknown: .unknown
    }
  }

  @Test func `a stop that cannot be dated leaves everything open`() throws {
    for record in [
      #"{"logger":"hean.risk.risk_sentinel","message":"STOP_TRADING"}"#, #"{"message":"STOP_TRADING"}"#, "{}",
    ] {
      let snapshot = try EngineSnapshot.staged([.says(.stopLog, #"{"events":[\#(record)]}"#)])
      let signs = StopEvidence(snapshot, snapshot.equityHistory.value)
      #expect(!signs.isLogRead && !signs.isLogged(since: Seen.now), "\(record)")
    }
    let other = #"{"logger":"hean.api","message":"about STOP_TRADING"}"#
    let snapshot = try EngineSnapshot.staged([.says(.stopLog, #"{"events":[\#(other)]}"#), .state()])
    #expect(StopEvidence(snapshot, snapshot.equityHistory.value).finding == .none, "somebody else's words are no stop")
  }

  @Test func `the cause is what follows the last mark, at most 300 characters`() throws {
    func cause(_ message: String?) throws -> String {
      let text = message.map { #""message":"\#($0)","# } ?? ""
      let log = try EngineLog.read(Data(#"{"events":[{\#(text)"timestamp":"\#(ago(1))"}]}"#.utf8))
      return try #require(log.records.first).stopCause
    }
    #expect(try cause("STOP_TRADING received. Reason: a. Reason: b") == "b")
    #expect(try cause("STOP_TRADING") == "STOP_TRADING")
    #expect(try cause(nil) == "no reason told")
    #expect(try cause("Reason: " + String(repeating: "x", count: 400)) == String(repeating: "x", count: 300))
  }

  @Test func `how much the log keeps is asked only where it tells too little by itself`() throws {
    func needs(_ told: Told...) throws -> Bool {
      StopEvidence(try .staged(told + [.omits(.logSummary)]), nil).needsSummary
    }
    #expect(try needs(.state()), "no sign, and no start")
    #expect(try !needs(.state([Self.decision("COUNCIL_REJECTED", 20, tripped: false)])), "a young moment")
    #expect(try needs(.state([Self.decision("COUNCIL_REJECTED", 21, tripped: false)])))
    #expect(try !needs(.state(), .fails(.stopLog)), "nothing is asked about a log that was not read")
    #expect(try !needs(.says(.stopLog, GateTableTests.stopLog("01:47:25"))), "a stop")
  }

  @Test func `a page of the log that is full shows no older stop`() throws {
    let record = #"{"timestamp":"\#(ago(20))","logger":"hean.other","message":"STOP_TRADING is mentioned"}"#
    func signs(_ count: Int) throws -> StopEvidence {
      let records = Array(repeating: record, count: count).joined(separator: ",")
      return StopEvidence(try .staged([.says(.stopLog, #"{"events":[\#(records)]}"#), .state()]), nil)
    }
    #expect(try signs(999).isLogged(since: Seen.now - 30))
    #expect(try !signs(1000).isLogged(since: Seen.now - 30))
    #expect(try signs(1000).isLogged(since: Seen.now - 20), "as far as it reaches")
    #expect(try signs(0).isLogged(since: Seen.now + 60))
    #expect(try !signs(0).isLogged(since: Seen.now + 61), "a moment of another clock")
  }
}
