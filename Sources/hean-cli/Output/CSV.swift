import Foundation
import HeanCore

/// RFC 4180 with line feeds: a header line, then one line per record.
enum CSV {
  static func write(
    _ table: Table, of report: Report, _ style: RowsStyle, _ emit: (String) throws -> Void
  ) throws {
    // When the data is not known, nothing is written: a header alone would mean that there are no rows.
    if case .none = report.payload { return }
    var header = table.columns.map(\.name)
    var tail: [String] = []
    if style.isWhole, let source = report.source {
      header += ["mode", "as_of"]
      tail = [source.mode, EngineTime.format(report.asOf)]
    }
    if !style.isContinued { try emit(line(header)) }
    try table.forEach { value, _ in try emit(line(table.columns.map { text(value($0)) } + tail)) }
  }

  static func line(_ cells: [String]) -> String { cells.map(quoted).joined(separator: ",") + "\n" }

  /// A missing value is an empty cell, never a zero.
  static func text(_ value: JSONValue) -> String {
    switch value {
    case .null: ""
    case .bool(let flag): flag ? "true" : "false"
    case .number(let number): number.isNaN ? "" : number.exactText
    case .string(let text): defused(sanitized(text))
    case .array(let values) where values.allSatisfy(\.isScalar): values.map(text).joined(separator: ";")
    case .array, .object: JSONText.compact(value)
    }
  }

  /// A spreadsheet would read text that begins with these characters as a formula.
  static func defused(_ text: String) -> String {
    guard let first = text.unicodeScalars.first, marks.contains(first) else { return text }
    return "'" + text
  }

  /// The text of a cell without what `defused` has put before it.
  static func armed(_ cell: String) -> String {
    guard cell.hasPrefix("'"), let next = cell.unicodeScalars.dropFirst().first, marks.contains(next) else {
      return cell
    }
    return String(cell.dropFirst())
  }

  private static let marks: [Unicode.Scalar] = ["=", "+", "-", "@", "\t", "\r"]

  private static func quoted(_ cell: String) -> String {
    guard cell.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == 10 || $0 == 13 })
    else { return cell }
    return "\"" + cell.replacing("\"", with: "\"\"") + "\""
  }
}

extension JSONValue {
  fileprivate var isScalar: Bool {
    switch self {
    case .null, .bool, .number, .string: true
    case .array, .object: false
    }
  }
}
