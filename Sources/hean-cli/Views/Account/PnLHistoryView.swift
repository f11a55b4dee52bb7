import HeanCore

/// The rows of snapshots, oldest first.
struct PnLHistoryView {
  var rows: [PnLHistoryRow]
  /// How many there are of any time.
  var known: Int
  /// The files of which they are.
  var files: [String]

  func show(in report: inout Report) {
    report.list(
      PnLHistoryRow.fields, rows,
      none: known == 0 ? "The file has no rows yet." : "No row of that time; \(known) of other times.")
    let gaps = rows.compactMap(\.gapBefore)
    if let longest = gaps.max() {
      report.caveat(
        "rows are missing \(gaps.count == 1 ? "once" : "\(gaps.count) times"), for up to \(Spans.text(longest)): "
          + "what was then is not known", .warning)
    }
    if let file = files.first { report.screen.hint("sums of each day: \(.command(.pnlSummary, "--file", file))") }
  }
}

/// A snapshot, and whether rows are missing before it.
struct PnLHistoryRow: Sendable {
  var snapshot: PnLSnapshot
  /// How long nothing was recorded before it (seconds); `nil` when it follows the row before in due time.
  var gapBefore: Double?

  /// - Parameter snapshots: oldest first. A step of more than one and a half times the usual one is a gap.
  static func all(_ snapshots: [PnLSnapshot]) -> [PnLHistoryRow] {
    let steps = zip(snapshots, snapshots.dropFirst()).map { $1.asOf.timeIntervalSince($0.asOf) }
    let longest = steps.isEmpty ? .infinity : steps.sorted()[steps.count / 2] * 1.5
    let gaps = [nil] + steps.map { $0 > longest ? $0 : nil }
    return zip(snapshots, gaps).map { PnLHistoryRow(snapshot: $0, gapBefore: $1) }
  }

  static let fields: [Field<PnLHistoryRow>] =
    [
      .moment("as_of", "TIME", "when it was read", priority: 100) { $0.snapshot.asOf },
      .amount("equity", "EQUITY", "see equity_basis (USDT)", priority: 99) { $0.snapshot.equity },
      .signed("realized_pnl", "REALIZED", "before fees, since the engine's start (USDT)", priority: 98) {
        $0.snapshot.realizedPnL
      },
      .signed("unrealized_pnl", "OPEN", "of the open positions (USDT)", priority: 90) { $0.snapshot.unrealizedPnL },
      .amount("fees", "FEES", "since the engine's start (USDT)", priority: 70) { $0.snapshot.fees },
      .signed("day_pnl", "DAY", "null when it contradicts itself (USDT)", priority: 80) { $0.snapshot.dayPnL },
      .percent("drawdown_pct", "DD %", "below the engine's own peak", priority: 85) { $0.snapshot.drawdownPercent },
      Field("positions", "POS", "open", .trailing, priority: 60) { $0.snapshot.positions },
      Field("risk_state", "GOVERNOR", "null unless running", priority: 65) { $0.snapshot.riskState },
      Field("kill_switch", "KILL SWITCH", "null when not told", priority: 64) { $0.snapshot.killSwitch },
      Field(
        "gap_seconds", "GAP", "how long nothing was recorded before; null without a gap", .trailing, priority: 97,
        unit: .seconds
      ) {
        $0.gapBefore.flatMap { Decimal(checked: $0.rounded()) }
      } cell: {
        $0.gapBefore.map { Cell(Spans.text($0), .warning) } ?? Cell("")
      },
    ] + rest

  /// What no screen shows, unless it is asked for.
  private static let rest: [Field<PnLHistoryRow>] = [
    .member("period", "start of the period of the row") { $0.snapshot.period },
    .member("profile", "whose engine it is; (none) without a profile") { $0.snapshot.profile },
    .member("mode", "where an order would go") { $0.snapshot.mode },
    .member("engine_state", "as the engine reported it") { $0.snapshot.engineState },
    .member("balance", "cash", unit: .usdt) { $0.snapshot.balance },
    .member("equity_basis", "what equity is") { $0.snapshot.equityBasis },
    .member("equity_reported", "as /engine/status said it", unit: .usdt) { $0.snapshot.reportedEquity },
    .member("balance_reported", "as /engine/status said it", unit: .usdt) { $0.snapshot.reportedBalance },
    .member("day_pnl_reported", "as /engine/status said it", unit: .usdt) { $0.snapshot.reportedDayPnL },
    .member("drawdown_pct_reported", "as /risk/status said it", unit: .percent) { $0.snapshot.reportedDrawdownPercent },
    .member("equity_computed", "initial capital + realized + unrealized - fees", unit: .usdt) {
      $0.snapshot.computedEquity
    },
    .member("closed_positions", "that the engine's process has counted") { $0.snapshot.closes },
    .member("engine_url", "null in rows of version 1") { $0.snapshot.engineURL },
    .member("engine_started_at", "start of this run of the engine; null when not told") { $0.snapshot.engineStartedAt },
  ]
}
