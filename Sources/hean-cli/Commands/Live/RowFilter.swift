import HeanCore

/// Which rows of a list are wanted, and how many.
struct RowFilter: Sendable {
  var symbol: String?
  var strategy: String?
  var limit: Int

  init(_ line: ParsedLine) throws(UsageError) {
    symbol = line.string(Options.symbol)
    strategy = line.string(Options.strategy)
    limit = try line.integer(Options.limit, in: 1...500) ?? 20
  }

  func takes(_ symbol: String?, _ strategy: String?) -> Bool {
    Options.matches(self.symbol, symbol) && Options.matches(self.strategy, strategy)
  }
}

extension Report {
  /// A list of what happened, newest first, cut to what was asked for.
  mutating func show<Row: Sendable>(
    _ rows: [Row], _ fields: [Field<Row>], _ thing: String, _ filter: RowFilter, _ ground: EngineGround,
    _ session: Session
  ) {
    let shown = Array(rows.prefix(filter.limit))
    screen.ground(ground, session)
    let kind = filter.symbol == nil && filter.strategy == nil ? thing : "\(thing) like this"
    list(fields, shown, none: "The engine remembers no \(kind).")
    if rows.count > shown.count { screen.line(Cell("… and \(rows.count - shown.count) more: --limit N", .faint)) }
  }
}
