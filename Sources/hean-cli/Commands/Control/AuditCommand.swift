import HeanCore

/// `hean audit …`: the operations that this console sent.
enum AuditCommand: CommandGroup {
  static let spec = CommandSpec(
    name: "audit", summary: "What this console sent, who sent it, and the outcome",
    discussion: "One line before each call and one after, in $XDG_STATE_HOME/hean/audit.jsonl. Lines are only added.",
    examples: [
      Example("hean audit", "the latest, newest last"),
      Example("hean audit show 20261121074512-k3f9a1", "one run with every call"),
    ])
  static let subcommands: [any CommandDeclaration.Type] = [List.self, Show.self]
  static let defaultSubcommand: (any Command.Type)? = List.self

  // A narrow terminal keeps when, who, what and the outcome.
  static let fields: [Field<AuditRun>] = [
    .moment("time", "TIME", "when it was about to be sent", priority: 97) { $0.time },
    Field("id", "ID", "for 'audit show'", priority: 60) { $0.id },
    Field("verb", "VERB", "stable name of the verb", priority: 99) { $0.verb },
    Field("title", "", "in words", priority: 0) { $0.title },
    Field("mode", "MODE", "the engine's mode at that time", priority: 70) { $0.mode },
    Field("profile", "PROFILE", "engine, by the name it has here", priority: 50) { $0.profile },
    Field("url", "", "engine, by its address", priority: 0) { $0.url },
    Field("user", "USER", "who ran it", priority: 98) { $0.user },
    Field("host", "", "on which machine", priority: 0) { $0.host },
    Field("reason", "", "from --reason", priority: 0) { $0.reason },
    Field("argv", "", "as it was typed, without secrets", priority: 0) { run in
      run.argv
    },
    Field("calls", "", "how many calls it sent", priority: 0) { $0.calls.count },
    Field(
      "outcome", "OUTCOME", "of the whole, or of all calls; 'not recorded' when the run was killed", .wrapping,
      priority: 100, value: { $0.outcome },
      cell: { run in
        Cell(
          ([run.outcome] + run.left).joined(separator: ": "),
          ["confirmed", "flat"].contains(run.outcome) ? .good : .warning)
      }),
    Field("left", "", "what a panic left open or unproved", priority: 0) { run in
      run.left
    },
  ]

  static let callFields: [Field<AuditRun.Call>] = [
    Field("target", "TARGET", "what the call was about", priority: 100) { $0.target },
    Field("request", "REQUEST", "the call", .wrapping, priority: 60) { $0.intent.request },
    Field(
      "outcome", "OUTCOME", "the outcome of the call", priority: 100,
      value: { $0.settlement?.outcome }, cell: { Cell($0.settlement?.outcome ?? "not recorded") }),
    Field("seen", "SEEN", "what was seen afterwards", .wrapping, priority: 80) { $0.settlement?.seen },
  ]

  /// A call with all that was sent and heard, as data.
  static let requestFields: [Field<AuditRun.Call>] = [
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

  struct List: Command {
    static let scope = CommandScope.local
    static var documents: [OutputDocument] { [OutputDocument(.audit, "audit", AuditCommand.fields)] }
    static let limit = Option("limit", "N", .whole(in: 1...1_000_000), default: 20, help: "how many, the latest")
    static let spec = CommandSpec(
      name: "list", aliases: ["ls"], summary: "List what was sent",
      discussion: "A run is about a symbol or a strategy when one of its calls, or its command line, names it.",
      examples: [
        Example("hean audit list --limit 5", "the latest five"),
        Example("hean audit --since 22:00 --symbol eth", "about one symbol, since the evening"),
      ],
      options: TypedTimes.options + [Options.symbol, Options.strategy, limit])

    var times: TypedTimes
    var names: NameFilter
    var limit: Int

    init(_ line: ParsedLine) throws(UsageError) {
      times = try TypedTimes(line)
      names = try NameFilter(line)
      limit = try line[Self.limit]
    }

    func run(_ session: Session) async throws -> Output {
      let log = try AuditLog(environment: session.context.environment)
      let read = try log.runs()
      let runs = read.runs
      let times = try times.filter(session)
      let meant = runs.filter { times.takes($0.time) && $0.isAbout(names) }
      let rows = Array(meant.suffix(limit))
      var report = session.localReport("audit")
      report.list(
        AuditCommand.fields, rows,
        none: runs.isEmpty ? "This console has sent nothing yet." : "Nothing of \(runs.count) runs\(names.phrase).")
      if let last = rows.last { report.screen.hint(.query(.auditRecord, last.id)) }
      if !read.missing.isEmpty {
        report.notes.append("not read of \(log.path): \(read.missing.joined(separator: ", "))")
      }
      return .report(report)
    }
  }

  struct Show: Command {
    static let id = Operand("ID", .text(.auditEntry), help: "id from 'audit list', or a unique beginning of it")
    static let scope = CommandScope.local
    static var documents: [OutputDocument] { [OutputDocument(.audit, "audit_entry", fields, .object)] }
    static let spec = CommandSpec(
      name: "show", summary: "Show one run with every call it sent",
      examples: [Example("hean audit show 20261121074512-k3f9a1 --json", "all of it")],
      operands: [id])

    var id: String

    init(_ line: ParsedLine) throws(UsageError) { id = try line[Self.id] }

    /// One run, with its requests under `steps`.
    static let fields: [Field<AuditRun>] =
      AuditCommand.fields.map { field in
        var shown = field
        if shown.title.isEmpty { shown.title = field.name.uppercased() }
        shown.priority = max(field.priority, 1)
        return shown
      } + [
        .parts(
          "steps", "", "each call: target, request, body, outcome, seen, engine_says, request_id",
          of: AuditCommand.requestFields
        ) { $0.calls }
      ]

    func run(_ session: Session) async throws -> Output {
      let log = try AuditLog(environment: session.context.environment)
      let runs = try log.runs().runs
      let run = try Lookup.one(id, in: runs, kind: Failure.auditEntry, names: { [$0.id] })
      var report = session.localReport("audit_entry")
      report.payload = .object(Self.fields, run)
      report.screen.record(Self.fields.filter { $0.name != "steps" }, run)
      report.screen.blank()
      report.screen.table(Table(fields: AuditCommand.callFields, rows: run.calls))
      return .report(report)
    }
  }
}

extension AuditRun {
  /// Whether a call, or the command line, names the symbol and the strategy. No engine is asked, so a symbol is what
  /// the console would take it for.
  fileprivate func isAbout(_ names: NameFilter) -> Bool {
    let texts = (calls.compactMap(\.target) + argv).map { $0.lowercased() }
    func has(_ name: String?) -> Bool {
      guard let name = name?.lowercased() else { return true }
      return texts.contains { $0.contains(name) }
    }
    guard let symbol = names.symbol else { return has(names.strategy) }
    return (has(symbol) || Symbols.guess(symbol).map { has($0) } == true) && has(names.strategy)
  }
}
