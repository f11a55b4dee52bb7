/// Finds the values of a screen that have changed: words with a figure, where the rest of the row is the same. Ages and times
/// change by themselves and are none.
enum ChangedValues {
  struct Place: Sendable, Equatable {
    var row: Int
    var columns: Range<Int>
  }

  /// - Returns: none when the two have different sizes.
  static func between(_ old: CellGrid, _ new: CellGrid) -> [Place] {
    guard old.columns == new.columns, old.rows == new.rows else { return [] }
    return (0..<new.rows).flatMap { row in values(row, old, new).map { Place(row: row, columns: $0) } }
  }

  private static func values(_ row: Int, _ old: CellGrid, _ new: CellGrid) -> [Range<Int>] {
    let start = row * new.columns
    guard (start..<start + new.columns).contains(where: { !new.isSame($0, in: old) }) else { return [] }
    var values: [Range<Int>] = []
    for columns in words(row, new) {
      let (before, after) = (text(row, columns, old), text(row, columns, new))
      if before == after { continue }
      let digits = after.contains(where: \.isNumber)
      // Another name: something else stands in this row now.
      if after.count(where: \.isLetter) > 2 { return [] }
      if digits, before.contains(where: \.isNumber), !isTime(after) { values.append(columns) }
    }
    return values
  }

  /// Clock times, and spans such as `12s` and `1m30s`.
  private static func isTime(_ word: String) -> Bool {
    word.contains(":") || word.contains(where: { "smhd".contains($0) })
  }

  /// The columns of what stands between blanks.
  private static func words(_ row: Int, _ grid: CellGrid) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var first: Int?
    for column in 0...grid.columns {
      let isBlank = column == grid.columns || grid.cells[row * grid.columns + column].glyph == 0x20
      if isBlank, let begin = first {
        words.append(begin..<column)
        first = nil
      } else if !isBlank, first == nil {
        first = column
      }
    }
    return words
  }

  private static func text(_ row: Int, _ columns: Range<Int>, _ grid: CellGrid) -> String {
    columns.map { grid.symbol(grid.cells[row * grid.columns + $0]) }.joined()
  }
}
