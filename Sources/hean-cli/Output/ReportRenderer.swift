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
  var aim: Aim

  /// - Parameter emit: called with pieces in order, so that a large answer never stands in memory twice.
  func render(_ report: Report, emit: (String) throws -> Void) throws {
    switch format {
    case .table: try emit(draw(try screen(report), hints: isTerminal))
    case .json: try emit(try document(report))
    case .ndjson: try lines(report, emit)
    case .csv: try CSV.write(try selected(report), of: report, withMode: fields == nil, emit)
    }
  }

  func draw(_ screen: Screen, hints: Bool = false) -> String {
    screen.aimed(aim).render(width: width, palette: palette, zone: zone, hints: hints)
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

  private func document(_ report: Report) throws(UsageError) -> String {
    let table = try selected(report)
    var members: [String: JSONValue] = [
      "schema": .string(report.schema), "as_of": .time(report.asOf), "age_seconds": .optional(report.age),
    ]
    if let source = report.source { members["source"] = source.json }
    let warnings = report.caveats + report.notes
    if !warnings.isEmpty { members["warnings"] = .array(warnings.map { .string($0) }) }
    let names = JSONText.Members(Array(members.keys) + ["data"])
    let record = Self.recordWriter(table)
    var text = JSONText(pretty: isTerminal)
    text.writeObject(names) { text, name in
      if let value = members[name] { return text.write(value) }
      switch report.payload {
      case .none: text.write(.null)
      case .object: record(&text, 0)
      case .list: text.writeArray(count: table.count, record)
      }
    }
    text.endLine()
    return text.string
  }

  /// Every line stands alone, so every line says what it is, of when, and of which mode.
  private func lines(_ report: Report, _ emit: (String) throws -> Void) throws {
    var table = try selected(report)
    func constant(_ name: String, _ value: JSONValue) -> Table.Column {
      Table.Column(
        name: name, title: name, alignment: .leading, priority: 0, value: { _ in value }, cell: { _ in value.plainCell }
      )
    }
    var frame = [constant("schema", .string(report.schema)), constant("as_of", .time(report.asOf))]
    if let source = report.source { frame.append(constant("mode", .string(source.mode))) }
    // A field of the record's own wins over one of the frame.
    let taken = Set(table.columns.map(\.name))
    table.columns += frame.filter { !taken.contains($0.name) }
    let record = Self.recordWriter(table)
    for row in 0..<table.count {
      var text = JSONText(pretty: false)
      record(&text, row)
      text.endLine()
      try emit(text.string)
    }
  }

  /// Writes one row as an object. The names are sorted once for all rows.
  private static func recordWriter(_ table: Table) -> (inout JSONText, Int) -> Void {
    let names = JSONText.Members(table.columns.map(\.name))
    let columns = names.names.compactMap { name in table.columns.first { $0.name == name } }
    return { text, row in
      text.writeObject(names) { (text: inout JSONText, place: Int) in text.write(columns[place].value(row)) }
    }
  }
}
