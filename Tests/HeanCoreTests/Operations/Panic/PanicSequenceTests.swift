import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// How a panic is carried out where calls hang, fail or cannot be recorded.
struct PanicSequenceTests {
  private let journal = Journal()
  private let clock = StillClock()

  private static func bodies(_ changes: OperationBench.Bodies...) -> ScriptedEngine.Bodies {
    var bodies = PanicBench.engine()
    for change in [
      PanicBench.positions(), PanicBench.orders(), PanicBench.stop(lamp: false, flag: false), PanicBench.metrics(),
      ["/trading/history?limit=500": #"{"history":[]}"#, "/settings": #"{"bybit_testnet":false}"#],
      ["/trading/equity-history?limit=500": OperationBench.points("01:40:00")],
    ] + changes { bodies.merge(change) { $1 } }
    return full(bodies)
  }

  private static func full(_ bodies: OperationBench.Bodies) -> ScriptedEngine.Bodies {
    Dictionary(
      uniqueKeysWithValues: bodies.map {
        (["/health", "/settings"].contains($0.key) ? $0.key : "/api/v1" + $0.key, $0.value)
      })
  }

  private static func effect(_ changes: OperationBench.Bodies) -> ScriptedEngine.Effect {
    { $0.merge(full(changes)) { $1 } }
  }

  private static let obedient: [String: ScriptedEngine.Effect] = [
    PanicBench.Path.halt: effect(PanicBench.halted), PanicBench.Path.close: effect(PanicBench.positions()),
    PanicBench.Path.kill: effect(PanicBench.engine("STOPPED")),
    PanicBench.Path.restart: effect(
      PanicBench.stop(lamp: true, flag: false).merging(
        ["/trading/equity-history?limit=500": OperationBench.points("01:47:40")]) { $1 }),
  ]

  private func executor(
    _ engine: any OperationEngine, _ audit: AuditPolicy? = nil, isNetworkFast: Bool = false
  ) -> OperationExecutor {
    OperationExecutor(
      engine: engine, clock: clock.operationClock(isNetworkFast: isNetworkFast), origin: .test,
      audit: audit ?? .required(RecordingSink(journal)), approval: Asked(journal: journal, isAsking: false),
      progress: Watcher(journal: journal))
  }

  private func terms(_ seconds: Int = 120) -> PanicTerms {
    PanicTerms(deadline: .seconds(seconds), readDeadline: .seconds(5), isAgreed: true)
  }

  @Test(arguments: [(ControlReply.gone, OperationOutcome.unknown), (.no, .refused), (.taken, .confirmed)])
  func `whatever becomes of the halt, the rest goes out`(reply: ControlReply, outcome: OperationOutcome) async throws {
    let engine = ScriptedEngine(
      Self.bodies(PanicBench.positions(PanicBench.row)), journal: journal, replies: [PanicBench.Path.halt: reply],
      effects: Self.obedient)
    let end = try await executor(engine).panic(terms())
    #expect(journal.sent == [PanicBench.Path.halt, PanicBench.Path.close, PanicBench.Path.kill])
    #expect(end.result.steps.map(\.target) == ["halt", "close positions", "kill the engine"])
    #expect(end.result.steps.first?.outcome == outcome && end.result.outcome == .flat)
    #expect(end.result.operation == .panic && end.seen.isRunning == false)
  }

  @Test func `a halt that cannot be sent is tried again, and told once`() async throws {
    let engine = ScriptedEngine(
      Self.bodies(), journal: journal, replies: [PanicBench.Path.halt: .tooMany],
      effects: [PanicBench.Path.kill: Self.effect([:])])
    let end = try await executor(engine).panic(terms(40))
    #expect(journal.sent.filter { $0 == PanicBench.Path.halt }.count > 3 && journal.sent.contains(PanicBench.Path.kill))
    #expect(end.result.steps.filter { $0.target == "halt" }.map(\.outcome) == [.rateLimited])
    #expect(end.result.outcome == .left && journal.entries.count { $0 == "told halt rate_limited" } == 1)
  }

  @Test func `what came of a call is told, recorded or not`() async throws {
    struct Forgetful: AuditSink {
      func append(_ record: AuditRecord, within patience: Duration?) throws {
        if !record.isIntent { throw RecordingSink.Full() }
      }
    }
    let engine = ScriptedEngine(Self.bodies(), journal: journal, effects: Self.obedient)
    let end = try await executor(engine, .required(Forgetful())).panic(terms())
    #expect(end.result.outcome == .flat && journal.sent == [PanicBench.Path.halt, PanicBench.Path.kill])
    #expect(journal.entries.count { $0 == "note outcome unrecorded" } == 3, "two calls and the end")
  }

  @Test func `the log may be kept by others for half a second`() async throws {
    final class Patience: AuditSink {
      let journal: Journal
      init(_ journal: Journal) { self.journal = journal }
      func append(_ record: AuditRecord, within patience: Duration?) throws {
        journal.add("patience \(patience.map { "\($0 / .milliseconds(1))" } ?? "none")")
      }
    }
    let told = Journal()
    let engine = ScriptedEngine(Self.bodies(), journal: journal, effects: Self.obedient)
    _ = try await executor(engine, .required(Patience(told))).panic(terms())
    #expect(Set(told.entries) == ["patience 500.0"] && told.entries.count == 5)
  }

  @Test func `without records only where that was said`() async throws {
    let engine = ScriptedEngine(Self.bodies(), journal: journal, effects: Self.obedient)
    let end = try await executor(engine, .waived).panic(terms())
    #expect(
      end.result.auditID == nil && end.result.outcome == .flat
        && journal.sent == [PanicBench.Path.halt, PanicBench.Path.kill])
    #expect(!journal.entries.contains { $0.hasPrefix("intent") || $0.hasPrefix("end") })
  }

