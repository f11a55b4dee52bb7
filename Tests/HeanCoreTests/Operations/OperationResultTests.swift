import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What an operation came to, as a value that can be kept and sent.
struct OperationResultTests {
  private func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private var result: OperationResult {
    var plan = OperationPlan("pause the engine")
    plan.change("engine", "RUNNING", "PAUSED")
    plan.caveats = ["pause does not stop orders"]
    var result = OperationResult(.enginePause, plan, .confirmed)
    result.steps = [
      StepResult(OperationStep("engine", .pause, checkWith: "status") { _ in .seen("x") }, .taken, .seen("PAUSED"))
    ]
    result.auditID = "a1"
    return result
  }

  @Test func `its coded form is the document that commands write`() throws {
    #expect(
      try text(result)
        == #"{"audit_id":"a1","caveats":["pause does not stop orders"],"changes":[{"after":"PAUSED","before":"RUNNING","#
        + #""what":"engine"}],"consequences":[],"left":[],"outcome":"confirmed","plan_token":null,"#
        + #""plan_warnings":[],"proofs":[],"#
        + #""steps":[{"advice":null,"check":"status","engine_says":"as you say","outcome":"confirmed","#
        + #""request":"POST /api/v1/engine/pause","request_id":"r1","seen":"PAUSED","status":200,"target":"engine"}],"#
        + #""title":"pause the engine","unchanged":[],"verb":"engine.pause"}"#)
    #expect(try JSONDecoder().decode(OperationResult.self, from: Data(text(result).utf8)) == result)
  }

  @Test func `not knowing is worse than a no, and a no than a yes`() {
    let order: [OperationOutcome] = [
      .unknown, .notConfirmed, .notAuthorised, .rateLimited, .notSent, .refused, .confirmed,
    ]
    for (index, worse) in order.enumerated() {
      for better in order[index...] { #expect(OperationOutcome.worst(of: [.confirmed, better, worse]) == worse) }
    }
    #expect(OperationOutcome.worst(of: []) == .notSent)
  }

  @Test func `more is sent only where the one before was answered`() {
    #expect(Set(OperationOutcome.allCases.filter(\.allowsMore)) == [.confirmed, .refused, .notConfirmed])
    #expect(Set(OperationOutcome.allCases.filter(\.isUntaken)) == [.notSent, .notAuthorised, .rateLimited])
  }

  @Test func `a call that nobody saw the end of is unknown, unless its answer told`() {
    let step = Panic.halt
    let outcomes = [nil, ControlReply.taken, .no, .gone, .nobody].map {
      StepResult(step, $0, endedBy: "SIGINT").outcome
    }
    #expect(outcomes == [.unknown, .unknown, .refused, .unknown, .notSent])
    #expect(StepResult(step, nil, endedBy: "SIGINT").seen == "SIGINT ended the run before an answer came")
    #expect(StepResult(step, .taken, endedBy: "SIGINT").seen == "SIGINT ended the run before its effect was seen")
  }

  @Test(arguments: [
    (ControlReply.no, StepFinding?.none, "the answer was no"), (.no, .pending("no halt"), "the answer was no; no halt"),
    (.taken, .refused("the gates"), "the gates"), (.taken, nil, "nothing was seen"),
    (.gone, .seen("PAUSED"), "it was sent, and no answer told what became of it (connection lost); now PAUSED"),
    (.wrongKey, nil, "the engine did not accept the key, or none was sent"),
    (.tooMany, nil, "the engine limits these calls; nothing was done"),
  ])
  func `one sentence for each`(reply: ControlReply, finding: StepFinding?, words: String) {
    #expect(StepResult(Panic.halt, reply, finding).sentence == words)
  }
}
