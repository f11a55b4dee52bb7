import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Which stops are remembered, and what ends them.
struct RememberedStopTests {
  /// A stop of so many seconds ago.
  static func stop(_ kind: StopMoment.Kind, _ age: TimeInterval, isLate: Bool = false) -> StopMoment {
    StopMoment(kind, at: Seen.now - age, source: isLate ? "/health" : StopMoment.here, isSeenLate: isLate)
  }

  static func engine(_ stops: [StopMoment]) -> RememberedEngine {
    var engine = RememberedEngine()
    for one in stops { engine.add(one) }
    return engine
  }

  private struct Added: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var stops: [StopMoment]
    /// Which of them are kept, by their place, oldest first.
    var kept: [Int]
  }

  private static let added: [Added] = [
    Added(testDescription: "the same twice", stops: [stop(.emergency, 100), stop(.emergency, 95.1)], kept: [0]),
    Added(
      testDescription: "another one 5 s later", stops: [stop(.emergency, 100), stop(.emergency, 95)], kept: [0, 1]),
    Added(testDescription: "another kind", stops: [stop(.killSwitch, 100), stop(.latch, 100)], kept: [0, 1]),
    Added(testDescription: "in any order", stops: [stop(.governor, 50), stop(.latch, 100)], kept: [1, 0]),
    Added(
      testDescription: "told, and still seen later", stops: [stop(.pause, 100), stop(.pause, 10, isLate: true)],
      kept: [0]),
    Added(
      testDescription: "seen, and still seen later",
      stops: [stop(.pause, 100, isLate: true), stop(.pause, 10, isLate: true)], kept: [0]),
    Added(
      testDescription: "seen, and told to be older", stops: [stop(.pause, 10, isLate: true), stop(.pause, 100)],
      kept: [1]),
    Added(
      testDescription: "seen, and told to be of that moment",
      stops: [stop(.pause, 10, isLate: true), stop(.pause, 9)], kept: [1]),
    Added(
      testDescription: "seen, and told to be younger: another one",
      stops: [stop(.pause, 100, isLate: true), stop(.pause, 10)], kept: [0, 1]),
    Added(
      testDescription: "seen of another kind",
      stops: [stop(.governor, 10, isLate: true), stop(.pause, 100)], kept: [1, 0]),
    Added(
      testDescription: "the latest twelve", stops: (0..<13).map { stop(.latch, 1000 - 10 * TimeInterval($0)) },
      kept: Array(1..<13)),
  ]

  @Test(arguments: added)
  private func `a stop is kept once, with the time that was told`(item: Added) {
    #expect(Self.engine(item.stops).stops == item.kept.map { item.stops[$0] })
  }

  private struct Ended: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var told: [Told] = []
    var stops: [StopMoment]
    /// Which of them hold afterwards, by their place.
    var left: [Int]
  }

  private static let hardStop = Told.says(.governor, #"{"risk_state":"HARD_STOP","blocked_at":"\#(ago(100))"}"#)
  private static func up(_ seconds: Int) -> Told { .says(.metrics, #"{"uptime_sec":\#(seconds)}"#) }
  private static let latches = [stop(.emergency, 100), stop(.killSwitch, 101), stop(.latch, 102)]

  private static let ended: [Ended] = [
    Ended(testDescription: "nothing happened", told: [.state()], stops: latches, left: [2, 1, 0]),
    Ended(testDescription: "a signal passed", told: [], stops: latches, left: []),
    Ended(
      testDescription: "a signal passed before", told: [], stops: [stop(.latch, 10), stop(.emergency, 9)], left: [0, 1]),
    Ended(testDescription: "a start", told: [.started(50), .state()], stops: latches, left: []),
    Ended(
      testDescription: "a start before", told: [.started(103), .state()], stops: latches, left: [2, 1, 0]),
    Ended(
      testDescription: "a start is written within a second of it", told: [.started(99), .state()],
      stops: [stop(.emergency, 100), stop(.latch, 100.1)], left: [0]),
    Ended(
      testDescription: "a start of which a stopped engine tells", told: [.started(50), .stopped], stops: latches,
      left: [2, 1, 0]),
    Ended(testDescription: "a process that began later", told: [up(50), .state()], stops: latches, left: []),
    Ended(testDescription: "a process that began before", told: [up(101), .state()], stops: latches, left: [2, 1, 0]),
    Ended(testDescription: "resumed", told: [.state()], stops: [stop(.pause, 100)], left: []),
    Ended(
      testDescription: "paused still", told: [.engine(state: "PAUSED"), .state()], stops: [stop(.pause, 100)], left: [0]
    ),
    Ended(
      testDescription: "no signal ends a pause", told: [.engine(state: "PAUSED")], stops: [stop(.pause, 100)], left: [0]
    ),
    Ended(testDescription: "the governor is cleared", told: [.state()], stops: [stop(.governor, 100)], left: []),
    Ended(
      testDescription: "the governor stops still", told: [hardStop], stops: [stop(.governor, 100)], left: [0]),
    Ended(
      testDescription: "the governor is silent", told: [.fails(.governor)], stops: [stop(.governor, 100)], left: [0]),
    Ended(
      testDescription: "an engine that was stopped, and runs", told: [.state(), .started(85)],
      stops: [stop(.emergency, 100), stop(.engineStop, 90), stop(.latch, 80)], left: [2]),
    Ended(
      testDescription: "an engine that was to be stopped, and runs since before", told: [.state(), .started(3600)],
      stops: [stop(.emergency, 100), stop(.engineStop, 90)], left: [0]),
    Ended(
      testDescription: "an engine that was killed, and is stopped", told: [.stopped],
      stops: [stop(.emergency, 100), stop(.engineKill, 90)], left: [0, 1]),
    Ended(testDescription: "no status", told: [.fails(.engineStatus)], stops: latches, left: [2, 1, 0]),
    Ended(testDescription: "starting", told: [.engine(state: "BUSY")], stops: latches, left: [2, 1, 0]),
  ]

  @Test(arguments: ended)
  private func `what ends a stop`(item: Ended) throws {
    var engine = Self.engine(item.stops)
    engine.note(try .staged(item.told))
    #expect(engine.stops == item.left.map { item.stops[$0] })
  }

  @Test func `what a look shows is remembered, with its time where that is told`() throws {
    var engine = RememberedEngine()
    engine.note(
      try .staged([
        .says(.killSwitch, #"{"triggered":true,"triggered_at":"\#(ago(30))","reasons":["HARD_STOP: x"]}"#),
        .risk(isTripped: true), Self.hardStop, .engine(state: "PAUSED"), .state(),
        .says(.metrics, #"{"counters":{"session":{"orders_created":7}}}"#),
        .says(.stopLog, GateTableTests.stopLog("01:47:00")),
      ]))
    #expect(engine.stops.map(\.kind) == [.governor, .killSwitch, .latch, .pause])
    #expect(engine.stops.map { Seen.now.timeIntervalSince($0.at) } == [100, 30, 30, 0])
    #expect(engine.stops.map(\.isSeenLate) == [false, false, false, true])
    #expect(engine.stops.map(\.ordersMade) == [7, 7, nil, 7])
    #expect(engine.stops.map(\.cause) == ["", "HARD_STOP: x", "DAILY_PAUSE: x", ""])
  }
}
