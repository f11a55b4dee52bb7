import HeanCore

/// One row of figures for a file, as a screen.
struct SnapshotView {
  var snapshot: PnLSnapshot

  func report(at now: Date) -> Report {
    var report = Report(schema: PnLSnapshot.schema, asOf: now)
    report.payload = .object(SnapshotFields.all, snapshot)
    report.screen.record(SnapshotFields.all, snapshot)
    if snapshot.engineState == EngineState.stopped.rawValue {
      report.screen.sentence("A stopped engine tells no figures: \(.query(.why))", .warning)
    }
    report.screen.hint(
      .command(.pnlSnapshot, "--append", "pnl.csv", "--period", "1h"))
    return report
  }
}

/// How a screen shows a snapshot; files have their own format (`SnapshotFormat`).
enum SnapshotFields {
  static let all: [Field<PnLSnapshot>] = [
    .moment("as_of", "As of", "when it was read", priority: 1) { $0.asOf },
    Field("mode", "Mode", "the engine's mode, e.g. practice, dry_run or mainnet", priority: 1) { $0.mode },
    Field("engine_state", "Engine", "as the engine reports it", priority: 1) { $0.engineState },
    Field("equity", "Equity", "see equity_basis (USDT)", .decimal, priority: 1, unit: .usdt) {
      $0.equity
    } cell: {
      equity($0)
    },
    Field("balance", "Balance", "cash; null when it contradicts itself (USDT)", .decimal, priority: 1, unit: .usdt) {
      $0.balance
    } cell: {
      Cell.money(checked($0.balance, $0.reportedBalance))
    },
    .profit("realized_pnl", "Realized", "USDT", priority: 1) { $0.realizedPnL },
    .profit("unrealized_pnl", "Unrealized", "USDT", priority: 1) { $0.unrealizedPnL },
    Field("fees", "Fees", "null in live, where none are counted (USDT)", .decimal, priority: 1, unit: .usdt) {
      $0.fees
    } cell: {
      $0.fees == nil && $0.realizedPnL != nil ? Cell("not known") : Cell.money($0.fees, unit: "USDT")
    },
    Field("day_pnl", "Day PnL", "null when it contradicts itself (USDT)", .decimal, priority: 1, unit: .usdt) {
      $0.dayPnL
    } cell: {
      Cell.profit(checked($0.dayPnL, $0.reportedDayPnL))
    },
    Field(
      "day_pnl_pct", "Day PnL %", "of the equity at the start of the day; null when that is not known", .decimal,
      priority: 1, unit: .percent
    ) {
      $0.dayPercent
    } cell: {
      .signedPercent($0.dayPercent)
    },
    Field(
      "drawdown_pct", "Drawdown %", "0 to 100; null when it contradicts itself", .decimal, priority: 1, unit: .percent
    ) {
      $0.drawdownPercent
    } cell: {
      Cell.percent(checked($0.drawdownPercent, $0.reportedDrawdownPercent))
    },
    Field("positions", "Positions", "open", priority: 1) { $0.positions },
    Field("risk_state", "Governor", "null unless running", priority: 1) { $0.riskState },
    Field("equity_basis", "", "as_is, computed, estimate, exchange, books_disagree or unknown", priority: 0) {
      $0.equityBasis
    },
    .amount("equity_reported", "", "as /engine/status says it (USDT)", priority: 0) { $0.reportedEquity },
    .amount("balance_reported", "", "as /engine/status says it (USDT)", priority: 0) { $0.reportedBalance },
    .amount("day_pnl_reported", "", "as /engine/status says it (USDT)", priority: 0) { $0.reportedDayPnL },
    .percent("drawdown_pct_reported", "", "as /risk/status says it", priority: 0) { $0.reportedDrawdownPercent },
    .amount("equity_computed", "", "initial capital + realized + unrealized - fees (USDT)", priority: 0) {
      $0.computedEquity
    },
    Field(
      "kill_switch", "Kill switch", "clear, triggered, emergency or contradiction; null when not told", priority: 1
    ) { $0.killSwitch },
    Field("closed_positions", "", "closed positions that the engine's process has counted, drops too", priority: 0) {
      $0.closes
    },
    Field("engine_url", "", "the engine's address; practice for the built-in one", priority: 0) { $0.engineURL },
    .moment("engine_started_at", "Engine since", "start of this run of the engine; null when not told", priority: 1) {
      $0.engineStartedAt
    },
  ]

  private static func checked(_ value: Decimal?, _ reported: Decimal?) -> CheckedFigure {
    let isFalse = value == nil && reported != nil
    return CheckedFigure(value: value, reported: reported, doubt: isFalse ? "contradicts its parts" : nil)
  }

  private static func equity(_ snapshot: PnLSnapshot) -> Cell {
    let verdict = snapshot.equityBasis.flatMap(EquityTruth.Verdict.init(rawValue:)) ?? .asIs
    let said = snapshot.reportedEquity.map { "the engine says \(Figures.money($0)) USDT" }
    guard let figure = snapshot.equity else {
      return said.map { Cell("not known; \($0)", .warning) } ?? .missing
    }
    switch verdict {
    case .asIs: return Cell.money(figure, unit: "USDT")
    case .exchange: return Cell("\(Figures.money(figure)) USDT, \(verdict.label)")
    case .computed, .estimate, .booksDisagree, .unknown:
      let other =
        verdict == .booksDisagree ? snapshot.computedEquity.map { "by the books \(Figures.money($0)) USDT" } : said
      return Cell("\(Figures.money(figure)) USDT, \(verdict.label)\(other.map { "; \($0)" } ?? "")", .warning)
    }
  }
}
