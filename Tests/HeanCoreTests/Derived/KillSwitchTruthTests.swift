import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

struct KillSwitchTruthTests {
  private func truth(
    own: Bool?, mirrored: Bool?, emergency: Bool?, running: Bool? = true
  ) throws -> KillSwitchTruth {
    func body<Body: EngineBody>(_ json: String) throws -> Body { try Body.read(Data(json.utf8)) }
    return KillSwitchTruth(
      status: try own.map { try body(#"{"triggered":\#($0),"reasons":[]}"#) },
      risk: try mirrored.map { try body(#"{"killswitch_triggered":\#($0),"stop_trading":true}"#) },
      health: try emergency.map { try body(#"{"components":{"killswitch":{"status":"x","triggered":\#($0)}}}"#) },
      isRunning: running)
  }

  @Test func `three sources are merged and none is averaged away`() throws {
    #expect(try truth(own: false, mirrored: false, emergency: false).verdict == .clear)
    #expect(try truth(own: true, mirrored: true, emergency: false).verdict == .triggered)
    #expect(try truth(own: true, mirrored: nil, emergency: nil).verdict == .triggered)
    #expect(try truth(own: true, mirrored: false, emergency: false).verdict == .contradiction)
    #expect(try truth(own: false, mirrored: false, emergency: true).verdict == .emergency)
  }

  @Test func `silence is not good news`() throws {
    #expect(try truth(own: false, mirrored: false, emergency: nil).verdict == .unknown)
    #expect(try truth(own: nil, mirrored: nil, emergency: false).verdict == .unknown)
    #expect(try truth(own: false, mirrored: false, emergency: false, running: nil).verdict == .unknown)
    #expect(try truth(own: false, mirrored: nil, emergency: false).verdict == .unknown)
    #expect(try truth(own: nil, mirrored: false, emergency: false).verdict == .unknown)
    #expect(try truth(own: false, mirrored: nil, emergency: false).unanswered == ["/risk/status"])
    #expect(try truth(own: nil, mirrored: true, emergency: nil).verdict == .triggered)
  }

  @Test(arguments: [
    #""reasons":5"#, #""reasons":[5]"#, #""thresholds":[]"#, #""current_metrics":"x""#,
  ])
  func `an alarm of the switch survives what stands beside it`(neighbour: String) throws {
    let status = try KillSwitchStatus.read(Data(#"{\#(neighbour),"triggered":true}"#.utf8))
    #expect(KillSwitchTruth(status: status, risk: nil, health: nil, isRunning: true).verdict == .triggered)
    #expect(throws: WireError.self) {
      try KillSwitchStatus.read(Data(#"{\#(neighbour),"triggered":false}"#.utf8))
    }
  }

  @Test(arguments: [#""equity":"much""#, #""stop_trading":1.5"#, #""current_orders":[]"#])
  func `an alarm beside the risk figures survives them`(neighbour: String) throws {
    let risk = try RiskStatus.read(Data(#"{\#(neighbour),"killswitch_triggered":true}"#.utf8))
    #expect(KillSwitchTruth(status: nil, risk: risk, health: nil, isRunning: true).verdict == .triggered)
  }

  @Test(arguments: [
    #"{"status":5,"components":{"killswitch":{"triggered":true}}}"#,
    #"{"components":{"engine":5,"killswitch":{"triggered":true,"status":"x"}}}"#,
    #"{"components":{"killswitch":{"status":[],"triggered":true}}}"#,
    #"{"components":{"killswitch":{"status":"triggered","triggered":"perhaps"}}}"#,
    #"{"timestamp":"soon","components":{"killswitch":{"status":"TRIGGERED"}}}"#,
  ])
  func `an emergency stop survives what stands beside it`(body: String) throws {
    let health = try Health.read(Data(body.utf8))
    #expect(KillSwitchTruth(status: nil, risk: nil, health: health, isRunning: true).verdict == .emergency)
  }

  /// `/health` shows an emergency stop until the process ends, whatever was started since.
  @Test(
    arguments: [
      ("01:45:00", "01:46:00", nil, false, true), ("01:45:00", "01:44:00", nil, false, false),
      ("01:45:00", nil, nil, false, false), ("01:45:00", "01:44:00", "01:45:30", false, true),
      ("01:45:00", "01:44:00", "01:44:30", false, false),
      // The log has lost the record, and would still have one from after the start only if that was 20 s ago at most: a
      // new engine begins without stop_trading.
      (nil, "01:47:10", nil, false, true), (nil, "01:47:10", nil, true, false), (nil, nil, "01:47:10", false, true),
      (nil, "01:47:09", nil, false, false), (nil, nil, "01:47:09", false, false),
      (nil, "01:30:00", nil, false, false), (nil, "01:30:00", "01:47:10", false, true),
      (nil, "01:30:00", "01:47:09", false, false),
    ] as [(String?, String?, String?, Bool, Bool)])
  func `an emergency stop from before the engine's start stops nothing`(
    stop: String?, start: String?, passed: String?, stopTrading: Bool, isOver: Bool
  ) throws {
    func answer<Body: EngineBody>(_ json: String) throws -> Answered<Body> {
      let body = try Body.read(Data(json.utf8))
      return .success(EndpointAnswer(body, endpoint: "", receivedAt: GateTableTests.now, isPractice: false))
    }
    let decisions = passed.map { [GateTableTests.decision("DAILY_LIMIT", $0)] } ?? []
    var seen = EngineSnapshot(seenAt: GateTableTests.now)
    seen[.stopLog] = try answer(stop.map(GateTableTests.stopLog) ?? #"{"events":[]}"#)
    seen[.logSummary] = try answer(Told.logKeptBody(5_000))
    seen[.state] = try answer(GateTableTests.state(decisions))
    let history = try start.map { try EquityHistory.read(Data(GateTableTests.started($0).utf8)) }
    let signs = StopEvidence(seen, history)
    let truth = KillSwitchTruth(
      status: try KillSwitchStatus.read(Data(#"{"triggered":false,"reasons":[]}"#.utf8)),
      risk: try RiskStatus.read(Data(#"{"killswitch_triggered":false,"stop_trading":\#(stopTrading)}"#.utf8)),
      health: try Health.read(Data(#"{"components":{"killswitch":{"triggered":true}}}"#.utf8)), isRunning: true,
      stops: signs)
    #expect(truth.verdict == (isOver ? .clear : .emergency) && truth.isEmergencyOver == isOver)
  }

  @Test(
    arguments: [
      ("HARD_STOP: Equity drop 31%", nil, KillSwitchAlarm.stop("HARD_STOP: Equity drop 31%")),
      ("bybit_price_feed_failure", nil, .stop("bybit_price_feed_failure")),
      ("Killswitch: 31.0% drop", nil, .stop("Killswitch: 31.0% drop")),
      ("anything", "panic_button", .stop("anything")), (nil, "panic_button", .stop("no reason given")),
      (nil, nil, .allClear), ("MANUAL", nil, .quarantine("MANUAL")), ("HARD_STOPPED", nil, .quarantine("HARD_STOPPED")),
    ] as [(String?, String?, KillSwitchAlarm)])
  func `an alarm is one by its reason only`(reason: String?, source: String?, alarm: KillSwitchAlarm) {
    #expect(KillSwitchAlarm(reason: reason, source: source) == alarm)
  }

  @Test func `a stopped engine has no switch to read, but an emergency stop outlives it`() throws {
    #expect(try truth(own: false, mirrored: false, emergency: false, running: false).verdict == .notRunning)
    #expect(try truth(own: false, mirrored: false, emergency: true, running: false).verdict == .emergency)
    #expect(try truth(own: false, mirrored: false, emergency: true, running: false).stopTrading == nil)
  }
}
