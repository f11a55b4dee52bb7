import Foundation
import Testing

@testable import HeanConsole
@testable import HeanCore

/// What is said of an operation that ended before its end.
struct OperationFailureTests {
  private func failure(_ reason: OperationFailure.Reason, isStop: Bool = false, sent: [StepResult]? = nil) -> Failure {
    let end = sent.map { steps in
      var result = OperationResult(.enginePause, OperationPlan("pause the engine"), .notSent)
      result.steps = steps
      result.auditID = "a1"
      return OperationEnd(result: result, seen: EngineSnapshot(seenAt: Console.now))
    }
    let failure = OperationFailure(
      operation: .enginePause, title: "pause the engine", isStop: isStop, reason: reason, end: end)
    return Failure(failure, url: "http://engine")
  }

  @Test func `a log that is full half-way does not say that nothing was sent`() {
    let none = failure(.unrecorded(CancellationError()))
    #expect(none.exit == .cannotWrite)
    #expect(none.message == "the audit log cannot be written (interrupted): nothing was sent")
    let detail = EngineError.Detail("ok", endpoint: "/x", status: 200)
    let sent = StepResult(Panic.halt, .accepted([:], detail), .seen("halted"))
    let some = failure(.unrecorded(CancellationError()), sent: [sent])
    #expect(some.message.hasSuffix("(interrupted): the rest was not sent. Sent: halt, outcome confirmed"))
    #expect(some.auditID == "a1" && none.auditID == nil)
  }

  @Test func `who cannot plan a stop is told of the one that needs no plan`() {
    let hang = EngineError.transport(.deadlineExceeded(after: .seconds(5), sent: true))
    let stop = failure(.untold(hang), isStop: true)
    #expect(stop.message.hasSuffix(". Nothing was sent"))
    #expect(stop.nextStep?.text.hasSuffix("to stop it without knowing its state: hean panic") == true)
    #expect(failure(.untold(hang)).nextStep?.parts.contains(.step(.operation(.init(.panic)))) == false)
    // Where nobody is, a panic finds nobody either.
    let nobody = failure(.untold(.transport(.unreachable(reason: "refused"))), isStop: true)
    #expect(nobody.nextStep?.parts.contains(.step(.operation(.init(.panic)))) == false)
  }

  @Test func `what cannot be written is told with what was sent before, though the reader went away`() {
    let unshown = failure(.unshown(FileDescriptorWriter.Failure.pipeClosed))
    #expect(unshown.exit == .pipeClosed && unshown.isAlwaysTold)
    #expect(unshown.message == "the reader of the output went away. Nothing was sent")
    var sent = OperationResult(.enginePause, OperationPlan("pause the engine"), .notConfirmed)
    sent.auditID = "a1"
    let noSpace = FileDescriptorWriter.Failure.failed(reason: "No space left")
    let full = Failure(unwritten: noSpace, after: sent, besides: Failure(.refused, "no"), url: "")
    #expect(full.exit == .cannotWrite && full.isAlwaysTold && full.auditID == "a1")
    #expect(
      full.message
        == "pause the engine: it was sent, and ended as NOT CONFIRMED; the output could not be written: No space left")
    #expect(full.nextStep == .query(.auditRecord, "a1"))
    // A log that is full as well: what was not sent is told all the same.
    let both = Failure(unwritten: noSpace, after: sent, besides: failure(.unrecorded(CancellationError())), url: "")
    #expect(
      both.message
        == "pause the engine: it was sent, and ended as NOT CONFIRMED; the audit log cannot be written (interrupted): "
        + "nothing was sent; the output could not be written: No space left")
    #expect(!Failure(FileDescriptorWriter.Failure.pipeClosed, url: "").isAlwaysTold, "whoever only reads goes quietly")
  }

  @Test func `what changed, what was refused and what nobody agreed to end in their own codes`() {
    #expect(failure(.changed("it is stopped", nextStep: nil)).nextStep == "look again with --dry-run")
    #expect(failure(.changed("it is stopped", nextStep: .query(.status))).nextStep == .query(.status))
    let codes = [
      failure(.declined), failure(.malformedToken("x")), failure(.outdatedToken("old")), failure(.busy(.engineStop)),
      failure(.stale(age: nil, limit: .seconds(1))), failure(.unanswered(CancellationError())),
    ].map(\.exit)
    #expect(codes == [.declined, .usage, .refused, .temporary, .staleOrUnconfirmed, .interrupted])
  }
}
