import HeanCore

/// A command of this console that the core has no name for: help, profiles, the practice engine, lists of one's own.
struct ConsoleCommand: Sendable, Equatable {
  /// How it finds its engine, where it meets one.
  enum Choice: Sendable, Equatable {
    /// By the flags that chose the engine of this run.
    case ofThisRun
    /// By these, whatever was given to this run.
    case own([String])
  }

  /// Names, then what it is given: `profile add main --url URL`. Not quoted.
  var words: [String]
  /// How many of the words are names.
  private var names: Int
  var choice: Choice

  /// - Parameters:
  ///   - choosing: flags in the place of those that chose this run's engine.
  init(_ command: CommandName, _ arguments: [String] = [], choosing flags: [String]? = nil) {
    let path = command.words
    words = path + arguments
    names = path.count
    choice = flags.map { .own($0) } ?? .ofThisRun
  }

  /// Help on what was typed, which needs no engine.
  /// - Parameter names: of a command or of a group; without any, of the console.
  init(helpOn names: [String]) {
    words = names + ["--help"]
    self.names = names.count
    choice = .own([])
  }

  /// The command's own name: `profile add`.
  var path: [String] { Array(words.prefix(names)) }
}
