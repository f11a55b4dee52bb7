import Foundation
import HeanCore

/// Draws a chart as SVG: the bars, lines, levels, fills and labels of the picture in characters. It has no script and
/// loads nothing; colours follow the reader's choice of light or dark.
struct ChartSVG {
  var content: ChartContent
  var zone: TimeZone
  /// One line above the picture, and a description for readers that cannot see it.
  var title: String
  var description: String

  private static let width = 960.0
  private static let plot = 840.0
  private static let top = 48.0
  private static let priceHeight = 360.0
  /// Where the prices end.
  private static let bottom = top + priceHeight
  private static let paneHeight = 90.0

  private static let style = """
    svg{background:#fff;font:12px ui-monospace,monospace}text{fill:#333}.faint{fill:#767676}.up{fill:#0a7d33;stroke:#0a7d33}
    .down{fill:#c02626;stroke:#c02626}.same{fill:#555;stroke:#555}.rule{stroke:#999;stroke-width:1;fill:none}
    .level{stroke:#333;stroke-dasharray:6 4;fill:none}.line{fill:none;stroke-width:1.5}
    .own{font-weight:700;stroke:#fff;stroke-width:3px;paint-order:stroke}
    .l0{stroke:#006b7d}.l1{stroke:#9a1f9a}.l2{stroke:#8a5a00}.l3{stroke:#1f4fd8}.l4{stroke:#00695c}.l5{stroke:#ad1457}.lf{stroke:#767676}
    @media (prefers-color-scheme:dark){svg{background:#14171a}text{fill:#ddd}.own{stroke:#14171a}.faint{fill:#9aa0a6}.up{fill:#3fbf6a;stroke:#3fbf6a}
    .down{fill:#ff6b6b;stroke:#ff6b6b}.same{fill:#aaa;stroke:#aaa}.rule{stroke:#666}.level{stroke:#ddd}
    .l0{stroke:#4dd0e1}.l1{stroke:#e57be5}.l2{stroke:#e0b040}.l3{stroke:#82a8ff}.l4{stroke:#4db6ac}.l5{stroke:#f48fb1}.lf{stroke:#9aa0a6}}
    """

