/// What a screen shows: rows of cells, each with a character and a style. A value of its own, which a `FrameWriter` compares
/// with the one that the terminal shows.
struct CellGrid: Sendable {
  /// Twelve bytes.
  struct Cell: Sendable, Equatable {
    /// A Unicode scalar, `continuation`, or `clusterMark` with a place in `clusters`.
    var glyph: UInt32
    var style: CellStyle

    static let blank = Cell(glyph: 0x20, style: .plain)
    /// What the left neighbour reaches into. No scalar that is drawn has this number.
    static let continuation: UInt32 = 0
    static let clusterMark: UInt32 = 0x8000_0000

    var isContinuation: Bool { glyph == Self.continuation }
    var isCluster: Bool { glyph & Self.clusterMark != 0 }
  }

  /// A terminal can report any size; what is beyond this would only cost memory.
  private static let most = (columns: 1_000, rows: 500)
  /// Marks upon one character that are kept, in bytes: text from a server may pile up any number of them.
  private static let longestCluster = 64

  let columns: Int
  let rows: Int
  /// Row after row.
  private(set) var cells: [Cell]
  /// Characters of several scalars.
  private var clusters: [String] = []
  /// Rows whose text goes on in the next one.
  private var continued: Set<Int> = []

  /// All blank.
  init(columns: Int, rows: Int) {
    self.columns = max(0, min(columns, Self.most.columns))
    self.rows = max(0, min(rows, Self.most.rows))
    cells = Array(repeating: .blank, count: self.columns * self.rows)
  }

  /// Draws a line that a `Palette` has painted. Of control characters only SGR sequences have an effect; other sequences
  /// are left out. What does not fit is cut, and a wide character that fits by half becomes a blank.
  /// - Parameters:
  ///   - row: what is outside of the grid draws nothing.
  ///   - width: columns that the line may take; `nil` is up to the edge.
  mutating func write(_ painted: String, row: Int, column: Int, width: Int? = nil) {
    guard row >= 0, row < rows, column >= 0, column < columns else { return }
    let start = row * columns + column
    var pen = Pen(place: start, end: start + max(0, min(width ?? columns, columns - column)))
    draw(painted, &pen)
  }

  /// Draws a line that goes on in the next row where it is wider than the grid, as a terminal does.
  /// - Returns: how many rows it takes, at least one.
  mutating func write(wrapping painted: String, row: Int) -> Int {
    guard row >= 0, row < rows, columns > 0 else { return 1 }
    let start = row * columns
    var pen = Pen(place: start, end: cells.count)
    draw(painted, &pen)
    let taken = max(1, (pen.place - start + columns - 1) / columns)
    continued.formUnion(row..<row + taken - 1)
    return taken
  }

  /// Whether the text of a row goes on in the next one.
  func goesOn(_ row: Int) -> Bool { continued.contains(row) }

  private mutating func draw(_ painted: String, _ pen: inout Pen) {
    let bytes = Array(painted.utf8)
    var index = 0
    while index < bytes.count, !pen.isFull {
      let byte = bytes[index]
      switch byte {
      case 0x20...0x7E:
        put(UInt32(byte), width: 1, &pen)
        index += 1
      case 0x1B: Self.skipSequence(bytes, &index, &pen.style)
      case 0x00...0x1F, 0x7F: index += 1
      default: writeWide(bytes, &index, &pen)
      }
    }
    // Marks may follow that belong to the last character.
    if pen.isFull, index < bytes.count, bytes[index] >= 0x80 { writeWide(bytes, &index, &pen) }
  }

  /// Adds attributes to cells of a row. A wide character has one style.
  mutating func style(row: Int, columns range: Range<Int>, adding attributes: CellStyle.Attributes) {
    guard row >= 0, row < rows else { return }
    var (first, end) = (max(0, range.lowerBound), min(columns, range.upperBound))
    guard first < end else { return }
    let start = row * columns
    while first > 0, cells[start + first].isContinuation { first -= 1 }
    while end < columns, cells[start + end].isContinuation { end += 1 }
    for place in start + first..<start + end {
      cells[place].style.attributes.formUnion(attributes)
      normalise(place)
    }
  }

