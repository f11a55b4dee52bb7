import HeanCore

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
    if let forced = environment["FORCE_COLOR"], !forced.isEmpty { return !["0", "false"].contains(forced) }
    if isSet("CLICOLOR_FORCE"), environment["CLICOLOR_FORCE"] != "0" { return true }
    if environment["CLICOLOR"] == "0" { return false }
    return isTerminal && knowsSequences(environment)
  }

  /// Whether the terminal takes escape sequences, by `TERM`: `dumb` does not, and of one that is not named nothing is
  /// known, as in an editor's shell or under cron.
  static func knowsSequences(_ environment: [String: String]) -> Bool {
    let term = environment["TERM"] ?? ""
    return !term.isEmpty && term != "dumb" && term != "unknown"
  }

  /// How many colours a stream gets; `nil` for none.
  static func depth(isTerminal: Bool, choice: Choice, environment: [String: String]) -> ColourDepth? {
    guard isColoured(isTerminal: isTerminal, choice: choice, environment: environment) else { return nil }
    switch environment["FORCE_COLOR"] {
    case "1": return .sixteen
    case "2": return .indexed
    case "3": return .direct
    default: break
    }
    let term = environment["TERM"] ?? ""
    let isDirect = ["truecolor", "24bit"].contains(environment["COLORTERM"]?.lowercased() ?? "")
    // GNU screen passes COLORTERM of the terminal around it on, and does not show such colours. tmux names itself.
    if isDirect, term.hasPrefix("screen"), environment["TERM_PROGRAM"] != "tmux", environment["TMUX"] == nil {
      return .indexed
    }
    if isDirect || term.hasSuffix("-direct") { return .direct }
    return term.contains("256color") ? .indexed : .sixteen
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
