import HeanCore

extension Report {
  /// Says which closes are in no list of the engine, so that no sum over its list is taken for the whole.
  mutating func tell(_ gap: String?, _ unlisted: [Position]) {
    if let gap { caveat(gap, .warning) }
    guard !unlisted.isEmpty else { return }
    caveat(
      "\(Figures.counted(unlisted.count, "close")) sent from here, by this console's audit log, in no list of the engine "
        + "and in no sum", .warning)
    screen.table(Table(fields: TradeFields.all, rows: unlisted))
  }

  /// Says that a part of the span that was asked for lies before the engine's start.
  mutating func tell(knownSince start: Date?, _ view: Viewpoint) {
    guard let start else { return }
    caveat(
      "the engine was started at \(view.timestamp(start)), and lists nothing of the time before", .warning)
  }

  /// Ends the report because the engine's list of trades proves nothing.
  mutating func end(unknownTrades doubt: EmptyDoubt) {
    screen.line(Cell("Closed trades are not known: \(doubt.message).", .warning))
    end(
      as: Failure(.staleOrUnconfirmed, "closed trades are not known: \(doubt.message)", nextStep: "\(.query(.status))"))
  }

  /// Says in documents what speaks against the engine's list of closed trades.
  mutating func qualify(_ totals: TradeTotals, missing: [String]) {
    if totals.dropped > 0 {
      caveats.append("\(totals.dropped) positions were dropped without a close, and are in no sum")
    }
    caveats.append("as recorded by the engine: closes can be missing, PnL is before fees")
    notes += missing.map { "closed trades may be missing: \($0)" }
  }
}

extension Screen {
  /// The sums below the list, with what they leave out.
  mutating func totals(_ answer: TradesAnswer) {
    let totals = answer.totals
    if answer.count > answer.trades.count {
      line(Cell("\(answer.trades.count) of \(answer.count) shown: --limit N", .faint))
    }
    let breakEven = totals.breakEven > 0 ? ", \(totals.breakEven) at zero" : ""
    line(
      Cell(
        "\(Figures.counted(totals.trades, "trade")): \(totals.realizedWords); "
          + "\(totals.won) won, \(totals.lost) lost\(breakEven)"))
    if totals.withFees > 0 {
      let of = totals.withFees < totals.trades ? " of \(totals.withFees) of them" : ""
      let fees = Figures.money(totals.entryFees)
      line(Cell("Fees of entry\(of): \(fees) USDT; the fees of closes are in no list of the engine."))
    }
    doubts(totals, answer.context.mode)
    let cut = answer.isCut ? ", and it tells no more than 500" : ""
    line(Cell("As the engine recorded it: true closes can be missing\(cut).", .faint))
  }

  /// Says that an engine which does not run tells what it remembers of before.
  mutating func remembered(_ context: AnswerContext) {
    guard context.isRunning != true else { return }
    line(Cell("Engine \(context.engineState ?? "not known"): these are the trades it remembers of before.", .warning))
  }

  /// What the sums over closed trades leave out, and where their PnL comes from.
  mutating func doubts(_ totals: TradeTotals, _ mode: OperatingMode) {
    if totals.dropped > 0 {
      let rest = mode.isPaper ? "" : ", perhaps still open at the exchange"
      line(
        Cell(
          "\(Figures.counted(totals.dropped, "position")) dropped with zero PnL and without a fill: not counted\(rest).",
          .warning))
    }
    if totals.unknown > 0 {
      line(Cell("\(Figures.counted(totals.unknown, "position")) without a PnL: not counted.", .warning))
    }
    if !mode.isPaper { line(Cell("PnL is booked at the engine's own price, before the fill.", .warning)) }
  }
}

extension TradeTotals {
  /// As part of a sentence.
  var realizedWords: String {
    toldRealized.map { Figures.signed($0) + " USDT realized before fees" } ?? "realized PnL not known"
  }
}
