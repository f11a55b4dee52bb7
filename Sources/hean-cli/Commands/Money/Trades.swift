import HeanCore

struct TradesCommand: QueryCommand {
  static var documents: [OutputDocument] { [OutputDocument(.books, "trades", TradeFields.all, mayLackData: true)] }
  static let side = Option("side", "SIDE", .choice(PositionSide.known, spelled: \.rawValue), help: "only long or short")
  static let spec = CommandSpec(
    name: "trades", aliases: ["trade"], summary: "Closed trades with their PnL, newest first",
    discussion: """
      As the engine recorded them, 500 at most. Its journal can lose true closes, and lists positions that were only \
      dropped; those are marked, and are in no sum. PnL is before fees.
      """,
    examples: [
      Example("hean trades", "the latest"),
      Example("hean trades --since 24h --symbol btc --side short", "shorts in one symbol, of the last day"),
      Example("hean trades --limit 500 --sort realized_pnl", "the worst first"),
    ],
    options: RowFilter.options + [side])

  var filter: RowFilter
  var side: PositionSide?

  init(_ line: ParsedLine) throws(UsageError) {
    filter = try RowFilter(line)
    side = try line[Self.side]
  }

  func query(_ session: Session) throws -> TradesQuery {
    try TradesQuery(of: filter.names, at: filter.times.filter(session), side: side, limit: filter.limit)
  }

  func report(_ answer: TradesQuery.Answer, _ session: Session) -> Report {
    var report = session.report("trades", on: answer.context, receivedAt: answer.receivedAt)
    report.screen.context(answer.context, session)
    let times = (try? filter.times.filter(session)) ?? TimeFilter()
    let unlisted = session.closesInNoList(of: answer).filter { close in
      times.takes(close.closedAt) && (side == nil || close.side == side)
    }
    report.payload = .list(TradeFields.all, answer.trades + unlisted)
    if let doubt = answer.doubt {
      report.end(unknownTrades: doubt)
    } else if answer.trades.isEmpty {
      let side = side.map { " \($0.rawValue)" } ?? ""
      report.screen.line(
        Cell("The engine lists no closed\(side) trade\(answer.names.phrase)\(filter.times.phrase)."))
      if let symbol = answer.names.symbol, !Symbols.defaults.contains(symbol) {
        report.screen.line(Cell("Whether it trades \(symbol) is not known.", .faint))
      }
      report.tell(answer.gap, unlisted)
      report.tell(knownSince: answer.knownSince, session)
    } else {
      report.screen.remembered(answer.context)
      report.screen.table(Table(fields: TradeFields.all, rows: answer.trades))
      report.screen.blank()
      report.screen.totals(answer)
      report.tell(answer.gap, unlisted)
      report.tell(knownSince: answer.knownSince, session)
    }
    report.qualify(answer.totals, missing: answer.missing)
    return report
  }
}

extension Session {
  /// Confirmed closes that this console sent to this engine, and that the engine does not list.
  func closesInNoList(of answer: TradesAnswer) -> [Position] {
    let closes = latestCloses
    return closes.isEmpty ? [] : answer.unlisted(in: closes)
  }
}

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
  mutating func tell(knownSince start: Date?, _ session: Session) {
    guard let start else { return }
    caveat(
      "the engine was started at \(session.timestamp(start)), and lists nothing of the time before", .warning)
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
  fileprivate mutating func totals(_ answer: TradesAnswer) {
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
