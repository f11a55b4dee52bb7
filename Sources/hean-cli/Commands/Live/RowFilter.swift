import HeanCore

/// Selects the rows of a list, and how many of them.
struct RowFilter: Sendable {
  /// The names as they were typed.
  var names: NameFilter
  var since: TypedSince?
  var until: TypedSince?
  var limit: Int

  static let options: [any AnyOption] = [
    Options.since, Options.until, Options.symbol, Options.strategy, Options.limit,
  ]

  init(_ line: ParsedLine) throws(UsageError) {
    names = try NameFilter(line)
    since = try line[Options.since]
    until = try line[Options.until]
    limit = try line[Options.limit]
  }

  func times(_ session: Session) throws -> TimeFilter { try session.times(since: since, until: until) }
}

extension Report {
  /// Shows a list of past events, newest first, filtered and limited as the command line asks.
  mutating func show<Row: Sendable>(
    _ rows: [Row], _ fields: [Field<Row>], _ thing: String, _ names: NameFilter, _ filter: RowFilter,
    _ context: AnswerContext, _ session: Session
  ) {
    let shown = Array(rows.prefix(filter.limit))
    let time = filter.since == nil && filter.until == nil ? "" : " of that time"
    self.screen.context(context, session)
    list(fields, shown, none: "The engine remembers no \(thing)\(names.phrase)\(time).")
    if rows.count > shown.count { screen.line(Cell("… and \(rows.count - shown.count) more: --limit N", .faint)) }
  }
}
