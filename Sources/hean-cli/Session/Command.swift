import HeanCore

/// A node in the tree of commands: a command, or a group of commands.
protocol CommandDeclaration: Sendable {
  static var spec: CommandSpec { get }
  /// Empty for a command.
  static var subcommands: [any CommandDeclaration.Type] { get }
  /// The command that runs when no subcommand is named.
  static var defaultSubcommand: (any Command.Type)? { get }
  /// `nil` for a group.
  static var command: (any Command.Type)? { get }
}

/// A group of commands with a common first word: `hean orders …`.
protocol CommandGroup: CommandDeclaration {}

extension CommandGroup {
  static var defaultSubcommand: (any Command.Type)? { nil }
  static var command: (any Command.Type)? { nil }
}

/// One command of the console: its spec, its values parsed from argv, and what it does.
///
/// A new command is one file with one of these types, named once: in its group or in `CommandTable`.
protocol Command: CommandDeclaration {
  /// What the command needs besides its words.
  static var scope: CommandScope { get }
  /// What a line without options changes. What nobody has told about is taken for a change of this machine.
  static var effect: CommandEffect { get }
  /// What this very line changes: an option can make a read of a verb, or of a read a stream or a file.
  var effect: CommandEffect { get }
  /// Whether `--max-age` applies.
  static var prices: PriceUse { get }
  /// Under which name its answers are kept for `--offline`; `nil` when they are not.
  static var keeps: StoredLook.Name? { get }
  /// What of a record this very line shows in place of the engine; `nil` when the engine is asked.
  var record: RecordUse? { get }
  /// Which of the flags that chose this engine are added when hean suggests this command.
  static var carriedFlags: CarriedFlags { get }
  /// What a line that names several engines does.
  static var engines: EnginesUse { get }
  /// Whether it ends with the exit codes of a plugin, whatever happens.
  static var isPlugin: Bool { get }
  /// Whether it also runs when parts of the configuration are broken that it does not need.
  static var isEmergency: Bool { get }
  /// Whether it tells what is wrong with the configuration itself, and so runs with any.
  static var examinesConfiguration: Bool { get }
  /// What it writes with `--json`, for `hean help output`.
  static var documents: [OutputDocument] { get }
  /// What it writes with `--json`, for `hean schema`; its documents, if it has any.
  static var data: CommandData { get }
  /// Whether what it writes with `--json` is JSON.
  static var writesJSON: Bool { get }

  init(_ line: ParsedLine) throws(UsageError)
  /// What needs no session, as it needs neither engine nor configuration; `nil` for all else.
  func runEarly(_ context: Context) throws -> Output?
  func run(_ session: Session) async throws -> Output
}

extension Command {
  static var subcommands: [any CommandDeclaration.Type] { [] }
  static var defaultSubcommand: (any Command.Type)? { nil }
  static var command: (any Command.Type)? { self }
  static var scope: CommandScope { .engine }
  static var effect: CommandEffect { .changesMachine }
  var effect: CommandEffect { Self.effect }
  func runEarly(_ context: Context) throws -> Output? { nil }
  static var prices: PriceUse { .unused }
  static var keeps: StoredLook.Name? { nil }
  var record: RecordUse? { nil }
  static var carriedFlags: CarriedFlags { scope == .engine ? .all : .none }
  static var engines: EnginesUse {
    scope == .engine && (effect == .reads || effect == .changesEngine) ? .each : .one
  }
  static var isPlugin: Bool { false }
  static var isEmergency: Bool { false }
  static var examinesConfiguration: Bool { false }
  static var documents: [OutputDocument] { [] }
  static var data: CommandData { documents.isEmpty ? .none : .documents(documents) }
  static var writesJSON: Bool { if case .none = data { false } else { true } }
}

/// What a command needs besides its words.
enum CommandScope: Sendable {
  /// An engine, real or practice.
  case engine
  /// The practice engine, whatever profile is used.
  case practice
  /// The configuration file, which the command may write.
  case configuration
  /// Only this machine.
  case local
}

/// What a command changes, for whoever runs commands of others: a screen that is locked runs only what reads.
enum CommandEffect: String, Sendable, CaseIterable {
  /// Asks an engine, or looks at files of this machine; changes neither, and ends by itself. What hean keeps of its looks
  /// (memory of an engine, answers for `--offline`, questions that were asked) is no change.
  case reads
  /// Can change the engine.
  case changesEngine
  /// Can write files, settings or units of this machine, or tell others.
  case changesMachine
  /// Goes on until somebody ends it, or holds the terminal.
  case streams
}

/// What a command does where several engines are named.
enum EnginesUse: Sendable {
  /// It is about one engine, or about none: several are refused.
  case one
  /// It runs for each of them, as if it were called with its profile.
  case each
  /// It is about all of them together, and without words about all there are.
  case together
  /// The same, but without words about one engine.
  case togetherWhenNamed
}

/// How a command depends on the age of the engine's prices.
enum PriceUse: Sendable {
  /// It does not use prices: `--max-age` is refused.
  case unused
  /// Its answer or its preview uses prices.
  case heeded
  /// A stream refuses `--max-age` with its own message.
  case streamed
}

/// The result of a command, which is printed in one place.
enum Output: Sendable {
  case report(Report)
  /// Everything was already written.
  case ended(ExitCode)
  /// Text without other formats: help, the version.
  case text(String)
}
