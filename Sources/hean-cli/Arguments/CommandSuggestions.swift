import HeanCore

/// Suggests full commands for words that name none: typed in a hurry, as one would say them, or out of habit from
/// another console. Suggestions are shown and never run.
struct CommandSuggestions {
  /// The tree that is searched.
  var root: CommandSpec
  /// The command that the words were given to.
  var path: [String]

  /// - Parameter rest: the words after it.
  /// - Returns: the likeliest first.
  func forWord(_ word: String, then rest: [String] = []) -> [MeantCommand] {
    meant(word, rest).map { MeantCommand($0, isLook: Self.looking.contains(Self.plain(word)), of: root) }
  }

  /// For a group none of whose commands is named, although one has to be: what a group names for the empty word.
  func forNone() -> [MeantCommand] {
    (root.descendant(path)?.habits[""] ?? []).map { MeantCommand(Self.split($0), isLook: true, of: root) }
  }

  /// `close --all` and `cancel --all` mean the commands `close-all` and `cancel-all`.
  func forOption(_ name: String) -> [MeantCommand] { toAll(name) }

  /// For words after a command that takes fewer: `close all`, a symbol without its option, or a question.
  /// - Parameter word: the first one that is too many, or stands for all.
  func forOperand(_ word: String, of words: [String]) -> [MeantCommand] {
    if words == [word], Self.all.contains(word.lowercased()) {
      let all = toAll("all")
      if !all.isEmpty { return all }
    }
    guard let spec = root.descendant(path), !spec.options.contains(where: { $0.name == "dry-run" }) else { return [] }
    if words.count > 1 { return [MeantCommand(["ask", (path + words).joined(separator: " ")], of: root)] }
    guard spec.options.contains(where: { $0.name == "symbol" }), let symbol = Symbols.guess(word),
      Symbols.defaults.contains(symbol) || word.uppercased() == symbol
    else { return [] }
    return [MeantCommand(path + ["--symbol", word], of: root)]
  }

  /// The option of every command that is meant by one of another console.
  static func option(for name: String) -> String? { options[name] }

  private static let options = [
    "V": "--version", "debug": "--verbose", "trace": "--verbose", "silent": "--quiet", "no-color": "--color never",
    "no-colour": "--color never", "colour": "--color", "format": "--output", "config": "--profile", "host": "--url",
    "server": "--url", "endpoint": "--url", "context": "--profile", "timezone": "--tz", "demo": "--practice",
    "paper": "--practice", "columns": "--fields", "order-by": "--sort", "sort-by": "--sort",
  ]

  private func toAll(_ name: String) -> [MeantCommand] {
    guard let last = path.last, let spec = root.descendant(path.dropLast())?.subcommand("\(last)-\(name)") else {
      return []
    }
    return [MeantCommand(path.dropLast() + [spec.name], of: root)]
  }

  private static let all: Set<String> = ["all", "everything", "*"]
  private static let placing = ["orders", "place"]
  /// Verbs that only ask to see something.
  private static let looking: Set<String> = ["show", "list", "open", "get", "view", "see", "display", "print"]
  /// Words between a verb and the name that it is about.
  private static let fillers: Set<String> = ["the", "my", "of", "in", "on", "for", "trade", "trades"]

  private func meant(_ word: String, _ rest: [String]) -> [[String]] {
    let verb = Self.plain(word)
    guard path.isEmpty else {
      let meant = forOne(verb)
      return meant.isEmpty ? naming(word) : selected(meant, verb, rest)
    }
    // `kill switch` and `close all` are names that were typed as two words.
    if let second = rest.first {
      let whole = nested(verb + Self.plain(second), in: root, [])
      if !whole.isEmpty, group(among: rest.dropFirst()) == nil { return selected(whole, verb, rest.dropFirst()) }
    }
    if Self.looking.contains(verb), let shown = rest.compactMap({ root.subcommand($0.lowercased()) }).first {
      return [[shown.name] + symbol(rest.filter { !shown.answers(to: $0.lowercased()) }, of: shown)]
    }
    guard let group = group(among: rest) else { return selected(forOne(verb), verb, rest) }
    let others = rest.filter { !group.answers(to: $0.lowercased()) }
    if others.contains(where: { Self.all.contains($0.lowercased()) }) || others.isEmpty && isPlural(rest, group) {
      if let all = group.subcommand("\(verb)-all") { return [[group.name, all.name]] }
      let all = (group.habits["all"] ?? []).filter { $0.hasSuffix("-all") }
      if !all.isEmpty { return all.map(Self.split) }
    }
    if let own = group.subcommand(verb) { return selected([[group.name, own.name]], verb, others) }
    if let own = group.habits[verb] { return selected(own.map(Self.split), verb, others) }
    return selected(forOne(verb), verb, rest)
  }

