import Foundation
import HeanCore

/// Draws a report in the format that was asked for.
struct ReportRenderer: Sendable {
  var format: OutputFormat
  /// `--fields`; `nil` is all of them.
  var fields: [String]?
  /// Columns of the terminal; `nil` when there is none.
  var width: Int?
  var palette: Palette
  var zone: TimeZone
  /// Whether a person is looking: hints, and JSON over several lines.
  var isTerminal: Bool

  /// - Parameter emit: called with pieces in order, so that a large answer never stands in memory twice.
  func render(_ report: Report, emit: (String) throws -> Void) throws {
    switch format {
    case .table: try emit(try screen(report).render(width: width, palette: palette, zone: zone, hints: isTerminal))
    case .json: try emit(try document(report))
    case .ndjson: try lines(report, emit)
    case .csv: try CSV.write(try selected(report), of: report, withMode: fields == nil, emit)
    }
  }

  private func selected(_ report: Report) throws(UsageError) -> Table {
    let table: Table
    switch report.payload {
    case .none: return Table(fields: [Field<Int>](), rows: [])
    case .list(let rows): table = rows
    case .object(let row): table = row
    }
    guard let fields else { return table }
    return try table.selecting(fields)
  }

  private func screen(_ report: Report) throws(UsageError) -> Screen {
    guard fields != nil else { return report.screen }
    var screen = report.screen.banners
    var isRecord = false
    if case .object = report.payload { isRecord = true }
    screen.show(try selected(report), asRecord: isRecord)
    return screen
  }

  private func document(_ report: Report) throws -> String {
    let table = try selected(report)
    let data: JSONValue
    switch report.payload {
    case .none: data = .null
    case .object: data = record(table, 0)
    case .list: data = .array((0..<table.count).map { record(table, $0) })
    }
    var members: [String: JSONValue] = [
      "schema": .string(report.schema), "as_of": .time(report.asOf), "age_seconds": .optional(report.age), "data": data,
    ]
    if let source = report.source { members["source"] = source.json }
    let warnings = report.caveats + report.notes
    if !warnings.isEmpty { members["warnings"] = .array(warnings.map { .string(sanitized($0)) }) }
    return String(decoding: try JSONText.encode(JSONValue.object(members), pretty: isTerminal), as: UTF8.self) + "\n"
  }

  /// Every line stands alone, so every line says what it is, of when, and of which mode.
  private func lines(_ report: Report, _ emit: (String) throws -> Void) throws {
    let table = try selected(report)
    var frame: [String: JSONValue] = ["schema": .string(report.schema), "as_of": .time(report.asOf)]
    if let source = report.source { frame["mode"] = .string(source.mode) }
    for row in 0..<table.count {
      guard case .object(let members) = record(table, row) else { continue }
      try emit(try JSONText.line(JSONValue.object(frame.merging(members) { _, own in own })))
    }
  }

  private func record(_ table: Table, _ row: Int) -> JSONValue {
    .object(Dictionary(table.columns.map { ($0.name, $0.value(row)) }, uniquingKeysWith: { $1 }))
  }
}
