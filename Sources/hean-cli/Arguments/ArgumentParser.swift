/// Matches split arguments against the command tree.
struct ArgumentParser: Sendable {
  var root: CommandSpec
  /// Options that may stand anywhere on the line.
  var globals: [OptionSpec]

  func parse(_ argv: [String]) throws(UsageError) -> ParsedLine {
    var walk = ArgumentWalk(root: root, globals: globals, argv: argv)
    let elements = SplitArguments(argv).elements
    // `--help` is found before any mistake on the line is reported: who asks for help is still learning the command.
    walk.line.wantsHelp = elements.contains { [.long(name: "help", value: nil), .short("h")].contains($0.shape) }
    do {
      var position = 0
      while position < elements.count { position = try walk.take(elements, at: position) }
      try walk.finish()
    } catch {
      // Help on a word that names no command would be the page of another one.
      if case .unknownCommand = error { throw error }
      guard walk.line.wantsHelp else { throw error }
    }
    return walk.line
  }

  /// The options that may stand anywhere, of a line that cannot be parsed; the rest is left out.
  func globals(of argv: [String]) -> ParsedLine { walked(argv) { if case .word = $0 { false } else { true } } }

  /// The names of the command that a line is about, also of one that cannot be parsed.
  func path(of argv: [String]) -> [String] { walked(argv) { _ in true }.path }

  /// What the words before the cursor settle of a line that is still typed.
  func begun(_ argv: [String]) -> BegunLine {
    var walk = ArgumentWalk(root: root, globals: globals, argv: argv)
    let elements = SplitArguments(argv).elements
    var isKnown = true
    var position = 0
    while position < elements.count {
      do throws(UsageError) {
        position = try walk.take(elements, at: position)
      } catch {
        if case .unknownCommand = error { isKnown = false }
        position += 1
      }
    }
    return BegunLine(
      line: walk.line, options: walk.known(), awaited: walk.awaited(after: elements.last),
      takesOptions: !argv.contains("--"), isKnown: isKnown)
  }

  /// What can be read of a line that cannot be parsed.
  private func walked(_ argv: [String], _ isTaken: (SplitArguments.Element.Shape) -> Bool) -> ParsedLine {
    var walk = ArgumentWalk(root: root, globals: globals, argv: argv)
    let elements = SplitArguments(argv).elements
    var position = 0
    while position < elements.count {
      let next = isTaken(elements[position].shape) ? try? walk.take(elements, at: position) : nil
      position = next ?? position + 1
    }
    return walk.line
  }
}
