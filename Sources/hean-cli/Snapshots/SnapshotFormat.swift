import HeanCore

/// How a snapshot is written.
enum SnapshotFormat: String, Sendable, CaseIterable {
  case csv, ndjson
  /// One document for a program that reads standard output, or a file that is replaced.
  case json
  /// Metrics for Prometheus: standard output, or a file that is replaced. Valid OpenMetrics, and valid in Prometheus's
  /// own text format as well, which is all that node_exporter's collector of files reads.
  case openmetrics
  /// A line of InfluxDB's line protocol.
  case influx

  /// Whether a row can be added to a file; the others are whole documents, which replace one.
  var isAppendable: Bool {
    switch self {
    case .csv, .ndjson, .influx: true
    case .json, .openmetrics: false
    }
  }

  /// The first line of a new file, without its line end; `nil` if the format has none.
  var header: String? { self == .csv ? SnapshotLayout.current.header : nil }

  /// One row without its line end. A missing value is an empty cell, `null`, or absent.
  func row(_ snapshot: PnLSnapshot, layout: SnapshotLayout = .current) -> String {
    switch self {
    case .csv: CSV.cells(of: snapshot.cells(layout).map(\.value))
    case .ndjson, .json:
      JSONText.compact(
        .object(Dictionary(snapshot.cells(layout).map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }))
      )
    case .openmetrics:
      String(MetricsText.openMetrics.text(SnapshotMetrics.families(snapshot)).dropLast())
    case .influx: snapshot.influxLine.text
    }
  }

  /// The text for standard output: the header, if there is one, and the row, each with a newline.
  func document(_ snapshot: PnLSnapshot) -> String {
    [header, row(snapshot)].compactMap(\.self).map { "\($0)\n" }.joined()
  }

  /// The format that the name of a file tells.
  static func appending(to path: String) -> SnapshotFormat {
    if path.hasSuffix(".ndjson") || path.hasSuffix(".jsonl") { return .ndjson }
    return path.hasSuffix(".influx") || path.hasSuffix(".lp") ? .influx : .csv
  }
}

extension OutputFormat {
  /// The snapshot format for standard output.
  var snapshot: SnapshotFormat { SnapshotFormat(rawValue: rawValue) ?? .json }
}

extension SnapshotFormat {
  /// The columns with their values.
  static let fields: [Field<PnLSnapshot>] = [
    Field("as_of", "", "when it was read", priority: 0, type: FieldType(.moment)) { .string(moment($0.asOf)) },
    Field(
      "period", "", "start of the period of the row; null without --period", priority: 0,
      type: FieldType(.moment, canBeMissing: true)
    ) {
      $0.period.clean.json
    },
    .member("profile", "whose engine it is; (none) without a profile") { $0.profile.printable },
    Field("mode", "", "where an order would go", priority: 0, type: OperatingMode.type) { .string($0.mode.printable) },
    .member("engine_state", "as the engine reports it") { $0.engineState.printable },
    figure("equity", "see equity_basis") { $0.equity },
    figure("balance", "cash; null when it contradicts itself") { $0.balance },
    figure("realized_pnl", "before fees, since the engine's start") { $0.realizedPnL },
    figure("unrealized_pnl", "of the open positions") { $0.unrealizedPnL },
    figure("fees", "since the engine's start; null in live, where none are counted") { $0.fees },
    figure("day_pnl", "null when it contradicts itself") { $0.dayPnL },
    figure("drawdown_pct", "0 to 100, below the engine's own peak", unit: .percent) { $0.drawdownPercent },
    .member("positions", "open") { $0.positions },
    .member("risk_state", "of the governor; null unless running") { $0.riskState.clean },
    .member("equity_basis", "what equity is") { $0.equityBasis },
    figure("equity_reported", "as /engine/status says it") { $0.reportedEquity },
    figure("balance_reported", "as /engine/status says it") { $0.reportedBalance },
    figure("day_pnl_reported", "as /engine/status says it") { $0.reportedDayPnL },
    figure("drawdown_pct_reported", "as /risk/status says it", unit: .percent) { $0.reportedDrawdownPercent },
    figure("equity_computed", "initial capital + realized + unrealized - fees") { $0.computedEquity },
    .member("kill_switch", "clear, triggered, emergency or contradiction; null when not told") { $0.killSwitch },
    .member("closed_positions", "closed positions that the engine's process has counted, drops too") { $0.closes },
    .member("engine_url", "the engine's address; practice for the built-in one") { $0.engineURL.clean },
    Field(
      "engine_started_at", "",
      "start of this run of the engine, which has no id; null when not told, as 90 minutes after the start",
      priority: 0, type: FieldType(.moment, canBeMissing: true)
    ) {
      $0.engineStartedAt.map { moment($0) }.json
    },
    Field("schema", "", "", priority: 0, type: FieldType(.words([PnLSnapshot.schema]))) { _ in
      .string(PnLSnapshot.schema)
    },
  ]

  /// A time as every row writes it: UTC, with milliseconds.
  static func moment(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  private static func figure(
    _ name: String, _ meaning: String = "", unit: FieldUnit = .usdt,
    _ value: @escaping @Sendable (PnLSnapshot) -> Decimal?
  ) -> Field<PnLSnapshot> {
    .member(name, meaning, unit: unit) { row in value(row).flatMap { $0.isNaN ? nil : $0 } }
  }
}

extension PnLSnapshot {
  /// The values of the columns of a layout, in their order.
  func cells(_ layout: SnapshotLayout = .current) -> [(name: String, value: JSONValue)] {
    SnapshotFormat.fields.filter { layout.columns.contains($0.name) }.map { field in
      (field.name, field.name == "schema" ? .string(layout.schema) : field.value(self))
    }
  }
}

extension String? {
  fileprivate var clean: String? { self?.printable }
}
