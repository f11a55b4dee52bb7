import Foundation

/// Whether a stream gets colour, and how wide it is. Standard output and standard error are decided separately.
enum ColourDecision {
  enum Choice: String, Sendable, CaseIterable { case auto, always, never }

  static func isColoured(
    isTerminal: Bool, choice: Choice, environment: [String: String]
  ) -> Bool {
    func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
    switch choice {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if isSet("NO_COLOR") { return false }
    if isSet("CLICOLOR_FORCE"), environment["CLICOLOR_FORCE"] != "0" { return true }
    if environment["TERM"] == "dumb" || environment["CLICOLOR"] == "0" { return false }
    return isTerminal
  }

  /// Greatest accepted width in columns; no screen is wider.
  private static let widest = 100_000

  /// The value of `COLUMNS`, else what the terminal reports, else 80; `nil` when there is no terminal.
  static func width(isTerminal: Bool, columns: Int?, environment: [String: String]) -> Int? {
    guard isTerminal else { return nil }
    if let text = environment["COLUMNS"], let value = Int(text), value >= 20 { return min(value, widest) }
    guard let columns, columns >= 20 else { return 80 }
    return columns
  }
}
