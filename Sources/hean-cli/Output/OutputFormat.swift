/// The formats of an answer. Their differences are defined here; a snapshot has its own formats (`SnapshotFormat`).
enum OutputFormat: String, Sendable, CaseIterable {
  case table, json, ndjson, csv

  /// All names, for help. Written out, because making the list would cost time at each start.
  static let words = "table, json, ndjson or csv"

  /// Whether standard error is JSON as well.
  var isJSON: Bool { self == .json || self == .ndjson }
  /// Whether the format has no place for text next to the rows.
  var isTabular: Bool { self != .table && self != .json }
  /// Whether a stream can be written in this format.
  var canStream: Bool { self == .table || isJSON }

  /// The writer of a format that has only rows; `nil` for formats that the renderer draws.
  var rows: ((Table, Report, _ isWhole: Bool, (String) throws -> Void) throws -> Void)? {
    switch self {
    case .table, .json, .ndjson: nil
    case .csv: { table, report, isWhole, emit in try CSV.write(table, of: report, withMode: isWhole, emit) }
    }
  }
}
