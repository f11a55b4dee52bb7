/// The flags that chose an engine on a command line. They are added to other command lines for the same engine.
struct TargetFlags: Sendable, Equatable {
  /// As separate words, not quoted; empty when the command line did not choose the engine.
  var words: [String] = []
  /// The flags that name the profile, for commands that are only about the profile.
  var profile: [String] = []
}

/// Which of the flags that chose an engine are needed on another command line.
enum CarriedFlags: Sendable {
  /// All: the command uses the engine.
  case all
  /// Only the profile: the command does not use the engine.
  case profile
  case none
}
