import HeanCore

/// Draws one indicator in a pane below the prices: a title, then its lines.
struct PaneDrawing {
  var pane: ChartContent.Drawn
  /// Its number among all indicators, for letter and colour.
  var number: Int
  var layout: ChartLayout
  var glyphs: Glyphs
  var isColoured: Bool
  var rows: Int

  func draw(on canvas: inout Canvas, at top: Int) {
    let title = pane.caption(number, places: places)
    canvas.write(String(title.prefix(canvas.width)), at: 0, top, .line(number))
    guard let range = pane.range else {
      canvas.write("no figure", at: 0, top + 1, .faint)
      return
    }
    let scale = PriceScale(range: range, rows: rows - 1)
    for line in pane.lines where line.isHistogram { drawHistogram(line, scale, &canvas, top + 1) }
    for (place, line) in pane.lines.filter({ !$0.isHistogram }).enumerated() {
      var dots = DotLine(columns: layout.plot, rows: rows - 1)
      dots.add(line.values.enumerated().map { (layout.column($0.offset), $0.element.flatMap(scale.share)) })
      let isLetter = !isColoured || glyphs == .ascii
      dots.draw(
        on: &canvas, at: 0, top + 1, letter: isLetter ? (place == 0 ? Glyphs.letter(number) : ".") : nil,
        place == 0 ? .line(number) : .faint)
    }
    drawLevels(scale, &canvas, top + 1)
  }

  private var values: [Double] { pane.lines.flatMap(\.values).compactMap(\.self) }

  private var places: Int {
    let size = values.map(abs).max() ?? 0
    return size >= 1000 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 3 : 6
  }

  private func drawLevels(_ scale: PriceScale, _ canvas: inout Canvas, _ top: Int) {
    let ends = pane.indicator.bounds == nil ? [scale.range.upperBound, scale.range.lowerBound] : []
    for value in pane.indicator.levels + ends {
      guard let row = scale.row(value), canvas.isBlank(layout.plot + 1, top + row) else { continue }
      canvas.write(
        PriceScale.text(value, places: value == value.rounded() ? 0 : places), at: layout.plot + 1, top + row, .faint)
      guard pane.indicator.levels.contains(value) else { continue }
      for column in stride(from: 0, to: layout.plot, by: 2) { canvas.fill(column, top + row, glyphs.level, .faint) }
    }
  }

  private func drawHistogram(
    _ line: ChartIndicator.Line, _ scale: PriceScale, _ canvas: inout Canvas, _ top: Int
  ) {
    let zero = scale.half(0)
    for (bar, value) in line.values.enumerated() {
      guard let value, value != 0 else { continue }
      let end = scale.half(value)
      let filled = min(zero, end)...max(zero, end)
      for row in filled.lowerBound / 2...filled.upperBound / 2 {
        let (upper, lower) = (filled.contains(row * 2), filled.contains(row * 2 + 1))
        let mark: Unicode.Scalar = glyphs == .ascii ? "#" : upper && lower ? "█" : upper ? "▀" : "▄"
        canvas.set(layout.column(bar), top + row, mark, value > 0 ? .rising : .falling)
      }
    }
  }
}
