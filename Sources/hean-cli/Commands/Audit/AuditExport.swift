import HeanCore

extension AuditCommand {
  /// How lines are written for other programs.
  enum ExportFormat: String, Sendable, CaseIterable {
    case ndjson, csv, syslog, journal
  }

  struct Export: Command {
    static let scope = CommandScope.local
    static let effect = CommandEffect.reads
    static var documents: [OutputDocument] { [OutputDocument(.audit, "audit_export", AuditLineFields.all)] }
    static let format = Option(
      "format", "FORMAT", .choice(ExportFormat.self), help: "ndjson, csv, syslog (RFC 5424) or journal (of systemd)")
    static let to = Option(
      "to", "FILE", .text(.file), help: "write a new file, which only you can read; - is standard output")
    static let spec = CommandSpec(
      name: "export", summary: "Every line of the log, for other programs",
      discussion: """
        One record a line of the log: before each call, after it, and at the end of a panic; who asked and why stand in \
        each. Notes, and unlocks and locks of a console, are records too. syslog and journal say how grave it is by the outcome: 2 money left open, 3 outcome not known, 4 nothing \
        done, 5 done. journal is the Journal Export Format, for systemd-journal-remote.
        """,
      examples: [
        Example("hean audit export --since 24h -o ndjson", "a day, a record a line"),
        Example("hean audit export --format journal --to audit.export", "for a journal"),
      ],
      options: TypedTimes.options + [Options.symbol, Options.strategy, format, to])

    var times: TypedTimes
    var names: NameFilter
    var format: ExportFormat?
    var file: String?
    var effect: CommandEffect { file == nil ? .reads : .changesMachine }

    init(_ line: ParsedLine) throws(UsageError) {
      times = try TypedTimes(line)
      names = try NameFilter(line)
      format = try line[Self.format]
      file = try line[Self.to]
      guard line[GlobalOptions.redact], [.syslog, .journal].contains(format) else { return }
      throw .contradiction("--redact hides amounts in ndjson and csv only", nextStep: "choose one of these")
    }

    func run(_ session: Session) async throws -> Output {
      let log = try AuditLog(environment: session.context.environment)
      let read = try log.entries()
      let times = try times.filter(session)
      let meant = read.entries.filter { times.takes($0.record.time) && $0.isAbout(names) }
      var report = session.localReport("audit_export")
      report.list(
        AuditLineFields.all, meant,
        none: read.entries.isEmpty
          ? "This console has sent nothing yet." : "Nothing of \(read.entries.count) lines\(names.phrase).")
      if !read.missing.isEmpty {
        report.notes.append("not read of \(log.path): \(read.missing.joined(separator: ", "))")
      }
      guard format != nil || file != nil else { return .report(report) }
      try session.noteBefore(report)
      let bytes = try bytes(meant, report, session)
      if let file, file != "-" {
        try NewFile.write(Data(bytes), to: file)
        session.note("\(Figures.counted(meant.count, "record")) written to \(file)")
      } else {
        try session.context.output.writeBytes(bytes)
      }
      return .ended(.ok)
    }

    private func bytes(_ entries: [AuditEntry], _ report: Report, _ session: Session) throws -> [UInt8] {
      switch format {
      case .syslog: return entries.flatMap { Array($0.syslogLine.utf8) + [UInt8(ascii: "\n")] }
      case .journal: return entries.flatMap(\.journalExport)
      case .ndjson, .csv, nil: break
      }
      var renderer = session.renderer
      renderer.format = format.flatMap { OutputFormat(rawValue: $0.rawValue) } ?? renderer.format
      // A screen is no record for a file.
      if renderer.format == .table { renderer.format = .ndjson }
      var text = ""
      try renderer.render(report) { text += $0 }
      return Array(text.utf8)
    }
  }
}

extension AuditEntry {
  /// Whether the call, the command line, or the words of a note name the symbol and the strategy.
  fileprivate func isAbout(_ names: NameFilter) -> Bool {
    names.isNamed(in: [target, record.remark?.text].compactMap(\.self) + (intent?.argv ?? []))
  }
}
