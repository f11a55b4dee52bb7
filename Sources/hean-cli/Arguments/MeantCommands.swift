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
    "exit": ["positions close-all", "panic"],
    "abort": ["panic", "engine stop"],
    "estop": ["panic", "risk killswitch trigger"],
    "halted": ["why", "risk killswitch"],
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

  /// The same word below a command that has its own sense of it: `hean strategies stop` means no stop of the engine.
  private static let below: [String: [String: [String]]] = [
    "strategies": [
      "stop": ["strategies disable"], "halt": ["strategies disable"], "pause": ["strategies disable"],
      "kill": ["strategies disable"], "start": ["strategies enable"], "resume": ["strategies enable"],
    ],
    "positions": [
      "stop": ["positions close", "positions close-all"], "kill": ["positions close", "positions close-all"],
      "exit": ["positions close", "positions close-all"], "cancel": ["positions close", "orders cancel"],
      "all": ["positions close-all"],
    ],
    "orders": [
      "close": ["positions close", "orders cancel"], "stop": ["orders cancel", "orders cancel-all"],
      "kill": ["orders cancel", "orders cancel-all"], "flat": ["orders cancel-all", "positions close-all"],
      "all": ["orders cancel-all"],
    ],
    "engine": [
      "halt": ["engine stop", "panic"], "close": ["positions close-all", "panic"],
      "emergency": ["panic", "engine kill"],
      "flat": ["positions close-all", "panic"], "shutdown": ["engine stop", "engine kill"],
      "cancel": ["orders cancel-all"],
    ],
    "risk": [
      "stop": ["risk killswitch trigger", "panic"], "halt": ["risk killswitch trigger", "panic"],
      "emergency": ["panic", "risk killswitch trigger"], "set": ["risk limits set"],
    ],
  ]

  static var all: [String] { habits.values.flatMap(\.self) + below.values.flatMap { $0.values.flatMap(\.self) } }

  /// - Parameters:
  ///   - path: the command the word was given to.
  ///   - next: the word after it.
  ///   - root: the tree that is searched for commands of this name.
  /// - Returns: the commands without `hean`, the likeliest first.
  static func forWord(_ word: String, then next: String? = nil, in path: [String], of root: CommandSpec) -> [String] {
    let plain = plain(word)
    let meant = forOne(plain, in: path, of: root)
    guard let next = next.map(Self.plain) else { return meant }
    // `close all` and `killswitch reset` say more than their first word.
    if ["all", "everything"].contains(next), let whole = meant.first(where: { $0.hasSuffix("\(plain)-all") }) {
      return [whole]
    }
    guard meant.count == 1 else { return meant }
    var spec = root
    for name in meant[0].split(separator: " ") {
      guard let next = spec.subcommand(String(name)) else { return meant }
      spec = next
    }
    guard let deeper = spec.subcommands.first(where: { Self.plain($0.name) == next }) else { return meant }
    return [meant[0] + " " + deeper.name]
  }

  private static func forOne(_ plain: String, in path: [String], of root: CommandSpec) -> [String] {
    if path.count == 1, let meant = below[path[0]]?[plain] { return meant }
    if let meant = habits[plain] {
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
