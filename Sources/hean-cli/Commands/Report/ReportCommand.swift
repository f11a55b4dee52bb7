import HeanCore

struct ReportCommand: QueryCommand {
  static let day = Option("day", "DAY", .day, help: "one day: today, yesterday, monday, 2026-11-21")
  static let html = Option(
    "html", "FILE", .text(.file), help: "write the page to this file; - is standard output, instead")
  static var documents: [OutputDocument] { [OutputDocument(.account, "report", ReportFields.all(), .object)] }
  static let spec = CommandSpec(
    name: "report", summary: "A report of some time, with --html as a page",
    discussion: """
      What was traded, what was blocked, and what went wrong. The page is one file without scripts that loads nothing: \
      open positions, figures, equity, trades, blocked signals, incidents, what operators sent, and what is not known. It is written \
      whole or not at all, and only over an earlier report. State, open positions and equity are of now. Exit code 4: the closed trades \
      are not known; the page is written and says so.
      """,
    examples: [
      Example("hean report --html report.html", "all that the engine remembers"),
      Example("hean report --html public.html --redact", "a page without amounts, to be shown to others"),
      Example("hean report --day yesterday --html report.html", "for cron, after midnight"),
      Example("hean report --since 24h --json", "the same content as data"),
    ],
    options: [day] + TypedTimes.options + [TradeChoice.from, html])

  var day: ReportDay?
  var times: TypedTimes
  /// Of snapshots; `nil` for realized equity.
  var from: String?
  var html: String?
  var record: RecordUse?
  var effect: CommandEffect { html == nil || html == "-" ? .reads : .changesMachine }

  init(_ line: ParsedLine) throws(UsageError) {
    day = try line[Self.day]
    times = try TypedTimes(line)
    from = try line[TradeChoice.from]
    html = try line[Self.html]
    if html == "-", let other = line.text(Settings.output) ?? (line[GlobalOptions.json] ? "json" : nil) {
      throw .contradiction(
        "the page and \(other) cannot both go to standard output", nextStep: "name a file for the page")
    }
    if RecordOptions.isRecord(from) { record = .span(hasPrices: false) { [self] in try span($0) } }
    guard day != nil, !times.isAll else { return }
    throw .contradiction("--day is a span of its own", nextStep: "leave out --since and --until, or --day")
  }

  func query(_ session: Session) throws -> TradingReportQuery {
    let file = record == nil ? from : nil
    return TradingReportQuery(try session.analytics(TradesQuery(at: try span(session)), equityFrom: file)) {
      session.pastAttempts(on: $0)
    }
  }

  private func span(_ session: Session) throws -> TimeFilter {
    if let record = session.record { return record.times }
    return try day?.filter(now: session.context.now(), in: session.output.zone) ?? times.filter(session)
  }

  func report(_ answer: TradingReport, _ session: Session) throws -> Report {
    // Once, so that the whole report is of one moment.
    let view = session.viewpoint
    var report = view.report("report", on: answer.context, receivedAt: answer.receivedAt)
    let content = ReportContent(
      report: answer, operators: OperatorRuns(session, at: answer.times), source: view.source(of: answer.context),
      madeAt: view.now, file: html)
    let timestamp: @Sendable (Date?) -> String = { view.timestamp($0) }
    report.payload = .object(ReportFields.all(view.commands, timestamp), content)
    report.notes += answer.analytics?.curve?.notes ?? []
    report.notes += content.missing.map { "could not be read: \($0)" }
    if !content.areTradesKnown {
      report.exit = .staleOrUnconfirmed
      report.notes.append(
        content.isBeforeMemory
          ? "the closed trades are not known: the engine was started after that time"
          : "the closed trades are not known")
    }
    if let html {
      let page = ReportPage(
        content: content, zone: session.output.zone, commands: session.commands,
        theme: session.settings.pictureTheme, redaction: session.output.redaction)
      if html == "-" {
        report.instead = Data(page.text.utf8)
      } else {
        try GeneratedFile.write(page.text, to: html, as: .report)
      }
    }
    report.screen.context(answer.context, view)
    report.screen.summary(content, view, asPage: page(session))
    for figure in view.record?.figures ?? [] { report.caveat(figure, .warning) }
    return report
  }

  /// The same report as a page.
  private func page(_ session: Session) -> ConsoleCommand {
    let typed: [(String, String?)] = [
      ("--day", day?.text), ("--since", times.since?.description), ("--until", times.until?.description),
      ("--from", from), ("--tz", session.settings.timeZone.isTyped ? session.output.zone.name : nil),
      ("--html", "report.html"),
    ]
    return ConsoleCommand(.report, typed.flatMap { name, value in value.map { [name, $0] } ?? [] })
  }
}

extension Setting {
  fileprivate var isTyped: Bool { if case .flag = origin { true } else { false } }
}
