import HeanCore

/// How a snapshot is written.
enum SnapshotFormat: String, Sendable, CaseIterable {
  case csv, ndjson
  /// One document for a program that reads standard output; not for files that are appended to.
  case json

  /// The columns of a CSV row. `schema` is the last one: a row that ends with it is complete.
  static let columns: [String] =
    oldColumns.dropLast() + [
      "equity_basis", "equity_reported", "balance_reported", "day_pnl_reported", "drawdown_pct_reported",
      "equity_computed", "schema",
    ]

  /// The columns of files from before figures were checked. Such files keep them.
  static let oldColumns = [
    "as_of", "period", "profile", "mode", "engine_state", "equity", "balance", "realized_pnl", "unrealized_pnl", "fees",
    "day_pnl", "drawdown_pct", "positions", "risk_state", "schema",
  ]

  /// The first line of a file, without its line end; `nil` if the format has none.
  var header: String? { self == .csv ? Self.columns.joined(separator: ",") : nil }

  /// One row without its line end. A missing value is an empty cell or `null`.
  func row(_ snapshot: PnLSnapshot, columns: [String] = columns) -> String {
    switch self {
    case .csv:
      CSV.cells(of: snapshot.cells.filter { columns.contains($0.0) }.map(\.1))
    case .ndjson, .json: snapshot.json
    }
  }

  /// The text for standard output: the header, if there is one, and the row, each with a newline.
  func document(_ snapshot: PnLSnapshot) -> String {
    [header, row(snapshot)].compactMap(\.self).map { "\($0)\n" }.joined()
  }
}

extension OutputFormat {
  /// The snapshot format for standard output.
  var snapshot: SnapshotFormat { SnapshotFormat(rawValue: rawValue) ?? .json }
}

extension SnapshotFormat {
  /// The columns with their values.
  static let fields: [Field<PnLSnapshot>] = [
    Field("as_of", "", "when it was read", priority: 0, type: FieldType(.moment)) {
      .string($0.asOf.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    },
    .member("period", "start of the period of the row; null without --period") { $0.period.clean },
    .member("profile") { $0.profile.printable },
    Field("mode", "", "where an order would go", priority: 0, type: OperatingMode.type) { .string($0.mode.printable) },
    .member("engine_state", "as the engine reports it") { $0.engineState.printable },
    figure("equity", "see equity_basis") { $0.equity },
    figure("balance", "cash; null when it contradicts itself") { $0.balance },
    figure("realized_pnl") { $0.realizedPnL }, figure("unrealized_pnl") { $0.unrealizedPnL },
    figure("fees", "null in live, where none are counted") { $0.fees }, figure("day_pnl") { $0.dayPnL },
    figure("drawdown_pct", unit: .percent) { $0.drawdownPercent },
    .member("positions", "open") { $0.positions },
    .member("risk_state", "null unless running") { $0.riskState.clean },
    .member("equity_basis", "what equity is") { $0.equityBasis },
    figure("equity_reported", "as /engine/status says it") { $0.reportedEquity },
    figure("balance_reported", "as /engine/status says it") { $0.reportedBalance },
    figure("day_pnl_reported", "as /engine/status says it") { $0.reportedDayPnL },
    figure("drawdown_pct_reported", "as /risk/status says it", unit: .percent) { $0.reportedDrawdownPercent },
    figure("equity_computed", "initial capital + realized + unrealized - fees") { $0.computedEquity },
    Field("schema", "", "", priority: 0, type: FieldType(.words([PnLSnapshot.schema]))) { _ in
      .string(PnLSnapshot.schema)
    },
  ]

  private static func figure(
    _ name: String, _ meaning: String = "", unit: FieldUnit = .usdt,
    _ value: @escaping @Sendable (PnLSnapshot) -> Decimal?
  ) -> Field<PnLSnapshot> {
    .member(name, meaning, unit: unit) { row in value(row).flatMap { $0.isNaN ? nil : $0 } }
  }
}

extension PnLSnapshot {
  fileprivate var cells: [(String, JSONValue)] { SnapshotFormat.fields.map { ($0.name, $0.value(self)) } }

  fileprivate var json: String { JSONText.compact(SnapshotFormat.fields.object(self)) }
}

extension String? {
  fileprivate var clean: String? { self?.printable }
}
