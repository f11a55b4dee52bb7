import HeanPractice

/// The flags that chose an engine on a command line, for other command lines that are to meet the same one.
struct TargetFlags: Sendable, Equatable {
  /// As separate words, not quoted; empty when the engine was not chosen on the command line.
  var words: [String] = []
  /// The profile that was named, for commands about that alone.
  var profile: String?

  init() {}

  init(_ line: ParsedLine) {
    if line[GlobalOptions.practice] { words.append("--\(GlobalOptions.practice.name)") }
    let choosing: [any AnyOption] = [GlobalOptions.profile, GlobalOptions.url, GlobalOptions.apiKeyFile]
    for option in choosing + GlobalOptions.world {
      for value in line.texts(option) { words += ["--\(option.name)", value] }
    }
    profile = line.text(GlobalOptions.profile)
  }
}
