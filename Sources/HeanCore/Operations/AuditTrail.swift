/// Where audit records are written. The program that uses this library provides it.
public protocol AuditSink: Sendable {
  /// Writes a record, and returns once it is stored safely.
  /// - Parameter patience: how long to wait while others hold the log; `nil` for the sink's own limit.
  /// - Throws: when the record could not be stored.
  func append(_ record: AuditRecord, within patience: Duration?) throws

  /// Writes the first record of a run that carries out a plan token, unless a run of the same token is recorded. When
  /// several processes ask at once, one of them gets the token.
  /// - Returns: the run that has used the token; `nil` when the record was written.
  /// - Throws: as `append(_:within:)`.
  func append(_ record: AuditRecord, claiming token: String, within patience: Duration?) throws -> AuditRun?
}

extension AuditSink {
  /// For a sink that does not read its own records: it writes the record, and a token can be used again.
  public func append(_ record: AuditRecord, claiming token: String, within patience: Duration?) throws -> AuditRun? {
    try append(record, within: patience)
    return nil
  }
}

/// Whether calls are recorded.
public enum AuditPolicy: Sendable {
  /// A call that cannot be recorded is not sent. A panic sends it all the same, and says so.
  case required(any AuditSink)
  /// Nothing is recorded: the operator asked for that in an emergency.
  case waived
}

/// Who acts on which engine, for the audit log.
public struct OperationOrigin: Sendable {
  /// Base URL of the engine, without user, password and query.
  public var url: String
  /// Name of the engine in hean's configuration; `nil` for an engine without one.
  public var profile: String?
  /// Name of the user account that runs hean.
  public var user: String
  /// Name of the machine that runs hean.
  public var host: String
  /// Words of the command line without secrets; empty where there is none.
  public var argv: [String]
  /// Why, in the operator's words; `nil` when no reason was given.
  public var reason: String?

  /// An origin; whoever makes it removes secrets from `url` and `argv` first.
  public init(
    url: String, profile: String? = nil, user: String, host: String, argv: [String] = [], reason: String? = nil
  ) {
    self.url = url
    self.profile = profile
    self.user = user
    self.host = host
    self.argv = argv
    self.reason = reason
  }
}

/// Writes the records of one run: one before each call, and one after it.
public struct AuditTrail: Sendable {
  /// Id of the run: the time in UTC and six random characters.
  public let id: String
  /// How long to wait while others hold the log; `nil` for the sink's own limit.
  public var patience: Duration?
  private let sink: any AuditSink
  private let origin: OperationOrigin
  private let operation: OperationName
  private let mode: OperatingMode
  private let now: @Sendable () -> Date

  /// A trail with a new id. Nothing is written yet.
  public init(
    _ operation: OperationName, mode: OperatingMode, origin: OperationOrigin, sink: any AuditSink, clock: OperationClock
  ) {
    self.sink = sink
    self.origin = origin
    self.operation = operation
    self.mode = mode
    now = clock.now
    id = AuditRecord.newID(at: clock.now(), random: clock.random)
  }

  /// Records a call that is about to be sent.
  /// - Parameters:
  ///   - index: place of the call in the run, from 0.
  ///   - token: plan token that the run carries out; with its first call the token is used.
  /// - Throws: when it cannot be recorded, or `UsedToken`; then it must not be sent.
  public func intend(_ step: OperationStep, _ index: Int, of plan: OperationPlan, token: String? = nil) throws {
    let intent = AuditRecord.Intent(
      steps: max(plan.steps.count, index + 1), title: plan.title, target: step.target, request: step.request.line,
      body: step.request.recordedBody, argv: origin.argv, reason: origin.reason, user: origin.user, host: origin.host,
      planToken: token)
    guard let token, index == 0 else { return try append(.intent(intent), index) }
    let used = try sink.append(record(.intent(intent), index), claiming: token, within: patience)
    if let used { throw UsedToken(run: used) }
  }

  /// Records how a call ended.
  /// - Parameters:
  ///   - index: place of the call in the run, from 0.
  ///   - reply: `nil` when no answer came.
  /// - Throws: when it cannot be recorded.
  public func conclude(_ result: StepResult, _ index: Int, _ reply: ControlReply?) throws {
    var settlement = AuditRecord.Settlement(
      target: result.target, outcome: result.outcome.rawValue, status: result.status, requestID: result.requestID,
      engineSays: result.engineSays, seen: result.seen)
    if case .accepted(let body, _)? = reply { settlement.response = body }
    try append(.outcome(settlement), index)
  }

  /// Records how the whole operation ended.
  /// - Throws: when it cannot be recorded.
  public func end(_ result: OperationResult) throws {
    let end = AuditRecord.End(outcome: result.outcome.rawValue, left: result.left, seen: result.proof)
    try append(.end(end), max(0, result.steps.count - 1))
  }

  private func append(_ content: AuditRecord.Content, _ index: Int) throws {
    try sink.append(record(content, index), within: patience)
  }

  private func record(_ content: AuditRecord.Content, _ index: Int) -> AuditRecord {
    AuditRecord(
      id: id, step: index + 1, time: now(), verb: operation.rawValue, mode: mode.rawValue, profile: origin.profile,
      url: origin.url, content: content)
  }
}

/// A plan token that was sent already, and the run that used it.
public struct UsedToken: Error, Sendable {
  /// What the audit log has of that run.
  public var run: AuditRun
}
