/// A command that was likely meant by words that name none. It is shown and never run.
struct MeantCommand: Sendable, Equatable {
  /// Without `hean`.
  var words: [String]
  /// How many of the words name the command.
  private var nameCount: Int
  /// Whether it can be offered as it stands, because it only looks. Of a verb, help is offered: what it does should be
  /// read before it is typed.
  private var isOffered: Bool

  /// - Parameters:
  ///   - isLook: whether somebody wants to see something, so that a command without further words is offered too.
  ///   - root: the tree that has the command.
  init(_ words: [String], isLook: Bool = false, of root: CommandSpec) {
    self.words = words
    var spec = root
    var names = 0
    while names < words.count, let next = spec.subcommand(words[names]) {
      spec = next
      names += 1
    }
    nameCount = names
    isOffered =
      (isLook || names < words.count) && !spec.options.contains { ["dry-run", "yes", "replace"].contains($0.name) }
  }

  var guidance: Guidance {
    isOffered
      ? Guidance(.command(ConsoleCommand(words, named: nameCount))) : .help(on: Array(words.prefix(nameCount)))
  }
}
