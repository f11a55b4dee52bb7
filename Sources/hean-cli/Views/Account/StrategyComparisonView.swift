import HeanCore

/// Strategies side by side, best PnL first.
struct StrategyComparisonView {
  var answer: StrategiesAnswer
  /// Ids or unique beginnings of them; all when empty.
  var names: [String]

  func report(_ view: Viewpoint) throws -> Report {
    let rows = try answer.strategies(names).sorted { ($0.totalPnL ?? 0) > ($1.totalPnL ?? 0) }
    let fields = ComparisonFields.all(rows)
    var report = view.report("strategy_comparison", on: answer.context, receivedAt: answer.receivedAt)
    report.payload = .list(fields, rows)
    report.screen.context(answer.context, view)
    if rows.isEmpty {
      report.screen.line(Cell("The engine lists no strategy; it does so only while it runs.", .warning))
    } else {
      report.screen.table(Table(fields: fields, rows: rows))
      report.screen.line(Cell("Since the engine started; few trades prove little.", .faint))
    }
    return report
  }
}

/// The columns of the comparison of strategies.
enum ComparisonFields {
  static func all(_ rows: [Strategy]) -> [Field<Strategy>] {
    let gains = rows.compactMap(\.totalPnL).filter { $0 > 0 }.reduce(0, +)
    let shared = StrategyFields.all(blocks: []).filter {
      ["strategy_id", "enabled", "wins", "losses", "win_rate", "profit_factor", "total_pnl"].contains($0.name)
    }
    return shared + [
      .signed("expectancy", "PER TRADE", "realized PnL a closed trade (USDT)", priority: 75) { strategy -> Decimal? in
        let closed = (strategy.wins ?? 0).clampedAdding(strategy.losses ?? 0)
        guard closed > 0, let total = strategy.totalPnL else { return nil }
        return (total / Decimal(closed)).rounded(to: 8)
      },
      .percent("gain_share", "SHARE %", "of all gains of those listed, percent; null without a gain", priority: 50) {
        strategy -> Decimal? in
        guard let total = strategy.totalPnL, total > 0, gains > 0 else { return nil }
        return (total / gains * 100).rounded(to: 4)
      },
    ]
  }
}
