/// The command line of a run as it may be shown and kept.
struct Invocation: Sendable, Equatable {
  private let argv: [String]

  init(argv: [String]) { self.argv = argv }

  /// Without what follows the name of a secret. Made when it is asked for: most runs never show or keep it, and looking for
  /// secrets takes longer than a start may.
  var words: [String] { SecretWords.shown(argv) }
}
