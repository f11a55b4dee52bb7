import HeanCore

/// Names of the fields of what is recorded, in JSON, and how a table shows them.
enum RecordFields {
  /// Of a recorder that runs.
  static let status: [Field<RecorderStatus>] = [
    Field("state", "STATE", "what it does; not_writing when the disk takes nothing", priority: 100) { $0.state },
    Field("lines", "LINES", "recorded since it began", .trailing, priority: 90) { $0.lines },
    Field("gaps", "GAPS", "recorded since it began", .trailing, priority: 90) { $0.gaps },
    Field("last_gap", "LAST GAP", "the gap that was recorded last, in words", .wrapping, priority: 50) { $0.lastGap },
    Field("bytes", "BYTES", "kept of this engine", .trailing, priority: 70, unit: .bytes) { $0.size },
    Field("problem", "PROBLEM", "what is wrong; null when nothing is", .wrapping, priority: 80) { $0.problem },
  ]

  /// Of a gap.
  static let gap: [Field<RecordGap>] = [
    .moment("from", "FROM", "from the last moment that is known", priority: 100) { $0.from },
    .moment("to", "TO", "to the first moment that is known again", priority: 99) { $0.to },
    Field("reason", "REASON", "why", priority: 90) { $0.reason },
    Field("subject", "MISSING", "what is not known of that time", priority: 80) { $0.subject },
    Field("count", "ROWS", "how many are lost; null when that is not known", .trailing, priority: 40) { $0.count },
  ]

  /// Of a day.
  static let days: [Field<RecordedDay>] = [
    Field("day", "DAY (UTC)", "when it was written, in UTC", priority: 100) { $0.day },
    Field(
      "bytes", "SIZE", "of everything but prices, on the disk", .trailing, priority: 90, unit: .bytes
    ) {
      $0.rowBytes
    } cell: {
      Cell(FileSize.text($0.rowBytes))
    },
    Field(
      "market_bytes", "PRICES", "of prices, on the disk; null when none are kept", .trailing, priority: 80, unit: .bytes
    ) {
      $0.marketBytes
    } cell: {
      Cell($0.marketBytes.map { FileSize.text($0) } ?? "-")
    },
    Field("packed", "PACKED", "whether gzip has compressed all of it", priority: 30) { $0.isPacked },
    .part("rows", "", "how many lines of each kind; null when the file cannot be read", of: counts) { $0.counts },
    Field("lines", "LINES", "how many, without prices; null when the file cannot be read", .trailing, priority: 70) {
      $0.counts?.total
    },
    Field("trades", "TRADES", "closed positions; null when the file cannot be read", .trailing, priority: 60) {
      $0.counts?[.trade]
    },
    Field("gap_count", "GAPS", "null when the file cannot be read", .trailing, priority: 95) { $0.gaps?.count },
    Field("unreadable", "UNREADABLE", "lines that cannot be read", .trailing, priority: 20) { $0.counts?.unreadable },
    .parts("gaps", "", "null when the file cannot be read", of: gap) { $0.gaps },
  ]

  /// How many lines there are of each kind, but of prices.
  private static let counts: [Field<RecordCounts>] = RecordLine.Kind.allCases.filter { $0 != .price }.map { kind in
    .member("\(kind.rawValue)_lines") { $0[kind] }
  }

  /// Of one engine at one moment.
  static let standing: [Field<RecordStanding>] = [
    .member("recording", "whether a process records this engine now") { $0.holder != nil },
    .member("pid", "of that process; null without one") { $0.holder.map { Int($0.pid) } },
    .member("since", "since when it records; null without one") { $0.holder?.since },
    .member("version", "of hean that records; null without one") { $0.holder?.version },
    .member("prices", "whether it records prices; null without one") { $0.holder?.hasPrices },
    .member("keep_days", "how many days it keeps; null without one") { $0.holder?.days },
    .member("most_bytes", "how much it keeps; null without one", unit: .bytes) { $0.holder?.most },
    .member("last_line", "time of the last line; null when nothing is recorded") { $0.last },
    .member("folder", "where the files are") { $0.folder },
    .member("bytes", "on the disk", unit: .bytes) { $0.bytes },
    .member("days", "how many days have a file") { $0.days },
    .member("first_day", "the oldest day, in UTC; null when nothing is recorded") { $0.firstDay },
    .parts("gaps", "", "those of the last 24 hours", of: gap) { $0.gaps },
  ]
}

extension RecordGap.Reason: FieldWord {}
extension RecordGap.Subject: FieldWord {}
