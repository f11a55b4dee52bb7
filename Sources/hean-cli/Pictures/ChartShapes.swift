import HeanCore

/// One thing in a picture of a chart. Lengths are in units of the picture, from its top left.
enum ChartShape: Sendable {
  struct Point: Sendable {
    var x: Double
    var y: Double
  }

  /// Whether a bar rose, fell, or neither.
  enum Move: Sendable { case up, down, same }

  /// What a label is: a plain one, one of the scale, or one that stands out over what is drawn.
  enum Label: Sendable { case plain, faint, own }

  /// A thin line in the colour of scales; `dash`: drawn and left out, in turn. `title` is for readers that point at it.
  case rule(Point, Point, dash: (Double, Double)?, title: String?)
  /// A mark of the scale, to the right of a point.
  case tick(Point)
  /// A dashed line from the left edge to this point: entry, stop or target of a position.
  case level(Point)
  /// A bar with its wick. One that rose is hollow, so that colour is not all that tells.
  case candle(Move, high: Point, low: Double, top: Double, bottom: Double, width: Double)
  /// A bar as an upright line, with its open to the left and its close to the right.
  case range(Move, high: Point, low: Double, open: Double, close: Double, width: Double)
  /// A bar of a histogram.
  case bar(Move, Point, width: Double, height: Double)
  /// A line with the colour of an indicator's number, or a faint one; each part is drawn for itself.
  case line([[Point]], Int?)
  /// A surface below a line, down to the last two points.
  case area([Point])
  /// Text that begins here, on its baseline.
  case text(String, Point, Label)

  /// How long the mark of a scale is.
  static let tickLength = 5.0
}

/// Everything in a picture of a chart, in the order in which it is drawn, whatever draws it.
struct ChartShapes {
  var content: ChartContent
  var zone: Zone
  /// One line above the picture.
  var title: String

  static let width = 960.0
  private static let plot = 840.0
  private static let labelHeight = 12.0
  private static let top = 48.0
  private static let priceHeight = 360.0
  /// Where the prices end.
  private static let bottom = top + priceHeight
  private static let paneHeight = 90.0

  var height: Double { Self.bottom + Double(content.panes.count) * Self.paneHeight + 30 }

  /// Shapes that belong together, group by group.
  var groups: [[ChartShape]] {
    var groups = [[text(title, 8, 18)], legend, axis]
    groups += content.style == .line || content.style == .area ? [closes] : candles
    for gap in content.gaps {
      let x = x(gap.before) - step / 2
      groups.append([
        .rule(point(x, Self.top), point(x, Self.bottom), dash: (2, 3), title: "\(gap.missing) missing")
      ])
    }
    for (place, overlay) in content.overlays.enumerated() {
      for line in overlay.lines {
        groups.append([self.line(line.values, place, content.range, Self.top, Self.priceHeight)])
      }
    }
    groups += levels + forming + focus + fills + (killSwitch.isEmpty ? [] : [killSwitch])
    for (place, pane) in content.panes.enumerated() {
      groups += self.pane(pane, content.overlays.count + place, at: Self.bottom + Double(place) * Self.paneHeight)
    }
    groups.append(times(height - 10))
    return groups
  }

  private var step: Double { Self.plot / Double(max(1, content.openings.count)) }
  private func x(_ bar: Int) -> Double { (Double(bar) + 0.5) * step }
  private func y(_ price: Double, _ range: ClosedRange<Double>, _ top: Double, _ height: Double) -> Double {
    let share = (range.upperBound - price) / (range.upperBound - range.lowerBound)
    return top + min(max(share, 0), 1) * height
  }
  private func y(_ price: Double) -> Double { y(price, content.range, Self.top, Self.priceHeight) }

  private func point(_ x: Double, _ y: Double) -> ChartShape.Point { ChartShape.Point(x: x, y: y) }

  private func text(_ text: String, _ x: Double, _ y: Double, _ label: ChartShape.Label = .plain) -> ChartShape {
    .text(text, point(x, y), label)
  }

