import Foundation
import HeanCore

/// Writes down what one run sends, before and after.
struct AuditTrail: Sendable {
  let id: String
  /// How long the log may be kept by others.
  var patience = AuditLog.patience
  private let session: Session
  private let name: String
  private let mode: OperatingMode
  private let reason: String?

  init(session: Session, name: String, mode: OperatingMode, options: MutationOptions) {
    self.session = session
    self.name = name
    self.mode = mode
    reason = options.reason
    id = Self.makeID(session.context.now(), session.context.random)
  }

  private static func makeID(_ now: Date, _ random: () -> Double) -> String {
    let digits = EngineTime.format(now).filter(\.isNumber).prefix(14)
    let letters = Array("0123456789abcdefghijkmnpqrstuvwxyz")
    let tail = (0..<6).map { _ in letters[min(letters.count - 1, Int(random() * Double(letters.count)))] }
    return "\(digits)-\(String(tail))"
  }

  /// - Throws: exit 74 when it cannot be written down; then nothing may be sent.
  func intend(_ step: Step, _ index: Int, of plan: Plan) throws {
    var entry = head("intent", index)
    entry["steps"] = .number(Decimal(max(plan.steps.count, index + 1)))
    entry["title"] = .string(plan.title)
    entry["target"] = .string(step.target)
    entry["request"] = .string(step.request.line)
    entry["body"] = step.request.recordedBody
    entry["argv"] = .array(session.line.recordedArguments.map { .string($0) })
    entry["reason"] = .optional(reason)
    entry["user"] = .string(UserName.current)
    entry["host"] = .string(HostName.current)
    do {
      try log().append(entry)
    } catch {
      throw Failure(
        .cannotWrite, "the audit log cannot be written (\(Failure(error, url: "").message)): nothing was sent",
        nextStep: "free space or check the path; in an emergency: --no-audit")
    }
  }

  /// - Parameter reply: `nil` when none came.
  func conclude(_ result: MutationResult.StepResult, _ index: Int, _ reply: ControlReply?) {
    var entry = head("outcome", index)
    entry["target"] = .string(result.target)
    entry["outcome"] = .string(result.outcome.rawValue)
    entry["status"] = .optional(result.status)
    entry["request_id"] = .optional(result.requestID)
    entry["engine_says"] = .optional(result.engineSays)
    entry["seen"] = .optional(result.seen)
    if case .accepted(let body, _)? = reply { entry["response"] = body }
    append(entry)
  }

  /// What became of the whole, where that is more than what became of each call.
  func end(_ result: MutationResult) {
    var entry = head("end", max(0, result.steps.count - 1))
    entry["outcome"] = .string(result.outcome.rawValue)
    entry["left"] = .array(result.left.map { .string($0) })
    entry["seen"] = .optional(result.words)
    append(entry)
  }

  private func append(_ entry: [String: JSONValue]) {
    do {
      try log().append(entry)
    } catch {
      session.note("the outcome could not be written to the audit log: \(Failure(error, url: "").message)")
    }
  }

  private func head(_ kind: String, _ index: Int) -> [String: JSONValue] {
    [
      "schema": "hean.audit/1", "kind": .string(kind), "id": .string(id), "step": .number(Decimal(index + 1)),
      "time": .string(EngineTime.format(session.context.now())), "verb": .string(name), "mode": .string(mode.rawValue),
      "profile": .optional(session.profile), "url": .string(session.sourceURL),
    ]
  }

  private func log() throws -> AuditLog {
    var log = try AuditLog(environment: session.context.environment)
    log.patience = patience
    return log
  }
}

extension ParsedLine {
  /// The command line as it may be kept.
  var recordedArguments: [String] { SecretWords.shown(argv) }
}
