import HeanCore

/// Which columns a row has. A file goes on with those that it was begun with.
struct SnapshotLayout: Sendable, Equatable {
  /// What stands in the last column, `schema`: a row that ends with it is complete.
  let schema: String
  let columns: [String]

  /// The first line of a CSV file, without its line end.
  var header: String { columns.joined(separator: ",") }

  /// What new files get.
  static let current = SnapshotLayout(
    schema: PnLSnapshot.schema,
    columns: first.columns.dropLast() + [
      "kill_switch", "closed_positions", "engine_url", "engine_started_at", "schema",
    ])

  /// Version 1: it does not name its engine.
  static let first = SnapshotLayout(
    schema: "hean.pnl_snapshot/1",
    columns: unchecked.columns.dropLast() + [
      "equity_basis", "equity_reported", "balance_reported", "day_pnl_reported", "drawdown_pct_reported",
      "equity_computed", "schema",
    ])

  /// Version 1 from before figures were checked.
  static let unchecked = SnapshotLayout(
    schema: "hean.pnl_snapshot/1",
    columns: [
      "as_of", "period", "profile", "mode", "engine_state", "equity", "balance", "realized_pnl", "unrealized_pnl",
      "fees", "day_pnl", "drawdown_pct", "positions", "risk_state", "schema",
    ])

  static let all = [current, first, unchecked]

  /// The layout with this header.
  /// - Parameter line: may be cut short; then the newest that begins in this way is meant.
  static func beginning(with line: some Sequence<UInt8>) -> SnapshotLayout? {
    all.first { $0.header.utf8.starts(with: line) }
  }

  /// The layout of a row outside of CSV, where a row names its columns.
  static func of(schema: String?) -> SnapshotLayout? { all.first { $0.schema == schema } }
}
