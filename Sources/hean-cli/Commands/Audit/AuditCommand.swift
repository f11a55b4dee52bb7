import HeanCore

/// `hean audit …`: what this console sent, and what operators wrote down.
enum AuditCommand: CommandGroup {
  static let spec = CommandSpec(
    name: "audit", summary: "What this console sent, who sent it, and the outcome",
    discussion: """
      One line before each call and one after, in $XDG_STATE_HOME/hean/audit.jsonl. Lines are only added. Notes stand \
      there too, and when a console was unlocked and locked.
      """,
    examples: [
      Example("hean audit", "the latest, newest last"),
      Example("hean audit show 20261121074512-k3f9a1", "one run with every call"),
      Example("hean audit note 'broker confirmed: flat since 10:20'", "write something down"),
      Example("hean audit follow --to journald", "tell the journal of this machine"),
    ])
  static let subcommands: [any CommandDeclaration.Type] = [List.self, Show.self, Note.self, Export.self, Follow.self]
  static let defaultSubcommand: (any Command.Type)? = List.self

  struct List: Command {
    static let scope = CommandScope.local
    static let effect = CommandEffect.reads
    static var documents: [OutputDocument] { [OutputDocument(.audit, "audit", AuditFields.fields)] }
    static let limit = Option(
      "limit", short: "n", "N", .whole(in: 1...1_000_000), default: 20, help: "how many, the latest")
    static let spec = CommandSpec(
      name: "list", aliases: ["ls"], summary: "List what was sent, and notes",
      discussion: """
        A run is about a symbol or a strategy when one of its calls, or its command line, names it; a note when its \
        words do.
        """,
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
      let times = try times.filter(session)
      let meant = read.items.filter { times.takes($0.time) && names.isNamed(in: $0.texts) }
      let rows = Array(meant.suffix(limit))
      var report = session.localReport("audit")
      report.list(
        AuditFields.fields, rows,
        none: read.items.isEmpty
          ? "This console has sent nothing yet." : "Nothing of \(read.items.count) entries\(names.phrase).")
      if let last = rows.last { report.screen.hint(.query(.auditRecord, last.id)) }
      if !read.missing.isEmpty {
        report.notes.append("not read of \(log.path): \(read.missing.joined(separator: ", "))")
      }
      return .report(report)
    }
  }

  struct Show: Command {
    static let effect = CommandEffect.reads
    static let id = Operand("ID", .text(.auditEntry), help: "id from 'audit list', or a unique beginning of it")
    static let scope = CommandScope.local
    static var documents: [OutputDocument] { [OutputDocument(.audit, "audit_entry", AuditFields.entry, .object)] }
    static let spec = CommandSpec(
      name: "show", summary: "Show one run with every call it sent, or a note",
      examples: [Example("hean audit show 20261121074512-k3f9a1 --json", "all of it")],
      operands: [id])

    var id: String

    init(_ line: ParsedLine) throws(UsageError) { id = try line[Self.id] }

    func run(_ session: Session) async throws -> Output {
      let log = try AuditLog(environment: session.context.environment)
      let item = try Lookup.one(id, in: try log.runs().items, kind: Failure.auditEntry, names: { [$0.id] })
      var report = session.localReport("audit_entry")
      report.payload = .object(AuditFields.entry, item)
      report.screen.record(item.shown, item)
      guard let run = item.run else { return .report(report) }
      report.screen.blank()
      report.screen.table(Table(fields: AuditFields.calls, rows: run.calls))
      return .report(report)
    }
  }
}

extension AuditItem {
  /// The fields that a screen has of it: those that say something about a run, or about a remark.
  fileprivate var shown: [Field<AuditItem>] {
    let left: Set<String> =
      run == nil ? ["steps", "verb", "title", "argv", "calls", "left"] : ["steps", "kind", "text", "until"]
    return AuditFields.entry.filter { !left.contains($0.name) }
  }
}

extension NameFilter {
  /// Whether texts name the symbol and the strategy. No engine is asked, so a symbol is what the console would take it
  /// for.
  func isNamed(in texts: [String]) -> Bool {
    let texts = texts.map { $0.lowercased() }
    func has(_ name: String?) -> Bool {
      guard let name = name?.lowercased() else { return true }
      return texts.contains { $0.contains(name) }
    }
    guard let symbol else { return has(strategy) }
    return (has(symbol) || Symbols.guess(symbol).map { has($0) } == true) && has(strategy)
  }
}
