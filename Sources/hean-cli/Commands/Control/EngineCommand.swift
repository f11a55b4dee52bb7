import HeanCore

/// `hean engine …`.
enum EngineCommand: CommandGroup {
  static let spec = CommandSpec(
    name: "engine", summary: "Start, stop, pause, resume, restart or kill the engine",
    discussion: "Each verb looks first, shows what it would do, asks, sends once, and looks again.",
    examples: [
      Example("hean engine pause --dry-run", "what a pause would do, and what it would not"),
      Example("hean engine restart", "the only way to clear the latch behind a kill switch"),
    ],
    habits: [
      "halt": ["engine stop", "panic"], "close": ["positions close-all", "panic"],
      "emergency": ["panic", "engine kill"],
      "flat": ["positions close-all", "panic"], "shutdown": ["engine stop", "engine kill"],
      "cancel": ["orders cancel-all"], "off": ["engine stop", "panic"], "down": ["engine stop", "panic"],
      "on": ["engine start"], "up": ["engine start"], "run": ["engine start"], "freeze": ["engine pause"],
      "status": ["status", "health"], "show": ["status", "health"], "info": ["status", "health"],
      "state": ["status", "health"], "describe": ["status", "settings"], "inspect": ["status", "settings"],
      "logs": ["events"], "config": ["config get"], "unpause": ["engine resume"],
      "reload": ["engine restart"], "reboot": ["engine restart"], "safemode": ["engine pause"],
    ])
  static let subcommands: [any CommandDeclaration.Type] = [
    Start.self, Stop.self, Pause.self, Resume.self, Restart.self, Kill.self, LockProfit.self, ResetHalt.self,
  ]

  private static func verb(
    _ name: String, _ summary: String, _ meaning: String, discussion: String = ""
  ) -> CommandSpec {
    CommandSpec(
      name: name, summary: summary, discussion: discussion, examples: [Example("hean engine \(name)", meaning)],
      options: OperationOptions.all)
  }

  struct Start: OperationCommand {
    static let spec = verb("start", "Start the engine", "start with fresh memory")
    var options: OperationOptions
    var operation: EngineOperation { .startEngine }
    init(_ line: ParsedLine) throws(UsageError) { options = try OperationOptions(line) }
  }

  struct Stop: OperationCommand {
    static let spec = verb(
      "stop", "Stop the engine", "no more signals; positions and orders stay open",
      discussion: "Closes no position and cancels no order. 'hean panic' does.")
    var options: OperationOptions
    var operation: EngineOperation { .stopEngine }
    init(_ line: ParsedLine) throws(UsageError) { options = try OperationOptions(line) }
  }

  struct Pause: OperationCommand {
    static let spec = verb(
      "pause", "Pause the engine", "set the pause flag; most signals ignore it",
      discussion: "By default a paused engine goes on creating orders.")
    var options: OperationOptions
    var operation: EngineOperation { .pauseEngine }
    init(_ line: ParsedLine) throws(UsageError) { options = try OperationOptions(line) }
  }

  struct Resume: OperationCommand {
    static let spec = verb(
      "resume", "Resume a paused engine", "end the pause",
      discussion: "Refused on a stopped engine: there a resume would block every later engine verb permanently.")
    var options: OperationOptions
    var operation: EngineOperation { .resumeEngine }
    init(_ line: ParsedLine) throws(UsageError) { options = try OperationOptions(line) }
  }

  struct Restart: OperationCommand {
    static let spec = verb("restart", "Restart the engine with fresh memory", "clear what only a restart clears")
    var options: OperationOptions
    var operation: EngineOperation { .restartEngine }
    init(_ line: ParsedLine) throws(UsageError) { options = try OperationOptions(line) }
  }

  struct Kill: OperationCommand {
    static let spec = verb(
      "kill", "Close everything, then stop the engine", "the engine's own emergency exit",
      discussion: "Its counts are attempts. 'hean panic' closes while the engine can still report what is left.")
    var options: OperationOptions
    var operation: EngineOperation { .killEngine }
    init(_ line: ParsedLine) throws(UsageError) { options = try OperationOptions(line) }
  }

  struct LockProfit: OperationCommand {
    static let spec = verb("lock-profit", "Stop the engine in profit", "stop; nothing is closed")
    var options: OperationOptions
    var operation: EngineOperation { .lockProfit }
    init(_ line: ParsedLine) throws(UsageError) { options = try OperationOptions(line) }
  }

  struct ResetHalt: OperationCommand {
    static let spec = verb("reset-halt", "Reset the reconciler's halt", "after reconciliation failed ten times")
    var options: OperationOptions
    var operation: EngineOperation { .resetHalt }
    init(_ line: ParsedLine) throws(UsageError) { options = try OperationOptions(line) }
  }
}
