import HeanCore

/// What a summary of PnL has a row for.
enum PnLGrouping: String, Sendable, CaseIterable {
  case hour, day, week, month, strategy, symbol

  /// `nil` for what the engine's list of trades tells.
  var calendar: CalendarPeriod? {
    switch self {
    case .hour: .hour
    case .day: .day
    case .week: .week
    case .month: .month
    case .strategy, .symbol: nil
    }
  }
  /// `nil` for a period.
  var property: TradeGroupSums.Property? {
    switch self {
    case .strategy: .strategy
    case .symbol: .symbol
    case .hour, .day, .week, .month: nil
    }
  }
}

extension PnLCommand {
  struct Summary: Command {
    static let effect = CommandEffect.reads
    static let byOption = Option(
      "by", "WHAT", .choice(PnLGrouping.self), default: .day, help: "hour, day, week, month, strategy or symbol")
    static var documents: [OutputDocument] {
      [
        OutputDocument(.account, "pnl_summary", PnLPeriodRow.fields, source: .never),
        OutputDocument(
          .account, "pnl_trade_summary", line: "hean pnl summary --by strategy", TradeSumsRow.fields(.strategy),
          mayLackData: true),
      ]
    }
    static let spec = CommandSpec(
      name: "summary", summary: "PnL by hour, day, week, month, strategy or symbol",
      discussion: """
        Periods come from files of snapshots, in the zone of --tz: what was booked between two rows belongs to the \
        period that has the middle of the time between them. Rows that are missing, and a restart of the engine, are \
        gaps: nothing is carried over them, and a period says how much of it is covered. Strategies and symbols come \
        from the engine's list of closed trades, or with --from recorded from what 'record' kept. PnL is before fees.
        """,
      examples: [
        Example("hean pnl summary --file pnl.csv", "each day"),
        Example("hean pnl summary --file pnl.csv --by week --since 90d -o csv", "weeks, for a spreadsheet"),
        Example("hean pnl summary --by strategy", "which strategy lost most"),
        Example("hean pnl summary --by strategy --from recorded --since 7d", "of a week, from the record"),
      ],
      options: [byOption, fileOption] + TypedTimes.options + [RecordOptions.from])

    var grouping: PnLGrouping
    var files: [String]
    var times: TypedTimes
    var record: RecordUse?

    init(_ line: ParsedLine) throws(UsageError) {
      grouping = try line[Self.byOption]
      files = try line[PnLCommand.fileOption]
      times = try TypedTimes(line)
      record = try times.record(line)
      if grouping.calendar != nil {
        if record != nil {
          throw .contradiction(
            "--from recorded is about trades, and periods come from files of snapshots",
            nextStep: "add --by strategy or --by symbol, or leave it out")
        }
        try PnLCommand.requireFile(files)
      } else if !files.isEmpty {
        throw .contradiction(
          "snapshots do not tell the \(grouping.rawValue) of a profit", nextStep: "leave --file out")
      }
    }

    func run(_ session: Session) async throws -> Output {
      let times = try times.filter(session)
      guard let calendar = grouping.calendar else {
        let property = grouping.property ?? .strategy
        let answer = try await session.askOnce(TradesQuery(at: times))
        let sums = TradeGroupSums.all(answer.trades, by: property)
        return .report(TradeSumsView(answer: answer, sums: sums, property: property).report(session.viewpoint))
      }
      let series = try session.snapshots(files)
      let readings = series.readings.filter { times.takes($0.at) }
      let periods = PnLPeriods(readings, by: calendar, in: session.output.zone, now: session.context.now())
      var report = session.localReport("pnl_summary")
      PnLSummaryView(periods: periods, zone: session.output.zone, files: files).show(in: &report)
      report.caveats += series.notes
      for note in series.notes { report.screen.line(Cell(note.sentenceStart + ".", .faint)) }
      return .report(report)
    }
  }
}
