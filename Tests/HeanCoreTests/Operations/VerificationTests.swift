import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// How long the effect of a call is looked for, how often, and what a limit on requests does to it.
struct VerificationTests {
  private let journal = Journal()
  private let clock = StillClock()
  private static let running = [ScriptedEngine.status: ScriptedEngine.engine("RUNNING")]
  private static let paused = [ScriptedEngine.status: ScriptedEngine.engine("PAUSED")]

  private func step(_ verdicts: @escaping @Sendable (OperationStep.Evidence) -> StepFinding) -> OperationStep {
    OperationStep("engine", .pause, checkWith: .query(.status), sees: [], verdicts)
  }

  private static let byState: @Sendable (OperationStep.Evidence) -> StepFinding = { evidence in
    switch evidence.after.engineState {
    case .paused?: .seen("PAUSED after \(evidence.elapsed) with \(evidence.reply.plainText)")
    case .error?: .contrary("ERROR")
    default: .pending("not yet after \(evidence.elapsed)")
    }
  }

  private func look(
    _ engine: ScriptedEngine, _ reply: ControlReply = .taken, limit: Duration = .seconds(60)
  ) async -> (finding: StepFinding, snapshot: EngineSnapshot)? {
    await Verification(engine: engine, clock: clock.operationClock(), limit: limit).look(
      for: step(Self.byState), after: reply, before: EngineSnapshot(seenAt: StillClock.start), at: [.engine])
  }

  @Test func `the pauses double up to three seconds, and the last one ends with the time`() async {
    let times = Times(clock)
    let engine = ScriptedEngine(Self.running, journal: journal, onLook: times.note)
    let found = await look(engine, limit: .seconds(10))
    let expected: [Duration] = [
      .zero, .milliseconds(150), .milliseconds(450), .milliseconds(1_050), .milliseconds(2_250), .milliseconds(4_650),
      .milliseconds(7_650), .seconds(10),
    ]
    #expect(times.all == expected && found?.finding == .pending("not yet after \(Duration.seconds(10))"))
    #expect(engine.requests.map(\.triesAgain) == [false, false, false, false, false, false, false, true])
    #expect(engine.requests.allSatisfy { $0.parts == [.engine] && $0.earlier != nil })
  }

  /// Notes when somebody looked.
  private final class Times: Sendable {
    private let clock: StillClock
    private let journal = Journal()

    init(_ clock: StillClock) { self.clock = clock }

    @Sendable func note() { journal.add("\(clock.elapsed / .milliseconds(1))") }
    var all: [Duration] { journal.entries.compactMap(Double.init).map { .milliseconds(Int($0.rounded())) } }
  }

  @Test func `what is there is looked for no longer`() async {
    let engine = ScriptedEngine(Self.paused, journal: journal, coming: [Self.running, Self.running])
    let found = await look(engine)
    #expect(found?.finding == .seen("PAUSED after \(Duration.milliseconds(450)) with …") && journal.entries.count == 3)
    #expect(found?.snapshot.engineState == .paused)
  }

  @Test func `what went another way is looked for no longer`() async {
    let engine = ScriptedEngine([ScriptedEngine.status: ScriptedEngine.engine("ERROR")], journal: journal)
    #expect(await look(engine)?.finding == .contrary("ERROR") && journal.entries.count == 1)
  }

  @Test(arguments: [
    (ControlReply.nobody, 0), (.no, 1), (.wrongKey, 1), (.tooMany, 1), (.gone, 3), (.taken, 3),
  ])
  func `a no is looked at once, and what was not sent never`(reply: ControlReply, looks: Int) async {
    let engine = ScriptedEngine(Self.running, journal: journal)
    let found = await look(engine, reply, limit: .milliseconds(300))
    #expect(journal.entries.count == looks && (found == nil) == (looks == 0))
    if looks == 1 { #expect(clock.elapsed == .zero) }
  }

  @Test func `an answer is handed to the check only where the engine took the call`() async {
    let engine = ScriptedEngine(Self.paused, journal: journal)
    #expect(await look(engine, .gone)?.finding == .seen("PAUSED after \(Duration.zero) with none"))
    #expect(await look(engine, .no)?.finding == .seen("PAUSED after \(Duration.zero) with none"))
  }

  @Test func `a limit on requests makes it slower, and is told`() async {
    let engine = LimitedEngine(clock: clock)
    let found = await Verification(engine: engine, clock: clock.operationClock(), limit: .seconds(15)).look(
      for: step(Self.byState), after: .taken, before: EngineSnapshot(seenAt: StillClock.start), at: [.engine])
    #expect(
      found?.finding
        == .pending(
          "cannot tell: the engine limits how often it is asked, and refused /api/v1/engine/status and /health; not yet "
            + "after \(Duration.seconds(15))", advice: "wait a minute, then: \(.query(.status))"))
    #expect(engine.journal.entries == ["0.0", "10.0", "15.0"])
  }

