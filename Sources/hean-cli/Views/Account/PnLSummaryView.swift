import HeanCore

/// PnL of periods, with the share of each that is covered.
struct PnLSummaryView {
  var periods: PnLPeriods
  var zone: Zone
  /// The files of which they are.
  var files: [String]

  func show(in report: inout Report) {
    report.screen.line(Cell("Periods in \(zone.name); PnL before fees, of the covered time", .faint))
    report.list(PnLPeriodRow.fields, periods.periods, none: "No row of that time.")
    let known = periods.periods.compactMap(\.realized)
    if !known.isEmpty {
      report.screen.blank()
      report.screen.line(Cell("Covered time: \(Figures.signed(known.reduce(0, +))) USDT.", .strong))
    }
    for (cause, gaps) in Dictionary(grouping: periods.gaps, by: \.cause).sorted(by: {
      $0.key.rawValue < $1.key.rawValue
    }) {
      report.caveat(Self.words(cause, gaps), .warning)
    }
    if let file = files.first, !periods.gaps.isEmpty {
      report.screen.hint("between which rows: \(.command(.pnlHistory, "--file", file))")
    }
    if !known.isEmpty { report.screen.disclaim() }
  }

  /// What a kind of gap means, with what is known to have been booked in it.
  static func words(_ cause: PnLGap.Cause, _ gaps: [PnLGap]) -> String {
    let count = gaps.count == 1 ? "once" : "\(gaps.count) times"
    let spans = Spans.text(gaps.reduce(0) { $0 + $1.until.timeIntervalSince($1.from) })
    let booked = gaps.compactMap(\.realized)
    let sum = booked.isEmpty ? "" : "; \(Figures.signed(booked.reduce(0, +))) USDT known to be booked then"
    return switch cause {
    case .missing: "rows are missing \(count), for \(spans) in all\(sum)"
    case .restart:
      "the engine was started anew \(count): what it had booked since the row before is not known\(sum), since the start"
    case .unknown: "realized PnL was not known \(count), for \(spans) in all"
    }
  }
}

extension PnLGap.Cause: FieldWord {}

/// Names of the fields of a period.
enum PnLPeriodRow {
  static let fields: [Field<PnLPeriod>] = [
    Field("period", "PERIOD", "in the zone of --tz: an hour, a date, an ISO week or a month", priority: 100) {
      $0.name
    },
    .signed("realized_pnl", "REALIZED", "before fees, of the covered time; null when none is (USDT)", priority: 99) {
      $0.realized
    },
    Field(
      "covered", "COVERED", "share of the period of which rows tell, 0 to 1; up to now of one that goes on", .trailing,
      priority: 98, unit: .fraction
    ) {
      $0.covered
    } cell: {
      Cell("\(Int(($0.covered * 100).rounded(.down))) %", $0.covered < 0.99 ? .warning : .plain)
    },
    Field("gap_count", "GAPS", "times in it of which nothing is known", .trailing, priority: 97) {
      $0.gaps.count
    } cell: {
      $0.gaps.isEmpty ? Cell("") : Cell("\($0.gaps.count)", .warning)
    },
    .signed(
      "realized_in_gaps", "IN GAPS", "known to be booked in gaps that lie in it whole; not in realized_pnl (USDT)",
      priority: 70
    ) { $0.realizedInGaps },
    .amount("fees", "FEES", "of the covered time; null when not told (USDT)", priority: 90) { $0.fees },
    Field("closed_positions", "CLOSES", "closed positions that the engine counted, drops too", .trailing, priority: 85)
    {
      $0.closes
    },
    .signed("equity_change", "EQUITY", "of the covered time, deposits and open positions with it (USDT)", priority: 80)
    {
      $0.equityChange
    },
    .amount("drawdown", "DRAWDOWN", "largest fall of equity between two rows of the period (USDT)", priority: 88) {
      $0.drawdown
    },
    .percent("drawdown_pct", "DD %", "the same, of the higher row", priority: 60) { $0.drawdownPercent },
    Field("rows", "ROWS", "snapshots in it", .trailing, priority: 50) { $0.readings },
    .moment("from", "", "its first moment", priority: 0) { $0.from },
    .moment("until", "", "the first moment after it", priority: 0) { $0.until },
    .parts("gaps", "", "each time of which nothing is known, whole", of: gap) { $0.gaps },
  ]

  private static let gap: [Field<PnLGap>] = [
    .member("from", "the last row before") { $0.from }, .member("until", "the first row after") { $0.until },
    .member("cause", "rows missing, engine restarted, or realized PnL not known") { $0.cause },
    .member("realized_pnl", "known to be booked in it; after a restart since then only", unit: .usdt) { $0.realized },
  ]
}
