/// What lies over the panes: the page of keys, or what commands have written.
struct LiveOverlay: Sendable {
  var title: String
  /// Painted for the width of the screen.
  var lines: [String] = []
  /// The first line that is shown.
  var top = 0
  /// The run whose output it is; `nil` for the page of keys.
  var run: Int?
  var isRunning = false
  /// The commands, as words after `hean`.
  var commands: [[String]] = []
  /// Whether the latest lines stay in sight: a verb tells at its end what became of it.
  var follows = false
  /// Whether the last line has no end yet.
  private var isOpen = false

  init(title: String, lines: [String] = []) {
    self.title = title
    self.lines = lines
  }

  /// The most lines that are kept; what is longer belongs into a shell.
  static let most = 5_000

  /// Adds text as a command writes it, in pieces that need not end with a line.
  mutating func append(_ text: String) {
    let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (place, part) in parts.enumerated() {
      if place == 0, isOpen { lines[lines.count - 1] += part } else { lines.append(String(part)) }
      isOpen = true
    }
    if lines.count > Self.most {
      lines.removeLast(lines.count - Self.most)
      lines.append("… more than \(Self.most) lines: run it in a shell")
    }
  }

  /// - Parameter rows: how many lines are in sight.
  mutating func scroll(_ by: Int, rows: Int) {
    let last = max(0, lines.count - rows)
    top = max(0, min((follows ? last : top) + by, last))
    follows = false
  }

  /// The first line in sight.
  func first(rows: Int) -> Int { follows ? max(0, lines.count - rows) : min(top, max(0, lines.count - 1)) }

  /// The lines in sight.
  func shown(rows: Int) -> ArraySlice<String> {
    lines.dropFirst(first(rows: rows)).prefix(rows)
  }
}