  /// The plain screen: rows without trailing blanks, joined by line ends.
  var text: String { (0..<rows).map(line).joined(separator: "\n") }

  /// A row without styles and trailing blanks.
  func line(_ row: Int) -> String {
    guard row >= 0, row < rows else { return "" }
    var line = ""
    for place in row * columns..<(row + 1) * columns { append(cells[place], to: &line) }
    while line.last == " " { line.removeLast() }
    return line
  }

  /// The character of a cell; empty for the rest of a wide one.
  func symbol(_ cell: Cell) -> String {
    var symbol = ""
    append(cell, to: &symbol)
    return symbol
  }

  /// Whether a cell of this grid looks like the one at the same place of another.
  func isSame(_ place: Int, in other: CellGrid) -> Bool {
    let (cell, earlier) = (cells[place], other.cells[place])
    guard cell.isCluster, earlier.isCluster else { return cell == earlier }
    return cell.style == earlier.style && symbol(cell) == other.symbol(earlier)
  }

  private func append(_ cell: Cell, to text: inout String) {
    if cell.isContinuation { return }
    if cell.isCluster {
      text += clusters[Int(cell.glyph & ~Cell.clusterMark)]
    } else if let scalar = Unicode.Scalar(cell.glyph) {
      text.unicodeScalars.append(scalar)
    }
  }
}

extension CellGrid: Equatable {
  static func == (left: CellGrid, right: CellGrid) -> Bool {
    guard left.columns == right.columns, left.rows == right.rows else { return false }
    return left.cells.indices.allSatisfy { left.isSame($0, in: right) }
  }
}

extension CellGrid {
  private struct Pen {
    /// In `cells`.
    var place: Int
    var end: Int
    var style = CellStyle.plain
    /// Where the last character stands.
    var last: Int?
    var isFull: Bool { place >= end }
  }

  private mutating func put(_ glyph: UInt32, width: Int, _ pen: inout Pen) {
    let place = pen.place
    // Nearly all there is, in as few steps as possible.
    if width == 1, !pen.isFull, !cells[place].isContinuation,
      place + 1 == cells.count || !cells[place + 1].isContinuation
    {
      cells[place] =
        glyph == 0x20 && pen.style.isUnseenOnBlanks ? .blank : Cell(glyph: glyph, style: pen.style)
      pen.last = place
      pen.place = place + 1
      return
    }
    // Not over the edge of a row.
    if width > 1, width <= columns, pen.place % columns + width > columns {
      repeat { put(0x20, width: 1, &pen) } while !pen.isFull && pen.place % columns > 0
    }
    guard pen.place + width <= pen.end else {
      while !pen.isFull { put(0x20, width: 1, &pen) }
      pen.last = nil
      return
    }
    clear(pen.place, width)
    cells[pen.place] = Cell(glyph: glyph, style: pen.style)
    for place in pen.place + 1..<max(pen.place + 1, pen.place + width) {
      cells[place] = Cell(glyph: Cell.continuation, style: pen.style)
    }
    normalise(pen.place)
    pen.last = pen.place
    pen.place += width
  }

  /// What is left of wide characters that are drawn over by half is blank.
  private mutating func clear(_ place: Int, _ width: Int) {
    var lead = place
    while lead % columns > 0, cells[lead].isContinuation { lead -= 1 }
    for left in lead..<place {
      cells[left].glyph = 0x20
      normalise(left)
    }
    var next = place + width
    while next < cells.count, next % columns > 0, cells[next].isContinuation {
      cells[next].glyph = 0x20
      normalise(next)
      next += 1
    }
  }

  /// Blanks that look the same are the same.
  private mutating func normalise(_ place: Int) {
    if cells[place].glyph == 0x20, cells[place].style.isUnseenOnBlanks { cells[place] = .blank }
  }

