/// One walk over the words of a line: which command they name, which options and operands it gets, and what is wrong.
struct ArgumentWalk {
  let root: CommandSpec
  var command: CommandSpec
  let globals: [OptionSpec]
  var line = ParsedLine()
  /// The values of options that take one, with their indices in argv.
  private var given: [String: (value: String, index: Int)] = [:]

  /// The words in a form that errors may repeat.
  private let shownWords: [String]

  init(root: CommandSpec, globals: [OptionSpec], argv: [String]) {
    self.root = root
    command = root
    self.globals = globals
    shownWords = SecretWords.shown(argv)
    line.spec = root
    line.argv = argv
  }

  private var path: [String] { line.path }

  func known() -> [OptionSpec] { command.options + defaultCommand.options + globals }

  /// The option whose value comes after this element: a value that is typed apart never begins with a dash, so that an
  /// option at the end of the words is no value itself.
  func awaited(after element: SplitArguments.Element?) -> OptionSpec? {
    switch element?.shape {
    case .long(let name, nil): return known().first { $0.name == name && $0.takesValue }
    case .short(let cluster):
      // The first letter that takes a value takes the rest of the cluster.
      for (place, letter) in cluster.enumerated() {
        guard let option = known().first(where: { $0.short == letter }) else { return nil }
        if option.takesValue { return place == cluster.count - 1 ? option : nil }
      }
      return nil
    case .long, .word, nil: return nil
    }
  }

  /// The subcommand that runs when none is named: `hean orders --status all` takes the options of `orders list`.
  private var defaultCommand: CommandSpec {
    command.defaultSubcommand.flatMap(command.subcommand) ?? CommandSpec(name: "", summary: "")
  }

  /// - Returns: the position after the elements that were used.
  mutating func take(_ elements: [SplitArguments.Element], at position: Int) throws(UsageError) -> Int {
    let element = elements[position]
    switch element.shape {
    case .word(let word):
      try take(word: word, element, rest: elements.dropFirst(position + 1))
      return position + 1
    case .long(let name, let value):
      guard let option = known().first(where: { $0.name == name }) else {
        if SecretWords.isNamed(name) { throw .secretInPlainSight("--" + name, index: element.index) }
        throw .unknownOption(
          "--" + name, index: element.index, path: path, nearest: nearestOption(name),
          meant: suggestions.forOption(name, value: value ?? following(elements, position)))
      }
      return try take(option, spelled: "--" + name, inline: value, elements, position)
    case .short(let cluster):
      return try take(cluster: cluster, elements, position)
    }
  }

  private mutating func take(
    word: String, _ element: SplitArguments.Element, rest: some Sequence<SplitArguments.Element>
  ) throws(UsageError) {
    // Global options are the same for all commands, so a command name may come after them.
    if line.operands.isEmpty, !command.subcommands.isEmpty {
      if let next = command.subcommand(word) {
        command = next
        line.spec = next
        line.path.append(next.name)
        return
      }
      if defaultCommand.operands.isEmpty || suggestions.isHabit(word) {
        try refuseSecret(word, element.index)
        let others = repeatable(rest)
        if let reason = suggestions.absence(of: word, then: others) {
          let meant = suggestions.forWord(word, then: others)
          throw .contradiction(
            "no command '\(visible(word))': \(reason)",
            nextStep: meant.isEmpty ? .help(on: []) : meant.map(\.guidance).joined(separator: "\n"))
        }
        throw .unknownCommand(
          shown(word, element.index), index: element.index, path: path,
          nearest: nearest(to: word),
          meant: suggestions.forWord(word, then: repeatable(rest)))
      }
    }
    line.operands.append(word)
    line.operandIndexes.append(element.index)
  }

