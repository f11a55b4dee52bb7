import HeanCore

/// Which rows of a list are wanted, and how many.
struct RowFilter: Sendable {
  /// As they were typed.
  var names: NameFilter
  var limit: Int

  init(_ line: ParsedLine) throws(UsageError) {
    names = try NameFilter(line)
    limit = try line[Options.limit]
  }
}

extension Report {
  /// A list of what happened, newest first, cut to what was asked for.
  mutating func show<Row: Sendable>(
    _ rows: [Row], _ fields: [Field<Row>], _ thing: String, _ names: NameFilter, _ limit: Int,
    _ context: AnswerContext, _ session: Session
  ) {
    let shown = Array(rows.prefix(limit))
    self.screen.context(context, session)
    list(fields, shown, none: "The engine remembers no \(thing)\(names.phrase).")
    if rows.count > shown.count { screen.line(Cell("… and \(rows.count - shown.count) more: --limit N", .faint)) }
  }
}