  private var legend: [ChartShape] {
    let words = content.overlays.enumerated().map { "\(Glyphs.letter($0.offset)) \($0.element.indicator.label)" }
    return words.isEmpty ? [] : [text(words.joined(separator: "   "), 8, 36, .faint)]
  }

  private var axis: [ChartShape] {
    var shapes: [ChartShape] = [.rule(point(Self.plot, Self.top), point(Self.plot, Self.bottom), dash: nil, title: nil)]
    let price = content.answer.candles.price?.double
    let now = price.flatMap { content.range.contains($0) ? y($0) : nil }
    for tick in PriceScale(range: content.range, rows: 24).ticks {
      let y = y(tick.value)
      shapes.append(.tick(point(Self.plot, y)))
      // Two labels over one another would be read as a third price.
      if let now, abs((y + 4) - (now - 4)) < Self.labelHeight { continue }
      shapes.append(text(PriceScale.text(tick.value, places: tick.places), Self.plot + 8, y + 4, .faint))
    }
    if let price, let now {
      shapes.append(.rule(point(0, now), point(Self.plot, now), dash: (1, 4), title: nil))
      shapes.append(text(PriceScale.text(price, places: content.places), Self.plot + 8, now - 4, .own))
    }
    return shapes
  }

  private var candles: [[ChartShape]] {
    let candles = content.candles
    let width = max(1, step * 0.7)
    return (0..<candles.count).filter { $0 != content.forming }.map { bar in
      let (open, close) = (candles.open[bar], candles.close[bar])
      let move: ChartShape.Move = close > open ? .up : close < open ? .down : .same
      if content.style == .bars {
        return [
          .range(
            move, high: point(x(bar), y(candles.high[bar])), low: y(candles.low[bar]), open: y(open), close: y(close),
            width: width)
        ]
      }
      return [
        .candle(
          move, high: point(x(bar), y(candles.high[bar])),
          low: y(candles.low[bar]), top: y(max(open, close)), bottom: y(min(open, close)), width: width)
      ]
    }
  }

  private var closes: [ChartShape] {
    let points = content.candles.close.enumerated().map { point(x($0.offset), y($0.element)) }
    guard content.style == .area else { return [.line([points], 3)] }
    let ends = [point(x(max(0, points.count - 1)), Self.bottom), point(x(0), Self.bottom)]
    return [.line([points], 3), .area(points + ends)]
  }

  private func line(
    _ values: [Double?], _ number: Int?, _ range: ClosedRange<Double>, _ top: Double, _ height: Double
  ) -> ChartShape {
    var parts: [[ChartShape.Point]] = []
    var isOpen = false
    for (bar, value) in values.enumerated() {
      guard let value, range.contains(value) else {
        isOpen = false
        continue
      }
      let here = point(x(bar), y(value, range, top, height))
      if isOpen { parts[parts.count - 1].append(here) } else { parts.append([here]) }
      isOpen = true
    }
    return .line(parts, number)
  }

  private var levels: [[ChartShape]] {
    let sorted = content.visibleLevels.sorted { $0.price > $1.price }
    // Words of levels that are close together are moved down, so that all can be read.
    var free = -Double.infinity
    return sorted.map { level in
      let y = y(level.price.double)
      let words = "\(level.name) \(PriceScale.text(level.price.double, places: content.places))"
      let place = max(y - 3, free)
      free = place + Self.labelHeight + 2
      return [.level(point(Self.plot, y)), text(words, 4, place, .own)]
    }
  }

  /// The bar that is being formed, as far as it is known, with its name on the side that has room.
  private var forming: [[ChartShape]] {
    guard let forming = content.forming else { return [] }
    let x = x(forming)
    let name = "being formed: bar of \(ZonedTimestamp.text(content.openings[forming], zone))"
    let words = "~ \(name)"
    let width = Double(words.count) * 7.5
    var shapes = [text(words, max(4, min(x + 4, Self.plot - 4) - width), Self.top - 2, .own)]
    if forming < content.bars.count, content.style.hasRanges {
      let (high, low) = (y(content.candles.high[forming]), y(content.candles.low[forming]))
      shapes.append(.rule(point(x, high), point(x, max(low, high + 1)), dash: (3, 2), title: name))
    }
    if let price = content.answer.candles.formingPrice?.double, content.range.contains(price) {
      shapes.append(text("o", x - 4, y(price) + 4, .own))
    }
    return [shapes]
  }

