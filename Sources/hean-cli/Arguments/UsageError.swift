import HeanCore

/// A mistake on the command line. Each case holds the wrong word and its index in argv.
enum UsageError: Error, Sendable, Equatable {
  case unknownCommand(String, index: Int, path: [String], nearest: String?, meant: [MeantCommand] = [])
  case missingCommand(path: [String], known: [String])
  case unknownOption(String, index: Int, path: [String], nearest: String?, meant: [MeantCommand] = [])
  /// A secret was typed where other users can read it. Holds the name it was given under, never the secret itself.
  case secretInPlainSight(String, index: Int)
  /// - Parameter dashed: the word after it, when that begins with a dash and could be the value.
  case missingValue(String, OptionSpec, index: Int, path: [String], dashed: String? = nil)
  case unexpectedValue(String, String, index: Int, path: [String])
  case invalidValue(String, String, index: Int?, path: [String], expected: String, nearest: String?)
  /// An option that takes one value was given two that differ.
  case repeatedOption(String, String, String, index: Int)
  case missingOperand(String, path: [String])
  case unexpectedOperand(String, index: Int, path: [String], meant: [MeantCommand] = [])
  case unknownFields([String], valid: [String])
  /// A title that several columns have; holds their names.
  case ambiguousField(String, [String])
  /// Options that are valid alone but cannot be combined.
  case contradiction(String, nextStep: Guidance)
  /// A condition that cannot be parsed; `column` is where the error begins.
  case invalidCondition(String, option: String, column: Int, message: String)
}

extension UsageError {
  /// Index of the wrong word in argv, from 0.
  var index: Int? {
    switch self {
    case .unknownCommand(_, let index, _, _, _), .unknownOption(_, let index, _, _, _),
      .missingValue(_, _, let index, _, _),
      .unexpectedValue(_, _, let index, _), .unexpectedOperand(_, let index, _, _), .secretInPlainSight(_, let index):
      index
    case .repeatedOption(_, _, _, let index): index
    case .invalidValue(_, _, let index, _, _, _): index
    case .missingCommand, .missingOperand, .unknownFields, .ambiguousField, .contradiction, .invalidCondition: nil
    }
  }

  /// The line as it was typed, with a mark under the wrong word.
  func pointer(in argv: [String]) -> String? {
    if case .invalidCondition(let text, _, let column, _) = self {
      let before = displayWidth(sanitized(String(text.prefix(column))))
      return "  \(sanitized(text))\n  \(String(repeating: " ", count: before))^"
    }
    guard let index, argv.indices.contains(index) else { return nil }
    let words = (["hean"] + SecretWords.shown(argv)).map(visible)
    let before = words[...index].joined(separator: " ")
    let marks = String(repeating: "^", count: max(1, displayWidth(words[index + 1])))
    return "  \(words.joined(separator: " "))\n  \(String(repeating: " ", count: displayWidth(before) + 1))\(marks)"
  }

  var message: String {
    switch self {
    case .unknownCommand(let word, _, let path, let nearest, let meant):
      "no command '\(visible(word))'\(path.isEmpty ? "" : " in '\(Self.line(path))'")"
        + (PastedWord(word)?.hint ?? Self.suggestion(nearest, meant))
    case .missingCommand(let path, let known):
      "'\(Self.line(path))' needs one of: \(known.joined(separator: ", "))"
    case .unknownOption(let word, _, let path, let nearest, let meant):
      "'\(Self.line(path))' has no option \(visible(word))\(Self.suggestion(nearest, meant))"
    case .secretInPlainSight(let name, _):
      "no key is taken from the command line (\(name)), where others on this machine can read it"
    case .missingValue(let word, let option, _, _, let dashed):
      dashed.map {
        "\(word) needs a value, and '\(visible($0))' is read as an option: write it as \(Self.joined(word, $0))"
      } ?? "\(word) needs a value: \(word) \(option.placeholder ?? "VALUE")"
    case .unexpectedValue(let word, let value, _, _):
      "\(word) takes no value, but got '\(visible(value))'"
    case .invalidValue(let word, let value, _, _, let expected, let nearest):
      "\(visible(word)) cannot be '\(visible(value))': expected \(expected)\(PastedWord(value)?.hint ?? Self.suggestion(nearest))"
    case .repeatedOption(let word, let first, let second, _):
      "\(word) was given twice, as '\(visible(first))' and as '\(visible(second))': which one is meant is not guessed"
    case .missingOperand(let name, let path):
      "'\(Self.line(path))' needs \(name)"
    case .unexpectedOperand(let word, let index, let path, let meant):
      "'\(Self.line(path))' takes no word '\(visible(word))' (argument \(index + 1))"
        + (PastedWord(word)?.hint ?? Self.suggestion(nil, meant))
    case .unknownFields(let names, let valid):
      "no field \(names.map { "'\(visible($0))'" }.joined(separator: ", ")); valid: \(valid.joined(separator: ", "))"
    case .ambiguousField(let word, let names):
      "'\(visible(word))' is the title of several fields: \(names.joined(separator: ", "))"
    case .contradiction(let text, _):
      text
    case .invalidCondition(_, let option, let column, let message):
      "--\(option), column \(column + 1): \(message)"
    }
  }

  var nextStep: Guidance {
    switch self {
    case .unknownCommand(_, _, _, _, let meant) where !meant.isEmpty,
      .unknownOption(_, _, _, _, let meant) where !meant.isEmpty,
      .unexpectedOperand(_, _, _, let meant) where !meant.isEmpty:
      meant.map(\.guidance).joined(separator: "\n")
    case .unknownCommand(_, _, let path, _, _), .missingCommand(let path, _), .unknownOption(_, _, let path, _, _),
      .missingValue(_, _, _, let path, _), .unexpectedValue(_, _, _, let path), .invalidValue(_, _, _, let path, _, _),
      .missingOperand(_, let path), .unexpectedOperand(_, _, let path, _):
      .help(on: path)
    case .secretInPlainSight:
      "\(.operation(.login)) stores it; or give it with --api-key-file FILE, or in HEAN_API_KEY"
    case .unknownFields, .ambiguousField:
      .command(.help, "output")
    case .repeatedOption:
      "keep one of them"
    case .contradiction(_, let nextStep):
      nextStep
    case .invalidCondition:
      .command(.help, "conditions")
    }
  }

  /// An option and a value that begins with a dash, as one word.
  private static func joined(_ option: String, _ value: String) -> String {
    "\(option)\(option.hasPrefix("--") ? "=" : "")\(visible(value))"
  }

  private static func line(_ path: [String]) -> String { (["hean"] + path).joined(separator: " ") }

  private static func suggestion(_ nearest: String?, _ meant: [MeantCommand] = []) -> String {
    let words = meant.isEmpty ? nearest.map { [$0] } ?? [] : meant.map { line($0.words.map(ShellWord.quoted)) }
    guard let last = words.last else { return "" }
    // A command with quotes in it is not put in the same quotes.
    func marked(_ text: String) -> String { text.contains("'") ? "`\(text)`" : "'\(text)'" }
    let others = words.dropLast().map(marked).joined(separator: ", ")
    return ". Did you mean \(others)\(others.isEmpty ? "" : " or ")\(marked(last))?"
  }
}
