/// Lines in the cells of a canvas, made of dots: eight in a cell as braille, or in ASCII one letter.
struct DotLine {
  let columns: Int
  let rows: Int
  private var cells: [Int: UInt8] = [:]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// Braille dots by column and row of a cell.
  private static let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

  /// A line through points; a point that is `nil` interrupts it.
  /// - Parameters:
  ///   - points: the column of each, and its height from the top as a share of the rows, 0 to 1. What is beyond is not
  ///     drawn.
  mutating func add(_ points: [(column: Int, height: Double?)]) {
    var before: (x: Int, y: Int)?
    for point in points {
      guard let height = point.height, height >= 0, height <= 1 else {
        before = nil
        continue
      }
      let here = (x: point.column * 2, y: min(rows * 4 - 1, Int(height * Double(rows * 4))))
      let start = before ?? here
      let steps = max(here.x - start.x, abs(here.y - start.y), 1)
      for step in 0...steps {
        dot(
          start.x + (here.x - start.x) * step / steps,
          start.y + Int((Double((here.y - start.y) * step) / Double(steps)).rounded()))
      }
      before = here
    }
  }

  private mutating func dot(_ x: Int, _ y: Int) {
    guard x >= 0, x < columns * 2, y >= 0, y < rows * 4 else { return }
    cells[y / 4 * columns + x / 2, default: 0] |= Self.bits[x % 2][y % 4]
  }

  /// Draws the line where nothing else is.
  func draw(on canvas: inout Canvas, at column: Int, _ row: Int, letter: Unicode.Scalar?, _ ink: Ink) {
    for (place, dots) in cells {
      let mark = letter ?? Unicode.Scalar(0x2800 + UInt32(dots)) ?? " "
      canvas.fill(column + place % columns, row + place / columns, mark, ink)
    }
  }
}
