/// Suggests full commands for a word that names none: words typed in a hurry, or out of habit from another console.
/// Suggestions are shown and never run.
enum CommandSuggestions {
  /// - Parameters:
  ///   - path: the command the word was given to.
  ///   - next: the word after it.
  ///   - root: the tree that is searched for commands of this name.
  /// - Returns: the commands without `hean`, the likeliest first.
  static func forWord(_ word: String, then next: String? = nil, in path: [String], of root: CommandSpec) -> [String] {
    let plain = plain(word)
    let meant = forOne(plain, in: path, of: root)
    guard let next = next.map(Self.plain) else { return meant }
    // The second word of `close all` and `killswitch reset` selects one of the candidates.
    if ["all", "everything"].contains(next), let whole = meant.first(where: { $0.hasSuffix("\(plain)-all") }) {
      return [whole]
    }
    guard meant.count == 1 else { return meant }
    guard let spec = root.descendant(meant[0].split(separator: " ").map(String.init)),
      let deeper = spec.subcommands.first(where: { Self.plain($0.name) == next })
    else { return meant }
    return [meant[0] + " " + deeper.name]
  }

  private static func forOne(_ plain: String, in path: [String], of root: CommandSpec) -> [String] {
    // A command has its own meaning for a word: `hean strategies stop` does not mean to stop the engine.
    if let meant = root.descendant(path)?.habits[plain] { return meant }
    if let meant = root.habits[plain] {
      return path.isEmpty ? meant : meant.filter { $0.hasPrefix(path.joined(separator: " ") + " ") }
    }
    return nested(plain, in: root, [])
  }

  /// `close --all` and `cancel --all` mean the commands `close-all` and `cancel-all`.
  static func forOption(_ name: String, in path: [String], of root: CommandSpec) -> [String] {
    guard let last = path.last else { return [] }
    return root.descendant(path.dropLast())?.subcommand("\(last)-\(name)").map {
      [(path.dropLast() + [$0.name]).joined(separator: " ")]
    } ?? []
  }

  private static func nested(_ plain: String, in spec: CommandSpec, _ path: [String]) -> [String] {
    spec.subcommands.flatMap { next -> [String] in
      let here = path + [next.name]
      let names = ([next.name] + next.aliases).map(Self.plain)
      // When a command matches, its subcommands are not suggested as well.
      return names.contains(plain) ? [here.joined(separator: " ")] : nested(plain, in: next, here)
    }
  }

  /// `closeAll`, `close_all` and `CLOSE-ALL` are one word.
  private static func plain(_ word: String) -> String { word.lowercased().filter { $0 != "-" && $0 != "_" } }
}
