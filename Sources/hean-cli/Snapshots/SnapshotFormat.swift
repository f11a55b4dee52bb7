import Foundation
import HeanCore

/// How a snapshot is written.
enum SnapshotFormat: String, Sendable, CaseIterable {
  case csv, ndjson
  /// One document for a program that reads standard output; not for files that grow.
  case json

  /// The columns of a CSV row. `schema` stands last: a row that ends with it was written whole.
  static let columns: [String] =
    oldColumns.dropLast() + [
      "equity_basis", "equity_reported", "balance_reported", "day_pnl_reported", "drawdown_pct_reported",
      "equity_computed", "schema",
    ]

  /// Of files that were begun before figures were checked. They go on as they are.
  static let oldColumns = [
    "as_of", "period", "profile", "mode", "engine_state", "equity", "balance", "realized_pnl", "unrealized_pnl", "fees",
    "day_pnl", "drawdown_pct", "positions", "risk_state", "schema",
  ]

  /// The line a file starts with, without its end; `nil` if the format has none.
  var header: String? { self == .csv ? Self.columns.joined(separator: ",") : nil }

  /// One row without its line end. Missing figures are an empty cell or `null`.
  func row(_ snapshot: PnLSnapshot, columns: [String] = columns) -> String {
    switch self {
    case .csv:
      snapshot.cells.filter { columns.contains($0.0) }.map { CSVLine.cell($0.1.cell) }.joined(separator: ",")
    case .ndjson, .json: snapshot.json
    }
  }

  /// What goes to standard output: the header where there is one, the row, a newline after each.
  func document(_ snapshot: PnLSnapshot) -> String {
    [header, row(snapshot)].compactMap(\.self).map { "\($0)\n" }.joined()
  }
}

extension OutputFormat {
  /// A snapshot on standard output.
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

extension JSONValue {
  fileprivate var cell: String {
    switch self {
    case .string(let text): text
    // Decimal's own text: all digits, a point, no grouping, no exponent, whatever the locale.
    case .number(let value): value.description
    default: ""
    }
  }
}

/// One line of CSV as RFC 4180 has it, cells without line breaks.
enum CSVLine {
  static func cell(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }) else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  /// The cells of a line, or `nil` if its quotes do not pair.
  static func cells(_ line: some Sequence<UInt8>) -> [String]? {
    let quote = UInt8(ascii: "\"")
    var cells: [String] = []
    var cell: [UInt8] = []
    var isQuoted = false
    var previous: UInt8?
    for byte in line {
      if byte == quote {
        // The second quote of a pair inside quotes stands for itself.
        if !isQuoted, previous == quote { cell.append(quote) }
        isQuoted.toggle()
      } else if byte == UInt8(ascii: ","), !isQuoted {
        cells.append(String(decoding: cell, as: UTF8.self))
        cell = []
      } else {
        cell.append(byte)
      }
      previous = byte
    }
    guard !isQuoted else { return nil }
    return cells + [String(decoding: cell, as: UTF8.self)]
  }
}
