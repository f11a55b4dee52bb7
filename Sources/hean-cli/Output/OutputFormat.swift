/// The forms in which an answer is written. What differs between them is told here; a snapshot has its own (`SnapshotFormat`).
enum OutputFormat: String, Sendable, CaseIterable {
  case table, json, ndjson, csv

  /// All of them, for help. Written out: each start makes the options.
  static let words = "table, json, ndjson or csv"

  /// Whether what stands on standard error is JSON, too.
  var isJSON: Bool { self == .json || self == .ndjson }
  /// Whether it has no place for what is to be said beside the rows.
  var isTabular: Bool { self != .table && self != .json }
  /// Whether the records of a stream have a form in it.
  var canStream: Bool { self == .table || isJSON }

  /// What writes rows only; `nil` for the forms that the renderer draws.
  var rows: ((Table, Report, _ isWhole: Bool, (String) throws -> Void) throws -> Void)? {
    switch self {
    case .table, .json, .ndjson: nil
    case .csv: { table, report, isWhole, emit in try CSV.write(table, of: report, withMode: isWhole, emit) }
    }
  }
}
