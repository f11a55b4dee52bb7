/// Writes screens to a terminal: of each one only what differs from the last.
///
/// It uses only what every terminal knows: cursor to a place and to the sides, return, line end, backspace, erasing to the end
/// of a row and of the screen, SGR, and line wrapping off and on.
struct FrameWriter: Sendable {
  /// Whether the terminal shows all of a frame at once when it is told where one begins and ends (mode 2026).
  var isSynchronized: Bool
  /// Whether the style of the last character may stay set after a frame. Else each frame ends plain, for a terminal that
  /// somebody else writes to as well.
  var keepsStyle: Bool

  /// What the terminal shows; `nil` when that is not known.
  private var shown: CellGrid?
  private var style = CellStyle.plain
  private var place: Place?
  private var isCursorShown: Bool?
  private var isWrapping = true
  private var out: [UInt8] = []
  /// Sequences between styles, which are the same few again and again.
  private var changes: [StyleChange: [UInt8]] = [:]

  private struct StyleChange: Hashable {
    var from: CellStyle
    var to: CellStyle
  }

  /// A screen has a dozen styles; text with any colour must not pile up here.
  private static let mostChanges = 1_000

  private struct Place {
    var row: Int
    /// `nil` after a character that terminals draw in different widths.
    var column: Int?
    /// Whether it gets there only by drawing on after the last column. A line that goes on in the next row is written like that,
    /// so that it is one line for those who copy it.
    var isAhead = false
  }

  /// A frame of so many bytes is drawn in one go by every terminal, and the marks would be a good part of it.
  private static let briefFrame = 64

  init(isSynchronized: Bool, keepsStyle: Bool = false) {
    self.isSynchronized = isSynchronized
    self.keepsStyle = keepsStyle
  }

  /// The next frame is written whole, for a terminal that may show something else by now.
  mutating func forget() { shown = nil }

  /// What makes the terminal show this; empty when it does so already.
  /// - Parameters:
  ///   - grid: fits into the window.
  ///   - cursor: where it stands, seen; `nil` hides it.
  mutating func frame(_ grid: CellGrid, cursor: (row: Int, column: Int)?) -> String {
    out.removeAll(keepingCapacity: true)
    if cursor == nil, isCursorShown != false { write("\u{1B}[?25l") }
    if let shown, shown.columns == grid.columns, shown.rows == grid.rows {
      drawChanges(grid, shown)
    } else {
      drawAll(grid)
    }
    if !isWrapping {
      write("\u{1B}[?7h")
      isWrapping = true
    }
    if !keepsStyle { take(.plain) }
    if place?.isAhead == true { place = nil }
    if let cursor {
      if place?.row != cursor.row || place?.column != cursor.column { write(move(cursor.row, cursor.column)) }
      place = Place(row: cursor.row, column: cursor.column)
      if isCursorShown != true { write("\u{1B}[?25h") }
    }
    isCursorShown = cursor != nil
    shown = grid
    let frame = String(decoding: out, as: UTF8.self)
    return isSynchronized && out.count > Self.briefFrame ? "\u{1B}[?2026h\(frame)\u{1B}[?2026l" : frame
  }

  private mutating func drawChanges(_ grid: CellGrid, _ old: CellGrid) {
    let columns = grid.columns
    for row in 0..<grid.rows {
      var first = row * columns
      let end = first + columns
      while first < end, grid.isSame(first, in: old) { first += 1 }
      if first < end { draw(row, of: grid, over: old) }
    }
  }

  /// Over whatever is there: clearing the screen first would make it flicker.
  private mutating func drawAll(_ grid: CellGrid) {
    write("\u{1B}[m\u{1B}[H")
    style = .plain
    place = Place(row: 0, column: 0)
    var filled = grid.rows
    while filled > 0, (0..<grid.columns).allSatisfy({ grid.cells[(filled - 1) * grid.columns + $0] == .blank }) {
      filled -= 1
    }
    for row in 0..<filled { draw(row, of: grid, over: nil) }
    guard filled < grid.rows else { return }
    if place?.isAhead == true { place = nil }
    go(to: filled, 0, in: grid)
    take(.plain)
    write("\u{1B}[J")
  }

  private mutating func draw(_ row: Int, of grid: CellGrid, over old: CellGrid?) {
    let (columns, start) = (grid.columns, row * grid.columns)
    func isChanged(_ column: Int) -> Bool { old.map { !grid.isSame(start + column, in: $0) } ?? true }
    // From here on the row is blank.
    var end = columns
    while end > 0, grid.cells[start + end - 1] == .blank { end -= 1 }
    for column in 0..<end where !grid.cells[start + column].isContinuation && isChanged(column) {
      go(to: row, column, in: grid)
      put(start + column, row, column, of: grid)
    }
    guard let first = (end..<columns).first(where: isChanged), let last = (first..<columns).last(where: isChanged)
    else {
      return
    }
    if last - first < Self.erase.count {
      for column in first...last {
        go(to: row, column, in: grid)
        put(start + column, row, column, of: grid)
      }
    } else {
      // The cursor may stand anywhere in what is blank.
      if place?.isAhead == true { place = nil }
      let isThere = place?.row == row && place?.column.map { (end...first).contains($0) } ?? false
      if !isThere { go(to: row, first, in: grid) }
      if !style.isUnseenOnBlanks { take(.plain) }
      out += Self.erase
    }
  }

