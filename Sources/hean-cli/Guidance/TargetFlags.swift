/// The flags that chose an engine on a command line, for other command lines that are to meet the same one.
struct TargetFlags: Sendable, Equatable {
  /// As separate words, not quoted; empty when the engine was not chosen on the command line.
  var words: [String] = []
  /// Those that name the profile, for commands about that alone.
  var profile: [String] = []
}

/// Which of the flags that chose an engine another command line needs.
enum CarriedFlags: Sendable {
  /// All: it meets the engine.
  case all
  /// It is about the profile alone.
  case profile
  case none
}
