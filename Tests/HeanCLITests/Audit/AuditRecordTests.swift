import Foundation
import Testing

@testable import HeanConsole
@testable import HeanCore

/// The lines of the audit log, as they have been written since its first version.
struct AuditRecordTests {
  static let intent =
    #"{"argv":["--practice","strategies","disable","hf_scalping","momentum_trader","--yes","--reason","too \"many\" losses"],"body":{"enabled":false},"host":"vm","id":"20261122100440-bmm9mi","kind":"intent","mode":"practice","profile":"practice","reason":"too \"many\" losses","request":"POST /api/v1/strategies/hf_scalping/enable","schema":"hean.audit/1","step":1,"steps":2,"target":"hf_scalping","time":"2026-11-22T10:04:40.923737Z","title":"disable hf_scalping, momentum_trader","url":"practice","user":"root","verb":"strategies.disable"}"#
  static let unnamed =
    #"{"argv":["--url","http://127.0.0.1:1","panic","--yes"],"body":null,"host":"vm","id":"20261122100443-ck8qjy","kind":"intent","mode":"unknown","profile":null,"reason":null,"request":"POST /api/v1/emergency/killswitch","schema":"hean.audit/1","step":1,"steps":1,"target":"halt","time":"2026-11-22T10:04:43.226063Z","title":"panic: halt, close everything, and stay flat","url":"http://127.0.0.1:1","user":"root","verb":"panic"}"#
  static let confirmed =
    #"{"engine_says":"Killswitch triggered","id":"20261122100442-ksskng","kind":"outcome","mode":"practice","outcome":"confirmed","profile":"practice","request_id":"2ecff6aa-7456-4a0e-a428-8c1c5d58f593","response":{"message":"Killswitch triggered","reason":"Emergency killswitch activated via API","response_time_ms":0.4,"status":"success","timestamp":"2026-11-22T10:04:42.553739+00:00"},"schema":"hean.audit/1","seen":"stop_trading is set, and the emergency stop shows in /health","status":200,"step":1,"target":"halt","time":"2026-11-22T10:04:42.658380Z","url":"practice","verb":"panic"}"#
  static let unsent =
    #"{"engine_says":null,"id":"20261122100443-ck8qjy","kind":"outcome","mode":"unknown","outcome":"not_sent","profile":null,"request_id":null,"schema":"hean.audit/1","seen":null,"status":null,"step":1,"target":"halt","time":"2026-11-22T10:04:43.268498Z","url":"http://127.0.0.1:1","verb":"panic"}"#
  static let flat =
    #"{"id":"20261122100442-ksskng","kind":"end","left":[],"mode":"practice","outcome":"flat","profile":"practice","schema":"hean.audit/1","seen":"closed: ADAUSDT long","step":3,"time":"2026-11-22T10:04:42.906019Z","url":"practice","verb":"panic"}"#
  static let left =
    #"{"id":"20261122100458-asqu44","kind":"end","left":["position ADAUSDT long 3074","the engine still runs: unfilled orders can be sent again, and fill"],"mode":"practice","outcome":"left","profile":"practice","schema":"hean.audit/1","seen":null,"step":2,"time":"2026-11-22T10:05:00.031380Z","url":"practice","verb":"panic"}"#

  @Test(arguments: [intent, unnamed, confirmed, unsent, flat, left])
  func `a line is read and written again byte for byte`(line: String) throws {
    let record = try #require(AuditRecord(try JSONValue(reading: Data(line.utf8))))
    #expect(JSONText.compact(record.json) == line)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    #expect(String(decoding: try encoder.encode(record), as: UTF8.self) == line, "the same by any other encoder")
    #expect(try JSONDecoder().decode(AuditRecord.self, from: Data(line.utf8)) == record)
  }

  @Test func `what is made here is written as it always was`() throws {
    var intent = AuditRecord.Intent(
      steps: 1, title: "panic: halt, close everything, and stay flat", target: "halt",
      request: "POST /api/v1/emergency/killswitch", user: "root", host: "vm")
    intent.argv = ["--url", "http://127.0.0.1:1", "panic", "--yes"]
    var record = AuditRecord(
      id: "20261122100443-ck8qjy", step: 1, time: EngineTime.parse("2026-11-22T10:04:43.226063Z"), verb: "panic",
      mode: "unknown", url: "http://127.0.0.1:1", content: .intent(intent))
    let log = try AuditLog(environment: ["HOME": Console.freshHome()])
    try log.append(record)
    record.time = EngineTime.parse("2026-11-22T10:04:43.268498Z")
    record.content = .outcome(AuditRecord.Settlement(target: "halt", outcome: "not_sent"))
    try log.append(record)
    let text = try String(contentsOfFile: log.path, encoding: .utf8)
    #expect(text == Self.unnamed + "\n" + Self.unsent + "\n")
  }

  @Test func `older and damaged lines are read as far as they go`() throws {
    let log = try AuditLog(environment: ["HOME": Console.freshHome()])
    try log.append(["id": "a", "kind": "intent", "verb": "engine.pause", "new": ["x": 1], "argv": ["hean", 3]])
    try log.append(["id": "a", "kind": "outcome", "outcome": "better", "status": "200"])
    try log.append(["id": "a", "kind": "outcome", "step": 7, "outcome": "confirmed"])
    try log.append(["kind": "intent"])
    try log.append(["id": 1])
    let read = try log.runs()
    let runs = read.runs
    #expect(runs.count == 1 && read.missing == ["2 lines of the audit log"])
    let run = try #require(runs.first)
    #expect(run.outcome == "better" && run.verb == "engine.pause" && run.argv == ["hean", "3"])
    #expect(run.calls.count == 1 && run.calls[0].target == nil && run.calls[0].step == 1)
  }

  @Test func `a name that another version wrote is kept, and is none of the known ones`() async throws {
    let home = Console.freshHome()
    let log = try AuditLog(environment: ["HOME": home])
    let line: JSONValue = [
      "id": "a", "kind": "intent", "verb": "engine.hibernate", "time": "2026-11-21T01:40:00Z", "user": "anna",
    ]
    try log.append(line)
    let run = try #require(try log.runs().runs.first)
    #expect(run.verb == "engine.hibernate" && run.operation == nil)
    let record = try #require(AuditRecord(line))
    #expect(record.operation == nil && record.json["verb"] == "engine.hibernate")
    let known = try #require(AuditRecord(["id": "a", "kind": "intent", "verb": "engine.pause"]))
    #expect(known.operation == .enginePause)
    for format in ["table", "json"] {
      let ran = await Console(columns: 160, home: home).run("audit", "-o", format)
      #expect(ran.code == .ok && ran.output.contains("engine.hibernate"), "\(ran)")
    }
  }

  @Test func `the verdict on the whole goes before that on its calls`() throws {
    var run = AuditRun(id: "a")
    #expect(run.outcome == "not recorded")
    for line in [Self.intent, Self.confirmed] {
      run.add(try #require(AuditRecord(try JSONValue(reading: Data(line.utf8)))))
    }
    #expect(run.outcome == "confirmed" && run.user == "root" && run.calls[0].intent.body == ["enabled": false])
    run.add(try #require(AuditRecord(try JSONValue(reading: Data(Self.left.utf8)))))
    #expect(run.outcome == "left" && run.left.count == 2)
  }
}
