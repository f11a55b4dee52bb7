import HeanCore

/// Draws a chart with characters.
struct ChartDrawing {
  var content: ChartContent
  var layout: ChartLayout
  var glyphs: Glyphs
  /// Without colour, lines are made of letters.
  var palette: Palette
  var zone: Zone
  private let scale: PriceScale
  private let priceTop: Int

  /// - Parameters:
  ///   - content: with no more bars than `ChartLayout.mostBars` says fit the width.
  ///   - width: columns of the picture.
  ///   - height: rows of the picture.
  init(_ content: ChartContent, width: Int, height: Int, glyphs: Glyphs, palette: Palette, zone: Zone) {
    self.content = content
    self.glyphs = glyphs
    self.palette = palette
    self.zone = zone
    layout = ChartLayout(content, width: width, height: height, axis: Self.axis(content))
    scale = PriceScale(range: content.range, rows: layout.priceRows)
    priceTop = layout.legendRows
  }

  /// Columns that the labels take, with the line of the axis and the words of a level.
  static func axis(_ content: ChartContent) -> Int {
    let longest = max(abs(content.range.lowerBound), abs(content.range.upperBound))
    let number = PriceScale.text(-longest, places: content.places).count - 1
    return number + 2
      + (content.visibleLevels.isEmpty ? 0 : max(7, content.visibleLevels.map { displayWidth($0.name) + 1 }.max() ?? 0))
  }

  /// The rows of the picture.
  func lines() -> [String] { canvas().lines(palette) }

  func canvas() -> Canvas {
    let height =
      layout.legendRows + layout.priceRows + ChartLayout.directionRows + layout.volumeRows
      + layout.paneRows.reduce(0, +) + ChartLayout.timeRows
    var canvas = Canvas(width: layout.plot + layout.axis, height: height)
    drawLegend(&canvas)
    switch content.style {
    case .candles, .heikinAshi, .renko: drawCandles(&canvas)
    case .bars: drawBars(&canvas)
    case .line: drawCloses(&canvas)
    case .area: drawArea(&canvas)
    }
    drawForming(&canvas)
    drawFocus(&canvas)
    drawFills(&canvas)
    for (number, overlay) in content.overlays.enumerated() { draw(overlay, number, &canvas) }
    drawLevels(&canvas)
    drawGaps(&canvas)
    drawAxis(&canvas)
    var row = priceTop + layout.priceRows
    drawDirections(&canvas, row)
    row += ChartLayout.directionRows
    if layout.volumeRows > 0 { drawVolume(&canvas, row) }
    row += layout.volumeRows
    for (place, rows) in layout.paneRows.enumerated() {
      PaneDrawing(
        pane: content.panes[place], number: content.overlays.count + place, layout: layout, glyphs: glyphs,
        isColoured: palette.isEnabled, rows: rows
      ).draw(on: &canvas, at: row)
      row += rows
    }
    drawTimes(&canvas, row)
    return canvas
  }

  private func ink(_ bar: Int) -> Ink {
    let change = content.candles.close[bar] - content.candles.open[bar]
    return change > 0 ? .rising : change < 0 ? .falling : .plain
  }

  private func drawCandles(_ canvas: inout Canvas) {
    let candles = content.candles
    for bar in 0..<candles.count where bar != content.forming {
      let (top, bottom) = (scale.half(candles.high[bar]), scale.half(candles.low[bar]))
      let (open, close) = (scale.half(candles.open[bar]), scale.half(candles.close[bar]))
      let body = min(open, close)...max(open, close)
      func half(_ place: Int) -> Glyphs.Half {
        body.contains(place) ? .body : place >= top && place <= bottom ? .wick : .none
      }
      let ink = ink(bar)
      for row in top / 2...max(top, bottom) / 2 {
        guard let mark = glyphs.candle(half(row * 2), half(row * 2 + 1)) else { continue }
        canvas.set(layout.column(bar), priceTop + row, mark, ink)
      }
    }
  }

  private func drawBars(_ canvas: inout Canvas) {
    let candles = content.candles
    for bar in 0..<candles.count where bar != content.forming {
      let (top, bottom) = (scale.half(candles.high[bar]) / 2, scale.half(candles.low[bar]) / 2)
      let (open, close) = (scale.half(candles.open[bar]) / 2, scale.half(candles.close[bar]) / 2)
      let ink = ink(bar)
      for row in top...max(top, bottom) {
        canvas.set(
          layout.column(bar), priceTop + row, glyphs.bar(hasOpen: row == open, hasClose: row == close), ink)
      }
    }
  }

