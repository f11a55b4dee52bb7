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
    let rest = rest.filter { !Self.urging.contains($0.lowercased()) }
    var (verb, words) = (word, meant(word, rest))
    // Whoever comes from a program's own calls writes several words as one.
    let pieces = Self.pieces(of: word)
    if words.isEmpty, pieces.count > 1 {
      verb = pieces[0]
      words = meant(verb, pieces.dropFirst() + rest)
      // `load_markets`: only a later piece is known here.
      if words.isEmpty, let known = pieces.dropFirst().first(where: { !meant($0, []).isEmpty }) {
        words = meant(known, [])
      }
    }
    if words.isEmpty, let spelled = spelled(word) {
      verb = spelled
      words = meant(spelled, rest)
    }
    return words.map { MeantCommand($0, isLook: Self.looking.contains(Self.plain(verb)), of: root) }
  }

  /// Why nothing here does what the words ask for; `nil` when that is not known.
  func absence(of word: String, then rest: [String]) -> String? {
    guard path.isEmpty else { return nil }
    let verb = Self.plain(word)
    return root.absences[verb] ?? rest.first.flatMap { root.absences[verb + Self.plain($0)] }
  }

  /// A word of another console, or of a group of commands, that was misspelled.
  private func spelled(_ word: String) -> String? {
    let plain = Self.plain(word)
    guard path.isEmpty, plain.count >= 3, plain.allSatisfy(\.isLetter),
      Spelling.nearest(to: word, in: root.subcommands.flatMap { [$0.name] + $0.aliases }) == nil,
      let near = Spelling.nearest(to: plain, in: Array(root.habits.keys) + verbs(of: root)),
      Spelling.distance(plain, near) <= (plain.count < 6 ? 1 : 2)
    else { return nil }
    return near
  }

  private func verbs(of spec: CommandSpec) -> [String] {
    spec.subcommands.flatMap { next in next.subcommands.map(\.name) + verbs(of: next) }.sorted()
  }

  /// Whether a group names the word as one that people try in place of its commands.
  func isHabit(_ word: String) -> Bool { root.descendant(path)?.habits[Self.plain(word)] != nil }

  /// For a group none of whose commands is named, although one has to be: what a group names for the empty word.
  func forNone() -> [MeantCommand] {
    (root.descendant(path)?.habits[""] ?? []).map { MeantCommand(Self.split($0), isLook: true, of: root) }
  }

  /// `close --all` and `cancel --all` mean the commands `close-all` and `cancel-all`.
  /// `--short` means a side, and `--today` a time.
  func forOption(_ name: String, value: String? = nil) -> [MeantCommand] {
    if Self.urging.contains(name) { return [MeantCommand(path, of: root)] }
    let all = toAll(Self.all.contains(name) ? "all" : name)
    guard all.isEmpty, let spec = taking else { return all }
    if value == nil, let timed = timed(name, spec) { return [MeantCommand(timed, of: root)] }
    let named = value.map { [$0] } ?? []
    // `positions --close btc`, `engine --stop`.
    if let own = root.descendant(path)?.subcommand(name) {
      return [MeantCommand(path + [own.name] + (own.operands.isEmpty ? [] : named), of: root)]
    }
    guard let value, Self.naming.contains(name) else { return [] }
    // `positions close --symbol btc`; who names one does not mean all.
    let whole = path.last.flatMap { $0.hasSuffix("-all") ? path.dropLast() + [String($0.dropLast(4))] : nil } ?? path
    guard let one = root.descendant(whole), one.operands.contains(where: { $0.shape.names != nil }) else { return [] }
    return [MeantCommand(whole + [value], of: root)]
  }

  /// Options of other consoles for the name of what a command is about.
  private static let naming: Set<String> = ["symbol", "pair", "market", "id", "name", "strategy", "order", "position"]

  /// For words after a command that takes fewer: `close all`, a symbol without its option, or a question.
  /// - Parameter word: the first one that is too many, or stands for all.
  func forOperand(_ word: String, of words: [String]) -> [MeantCommand] {
    if words == [word], Self.all.contains(word.lowercased()) {
      let all = toAll("all")
      if !all.isEmpty { return all }
    }
    guard let spec = root.descendant(path) else { return [] }
    if words.allSatisfy({ Self.urging.contains($0.lowercased()) }) { return [MeantCommand(path, of: root)] }
    if spec.options.contains(where: { $0.name == "dry-run" }) {
      // `close-all btc`: who names one does not mean all.
      guard let last = path.last, last.hasSuffix("-all"), isName(word),
        let one = root.descendant(path.dropLast())?.subcommand(String(last.dropLast(4)))
      else { return [] }
      return [MeantCommand(path.dropLast() + [one.name] + words, of: root)]
    }
    if words == [word], let timed = timed(word, spec) { return [MeantCommand(timed, of: root)] }
    if words.count > 1 { return [MeantCommand(["ask", (path + words).joined(separator: " ")], of: root)] }
    guard spec.options.contains(where: { $0.name == "symbol" }), let symbol = Symbols.guess(word),
      Symbols.defaults.contains(symbol) || word.uppercased() == symbol
    else { return [] }
    return [MeantCommand(path + ["--symbol", word], of: root)]
  }

  /// The options that are meant by one of another console; the first that a command has.
  static func options(for name: String) -> [String] {
    options[name].map { [$0] } ?? ["n": ["--dry-run", "--profile"]][name] ?? []
  }

  private static let options = [
    "V": "--version", "debug": "--verbose", "trace": "--verbose", "silent": "--quiet", "no-color": "--color never",
    "no-colour": "--color never", "colour": "--color", "format": "--output", "config": "--profile", "host": "--url",
    "server": "--url", "endpoint": "--url", "context": "--profile", "timezone": "--tz", "demo": "--practice",
    "paper": "--practice", "columns": "--fields", "order-by": "--sort", "sort-by": "--sort",
    "desc": "--sort", "descending": "--sort", "reverse": "--sort", "c": "--profile", "dryrun": "--dry-run",
    "number": "--limit", "last": "--limit", "tail": "--limit", "tf": "--timeframe", "resolution": "--timeframe",
    "no-paging": "--no-pager", "dry": "--dry-run", "namespace": "--profile", "all-namespaces": "--all",
    "engine": "--profile",
    "size": "--size", "amount": "--size", "tz-offset": "--tz", "zone": "--tz", "A": "--all", "d": "--interval",
    "every": "--interval",
    "interval": "--watch", "f": "--watch", "follow": "--watch", "pretty": "--output json", "csv": "--output csv",
    "yaml": "--output json", "table": "--output table", "ndjson": "--output ndjson",
    "assume-yes": "--yes", "start": "--since", "end": "--until", "from": "--since", "to": "--until", "days": "--since",
    "pair": "--symbol", "market": "--symbol", "user": "--profile", "where": "--jq", "filter": "--jq",
    "env": "--profile", "simulate": "--dry-run", "preview": "--dry-run", "test": "--dry-run",
  ]

  /// The command that takes the options of this path: the default one of a group.
  private var taking: CommandSpec? {
    root.descendant(path).map { $0.defaultSubcommand.flatMap($0.subcommand) ?? $0 }
  }

  /// The command with the word as a time, when it takes one: `trades today`.
  private func timed(_ word: String, _ spec: CommandSpec) -> [String]? {
    guard spec.options.contains(where: { $0.name == "since" }), !word.allSatisfy(\.isNumber),
      Since(word.lowercased()) != nil
    else { return nil }
    return path + ["--since", word.lowercased()]
  }

  /// The words that were written as one: `fetchTicker`, `list-strategies`, `exit_all`.
  private static func pieces(of word: String) -> [String] {
    var pieces = [""]
    var isAfterSmall = false
    for character in word {
      let isGap = character == "-" || character == "_"
      if isGap || isAfterSmall && character.isUppercase { pieces.append("") }
      if !isGap { pieces[pieces.count - 1].append(character.lowercased()) }
      isAfterSmall = character.isLowercase
    }
    return pieces.filter { !$0.isEmpty }
  }

  private func toAll(_ name: String) -> [MeantCommand] {
    guard let last = path.last, let spec = root.descendant(path.dropLast())?.subcommand("\(last)-\(name)") else {
      return []
    }
    return [MeantCommand(path.dropLast() + [spec.name], of: root)]
  }

  private static let all: Set<String> = ["all", "everything", "*"]
  private static let placing = ["orders", "place"]
  /// Verbs that only ask to see something.
  private static let looking: Set<String> = [
    "show", "list", "open", "get", "view", "see", "display", "print", "fetch",
    "select", "load",
  ]
  /// Words that only say that it is urgent.
  private static let urging: Set<String> = [
    "now", "please", "immediately", "asap", "quick", "quickly", "fast", "go", "just",
  ]
  /// The side of an order, as somebody said it.
  private static func side(_ verb: String, _ rest: [String]) -> String {
    let words = [verb] + rest.map { $0.lowercased() }
    return words.contains { ["sell", "short", "ask"].contains($0) } ? "sell" : "buy"
  }

  /// Other programs, whose lines are typed here by mistake.
  private static let programs: Set<String> = [
    "git", "gh", "docker", "compose", "dockercompose", "kubectl", "systemctl", "service", "supervisorctl", "pm2",
    "sudo",
    "freqtrade", "hummingbot", "psql", "bot",
  ]
  /// Words with which a question begins.
  private static let asking: Set<String> = [
    "what", "how", "which", "who", "when", "where", "is", "are", "am", "did", "does", "do", "can", "should", "was",
  ]
  /// Words between a verb and the name that it is about.
  private static let fillers: Set<String> = ["the", "my", "of", "in", "on", "for", "trade", "trades", "from"]

  private func meant(_ word: String, _ rest: [String]) -> [[String]] {
    let verb = Self.plain(word)
    if Self.urging.contains(verb), let next = rest.first { return meant(next, Array(rest.dropFirst())) }
    guard path.isEmpty else {
      let meant = forOne(verb)
      if meant.isEmpty, let turned = turned(word, rest) { return [turned] }
      return meant.isEmpty ? naming(word) : selected(meant, verb, rest)
    }
    // `git status`, `systemctl restart hean`.
    if Self.programs.contains(verb), let next = rest.first {
      let meant = meant(next, Array(rest.dropFirst()))
      if !meant.isEmpty { return meant }
      if let own = root.subcommand(next.lowercased()) { return [[own.name]] }
    }
    if Self.asking.contains(verb), !rest.isEmpty { return [["ask", ([word] + rest).joined(separator: " ")]] }
    // `kill switch` and `close all` are names that were typed as two words.
    if let second = rest.first {
      let whole = nested(verb + Self.plain(second), in: root, [])
      if !whole.isEmpty, group(among: rest.dropFirst()) == nil { return selected(whole, verb, rest.dropFirst()) }
    }
    if Self.looking.contains(verb), let shown = rest.compactMap({ root.subcommand($0.lowercased()) }).first {
      return [[shown.name] + symbol(rest.filter { !shown.answers(to: $0.lowercased()) }, of: shown)]
    }
    if Self.looking.contains(verb), let first = rest.first {
      let shown = meant(first, Array(rest.dropFirst()))
      if !shown.isEmpty { return shown }
    }
    guard let group = group(among: rest) else {
      let meant = selected(forOne(verb), verb, rest)
      return meant.isEmpty && isSymbol(word) ? [["market", "show", word]] : meant
    }
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

  /// Whether the word names a symbol that every engine trades, or is written as the engine writes one.
  private func isSymbol(_ word: String) -> Bool {
    guard let symbol = Symbols.guess(word) else { return false }
    return Symbols.defaults.contains(symbol) || word.uppercased() == symbol && word.count > 4
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
    guard takesSymbol(group), let word = words.first(where: { isName($0) && !Self.fillers.contains($0.lowercased()) }),
      Symbols.guess(word) != nil
    else { return [] }
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
      if meant.contains(Self.placing) { return [["positions", "close-all"]] }
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
      return command + (command == Self.placing ? [Self.side(verb, rest), name] : [name])
    }
  }

  /// The command when its name comes after what it is about: `positions btc close`.
  private func turned(_ word: String, _ rest: [String]) -> [String]? {
    guard let group = root.descendant(path), isName(word) else { return nil }
    for next in rest {
      guard let command = group.subcommand(next.lowercased()), !command.operands.isEmpty else { continue }
      return path + [command.name, word]
    }
    return nil
  }

  /// The word as a name in a group of what the engine lists: `positions btc`, `strategies momentum`.
  private func naming(_ word: String) -> [[String]] {
    if let taking, let timed = timed(word, taking) { return [timed] }
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
