import HeanCore

/// One column of a table as it is drawn. The texts of all rows are in one piece of memory, because a table can have a
/// million cells.
struct DrawnColumn {
  let column: Table.Column
  /// In columns of a terminal.
  var width: Int
  private var texts: [UInt8] = []
  /// Where the text of each row ends in `texts`.
  private var ends: [UInt32] = []
  private var styles: [Style] = []
  /// In a decimal column: the greatest width before the point, and from the point on.
  private var head = 0
  private var tail = 0
  /// In a wrapping column: the widest word, which cannot be broken.
  private(set) var word = 0

  init(_ column: Table.Column, count: Int) {
    self.column = column
    width = displayWidth(column.title)
    ends.reserveCapacity(count)
    styles.reserveCapacity(count)
  }

  var isTrailing: Bool { column.alignment == .trailing || column.alignment == .decimal }
  /// Whether there are rows and all their cells are empty.
  var isBlank: Bool { !ends.isEmpty && texts.isEmpty }

  mutating func add(_ text: String, _ style: Style) {
    let start = texts.count
    texts.append(contentsOf: text.utf8)
    // A body is too small for texts of 4 GB.
    ends.append(UInt32(clamping: texts.count))
    styles.append(style)
    let text = texts[start...]
    switch column.alignment {
    case .decimal:
      let (before, after) = Self.widths(text)
      head = max(head, before)
      tail = max(tail, after)
      width = max(width, head + tail)
    case .wrapping:
      width = max(width, displayWidth(text))
      word = text.split(separator: UInt8(ascii: " ")).reduce(word) { max($0, displayWidth($1)) }
    case .leading, .trailing: width = max(width, displayWidth(text))
    }
  }

  func style(_ row: Int) -> Style { styles[row] }

  func text(_ row: Int) -> String { String(decoding: bytes(row), as: UTF8.self) }

  /// Whether the text of the row does not fit into the width that the column was left with.
  func isTooWide(_ row: Int) -> Bool {
    switch column.alignment {
    case .leading, .wrapping: displayWidth(bytes(row)) > width
    case .trailing, .decimal: false
    }
  }

  /// Writes the text of a row with blanks to the width of the column. In a decimal column the points are aligned.
  func append(_ row: Int, to line: inout [UInt8]) {
    let text = bytes(row)
    let blanks: (before: Int, after: Int)
    switch column.alignment {
    case .decimal:
      let (before, after) = Self.widths(text)
      blanks = (max(0, width - head - tail) + head - before, tail - after)
    case .trailing: blanks = (width - displayWidth(text), 0)
    case .leading, .wrapping: blanks = (0, width - displayWidth(text))
    }
    line.append(blanks: blanks.before)
    line.append(contentsOf: text)
    line.append(blanks: blanks.after)
  }

  private func bytes(_ row: Int) -> ArraySlice<UInt8> { texts[(row == 0 ? 0 : Int(ends[row - 1]))..<Int(ends[row])] }

  /// The widths before the point, and from the point on.
  private static func widths(_ text: ArraySlice<UInt8>) -> (Int, Int) {
    guard let point = text.firstIndex(of: UInt8(ascii: ".")) else { return (displayWidth(text), 0) }
    return (displayWidth(text[..<point]), displayWidth(text[point...]))
  }
}
