import HeanCore

enum RecordCommand: CommandGroup {
  static let spec = CommandSpec(
    name: "record", summary: "Keep what happens, because the engine forgets",
    discussion: """
      Records trades, orders, signals, decisions, equity, states and prices of one engine, each day (UTC) in files of its own \
      below the state folder: what is written there outlives the engine's memory, and its restarts. It sends nothing but \
      reads, and needs nobody at the terminal: let systemd start it (service install record).

      What is not known is recorded as a gap: a kill, an engine that does not answer, lost events, a full disk, a clock that was \
      set back, a machine that slept. Finished days are compressed by gzip, where the system has it. When --keep or --most is \
      reached, the oldest prices go first, then the oldest days; that is told, and recorded.
      """,
    examples: [
      Example("hean record", "until Ctrl-C, or as a service"),
      Example("hean record status", "is this engine recorded, and what is missing?"),
      Example("hean record list", "each day, with its size and its gaps"),
    ])
  static let subcommands: [any CommandDeclaration.Type] = [Run.self, Status.self, List.self]
  static let defaultSubcommand: (any Command.Type)? = Run.self

  struct Run: Command {
    static let effect = CommandEffect.streams
    static var documents: [OutputDocument] {
      [OutputDocument(.live, "record", RecordFields.status, source: .never)]
    }
    static let keep = Option("keep", "DAYS", .whole(in: 1...36_500), default: 90, help: "how many days are kept")
    static let most = Option(
      "most", "SIZE", .bytes(in: (1 << 20)...(1 << 40)), default: 2 << 30,
      help: "how much is kept of this engine, 1MiB or more")
    static let noMarket = Flag("no-market", help: "record no prices")
    static let span = Option("for", "TIME", .span(atLeast: .seconds(1)), help: "end after this time")
    static let spec = CommandSpec(
      name: "run", summary: "Record until interrupted",
      discussion: """
        One process records an engine at a time. Notes tell of each gap and of what is removed; with --json there is a record \
        when something changes, and each minute. A signal lets it write its last lines. Under systemd it tells when it is ready, \
        how it stands and that it is alive.
        """,
      examples: [
        Example("hean record --no-market", "without prices, which are most of the size"),
        Example("hean record --keep 30 --most 500MiB", "on a small disk"),
        Example("hean record --for 8h -o ndjson", "for a night, a record a change"),
      ], options: [keep, most, noMarket, span])

    var bounds: RecordBounds
    var includesPrices: Bool
    var duration: Duration?

    init(_ line: ParsedLine) throws(UsageError) {
      bounds = RecordBounds(days: try line[Self.keep], most: try line[Self.most])
      includesPrices = !line[Self.noMarket]
      duration = try line[Self.span]
    }

    func run(_ session: Session) async throws -> Output {
      try await RecorderRun(session: session, bounds: bounds, includesPrices: includesPrices, duration: duration).run()
    }
  }

  struct Status: Command {
    static let effect = CommandEffect.reads
    static var documents: [OutputDocument] {
      [OutputDocument(.live, "record_status", RecordFields.standing, .object, source: .never)]
    }
    static let exitCode = Flag("exit-code", help: "exit code 3 when nobody records")
    static let spec = CommandSpec(
      name: "status", summary: "Is this engine recorded, since when, and what is missing?",
      discussion: "Looks at the files only: the engine is not asked.",
      examples: [Example("hean -p main record status", "of one engine")], options: [exitCode])

    var hasExitCode: Bool

    init(_ line: ParsedLine) { hasExitCode = line[Self.exitCode] }

    func run(_ session: Session) async throws -> Output {
      let folder = try session.recordFolder
      let now = session.context.now()
      let files = folder.files()
      let yesterday = RecordFolder.Name(at: now, isMarket: false).day - 1
      let days = await RecordDays(folder: folder, environment: session.context.environment).list(from: yesterday)
      let gaps = days.flatMap { $0.gaps ?? [] }.filter { $0.reason != .removed && $0.to > now - 86_400 }
      let standing = RecordStanding(
        holder: try RecordClaim(folder: folder).holder(),
        last: try RecordTail(of: folder, now: now).last, folder: folder.path,
        bytes: files.reduce(0) { $0 + $1.size }, days: Set(files.map(\.name.day)).count,
        firstDay: files.first?.name.date, gaps: gaps)
      var report = RecordStatusView(standing: standing).report(session.viewpoint)
      if hasExitCode, standing.holder == nil { report.exit = .conditionFalse }
      return .report(report)
    }
  }

  struct List: Command {
    static let effect = CommandEffect.reads
    static var documents: [OutputDocument] {
      [OutputDocument(.live, "record_days", RecordFields.days, source: .never)]
    }
    static let spec = CommandSpec(
      name: "list", aliases: ["days"], summary: "Each day that is recorded, with its size, rows and gaps",
      examples: [
        Example("hean record list", "of this engine"),
        Example("hean record list --json", "with each gap"),
      ])

    init(_ line: ParsedLine) {}

    func run(_ session: Session) async throws -> Output {
      let folder = try session.recordFolder
      let days = await RecordDays(folder: folder, environment: session.context.environment).list()
      var report = session.localReport("record_days")
      report.holdsAmounts = false
      report.list(RecordFields.days, days, none: "nothing is recorded of this engine")
      let bytes = days.reduce(0) { $0 + $1.rowBytes + ($1.marketBytes ?? 0) }
      if !days.isEmpty {
        report.screen.blank()
        report.screen.line(
          Cell("\(Figures.counted(days.count, "day")), \(FileSize.text(bytes)), in \(folder.path)", .faint))
      }
      report.screen.hint(.command(.recordStatus))
      return .report(report)
    }
  }
}