  private mutating func take(
    cluster: String, _ elements: [SplitArguments.Element], _ position: Int
  ) throws(UsageError) -> Int {
    let element = elements[position]
    if cluster.count > 2, known().contains(where: { $0.name == cluster }) {
      throw .unknownOption("-" + cluster, index: element.index, path: path, nearest: "--" + cluster)
    }
    var rest = Substring(cluster)
    while let letter = rest.popFirst() {
      guard let option = known().first(where: { $0.short == letter }) else {
        if "kK".contains(letter) || SecretWords.isNamed(cluster.prefix { $0 != "=" }) {
          throw .secretInPlainSight("-\(letter)", index: element.index)
        }
        throw .unknownOption(
          "-\(letter)", index: element.index, path: path,
          nearest: habit(String(letter)) ?? (cluster.count > 1 ? nearestOption(cluster) : nil))
      }
      guard option.takesValue else {
        line.add(option, value: nil)
        continue
      }
      if rest.first == "=" { rest.removeFirst() }
      return try take(
        option, spelled: "-\(letter)", inline: rest.isEmpty ? nil : String(rest), elements, position)
    }
    return position + 1
  }

  private mutating func take(
    _ option: OptionSpec, spelled: String, inline: String?, _ elements: [SplitArguments.Element], _ position: Int
  ) throws(UsageError) -> Int {
    let element = elements[position]
    guard option.takesValue else {
      if let inline {
        throw .unexpectedValue(spelled, shown(inline, element.index), index: element.index, path: path)
      }
      line.add(option, value: nil)
      return position + 1
    }
    var value = inline
    var next = position + 1
    var valueIndex = element.index
    if value == nil, next < elements.count, case .word(let word) = elements[next].shape {
      value = word
      valueIndex = elements[next].index
      next += 1
    }
    guard let value else {
      throw .missingValue(spelled, option, index: element.index, path: path, dashed: dashed(elements, next))
    }
    let choices = option.shape.choices
    if !choices.isEmpty, !choices.contains(value) {
      throw .invalidValue(
        spelled, shown(value, valueIndex), index: valueIndex, path: path,
        expected: "one of " + choices.joined(separator: ", "),
        nearest: Spelling.nearest(to: value, in: choices))
    }
    if let earlier = given[option.name] {
      // The same value twice, as of an alias and a line, is no doubt.
      guard earlier.value == value else {
        throw .repeatedOption(
          "--\(option.name)", shown(earlier.value, earlier.index), shown(value, valueIndex), index: valueIndex)
      }
    } else if !option.isRepeatable {
      given[option.name] = (value, valueIndex)
    }
    line.add(option, value: value)
    return next
  }

  /// The word behind this position, when an error may repeat it.
  private func following(_ elements: [SplitArguments.Element], _ position: Int) -> String? {
    guard elements.indices.contains(position + 1), case .word(let word) = elements[position + 1].shape,
      shown(word, elements[position + 1].index) == word
    else { return nil }
    return word
  }

  /// The word at this position, when it begins with one dash and is no option of this command: it may be meant as a value.
  private func dashed(_ elements: [SplitArguments.Element], _ position: Int) -> String? {
    guard elements.indices.contains(position), case .short(let cluster) = elements[position].shape,
      let letter = cluster.first, cluster.count > 1 || !known().contains(where: { $0.short == letter }),
      shown(elements[position].text, elements[position].index) == elements[position].text
    else { return nil }
    return elements[position].text
  }

