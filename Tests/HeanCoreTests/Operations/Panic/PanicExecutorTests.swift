import Foundation
import Testing

@testable import HeanCore

/// A panic on the executor: what goes out when, and what is said of it.
struct PanicExecutorTests {
  private let journal = Journal()
  private let clock = StillClock()

  private static let history = "/api/v1/trading/equity-history"

  private static func health(isStopped: Bool) -> String {
    #"{"status":"x","timestamp":"2026-11-21T01:47:30","components":{"killswitch":{"triggered":\#(isStopped)}}}"#
  }

  private static func risk(isStopped: Bool) -> String {
    #"{"killswitch_triggered":false,"stop_trading":\#(isStopped),"equity":9000,"current_positions":0}"#
  }

  /// Flat, and running.
  private static func engine(isDryRun: Bool = true) -> ScriptedEngine.Bodies {
    [
      ScriptedEngine.status: ScriptedEngine.engine("RUNNING", isDryRun: isDryRun), "/health": health(isStopped: false),
      "/api/v1/risk/status": risk(isStopped: false),
      "/api/v1/risk/killswitch/status": #"{"triggered":false,"reasons":[]}"#,
      "/api/v1/orders/positions": #"{"positions":[]}"#, "/api/v1/orders?status=open": #"{"orders":[]}"#,
      "/api/v1/trading/metrics":
        #"{"counters":{"session":{"orders_created":3,"decisions_create":3}},"last_order_ts":"2026-11-21T01:40:00"}"#,
      history: #"{"snapshots":[{"timestamp":"2026-11-21T01:46:40","equity":10000.0}]}"#,
      "/settings": #"{"bybit_testnet":false}"#, "/api/v1/trading/history?limit=500": #"{"history":[]}"#,
    ]
  }

  private static let position =
    #"{"positions":[{"symbol":"BTCUSDT","size":0.001,"entry_price":64000,"current_price":64000,"side":"long","#
    + #""position_id":"p1","strategy_id":"s"}]}"#

  /// What the calls do to an engine that does what it says.
  private static let obedient: [String: ScriptedEngine.Effect] = [
    PanicBench.Path.halt: {
      $0["/health"] = health(isStopped: true)
      $0["/api/v1/risk/status"] = risk(isStopped: true)
    },
    PanicBench.Path.close: { $0["/api/v1/orders/positions"] = #"{"positions":[]}"# },
    PanicBench.Path.kill: { $0[ScriptedEngine.status] = ScriptedEngine.engine("STOPPED") },
    PanicBench.Path.restart: {
      $0[history] = #"{"snapshots":[{"timestamp":"2026-11-21T01:48:00","equity":10000.0}]}"#
      $0["/api/v1/risk/status"] = risk(isStopped: false)
    },
  ]

  private func executor(
    _ engine: ScriptedEngine, sink: RecordingSink? = nil, isNetworkFast: Bool = false,
    answer: @escaping @Sendable () async throws -> Approval = { .given }
  ) -> OperationExecutor {
    OperationExecutor(
      engine: engine, clock: clock.operationClock(isNetworkFast: isNetworkFast), origin: .test,
      audit: .required(sink ?? RecordingSink(journal)), approval: Asked(journal: journal, answer: answer),
      progress: Watcher(journal: journal))
  }

  private static func terms(_ deadline: Duration = .seconds(120), isAgreed: Bool = true) -> PanicTerms {
    PanicTerms(deadline: deadline, readDeadline: .seconds(5), isAgreed: isAgreed)
  }

  private func reason(_ run: () async throws -> PanicEnd) async -> OperationFailure.Reason? {
    do {
      _ = try await run()
      return nil
    } catch {
      return (error as? OperationFailure)?.reason
    }
  }

  @Test func `on paper it ends flat, each call recorded before it goes out`() async throws {
    var bodies = Self.engine()
    bodies["/api/v1/orders/positions"] = Self.position
    let sink = RecordingSink(journal)
    let engine = ScriptedEngine(bodies, journal: journal, effects: Self.obedient)
    let end = try await executor(engine, sink: sink).panic(Self.terms())
    #expect(journal.sent == [PanicBench.Path.halt, PanicBench.Path.close, PanicBench.Path.kill])
    #expect(end.result.outcome == .flat && end.advice == nil && end.result.left.isEmpty, "\(end.result)")
    guard case .flat(let proof)? = end.ending else { return #expect(Bool(false), "\(String(describing: end.ending))") }
    #expect(proof == end.result.proof && proof.contains("BTCUSDT long"))
    for (index, entry) in journal.entries.enumerated() where entry.hasPrefix("send") {
      #expect(journal.entries[index - 1].hasPrefix("intent"))
    }
    #expect(journal.entries.last == "end flat" && Set(sink.records.map(\.id)) == [end.result.auditID])
    #expect(sink.records.filter(\.isIntent).map(\.step) == [1, 2, 3] && sink.records.last?.step == 3)
    #expect(!journal.entries.contains { $0.hasPrefix("ask") || $0.hasPrefix("note") })
  }

  @Test func `a first look that hangs does not keep the stop`() async throws {
    let sink = RecordingSink(journal)
    let engine = ScriptedEngine(Self.engine(), journal: journal, effects: Self.obedient, isFirstLookHeld: true)
    let end = try await executor(engine, sink: sink, isNetworkFast: true).panic(Self.terms())
    #expect(journal.entries.prefix(4) == ["note stop unseen", "intent halt", "send \(PanicBench.Path.halt)", "look"])
    #expect(journal.sent == [PanicBench.Path.halt, PanicBench.Path.kill], "the stop goes out once")
    #expect(end.result.outcome == .flat && end.result.steps.map(\.outcome) == [.confirmed, .confirmed])
    #expect(sink.records.allSatisfy { $0.mode == "unknown" }, "what was not known when it began")
  }

  @Test func `an engine that tells nothing is told to stop and to close, with looks that end`() async throws {
    let engine = ScriptedEngine(
      Self.engine().mapValues { _ in "timeout" }, journal: journal, onLook: { [clock] in clock.advance(.seconds(1)) })
    let end = try await executor(engine).panic(Self.terms())
    #expect(journal.sent == [PanicBench.Path.halt, PanicBench.Path.close])
    #expect(end.result.outcome == .left && end.advice == NextStep(advice: Panic.exchange), "\(end)")
    #expect(engine.requests.allSatisfy { ($0.limit ?? .seconds(999)) <= .seconds(5) })
    // What follows a look that showed nothing waits as long as the head start is.
    #expect(engine.requests.contains { $0.limit == .milliseconds(250) })
    #expect(journal.entries.contains("note state untold"))
  }

  @Test func `a key that is refused ends it with what else there is`() async throws {
    let engine = ScriptedEngine(Self.engine(), journal: journal, replies: [PanicBench.Path.halt: .wrongKey])
    let end = try await executor(engine).panic(Self.terms())
    #expect(
      journal.sent == [PanicBench.Path.halt] && end.result.outcome == .notAuthorised && end.advice == Panic.withoutKey)
    #expect(journal.entries.last == "end not_authorised")
  }

  @Test func `what is still open at the end is listed`() async throws {
    var bodies = Self.engine()
    bodies["/api/v1/orders/positions"] = Self.position
    let engine = ScriptedEngine(bodies, journal: journal)
    let end = try await executor(engine).panic(Self.terms(.seconds(20)))
    #expect(
      journal.sent == [PanicBench.Path.halt, PanicBench.Path.close, PanicBench.Path.kill] && end.result.outcome == .left
    )
    #expect(end.result.left.contains { $0.contains("BTCUSDT long") }, "\(end.result.left)")
    #expect(end.result.steps.map(\.outcome) == [.notConfirmed, .notConfirmed, .notConfirmed])
    #expect(end.took <= .seconds(20) && clock.elapsed <= .seconds(20))
  }