  /// A line through the bar that was asked for, with its name on the side that has room.
  private var focus: [[ChartShape]] {
    guard let focus = content.focus, content.openings.indices.contains(focus) else { return [] }
    let x = x(focus)
    let words = "@ bar of \(ZonedTimestamp.text(content.openings[focus], zone))"
    let width = Double(words.count) * 7.5
    return [
      [
        .rule(point(x, Self.top), point(x, Self.bottom), dash: (2, 4), title: words),
        text(words, x + width + 4 > Self.plot ? max(4, x - width) : x + 4, Self.top + 12, .own),
      ]
    ]
  }

  /// B and S at fills, X at closes.
  private var fills: [[ChartShape]] {
    let ends = content.answer.closes.map { (letter: "X", at: $0.at, price: $0.price.double) }
    let fills = content.answer.fills.map { ($0.side == .buy ? "B" : "S", $0.at, $0.price.double) }
    return (ends + fills).compactMap { mark in
      guard let bar = content.place(of: mark.at), content.range.contains(mark.price) else { return nil }
      return [text(mark.letter, x(bar) - 4, y(mark.price) + 4, .own)]
    }
  }

  /// A line over all prices where the kill switch tripped, with its name on the side that has room.
  private var killSwitch: [ChartShape] {
    guard let killed = content.answer.killedAt, let bar = content.place(of: killed) else { return [] }
    let x = x(bar)
    let words = "kill switch"
    let width = Double(words.count) * 7.5
    return [
      .rule(point(x, Self.top), point(x, Self.bottom), dash: (6, 3), title: "the kill switch tripped"),
      text(words, x + width + 4 > Self.plot ? x - width : x + 4, Self.bottom - 6, .own),
    ]
  }

  private func pane(_ pane: ChartContent.Drawn, _ number: Int, at top: Double) -> [[ChartShape]] {
    var groups = [[text("\(Glyphs.letter(number)) \(pane.indicator.label)", 8, top + 16, .faint)]]
    guard let range = pane.range else { return groups + [[text("no figure", 8, top + 40)]] }
    let (head, height) = (top + 22, Self.paneHeight - 30)
    for level in pane.indicator.levels where range.contains(level) {
      let y = y(level, range, head, height)
      groups.append([.rule(point(0, y), point(Self.plot, y), dash: (2, 3), title: nil)])
      groups.append([text(PriceScale.text(level, places: 0), Self.plot + 8, y + 4, .faint)])
    }
    for line in pane.lines where line.isHistogram { groups += bars(line.values, range, head, height).map { [$0] } }
    for (place, line) in pane.lines.filter({ !$0.isHistogram }).enumerated() {
      groups.append([self.line(line.values, place == 0 ? number : nil, range, head, height)])
    }
    return groups
  }

  /// A histogram: a bar from zero for each figure.
  private func bars(_ values: [Double?], _ range: ClosedRange<Double>, _ top: Double, _ height: Double) -> [ChartShape]
  {
    let zero = y(0, range, top, height)
    return values.enumerated().compactMap { bar, value in
      guard let value, value != 0 else { return nil }
      let end = y(value, range, top, height)
      return .bar(
        value > 0 ? .up : .down, point(x(bar) - step * 0.3, min(zero, end)), width: max(1, step * 0.6),
        height: abs(end - zero))
    }
  }

  private func times(_ y: Double) -> [ChartShape] {
    let room = max(1, Int((70 / step).rounded(.up)))
    return CalendarTicks.ticks(at: content.openings, in: zone, room: room).map { tick in
      text(tick.label, x(tick.bar), y, tick.isNewDay && !tick.label.contains(":") ? .own : .plain)
    }
  }
}
