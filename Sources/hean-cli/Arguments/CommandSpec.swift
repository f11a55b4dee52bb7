/// A command line worth copying, and what it does.
struct Example: Sendable, Hashable {
  var line: String
  var meaning: String

  init(_ line: String, _ meaning: String) {
    self.line = line
    self.meaning = meaning
  }
}

/// One command, with everything that parsing and help need to know of it.
struct CommandSpec: Sendable {
  var name: String
  var aliases: [String]
  /// One line.
  var summary: String
  var examples: [Example]
  /// These three are made when they are asked for: a run needs those of one command, and the types behind all of them
  /// take longer to set up than a start may.
  private let declaredDiscussion: @Sendable () -> String
  private let declaredOptions: @Sendable () -> [any AnyOption]
  private let declaredOperands: @Sendable () -> [any AnyOperand]
  var subcommands: [CommandSpec]
  /// Which subcommand is meant when none is named.
  var defaultSubcommand: String?
  /// What is typed here in a hurry, or from the habit of another console, and names no command: the whole commands it
  /// most likely means, without `hean`, the likeliest first.
  var habits: [String: [String]]

  init(
    name: String, aliases: [String] = [], summary: String,
    discussion: @autoclosure @escaping @Sendable () -> String = "", examples: [Example] = [],
    options: @autoclosure @escaping @Sendable () -> [any AnyOption] = [],
    operands: @autoclosure @escaping @Sendable () -> [any AnyOperand] = [], subcommands: [CommandSpec] = [],
    defaultSubcommand: String? = nil, habits: [String: [String]] = [:]
  ) {
    self.name = name
    self.aliases = aliases
    self.summary = summary
    declaredDiscussion = discussion
    self.examples = examples
    declaredOptions = options
    declaredOperands = operands
    self.subcommands = subcommands
    self.defaultSubcommand = defaultSubcommand
    self.habits = habits
  }

  var discussion: String { declaredDiscussion() }
  var options: [OptionSpec] { declaredOptions().map(\.spec) }
  var operands: [OperandSpec] { declaredOperands().map(\.spec) }

  func answers(to word: String) -> Bool { name == word || aliases.contains(word) }

  func subcommand(_ word: String) -> CommandSpec? { subcommands.first { $0.answers(to: word) } }

  /// The command that these words name, from here on.
  func descendant(_ words: some Sequence<String>) -> CommandSpec? {
    var spec = self
    for word in words {
      guard let next = spec.subcommand(word) else { return nil }
      spec = next
    }
    return spec
  }
}
