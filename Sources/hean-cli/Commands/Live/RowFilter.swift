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

  /// For the view.
  var choice: RowChoice { RowChoice(limit: limit, ofTime: times.phrase) }
}

extension TypedTimes {
  /// What a sentence about an empty list says of them: ` of that time`.
  var phrase: String { isAll ? "" : " of that time" }
}

extension TypedTimes {
  /// What of a record a line with `--from recorded` shows, for a list that can be watched; `nil` without that.
  func record(_ line: ParsedLine, _ watching: Watching?) throws(UsageError) -> RecordUse? {
    let use = try record(line)
    guard use != nil, watching != nil else { return use }
    throw .contradiction(
      "--from recorded shows what is past, and --watch what comes", nextStep: "keep one of them")
  }
}
