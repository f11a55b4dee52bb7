import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What is told of past changes, by which source, and what is not made up.
struct RiskHistoryQueryTests {
  private func answer(_ told: [Told], _ query: RiskHistoryQuery = RiskHistoryQuery()) throws -> RiskHistoryAnswer {
    try query.answer(.staged([Self.memory()] + told), now: Seen.now)
  }

  private static func memory(_ events: String...) -> Told {
    .says(.events(), #"{"events":[\#(events.joined(separator: ","))]}"#)
  }

  private static func event(
    _ seq: Int, _ age: TimeInterval, _ type: String, _ payload: String, topic: String = "risk_events"
  ) -> String {
    #"{"seq":\#(seq),"ts":"\#(ago(age))","type":"\#(type)","payload":{\#(payload)},"context":{"topic":"\#(topic)"}}"#
  }

  private func lines(_ answer: RiskHistoryAnswer) -> [String] {
    answer.changes.map { "\($0.subject.rawValue): \($0.what) [\($0.sources.joined(separator: " "))]" }
  }

  private static let start = "engine: started [/trading/equity-history]"

  @Test func `an engine in good health tells its start and nothing else`() throws {
    let answer = try answer([])
    #expect(lines(answer) == [Self.start])
    #expect(answer.reaches.map(\.source).first == "/risk/governor/status")
    #expect(answer.reaches.first?.words == "no change since the engine was started")
  }

  @Test func `governor and kill switch are told with their own moments, newest first`() throws {
    let answer = try answer([
      .says(
        .governor,
        #"{"risk_state":"SOFT_BRAKE","reason_codes":["MAX_DRAWDOWN_SOFT"],"value":10.25,"blocked_at":"\#(ago(50))"}"#),
      .says(.killSwitch, #"{"triggered":true,"reasons":["DAILY_PAUSE: x"],"triggered_at":"\#(ago(20))"}"#),
    ])
    #expect(
      lines(answer) == [
        "kill_switch: tripped [/risk/killswitch/status]", "governor: to SOFT_BRAKE [/risk/governor/status]", Self.start,
      ])
    #expect(answer.changes[1].reason == "MAX_DRAWDOWN_SOFT, at a drawdown of 10.25 %")
    #expect(answer.changes[0].reason == "DAILY_PAUSE: x" && answer.changes[0].state == "TRIPPED")
  }

  @Test func `a stopped engine's NORMAL is no change, and its sources say why`() throws {
    let answer = try answer([
      .stopped, .says(.governor, #"{"risk_state":"NORMAL","blocked_at":"\#(ago(50))"}"#),
      .says(.equityHistory, #"{"snapshots":[]}"#),
    ])
    #expect(answer.changes.isEmpty && answer.governor == nil)
    #expect(answer.reaches.contains { $0.words.hasPrefix("nothing: an engine that does not run") })
  }

  @Test func `an equity history that is full does not date the start`() throws {
    let answer = try answer([.started(3600, points: 500)])
    #expect(answer.changes.isEmpty)
    #expect(answer.reaches.contains { $0.words == "not back to the start of this engine" && $0.since != nil })
  }

  @Test func `each alarm means what its reason says`() throws {
    let reasons: [(String, String)] = [
      (#""reason":"HARD_STOP: x""#, "kill_switch: tripped"),
      (#""reason":null"#, "governor: cleared, or back to NORMAL by itself"),
      (#""reason":"MANUAL""#, "quarantine: a symbol put into it"),
      (#""reason":"Killswitch: 31.0% drop""#, "latch: all new orders stopped"),
      (#""reason":"bybit_price_feed_failure""#, "engine: a start failed"),
      (#""reason":"Emergency killswitch by api""#, "emergency: emergency stop"),
    ]
    for (payload, words) in reasons {
      let told = Self.memory(Self.event(7, 30, "KILLSWITCH_TRIGGERED", payload))
      let answer = try answer([told])
      #expect(lines(answer) == ["\(words) [/blackbox/events]", Self.start], "\(payload)")
    }
  }

  @Test func `heartbeats show a change of state, copies count once, and a claim stays one`() throws {
    func beat(_ seq: Int, _ state: String) -> String {
      Self.event(seq, 60 - Double(seq), "HEARTBEAT", #""engine_state":"\#(state)""#, topic: "system_heartbeat")
    }
    let control = Self.event(
      4, 55, "CONTROL_RESULT", #""command":"engine_pause","success":true"#, topic: "system_heartbeat")
    let answer = try answer([
      Self.memory(beat(1, "RUNNING"), beat(2, "RUNNING"), beat(3, "PAUSED"), control, control, beat(5, "PAUSED"))
    ])
    #expect(
      lines(answer) == [
        "engine: the engine says done [/blackbox/events]", "engine: RUNNING to PAUSED [/blackbox/events]", Self.start,
      ])
    #expect(answer.changes[0].reason == "engine_pause" && answer.changes[0].state == nil)
  }

  @Test func `two sources within two seconds are one change, and later ones are two`() throws {
    func told(_ age: TimeInterval) -> [Told] {
      [
        .says(.killSwitch, #"{"triggered":true,"reasons":["HARD_STOP: x"],"triggered_at":"\#(ago(20))"}"#),
        Self.memory(Self.event(1, age, "KILLSWITCH_TRIGGERED", #""reason":"HARD_STOP: x""#)),
      ]
    }
    #expect(lines(try answer(told(19)))[0] == "kill_switch: tripped [/blackbox/events /risk/killswitch/status]")
    #expect(lines(try answer(told(10))).count == 3)
  }

  @Test func `a stop in the log is told, and an emergency call without its time comes last`() throws {
    let record =
      #"{"timestamp":"\#(ago(40))","logger":"hean.risk.risk_sentinel","message":"STOP_TRADING. Reason: why"}"#
    let answer = try answer([
      .says(.stopLog, #"{"count":1,"events":[\#(record)]}"#),
      .says(.health, #"{"status":"unhealthy","components":{"killswitch":{"triggered":true}}}"#),
    ])
    #expect(lines(answer).first == "latch: all new orders stopped [/logs/events]")
    #expect(answer.changes.first?.reason == "why")
    if let last = answer.changes.last, last.subject == .emergency { #expect(last.at == nil) }
    #expect(answer.changes.filter { $0.at == nil }.allSatisfy { $0 == answer.changes.last })
  }

  @Test func `what did not answer is named, and what has no time may be of any`() throws {
    let answer = try answer([.fails(.governor), .fails(.events()), .fails(.stopLog), .fails(.equityHistory)])
    #expect(answer.changes.isEmpty && answer.reaches.count { $0.words.hasPrefix("did not answer: ") } == 4)
    let recorded = [
      RiskChange(at: Seen.now - 90, .engine, "sent, confirmed", source: "audit log"),
      RiskChange(at: nil, .emergency, "emergency stop", source: "/health"),
    ]
    let query = RiskHistoryQuery(at: TimeFilter(since: Seen.now - 100), recorded: recorded)
    let narrowed = try self.answer([], query)
    #expect(lines(narrowed).first == "engine: sent, confirmed [audit log]")
    #expect(
      narrowed.changes.dropFirst().allSatisfy { $0.at == nil } && narrowed.changes.contains { $0.subject == .emergency }
    )
    #expect(throws: EngineError.gone) { try self.answer([.fails(.engineStatus)]) }
  }
}
