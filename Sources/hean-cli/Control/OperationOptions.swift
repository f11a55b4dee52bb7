import HeanCore

/// Options of all verbs that change the engine.
struct OperationOptions: Sendable {
  static let yes = Flag("yes", short: "y", help: "send without asking")
  static let confirm = Option(
    "confirm", "NAME", .text(.profile), help: "severe verbs on mainnet: the profile's name, instead of typing it")
  static let dryRun = Flag("dry-run", help: "show what would be sent, and a plan token; send nothing")
  static let plan = Option("plan", "TOKEN", .text(), help: "send only if what --dry-run showed is still so")
  static let verifyTimeout = Option(
    "verify-timeout", "TIME", .span(), default: .seconds(5),
    help: "how long to look for the effect; that a close was refused shows after 2s")
  static let noAudit = Flag("no-audit", help: "emergency: send although it cannot be recorded")
  static let reason = Option("reason", "TEXT", .text(), help: "why, for the audit log")
  static let force = Flag("force", help: "go ahead although a guard refuses")

  static let all: [any AnyOption] = [yes, confirm, dryRun, plan, reason, verifyTimeout, noAudit]

  var isYes: Bool
  var confirmedName: String?
  var isDryRun: Bool
  var planToken: String?
  var reason: String?
  var verifyTimeout: Duration
  var isAudited: Bool

  init(_ line: ParsedLine) throws(UsageError) {
    isYes = line[Self.yes]
    confirmedName = try line[Self.confirm]
    isDryRun = line[Self.dryRun]
    planToken = try line[Self.plan]
    reason = try line[Self.reason]
    verifyTimeout = try line[Self.verifyTimeout]
    isAudited = !line[Self.noAudit]
    if isDryRun, isYes || planToken != nil {
      throw .contradiction(
        "--dry-run sends nothing, --\(isYes ? "yes" : "plan") sends", nextStep: "keep one of them")
    }
    if planToken != nil, !isAudited {
      throw .contradiction(
        "--plan sends once, which only the audit log can tell, and --no-audit keeps none", nextStep: "keep one of them")
    }
  }
}
