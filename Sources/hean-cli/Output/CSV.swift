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
    let end = tail.map { "," + quoted($0) }.joined() + "\n"
    var text: [UInt8] = []
    if !style.isContinued { text.append(contentsOf: (header.map(quoted).joined(separator: ",") + "\n").utf8) }
    try table.forEach { value, _ in
      for (place, column) in table.columns.enumerated() {
        if place > 0 { text.append(UInt8(ascii: ",")) }
        append(value(column), to: &text)
      }
      text.append(contentsOf: end.utf8)
      guard text.count > ReportRenderer.piece else { return }
      try emit(String(decoding: text, as: UTF8.self))
      text.removeAll(keepingCapacity: true)
    }
    if !text.isEmpty { try emit(String(decoding: text, as: UTF8.self)) }
  }

  /// One line without its end.
  static func cells(of values: [JSONValue]) -> String { values.map { quoted(text($0)) }.joined(separator: ",") }

  /// The usual cells are written at once: a file can have millions.
  private static func append(_ value: JSONValue, to text: inout [UInt8]) {
    switch value {
    case .null: break
    case .number(let number) where !number.isNaN: number.appendDigits(to: &text)
    case .string(let string) where isPlain(string.utf8): text.append(contentsOf: string.utf8)
    default: text.append(contentsOf: quoted(self.text(value)).utf8)
    }
  }

  /// Whether the text needs no quotes, has no control character, and begins no formula.
  private static func isPlain(_ text: String.UTF8View) -> Bool {
    guard let first = text.first else { return true }
    return !marks.contains(Unicode.Scalar(first))
      && text.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\"") }
  }

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
  private static func defused(_ text: String) -> String {
    guard let first = text.unicodeScalars.first, marks.contains(first) else { return text }
    return "'" + text
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
        cells.append(armed(String(decoding: cell, as: UTF8.self)))
        cell = []
      } else {
        cell.append(byte)
      }
      previous = byte
    }
    guard !isQuoted else { return nil }
    return cells + [armed(String(decoding: cell, as: UTF8.self))]
  }

  /// The text of a cell without what `defused` has put before it.
  private static func armed(_ cell: String) -> String {
    guard cell.hasPrefix("'"), let next = cell.unicodeScalars.dropFirst().first, marks.contains(next) else {
      return cell
    }
    return String(cell.dropFirst())
  }

  private static let marks: [Unicode.Scalar] = ["=", "+", "-", "@", "\t", "\r"]

  /// The cell by RFC 4180.
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
