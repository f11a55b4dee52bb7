/// The command line of a run as it may be shown and kept.
struct Invocation: Sendable, Equatable {
  /// Without what follows the name of a secret.
  var words: [String]

  init(argv: [String]) { words = SecretWords.shown(argv) }

  /// The same command, for what its preview showed.
  func carryingOut(_ token: String) -> String {
    let kept = words.filter { $0 != "--\(OperationOptions.dryRun.name)" }
    return (["hean"] + (kept + ["--\(OperationOptions.plan.name)", token]).map(Aim.quoted)).joined(separator: " ")
  }
}
