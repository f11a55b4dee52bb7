import HeanCore

/// Draws a table into lines. Without a width nothing is dropped, cut or wrapped: a pipe gets everything.
struct TableDrawing {
  var width: Int?
  var palette: Palette
  var zone: Zone

  private static let gap = "  "

  /// - Parameter emit: called with each line, without its line end.
  /// - Returns: the names of the columns that did not fit.
  @discardableResult
  func draw(_ table: Table, emit: (String) throws -> Void) throws -> [String] {
    let measured = try measured(table)
    try emit(measured.titles)
    var text: [UInt8] = []
    for row in 0..<table.count { try lines(of: row, measured, &text, emit) }
    return measured.omitted
  }

  /// A table whose columns have their widths, so that each row can be drawn by itself.
  struct Measured {
    fileprivate var drawn: [DrawnColumn]
    /// Columns whose text goes under its row.
    fileprivate var below: [DrawnColumn]
    /// One line, painted.
    var titles: String
    /// The names of the columns that did not fit.
    var omitted: [String]
  }

  func measured(_ table: Table) throws -> Measured {
    var drawn = table.columns.filter { $0.priority > 0 }.map { DrawnColumn($0, count: table.count) }
    try table.forEach { _, cell in
      for place in drawn.indices {
        let cell = cell(drawn[place].column)
        drawn[place].add(cell.text(in: zone), cell.style)
      }
    }
    // An empty column would only take space from the others.
    drawn.removeAll(where: \.isBlank)
    let all = drawn.map(\.column.name)
    let below = width.map { fit(&drawn, into: $0) } ?? []
    let kept = Set((drawn + below).map(\.column.name))
    let titles = drawn.map { padded($0.column.title, to: $0.width, leading: $0.isTrailing) }
    return Measured(
      drawn: drawn, below: below,
      titles: palette.paint(trimmingEnd(titles.joined(separator: Self.gap)), .faint),
      omitted: all.filter { !kept.contains($0) })
  }

  /// The lines of one row, without their line ends.
  func lines(of row: Int, _ measured: Measured) -> [String] {
    var (found, text): ([String], [UInt8]) = ([], [])
    lines(of: row, measured, &text) { found.append($0) }
    return found
  }

  private func lines(
    of row: Int, _ measured: Measured, _ text: inout [UInt8], _ emit: (String) throws -> Void
  ) rethrows {
    let pieces = pieces(row, measured.drawn)
    for line in 0..<max(1, pieces.map(\.count).max() ?? 1) {
      write(line, of: row, measured.drawn, pieces, to: &text)
      try emit(String(decoding: text, as: UTF8.self))
    }
    for line in measured.below.flatMap({ under(row, $0) }) { try emit(line) }
  }

  /// Makes wrapping columns narrower, but not narrower than is readable. Where that is not enough, text that may wrap
  /// goes below its row; at last the least important columns are dropped, and the widest one is cut.
  /// - Returns: the columns to draw below each row.
  private func fit(_ drawn: inout [DrawnColumn], into width: Int) -> [DrawnColumn] {
    // A column that could go below its row instead must not be so narrow that a word of its text sticks out.
    func least(_ drawn: DrawnColumn) -> Int { drawn.column.priority < 100 ? max(24, min(drawn.word, width)) : 24 }
    var below: [DrawnColumn] = []
    func total() -> Int { drawn.reduce(0) { $0 + $1.width } + Self.gap.count * max(0, drawn.count - 1) }
    func lowest(where isMeant: (DrawnColumn) -> Bool = { _ in true }) -> Int? {
      drawn.indices.filter { drawn[$0].column.priority < 100 && isMeant(drawn[$0]) }.min {
        drawn[$0].column.priority < drawn[$1].column.priority
      }
    }
    func narrow() {
      for index in drawn.indices where drawn[index].column.alignment == .wrapping && total() > width {
        drawn[index].width = min(drawn[index].width, max(least(drawn[index]), drawn[index].width - (total() - width)))
      }
    }
    var widths = drawn.map(\.width)
    narrow()
    while total() > width, drawn.count > 1, let index = lowest(where: { $0.column.alignment == .wrapping }) {
      below.insert(drawn.remove(at: index), at: 0)
      widths.remove(at: index)
      for place in drawn.indices { drawn[place].width = widths[place] }
      narrow()
    }
    while total() > width, drawn.count > 1, let index = lowest() { drawn.remove(at: index) }
    guard total() > width else { return below }
    let cuttable = drawn.indices.filter { drawn[$0].column.alignment == .leading }
    guard let widest = cuttable.max(by: { drawn[$0].width < drawn[$1].width }) else { return below }
    drawn[widest].width = max(6, drawn[widest].width - (total() - width))
    return below
  }

  /// The text of a column that found no room beside the others, under its row and with its name.
  private func under(_ row: Int, _ column: DrawnColumn) -> [String] {
    let text = column.text(row)
    guard let width, !text.isEmpty, text != Cell.missing.text(in: zone) else { return [] }
    return HelpRenderer.wrap("\(column.column.title.lowercased()): \(text)", indent: 4, width: width).map {
      palette.paint($0, column.style(row))
    }
  }

  /// The lines of each cell where one of the row is wider than its column; else nothing. A cell that fits has none.
  private func pieces(_ row: Int, _ drawn: [DrawnColumn]) -> [[String]] {
    guard width != nil, drawn.contains(where: { $0.isTooWide(row) }) else { return [] }
    return drawn.map { column in
      guard column.isTooWide(row) else { return [] }
      return column.column.alignment == .wrapping
        ? HelpRenderer.wrap(column.text(row), indent: 0, width: column.width)
        : [truncated(column.text(row), to: column.width)]
    }
  }

  private func write(
    _ line: Int, of row: Int, _ drawn: [DrawnColumn], _ pieces: [[String]], to text: inout [UInt8]
  ) {
    text.removeAll(keepingCapacity: true)
    for place in drawn.indices {
      if !text.isEmpty { text.append(contentsOf: Self.gap.utf8) }
      let marks = drawn[place].style(row).token.flatMap(palette.marks)
      if let marks { text.append(contentsOf: marks.begin.utf8) }
      if pieces.isEmpty || pieces[place].isEmpty {
        if line == 0 { drawn[place].append(row, to: &text) } else { text.append(blanks: drawn[place].width) }
      } else {
        let piece = line < pieces[place].count ? pieces[place][line] : ""
        text.append(contentsOf: padded(piece, to: drawn[place].width).utf8)
      }
      if let marks { text.append(contentsOf: marks.end.utf8) }
    }
    guard !palette.isEnabled else { return }
    while text.last == UInt8(ascii: " ") { text.removeLast() }
  }

  private func trimmingEnd(_ text: String) -> String {
    var text = Substring(text)
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