  /// The first group of commands that one of the words names: `orders` in `cancel my orders`.
  private func group(among words: some Sequence<String>) -> CommandSpec? {
    for word in words {
      if let spec = root.subcommand(word.lowercased()), !spec.subcommands.isEmpty { return spec }
    }
    return nil
  }

  private func isPlural(_ words: [String], _ group: CommandSpec) -> Bool {
    words.contains { $0.lowercased() == group.name && group.name.hasSuffix("s") }
  }

  private func symbol(_ words: [String], of group: CommandSpec) -> [String] {
    guard takesSymbol(group), let word = words.first(where: isName), Symbols.guess(word) != nil else { return [] }
    return ["--symbol", word]
  }

  private func takesSymbol(_ group: CommandSpec) -> Bool {
    let spec = group.defaultSubcommand.flatMap(group.subcommand) ?? group
    return spec.options.contains { $0.name == "symbol" }
  }

  /// Those of the commands that the further words choose, with the name that they are about.
  private func selected(_ meant: [[String]], _ verb: String, _ rest: some Sequence<String>) -> [[String]] {
    let rest = Array(rest)
    guard let next = rest.first.map(Self.plain) else { return meant }
    if Self.all.contains(next) {
      // Who says `all` means all of it; of two ways to stop, the one that also closes and cancels.
      if let whole = meant.first(where: { $0.last == "\(verb)-all" }) { return [whole] }
      if meant == [Self.placing] { return [["positions", "close-all"]] }
      if let panic = meant.first(where: { $0 == ["panic"] }) { return [panic] + meant.filter { $0 != panic } }
      return meant
    }
    let joined = Self.plain(rest.prefix(2).joined())
    let told = meant.filter { $0.contains { [next, joined].contains(Self.plain($0)) } }
    if !told.isEmpty, told.count < meant.count { return told }
    if meant.count == 1, let spec = root.descendant(meant[0]),
      let deeper = spec.subcommands.first(where: { Self.plain($0.name) == next })
    {
      return [meant[0] + [deeper.name]]
    }
    guard let name = rest.first(where: { !Self.fillers.contains($0.lowercased()) }), isName(name) else { return meant }
    return meant.compactMap { command in
      // Who names one does not mean all.
      if command.last?.hasSuffix("-all") == true { return meant.count > 1 ? nil : command }
      guard root.descendant(command)?.operands.isEmpty == false else { return command }
      return command + (command == Self.placing ? [verb, name] : [name])
    }
  }

  /// The word as a name in a group of what the engine lists: `positions btc`, `strategies momentum`.
  private func naming(_ word: String) -> [[String]] {
    guard let group = root.descendant(path), group.defaultSubcommand != nil, isName(word) else { return [] }
    let known = group.subcommands.flatMap { [$0.name] + $0.aliases }
    // A slip of one letter is a misspelled command.
    if let near = Spelling.nearest(to: word, in: known), Spelling.distance(word.lowercased(), near) < 2 { return [] }
    // An id has its own command; a symbol has an option, and no id of an engine is that short.
    let isID = word.contains("_") || word.count > 12 || word.allSatisfy(\.isNumber)
    var ways: [[String]] = []
    if takesSymbol(group), !isID, Symbols.guess(word) != nil { ways.append(path + ["--symbol", word]) }
    if let show = group.subcommand("show"), !show.operands.isEmpty, ways.isEmpty || path == ["positions"] {
      ways.append(path + [show.name, word])
    }
    return ways
  }

  /// Whether the word can be the name of something, because it is no word of this console.
  private func isName(_ word: String) -> Bool {
    let plain = Self.plain(word)
    return word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-/.".contains($0)) }
      && root.habits[plain] == nil && root.descendant(path)?.habits[plain] == nil && nested(plain, in: root, []).isEmpty
  }

  private func forOne(_ plain: String) -> [[String]] {
    // A command has its own meaning for a word: `hean strategies stop` does not mean to stop the engine.
    if let meant = root.descendant(path)?.habits[plain] { return meant.map(Self.split) }
    if let meant = root.habits[plain]?.map(Self.split) {
      return path.isEmpty ? meant : meant.filter { $0.count > path.count && $0.starts(with: path) }
    }
    return nested(plain, in: root, [])
  }

  private func nested(_ plain: String, in spec: CommandSpec, _ path: [String]) -> [[String]] {
    spec.subcommands.flatMap { next -> [[String]] in
      let here = path + [next.name]
      let names = ([next.name] + next.aliases).map(Self.plain)
      // When a command matches, its subcommands are not suggested as well.
      return names.contains(plain) ? [here] : nested(plain, in: next, here)
    }
  }

  private static func split(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

  /// `closeAll`, `close_all` and `CLOSE-ALL` are one word.
  private static func plain(_ word: String) -> String { word.lowercased().filter { $0 != "-" && $0 != "_" } }
}
