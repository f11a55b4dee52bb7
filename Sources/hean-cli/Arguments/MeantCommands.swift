/// Whole commands that a word most likely meant where it names none: what is typed in a hurry, or from the habit of
/// another console. They are named and never run.
enum MeantCommands {
  /// Words that no command has, or that mean more than the command that has them.
  private static let habits: [String: [String]] = [
    "stop": ["engine stop", "panic"],
    "halt": ["engine stop", "panic"],
    "start": ["engine start"],
    "unpause": ["engine resume"],
    "continue": ["engine resume"],
    "kill": ["engine kill", "risk killswitch trigger", "panic"],
    "emergency": ["panic", "engine kill"],
    "reset": ["risk killswitch reset", "engine reset-halt", "practice reset"],
    "unlock": ["risk killswitch reset", "engine reset-halt", "risk governor clear"],
    "clear": ["risk governor clear", "risk killswitch reset"],
    "flat": ["positions close-all", "panic"],
    "flatten": ["positions close-all", "panic"],
    "close": ["positions close", "positions close-all"],
    "cancel": ["orders cancel", "orders cancel-all"],
    "buy": ["orders place"],
    "sell": ["orders place"],
    "toggle": ["strategies enable", "strategies disable", "engine pause", "engine resume"],
    "on": ["strategies enable"],
    "off": ["strategies disable"],
    "trades": ["orders list --status filled", "events"],
    "fills": ["orders list --status filled"],
    "balance": ["account"],
    "equity": ["account"],
    "logs": ["events"],
    "log": ["events", "audit"],
    "history": ["audit", "events"],
  ]

  static var all: [String] { habits.values.flatMap(\.self) }

  /// - Parameters:
  ///   - path: the command the word was given to.
  ///   - root: the tree that is searched for commands of this name.
  /// - Returns: the commands without `hean`, the likeliest first.
  static func forWord(_ word: String, in path: [String], of root: CommandSpec) -> [String] {
    let plain = plain(word)
    if let meant = habits[plain] {
      // `hean strategies stop` means no stop of the engine.
      return path.isEmpty ? meant : meant.filter { $0.hasPrefix(path.joined(separator: " ") + " ") }
    }
    return nested(plain, in: root, [])
  }

  /// `close --all` and `cancel --all` mean a command beside them.
  static func forOption(_ name: String, in path: [String], of root: CommandSpec) -> [String] {
    guard let last = path.last else { return [] }
    var spec = root
    for name in path.dropLast() {
      guard let next = spec.subcommand(name) else { return [] }
      spec = next
    }
    return spec.subcommand("\(last)-\(name)").map { [(path.dropLast() + [$0.name]).joined(separator: " ")] } ?? []
  }

  private static func nested(_ plain: String, in spec: CommandSpec, _ path: [String]) -> [String] {
    spec.subcommands.flatMap { next -> [String] in
      let here = path + [next.name]
      let names = ([next.name] + next.aliases).map(Self.plain)
      // What stands below a command that is meant need not be named, too.
      return names.contains(plain) ? [here.joined(separator: " ")] : nested(plain, in: next, here)
    }
  }

  /// `closeAll`, `close_all` and `CLOSE-ALL` are one word.
  private static func plain(_ word: String) -> String { word.lowercased().filter { $0 != "-" && $0 != "_" } }
}
