import HeanCore

/// What the console knows of the commands of hean: which lines it may run, how a word goes on, and how a line for this
/// engine is written.
struct LiveCommands: Sendable {
  /// How the word before the cursor can go on.
  struct Completion: Sendable, Equatable {
    /// What all of them have in common behind what is typed.
    var common = ""
    var choices: [String] = []
  }

  /// Tells what a command line changes, without running it.
  /// - Throws: `UsageError` for a line that cannot be read, that would not ask, or that is about another engine.
  var effect: @Sendable (_ words: [String]) throws -> CommandEffect
  /// The names that can follow these words.
  var names: @Sendable (_ words: [String]) -> [String]
  /// The flags that choose the engine, as words, for a line that is shown: what is run here is about this engine anyway.
  var target: [String] = []
  /// Options of this run that each command in it needs too, as words.
  var carried: [String]

  /// The words of a line that was typed.
  /// - Throws: `Failure` for a line that has an open quote, or what only a shell can do.
  static func words(_ line: String) throws -> [String] {
    let words: [String]
    do { words = try ShellWords.split(line) } catch {
      throw Failure(.usage, "the quote \(error.quote) has no end", nextStep: "close it")
    }
    if let sign = words.first(where: { ["|", ">", ">>", "<", "&&", ";", "&"].contains($0) }) {
      throw Failure(.usage, "'\(sign)' belongs to a shell, and here is none", nextStep: "run it in a shell")
    }
    let line = words.first == "hean" ? Array(words.dropFirst()) : words
    // Here it only looks: the next one in a shell compares with the same look as before.
    return line.first == "changes" && !line.contains("--peek") ? line + ["--peek"] : line
  }

  /// - Throws: `Failure` for a command that has no place in this console, and for one that would not ask.
  func check(_ words: [String]) throws -> CommandEffect {
    let effect = try effect(words)
    switch effect {
    case .reads, .changesEngine: return effect
    case .changesMachine:
      throw Failure(.usage, "this changes files of this machine", nextStep: "run it in a shell")
    case .streams:
      throw Failure(.usage, "this goes on until it is ended", nextStep: "run it in a shell")
    }
  }

  /// The words to run, for this engine and this screen.
  func line(_ words: [String], columns: Int, rows: Int) -> [String] {
    // A picture fits into what is in sight.
    let size =
      words.first == "chart" && !words.contains("--size")
      ? ["--size", "\(max(20, columns))x\(max(8, min(48, rows - 4)))"] : []
    let options = size + carried
    // What stands behind `--` is no option.
    guard let end = words.firstIndex(of: "--") else { return words + options }
    return words[..<end] + options + words[end...]
  }

  /// The same as one line for a shell.
  func shown(_ words: [String]) -> String {
    (["hean"] + target + words).map(ShellWord.quoted).joined(separator: " ")
  }

  /// - Parameters:
  ///   - line: as far as the cursor.
  ///   - things: what a command can be about: names of positions, orders, strategies and symbols.
  func completion(of line: String, things: [String] = []) -> Completion {
    guard var words = try? Self.words(line) else { return Completion() }
    let word = line.last.map { $0.isWhitespace } ?? true ? "" : words.popLast() ?? ""
    let commands = names(words)
    let choices = (commands.isEmpty && !words.isEmpty ? things : commands).filter { $0.hasPrefix(word) }.sorted()
    guard let first = choices.first else { return Completion() }
    let common = choices.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    return Completion(common: String(common.dropFirst(word.count)) + (choices.count == 1 ? " " : ""), choices: choices)
  }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
