import HeanCore

/// Names of the position fields in JSON, and how a table shows them.
enum PositionFields {
  /// Row indices by importance: first the positions whose price is beyond an exit level, then the others in the
  /// engine's order.
  static func order(_ positions: [Position]) -> [Int] {
    func isFine(_ place: Int) -> Bool { positions[place].breachedLevels.isEmpty }
    return positions.indices.filter { !isFine($0) } + positions.indices.filter(isFine)
  }

  /// Seconds since it was opened; `nil` without a time, and for one in the future.
  private static func age(_ position: Position, _ now: Date) -> TimeInterval? {
    position.openedAt.map { now.timeIntervalSince($0) }.flatMap { $0 >= 0 ? $0 : $0 > -1 ? 0 : nil }
  }

  /// - Parameters:
  ///   - now: by the engine's clock.
  ///   - ages: how a screen writes how long a position has been open.
  ///   - join: what the exchange holds; `nil` where that is not known, and the column is left out.
  static func all(now: Date, ages: Ages = .exact, exchange join: BookJoin? = nil) -> [Field<Position>] {
    [
      Field("position_id", "ID", "the engine's id", priority: 0) { $0.id },
      Field("symbol", "SYMBOL", "traded instrument", priority: 100) { $0.symbol },
      Field("side", "SIDE", "long or short", priority: 100) {
        $0.side
      } cell: {
        .positionSide($0.side)
      },
      .quantity("size", "SIZE", "base units", priority: 90) { $0.size },
      .price("entry_price", "ENTRY", "average entry price (USDT)", priority: 80) { $0.entryPrice },
      .price("mark_price", "MARK", "last price the engine knows (USDT)", priority: 85) { $0.markPrice },
      .amount("notional", "NOTIONAL", "size times mark price (USDT)", priority: 30) { $0.notional },
      .signed("unrealized_pnl", "PNL", "unrealized PnL (USDT)", priority: 95) { $0.unrealizedPnL },
      .signed(
        "unrealized_pnl_percent", "PNL %", "of the entry notional, without leverage", priority: 60, unit: .percent
      ) {
        $0.unrealizedPnLPercent
      },
      Field(
        "return_on_margin_percent", "ROI %",
        "unrealized PnL in percent of the margin in use; null when the engine tells none",
        .decimal, priority: 25, unit: .percent
      ) {
        $0.returnOnMargin
      } cell: {
        .signed($0.returnOnMargin)
      },
      .signed("realized_pnl", "REALIZED", "realized PnL (USDT)", priority: 0) { $0.realizedPnL },
      Field("leverage", "LEV", "true leverage, from /trading/state", .decimal, priority: 20, unit: .ratio) {
        $0.leverage
      },
      .amount("margin_used", "MARGIN", "margin in use (USDT)", priority: 0) { $0.marginUsed },
      .price("take_profit", "TP", "take-profit price (USDT)", priority: 40) { $0.takeProfit },
      .price("stop_loss", "SL", "stop-loss price (USDT)", priority: 50) { $0.stopLoss },
      Field(
        "breached", "ALERT", "exit levels that the mark price has passed; null where that is not known", priority: 98
      ) { position in
        position.checkedLevels
      } cell: { position in
        if let level = position.breachedLevels.first { return Cell(level.alert, .bad) }
        if let doubt = position.doubt { return Cell(doubt.alert, .warning) }
        return position.checkedLevels == nil ? Cell("?", .warning) : Cell("")
      },
      Field("doubt", "", "echo or residue: left by a close, perhaps not at the exchange; else null", priority: 0) {
        $0.doubt
      },
      ExchangeColumn.field(of: join),
      Field("strategy_id", "STRATEGY", "who opened it", priority: 45) { $0.strategyID },
      .moment("opened_at", "OPENED", "when it was opened", priority: 0) { $0.openedAt },
      Field("age_seconds", "AGE", "seconds since it was opened", .trailing, priority: 55, unit: .seconds) { position in
        age(position, now).map { Decimal(Int(clamping: $0.rounded(.towardZero))) }
      } cell: { position in
        Cell(age(position, now).map { ages.text($0) } ?? "–", .faint)
      },
      Field("entry_reason", "REASON", "why it was opened, in the engine's words", priority: 0) {
        $0.entryReason
      },
    ]
  }
}

