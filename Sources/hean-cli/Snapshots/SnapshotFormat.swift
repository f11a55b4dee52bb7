import Foundation
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
      snapshot.cells.filter { columns.contains($0.0) }.map { CSVLine.cell($0.1.cell) }.joined(separator: ",")
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

extension JSONValue {
  fileprivate var cell: String {
    switch self {
    case .string(let text): CSV.defused(text)
    // `Decimal` writes all digits, a point, no grouping and no exponent, in every locale.
    case .number(let value): value.description
    default: ""
    }
  }
}

/// One line of CSV by RFC 4180; cells without line breaks.
enum CSVLine {
  static func cell(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }) else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  /// The cells of a line, or `nil` if a quote is not closed.
  static func cells(_ line: some Sequence<UInt8>) -> [String]? {
    let quote = UInt8(ascii: "\"")
    var cells: [String] = []
    var cell: [UInt8] = []
    var isQuoted = false
    var previous: UInt8?
    for byte in line {
      if byte == quote {
        // Two quotes inside a quoted cell mean one quote.
        if !isQuoted, previous == quote { cell.append(quote) }
        isQuoted.toggle()
      } else if byte == UInt8(ascii: ","), !isQuoted {
        cells.append(CSV.armed(String(decoding: cell, as: UTF8.self)))
        cell = []
      } else {
        cell.append(byte)
      }
      previous = byte
    }
    guard !isQuoted else { return nil }
    return cells + [CSV.armed(String(decoding: cell, as: UTF8.self))]
  }
}
