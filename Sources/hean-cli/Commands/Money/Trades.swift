import HeanCore

enum TradesCommand: CommandGroup {
  static let side = Option("side", "SIDE", .choice(PositionSide.known, spelled: \.rawValue), help: "only long or short")
  static let spec = CommandSpec(
    name: "trades", aliases: ["trade"], summary: "Closed trades with their PnL, newest first",
    examples: [
      Example("hean trades", "the latest"),
      Example("hean trades --since 24h --symbol btc --side short", "shorts in one symbol, of the last day"),
      Example("hean trades export --to trades.csv", "continue a file, each trade once"),
    ])
  static let subcommands: [any CommandDeclaration.Type] = [List.self, Export.self]
  static let defaultSubcommand: (any Command.Type)? = List.self

  struct List: Command {
    static let effect = CommandEffect.reads
    static var documents: [OutputDocument] { [OutputDocument(.books, "trades", TradeFields.all, mayLackData: true)] }
    static let spec = CommandSpec(
      name: "list", aliases: ["ls"], summary: "List closed trades, newest first",
      discussion: """
        As the engine recorded them, 500 at most. Its journal can lose true closes, and lists positions that were only \
        dropped; those are marked, and are in no sum. PnL is before fees.
        """,
      examples: [
        Example("hean trades list --limit 500 --sort realized_pnl", "the worst first"),
        Example("hean trades --watch", "each close as it is listed"),
        Example("hean trades list --from recorded --since 7d", "of a week, by what the recorder has kept"),
      ],
      options: RowFilter.options + [TradesCommand.side] + Watching.options + [RecordOptions.from])

    var filter: RowFilter
    var side: PositionSide?
    var watching: Watching?
    var record: RecordUse?
    var effect: CommandEffect { watching == nil ? .reads : .streams }

    init(_ line: ParsedLine) throws(UsageError) {
      filter = try RowFilter(line)
      side = try line[TradesCommand.side]
      watching = try Watching(line)
      record = try filter.times.record(line, watching)
    }

    func run(_ session: Session) async throws -> Output {
      try await Watching.run(watching, session, needing: .diagnosis) { engine in
        let query = TradesQuery(of: filter.names, at: try filter.times.filter(session), side: side, limit: filter.limit)
        return try await session.stepped(
          query, engine, usual: .query(.analytics), isWatched: watching != nil
        ) { report($0, session) }
      }
    }

    private func report(_ answer: TradesQuery.Answer, _ session: Session) -> Report {
      let times = (try? filter.times.filter(session)) ?? TimeFilter()
      let unlisted = session.closesInNoList(of: answer).filter { close in
        times.takes(close.closedAt) && (side == nil || close.side == side)
      }
      return TradesView(
        answer: answer, unlisted: unlisted, side: side, ofTime: filter.times.phrase, isWatched: watching != nil
      )
      .report(session.viewpoint)
    }
  }
}

extension Session {
  /// Confirmed closes that this console sent to this engine, and that the engine does not list.
  func closesInNoList(of answer: TradesAnswer) -> [Position] {
    let closes = latestCloses
    return closes.isEmpty ? [] : answer.unlisted(in: closes)
  }
}
