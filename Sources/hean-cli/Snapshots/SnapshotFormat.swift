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

extension PnLSnapshot {
  fileprivate var cells: [(String, JSONValue)] {
    let values: [JSONValue] = [
      .string(asOf.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))), .optional(period.clean),
      .string(profile.printable), .string(mode.printable), .string(engineState.printable), figure(equity),
      figure(balance), figure(realizedPnL), figure(unrealizedPnL), figure(fees), figure(dayPnL),
      figure(drawdownPercent), .optional(positions), .optional(riskState.clean), .optional(equityBasis),
      figure(reportedEquity), figure(reportedBalance), figure(reportedDayPnL), figure(reportedDrawdownPercent),
      figure(computedEquity),
      .string(Self.schema),
    ]
    return Array(zip(SnapshotFormat.columns, values))
  }

  fileprivate var json: String { JSONText.compact(.object(Dictionary(uniqueKeysWithValues: cells))) }

  private func figure(_ value: Decimal?) -> JSONValue { .optional(value.flatMap { $0.isNaN ? nil : $0 }) }
}

extension String? {
  fileprivate var clean: String? { self?.printable }
}