  var text: String {
    let height = Self.top + Self.priceHeight + Double(content.panes.count) * Self.paneHeight + 30
    var parts = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(number(Self.width)) \(number(height))\" role=\"img\">",
      "<title>\(escaped(title))</title><desc>\(escaped(description))</desc><style>\(Self.style)</style>",
      label(title, 8, 18), legend,
    ]
    parts.append(axis)
    parts += content.style == .line || content.style == .area ? [closes] : candles
    for gap in content.gaps {
      let x = number(x(gap.before) - step / 2)
      parts.append(
        "<path class=\"rule\" stroke-dasharray=\"2 3\" d=\"M\(x) \(number(Self.top))V\(number(Self.bottom))\">"
          + "<title>\(gap.missing) missing</title></path>")
    }
    for (place, overlay) in content.overlays.enumerated() {
      for line in overlay.lines { parts.append(path(line.values, place, content.range, Self.top, Self.priceHeight)) }
    }
    parts += levels + fills
    for (place, pane) in content.panes.enumerated() {
      parts += self.pane(
        pane, content.overlays.count + place, at: Self.top + Self.priceHeight + Double(place) * Self.paneHeight)
    }
    parts.append(times(height - 10))
    return parts.joined(separator: "\n") + "\n</svg>\n"
  }

  private var step: Double { Self.plot / Double(max(1, content.bars.count)) }
  private func x(_ bar: Int) -> Double { (Double(bar) + 0.5) * step }
  private func y(_ price: Double, _ range: ClosedRange<Double>, _ top: Double, _ height: Double) -> Double {
    let share = (range.upperBound - price) / (range.upperBound - range.lowerBound)
    return top + min(max(share, 0), 1) * height
  }
  private func y(_ price: Double) -> Double { y(price, content.range, Self.top, Self.priceHeight) }

  /// Short and the same everywhere: no exponent, no comma, one digit after the point.
  private func number(_ value: Double) -> String { String(format: "%.1f", value.isFinite ? value : 0) }

  private func escaped(_ text: String) -> String {
    sanitized(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing(
      "\"", with: "&quot;")
  }

  private func label(_ text: String, _ x: Double, _ y: Double, _ style: String = "") -> String {
    "<text x=\"\(number(x))\" y=\"\(number(y))\" class=\"\(style)\">\(escaped(text))</text>"
  }

  private var legend: String {
    let words = content.overlays.enumerated().map { "\(Glyphs.letter($0.offset)) \($0.element.indicator.label)" }
    return words.isEmpty ? "" : label(words.joined(separator: "   "), 8, 36, "faint")
  }

  private var axis: String {
    var parts = [
      "<path class=\"rule\" d=\"M\(number(Self.plot)) \(number(Self.top))V\(number(Self.bottom))\"/>"
    ]
    for tick in PriceScale(range: content.range, rows: 24).ticks {
      let y = y(tick.value)
      parts.append("<path class=\"rule\" d=\"M\(number(Self.plot)) \(number(y))h5\"/>")
      parts.append(label(PriceScale.text(tick.value, places: tick.places), Self.plot + 8, y + 4, "faint"))
    }
    if let price = content.answer.candles.price?.double, content.range.contains(price) {
      let y = y(price)
      parts.append("<path class=\"rule\" stroke-dasharray=\"1 4\" d=\"M0 \(number(y))H\(number(Self.plot))\"/>")
      parts.append(label(PriceScale.text(price, places: content.places), Self.plot + 8, y - 4, "own"))
    }
    return parts.joined()
  }

  private var candles: [String] {
    let candles = content.candles
    let width = max(1, step * 0.7)
    return (0..<candles.count).map { bar in
      let (open, close) = (candles.open[bar], candles.close[bar])
      let style = close > open ? "up" : close < open ? "down" : "same"
      let (top, bottom) = (y(max(open, close)), y(min(open, close)))
      let (high, low) = (y(candles.high[bar]), y(candles.low[bar]))
      let x = x(bar)
      // A bar that rose is hollow, so that colour is not all that tells.
      let hollow = close > open ? " fill-opacity=\"0.25\"" : ""
      return "<g class=\"\(style)\"><path d=\"M\(number(x)) \(number(high))V\(number(low))\"/>"
        + "<rect x=\"\(number(x - width / 2))\" y=\"\(number(top))\" width=\"\(number(width))\" "
        + "height=\"\(number(max(1, bottom - top)))\"\(hollow)/></g>"
    }
  }

  private var closes: String {
    let points = content.candles.close.enumerated().map { "\(number(x($0.offset))) \(number(y($0.element)))" }
    let line = "M" + points.joined(separator: "L")
    guard content.style == .area else { return "<path class=\"line l3\" d=\"\(line)\"/>" }
    let floor = number(Self.bottom)
    let end = number(x(max(0, points.count - 1)))
    return "<path class=\"line l3\" d=\"\(line)\"/>"
      + "<path fill=\"#1f4fd8\" fill-opacity=\"0.2\" d=\"\(line)L\(end) \(floor)L\(number(x(0))) \(floor)Z\"/>"
  }

  private func path(
    _ values: [Double?], _ number: Int?, _ range: ClosedRange<Double>, _ top: Double, _ height: Double
  ) -> String {
    var data = ""
    var isOpen = false
    for (bar, value) in values.enumerated() {
      guard let value, range.contains(value) else {
        isOpen = false
        continue
      }
      data += (isOpen ? "L" : "M") + "\(self.number(x(bar))) \(self.number(y(value, range, top, height)))"
      isOpen = true
    }
    return "<path class=\"line l\(number.map { "\($0 % 6)" } ?? "f")\" d=\"\(data)\"/>"
  }

  private var levels: [String] {
    content.visibleLevels.map { level in
      let y = y(level.price.double)
      let text = "\(level.kind.rawValue) \(PriceScale.text(level.price.double, places: content.places))"
      return "<path class=\"level\" d=\"M0 \(number(y))H\(number(Self.plot))\"/>" + label(text, 4, y - 3, "own")
    }
  }

  private var fills: [String] {
    content.answer.fills.compactMap { fill in
      guard let bar = content.place(of: fill.at), content.range.contains(fill.price.double) else { return nil }
      return label(
        fill.side == .buy ? "B" : "S", x(min(bar, content.bars.count - 1)) - 4, y(fill.price.double) + 4,
        "own")
    }
  }

  private func pane(_ pane: ChartContent.Drawn, _ number: Int, at top: Double) -> [String] {
    var parts = [label("\(Glyphs.letter(number)) \(pane.indicator.label)", 8, top + 16, "faint")]
    guard let range = pane.range else { return parts + [label("no figure", 8, top + 40)] }
    let (head, height) = (top + 22, Self.paneHeight - 30)
    for level in pane.indicator.levels where range.contains(level) {
      let y = y(level, range, head, height)
      parts.append(
        "<path class=\"rule\" stroke-dasharray=\"2 3\" d=\"M0 \(self.number(y))H\(self.number(Self.plot))\"/>")
      parts.append(label(PriceScale.text(level, places: 0), Self.plot + 8, y + 4, "faint"))
    }
    for line in pane.lines where line.isHistogram { parts += bars(line.values, range, head, height) }
    for (place, line) in pane.lines.filter({ !$0.isHistogram }).enumerated() {
      parts.append(path(line.values, place == 0 ? number : nil, range, head, height))
    }
    return parts
  }

  /// A histogram: a bar from zero for each figure.
  private func bars(_ values: [Double?], _ range: ClosedRange<Double>, _ top: Double, _ height: Double) -> [String] {
    let zero = y(0, range, top, height)
    return values.enumerated().compactMap { bar, value in
      guard let value, value != 0 else { return nil }
      let end = y(value, range, top, height)
      return "<rect class=\"\(value > 0 ? "up" : "down")\" fill-opacity=\"0.4\" x=\"\(number(x(bar) - step * 0.3))\""
        + " y=\"\(number(min(zero, end)))\" width=\"\(number(max(1, step * 0.6)))\""
        + " height=\"\(number(abs(end - zero)))\"/>"
    }
  }

  private func times(_ y: Double) -> String {
    let room = max(1, Int((70 / step).rounded(.up)))
    return CalendarTicks.ticks(at: content.bars.map(\.openedAt), in: zone, room: room).map { tick in
      label(tick.label, x(tick.bar), y, tick.isNewDay ? "own" : "")
    }.joined()
  }
}
