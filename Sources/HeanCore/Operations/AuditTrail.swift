import Foundation

/// Where audit records go.
public protocol AuditSink: Sendable {
  /// Returns once the record is safe.
  /// - Parameter patience: how long others may keep the log; `nil` for its own measure.
  func append(_ record: AuditRecord, within patience: Duration?) throws
}

/// Whether what is sent is recorded.
public enum AuditPolicy: Sendable {
  /// What cannot be recorded is not sent.
  case required(any AuditSink)
  /// Said by the operator, for an emergency.
  case waived
}

/// Who acts on which engine, as it is recorded.
public struct OperationOrigin: Sendable {
  /// The engine as it may be shown.
  public var url: String
  /// The engine's name here.
  public var profile: String?
  public var user: String
  public var host: String
  /// The command as it may be kept.
  public var argv: [String]
  /// Why, in the operator's words.
  public var reason: String?

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

/// Records what one run sends, before and after.
public struct AuditTrail: Sendable {
  public let id: String
  /// How long others may keep the log; `nil` for its own measure.
  public var patience: Duration?
  private let sink: any AuditSink
  private let origin: OperationOrigin
  private let operation: String
  private let mode: OperatingMode
  private let now: @Sendable () -> Date

  public init(
    _ operation: String, mode: OperatingMode, origin: OperationOrigin, sink: any AuditSink, clock: OperationClock
  ) {
    self.sink = sink
    self.origin = origin
    self.operation = operation
    self.mode = mode
    now = clock.now
    id = Self.makeID(clock.now(), clock.random)
  }

  private static func makeID(_ now: Date, _ random: () -> Double) -> String {
    let digits = EngineTime.format(now).filter(\.isNumber).prefix(14)
    let deadLetters = Array("0123456789abcdefghijkmnpqrstuvwxyz")
    let tail = (0..<6).map { _ in deadLetters[min(deadLetters.count - 1, Int(random() * Double(deadLetters.count)))] }
    return "\(digits)-\(String(tail))"
  }

  /// - Throws: when it cannot be recorded; then it must not be sent.
  public func intend(_ step: Step, _ index: Int, of plan: Plan) throws {
    let intent = AuditRecord.Intent(
      steps: max(plan.steps.count, index + 1), title: plan.title, target: step.target, request: step.request.line,
      body: step.request.recordedBody, argv: origin.argv, reason: origin.reason, user: origin.user, host: origin.host)
    try append(.intent(intent), index)
  }

  /// - Parameter reply: `nil` when none came.
  public func conclude(_ result: StepResult, _ index: Int, _ reply: ControlReply?) throws {
    var settlement = AuditRecord.Settlement(
      target: result.target, outcome: result.outcome.rawValue, status: result.status, requestID: result.requestID,
      engineSays: result.engineSays, seen: result.seen)
    if case .accepted(let body, _)? = reply { settlement.response = body }
    try append(.outcome(settlement), index)
  }

  public func end(_ result: OperationResult) throws {
    let end = AuditRecord.End(outcome: result.outcome.rawValue, left: result.left, seen: result.proof)
    try append(.end(end), max(0, result.steps.count - 1))
  }

  private func append(_ content: AuditRecord.Content, _ index: Int) throws {
    let record = AuditRecord(
      id: id, step: index + 1, time: now(), operation: operation, mode: mode.rawValue, profile: origin.profile,
      url: origin.url, content: content)
    try sink.append(record, within: patience)
  }
}