  /// A line behind the bar that was asked for, and its mark below.
  private func drawFocus(_ canvas: inout Canvas) {
    guard let focus = content.focus else { return }
    for row in 0..<layout.priceRows { canvas.fill(layout.column(focus), priceTop + row, glyphs.focus, .own) }
  }

  /// The bar that is being formed, as far as it is known: from its lowest to its highest price where candles of it are
  /// told, and its last price.
  private func drawForming(_ canvas: inout Canvas) {
    guard let forming = content.forming else { return }
    let isBars = content.style.hasRanges
    if isBars, forming < content.bars.count {
      let rows = scale.half(content.candles.high[forming]) / 2...scale.half(content.candles.low[forming]) / 2
      for row in rows { canvas.set(layout.column(forming), priceTop + row, glyphs.forming, .plain) }
    }
    guard let price = content.answer.candles.formingPrice, let row = scale.row(price.double) else { return }
    canvas.set(layout.column(forming), priceTop + row, "o", .plain)
  }

  private func drawCloses(_ canvas: inout Canvas) {
    var line = DotLine(columns: layout.plot, rows: layout.priceRows)
    line.add(content.candles.close.enumerated().map { (layout.column($0.offset), scale.share($0.element)) })
    line.draw(on: &canvas, at: 0, priceTop, letter: glyphs == .ascii ? "*" : nil, .plain)
  }

  private func drawArea(_ canvas: inout Canvas) {
    for (bar, close) in content.candles.close.enumerated() {
      let eighths = Int(((1 - (scale.share(close) ?? 1)) * Double(layout.priceRows * 8)).rounded())
      for row in 0..<layout.priceRows {
        guard let mark = glyphs.column(eighths - (layout.priceRows - 1 - row) * 8) else { continue }
        for column in bar * layout.pitch..<(bar + 1) * layout.pitch { canvas.set(column, priceTop + row, mark, .plain) }
      }
    }
  }

  private func draw(_ overlay: ChartContent.Drawn, _ number: Int, _ canvas: inout Canvas) {
    for line in overlay.lines {
      var dots = DotLine(columns: layout.plot, rows: layout.priceRows)
      dots.add(line.values.enumerated().map { (layout.column($0.offset), $0.element.flatMap(scale.share)) })
      // The letter of the legend stands at the end of each line, so that it is known without its colour.
      if let value = line.atLastBar, let row = scale.row(value) {
        canvas.fill(layout.letterColumn, priceTop + row, Glyphs.letter(number), .line(number))
      }
      let letter = palette.isEnabled && glyphs == .unicode ? nil : Glyphs.letter(number)
      dots.draw(on: &canvas, at: 0, priceTop, letter: letter, .line(number))
    }
  }

  /// Own fills: B where something was bought, S where it was sold; X where a position was closed.
  private func drawFills(_ canvas: inout Canvas) {
    for close in content.answer.closes {
      guard let bar = content.place(of: close.at), let row = scale.row(close.price.double) else { continue }
      canvas.set(layout.column(bar), priceTop + row, "X", .own)
    }
    for fill in content.answer.fills {
      guard let bar = content.place(of: fill.at), let row = scale.row(fill.price.double) else { continue }
      canvas.set(layout.column(bar), priceTop + row, fill.side == .buy ? "B" : "S", .own)
    }
  }

  private func drawLevels(_ canvas: inout Canvas) {
    for level in content.answer.levels {
      guard let row = scale.row(level.price.double) else { continue }
      for column in stride(from: 0, to: layout.plot, by: 2) {
        canvas.fill(column, priceTop + row, glyphs.level, level.kind == .entry ? .faint : .own)
      }
    }
    guard let price = content.answer.candles.price?.double, let row = scale.row(price) else { return }
    for column in stride(from: 0, to: layout.plot, by: 4) { canvas.fill(column, priceTop + row, glyphs.now, .plain) }
  }

  private func drawGaps(_ canvas: inout Canvas) {
    for gap in content.gaps {
      for row in 0..<layout.priceRows { canvas.fill(layout.column(gap.before), priceTop + row, glyphs.gap, .faint) }
    }
  }

