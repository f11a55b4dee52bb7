import HeanCore

/// Runs and remarks of the audit log, the calls of a run, and the requests of those.
enum AuditFields {
  // A narrow terminal keeps when, who, what and the outcome.
  static let fields: [Field<AuditItem>] = [
    .moment("time", "TIME", "when it was about to be sent, or written down", priority: 97) { $0.time },
    Field("id", "ID", "for 'audit show'", priority: 60) { $0.id },
    Field(
      "verb", "VERB", "stable name of the verb; null for what sent nothing", priority: 99, value: { $0.run?.verb },
      cell: { Cell($0.run.map { $0.verb ?? "–" } ?? $0.kind) }),
    Field("title", "", "in words", priority: 0) { $0.run?.title },
    Field("mode", "MODE", "the engine's mode at that time", priority: 70) { $0.mode },
    Field("profile", "PROFILE", "engine, by the name it has here", priority: 50) { $0.profile },
    Field("url", "", "engine, by its address", priority: 0) { $0.url },
    Field("user", "USER", "who ran it", priority: 98) { $0.user },
    Field("host", "", "on which machine", priority: 0) { $0.host },
    Field("reason", "", "from --reason", priority: 0) { $0.reason },
    Field("argv", "", "as it was typed, without secrets", priority: 0) { $0.run?.argv ?? [] },
    Field("calls", "", "how many calls it sent", priority: 0) { $0.run?.calls.count ?? 0 },
    Field(
      "outcome", "OUTCOME",
      "of the whole, or of all calls; 'not recorded' when the run was killed; noted, unlocked, locked or called",
      .wrapping,
      priority: 100, value: { $0.outcome }, cell: { $0.summary }),
    Field("left", "", "what a panic left open or unproved", priority: 0) { $0.run?.left ?? [] },
    Field(
      "kind", "", "operation, or without a call: note; unlock and lock of a console; call of an assistant", priority: 0
    ) { $0.kind },
    Field("text", "", "the words of a note", priority: 0) { $0.remark?.text },
    .moment("until", "", "until when a console was unlocked", priority: 0) { $0.remark?.until },
  ]

  static let calls: [Field<AuditRun.Call>] = [
    Field("target", "TARGET", "what the call was about", priority: 100) { $0.target },
    Field("request", "REQUEST", "the call", .wrapping, priority: 60) { $0.intent.request },
    Field(
      "outcome", "OUTCOME", "the outcome of the call", priority: 100,
      value: { $0.settlement?.outcome }, cell: { Cell($0.settlement?.outcome ?? "not recorded") }),
    Field("seen", "SEEN", "what was seen afterwards", .wrapping, priority: 80) { $0.settlement?.seen },
  ]

  /// A call with all that was sent and heard, as data.
  static let requests: [Field<AuditRun.Call>] = [
    .member("target") { $0.target },
    .member("request") { $0.intent.request },
    Field("body", "", "what was sent", priority: 0, type: FieldType(.foreign, canBeMissing: true)) {
      $0.intent.body ?? .null
    },
    .member("outcome") { $0.settlement?.outcome },
    .member("seen") { $0.settlement?.seen },
    .member("engine_says") { $0.settlement?.engineSays },
    .member("request_id") { $0.settlement?.requestID },
    .member("time", "when that was known") { $0.concludedAt },
  ]

  /// One run, with its requests under `steps`.
  static let entry: [Field<AuditItem>] =
    fields.map { field in
      var shown = field
      if shown.title.isEmpty { shown.title = field.name.uppercased() }
      shown.priority = max(field.priority, 1)
      return shown
    } + [
      .parts(
        "steps", "", "each call: target, request, body, outcome, seen, engine_says, request_id",
        of: requests
      ) { $0.run?.calls ?? [] }
    ]
}
