/// One option in the table that feeds parsing, help and everything generated from it.
struct OptionSpec: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case flag
    case value(String)
    /// One of a closed set of words, with the placeholder that help shows.
    case choice([String], String)
  }

  /// Long name without the dashes.
  var name: String
  var short: Character?
  var kind: Kind
  var help: String
  /// Whether repeating it collects values; otherwise the last one wins.
  var isRepeatable: Bool

  init(_ name: String, short: Character? = nil, _ kind: Kind, help: String, isRepeatable: Bool = false) {
    self.name = name
    self.short = short
    self.kind = kind
    self.help = help
    self.isRepeatable = isRepeatable
  }

  var takesValue: Bool { kind != .flag }

  var placeholder: String? {
    switch kind {
    case .flag: nil
    case .value(let placeholder), .choice(_, let placeholder): placeholder
    }
  }
}

/// A word of a command line that is no option.
struct OperandSpec: Sendable, Hashable {
  var name: String
  var help: String
  var isRequired = true
  var isRepeated = false
}

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
  var aliases: [String] = []
  /// One line.
  var summary: String
  var discussion = ""
  var examples: [Example] = []
  var options: [OptionSpec] = []
  var operands: [OperandSpec] = []
  var subcommands: [CommandSpec] = []
  /// Which subcommand is meant when none is named.
  var defaultSubcommand: String?

  func answers(to word: String) -> Bool { name == word || aliases.contains(word) }

  func subcommand(_ word: String) -> CommandSpec? { subcommands.first { $0.answers(to: word) } }
}
