/// The formats of an answer. Their differences are defined here; a snapshot has its own formats (`SnapshotFormat`).
enum OutputFormat: String, Sendable, CaseIterable {
  case table, json, ndjson, csv

  /// All names, for help. Written out, because making the list would cost time at each start.
  static let words = "table, json, ndjson or csv"

  /// Whether standard error is JSON as well.
  var isJSON: Bool { self == .json || self == .ndjson }
  /// Whether a stream can be written in this format.
  var canStream: Bool { self == .table || isJSON }

  /// The writer of a format that has only rows; `nil` for formats that the renderer draws.
  var rows: ((Table, Report, RowsStyle, (String) throws -> Void) throws -> Void)? {
    switch self {
    case .table, .json, .ndjson: nil
    case .csv: { table, report, style, emit in try CSV.write(table, of: report, style, emit) }
    }
  }
}

/// How rows are written in a format that has only rows.
struct RowsStyle: Sendable {
  /// Whether all fields are written: then the mode and the time of the report stand in each row.
  var isWhole: Bool
  /// Whether rows of an earlier report stand before these, under the same header.
  var isContinued: Bool
}
