import HeanCore

/// Names of the parts of a report in JSON.
enum ReportFields {
  static func all(
    _ commands: CommandLines = CommandLines(), _ timestamp: @escaping @Sendable (Date?) -> String = Self.utc
  )
    -> [Field<ReportContent>]
  {
    [
      .moment("since", "", "the first moment that is meant; null for as far back as the lists reach", priority: 0) {
        $0.report.times.since
      },
      .moment("until", "", "the last moment that is meant; null for now", priority: 0) { $0.report.times.until },
      .moment("first_close", "", "of the trades in it", priority: 0) { $0.closes.min() },
      .moment("last_close", "", "of the trades in it", priority: 0) { $0.closes.max() },
      Field("mode_meaning", "", "what the mode in source means for money", priority: 0) { .string($0.mode.meaning) },
      Field("trades_known", "", "false when no list of closed trades can be believed", priority: 0) {
        .bool($0.areTradesKnown)
      },
      part("state", "of the engine when it was asked, as in status; null when it did not tell") { content in
        content.report.status.map { StatusFields.all(commands).object($0) } ?? .null
      },
      part("positions", "open when the report was made, as in positions; null when not known") { content in
        let fields = PositionFields.all(now: content.madeAt)
        return content.positions.map { .array($0.map { fields.object($0) }) } ?? .null
      },
      part("figures", "as in analytics, and the fees of entry under the name fees") { content in
        .array(content.figures.map { FigureRow.fields.object($0) })
      },
      part("equity_curve", "basis (realized or snapshots) and points (at, equity, underwater); null when not known") {
        $0.report.analytics?.curve.map(curve) ?? .null
      },
      part("trades", "as in trades, newest first") { content in
        .array(content.trades.map { TradeFields.all.object($0) })
      },
      part("strategies", "as in analytics strategies") { content in
        .array(content.strategies.map { GroupRow.strategies.object($0) })
      },
      part(
        "signals",
        "judged, accepted, refused, reaches_back_to, reasons and filters (of strategies, since the process began), each "
          + "with code, count, meaning, cleared_by; null when not known"
      ) {
        $0.blocked.map { signals($0, commands) } ?? .null
      },
      part("incidents", "what stopped trading or went wrong: kind, at, last, count, message, sources; latest first") {
        .array($0.report.incidents.map { IncidentFields.all.object($0) })
      },
      part("operators", "as in audit: what was sent from here, oldest first") { content in
        .array(content.operators.runs.map { AuditCommand.fields.object($0) })
      },
      part("missing", "what could not be read") { content in .array(content.missing.map { .string($0) }) },
      part("limits", "what the engine does not tell, or not for sure") { content in
        .array(content.limits(timestamp).map { .string($0) })
      },
      Field("page", "", "the file that --html has written; null without it", priority: 0) { .optional($0.file) },
    ]
  }

  static let utc: @Sendable (Date?) -> String = { $0.map { EngineTime.shortest($0) } ?? "–" }

  private static func part(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (ReportContent) -> JSONValue
  ) -> Field<ReportContent> { Field(name, "", meaning, priority: 0, value: value) }

  private static func curve(_ curve: EquityCurve) -> JSONValue {
    let points = zip(curve.points, curve.underwater).map { point, underwater -> JSONValue in
      ["at": .time(point.at), "equity": .figure(point.equity), "underwater": .figure(underwater)]
    }
    return ["basis": .string(curve.basis.rawValue), "points": .array(points)]
  }

  private static func signals(_ blocked: BlockedSignals, _ commands: CommandLines) -> JSONValue {
    let reasons = ReasonFields.all(commands)
    return [
      "judged": .optional(blocked.judged), "accepted": .optional(blocked.accepted),
      "refused": .optional(blocked.refused), "reaches_back_to": .time(blocked.reachesBackTo),
      "reasons": .array(blocked.reasons.map { reasons.object($0) }),
      "filters": blocked.filters.map { .array($0.map { reasons.object($0) }) } ?? .null,
    ]
  }
}

/// A reason why signals are refused, with what clears it.
enum ReasonFields {
  static func all(_ commands: CommandLines) -> [Field<ReasonCount>] {
    [
      Field("code", "REASON", "as the engine writes it", priority: 100) { .string($0.code) },
      Field("count", "SIGNALS", "how many were refused because of it", .trailing, priority: 99) {
        .number(Decimal($0.count))
      },
      Field("meaning", "MEANING", "what it means", .wrapping, priority: 90) { .string(Reason.meaning($0.code)) },
      Field("cleared_by", "CLEARED BY", "what must happen so that it does not apply any more", .wrapping, priority: 80)
      {
        .optional(Reason.of($0.code).map { commands($0.clearedBy) })
      },
    ]
  }
}

enum IncidentFields {
  static let all: [Field<Incident>] = [
    .moment("at", "FIRST", "when it happened first", priority: 100) { $0.at },
    .moment("last", "LAST", "when it happened last", priority: 90) { $0.last },
    Field("count", "TIMES", "how often the engine's lists tell it", .trailing, priority: 80) {
      .number(Decimal($0.count))
    },
    Field("kind", "WHAT", Incident.Kind.allCases.map(\.rawValue).joined(separator: ", "), priority: 99) {
      .string($0.kind.rawValue)
    } cell: {
      Cell($0.kind.words, $0.kind.style)
    },
    Field("message", "TOLD", "in one line", .wrapping, priority: 98) { .string($0.message) },
    Field("sources", "SOURCES", "endpoints that tell it", .wrapping, priority: 50) {
      .array($0.sources.map { .string($0) })
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

extension Array {
  /// A row as the object that stands for it in JSON.
  func object<Row>(_ row: Row) -> JSONValue where Element == Field<Row> {
    .object(Dictionary(map { ($0.name, $0.value(row)) }, uniquingKeysWith: { first, _ in first }))
  }
}