  mutating func finish() throws(UsageError) {
    // `hean GROUP --help` shows the whole group, so the default subcommand is not selected.
    if line.wantsHelp { return }
    if let next = command.defaultSubcommand.flatMap(command.subcommand) {
      command = next
      line.spec = next
      line.path.append(next.name)
    } else if !command.subcommands.isEmpty, !line.isVersionRequest {
      if line.path.isEmpty {
        line.wantsHelp = true
      } else {
        throw .missingCommand(path: path, known: command.subcommands.map(\.name))
      }
    }
    let required = command.operands.filter(\.isRequired).count
    if line.operands.count < required {
      // What lacks its operand and is to be done with all has a command of its own.
      let meant = suggestions.forOption("all")
      if !meant.isEmpty, let index = line.argv.firstIndex(of: "--all") {
        throw .unknownOption("--all", index: index, path: path, nearest: nil, meant: meant)
      }
      throw .missingOperand(command.operands[line.operands.count].name, path: path)
    }
    let takesMore = command.operands.contains(where: \.isRepeated)
    if !takesMore, line.operands.count > command.operands.count {
      let first = command.operands.count
      try refuseSecret(line.operands[first], line.operandIndexes[first])
      let index = line.operandIndexes[first]
      throw .unexpectedOperand(
        shown(line.operands[first], index), index: index, path: path,
        meant: suggestions.forOperand(line.operands[first], of: fitting(line.operands.dropFirst(first))))
    }
    // `close all` names no position and no order.
    if takesMore, let word = line.operands.first {
      let meant = suggestions.forOperand(word, of: line.operands).filter { $0.words.last == "\(path.last ?? "")-all" }
      if !meant.isEmpty {
        throw .unexpectedOperand(word, index: line.operandIndexes[0], path: path, meant: meant)
      }
    }
  }

  private var suggestions: CommandSuggestions { CommandSuggestions(root: root, path: path) }

  /// The words up to the first one that an error may not repeat.
  private func repeatable(_ elements: some Sequence<SplitArguments.Element>) -> [String] {
    var words: [String] = []
    var isAfterOption = false
    for element in elements.prefix(Self.mostWords) {
      // `close --all` means what `close all` means.
      if element.shape == .long(name: "all", value: nil) {
        words.append("all")
        continue
      }
      guard case .word(let word) = element.shape else {
        isAfterOption = takesNext(element.shape)
        continue
      }
      // The value of an option, also of one that nobody knows here, as in `apply -f FILE`.
      if isAfterOption {
        isAfterOption = false
        continue
      }
      guard shown(word, element.index) == word else { break }
      words.append(word)
    }
    return words
  }

  /// More words are no guess of one command.
  private static let mostWords = 12

  private func takesNext(_ shape: SplitArguments.Element.Shape) -> Bool {
    switch shape {
    case .long(let name, nil): known().first { $0.name == name }?.takesValue ?? true
    case .short(let cluster): known().first { $0.short == cluster.last }?.takesValue ?? true
    case .long, .word: false
    }
  }

  /// No words at all when there is one that an error may not repeat.
  private func fitting(_ words: ArraySlice<String>) -> [String] {
    guard words.count <= Self.mostWords else { return [] }
    return zip(words, line.operandIndexes[words.startIndex...]).allSatisfy { shown($0, $1) == $0 } ? Array(words) : []
  }

  /// Refuses a word that fits nowhere here and looks like a key, without repeating it in the error.
  private func refuseSecret(_ word: String, _ index: Int) throws(UsageError) {
    if path == ["login"] { throw .secretInPlainSight("login", index: index) }
    if let secret = SecretWords.assigned(word) { throw .secretInPlainSight(String(secret.name), index: index) }
  }

  /// A word, or the value in it, in a form that an error may repeat.
  private func shown(_ word: String, _ index: Int) -> String {
    let typed = line.argv[index]
    let whole = shownWords[index]
    return whole == typed ? word : word == typed ? whole : SecretWords.withheld
  }

  private func nearest(to word: String) -> String? {
    guard word.contains(where: \.isLetter), word.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) }) else {
      return nil
    }
    return Spelling.nearest(to: word, in: command.subcommands.flatMap { [$0.name] + $0.aliases })
  }

  private func nearestOption(_ name: String) -> String? {
    habit(name) ?? Spelling.nearest(to: name, in: known().map(\.name)).map { "--" + $0 }
  }

  /// The option that is meant by one of another console, when this command has it.
  private func habit(_ name: String) -> String? {
    CommandSuggestions.options(for: name).first { option in
      known().contains { "--" + $0.name == option.prefix { $0 != " " } }
    }
  }
}
