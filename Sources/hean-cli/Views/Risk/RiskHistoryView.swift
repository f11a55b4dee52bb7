import HeanCore

/// Known changes of governor, kill switch and engine, and how far back each source reaches.
struct RiskHistoryView {
  var answer: RiskHistoryAnswer
  /// How many changes are shown.
  var limit: Int
  /// What a sentence about an empty list says of the time.
  var ofTime: String
  /// Whether recorded snapshots are among the sources.
  var hasSnapshots: Bool

  private static let recording = Guidance.command(.pnlSnapshot, "--append", "pnl.csv")

  func report(_ view: Viewpoint) -> Report {
    var report = view.report("risk_history", on: answer.context, receivedAt: answer.receivedAt)
    report.needsFreshness = false
    let rows = Array(answer.changes.prefix(limit))
    report.screen.context(answer.context, view)
    report.screen.line(Cell(Self.now(answer, view), .strong))
    report.screen.blank()
    report.list(
      RiskHistoryFields.changes, rows,
      none: answer.known > 0 ? "No change\(ofTime); \(answer.known) of other times." : "No change is known.")
    if answer.changes.count > rows.count {
      report.screen.line(Cell("… and \(answer.changes.count - rows.count) more: --limit N", .faint))
    }
    report.screen.blank()
    report.screen.line(Cell("HOW FAR BACK", .faint))
    report.screen.table(Table(fields: RiskHistoryFields.reaches, rows: answer.reaches))
    for reach in answer.reaches {
      let since = reach.since.map { ", back to \(view.timestamp($0))" } ?? ""
      report.caveats.append("\(reach.source)\(since): \(reach.words)")
    }
    if !hasSnapshots { report.screen.hint("snapshots tell more, when they were recorded: \(Self.recording)") }
    return report
  }

  private static func now(_ answer: RiskHistoryAnswer, _ view: Viewpoint) -> String {
    "\(view.record == nil ? "Now" : "At the end"): engine \(answer.context.engineState ?? "?"), governor \(answer.governor?.rawValue ?? "?"), kill switch "
      + answer.killSwitch.message
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
    .moment("not_before", "", "the earliest moment, for a change between two looks or snapshots", priority: 0) {
      $0.notBefore
    },
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
