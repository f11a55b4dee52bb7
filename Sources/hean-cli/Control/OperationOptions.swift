import Foundation
import HeanCore

/// Options that every verb takes that changes the engine.
struct OperationOptions: Sendable {
  static let yes = OptionSpec("yes", short: "y", .flag, help: "send without asking")
  static let confirm = OptionSpec(
    "confirm", .value("NAME"), help: "severe verbs on mainnet: the profile's name, instead of typing it")
  static let dryRun = OptionSpec("dry-run", .flag, help: "show what would be sent, and a plan token; send nothing")
  static let plan = OptionSpec("plan", .value("TOKEN"), help: "send only if what --dry-run showed is still so")
  static let verifyTimeout = OptionSpec(
    "verify-timeout", .value("TIME"), help: "how long to look for the effect (5s)")
  static let noAudit = OptionSpec("no-audit", .flag, help: "emergency: send although it cannot be recorded")
  static let reason = OptionSpec("reason", .value("TEXT"), help: "why, for the audit log")
  static let force = OptionSpec("force", .flag, help: "go ahead although a guard refuses")

  static let all = [yes, confirm, dryRun, plan, reason, verifyTimeout, noAudit]

  var isYes: Bool
  var confirmedName: String?
  var isDryRun: Bool
  var planToken: String?
  var reason: String?
  var verifyTimeout: Duration
  var isAudited: Bool

  init(_ line: ParsedLine) throws(UsageError) {
    isYes = line.flag(Self.yes)
    confirmedName = line.string(Self.confirm)
    isDryRun = line.flag(Self.dryRun)
    planToken = line.string(Self.plan)
    reason = line.string(Self.reason)
    verifyTimeout = try line.duration(Self.verifyTimeout) ?? .seconds(5)
    isAudited = !line.flag(Self.noAudit)
    if isDryRun, isYes || planToken != nil {
      throw .contradiction(
        "--dry-run sends nothing, --\(isYes ? "yes" : "plan") sends", nextStep: "keep one of them")
    }
  }
}

/// A verb that plans, asks, sends once and looks again. Everything but the plan is the same for all of them.
protocol OperationCommand: Command {
  var options: OperationOptions { get }
  var operation: Operation { get }

  /// The same verb with its symbol in the engine's own spelling.
  func settled(_ session: Session) async throws -> Self
}

extension OperationCommand {
  func settled(_ session: Session) async throws -> Self { self }

  func run(_ session: Session) async throws -> Output {
    try Confirmation(session: session, options: options).requireVoice()
    let verb = try await settled(session)
    return .report(try await OperationRun(session: session, operation: verb.operation, options: options).run())
  }
}

extension Session {
  /// The engine's name of the symbol that a verb is about. What cannot be told now is left to the verb, which looks anyway.
  func symbol(_ word: String) async throws -> String {
    if let usual = Symbols.usual(word) { return usual }
    return try await withEngine { engine in
      do throws(EngineError) {
        return try await engine.symbol(word)
      } catch {
        switch error {
        case .notFound, .ambiguous: throw error
        default: return Symbols.guess(word) ?? word
        }
      }
    }
  }
}
