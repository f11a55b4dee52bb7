import HeanCore

/// What stands in the tree of commands: a command, or a group of them.
protocol CommandDeclaration: Sendable {
  static var spec: CommandSpec { get }
  /// Empty for a command that does something itself.
  static var subcommands: [any CommandDeclaration.Type] { get }
  /// What is meant when no subcommand is named.
  static var defaultSubcommand: (any Command.Type)? { get }
  /// `nil` for a group.
  static var command: (any Command.Type)? { get }
}

/// A name in front of other commands: `hean orders …`.
protocol CommandGroup: CommandDeclaration {}

extension CommandGroup {
  static var defaultSubcommand: (any Command.Type)? { nil }
  static var command: (any Command.Type)? { nil }
}

/// One verb of the console: what it is called and takes, a value parsed from argv, and what it does.
///
/// A new command is one file with one of these, named once: in its group or in `CommandTable`.
protocol Command: CommandDeclaration {
  /// What it is about.
  static var scope: CommandScope { get }
  /// What becomes of `--max-age`.
  static var prices: PriceUse { get }
  /// What an offered command line of it needs of the flags that chose this engine.
  static var carriedFlags: CarriedFlags { get }
  /// Whether it goes ahead without what it can do without.
  static var isEmergency: Bool { get }
  /// What it writes with `--json`, for `hean help output`.
  static var documents: [OutputDocument] { get }

  init(_ line: ParsedLine) throws(UsageError)
  func run(_ session: Session) async throws -> Output
}

extension Command {
  static var subcommands: [any CommandDeclaration.Type] { [] }
  static var defaultSubcommand: (any Command.Type)? { nil }
  static var command: (any Command.Type)? { self }
  static var scope: CommandScope { .engine }
  static var prices: PriceUse { .unused }
  static var carriedFlags: CarriedFlags { scope == .engine ? .all : .none }
  static var isEmergency: Bool { false }
  static var documents: [OutputDocument] { [] }
}

/// What a command needs besides its words.
enum CommandScope: Sendable {
  /// An engine, real or practice.
  case engine
  /// The practice engine, whatever the profile.
  case practice
  /// The configuration file, which it may write.
  case configuration
  /// Nothing but this machine.
  case local
}

/// What the age of the engine's prices is to a command.
enum PriceUse: Sendable {
  /// Nothing in it rests on prices: `--max-age` is refused.
  case unused
  /// Its answer or its preview rests on them.
  case heeded
  /// A stream says itself why it takes no `--max-age`.
  case streamed
}

/// What a command leaves behind for the one place that prints.
enum Output: Sendable {
  case report(Report)
  /// What there was to say has been said.
  case ended(ExitCode)
  /// Text that has one form only: help, a version.
  case text(String)
}
