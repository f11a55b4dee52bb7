import Foundation
import Synchronization
import Testing

@testable import HeanCore

/// What keeps an operation from being sent, and who knows what was.
struct ExecutorGuardTests {
  private let journal = Journal()
  private let clock = StillClock()

  private static let running = [ScriptedEngine.status: ScriptedEngine.engine("RUNNING")]
  private static let paused = [ScriptedEngine.status: ScriptedEngine.engine("PAUSED")]
  private static let stopped = [ScriptedEngine.status: ScriptedEngine.engine("STOPPED")]
  private static let silent = [ScriptedEngine.status: "timeout"]

  private func executor(
    _ engine: ScriptedEngine, isAsking: Bool = false, interruption: any InterruptionLedger = NoInterruption(),
    answer: @escaping @Sendable () async throws -> Approval = { .given }
  ) -> OperationExecutor {
    OperationExecutor(
      engine: engine, clock: clock.operationClock(), origin: .test, audit: .required(RecordingSink(journal)),
      approval: Asked(journal: journal, isAsking: isAsking, answer: answer), progress: Watcher(journal: journal),
      interruption: interruption)
  }

  private func failure(
    _ operation: EngineOperation, _ executor: OperationExecutor, _ terms: OperationTerms = OperationTerms()
  ) async -> OperationFailure? {
    do throws(OperationFailure) {
      _ = try await executor.run(operation, terms)
      return nil
    } catch {
      return error
    }
  }

  @Test func `an engine that does not tell its state cannot be planned with`() async {
    let failure = await failure(.pauseEngine, executor(ScriptedEngine(Self.silent, journal: journal)))
    guard case .untold(.transport(.deadlineExceeded))? = failure?.reason else {
      return #expect(Bool(false), "\(String(describing: failure))")
    }
    #expect(failure?.isStop == true && failure?.title == nil && journal.entries == ["look"])
  }

  @Test func `a guard of the operation is told with the plan's title, and what is so already is no failure`()
    async throws
  {
    let failure = await failure(.resumeEngine, executor(ScriptedEngine(Self.stopped, journal: journal)))
    guard case .refused("resume the engine", let refusal)? = failure?.reason else {
      return #expect(Bool(false), "\(String(describing: failure))")
    }
    #expect(refusal.reason.hasPrefix("the engine is not running") && failure?.isStop == false)
    let end = try await executor(ScriptedEngine(Self.paused, journal: journal)).run(.pauseEngine, OperationTerms())
    #expect(end.result.outcome == .unchanged && end.result.plan.unchanged == ["the engine is PAUSED already"])
    #expect(journal.sent.isEmpty)
  }

  @Test func `what has changed since it was shown is not sent`() async {
    let engine = ScriptedEngine(Self.paused, journal: journal)
    let failure = await failure(
      .resumeEngine,
      executor(engine, isAsking: true) {
        engine.change { $0 = Self.stopped }
        return .given
      })
    guard case .changed(let why, let next)? = failure?.reason, next == .operation(.engineStart) else {
      return #expect(Bool(false), "\(String(describing: failure))")
    }
    #expect(why.hasPrefix("the engine is not running (STOPPED)") && journal.sent.isEmpty)
  }

  /// Without a question nobody could have changed anything, but for a look that takes long.
  @Test(arguments: [(Duration.seconds(4), 1), (.seconds(6), 2)])
  func `a slow look is taken anew`(span: Duration, looks: Int) async throws {
    let engine = ScriptedEngine(Self.paused, journal: journal, onLook: { [clock] in clock.advance(span) })
    _ = try await executor(engine).run(.resumeEngine, OperationTerms(verifyTimeout: .zero))
    #expect(journal.entries.prefix { !$0.hasPrefix("send") }.count { $0 == "look" } == looks)
  }

