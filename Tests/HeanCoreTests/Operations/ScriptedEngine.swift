import Foundation
import HeanTestSupport
import Synchronization

@testable import HeanCore

/// What happened in a run, in order.
final class Journal: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var entries: [String] { lines.withLock { $0 } }
  var sent: [String] { entries.filter { $0.hasPrefix("send ") }.map { String($0.dropFirst(5)) } }
}

/// An engine made of the bodies that it answers, and of what each call does to them.
final class ScriptedEngine: OperationEngine {
  typealias Bodies = [String: String]
  typealias Effect = @Sendable (inout Bodies) -> Void

  static let status = "/api/v1/engine/status"

  private struct State {
    var bodies: Bodies
    /// What the next looks show, before those that show how things are.
    var coming: [Bodies]
    var requests: [SnapshotRequest] = []
    var isFirst = true
  }

  private let state: Mutex<State>
  private let journal: Journal
  private let replies: [String: ControlReply]
  private let effects: [String: Effect]
  /// With each look.
  private let onLook: @Sendable () -> Void
  /// Whether the first look answers only when something was sent.
  private let isFirstLookHeld: Bool
  private let released: AsyncStream<Void>
  private let release: AsyncStream<Void>.Continuation

  init(
    _ bodies: Bodies, journal: Journal, coming: [Bodies] = [], replies: [String: ControlReply] = [:],
    effects: [String: Effect] = [:], isFirstLookHeld: Bool = false, onLook: @escaping @Sendable () -> Void = {}
  ) {
    state = Mutex(State(bodies: bodies, coming: coming))
    self.journal = journal
    self.replies = replies
    self.effects = effects
    self.isFirstLookHeld = isFirstLookHeld
    self.onLook = onLook
    (released, release) = AsyncStream.makeStream()
  }

  var requests: [SnapshotRequest] { state.withLock { $0.requests } }

  func change(_ effect: Effect) { state.withLock { effect(&$0.bodies) } }

  func snapshot(_ request: SnapshotRequest) async -> EngineSnapshot {
    let isHeld = state.withLock { state in
      defer { state.isFirst = false }
      state.requests.append(request)
      return state.isFirst && isFirstLookHeld
    }
    if isHeld { for await _ in released { break } }
    journal.add("look")
    onLook()
    let bodies = state.withLock { $0.coming.isEmpty ? $0.bodies : $0.coming.removeFirst() }
    var transport = TableTransport(answers: [:])
    for (path, body) in bodies {
      switch body {
      case "401": transport = transport.with(path, status: 401, #"{"detail":"no"}"#)
      case "timeout": transport.answers[path] = .failure(.deadlineExceeded(after: .seconds(1), sent: true))
      default: transport = transport.with(path, body)
      }
    }
    return await EngineReader(transport: transport).snapshot(
      of: request.parts, after: request.earlier, isWhole: request.isWhole, now: { StillClock.start })
  }

  func send(_ call: ControlRequest) async -> ControlReply {
    journal.add("send \(call.path)")
    release.yield()
    if let effect = effects[call.path] { state.withLock { effect(&$0.bodies) } }
    return replies[call.path] ?? .taken
  }

  /// A status that says no more than it has to.
  static func engine(_ word: String, isDryRun: Bool = true) -> String {
    let isRunning = ["RUNNING", "PAUSED"].contains(word)
    return #"{"status":"x","running":\#(isRunning),"engine_state":"\#(word)","dry_run":\#(isDryRun)}"#
  }
}

extension ControlReply {
  private static let detail = EngineError.Detail("as you say", endpoint: "/x", status: 200, requestID: "r1")

  static let taken = ControlReply.accepted(["status": "ok"], detail)
  static let no = ControlReply.refused(.refused(detail))
  static let wrongKey = ControlReply.refused(.notAuthorised(detail))
  static let tooMany = ControlReply.refused(.rateLimited(detail, retryAfter: nil))
  static let gone = ControlReply.lost(.transport(.connectionLost(reason: "reset", sent: true)))
  static let nobody = ControlReply.notSent(.transport(.unreachable(reason: "refused")))
}

/// Stands still but for those who wait: a wait takes no time and moves the clock.
final class StillClock: Sendable {
  static let start = Date(timeIntervalSince1970: 1_795_225_650)

  private let passed = Mutex(Duration.zero)

  var elapsed: Duration { passed.withLock { $0 } }
  func advance(_ span: Duration) { passed.withLock { $0 += span } }

  /// - Parameter isNetworkFast: whether waits for the network are over at once, or as good as never.
  func operationClock(isNetworkFast: Bool = false) -> OperationClock {
    OperationClock(
      now: { Self.start + Double(self.elapsed.components.seconds) }, elapsed: { self.elapsed },
      sleep: { self.advance($0) }, random: { 0.5 },
      networkSleep: { _ in if !isNetworkFast { try await Task.sleep(for: .seconds(600)) } })
  }
}

/// Keeps what is recorded, or cannot.
final class RecordingSink: AuditSink {
  struct Full: Error {}

  let journal: Journal
  /// From which intent on nothing can be recorded any more.
  let intents: Int
  private let kept = Mutex<[AuditRecord]>([])

  init(_ journal: Journal, intents: Int = .max) {
    self.journal = journal
    self.intents = intents
  }

  var records: [AuditRecord] { kept.withLock { $0 } }

  func append(_ record: AuditRecord, within patience: Duration?) throws {
    try kept.withLock { records in
      switch record.content {
      case .intent(let intent):
        guard records.count(where: \.isIntent) < intents else { throw Full() }
        journal.add("intent \(intent.target ?? "")")
      case .outcome(let settlement): journal.add("outcome \(settlement.target ?? "") \(settlement.outcome ?? "")")
      case .end(let end): journal.add("end \(end.outcome ?? "")")
      case .remark(let remark): journal.add(remark.sentence)
      }
      records.append(record)
    }
  }
}

extension AuditRecord {
  var isIntent: Bool { if case .intent = content { true } else { false } }
}

/// Somebody who is asked, or nobody.
struct Asked: OperationApproval {
  struct NoTerminal: Error {}

  var journal: Journal
  var isAsking = true
  var answer: @Sendable () async throws -> Approval = { .given }

  func asks(_ request: ApprovalRequest) -> Bool { isAsking }

  func approve(_ request: ApprovalRequest) async throws -> Approval {
    guard isAsking else { return .given }
    journal.add("ask \(request.operation.rawValue) \(request.severity.rawValue) \(request.mode.rawValue)")
    return try await answer()
  }
}

struct Watcher: OperationProgress {
  struct Closed: Error {}

  var journal: Journal
  var isClosed = false

  func planned(_ plan: OperationPlan, _ seen: EngineSnapshot, isAsked: Bool) throws {
    if isClosed { throw Closed() }
    journal.add("plan \(plan.title)")
  }
  func ended(_ step: StepResult) { journal.add("told \(step.target) \(step.outcome.rawValue)") }
  func proved(_ proof: PanicProof) { journal.add("proof \(proof.what) \(proof.verdict.rawValue)") }
  func noted(_ note: OperationNote) {
    switch note {
    case .outcomeUnrecorded: journal.add("note outcome unrecorded")
    case .intentUnrecorded: journal.add("note intent unrecorded")
    case .stateUntold: journal.add("note state untold")
    case .stopUnseen: journal.add("note stop unseen")
    }
  }
}

extension OperationOrigin {
  static let test = OperationOrigin(
    url: "http://engine", profile: "demo", user: "ann", host: "desk", argv: ["x"], reason: "because")
}
