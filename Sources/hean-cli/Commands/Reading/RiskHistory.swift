import HeanCore

extension RiskCommand {
  struct History: QueryCommand {
    static let from = Option("from", "FILE", .text(.file), help: "also changes between the snapshots in this file")
    static var documents: [OutputDocument] { [OutputDocument(.books, "risk_history", RiskHistoryFields.changes)] }
    static let spec = CommandSpec(
      name: "history", summary: "Known changes of governor, kill switch and engine, newest first",
      discussion: """
        The engine keeps no history of these. This puts together what its endpoints still remember, what its log and \
        its memory of events hold, what the audit log of this console tells, and with --from the rows of 'pnl \
        snapshot'. Each change names its source, and below stands how far back each source reaches; what happened \
        beyond that is not known. 'The engine says done' is its claim and no proof.
        """,
      examples: [
        Example("hean risk history --since 24h", "of the last day"),
        Example("hean risk history --from pnl.csv --json", "with recorded snapshots, for a script"),
      ],
      options: TypedTimes.options + [Options.limit, from])

    var times: TypedTimes
    var limit: Int
    /// Of snapshots; `nil` for none.
    var file: String?

    init(_ line: ParsedLine) throws(UsageError) {
      times = try TypedTimes(line)
      limit = try line[Options.limit]
      file = try line[Self.from]
    }

    func query(_ session: Session) throws -> RiskHistoryQuery {
      let calls = session.riskCalls()
      var recorded = calls.changes
      var reaches = [calls.reach]
      if let file {
        let states = try SnapshotStates(path: file, profile: session.profile ?? "(none)")
        recorded += states.changes
        reaches.append(
          RecordReach(
            file, since: states.since,
            "\(Figures.counted(states.count, "snapshot")) of this profile, nothing in between"))
      }
      return RiskHistoryQuery(at: try times.filter(session), recorded: recorded, reaches: reaches)
    }

    func report(_ answer: RiskHistoryQuery.Answer, _ session: Session) -> Report {
      var report = session.report("risk_history", on: answer.context, receivedAt: answer.receivedAt)
      report.needsFreshness = false
      let rows = Array(answer.changes.prefix(limit))
      report.screen.context(answer.context, session)
      report.screen.line(Cell(Self.now(answer), .strong))
      report.screen.blank()
      report.list(
        RiskHistoryFields.changes, rows,
        none: answer.known > 0 ? "No change\(times.phrase); \(answer.known) of other times." : "No change is known.")
      if answer.changes.count > rows.count {
        report.screen.line(Cell("… and \(answer.changes.count - rows.count) more: --limit N", .faint))
      }
      report.screen.blank()
      report.screen.line(Cell("HOW FAR BACK", .faint))
      report.screen.table(Table(fields: RiskHistoryFields.reaches, rows: answer.reaches))
      for reach in answer.reaches {
        let since = reach.since.map { ", back to \(session.timestamp($0))" } ?? ""
        report.caveats.append("\(reach.source)\(since): \(reach.words)")
      }
      if file == nil { report.screen.hint("snapshots tell more, when they were recorded: \(Self.recording)") }
      return report
    }

    private static let recording = Guidance.command(.pnlSnapshot, "--append", "pnl.csv")

    private static func now(_ answer: RiskHistoryAnswer) -> String {
      "Now: engine \(answer.context.engineState ?? "?"), governor \(answer.governor?.rawValue ?? "?"), kill switch "
        + answer.killSwitch.message
    }
  }
}

enum RiskHistoryFields {
  static let changes: [Field<RiskChange>] = [
    .moment("at", "TIME", "when; of snapshots the time of the later one; null when not told", priority: 100) { $0.at },
    Field(
      "subject", "WHAT", "governor, kill_switch, emergency, latch, engine or quarantine", priority: 100
    ) {
      $0.subject
    } cell: {
      Cell($0.subject.rawValue.replacing("_", with: " "))
    },
    Field("change", "CHANGE", "what happened, in a few words", .wrapping, priority: 100) { $0.what },
    Field("state", "", "the state afterwards, in the engine's word; null where none is named", priority: 0) {
      $0.state
    },
    Field("reason", "REASON", "reason or circumstances, in the words of the source", .wrapping, priority: 60) {
      $0.reason
    } cell: {
      Cell($0.reason ?? "")
    },
    Field("sources", "SOURCE", "endpoints and files that tell of it", .wrapping, priority: 70) {
      $0.sources
    } cell: {
      Cell($0.sources.joined(separator: ", "))
    },
    .moment("not_before", "", "the earliest moment, for a change between two snapshots", priority: 0) { $0.notBefore },
  ]

  static let reaches: [Field<RecordReach>] = [
    Field("source", "SOURCE", "endpoint or file", priority: 100) { $0.source },
    Field("since", "BACK TO", "its oldest moment", priority: 90) {
      $0.since
    } cell: {
      Cell.time($0.since)
    },
    Field("holds", "HOLDS", "what it tells of", .wrapping, priority: 100) { $0.words },
  ]
}
