/// The command line of a run, in a form that is safe to show and record.
struct Invocation: Sendable, Equatable {
  private let argv: [String]

  init(argv: [String]) { self.argv = argv }

  /// Without secrets. Computed only when it is used: most runs never need it, and the search for secrets takes too long
  /// at every start.
  var words: [String] { SecretWords.shown(argv) }
}
