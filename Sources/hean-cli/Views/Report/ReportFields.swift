import HeanCore

/// Names of the parts of a report in JSON.
enum ReportFields {
  static func all(
    _ commands: CommandLines = CommandLines(), _ timestamp: @escaping @Sendable (Date?) -> String = Self.utc
  )
    -> [Field<ReportContent>]
  {
    let state = StatusFields.all(commands)
    @Sendable func position(at moment: Date) -> [Field<Position>] { PositionFields.all(now: moment) }
    return [
      .moment("since", "", "the first moment that is meant; null for as far back as the lists reach", priority: 0) {
        $0.report.times.since
      },
      .moment("until", "", "the last moment that is meant; null for now", priority: 0) { $0.report.times.until },
      .moment("first_close", "", "of the trades in it", priority: 0) { $0.closes.min() },
      .moment("last_close", "", "of the trades in it", priority: 0) { $0.closes.max() },
      Field("mode_meaning", "", "what the mode in source means for money", priority: 0) { $0.mode.meaning },
      Field("trades_known", "", "false when no list of closed trades can be believed", priority: 0) {
        $0.areTradesKnown
      },
      .part("state", "", "of the engine when it was asked, as in status; null when it did not tell", of: state) {
        $0.report.status
      },
      Field(
        "positions", "", "open when the report was made, as in positions; null when not known", priority: 0,
        type: FieldType(.list(FieldType(.object(position(at: .distantPast).described()))), canBeMissing: true)
      ) { content in
        // Ages are those at that time.
        let fields = position(at: content.madeAt)
        return content.positions.map { .array($0.map { fields.object($0) }) } ?? .null
      },
      .parts("figures", "", "as in analytics, and the fees of entry under the name fees", of: FigureRow.fields) {
        $0.figures
      },
      .part(
        "equity_curve", "", "basis (realized or snapshots) and points (at, equity, underwater); null when not known",
        of: curve
      ) { $0.report.analytics?.curve },
      Field(
        "equity_change_pct", "", "of recorded snapshots of that time, without transfers; null without them",
        priority: 0,
        unit: .percent
      ) {
        $0.recordedCurve?.changePercent
      },
      .parts("trades", "", "as in trades, newest first", of: TradeFields.all) { $0.trades },
      .parts("strategies", "", "as in analytics strategies", of: GroupRow.strategies) { $0.strategies },
      .part(
        "signals", "",
        "judged, accepted, refused, reaches_back_to, reasons and filters (of strategies, since the process began), each "
          + "with code, count, meaning, cleared_by; null when not known",
        of: signals(commands)
      ) { $0.blocked },
      .parts(
        "incidents", "", "what stopped trading or went wrong: kind, at, last, count, message, sources; latest first",
        of: IncidentFields.all
      ) { $0.report.incidents },
      .parts("operators", "", "as in audit: what was sent from here, and notes, oldest first", of: AuditFields.fields) {
        $0.operators.items
      },
      .member("missing", "what could not be read") { $0.missing },
      .member("limits", "what the engine does not tell, or not for sure") { $0.limits(timestamp) },
      Field("page", "", "the file that --html has written; null without it", priority: 0) { $0.file },
    ]
  }

  static let utc: @Sendable (Date?) -> String = { $0.map { EngineTime.shortest($0) } ?? "–" }

  private static let curve: [Field<EquityCurve>] = [
    .member("basis") { $0.basis },
    .parts("points", "", "", of: CurveRow.fields) { curve in
      zip(curve.points, curve.underwater).map { CurveRow(at: $0.at, equity: $0.equity, underwater: $1) }
    },
  ]

  private static func signals(_ commands: CommandLines) -> [Field<BlockedSignals>] {
    let reasons = ReasonFields.all(commands)
    return [
      .member("judged") { $0.judged }, .member("accepted") { $0.accepted }, .member("refused") { $0.refused },
      .member("reaches_back_to") { $0.reachesBackTo }, .parts("reasons", "", "", of: reasons) { $0.reasons },
      .parts("filters", "", "", of: reasons) { $0.filters },
    ]
  }
}

/// A reason why signals are refused, with what clears it.
enum ReasonFields {
  static func all(_ commands: CommandLines) -> [Field<ReasonCount>] {
    [
      Field("code", "REASON", "as the engine writes it", priority: 100) { $0.code },
      Field("count", "SIGNALS", "how many were refused because of it", .trailing, priority: 99) {
        $0.count
      },
      Field("meaning", "MEANING", "what it means", .wrapping, priority: 90) { Reason.meaning($0.code) },
      Field("cleared_by", "CLEARED BY", "what must happen so that it does not apply any more", .wrapping, priority: 80)
      {
        Reason.of($0.code).map { commands($0.clearedBy) }
      },
    ]
  }
}

enum IncidentFields {
  static let all: [Field<Incident>] = [
    .moment("at", "FIRST", "when it happened first", priority: 100) { $0.at },
    .moment("last", "LAST", "when it happened last", priority: 90) { $0.last },
    Field("count", "TIMES", "how often the engine's lists tell it", .trailing, priority: 80) {
      $0.count
    },
    Field("kind", "WHAT", Incident.Kind.allCases.map(\.rawValue).joined(separator: ", "), priority: 99) {
      $0.kind
    } cell: {
      Cell($0.kind.words, $0.kind.style)
    },
    Field("message", "TOLD", "in one line", .wrapping, priority: 98) { $0.message },
    Field("sources", "SOURCES", "endpoints that tell it", .wrapping, priority: 50) {
      $0.sources
    },
  ]
}

extension Incident.Kind {
  fileprivate var words: String { rawValue.replacing("_", with: " ") }

  fileprivate var style: Style {
    switch self {
    case .killSwitch, .emergency, .stop, .failedClose: .bad
    case .governor, .quarantine, .dropped, .alert: .warning
    case .control, .start: .plain
    }
  }
}
