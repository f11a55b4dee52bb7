/// A command line that can be copied, and what it does.
struct Example: Sendable, Hashable {
  var line: String
  var meaning: String

  init(_ line: String, _ meaning: String) {
    self.line = line
    self.meaning = meaning
  }
}

/// The declaration of one command, for the parser and for help.
struct CommandSpec: Sendable {
  var name: String
  var aliases: [String]
  /// One line of text.
  var summary: String
  var examples: [Example]
  /// Discussion, options and operands are closures, made only when they are used: a run needs those of one command, and
  /// making the types for all commands takes too long at every start.
  private let declaredDiscussion: @Sendable () -> String
  private let declaredOptions: @Sendable () -> [any AnyOption]
  private let declaredOperands: @Sendable () -> [any AnyOperand]
  var subcommands: [CommandSpec]
  /// The subcommand that runs when none is named.
  var defaultSubcommand: String?
  /// Words that name no command but are often typed, in a hurry or out of habit from another console. Each has the full
  /// commands that were most likely meant, without `hean`, the most likely first.
  var habits: [String: [String]]
  /// Words for what no command does, each with the reason.
  var absences: [String: String]

  init(
    name: String, aliases: [String] = [], summary: String,
    discussion: @autoclosure @escaping @Sendable () -> String = "", examples: [Example] = [],
    options: @autoclosure @escaping @Sendable () -> [any AnyOption] = [],
    operands: @autoclosure @escaping @Sendable () -> [any AnyOperand] = [], subcommands: [CommandSpec] = [],
    defaultSubcommand: String? = nil, habits: [String: [String]] = [:], absences: [String: String] = [:]
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
    self.absences = absences
  }

  var discussion: String { declaredDiscussion() }
  var options: [OptionSpec] { declaredOptions().map(\.spec) }
  var operands: [OperandSpec] { declaredOperands().map(\.spec) }

  func answers(to word: String) -> Bool { name == word || aliases.contains(word) }

  func subcommand(_ word: String) -> CommandSpec? { subcommands.first { $0.answers(to: word) } }

  /// The command at the end of this path of names below this one.
  func descendant(_ words: some Sequence<String>) -> CommandSpec? {
    var spec = self
    for word in words {
      guard let next = spec.subcommand(word) else { return nil }
      spec = next
    }
    return spec
  }
}