  /// Says that it is asked too often.
  private struct LimitedEngine: OperationEngine {
    let clock: StillClock
    let journal = Journal()

    func snapshot(_ request: SnapshotRequest) async -> EngineSnapshot {
      journal.add("\(clock.elapsed / .seconds(1))")
      var snapshot = EngineSnapshot(seenAt: StillClock.start)
      func limited(_ path: String) -> EngineError {
        .rateLimited(EngineError.Detail("too many", endpoint: path, status: 429), retryAfter: nil)
      }
      snapshot[.engineStatus] = .failure(limited("/api/v1/engine/status"))
      snapshot[.health] = .failure(limited("/health"))
      return snapshot
    }

    func send(_ call: ControlRequest) async -> ControlReply { .taken }
  }

  @Test func `whoever is cancelled is told what was seen last`() async {
    let engine = ScriptedEngine(Self.running, journal: journal)
    var clock = clock.operationClock()
    clock.sleep = { _ in throw CancellationError() }
    let found = await Verification(engine: engine, clock: clock, limit: .seconds(60)).look(
      for: step(Self.byState), after: .taken, before: EngineSnapshot(seenAt: StillClock.start), at: [.engine])
    #expect(found?.finding == .pending("not yet after \(Duration.zero)") && journal.entries.count == 1)
  }

  // MARK: Records

  private func executor(_ engine: ScriptedEngine, _ sink: any AuditSink) -> OperationExecutor {
    OperationExecutor(
      engine: engine, clock: clock.operationClock(), origin: .test, audit: .required(sink),
      approval: Asked(journal: journal, isAsking: false), progress: Watcher(journal: journal))
  }

  /// Keeps what is to be sent, and not what came of it.
  private struct ForgetfulSink: AuditSink {
    func append(_ record: AuditRecord, within patience: Duration?) throws {
      if !record.isIntent { throw RecordingSink.Full() }
    }
  }

  @Test func `what came of a call that was sent is told, recorded or not`() async throws {
    let engine = ScriptedEngine(
      Self.running, journal: journal, effects: ["/api/v1/engine/pause": { $0 = Self.paused }])
    let end = try await executor(engine, ForgetfulSink()).run(.pauseEngine, OperationTerms())
    #expect(end.result.outcome == .confirmed)
    #expect(journal.entries.suffix(2) == ["note outcome unrecorded", "told engine confirmed"])
  }

  @Test func `nothing to do, and a doubt about it, are two outcomes`() async throws {
    let sink = RecordingSink(journal)
    let bodies = [
      ScriptedEngine.status: ScriptedEngine.engine("RUNNING"), "/api/v1/orders/positions": #"{"positions":[]}"#,
      "/api/v1/trading/history?limit=500": #"{"history":[]}"#,
      "/api/v1/risk/status": #"{"killswitch_triggered":false,"current_positions":0}"#,
    ]
    let none = try await executor(ScriptedEngine(bodies, journal: journal), sink).run(
      .closeAllPositions, OperationTerms())
    #expect(none.result.outcome == .unchanged && none.result.left.isEmpty)
    let other = bodies.merging(["/api/v1/risk/status": #"{"killswitch_triggered":false,"current_positions":3}"#]) { $1 }
    let doubted = try await executor(ScriptedEngine(other, journal: journal), sink).run(
      .closeAllPositions, OperationTerms())
    #expect(doubted.result.outcome == .notConfirmed)
    #expect(doubted.result.left == ["0 are listed, and /risk/status counts 3"])
    #expect(sink.records.isEmpty && doubted.result.auditID == nil && journal.sent.isEmpty)
  }
}
