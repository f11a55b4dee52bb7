import HeanCore

/// What a plugin of a monitoring system writes: a line with figures, and further lines.
struct PluginOutput: Sendable, Equatable {
  /// What is checked, such as `MONEY`; empty for all of it.
  var service: String
  var state: PluginState
  /// What was found, in one line.
  var message: String
  /// What else there is to say, a line each.
  var details: [String] = []
  /// In the order in which they are written.
  var figures: [PluginFigure] = []

  /// How many characters a line may have, and how many lines there may be: Nagios keeps 8 KB of all.
  private static let longest = (line: 300, details: 20)

  /// All of it, each line with its end. The figures stand behind the first line, so that a reader that cuts the rest keeps
  /// them.
  var text: String {
    let written = figures.compactMap(\.written).joined(separator: " ")
    let head = headline + (written.isEmpty ? "" : " | \(written)")
    var lines = details.prefix(Self.longest.details).map { Self.line($0) }
    if details.count > lines.count { lines.append("and \(Figures.counted(details.count - lines.count, "line")) more") }
    return ([head] + lines).map { $0 + "\n" }.joined()
  }

  /// `HEAN MONEY CRITICAL - …`
  var headline: String {
    let name = ["HEAN", service, state.label].filter { !$0.isEmpty }.joined(separator: " ")
    return Self.line("\(name) - \(message)")
  }

  /// One line without what would end it, and without the bar behind which figures stand.
  private static func line(_ text: String) -> String {
    // Scalar by scalar: a combining mark makes another `Character` of a bar.
    let scalars = sanitized(text).unicodeScalars.map { $0 == "|" ? "/" : $0 }
    let line = String(String.UnicodeScalarView(scalars))
    return line.count > longest.line ? line.prefix(longest.line - 3) + "..." : line
  }
}