  /// Draws up to the next character of ASCII.
  private mutating func writeWide(_ bytes: [UInt8], _ index: inout Int, _ pen: inout Pen) {
    // Lines, blocks, arrows, dashes: most of what a screen has beside ASCII.
    if !pen.isFull, let scalar = Self.narrow(bytes, index) {
      put(scalar, width: 1, &pen)
      index += scalar < 0x800 ? 2 : 3
      return
    }
    let first = index
    while index < bytes.count, bytes[index] >= 0x80 { index += 1 }
    for character in String(decoding: bytes[first..<index], as: UTF8.self) {
      let scalars = character.unicodeScalars
      guard let first = scalars.first, Self.isDrawn(first) else { continue }
      if Self.isMark(first) {
        add(character, &pen)
      } else if pen.isFull {
        return
      } else if scalars.count == 1 {
        put(first.value, width: displayWidth(String(character)), &pen)
      } else {
        put(cluster(String(character)), width: displayWidth(String(character)), &pen)
      }
    }
  }

  /// Adds marks that take no column to the last character.
  private mutating func add(_ marks: Character, _ pen: inout Pen) {
    guard let last = pen.last else { return }
    let text = symbol(cells[last]) + String(marks)
    guard text.utf8.count <= Self.longestCluster else { return }
    // A mark can make a character wide.
    let width = max(displayWidth(text), pen.place - last)
    guard last + width <= pen.end else { return }
    pen.place = last
    let style = pen.style
    pen.style = cells[last].style
    put(cluster(text), width: width, &pen)
    pen.style = style
  }

  /// Whether a terminal may get it: nothing that controls, or turns the direction of text.
  private static func isDrawn(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    // Joiners, as in emoji of several people.
    case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
    default: true
    }
  }

  /// Whether it takes no column of its own.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: true
    default: false
    }
  }

  private mutating func cluster(_ text: String) -> UInt32 {
    clusters.append(text)
    return Cell.clusterMark | UInt32(clusters.count - 1)
  }

  /// The scalar at this byte, when it takes one column and joins nothing before it; `nil` for all others.
  private static func narrow(_ bytes: [UInt8], _ index: Int) -> UInt32? {
    func rest(_ count: Int) -> UInt32? {
      guard index + count < bytes.count else { return nil }
      return (1...count).reduce(UInt32(0)) { $0 << 6 | UInt32(bytes[index + $1] & 0x3F) }
    }
    switch bytes[index] {
    case 0xC2, 0xC3:
      guard let low = rest(1) else { return nil }
      let scalar = UInt32(bytes[index] & 0x1F) << 6 | low
      // The soft hyphen takes no column, and those before the blank are control characters.
      return scalar < 0xA0 || scalar == 0xAD ? nil : scalar
    case 0xE2:
      guard let low = rest(2) else { return nil }
      let scalar = 0x2000 | low
      switch scalar {
      case 0x2010...0x2027, 0x2030...0x205E, 0x2190...0x2319, 0x2500...0x25FC, 0x2800...0x28FF: return scalar
      default: return nil
      }
    default: return nil
    }
  }

  /// Passes over a sequence; one of SGR changes the style.
  private static func skipSequence(_ bytes: [UInt8], _ index: inout Int, _ style: inout CellStyle) {
    index += 1
    guard index < bytes.count, bytes[index] == UInt8(ascii: "[") else { return }
    index += 1
    var parameters: [Int] = []
    var isOpen = false
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case 0x30...0x39:
        if !isOpen { parameters.append(0) }
        isOpen = true
        parameters[parameters.count - 1] = min(parameters[parameters.count - 1] * 10 + Int(byte - 0x30), 9_999)
      case UInt8(ascii: ";"), UInt8(ascii: ":"):
        if !isOpen { parameters.append(0) }
        isOpen = false
      case 0x20...0x3F: break
      case UInt8(ascii: "m"): return style.apply(parameters)
      case 0x40...0x7E: return
      default:
        // It has no end, and what stands here is read as itself.
        index -= 1
        return
      }
    }
  }
}
