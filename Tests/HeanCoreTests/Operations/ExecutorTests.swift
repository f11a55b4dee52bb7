import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// The way of an operation from the first look to the last record.
struct ExecutorTests {
  private let journal = Journal()
  private let clock = StillClock()

  private static let pause = "/api/v1/engine/pause"
  private static let running = [ScriptedEngine.status: ScriptedEngine.engine("RUNNING")]
  private static let pauses: [String: ScriptedEngine.Effect] = [
    pause: { $0[ScriptedEngine.status] = ScriptedEngine.engine("PAUSED") }
  ]

  private func executor(
    _ engine: ScriptedEngine, sink: RecordingSink? = nil, isWaived: Bool = false, isAsking: Bool = false,
    isClosed: Bool = false, answer: @escaping @Sendable () async throws -> Approval = { .given }
  ) -> OperationExecutor {
    OperationExecutor(
      engine: engine, clock: clock.operationClock(), origin: .test,
      audit: isWaived ? .waived : .required(sink ?? RecordingSink(journal)),
      approval: Asked(journal: journal, isAsking: isAsking, answer: answer),
      progress: Watcher(journal: journal, isClosed: isClosed))
  }

  private func reason(_ run: () async throws -> OperationEnd) async -> OperationFailure? {
    do {
      _ = try await run()
      return nil
    } catch {
      return error as? OperationFailure
    }
  }

