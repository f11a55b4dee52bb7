import HeanCore

/// Lines of the audit log: all that stands in one, and who asked for it also where only the line before the call tells.
enum AuditLineFields {
  static let all: [Field<AuditEntry>] = [
    .moment("time", "TIME", "when the line was written", priority: 97) { $0.record.time },
    Field(
      "kind", "KIND", "intent before a call, outcome after it, end of an operation; note, unlock, lock, call",
      priority: 60
    ) {
      $0.record.kind
    },
    Field("id", "ID", "of the run, for 'audit show'", priority: 40) { $0.record.id },
    Field("step", "", "number of the call in its run", priority: 0) { $0.record.step },
    Field("verb", "VERB", "stable name of the verb", priority: 99) { $0.record.verb },
    Field("target", "TARGET", "what the call is about", priority: 80) { $0.target },
    Field(
      "outcome", "OUTCOME", "null before the call, and without one", .wrapping, priority: 100, value: { $0.outcome },
      cell: { entry in
        switch entry.record.content {
        case .intent: Cell("about to be sent", .faint)
        case .remark(let remark): Cell(remark.sentence)
        case .outcome, .end:
          Cell(([entry.outcome ?? "not recorded"] + entry.left).joined(separator: ": "), entry.severity.style)
        }
      }),
    Field("severity", "", "as syslog names it, by the outcome", priority: 0) { $0.severity.word },
    Field("mode", "MODE", "the engine's mode at that time", priority: 50) { $0.record.mode },
    Field("profile", "PROFILE", "engine, by the name it has here", priority: 55) { $0.record.profile },
    Field("url", "", "engine, by its address", priority: 0) { $0.record.url },
    Field("user", "USER", "who ran it", priority: 98) { $0.user },
    Field("host", "", "on which machine", priority: 0) { $0.host },
    Field("reason", "REASON", "from --reason; why a console was locked", .wrapping, priority: 30) { $0.reason },
    Field("argv", "", "as it was typed, without secrets", priority: 0) { $0.intent?.argv ?? [] },
    Field("title", "", "the operation in words", priority: 0) { $0.intent?.title },
    Field("request", "", "the call", priority: 0) { $0.intent?.request },
    foreign("body", "what was sent") { $0.intent?.body },
    .member("status", "HTTP status of the answer", unit: .unitless) { $0.settlement?.status },
    Field("request_id", "", "the engine's name for the call", priority: 0) { $0.settlement?.requestID },
    Field("engine_says", "", "the engine's words, which prove nothing", priority: 0) { $0.settlement?.engineSays },
    Field("seen", "", "what was seen afterwards", priority: 0) { $0.seen },
    foreign("response", "the engine's answer") { $0.settlement?.response },
    Field("left", "", "what a panic left open or unproved", priority: 0) { $0.left },
    Field("plan_token", "", "the plan that the run carries out", priority: 0) { $0.intent?.planToken },
    Field("text", "", "the words of a note", priority: 0) { $0.record.remark?.text },
    .moment("until", "", "until when a console was unlocked", priority: 0) { $0.record.remark?.until },
  ]

  /// What was written down, on its own.
  static let note = ["time", "id", "text", "profile", "url", "user", "host"].compactMap { name in
    all.first { $0.name == name }
  }

  private static func foreign(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (AuditEntry) -> JSONValue?
  ) -> Field<AuditEntry> {
    Field(name, "", meaning, priority: 0, type: FieldType(.foreign, canBeMissing: true)) { value($0) ?? .null }
  }
}

extension AuditSeverity {
  /// How a screen draws it.
  var style: Style {
    switch self {
    case .critical, .error: .bad
    case .warning: .warning
    case .notice: .good
    case .info: .plain
    }
  }

  /// The keyword of syslog.
  var word: String {
    switch self {
    case .critical: "crit"
    case .error: "err"
    case .warning: "warning"
    case .notice: "notice"
    case .info: "info"
    }
  }
}
