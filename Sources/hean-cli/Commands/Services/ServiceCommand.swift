import HeanCore

enum ServiceCommand: CommandGroup {
  static let spec = CommandSpec(
    name: "service", aliases: ["services"], summary: "Let systemd or cron run hean, without a terminal",
    discussion: """
      guard looks after an engine; alerts is 'alert run', which guard does as well: only one of them runs; record keeps what \
      happens; snapshot appends a row of 'pnl snapshot' every hour; exporter serves metrics for Prometheus on 127.0.0.1:9464. Each \
      file is about one engine: the one that -p or --url names. No file has a key in it.

      hean writes files and starts nothing: it tells what to type next. The first line of each file has a digest of the \
      rest, so a file that was edited is noticed, and left alone without --force; a file of somebody else always is. \
      Changes of your own are better kept beside it: systemctl edit.

      Units of a user have the user's profiles and keys. With --system they have those in /etc/hean, their state is in \
      /var/lib/hean, and a key comes as a credential of systemd. They may read no home directory, write nothing but their \
      state, and start no program with rights of its own: a receiver of kind mail needs a unit of a user.
      """,
    examples: [
      Example("hean -p main service show", "every file, as it would be written"),
      Example("hean -p main service install guard", "write the unit of the guard, after a question"),
      Example("hean -p main service show --for cron", "lines for a crontab"),
    ])
  static let subcommands: [any CommandDeclaration.Type] = [Show.self, Install.self, Remove.self]
  static let defaultSubcommand: (any Command.Type)? = Show.self

  struct Show: Command {
    static let effect = CommandEffect.reads
    static var documents: [OutputDocument] {
      [OutputDocument(.console, "service_files", ServiceFields.files, source: .never)]
    }
    static let spec = CommandSpec(
      name: "show", summary: "The files that would be installed, whole, with their paths",
      discussion: "What is no line of a file begins with #, so the output can be pasted as it is.",
      examples: [
        Example("hean -p main service show guard", "the unit for your own user"),
        Example("hean -p main service show --system", "units for the whole machine"),
        Example("hean -p main service show --for cron", "lines for 'crontab -e'"),
        Example("hean service show --for logrotate", "for the files that only grow"),
      ], options: ServiceOptions.choosing, operands: [ServiceOptions.services])

    var options: ServiceOptions

    init(_ line: ParsedLine) throws(UsageError) { options = try ServiceOptions(line) }

    func run(_ session: Session) async throws -> Output {
      let plan = try session.servicePlan(options)
      let rows = plan.files(for: options.manager).map { ServiceFileRow(file: $0, state: $0.state()) }
      var report = session.localReport("service_files")
      report.holdsAmounts = false
      report.payload = .list(ServiceFields.files, rows)
      for row in rows {
        if let path = row.file.path { report.screen.verbatim("# \(path) (\(row.state.meaning))") }
        for line in row.file.shown { report.screen.verbatim(line) }
        report.screen.blank()
      }
      for words in session.serviceCautions(plan, options) {
        report.caveats.append(words)
        report.screen.verbatim("# \(words)")
      }
      if options.isInstallable {
        report.screen.hint(Guidance(.command(ConsoleCommand(.serviceInstall, options.words))))
      }
      return .report(report)
    }
  }
}

/// A file, and what is at its path.
struct ServiceFileRow: Sendable {
  var file: ServiceFile
  var state: ServiceFile.State
}

extension ServiceFile {
  /// Its lines. What has no path is pasted somewhere, and needs no first line to be known by.
  var shown: [String] {
    (path == nil ? content : text).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}

extension ServiceFile.State: FieldWord {
  var meaning: String {
    switch self {
    case .missing: "not installed"
    case .current: "installed"
    case .outdated: "installed by hean, with other words"
    case .edited: "installed by hean, and edited"
    case .foreign: "not written by hean"
    case .unknown: "cannot be read"
    }
  }
}

enum ServiceFields {
  static let files: [Field<ServiceFileRow>] = [
    Field("path", "FILE", "where it belongs; null for lines of a user's crontab", priority: 100) { $0.file.path },
    Field("state", "STATE", "what is there now", priority: 90) { $0.state },
    Field("text", "", "the whole file", priority: 0) { $0.file.path == nil ? $0.file.content : $0.file.text },
  ]
}
