import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// The last words of a verb that a signal ends, and what it leaves in the audit log.
struct InterruptedVerbTests {
  private static let detail = EngineError.Detail("taken", endpoint: "/x", status: 200, requestID: "r1")

  private struct Ended {
    var failure: Failure
    var errors: String
    var audit: [JSONValue]
  }

  private func end(
    _ calls: [(name: String, reply: ControlReply?, outcome: OperationOutcome?)], of planned: [String],
    _ format: [String] = [], engine: String? = nil
  ) throws -> Ended {
    let console = Console()
    let errors = Recorder()
    let line = try ArgumentParser(root: CommandTable.root, globals: GlobalOptions.all)
      .parse(["engine", "pause", "--url", "http://127.0.0.1:1"] + format)
    let session = try Session(
      context: console.context(Recorder(), errors), line: line, command: #require(CommandTable.command(at: line.path)),
      carried: CommandTable.carriedFlags)
    var verb = InterruptedVerb(session: session)
    verb.engine = engine
    let options = try OperationOptions(line)
    let audit = AuditTrail(
      .enginePause, mode: .dryRun, origin: session.origin(options),
      sink: LazyAuditLog(environment: console.environment),
      clock: session.operationClock)
    verb.audit = audit
    verb.planned = planned
    for (index, call) in calls.enumerated() {
      var step = Panic.halt
      step.target = call.name
      try audit.intend(step, index, of: OperationPlan("test"))
      verb.calls.append(InterruptedVerb.Call(step: step, index: index, reply: call.reply, outcome: call.outcome))
    }
    verb.conclude("SIGHUP", patience: .seconds(1))
    let log = console.environment["HOME", default: ""] + "/.local/state/hean/audit.jsonl"
    let lines = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    return Ended(
      failure: verb.failure("SIGHUP"), errors: errors.text,
      audit: try lines.split(separator: "\n").map { try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) }
        .filter { $0["kind"] == "outcome" })
  }

  @Test func `without a call nothing was sent, and nothing is recorded`() throws {
    let ended = try end([], of: ["one", "two"])
    #expect(ended.failure.exit == .interrupted && ended.audit.isEmpty)
    #expect(ended.errors == "hean: interrupted by SIGHUP: nothing was sent\n")
    let among = try end([], of: ["one"], engine: "eu-1")
    #expect(among.errors == "hean: eu-1: interrupted by SIGHUP: nothing was sent\n")
  }

  @Test func `what became of a call without an answer is unknown`() throws {
    let ended = try end([("one", nil, nil)], of: ["one"])
    #expect(
      ended.failure.exit == .outcomeUnknown && ended.failure.message.hasSuffix("killswitch (one), outcome unknown"))
    #expect(ended.audit.map { $0["outcome"] } == ["unknown"])
    #expect(ended.audit.first?["seen"] == "SIGHUP ended the run before an answer came")
    #expect(
      ended.errors.contains("next: hean --url http://127.0.0.1:1 risk killswitch\n      hean audit show 2026"))
  }

  @Test func `an answer is no proof, and stands beside the unknown`() throws {
    let ended = try end([("one", .accepted([:], Self.detail), nil)], of: ["one", "two", "three"])
    #expect(ended.failure.exit == .outcomeUnknown)
    #expect(ended.failure.message.hasSuffix("outcome unknown (the engine says: taken). Not sent: two, three"))
    let line = try #require(ended.audit.first)
    #expect(line["outcome"] == "unknown" && line["engine_says"] == "taken" && line["request_id"] == "r1")
  }

  @Test func `what is known is said as it is, and recorded once`() throws {
    let ended = try end(
      [
        ("settled", .accepted([:], Self.detail), .confirmed), ("no", .refused(.refused(Self.detail)), nil),
        ("unsent", .notSent(.transport(.unreachable(reason: "x"))), nil),
      ], of: ["settled", "no", "unsent"])
    #expect(ended.failure.exit == .interrupted, "nothing of it is unknown")
    for words in ["(settled), outcome confirmed; POST", "(no), outcome refused. Not sent: unsent"] {
      #expect(ended.failure.message.contains(words), "\(ended.failure.message)")
    }
    #expect(ended.audit.map { $0["target"] } == ["no", "unsent"], "the settled one has its line already")
    #expect(ended.audit.map { $0["outcome"] } == ["refused", "not_sent"])
  }

  @Test func `scripts get one object`() throws {
    let ended = try end(
      [("one", .lost(.transport(.connectionLost(reason: "x", sent: true))), nil)], of: ["one"], ["--json"])
    let error = try JSONDecoder().decode(JSONValue.self, from: Data(ended.errors.utf8))["error"]
    #expect(error?["code"] == "outcome_unknown" && error?["retryable"] == false)
    #expect(error?["audit_id"] == ended.audit.first?["id"])
  }
}