  @Test func `each thing in its turn, and each once`() async throws {
    let engine = ScriptedEngine(Self.running, journal: journal, effects: Self.pauses)
    let end = try await executor(engine, isAsking: true).run(.pauseEngine, OperationTerms())
    #expect(
      journal.entries == [
        "look", "plan pause the engine", "ask engine.pause ordinary dry_run", "look", "intent engine",
        "send /api/v1/engine/pause", "look", "outcome engine confirmed", "told engine confirmed",
      ])
    #expect(end.result.outcome == .confirmed && end.result.auditID == "20261121014730-hhhhhh", "\(end.result)")
    #expect(end.seen.engineState == .paused)
  }

  @Test func `what is recorded says who, what and where, and what came of it`() async throws {
    let sink = RecordingSink(journal)
    let engine = ScriptedEngine(Self.running, journal: journal, effects: Self.pauses)
    let end = try await executor(engine, sink: sink).run(.pauseEngine, OperationTerms())
    #expect(Set(sink.records.map(\.id)) == [end.result.auditID] && sink.records.map(\.step) == [1, 1])
    #expect(sink.records.allSatisfy { $0.operation == .enginePause && $0.mode == "dry_run" && $0.profile == "demo" })
    guard case .intent(let intent)? = sink.records.first?.content,
      case .outcome(let settlement)? = sink.records.last?.content
    else { return #expect(Bool(false), "\(sink.records)") }
    #expect(intent.user == "ann" && intent.reason == "because" && intent.steps == 1 && intent.body == [:])
    #expect(settlement.response == ["status": "ok"] && settlement.requestID == "r1" && settlement.status == 200)
  }

  @Test func `what cannot be recorded is not sent`() async {
    let engine = ScriptedEngine(Self.running, journal: journal)
    let failure = await reason {
      try await executor(engine, sink: RecordingSink(journal, intents: 0)).run(.pauseEngine, OperationTerms())
    }
    guard case .unrecorded(is RecordingSink.Full)? = failure?.reason else {
      return #expect(Bool(false), "\(String(describing: failure))")
    }
    #expect(failure?.end == nil && journal.sent.isEmpty)
  }

  @Test func `a log that is full half-way is told with what went out before`() async {
    let engine = ScriptedEngine(
      Self.strategies(true, true), journal: journal, effects: ["/api/v1/strategies/one/enable": Self.off("one")])
    let failure = await reason {
      try await executor(engine, sink: RecordingSink(journal, intents: 1)).run(Self.disable, OperationTerms())
    }
    #expect(failure?.end?.result.steps.map(\.outcome) == [.confirmed, .notSent])
    #expect(failure?.end?.result.auditID != nil && failure?.end?.result.steps.first?.target == "one")
    #expect(journal.sent == ["/api/v1/strategies/one/enable"])
  }

  @Test func `without records only where that was said`() async throws {
    let engine = ScriptedEngine(Self.running, journal: journal, effects: Self.pauses)
    let end = try await executor(engine, isWaived: true).run(.pauseEngine, OperationTerms())
    #expect(end.result.outcome == .confirmed && end.result.auditID == nil && journal.sent.count == 1)
    #expect(!journal.entries.contains { $0.hasPrefix("intent") || $0.hasPrefix("outcome") })
  }

  @Test func `nothing is sent that nobody agreed to`() async {
    let engine = ScriptedEngine(Self.running, journal: journal)
    let no = await reason {
      try await executor(engine, isAsking: true, answer: { .declined }).run(.pauseEngine, OperationTerms())
    }
    let nobody = await reason {
      try await executor(engine, isAsking: true, answer: { throw Asked.NoTerminal() })
        .run(.pauseEngine, OperationTerms())
    }
    let unseen = await reason { try await executor(engine, isClosed: true).run(.pauseEngine, OperationTerms()) }
    guard case .declined? = no?.reason, case .unanswered(is Asked.NoTerminal)? = nobody?.reason,
      case .unshown(is Watcher.Closed)? = unseen?.reason
    else { return #expect(Bool(false), "\(String(describing: (no, nobody, unseen)))") }
    #expect(journal.sent.isEmpty && !journal.entries.contains("intent engine"))
  }

  struct Course: Sendable {
    var reply: ControlReply
    var isPaused = false
    var outcome: OperationOutcome
    /// After the call; `nil` for several.
    var looks: Int?
  }

  @Test(arguments: [
    Course(reply: .taken, isPaused: true, outcome: .confirmed, looks: 1),
    Course(reply: .taken, outcome: .notConfirmed), Course(reply: .no, outcome: .refused, looks: 1),
    // Not even an effect that is seen makes a yes of a no, or of nothing.
    Course(reply: .no, isPaused: true, outcome: .refused, looks: 1),
    Course(reply: .gone, isPaused: true, outcome: .unknown, looks: 1), Course(reply: .gone, outcome: .unknown),
    Course(reply: .wrongKey, outcome: .notAuthorised, looks: 1),
    Course(reply: .tooMany, outcome: .rateLimited, looks: 1), Course(reply: .nobody, outcome: .notSent, looks: 0),
  ])
  func `each outcome, and one call for it`(course: Course) async throws {
    let engine = ScriptedEngine(
      Self.running, journal: journal, replies: [Self.pause: course.reply], effects: course.isPaused ? Self.pauses : [:])
    let end = try await executor(engine).run(.pauseEngine, OperationTerms(verifyTimeout: .seconds(2)))
    #expect(end.result.outcome == course.outcome && end.result.steps.map(\.outcome) == [course.outcome])
    #expect(journal.sent == [Self.pause])
    let looks = journal.entries.drop { !$0.hasPrefix("send") }.count { $0 == "look" }
    #expect(course.looks.map { looks == $0 } ?? (looks > 2), "\(looks)")
    #expect(clock.elapsed == (course.looks == nil ? .seconds(2) : .zero), "looked at for as long as was said")
  }

  @Test func `what the engine took and its gates turned down is a no`() async throws {
    var operation = EngineOperation.pauseEngine
    operation.plan = { _ in
      var plan = OperationPlan("try")
      plan.steps = [OperationStep("it", .pause, checkWith: "look") { _ in .refused("the gates said no") }]
      return plan
    }
    let end = try await executor(ScriptedEngine(Self.running, journal: journal)).run(operation, OperationTerms())
    #expect(end.result.outcome == .refused && end.result.steps.first?.sentence == "the gates said no")
  }

  // MARK: several steps

  private static let disable = EngineOperation.setStrategies(["one", "two"], enabled: false)

  private static func strategies(_ one: Bool, _ two: Bool) -> ScriptedEngine.Bodies {
    var bodies = running
    bodies["/api/v1/strategies"] =
      #"[{"strategy_id":"one","enabled":\#(one),"type":"x"},{"strategy_id":"two","enabled":\#(two),"type":"x"}]"#
    return bodies
  }

  private static func off(_ name: String) -> ScriptedEngine.Effect {
    { bodies in
      bodies["/api/v1/strategies"] = bodies["/api/v1/strategies"]?.replacing(
        #""\#(name)","enabled":true"#, with: #""\#(name)","enabled":false"#)
    }
  }

  @Test(arguments: [
    (ControlReply.gone, OperationOutcome.unknown, false), (.wrongKey, .notAuthorised, false),
    (.tooMany, .rateLimited, false),
    (.nobody, .notSent, false), (.no, .notConfirmed, true), (.taken, .notConfirmed, true),
  ])
  func `into a connection, a right or a limit that failed nothing more is sent`(
    reply: ControlReply, whole: OperationOutcome, goesOn: Bool
  ) async throws {
    let engine = ScriptedEngine(
      Self.strategies(true, true), journal: journal, replies: ["/api/v1/strategies/one/enable": reply])
    let end = try await executor(engine).run(Self.disable, OperationTerms(verifyTimeout: .seconds(1)))
    #expect(journal.sent.count == (goesOn ? 2 : 1) && end.result.steps.count == 2)
    #expect(end.result.outcome == whole, "\(end.result)")
    let last = try #require(end.result.steps.last)
    #expect(goesOn || last.outcome == .notSent && last.seen == "left out, because of what became of the one before")
    #expect(journal.entries.last == "told two \(last.outcome.rawValue)")
  }

  @Test func `a later step is left when somebody else has done it meanwhile`() async throws {
    let path = "/api/v1/strategies/one/enable"
    let engine = ScriptedEngine(
      Self.strategies(true, true), journal: journal,
      effects: [
        path: { bodies in
          Self.off("one")(&bodies)
          Self.off("two")(&bodies)
        }
      ])
    let end = try await executor(engine).run(Self.disable, OperationTerms())
    #expect(journal.sent == [path] && end.result.steps.map(\.outcome) == [.confirmed, .refused])
    #expect(end.result.steps.last?.seen == "it was not sent: two is disabled already")
  }
}
