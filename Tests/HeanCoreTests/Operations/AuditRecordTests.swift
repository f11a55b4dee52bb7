import Foundation
import Testing

@testable import HeanCore

/// Lines of the audit log, both ways, and what a run left of them.
struct AuditRecordTests {
  private static let moment = Date(timeIntervalSince1970: 1_795_225_650)

  private static func record(_ content: AuditRecord.Content, step: Int = 1, id: String = "r") -> AuditRecord {
    AuditRecord(
      id: id, step: step, time: moment, verb: "engine.pause", mode: "dry_run", profile: "demo", url: "http://e",
      content: content)
  }

  private static let head =
    #""id":"r","mode":"dry_run","profile":"demo","schema":"hean.audit/1","step":1,"time":"2026-11-21T01:47:30.000000Z","url":"http://e","verb":"engine.pause""#

  private static let intent = AuditRecord.Intent(
    steps: 2, title: "pause", target: "engine", request: "POST /x", body: ["a": 1], argv: ["engine", "pause"],
    reason: "because", user: "ann", host: "desk", planToken: "t-1-2")
  private static let settlement = AuditRecord.Settlement(
    target: "engine", outcome: "confirmed", status: 200, requestID: "r1", engineSays: "ok", seen: "PAUSED",
    response: ["status": "ok"])
  private static let end = AuditRecord.End(outcome: "left", left: ["position A", "order B"], seen: "x")

  private func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func read(_ line: String) throws -> AuditRecord {
    try JSONDecoder().decode(AuditRecord.self, from: Data(line.utf8))
  }

