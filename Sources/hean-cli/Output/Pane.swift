import HeanCore

/// A rectangle of a larger screen: exactly so many lines, each exactly so many columns wide. A report that is too high for it
/// is shortened as for a low window, so that what decides stays.
struct Pane: Sendable {
  var width: Int
  var height: Int

  /// The painted lines of a report.
  /// - Throws: when the renderer's fields or order do not fit the report.
  func lines(_ report: Report, by renderer: ReportRenderer) throws -> [String] {
    var renderer = renderer
    renderer.width = width
    let lines = try renderer.lines(report, fitting: height).flatMap(parts).prefix(height)
    let blank = String(repeating: " ", count: width)
    return lines.map(filled) + Array(repeating: blank, count: height - lines.count)
  }

  /// Panes of the same height from left to right, with a mark between them.
  static func beside(_ panes: [[String]], between mark: String) -> [String] {
    guard let rows = panes.map(\.count).max() else { return [] }
    return (0..<rows).map { row in panes.map { row < $0.count ? $0[row] : "" }.joined(separator: mark) }
  }

  private func filled(_ line: String) -> String {
    line + String(repeating: " ", count: max(0, width - displayWidth(Palette.unpainted(line))))
  }

  /// A command is one line however long it is. Here it must not reach into the next pane, so it goes on below.
  private func parts(_ line: String) -> [String] {
    let text = Palette.unpainted(line)
    guard displayWidth(text) > width else { return [line] }
    var parts = [""]
    for character in text {
      if displayWidth(parts[parts.count - 1]) + displayWidth(String(character)) > width { parts.append("") }
      parts[parts.count - 1].append(character)
    }
    return parts
  }
}
