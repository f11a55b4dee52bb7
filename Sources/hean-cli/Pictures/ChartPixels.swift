import HeanCore

/// Draws the picture of a chart with pixels, on one ground: a file of pixels cannot follow the reader's choice of light or
/// dark.
struct ChartPixels {
  var shapes: ChartShapes
  /// Pixels for each unit of the picture; whole, so that letters stay sharp.
  var scale: Int
  var colours: PictureColours

  private func colour(of move: ChartShape.Move) -> SRGB {
    switch move {
    case .up: colours.up
    case .down: colours.down
    case .same: colours.same
    }
  }

  var canvas: PixelCanvas {
    let size = Double(scale)
    var canvas = PixelCanvas(
      width: Int(ChartShapes.width * size), height: Int((shapes.height * size).rounded(.up)),
      on: colours.ground)
    for shape in shapes.groups.joined() { draw(shape, on: &canvas) }
    return canvas
  }

  private func draw(_ shape: ChartShape, on canvas: inout PixelCanvas) {
    let size = Double(scale)
    switch shape {
    case .rule(let from, let to, let dash, _): line(from, to, colours.rule, dash: dash, on: &canvas)
    case .tick(let point):
      line(point, ChartShape.Point(x: point.x + ChartShape.tickLength, y: point.y), colours.rule, on: &canvas)
    case .level(let end): line(ChartShape.Point(x: 0, y: end.y), end, colours.text, dash: (6, 4), on: &canvas)
    case .candle(let move, let high, let low, let top, let bottom, let width):
      let colour = colour(of: move)
      line(high, ChartShape.Point(x: high.x, y: low), colour, on: &canvas)
      body(x: high.x - width / 2, y: top, width, max(1, bottom - top), colour, isHollow: move == .up, on: &canvas)
    case .range(let move, let high, let low, let open, let close, let width):
      let colour = colour(of: move)
      line(high, ChartShape.Point(x: high.x, y: max(low, high.y + 1)), colour, on: &canvas)
      line(ChartShape.Point(x: high.x - width / 2, y: open), ChartShape.Point(x: high.x, y: open), colour, on: &canvas)
      line(
        ChartShape.Point(x: high.x, y: close), ChartShape.Point(x: high.x + width / 2, y: close), colour, on: &canvas)
    case .bar(let move, let corner, let width, let height):
      let colour = colour(of: move)
      canvas.fill(x: span(corner.x, width), y: span(corner.y, height), colour, opacity: 0.4)
      frame(x: corner.x, y: corner.y, width, height, colour, on: &canvas)
    case .line(let parts, let number):
      for part in parts {
        canvas.stroke(
          part.map { ($0.x * size, $0.y * size) }, width: 1.5 * size,
          number.map { colours.lines[$0 % colours.lines.count] } ?? colours.faint)
      }
    case .area(let points):
      guard let floor = points.last?.y else { return }
      canvas.fill(
        below: points.dropLast(2).map { ($0.x * size, $0.y * size) }, to: floor * size, colours.area, opacity: 0.2)
    case .text(let text, let point, let label):
      canvas.write(
        sanitized(text), x: point.x * size, baseline: point.y * size, label == .own ? .bold : .regular, size: scale,
        label == .faint ? colours.faint : colours.text, halo: label == .own ? colours.ground : nil)
    }
  }

  /// A line one unit wide, across or upright, on whole pixels so that it is sharp.
  private func line(
    _ from: ChartShape.Point, _ to: ChartShape.Point, _ colour: SRGB, dash: (Double, Double)? = nil,
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
    x: Double, y: Double, _ width: Double, _ height: Double, _ colour: SRGB, isHollow: Bool,
    on canvas: inout PixelCanvas
  ) {
    canvas.fill(x: span(x, width), y: span(y, height), colour, opacity: isHollow ? 0.25 : 1)
    frame(x: x, y: y, width, height, colour, on: &canvas)
  }

  /// The outline of a rectangle, one unit wide.
  private func frame(
    x: Double, y: Double, _ width: Double, _ height: Double, _ colour: SRGB, on canvas: inout PixelCanvas
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
