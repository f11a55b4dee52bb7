import HeanCore

extension RiskCommand {
  struct History: QueryCommand {
    static let from = Option(
      "from", "FILE", .text(.file),
      help:
        "also changes between the snapshots in this file (- is standard input); 'recorded': what the recorder has kept")
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
    var record: RecordUse?

    init(_ line: ParsedLine) throws(UsageError) {
      times = try TypedTimes(line)
      limit = try line[Options.limit]
      file = try line[Self.from]
      guard RecordOptions.isRecord(file) else { return }
      file = nil
      record = .span(hasPrices: false) { [times] in try times.filter($0) }
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
      if let past = session.record?.past {
        recorded += past.changes
        reaches.append(
          RecordReach(
            RecordedChanges.source, since: past.firstLook,
            "what changed from one look to the next, about a minute later"))
      }
      return RiskHistoryQuery(at: try times.filter(session), recorded: recorded, reaches: reaches)
    }

    func report(_ answer: RiskHistoryQuery.Answer, _ session: Session) -> Report {
      RiskHistoryView(answer: answer, limit: limit, ofTime: times.phrase, hasSnapshots: file != nil || record != nil)
        .report(
          session.viewpoint)
    }
  }
}