  private func sorted(_ line: String) throws -> String {
    try text(try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8)))
  }

  static let lines: [(AuditRecord.Content, String)] = [
    (
      .intent(intent),
      #""kind":"intent","steps":2,"title":"pause","target":"engine","request":"POST /x","body":{"a":1},"argv":["engine","pause"],"reason":"because","user":"ann","host":"desk","plan_token":"t-1-2""#
    ),
    (
      .intent(AuditRecord.Intent(body: .null)),
      #""kind":"intent","steps":null,"title":null,"target":null,"request":null,"body":null,"argv":[],"reason":null,"user":null,"host":null"#
    ),
    (
      .outcome(settlement),
      #""kind":"outcome","target":"engine","outcome":"confirmed","status":200,"request_id":"r1","engine_says":"ok","seen":"PAUSED","response":{"status":"ok"}"#
    ),
    (
      .outcome(AuditRecord.Settlement()),
      #""kind":"outcome","target":null,"outcome":null,"status":null,"request_id":null,"engine_says":null,"seen":null"#
    ),
    (.end(end), #""kind":"end","outcome":"left","left":["position A","order B"],"seen":"x""#),
    (.end(AuditRecord.End()), #""kind":"end","outcome":null,"left":[],"seen":null"#),
  ]

  @Test(arguments: lines)
  func `each line is written as it is read`(content: AuditRecord.Content, members: String) throws {
    let record = Self.record(content)
    let line = "{\(Self.head),\(members)}"
    #expect(try text(record) == sorted(line))
    #expect(try read(line) == record)
  }

  @Test func `what is not known is written as null, and read as not known`() throws {
    let bare = AuditRecord(schema: nil, id: "r", step: 3, content: .end(AuditRecord.End()))
    #expect(
      try text(bare)
        == #"{"id":"r","kind":"end","left":[],"mode":null,"outcome":null,"profile":null,"schema":null,"seen":null,"step":3,"time":null,"url":null,"verb":null}"#
    )
    #expect(try read(text(bare)) == bare)
  }

  /// A later version may leave out, add or rename what it likes, but for the run's name.
  @Test(arguments: [
    (#"{"id":"r"}"#, AuditRecord(schema: nil, id: "r", step: 1, content: .outcome(AuditRecord.Settlement()))),
    (
      #"{"id":"r","kind":"novel","outcome":"odd","step":"two","time":"soon","extra":[1]}"#,
      AuditRecord(schema: nil, id: "r", step: 1, content: .outcome(AuditRecord.Settlement(outcome: "odd")))
    ),
    (
      #"{"id":"r","kind":"intent","argv":["a",1,null],"steps":2.9,"body":7,"user":5}"#,
      AuditRecord(
        schema: nil, id: "r", step: 1,
        content: .intent(AuditRecord.Intent(steps: 2, body: 7, argv: ["a", "1", "none"])))
    ),
    (
      #"{"id":"r","kind":"intent","argv":"a"}"#,
      AuditRecord(schema: nil, id: "r", step: 1, content: .intent(AuditRecord.Intent()))
    ),
    (
      #"{"id":"r","kind":"end","left":{"a":1}}"#,
      AuditRecord(schema: nil, id: "r", step: 1, content: .end(AuditRecord.End()))
    ),
  ])
  func `a line of another version is read as far as it goes`(line: String, record: AuditRecord) throws {
    #expect(try read(line) == record)
  }

  @Test(arguments: ["{}", #"{"id":7}"#, #"{"id":null,"kind":"intent"}"#, "[]", "7", "", #"{"id":"r""#])
  func `a line that names no run is none`(line: String) {
    #expect(throws: DecodingError.self) { try read(line) }
  }

  // MARK: A run

  private func run(_ records: AuditRecord...) -> AuditRun {
    var run = AuditRun(id: "r")
    for record in records { run.add(record) }
    return run
  }

  private func settled(_ outcome: String, _ step: Int = 1) -> AuditRecord {
    Self.record(.outcome(AuditRecord.Settlement(outcome: outcome)), step: step)
  }

  private func intended(_ step: Int = 1) -> AuditRecord { Self.record(.intent(Self.intent), step: step) }

  @Test func `a run tells who, what and where, and what came of each call`() {
    var late = settled("refused", 2)
    late.time = Self.moment + 9
    let run = run(intended(), settled("confirmed"), intended(2), late)
    #expect(run.verb == "engine.pause" && run.mode == "dry_run" && run.profile == "demo" && run.url == "http://e")
    #expect(run.title == "pause" && run.user == "ann" && run.host == "desk" && run.reason == "because")
    #expect(run.argv == ["engine", "pause"] && run.time == Self.moment && run.id == "r")
    #expect(run.calls.map(\.step) == [1, 2] && run.calls.map(\.target) == ["engine", "engine"])
    #expect(run.calls.map(\.settlement?.outcome) == ["confirmed", "refused"])
    #expect(run.calls.map(\.concludedAt) == [Self.moment, Self.moment + 9])
    #expect(run.ending == nil && run.left.isEmpty)
  }

  @Test func `the verdict is the whole's own, or what all calls share`() {
    #expect(run().operation == nil && run().outcome == "not recorded" && run().verb == nil && run().argv.isEmpty)
    #expect(run(intended()).outcome == "not recorded")
    #expect(run(intended(), settled("confirmed")).outcome == "confirmed")
    #expect(run(intended(), settled("refused"), intended(2), settled("refused", 2)).outcome == "refused")
    #expect(
      run(intended(), settled("unknown"), intended(2)).outcome == "mixed: not recorded, unknown")
    #expect(
      run(intended(), settled("unknown"), intended(2), settled("confirmed", 2)).outcome
        == "mixed: confirmed, unknown")
    let whole = run(intended(), settled("confirmed"), Self.record(.end(Self.end)))
    #expect(whole.outcome == "left" && whole.ending == "left" && whole.left == ["position A", "order B"])
  }

  @Test func `an outcome belongs to the latest call of its step, and one of no call to none`() {
    #expect(run(settled("confirmed")).calls.isEmpty)
    #expect(run(intended(), settled("confirmed", 2)).calls.map(\.settlement?.outcome) == [nil])
    let twice = run(intended(), intended(), settled("confirmed"))
    #expect(twice.calls.map(\.settlement?.outcome) == [nil, "confirmed"])
    #expect(AuditRun.Call(step: 1, intent: AuditRecord.Intent()).target == nil)
  }

  // MARK: What is written

  private static func trail(_ journal: Journal, _ sink: RecordingSink, random: Double = 0.5) -> AuditTrail {
    var clock = StillClock().operationClock()
    clock.random = { random }
    return AuditTrail(.enginePause, mode: .testnet, origin: .test, sink: sink, clock: clock)
  }

  @Test(arguments: [(0.0, "000000"), (0.5, "hhhhhh"), (0.999_999, "zzzzzz"), (1.0, "zzzzzz")])
  func `a run's name is its moment and six letters`(random: Double, deadLetters: String) {
    let journal = Journal()
    #expect(Self.trail(journal, RecordingSink(journal), random: random).id == "20261121014730-\(deadLetters)")
  }

  @Test func `a call beyond the plan counts itself, and a refusal keeps no answer`() throws {
    let sink = RecordingSink(Journal())
    let trail = Self.trail(sink.journal, sink)
    var plan = OperationPlan("pause")
    plan.steps = [Panic.halt]
    try trail.intend(Panic.halt, 0, of: plan)
    try trail.intend(Panic.halt, 2, of: plan)
    try trail.conclude(StepResult(Panic.halt, .no, nil), 2, .no)
    try trail.end(OperationResult(.panic, plan, .flat))
    let steps = sink.records.compactMap { record -> Int? in
      if case .intent(let intent) = record.content { intent.steps } else { nil }
    }
    #expect(steps == [1, 3] && sink.records.map(\.step) == [1, 3, 3, 1])
    guard case .outcome(let settlement) = sink.records[2].content, case .end(let end) = sink.records[3].content else {
      return #expect(Bool(false), "\(sink.records)")
    }
    #expect(settlement.response == nil && settlement.engineSays == "as you say" && settlement.outcome == "refused")
    #expect(end == AuditRecord.End(outcome: "flat", left: [], seen: nil))
    #expect(sink.records.allSatisfy { $0.mode == "testnet" && $0.url == "http://engine" })
  }
}