/// What `positions show` tells besides: the ways to stop and target, and the return on margin.
extension PositionFields {
  /// All that is known of one position, for a record.
  static func whole(
    now: Date, ages: Ages = .exact, exchange join: BookJoin? = nil, _ glyphs: BlockGlyphs
  ) -> [Field<Position>] {
    let exits = exits(glyphs)
    let others = all(now: now, ages: ages, exchange: join).filter { field in !exits.contains { $0.name == field.name } }
    return others + exits
  }

  static func exits(_ glyphs: BlockGlyphs) -> [Field<Position>] {
    [
      Field(
        "return_on_margin_percent", "ROI", "unrealized PnL in percent of the margin in use", .decimal, priority: 1,
        unit: .percent
      ) {
        $0.returnOnMargin
      } cell: { position in
        guard let percent = position.returnOnMargin else { return Cell("–, the engine tells no margin", .faint) }
        return Cell(
          "\(Figures.signedPercent(percent)) on margin",
          .ofProfit(percent))
      },
      way("to_stop", "To stop", "stop loss", .stopLoss), way("to_target", "To target", "take profit", .takeProfit),
      Field(
        "exit_progress", "Stop to target", "the mark price on the way from stop (0) to target (1)", priority: 1,
        unit: .fraction
      ) {
        $0.exitProgress
      } cell: { position in
        guard let progress = position.exitProgress else { return .missing }
        return Cell("stop \(bar(progress, 30, glyphs)) target  \(Figures.text(progress * 100, places: 0)) %")
      },
    ]
  }

  /// The way from stop to target as a column of a list; `exits` has it as a line.
  static func way(_ glyphs: BlockGlyphs) -> [Field<Position>] {
    exits(glyphs).filter { $0.name == "exit_progress" }.map { field in
      var field = field
      (field.title, field.priority, field.alignment) = ("STOP - TARGET", 88, .trailing)
      field.draw = { position in
        guard let progress = position.exitProgress else { return .missing }
        return Cell(bar(progress, 13, glyphs), position.breachedLevels.contains(.stopLoss) ? .bad : .plain)
      }
      return field
    }
  }

  /// A line with a mark; beyond an end the mark stands at that end.
  /// - Parameter progress: 0 at the left, 1 at the right.
  private static func bar(_ progress: Decimal, _ width: Int, _ glyphs: BlockGlyphs) -> String {
    let place = Int(clamping: max(0, min(1, progress.double)) * Double(width - 1))
    let (line, mark) = glyphs.isUnicode ? ("─", "●") : ("-", "o")
    return (0..<width).map { $0 == place ? mark : line }.joined()
  }

  private static let distance: [Field<ExitDistance>] = [
    .member("away", unit: .price) { $0.away }, .member("percent", unit: .percent) { $0.percent },
    .member("pnl", unit: .usdt) { $0.profit },
  ]

  /// The way from the mark price to an exit level, as an object in data.
  private static func way(_ name: String, _ title: String, _ level: String, _ exit: ExitLevel) -> Field<Position> {
    .part(
      name, title, "mark price to \(level): away (USDT), percent, pnl there; negative away is beyond it", priority: 1,
      of: distance
    ) {
      $0.distance(to: exit)
    } cell: { position in
      guard let way = position.distance(to: exit) else { return .missing }
      let beyond = way.away < 0 ? "beyond by " : ""
      return Cell(
        "\(beyond)\(Figures.price(abs(way.away))) USDT, \(Figures.text(abs(way.percent), places: 2)) %; PnL there \(Figures.signed(way.profit)) USDT",
        way.away < 0 ? .bad : .plain)
    }
  }
}

extension PositionDoubt {
  /// A short text for the table; the sentence below the table explains it.
  var alert: String { ScreenMark(self).rawValue }
}

extension ExitLevel {
  /// A short text for the table.
  var alert: String { ScreenMark(self).rawValue }
}
