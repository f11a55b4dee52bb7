import HeanCore

/// The list of a report in a rectangle, of which one row is selected and always in sight. A filter leaves the rows that
/// hold every one of its words in some cell that is shown, in any case.
///
/// A list without rows is drawn as its report draws it, which says why there are none.
struct ListPane: Sendable {
  var width: Int
  /// Lines, exactly so many.
  var height: Int
  var glyphs: BlockGlyphs
  /// The place of a row in the report's list, before it is filtered. When the filter leaves it out, the next one that is
  /// left is selected. `nil` selects none.
  var selected: Int?
  /// The first row in sight of the drawing before, as a place among the rows that the filter leaves.
  var top = 0
  var filter = ""
  /// Whether a line says which row is selected and how many there are, where not all are in sight.
  var tellsPlace = true

  struct Drawing: Sendable, Equatable {
    /// Painted, and all equally wide.
    var lines: [String]
    /// For each line the place of its row in the report's list; `nil` for a line that is no row.
    var rows: [Int?]
    /// The rows that the filter leaves, as places in the report's list.
    var listed: [Int] = []
    /// The selected row, as a place in the report's list.
    var selected: Int?
    /// For the next drawing.
    var top = 0
  }

  func drawing(_ report: Report, by renderer: ReportRenderer) -> Drawing {
    guard let table = Self.table(of: report), table.count > 0 else {
      let pane = Pane(width: width, height: height, tellsNotes: true)
      return Drawing(lines: pane.lines(report, by: renderer), rows: Array(repeating: nil, count: height))
    }
    let shown = renderer.redaction.map(table.redacted(by:)) ?? table
    let listed = listed(shown, renderer.zone)
    let notes = PaneNotes(report, hasCaveats: true).lines(width: width, by: renderer).prefix(max(0, height - 3))
    let room = max(0, height - notes.count)
    var drawing = rows(shown, listed, room, renderer)
    drawing.lines += notes
    drawing.rows += notes.map { _ in nil }
    let missing = max(0, height - drawing.lines.count)
    drawing.lines += Array(repeating: "", count: missing)
    drawing.rows += Array(repeating: nil, count: missing)
    drawing.lines = drawing.lines.map { Pane.filled($0, to: width) }
    return drawing
  }

  /// All rows of the report, not only those that its screen has room for.
  private static func table(of report: Report) -> Table? {
    if case .list(let table) = report.payload { return table }
    return report.screen.whole.reversed().lazy.compactMap { block -> Table? in
      if case .table(let table, _) = block { table } else { nil }
    }.first
  }

  private func listed(_ table: Table, _ zone: Zone) -> [Int] {
    let words = filter.lowercased().split(separator: " ")
    guard !words.isEmpty else { return Array(0..<table.count) }
    let columns = table.columns.filter { $0.priority > 0 }
    var listed: [Int] = []
    var place = 0
    // Reading the cells of rows that are in memory cannot fail.
    try? table.forEach { _, cell in
      let texts = columns.map { cell($0).text(in: zone).lowercased() }
      if words.allSatisfy({ word in texts.contains { $0.contains(word) } }) { listed.append(place) }
      place += 1
    }
    return listed
  }

  /// Titles, the rows in sight, and how many there are where not all are.
  private func rows(_ table: Table, _ listed: [Int], _ room: Int, _ renderer: ReportRenderer) -> Drawing {
    let palette = renderer.palette
    guard !listed.isEmpty else {
      let lines = ["No row contains \"\(sanitized(filter))\".", count(nil, 0, 0, of: table.count)]
      let shown = lines.prefix(room).map { palette.paint(truncated($0, to: width), .faint) }
      return Drawing(lines: shown, rows: shown.map { _ in nil })
    }
    let gutter = width < 8 ? 0 : 2
    let drawing = TableDrawing(width: max(1, width - gutter), palette: palette, zone: renderer.zone)
    let shown = listed.count == table.count ? table : table.keeping(Set(listed))
    // Rows that are in memory cannot fail to be read.
    guard let measured = try? drawing.measured(shown) else { return Drawing(lines: [], rows: []) }
    // Of hundreds of rows only those in sight are drawn.
    var drawn: [Int: [String]] = [:]
    func lines(_ place: Int) -> [String] {
      if let known = drawn[place] { return known }
      let lines = drawing.lines(of: place, measured)
      drawn[place] = lines
      return lines
    }
    let chosen = selected.map { wanted in listed.firstIndex { $0 >= wanted } ?? listed.count - 1 }
    let isWhole =
      !tellsPlace
      || listed.count == table.count && listed.count < room
        && listed.indices.reduce(0) { $0 + lines($1).count } < room
    let body = max(0, room - 1 - (isWhole ? 0 : 1))
    let first = firstInSight(listed.count, body, chosen) { lines($0).count }
    var result = Drawing(lines: [], rows: [], listed: listed, selected: chosen.map { listed[$0] }, top: first)
    if room > 0 { add(measured.titles, nil, mark: gutter, to: &result) }
    var last = first
    fill: for place in first..<listed.count {
      for (number, line) in lines(place).enumerated() {
        guard result.lines.count <= body else { break fill }
        last = place
        let isSelected = place == chosen
        let mark = isSelected && number == 0 ? (glyphs.isUnicode ? "› " : "> ") : "  "
        let text = String(mark.prefix(gutter)) + line
        // Colours of cells would end the one of the row.
        let plain = isSelected ? Palette.unpainted(text) : text
        let cut = fitted(plain)
        add(
          isSelected ? palette.paint(Pane.filled(cut, to: width), .strong) : cut, listed[place], mark: 0, to: &result)
      }
    }
    if !isWhole, room > 1 {
      let text = count(chosen, first, last, of: table.count, listed.count)
      add(palette.paint(truncated(text, to: width), .faint), nil, mark: 0, to: &result)
    }
    return result
  }

  private func add(_ line: String, _ row: Int?, mark: Int, to drawing: inout Drawing) {
    drawing.lines.append(fitted(String(repeating: " ", count: mark) + line))
    drawing.rows.append(row)
  }

  /// A table that cannot be made narrow enough is cut at the edge.
  private func fitted(_ line: String) -> String {
    let plain = Palette.unpainted(line)
    return displayWidth(plain) > width ? truncated(plain, to: width) : line
  }

  /// The first row in sight, moved from the one before as little as shows the selected row and leaves no line empty.
  /// - Parameter height: the lines of a row.
  private func firstInSight(_ count: Int, _ room: Int, _ chosen: Int?, _ height: (Int) -> Int) -> Int {
    var first = max(0, min(top, count - 1))
    if let chosen {
      first = min(first, chosen)
      // A row has a line at least.
      first = max(first, chosen - room)
      var used = (first...chosen).reduce(0) { $0 + height($1) }
      while used > room, first < chosen {
        used -= height(first)
        first += 1
      }
    }
    var (rest, next) = (0, first)
    while next < count, rest <= room {
      rest += height(next)
      next += 1
    }
    while first > 0, rest + height(first - 1) <= room {
      first -= 1
      rest += height(first)
    }
    return first
  }

  private func count(_ chosen: Int?, _ first: Int, _ last: Int, of all: Int, _ listed: Int = 0) -> String {
    let place = listed == 0 ? "0" : chosen.map { "\($0 + 1)" } ?? "\(first + 1)-\(last + 1)"
    let words = "\(place) of \(listed == 0 ? all : listed)"
    return listed == 0 || listed == all ? words : "\(words), \(all) without the filter"
  }
}