  @Test(arguments: [
    (EngineOperation.stopEngine, true), (.pauseEngine, true), (.resumeEngine, false), (.startEngine, false),
  ])
  func `an engine that falls silent during the question is only stopped`(operation: EngineOperation, isSent: Bool) async
  {
    let start = operation.name == .engineStart ? Self.stopped : Self.paused
    let engine = ScriptedEngine(operation.name == .enginePause ? Self.running : start, journal: journal)
    let failure = await failure(
      operation,
      executor(engine, isAsking: true) {
        engine.change { $0 = Self.silent }
        return .given
      })
    #expect((failure == nil) == isSent && journal.sent.isEmpty != isSent, "\(operation.name)")
    if !isSent, case .untold? = failure?.reason {} else { #expect(isSent) }
  }

  @Test func `a preview sends nothing, and its token holds to what it showed`() async throws {
    let engine = ScriptedEngine(Self.running, journal: journal)
    let preview = try await executor(engine).run(.pauseEngine, OperationTerms(isPreview: true))
    let token = try #require(preview.result.token)
    #expect(preview.result.outcome == .preview && journal.entries == ["look"])
    let other = await failure(.stopEngine, executor(engine), OperationTerms(planToken: token))
    let none = await failure(.pauseEngine, executor(engine), OperationTerms(planToken: "x"))
    guard case .outdatedToken? = other?.reason, case .malformedToken("x")? = none?.reason else {
      return #expect(Bool(false), "\(String(describing: (other, none)))")
    }
    #expect(journal.sent.isEmpty)
    clock.advance(.seconds(599))
    #expect(await failure(.pauseEngine, executor(engine), OperationTerms(planToken: token)) == nil)
    #expect(journal.sent.count == 1)
  }

  @Test func `prices whose age is not known are older than any`() async {
    let terms = OperationTerms(maxAge: .seconds(5))
    let failure = await failure(.pauseEngine, executor(ScriptedEngine(Self.running, journal: journal)), terms)
    guard case .stale(age: nil, limit: .seconds(5))? = failure?.reason else {
      return #expect(Bool(false), "\(String(describing: failure))")
    }
    #expect(journal.sent.isEmpty)
  }

  @Test func `while one is carried out another is turned away`() async throws {
    let engine = ScriptedEngine(Self.running, journal: journal)
    let box = Mutex<OperationExecutor?>(nil)
    let second = Mutex<OperationFailure?>(nil)
    let executor = executor(engine, isAsking: true) {
      guard let executor = box.withLock({ $0 }), second.withLock({ $0 == nil }) else { return .given }
      let failure = await failure(.stopEngine, executor)
      second.withLock { $0 = failure }
      return .declined
    }
    box.withLock { $0 = executor }
    #expect(await failure(.pauseEngine, executor) != nil)
    guard case .busy(.enginePause)? = second.withLock({ $0 })?.reason else {
      return #expect(Bool(false), "not turned away")
    }
    // It is over with the first.
    let after = await failure(.pauseEngine, executor)
    #expect(after == nil && journal.sent == ["/api/v1/engine/pause"])
    box.withLock { $0 = nil }
  }

  @Test func `whoever guards knows of a call before it goes out, and of what became of it`() async throws {
    let watch = Watch(journal: journal)
    let engine = ScriptedEngine(Self.running, journal: journal)
    _ = try await executor(engine, interruption: watch).run(.pauseEngine, OperationTerms(verifyTimeout: .zero))
    #expect(
      journal.entries.drop { !$0.hasPrefix("announce") } == [
        "announce engine recorded", "may engine go", "intent engine", "engine goes", "send /api/v1/engine/pause",
        "answer 0", "look", "settle 0 not_confirmed", "outcome engine not_confirmed", "settled",
        "told engine not_confirmed",
      ])
  }

  private struct Watch: InterruptionLedger {
    var journal: Journal

    func announce(_ targets: [String], _ trail: AuditTrail?) {
      journal.add("announce \(targets.joined(separator: ", ")) \(trail == nil ? "unrecorded" : "recorded")")
    }
    func willSend(_ step: OperationStep, _ index: Int, record: () throws -> Void) async throws {
      journal.add("may \(step.target) go")
      try record()
      journal.add("\(step.target) goes")
    }
    func didAnswer(_ index: Int, _ reply: ControlReply) { journal.add("answer \(index)") }
    func didEnd(_ index: Int, _ outcome: OperationOutcome, record: () -> Void) async {
      journal.add("settle \(index) \(outcome.rawValue)")
      record()
      journal.add("settled")
    }
  }
}
