import Foundation
import HeanCore

/// Writes the picture of a chart as SVG. It has no script and loads nothing; colours follow the reader's choice of light or
/// dark.
struct ChartSVG {
  var shapes: ChartShapes
  /// For readers that cannot see the picture.
  var description: String

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
    let size = "\(number(ChartShapes.width)) \(number(shapes.height))"
    let parts =
      [
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size)\" role=\"img\">",
        "<title>\(escaped(shapes.title))</title><desc>\(escaped(description))</desc><style>\(Self.style)</style>",
      ] + shapes.groups.map { $0.map(element).joined() }
    return parts.joined(separator: "\n") + "\n</svg>\n"
  }

  /// Short and the same everywhere: no exponent, no comma, one digit after the point.
  private func number(_ value: Double) -> String { String(format: "%.1f", value.isFinite ? value : 0) }

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
    case .bar(let move, let corner, let width, let height):
      return "<rect class=\"\(style(move))\" fill-opacity=\"0.4\" x=\"\(number(corner.x))\""
        + " y=\"\(number(corner.y))\" width=\"\(number(width))\" height=\"\(number(height))\"/>"
    case .line(let parts, let number):
      let data = parts.map { "M" + $0.map(place).joined(separator: "L") }.joined()
      return "<path class=\"line l\(number.map { "\($0 % 6)" } ?? "f")\" d=\"\(data)\"/>"
    case .area(let points):
      let data = "M" + points.map(place).joined(separator: "L") + "Z"
      return "<path fill=\"#1f4fd8\" fill-opacity=\"0.2\" d=\"\(data)\"/>"
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
