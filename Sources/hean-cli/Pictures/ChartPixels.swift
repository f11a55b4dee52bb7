import Foundation

/// Draws the picture of a chart with pixels, in the light colours of its SVG: a file of pixels cannot follow the reader's
/// choice of light or dark.
struct ChartPixels {
  var shapes: ChartShapes
  /// Pixels for each unit of the picture; whole, so that letters stay sharp.
  var scale: Int

  /// As in the style sheet of `ChartSVG`.
  private enum Colours {
    static let text = PixelColour(0x333333)
    static let faint = PixelColour(0x767676)
    static let rule = PixelColour(0x999999)
    static let area = PixelColour(0x1F4FD8)
    static let paper = PixelColour(0xFFFFFF)
    static let lines: [UInt32] = [0x006B7D, 0x9A1F9A, 0x8A5A00, 0x1F4FD8, 0x00695C, 0xAD1457]

    static func of(_ move: ChartShape.Move) -> PixelColour {
      switch move {
      case .up: PixelColour(0x0A7D33)
      case .down: PixelColour(0xC02626)
      case .same: PixelColour(0x555555)
      }
    }

    static func line(_ number: Int?) -> PixelColour { number.map { PixelColour(lines[$0 % lines.count]) } ?? faint }
  }

  var canvas: PixelCanvas {
    let size = Double(scale)
    var canvas = PixelCanvas(width: Int(ChartShapes.width * size), height: Int((shapes.height * size).rounded(.up)))
    for shape in shapes.groups.joined() { draw(shape, on: &canvas) }
    return canvas
  }

  private func draw(_ shape: ChartShape, on canvas: inout PixelCanvas) {
    let size = Double(scale)
    switch shape {
    case .rule(let from, let to, let dash, _): line(from, to, Colours.rule, dash: dash, on: &canvas)
    case .tick(let point):
      line(point, ChartShape.Point(x: point.x + ChartShape.tickLength, y: point.y), Colours.rule, on: &canvas)
    case .level(let end): line(ChartShape.Point(x: 0, y: end.y), end, Colours.text, dash: (6, 4), on: &canvas)
    case .candle(let move, let high, let low, let top, let bottom, let width):
      let colour = Colours.of(move)
      line(high, ChartShape.Point(x: high.x, y: low), colour, on: &canvas)
      body(x: high.x - width / 2, y: top, width, max(1, bottom - top), colour, isHollow: move == .up, on: &canvas)
    case .bar(let move, let corner, let width, let height):
      let colour = Colours.of(move)
      canvas.fill(x: span(corner.x, width), y: span(corner.y, height), colour, opacity: 0.4)
      frame(x: corner.x, y: corner.y, width, height, colour, on: &canvas)
    case .line(let parts, let number):
      for part in parts {
        canvas.stroke(part.map { ($0.x * size, $0.y * size) }, width: 1.5 * size, Colours.line(number))
      }
    case .area(let points):
      guard let floor = points.last?.y else { return }
      canvas.fill(
        below: points.dropLast(2).map { ($0.x * size, $0.y * size) }, to: floor * size, Colours.area, opacity: 0.2)
    case .text(let text, let point, let label):
      canvas.write(
        sanitized(text), x: point.x * size, baseline: point.y * size, label == .own ? .bold : .regular, size: scale,
        label == .faint ? Colours.faint : Colours.text, halo: label == .own ? Colours.paper : nil)
    }
  }

  /// A line one unit wide, across or upright, on whole pixels so that it is sharp.
  private func line(
    _ from: ChartShape.Point, _ to: ChartShape.Point, _ colour: PixelColour, dash: (Double, Double)? = nil,
    on canvas: inout PixelCanvas
  ) {
    let size = Double(scale)
    let isUpright = from.x == to.x
    let edge = (((isUpright ? from.x : from.y) - 0.5) * size).rounded()
    let (start, end) = isUpright ? (min(from.y, to.y), max(from.y, to.y)) : (min(from.x, to.x), max(from.x, to.x))
    guard edge.isFinite, start.isFinite, end.isFinite else { return }
    let step = dash.map { $0.0 + $0.1 } ?? max(1, end - start)
    for place in stride(from: start, through: end, by: step) {
      let stop = min(end, place + (dash?.0 ?? step))
      guard stop > place else { continue }
      let along = place * size...stop * size
      if isUpright {
        canvas.fill(x: edge...edge + size, y: along, colour)
      } else {
        canvas.fill(x: along, y: edge...edge + size, colour)
      }
    }
  }

  /// A stretch in pixels; an empty one for figures that are none.
  private func span(_ start: Double, _ length: Double) -> ClosedRange<Double> {
    let (from, to) = (start * Double(scale), (start + length) * Double(scale))
    return from <= to && to.isFinite ? from...to : 0...0
  }

  private func body(
    x: Double, y: Double, _ width: Double, _ height: Double, _ colour: PixelColour, isHollow: Bool,
    on canvas: inout PixelCanvas
  ) {
    canvas.fill(x: span(x, width), y: span(y, height), colour, opacity: isHollow ? 0.25 : 1)
    frame(x: x, y: y, width, height, colour, on: &canvas)
  }

  /// The outline of a rectangle, one unit wide.
  private func frame(
    x: Double, y: Double, _ width: Double, _ height: Double, _ colour: PixelColour, on canvas: inout PixelCanvas
  ) {
    let (right, bottom) = (x + width, y + height)
    for edge in [x, right] {
      line(ChartShape.Point(x: edge, y: y - 0.5), ChartShape.Point(x: edge, y: bottom + 0.5), colour, on: &canvas)
    }
    for edge in [y, bottom] {
      line(ChartShape.Point(x: x, y: edge), ChartShape.Point(x: right, y: edge), colour, on: &canvas)
    }
  }
}
