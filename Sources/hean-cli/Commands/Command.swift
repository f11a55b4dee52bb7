import HeanCore

/// One verb of the console: a row in the option table, a value parsed from argv, and what it does.
///
/// A new command is one file with one of these and one line in `CommandTable`.
protocol Command: Sendable {
  static var spec: CommandSpec { get }
  init(_ line: ParsedLine) throws(UsageError)
  func run(_ session: Session) async throws -> Output
}

/// What a command leaves behind for the one place that prints.
enum Output: Sendable {
  case report(Report)
  /// What there was to say has been said.
  case ended(ExitCode)
  /// Text that has one form only: help, a version.
  case text(String)
}