  @Test func `one that is stopped already is flat without a call, and nothing is recorded`() async throws {
    let sink = RecordingSink(journal)
    let engine = ScriptedEngine(Self.bodies(PanicBench.engine("STOPPED")), journal: journal)
    let end = try await executor(engine, .required(sink)).panic(terms())
    #expect(journal.entries == ["look", "plan \(Panic.title)"] && sink.records.isEmpty)
    #expect(
      end.result.outcome == .flat
        && end.result.proof == "the engine is stopped, and a dry run's positions exist in it only")
    #expect(end.advice == nil && end.took == .zero)
  }

  /// Answers everything but the call to restart.
  private struct HangingEngine: OperationEngine {
    var engine: ScriptedEngine
    var hanging: String

    func snapshot(_ request: SnapshotRequest) async -> EngineSnapshot { await engine.snapshot(request) }

    func send(_ call: ControlRequest) async -> ControlReply {
      let reply = await engine.send(call)
      guard call.path == hanging else { return reply }
      let (never, _) = AsyncStream<Void>.makeStream()
      for await _ in never {}
      return .lost(.transport(.connectionLost(reason: "cancelled", sent: true)))
    }
  }

  @Test func `a restart that does not answer does not keep the halt of the new engine`() async throws {
    let scripted = ScriptedEngine(
      Self.bodies(PanicBench.live), journal: journal, effects: Self.obedient, isFirstLookHeld: true)
    let engine = HangingEngine(engine: scripted, hanging: PanicBench.Path.restart)
    let end = try await executor(engine, isNetworkFast: true).panic(terms())
    #expect(journal.sent == [PanicBench.Path.halt, PanicBench.Path.restart, PanicBench.Path.halt], "\(journal.sent)")
    #expect(end.result.steps.map(\.outcome) == [.confirmed, .unknown, .confirmed])
    #expect(end.result.proofs.contains(PanicProof("restart", .seen, "the engine's memory is new")))
    #expect(end.result.outcome == .left && end.advice != nil)
  }

  @Test(arguments: [(6, 1), (20, 6)])
  func `the time is kept whatever the looks take`(seconds: Int, least: Int) async throws {
    let engine = ScriptedEngine(
      Self.bodies(PanicBench.live, PanicBench.positions(PanicBench.row)), journal: journal,
      onLook: { [clock] in clock.advance(.milliseconds(400)) })
    let end = try await executor(engine).panic(terms(seconds))
    #expect(
      end.took <= .seconds(seconds) && clock.elapsed <= .seconds(seconds) && journal.sent.contains(PanicBench.Path.halt)
    )
    #expect(journal.entries.count { $0 == "look" } >= least && end.result.outcome == .left)
    #expect(end.result.left.contains("position BTCUSDT long 0.5"))
    #expect(
      engine.requests.allSatisfy {
        ($0.limit ?? .zero) >= .milliseconds(50) && ($0.limit ?? .seconds(9)) <= .seconds(5)
      })
  }

  @Test func `each call has its share of the time`() async throws {
    struct Timed: OperationEngine {
      var engine: ScriptedEngine
      var deadlines: Journal
      func snapshot(_ request: SnapshotRequest) async -> EngineSnapshot { await engine.snapshot(request) }
      func send(_ call: ControlRequest) async -> ControlReply {
        deadlines.add("\(call.path.split(separator: "/").last ?? "") \(call.deadline.map { $0 / .seconds(1) } ?? 0)")
        return await engine.send(call)
      }
    }
    for (seconds, expected) in [(120, ["killswitch 5.0", "kill 45.0"]), (10, ["killswitch 3.0", "kill 3.0"])] {
      let deadlines = Journal()
      let engine = Timed(
        engine: ScriptedEngine(Self.bodies(), journal: journal, effects: Self.obedient), deadlines: deadlines)
      _ = try await executor(engine).panic(terms(seconds))
      #expect(deadlines.entries == expected)
    }
  }
}
