import HeanCore

/// Selects the rows of a list, and how many of them.
struct RowFilter: Sendable {
  /// The names as they were typed.
  var names: NameFilter
  var times: TypedTimes
  var limit: Int

  static let options: [any AnyOption] = TypedTimes.options + [Options.symbol, Options.strategy, Options.limit]

  init(_ line: ParsedLine) throws(UsageError) {
    names = try NameFilter(line)
    times = try TypedTimes(line)
    limit = try line[Options.limit]
  }
}

extension TypedTimes {
  /// What a sentence about an empty list says of them: ` of that time`.
  var phrase: String { isAll ? "" : " of that time" }
}

extension Report {
  /// Shows a list of past events, newest first, filtered and limited as the command line asks.
  mutating func show<Row: Sendable>(
    _ rows: [Row], _ fields: [Field<Row>], _ thing: String, _ names: NameFilter, _ filter: RowFilter,
    _ context: AnswerContext, _ session: Session
  ) {
    let shown = Array(rows.prefix(filter.limit))
    self.screen.context(context, session)
    list(fields, shown, none: "The engine remembers no \(thing)\(names.phrase)\(filter.times.phrase).")
    if rows.count > shown.count { screen.line(Cell("… and \(rows.count - shown.count) more: --limit N", .faint)) }
  }
}
