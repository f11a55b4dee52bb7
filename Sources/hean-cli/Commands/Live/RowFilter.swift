import HeanCore

/// Which rows of a list are wanted, and how many.
struct RowFilter: Sendable {
  var wanted: Wanted
  var limit: Int

  init(_ line: ParsedLine) throws(UsageError) {
    wanted = try Wanted(line)
    limit = try line[Options.limit]
  }

  func takes(_ symbol: String?, _ strategy: String?) -> Bool { wanted.takes(symbol, strategy) }

  /// The same in the engine's own names.
  func settled(
    _ engine: EngineReader, symbols: [String?], strategies: [String?]
  ) async throws(EngineError) -> RowFilter {
    var settled = self
    settled.wanted = try await wanted.settled(engine, symbols: symbols, strategies: strategies)
    return settled
  }
}

extension Report {
  /// A list of what happened, newest first, cut to what was asked for.
  mutating func show<Row: Sendable>(
    _ rows: [Row], _ fields: [Field<Row>], _ thing: String, _ filter: RowFilter, _ ground: EngineSnapshot,
    _ session: Session
  ) {
    let shown = Array(rows.prefix(filter.limit))
    screen.context(ground.context, session)
    list(fields, shown, none: "The engine remembers no \(thing)\(filter.wanted.words).")
    if rows.count > shown.count { screen.line(Cell("… and \(rows.count - shown.count) more: --limit N", .faint)) }
  }
}
