import HeanCore

extension PnLCommand {
  /// Files of snapshots, as commands about them name them.
  static let fileOption = Option(
    "file", "FILE", each: .text(.file),
    help: "of 'pnl snapshot --append', its files of days too; - is standard input; repeatable")

  struct History: Command {
    static let scope = CommandScope.local
    static let effect = CommandEffect.reads
    static let carriedFlags = CarriedFlags.all
    static let limitOption = Option(
      "limit", short: "n", "N", .whole(in: 1...10_000_000), help: "how many, the latest; all by default")
    static var documents: [OutputDocument] {
      [OutputDocument(.account, "pnl_history", PnLHistoryRow.fields, source: .never)]
    }
    static let spec = CommandSpec(
      name: "history", summary: "The rows of files of snapshots, oldest first",
      discussion: """
        Reads what 'pnl snapshot --append' wrote, as CSV, NDJSON or in InfluxDB's line protocol, of any version. Where \
        rows are missing, the row after them says for how long.
        """,
      examples: [
        Example("hean pnl history --file pnl.csv --since 24h", "the last day"),
        Example("hean pnl history --file pnl.csv --file old.csv -o csv", "two files as one table"),
      ],
      options: [fileOption] + TypedTimes.options + [limitOption])

    var files: [String]
    var times: TypedTimes
    var limit: Int?

    init(_ line: ParsedLine) throws(UsageError) {
      files = try line[PnLCommand.fileOption]
      times = try TypedTimes(line)
      limit = try line[Self.limitOption]
      try PnLCommand.requireFile(files)
    }

    func run(_ session: Session) async throws -> Output {
      let series = try session.snapshots(files)
      let times = try times.filter(session)
      let rows = PnLHistoryRow.all(series.rows).filter { times.takes($0.snapshot.asOf) }
      var report = session.localReport("pnl_history")
      let view = PnLHistoryView(
        rows: limit.map { Array(rows.suffix($0)) } ?? rows, known: series.rows.count, files: files)
      view.show(in: &report)
      report.caveats += series.notes
      for note in series.notes { report.screen.line(Cell(note.sentenceStart + ".", .faint)) }
      return .report(report)
    }
  }

  static func requireFile(_ files: [String]) throws(UsageError) {
    guard files.isEmpty else { return }
    throw .contradiction(
      "no file of snapshots is named", nextStep: "give --file FILE, the file of \(.command(.pnlSnapshot, "--append"))")
  }
}

extension Session {
  /// The rows of files of snapshots.
  func snapshots(_ files: [String]) throws -> SnapshotSeries {
    try SnapshotSeries(files: files, profile: profile ?? "(none)", now: context.now())
  }
}
