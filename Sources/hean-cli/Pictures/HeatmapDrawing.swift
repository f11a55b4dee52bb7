import HeanCore

/// Cells side by side, as many to a row as fit: a name with its change, and below it a bar whose length is the size of
/// the change. Sign and figure stand in each cell, and colour only repeats them.
struct HeatmapDrawing: Sendable {
  struct Cell: Sendable {
    /// Cleaned of what a terminal would obey.
    var name: String
    /// With sign and percent.
    var change: String
    /// From -1 to 1: the part of the largest change.
    var share: Double
  }

  var cells: [Cell]
  /// Columns of the terminal.
  var width: Int
  var isUnicode: Bool
  var palette: Palette

  private static let gap = 2
  private static let longestName = 14

  func lines() -> [String] {
    guard !cells.isEmpty else { return [] }
    let names = cells.map { truncated($0.name, to: Self.longestName) }
    let name = names.map(displayWidth).max() ?? 0
    let change = cells.map { displayWidth($0.change) }.max() ?? 0
    let cell = name + 1 + change
    let row = max(1, (width + Self.gap) / (cell + Self.gap))
    let glyphs = BlockGlyphs(isUnicode: isUnicode)
    var lines: [String] = []
    for start in stride(from: 0, to: cells.count, by: row) {
      if start > 0 { lines.append("") }
      let places = Array(start..<min(start + row, cells.count))
      lines.append(
        joined(places) { place in
          padded(names[place], to: name) + " " + padded(cells[place].change, to: change, leading: true)
        })
      lines.append(joined(places) { padded(glyphs.bar(abs(cells[$0].share), width: cell), to: cell) })
    }
    return lines
  }

  private func joined(_ places: [Int], _ text: (Int) -> String) -> String {
    let row = places.map { paint(text($0), cells[$0].share) }.joined(separator: String(repeating: " ", count: Self.gap))
    return palette.isEnabled ? row : String(row.reversed().drop { $0 == " " }.reversed())
  }

  private func paint(_ text: String, _ share: Double) -> String {
    share == 0 ? text : palette.paint(text, as: share > 0 ? .rising : .falling)
  }
}
