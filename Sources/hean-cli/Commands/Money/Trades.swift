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
    let times = (try? filter.times.filter(session)) ?? TimeFilter()
    let unlisted = session.closesInNoList(of: answer).filter { close in
      times.takes(close.closedAt) && (side == nil || close.side == side)
    }
    return TradesView(answer: answer, unlisted: unlisted, side: side, ofTime: filter.times.phrase)
      .report(session.viewpoint)
  }
}

extension Session {
  /// Confirmed closes that this console sent to this engine, and that the engine does not list.
  func closesInNoList(of answer: TradesAnswer) -> [Position] {
    let closes = latestCloses
    return closes.isEmpty ? [] : answer.unlisted(in: closes)
  }
}
