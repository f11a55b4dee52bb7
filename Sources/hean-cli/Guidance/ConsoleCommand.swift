import HeanCore

/// A command of this console that the core cannot suggest in this form: help, profiles, the practice engine, lists of
/// the console itself.
struct ConsoleCommand: Sendable, Equatable {
  /// Which flags choose its engine, when it needs one.
  enum Choice: Sendable, Equatable {
    /// The flags that chose the engine of this run.
    case ofThisRun
    /// These flags, and not those of this run.
    case own([String])
  }

  /// The names, then the arguments: `profile add main --url URL`. Not quoted.
  var words: [String]
  /// How many of the words are names.
  private var nameCount: Int
  var choice: Choice

  /// - Parameters:
  ///   - choosing: flags to use instead of those that chose this run's engine.
  init(_ command: CommandName, _ arguments: [String] = [], choosing flags: [String]? = nil) {
    let path = command.words
    words = path + arguments
    nameCount = path.count
    choice = flags.map { .own($0) } ?? .ofThisRun
  }

  /// A whole command line.
  /// - Parameter count: how many of the words name the command.
  init(_ words: [String], named count: Int) {
    self.words = words
    nameCount = count
    choice = .ofThisRun
  }

  /// Help on the command that was typed. It needs no engine.
  /// - Parameter names: of a command or of a group; empty for the whole console.
  init(helpOn names: [String]) {
    words = names + ["--help"]
    nameCount = names.count
    choice = .own([])
  }

  /// The names of the command: `profile add`.
  var path: [String] { Array(words.prefix(nameCount)) }
}
