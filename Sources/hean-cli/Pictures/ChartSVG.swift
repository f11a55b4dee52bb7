import HeanCore

/// Writes the picture of a chart as SVG. It has no script and loads nothing; colours follow the reader's choice of light or
/// dark.
struct ChartSVG {
  var shapes: ChartShapes
  /// For readers that cannot see the picture.
  var description: String
  var theme: PictureTheme

  private var style: String {
    Self.geometry + "\n" + Self.rules(theme.light) + "\n@media (prefers-color-scheme:dark){" + Self.rules(theme.dark)
      + "}"
  }

  private static let geometry = """
    svg{font:12px ui-monospace,monospace}.rule{stroke-width:1;fill:none}.level{stroke-dasharray:6 4;fill:none}
    .line{fill:none;stroke-width:1.5}.area{fill-opacity:.2}.own{font-weight:700;stroke-width:3px;paint-order:stroke}
    """

  private static func rules(_ colours: PictureColours) -> String {
    func both(_ name: String, _ colour: SRGB) -> String { ".\(name){fill:\(colour.hex);stroke:\(colour.hex)}" }
    let moves = both("up", colours.up) + both("down", colours.down) + both("same", colours.same)
    let lines = (0..<lineStyles).map { ".l\($0){stroke:\(colours.lines[$0 % colours.lines.count].hex)}" }.joined()
    return "svg{background:\(colours.ground.hex)}text{fill:\(colours.text.hex)}.faint{fill:\(colours.faint.hex)}"
      + moves + ".rule{stroke:\(colours.rule.hex)}.level{stroke:\(colours.text.hex)}"
      + ".own{stroke:\(colours.ground.hex)}.area{fill:\(colours.area.hex)}" + lines
      + ".lf{stroke:\(colours.faint.hex)}"
  }

  private static let lineStyles = 6

  var text: String {
    let size = "\(number(ChartShapes.width)) \(number(shapes.height))"
    let parts =
      [
        GeneratedFile.Kind.pictureStart
          + "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size)\" role=\"img\">",
        "<title>\(escaped(shapes.title))</title><desc>\(escaped(description))</desc><style>\(style)</style>",
      ] + shapes.groups.map { $0.map(element).joined() }
    return parts.joined(separator: "\n") + "\n</svg>\n"
  }

  /// Short and the same everywhere: no exponent, no comma, one digit after the point.
  private func number(_ value: Double) -> String { String(value.isFinite ? value : 0, places: 1) }

  private func escaped(_ text: String) -> String {
    sanitized(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing(
      "\"", with: "&quot;")
  }

  private func element(_ shape: ChartShape) -> String {
    switch shape {
    case .rule(let from, let to, let dash, let title): return rule(from, to, dash, title)
    case .tick(let point):
      return "<path class=\"rule\" d=\"M\(place(point))h\(Int(ChartShape.tickLength))\"/>"
    case .level(let end): return "<path class=\"level\" d=\"M0 \(number(end.y))H\(number(end.x))\"/>"
    case .candle(let move, let high, let low, let top, let bottom, let width):
      let hollow = move == .up ? " fill-opacity=\"0.25\"" : ""
      return "<g class=\"\(style(move))\"><path d=\"M\(place(high))V\(number(low))\"/>"
        + "<rect x=\"\(number(high.x - width / 2))\" y=\"\(number(top))\" width=\"\(number(width))\" "
        + "height=\"\(number(max(1, bottom - top)))\"\(hollow)/></g>"
    case .range(let move, let high, let low, let open, let close, let width):
      let (left, right) = (number(high.x - width / 2), number(high.x + width / 2))
      return "<path class=\"\(style(move))\" d=\"M\(place(high))V\(number(low))M\(left) \(number(open))"
        + "H\(number(high.x))V\(number(open))M\(number(high.x)) \(number(close))H\(right)\"/>"
    case .bar(let move, let corner, let width, let height):
      return "<rect class=\"\(style(move))\" fill-opacity=\"0.4\" x=\"\(number(corner.x))\""
        + " y=\"\(number(corner.y))\" width=\"\(number(width))\" height=\"\(number(height))\"/>"
    case .line(let parts, let number):
      let data = parts.map { "M" + $0.map(place).joined(separator: "L") }.joined()
      return "<path class=\"line l\(number.map { "\($0 % Self.lineStyles)" } ?? "f")\" d=\"\(data)\"/>"
    case .area(let points):
      let data = "M" + points.map(place).joined(separator: "L") + "Z"
      return "<path class=\"area\" d=\"\(data)\"/>"
    case .text(let text, let point, let label):
      let place = "x=\"\(number(point.x))\" y=\"\(number(point.y))\""
      return "<text \(place) class=\"\(style(label))\">\(escaped(text))</text>"
    }
  }

  private func place(_ point: ChartShape.Point) -> String { "\(number(point.x)) \(number(point.y))" }

  private func rule(
    _ from: ChartShape.Point, _ to: ChartShape.Point, _ dash: (Double, Double)?, _ title: String?
  ) -> String {
    let dashes = dash.map { " stroke-dasharray=\"\(Int($0.0)) \(Int($0.1))\"" } ?? ""
    let start = from.x == 0 ? "0 \(number(from.y))" : place(from)
    let end = from.x == to.x ? "V\(number(to.y))" : "H\(number(to.x))"
    let head = "<path class=\"rule\"\(dashes) d=\"M\(start)\(end)\""
    return title.map { "\(head)><title>\(escaped($0))</title></path>" } ?? "\(head)/>"
  }

  private func style(_ move: ChartShape.Move) -> String {
    switch move {
    case .up: "up"
    case .down: "down"
    case .same: "same"
    }
  }

  private func style(_ label: ChartShape.Label) -> String {
    switch label {
    case .plain: ""
    case .faint: "faint"
    case .own: "own"
    }
  }
}