  private func drawAxis(_ canvas: inout Canvas) {
    let column = layout.plot
    // Only marks, no line: it would need blanks up to it in every row, a third of all bytes.
    for tick in scale.ticks {
      canvas.set(column, priceTop + tick.row, glyphs.tick, .plain)
      canvas.write(
        PriceScale.text(tick.value, places: tick.places), at: column + 1, priceTop + tick.row, .plain)
    }
    for (row, label) in zip(labelRows, labels) where row >= 0 {
      for column in layout.plot + 1..<canvas.width { canvas.set(column, priceTop + row, " ", .plain) }
      canvas.write(label.text, at: layout.plot + 1, priceTop + row, label.ink)
    }
  }

  /// The price now and the visible levels, highest first.
  private var labels: [(price: Double, text: String, ink: Ink)] {
    var labels = content.visibleLevels.map { level in
      let price = level.price.double
      return (price, PriceScale.text(price, places: content.places) + " " + level.name, Ink.own)
    }
    if let price = content.answer.candles.price?.double, scale.row(price) != nil {
      labels.append((price, PriceScale.text(price, places: content.places), .tag))
    }
    return labels.sorted { $0.0 > $1.0 }
  }

  /// A row for each label: its own, or the nearest one that keeps all of them apart and in the order of their prices.
  private var labelRows: [Int] {
    var rows = labels.map { scale.row($0.price) ?? 0 }
    for place in rows.indices.dropFirst() { rows[place] = max(rows[place], rows[place - 1] + 1) }
    var last = layout.priceRows - 1
    for place in rows.indices.reversed() {
      rows[place] = min(rows[place], last)
      last = rows[place] - 1
    }
    return rows
  }

  private func drawDirections(_ canvas: inout Canvas, _ row: Int) {
    let candles = content.candles
    for bar in 0..<candles.count {
      let mark = glyphs.direction(candles.close[bar] - candles.open[bar])
      canvas.set(layout.column(bar), row, mark, .plain)
    }
    if let focus = content.focus { canvas.set(layout.column(focus), row, "@", .own) }
    if let forming = content.forming { canvas.set(layout.column(forming), row, "~", .plain) }
    if let killed = content.answer.killedAt, let bar = content.place(of: killed) {
      canvas.set(layout.column(bar), row, "K", .own)
    }
  }

  private func drawVolume(_ canvas: inout Canvas, _ top: Int) {
    let volume = content.candles.volume
    guard let most = volume.max(), most > 0 else { return }
    for (bar, value) in volume.enumerated() {
      let eighths = Int((value / most * Double(layout.volumeRows * 8)).rounded(.up))
      for row in 0..<layout.volumeRows {
        guard let mark = glyphs.column(eighths - (layout.volumeRows - 1 - row) * 8) else { continue }
        canvas.set(layout.column(bar), top + row, mark, .plain)
      }
    }
    canvas.write("volume", at: layout.plot + 1, top, .plain)
    canvas.write(PriceScale.compact(most), at: layout.plot + 1, top + 1, .plain)
  }

  private func drawTimes(_ canvas: inout Canvas, _ row: Int) {
    let room = (7 + layout.pitch) / layout.pitch + 1
    for tick in CalendarTicks.ticks(at: content.openings, in: zone, room: room) {
      let column = layout.column(tick.bar)
      guard column + tick.label.count < canvas.width else { continue }
      canvas.set(column, row, "|", .plain)
      canvas.write(tick.label, at: column + 1, row, .plain)
    }
  }

  /// The letter and the last figures of each overlay.
  private func drawLegend(_ canvas: inout Canvas) {
    var column = 0
    for (number, overlay) in content.overlays.enumerated() {
      let text = overlay.caption(number, places: content.places)
      guard column + text.count <= canvas.width else { break }
      canvas.write(text, at: column, 0, .line(number))
      column += text.count + 2
    }
  }
}

extension ChartContent.Drawn {
  /// Its letter, its name and its figures at the last bar.
  func caption(_ number: Int, places: Int) -> String {
    let figures = lines.map { line in line.atLastBar.map { PriceScale.text($0, places: places) } ?? "?" }
    return "\(Glyphs.letter(number)) \(indicator.label) \(figures.joined(separator: " "))"
  }
}

extension PriceScale {
  /// A large number in few characters: `12.3k`.
  static func compact(_ value: Double) -> String {
    for (limit, unit) in [(1e9, "G"), (1e6, "M"), (1e3, "k")] where abs(value) >= limit {
      return String(value / limit, places: 1) + unit
    }
    return text(value, places: abs(value) >= 100 || value == value.rounded() ? 0 : 2)
  }
}