  private static let erase = Array("\u{1B}[K".utf8)

  private mutating func take(_ wanted: CellStyle) {
    out += sequence(to: wanted, after: style)
    style = wanted
  }

  private mutating func sequence(to wanted: CellStyle, after other: CellStyle) -> [UInt8] {
    if wanted == other { return [] }
    let change = StyleChange(from: other, to: wanted)
    if let known = changes[change] { return known }
    if changes.count >= Self.mostChanges { changes.removeAll(keepingCapacity: true) }
    let sequence = wanted.sequence(after: other)
    changes[change] = sequence
    return sequence
  }

  /// Draws a character where the cursor is.
  private mutating func put(_ index: Int, _ row: Int, _ column: Int, of grid: CellGrid) {
    let cell = grid.cells[index]
    if let wanted = Self.style(of: cell, after: style) { take(wanted) }
    var width = 1
    while column + width < grid.columns, grid.cells[index + width].isContinuation { width += 1 }
    let isSure = width == 1 && !cell.isCluster
    let next = column + width
    // Some terminals would scroll after the last place of the screen, and some draw a character wider than it is known to be.
    if isWrapping, next >= grid.columns && row == grid.rows - 1 || !isSure && next + 2 > grid.columns {
      write("\u{1B}[?7l")
      isWrapping = false
    }
    append(cell, of: grid)
    if next < grid.columns {
      place = Place(row: row, column: isSure ? next : nil)
    } else if isSure, isWrapping, grid.goesOn(row) {
      place = Place(row: row + 1, column: 0, isAhead: true)
    } else {
      // Terminals differ in where the cursor is now.
      place = nil
    }
  }

  /// The style that has to be set for a cell; `nil` when the one that is set will do.
  private static func style(of cell: CellGrid.Cell, after style: CellStyle) -> CellStyle? {
    if cell == .blank, style.isUnseenOnBlanks { return nil }
    return cell.style == style ? nil : cell.style
  }

  private mutating func append(_ cell: CellGrid.Cell, of grid: CellGrid) {
    if cell.glyph < 0x80 { out.append(UInt8(cell.glyph)) } else { out += grid.symbol(cell).utf8 }
  }

  private mutating func write(_ text: String) { out += text.utf8 }
}

extension FrameWriter {
  /// Moves the cursor to a cell that is drawn next, in as few bytes as it takes.
  private mutating func go(to row: Int, _ column: Int, in grid: CellGrid) {
    guard place?.row != row || place?.column != column else { return }
    if place?.isAhead == true { place = nil }
    let move = move(row, column)
    if !passesOver(to: row, column, in: grid, instead: move.utf8.count) { write(move) }
    place = Place(row: row, column: column)
  }

  /// Draws the cells between the cursor and a place to the right of it once more, where that is shorter than moving.
  private mutating func passesOver(to row: Int, _ column: Int, in grid: CellGrid, instead length: Int) -> Bool {
    guard let place, place.row == row, let from = place.column, from < column, column - from <= length else {
      return false
    }
    let cells = row * grid.columns + from..<row * grid.columns + column
    let target = grid.cells[row * grid.columns + column]
    var (over, direct) = (style, style)
    var cost = 0
    for index in cells {
      let cell = grid.cells[index]
      guard !cell.isCluster, !cell.isContinuation, !grid.cells[index + 1].isContinuation else { return false }
      cost += self.cost(of: cell, &over) + (Unicode.Scalar(cell.glyph).map(UTF8.width) ?? 1)
    }
    cost += self.cost(of: target, &over)
    guard cost <= length + self.cost(of: target, &direct) else { return false }
    for index in cells {
      if let wanted = Self.style(of: grid.cells[index], after: style) { take(wanted) }
      append(grid.cells[index], of: grid)
    }
    return true
  }

  /// Bytes that the style of a cell takes.
  private mutating func cost(of cell: CellGrid.Cell, _ style: inout CellStyle) -> Int {
    guard let wanted = Self.style(of: cell, after: style) else { return 0 }
    defer { style = wanted }
    return sequence(to: wanted, after: style).count
  }

  /// The shortest sequence that moves the cursor.
  private func move(_ row: Int, _ column: Int) -> String {
    // The first number may be left out when it is 1, and so may the second.
    let (line, position) = (row == 0 ? "" : "\(row + 1)", column == 0 ? "" : ";\(column + 1)")
    var best = "\u{1B}[\(line)\(position)H"
    func consider(_ other: String) { if other.utf8.count < best.utf8.count { best = other } }
    func steps(_ count: Int, _ letter: Character) -> String {
      count == 0 ? "" : "\u{1B}[\(count == 1 ? "" : "\(count)")\(letter)"
    }
    guard let place else { return best }
    if row >= place.row, row - place.row < 4 {
      consider("\r" + String(repeating: "\n", count: row - place.row) + steps(column, "C"))
    }
    if row == place.row { consider("\u{1B}[\(column + 1)G") }
    guard let from = place.column else { return best }
    if row == place.row {
      consider(column > from ? steps(column - from, "C") : steps(from - column, "D"))
      if column < from, from - column < 4 { consider(String(repeating: "\u{8}", count: from - column)) }
    } else if column == from {
      consider(row > place.row ? steps(row - place.row, "B") : steps(place.row - row, "A"))
    }
    return best
  }
}
