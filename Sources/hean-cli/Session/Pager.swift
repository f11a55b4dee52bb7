import HeanCore

/// The program that shows what is taller than the terminal.
struct Pager: Sendable {
  private let arguments: [String]
  private let environment: [String: String]
  private let rows: Int
  private let run: @Sendable ([String], [String: String], String?) async -> ChildProcess.Outcome.End?

  /// - Parameter setting: what flags, environment and profile say; `nil` where no profile is read.
  /// - Returns: `nil` where all is written at once: without a terminal that takes escape sequences, where none is wanted,
  ///   and where the program is not there.
  init?(_ line: ParsedLine, _ setting: Setting<String?>? = nil, in context: Context) {
    guard !line[GlobalOptions.noPager], context.isDrawnInPlace, let size = context.terminalSize(),
      let run = context.runInFront, let command = Self.command(setting, context.environment),
      let arguments = Self.arguments(command, context.environment)
    else { return nil }
    self.arguments = arguments
    self.run = run
    rows = size.rows
    // As git has it: leave when all fits, keep colours, and leave the text on the screen.
    environment = Settings.withoutSecrets(context.environment).merging(["LESS": "FRX", "LV": "-c"]) { given, _ in given
    }
  }

  /// Shows the text, if it is taller than the terminal.
  /// - Returns: whether it was shown; `false` also when the program failed, so that nothing is lost.
  func shows(_ text: String) async -> Bool {
    guard text.utf8.lazy.filter({ $0 == 0x0A }).count >= rows else { return false }
    return await run(arguments, environment, text) == .exited(code: 0)
  }

  /// The command that is wanted; `nil` for none.
  static func command(_ setting: Setting<String?>?, _ environment: [String: String]) -> String? {
    let own = Settings.pager.variable.flatMap { environment[$0.name] }
    // Unlike other variables, an empty one says something.
    if let own, own.trimmed().isEmpty { return nil }
    let command = (setting?.value ?? own ?? environment["PAGER"] ?? "less").trimmed()
    return command.isEmpty || command == "cat" ? nil : command
  }

  /// What is started for a command line; `nil` when its program is not there. A shell reads it only where it has more than
  /// words.
  static func arguments(_ command: String, _ environment: [String: String]) -> [String]? {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./+:,@% ")
    let words = command.split(separator: " ").map(String.init)
    guard command.allSatisfy(plain.contains), let name = words.first else { return ["/bin/sh", "-c", command] }
    if name.contains("/") { return FileManager.default.isExecutableFile(atPath: name) ? words : nil }
    return SystemProgram.path(name, environment).map { [$0] + words.dropFirst() }
  }
}
