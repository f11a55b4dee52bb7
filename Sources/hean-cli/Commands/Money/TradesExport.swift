import HeanCore

extension TradesCommand {
  struct Export: Command {
    static let effect = CommandEffect.changesMachine
    static var documents: [OutputDocument] {
      [OutputDocument(.books, "trades_export", TradesExportRow.fields, .object)]
    }
    static let to = Option(
      "to", "FILE", .file("it is continued; 'trades list -o csv' writes to standard output"),
      help: "the file to continue, or to begin")
    static let format = Option(
      "format", "FORMAT", .choice(TradesFile.Format.self), help: "csv or ndjson; by the name of the file")
    static let spec = CommandSpec(
      name: "export", summary: "Continue a file of closed trades, each trade once",
      discussion: """
        Appends the trades that the file does not have, from cron as often as you like: a trade is known by its id and the \
        time at which it was opened, so that a restart of the engine repeats none. The engine lists its latest 500. When \
        none of those is in the file, trades between the two can be missing: that is told, with exit code 4. With --from \
        recorded they come from what the recorder has kept. A file is about one engine. Safe for several processes at once.
        """,
      examples: [
        Example("hean trades export --to trades.csv", "what is new since the last time"),
        Example("hean trades export --since 24h --to day.ndjson", "only the last day"),
      ],
      options: [to] + TypedTimes.options + [format, RecordOptions.from])

    var file: String
    var format: TradesFile.Format
    var times: TypedTimes
    var record: RecordUse?

    init(_ line: ParsedLine) throws(UsageError) {
      guard let file = try line[Self.to] else { throw .missingOperand("--to FILE", path: line.path) }
      self.file = file
      format = try line[Self.format] ?? (file.hasSuffix(".ndjson") || file.hasSuffix(".jsonl") ? .ndjson : .csv)
      times = try TypedTimes(line)
      guard try line[RecordOptions.from] != nil else { return }
      record = .span(hasPrices: false) { [times] session in
        var times = try times.filter(session)
        // All that is recorded, not a day of it.
        times.since = times.since ?? Date(timeIntervalSince1970: 0)
        return times
      }
    }

    func run(_ session: Session) async throws -> Output {
      let times = try times.filter(session)
      let answer = try await session.askOnce(TradesQuery())
      let meant = answer.trades.filter { times.takes($0.closedAt) }
      session.context.workLimit.end()
      // A record reaches over changes of mode, and a practice engine never becomes another.
      let mode = answer.context.mode
      let isOne = session.record == nil || PnLSnapshot.isPractice(mode.rawValue)
      let result = try TradesFile(path: file, format: format).append(
        meant.reversed(), mode: isOne ? mode.rawValue : nil, engine: session.sourceURL)
      return .report(report(answer, result, session))
    }

    private func report(_ answer: TradesAnswer, _ result: TradesFile.Result, _ session: Session) -> Report {
      var row = TradesExportRow(file: file, added: result.added, known: result.known)
      if session.record == nil, result.rows > 0, result.known == 0, times.isAll {
        row.holeFrom = result.newest
        row.holeUntil = answer.trades.last?.closedAt ?? answer.receivedAt
      }
      let view = session.viewpoint
      var report = view.report("trades_export", on: answer.context, receivedAt: answer.receivedAt)
      report.needsFreshness = false
      report.payload = .object(TradesExportRow.fields, row)
      report.screen.context(answer.context, view)
      report.screen.line(
        Cell("\(Figures.counted(result.added, "trade")) added to \(file.printable), \(result.known) were in it."))
      if let fragment = result.savedFragment {
        report.notes.append("an unfinished line at the end of \(file) was moved to \(fragment)")
      }
      for missing in answer.missing { report.notes.append("could not be read: \(missing)") }
      if row.holeFrom != nil {
        report.exit = .staleOrUnconfirmed
        report.notes.append(
          "none of the trades that the engine lists was in the file: those between \(session.timestamp(row.holeFrom)) and "
            + "\(session.timestamp(row.holeUntil)) can be missing, because it has forgotten them or was restarted")
      }
      return report
    }
  }
}

/// What an export did.
struct TradesExportRow: Sendable {
  var file: String
  var added: Int
  var known: Int
  /// Between these trades can be missing; `nil` when the file and the engine's list meet.
  var holeFrom: Date?
  var holeUntil: Date?

  static let fields: [Field<TradesExportRow>] = [
    .member("file", "the file that was continued") { $0.file },
    .member("added", "trades that were not in it") { $0.added },
    .member("known", "trades of the list that were in it") { $0.known },
    .member("hole_from", "from here to hole_until trades can be missing; null without a hole") { $0.holeFrom },
    .member("hole_until", "end of the time of which trades can be missing") { $0.holeUntil },
  ]
}
