@testable import HeanConsole

/// A small terminal: what it would show after the bytes that it was given. It wraps late, as terminals do today, or at once.
struct EmulatedTerminal {
  struct Cell: Equatable {
    /// Empty for the rest of a wide character.
    var symbol = " "
    var style = CellStyle.plain
  }

  let columns: Int
  let rows: Int
  var wrapsAtOnce = false
  private(set) var cells: [[Cell]]
  private(set) var cursor = (row: 0, column: 0)
  private(set) var isCursorShown = true
  private(set) var isAlternate = false
  private(set) var isWrapping = true
  private(set) var isSynchronizing = false
  var hasScrolled = false
  /// Sequences that it does not know.
  private(set) var unknown: [String] = []
  private var style = CellStyle.plain
  private var isAtEdge = false

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
  }

  /// What it shows after each of the pieces.
  static func screens(_ pieces: [String], columns: Int, rows: Int) -> [EmulatedTerminal] {
    var terminal = EmulatedTerminal(columns: columns, rows: rows)
    return pieces.map { piece in
      terminal.feed(piece)
      return terminal
    }
  }

  /// Rows without trailing blanks.
  var lines: [String] {
    cells.map { row in
      var line = row.map(\.symbol).joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// What stands there in a style, all else as blanks.
  func text(in style: CellStyle) -> String {
    cells.map { row in row.map { $0.style == style || $0.symbol == " " ? $0.symbol : " " }.joined() }.joined(
      separator: "\n")
  }

  /// Rows down to the last that is not blank.
  var text: String {
    let lines = lines
    return lines[..<((lines.lastIndex { !$0.isEmpty } ?? -1) + 1)].joined(separator: "\n")
  }

  /// Whether it shows this, styles and all.
  func shows(_ grid: CellGrid) -> Bool {
    guard grid.columns == columns, grid.rows == rows else { return false }
    for (index, cell) in grid.cells.enumerated() {
      var seen = cells[index / columns][index % columns]
      if seen.symbol == " ", seen.style.isUnseenOnBlanks { seen.style = .plain }
      if seen != Cell(symbol: grid.symbol(cell), style: cell.style) { return false }
    }
    return true
  }

  mutating func feed(_ text: String) {
    var rest = Substring(text)
    while let character = rest.first {
      if character == "\u{1B}" {
        sequence(&rest)
        continue
      }
      rest.removeFirst()
      switch character {
      case "\r": (cursor.column, isAtEdge) = (0, false)
      case "\n", "\r\n":
        (cursor.column, isAtEdge) = (0, false)
        down()
      case "\u{7}": break
      case "\u{8}": (cursor.column, isAtEdge) = (max(0, cursor.column - 1), false)
      default: draw(character)
      }
    }
  }

  private mutating func down() {
    guard cursor.row == rows - 1 else { return cursor.row += 1 }
    cells.removeFirst()
    cells.append(Array(repeating: Cell(), count: columns))
    hasScrolled = true
  }

  private mutating func wrap() {
    (cursor.column, isAtEdge) = (0, false)
    down()
  }

  private mutating func draw(_ character: Character) {
    let width = max(1, displayWidth(String(character)))
    if isWrapping, isAtEdge || cursor.column + width > columns { wrap() }
    let column = min(cursor.column, columns - width)
    // What is left of a wide character is blank.
    var lead = column
    while lead > 0, cells[cursor.row][lead].symbol.isEmpty { lead -= 1 }
    for left in lead..<column { cells[cursor.row][left].symbol = " " }
    var next = column + width
    while next < columns, cells[cursor.row][next].symbol.isEmpty {
      cells[cursor.row][next].symbol = " "
      next += 1
    }
    cells[cursor.row][column] = Cell(symbol: String(character), style: style)
    for rest in column + 1..<max(column + 1, column + width) {
      cells[cursor.row][rest] = Cell(symbol: "", style: style)
    }
    isAtEdge = column + width >= columns
    cursor.column = min(columns - 1, column + width)
    if isAtEdge, wrapsAtOnce, isWrapping { wrap() }
  }

  private mutating func sequence(_ rest: inout Substring) {
    if rest.hasPrefix("\u{1B}]"), let end = rest.firstIndex(of: "\u{7}") {
      rest = rest[rest.index(after: end)...]
      return
    }
    guard rest.hasPrefix("\u{1B}["), let last = rest.dropFirst(2).firstIndex(where: { $0.isLetter }) else {
      unknown.append(String(rest))
      rest = ""
      return
    }
    let body = rest[rest.index(rest.startIndex, offsetBy: 2)..<last]
    let letter = rest[last]
    rest = rest[rest.index(after: last)...]
    let numbers = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let count = max(1, numbers.first ?? 1)
    if letter != "m", letter != "h", letter != "l" { isAtEdge = false }
    switch letter {
    case "m": style.apply(body.isEmpty ? [] : numbers)
    case "H":
      cursor.row = min(rows, count) - 1
      cursor.column = min(columns, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1
    case "G": cursor.column = min(columns, count) - 1
    case "A": cursor.row = max(0, cursor.row - count)
    case "B": cursor.row = min(rows - 1, cursor.row + count)
    case "C": cursor.column = min(columns - 1, cursor.column + count)
    case "D": cursor.column = max(0, cursor.column - count)
    case "K" where body.isEmpty: erase(cursor.row, from: cursor.column)
    case "J" where body.isEmpty:
      erase(cursor.row, from: cursor.column)
      for row in cursor.row + 1..<max(cursor.row + 1, rows) { erase(row, from: 0) }
    case "J" where body == "2": for row in 0..<rows { erase(row, from: 0) }
    case "h", "l": mode(body, letter == "h")
    default: unknown.append("\(body)\(letter)")
    }
  }

  private mutating func erase(_ row: Int, from column: Int) {
    for place in column..<columns { cells[row][place] = Cell(symbol: " ", style: style) }
  }

  private mutating func mode(_ body: Substring, _ isOn: Bool) {
    switch body {
    case "?7": isWrapping = isOn
    case "?25": isCursorShown = isOn
    case "?1049": isAlternate = isOn
    case "?2004": break
    case "?2026": isSynchronizing = isOn
    default: unknown.append("\(body)\(isOn ? "h" : "l")")
    }
  }
}
