import HeanCore

extension AnalyticsView {
  func distribution(_ view: Viewpoint, _ report: inout Report) {
    let most = answer.bins.map(\.count).max() ?? 0
    let rows = answer.bins.map { BinRow(bin: $0, share: most > 0 ? Double($0.count) / Double(most) : 0) }
    report.list(BinRow.fields(view.glyphs), rows, none: "No closed trade to count.")
    report.screen.blank()
  }

  func calendar(_ view: Viewpoint, _ report: inout Report) {
    let most = answer.days.map { abs($0.totals.realized) }.max() ?? 0
    let rows = answer.days.map { day in
      DayRow(day: day, share: most > 0 ? (abs(day.totals.realized) / most).double : 0)
    }
    report.screen.line(Cell("Days in \(view.zone.name)", .faint))
    report.list(DayRow.fields(view.glyphs), rows, none: "No closed trade has a time of close.")
    report.screen.blank()
  }
}

/// One range of results.
struct BinRow: Sendable {
  var bin: ProfitBin
  /// Of the fullest range.
  var share: Double

  static func fields(_ glyphs: BlockGlyphs) -> [Field<BinRow>] {
    [
      Field("from", "FROM", "where the range begins (USDT)", .decimal, priority: 100, unit: .usdt) {
        $0.bin.from
      } cell: {
        .signed(Decimal(shown: $0.bin.from))
      },
      Field("to", "TO", "where the next one begins (USDT)", .decimal, priority: 95, unit: .usdt) {
        $0.bin.to
      } cell: {
        .signed(Decimal(shown: $0.bin.to))
      },
      Field("trades", "TRADES", "trades in it", .trailing, priority: 99) { $0.bin.count },
      Field("bar", "", "its share of the fullest range, 0 to 1", priority: 90, unit: .fraction) {
        $0.share
      } cell: {
        Cell(glyphs.bar($0.share, width: 36), $0.bin.from < 0 ? .loss : .profit)
      },
    ]
  }
}

/// One day.
struct DayRow: Sendable {
  var day: TradingDay
  /// Of the day with the largest PnL, with either sign.
  var share: Double

  static func fields(_ glyphs: BlockGlyphs) -> [Field<DayRow>] {
    [
      Field("day", "DAY", "in the zone of --tz, else in UTC", priority: 100) { $0.day.name },
      .countedTrades(priority: 90) { $0.day.totals },
      Field("won", "WON", "of these with a profit", .trailing, priority: 70) { $0.day.totals.won },
      Field("lost", "LOST", "of these with a loss", .trailing, priority: 69) { $0.day.totals.lost },
      .signed("realized_pnl", "PNL", "realized, before fees (USDT)", priority: 99) { $0.day.totals.realized },
      Field(
        "entry_fees", "FEES IN", "of the opening fills; null when no trade tells one (USDT)", .decimal, priority: 80,
        unit: .usdt
      ) {
        $0.day.totals.withFees > 0 ? $0.day.totals.entryFees : nil
      } cell: {
        .money($0.day.totals.withFees > 0 ? $0.day.totals.entryFees : nil)
      },
      .droppedPositions(priority: 50) { $0.day.totals },
      Field("bar", "", "its share of the largest PnL of a day, 0 to 1", priority: 60, unit: .fraction) {
        $0.share
      } cell: {
        Cell(glyphs.bar($0.share, width: 24), $0.day.totals.realized < 0 ? .loss : .profit)
      },
    ]
  }
}
