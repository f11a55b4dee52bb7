import HeanCore

/// What casts doubt on a report and stands beside it for a command: on standard error, or in the document.
struct PaneNotes {
  /// The most important first.
  var words: [String]

  /// - Parameter hasCaveats: also what the report's own screen says in its words, for a pane that does not show that screen.
  init(_ report: Report, hasCaveats: Bool = false) {
    words = [report.failure?.message].compactMap(\.self) + (hasCaveats ? report.caveats : []) + report.notes
    var seen: Set<String> = []
    words = words.filter { seen.insert($0).inserted }
  }

  /// Lines at most. A single note has them all; of several each has one, and the last line tells how many are left out.
  static let most = 2

  /// The painted lines.
  func lines(width: Int, by renderer: ReportRenderer) -> [String] {
    func drawn(_ text: String) -> [String] { renderer.lines(text, .warning, width: width) }
    /// The first line of what does not fit into it, with the mark of a cut.
    func cut(_ text: String, to room: Int) -> String {
      let plain = drawn(text).map(Palette.unpainted)
      return truncated(plain.joined(separator: " "), to: max(1, room))
    }
    func painted(_ text: String) -> String { renderer.palette.paint(text, .warning) }
    guard words.count > 1 else {
      let lines = words.first.map(drawn) ?? []
      guard lines.count > Self.most else { return lines }
      let rest = lines[(Self.most - 1)...].map(Palette.unpainted).joined(separator: " ")
      return lines[..<(Self.most - 1)] + [painted(truncated(rest, to: width))]
    }
    let left = words.count - Self.most
    return words.prefix(Self.most).enumerated().map { place, text in
      let tail = place == Self.most - 1 && left > 0 ? " (+\(left))" : ""
      return painted(cut(text, to: width - tail.count) + tail)
    }
  }
}