  @Test func `empty books at an exchange that nothing else speaks for are not proved flat`() async throws {
    let engine = ScriptedEngine(Self.engine(isDryRun: false), journal: journal, effects: Self.obedient)
    let end = try await executor(engine).panic(Self.terms())
    #expect(
      journal.sent == [PanicBench.Path.halt, PanicBench.Path.restart, PanicBench.Path.halt], "\(journal.entries)")
    guard case .unproved(let why)? = end.ending else { return #expect(Bool(false), "\(end)") }
    #expect(end.result.outcome == .left && end.result.left == [why] && end.result.proof == nil)
    #expect(end.result.proofs.contains { $0.what == "equity" && $0.verdict == .notKnown })
    #expect(journal.entries.contains("proof equity not_known"), "told as well as kept")
  }

  @Test func `a full disk does not stop it`() async throws {
    let engine = ScriptedEngine(Self.engine(), journal: journal, effects: Self.obedient)
    let end = try await executor(engine, sink: RecordingSink(journal, intents: 0)).panic(Self.terms())
    #expect(journal.sent == [PanicBench.Path.halt, PanicBench.Path.kill] && end.result.outcome == .flat)
    #expect(journal.entries.count { $0 == "note intent unrecorded" } == 2)
  }

  @Test func `where somebody is asked, a no sends nothing`() async {
    let engine = ScriptedEngine(Self.engine(), journal: journal)
    let reason = await reason {
      try await executor(engine, answer: { .declined }).panic(Self.terms(isAgreed: false))
    }
    guard case .declined? = reason else { return #expect(Bool(false), "\(String(describing: reason))") }
    #expect(journal.entries == ["look", "plan \(Panic.title)", "ask panic severe dry_run"])
  }

  @Test func `a preview holds what it showed and sends nothing`() async throws {
    let engine = ScriptedEngine(Self.engine(), journal: journal, effects: Self.obedient)
    var terms = Self.terms(isAgreed: false)
    terms.isPreview = true
    let preview = try await executor(engine).panic(terms)
    #expect(preview.ending == nil && preview.result.outcome == .preview && journal.entries == ["look"])
    terms = Self.terms()
    terms.planToken = preview.result.token
    engine.change { $0["/api/v1/orders/positions"] = Self.position }
    let reason = await reason { try await executor(engine).panic(terms) }
    guard case .outdatedToken? = reason else { return #expect(Bool(false), "\(String(describing: reason))") }
    #expect(journal.sent.isEmpty)
  }

  @Test func `where nobody is, nothing was sent, and that is recorded where it was tried`() async {
    let nobody = ScriptedEngine([:], journal: journal)
    let reason = await reason { try await executor(nobody).panic(Self.terms()) }
    guard case .absent(.transport(.unreachable))? = reason else {
      return #expect(Bool(false), "\(String(describing: reason))")
    }
    #expect(journal.entries == ["look"])
    let late = ScriptedEngine([:], journal: journal, replies: [PanicBench.Path.halt: .nobody], isFirstLookHeld: true)
    let tried = await self.reason { try await executor(late, isNetworkFast: true).panic(Self.terms()) }
    guard case .absent? = tried else { return #expect(Bool(false), "\(String(describing: tried))") }
    #expect(journal.entries.last == "outcome halt not_sent")
  }
}
