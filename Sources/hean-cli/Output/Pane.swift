import HeanCore

/// A rectangle of a larger screen: lines that are all equally wide. A report that is too high for it is shortened as for a low
/// window, so that what decides stays. `--fields` and `--sort` are about one list, and do not reach into it.
struct Pane: Sendable {
  var width: Int
  /// Exactly so many lines; `nil` for as many as the report takes.
  var height: Int?
  /// Whether what a command writes to standard error stands below the report, because a pane has no standard error.
  var tellsNotes = false

  /// The painted lines of a report that a view has made for this width.
  func lines(_ report: Report, by renderer: ReportRenderer) -> [String] {
    var renderer = renderer
    (renderer.width, renderer.fields, renderer.sort) = (width, nil, nil)
    // What no column has room for is hidden: there is no option that shows it here.
    var report = report
    report.payload = .none
    renderer.rest = ""
    var notes = tellsNotes ? PaneNotes(report).lines(width: width, by: renderer) : []
    // A pane that is very low is for the report.
    if let height { notes = Array(notes.prefix(height / 4)) }
    let room = height.map { $0 - notes.count }
    // Nothing else can be wrong with a report without fields and order.
    let drawn = (try? renderer.lines(report, fitting: room ?? .max)) ?? []
    let lines = (drawn.flatMap(parts).prefix(room ?? .max) + notes).map { Self.filled($0, to: width) }
    return lines + Array(repeating: String(repeating: " ", count: width), count: max(0, (height ?? 0) - lines.count))
  }

  static func filled(_ line: String, to width: Int) -> String {
    line + String(repeating: " ", count: max(0, width - displayWidth(Palette.unpainted(line))))
  }

  /// A command is one line however long it is. Here it must not reach into the next pane, so it goes on below, as a shell
  /// takes it: after a backslash.
  private func parts(_ line: String) -> [String] {
    var rest = Palette.unpainted(line)
    guard displayWidth(rest) > width else { return [line] }
    let begin = line.first == "\u{1B}" ? line.prefix { $0 != "m" } + "m" : ""
    // The only other line that is not wrapped by the drawing says how much was cut.
    let goesOn = rest.hasPrefix("…") ? "" : " \\"
    let indent = width < 8 ? "" : "    "
    var parts: [String] = []
    while displayWidth(rest) > width {
      let room = prefix(of: rest, width - goesOn.count)
      // At a blank, unless that would leave nothing but the indent.
      let blank = room.lastIndex(of: " ").flatMap { room[..<$0].contains { $0 != " " } ? $0 : nil }
      let whole = rest.prefix(max(1, prefix(of: rest, width).count))
      parts.append(blank.map { rest[..<$0] + goesOn } ?? String(whole))
      rest = indent + (blank.map { rest[rest.index(after: $0)...] } ?? rest[whole.endIndex...])
    }
    parts.append(rest)
    return begin.isEmpty ? parts : parts.map { begin + $0 + "\u{1B}[0m" }
  }

  /// As much of a text as has room in so many columns.
  private func prefix(of text: String, _ width: Int) -> Substring {
    var used = 0
    return text.prefix { character in
      used += displayWidth(String(character))
      return used <= width
    }
  }
}
