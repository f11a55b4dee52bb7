import HeanCore

/// Text for the operator, with the commands in it kept as values: a next step, a hint, or a sentence on a screen.
///
/// `CommandLines` writes the commands with the flags that chose the engine of this run. A sentence that names a command
/// is an interpolated string: `"look at the exchange itself, or: \(.query(.why))"`.
struct Guidance: Sendable, Equatable {
  enum Part: Sendable, Equatable {
    /// Text, or an operation or query that the core has a name for.
    case step(NextStep.Part)
    case command(ConsoleCommand)
  }

  /// Neighbouring texts are joined into one part, so that equal guidance has equal parts.
  private(set) var parts: [Part] = []

  init(_ step: NextStep) { for part in step.parts { append(.step(part)) } }

  init(_ words: String) { append(.step(.advice(words))) }

  init(_ part: Part) { parts = [part] }

  static func query(
    _ name: NextStep.QueryName, _ operands: String..., options: NextStep.Option...
  ) -> Guidance { Guidance(.step(.query(NextStep.Query(name, operands, options)))) }

  static func operation(
    _ name: OperationName, _ operands: String..., options: NextStep.Option...
  ) -> Guidance { Guidance(.step(.operation(NextStep.EngineOperation(name, operands, options)))) }

  /// - Parameter flags: used instead of those that chose this run's engine.
  static func command(
    _ command: CommandName, _ arguments: String..., choosing flags: [String]? = nil
  ) -> Guidance { Guidance(.command(ConsoleCommand(command, arguments, choosing: flags))) }

  static func help(on path: [String]) -> Guidance { Guidance(.command(ConsoleCommand(helpOn: path))) }

  mutating func append(_ part: Part) {
    guard case .step(.advice(let words)) = part else { return parts.append(part) }
    guard !words.isEmpty else { return }
    if case .step(.advice(let before))? = parts.last {
      parts[parts.count - 1] = .step(.advice(before + words))
    } else {
      parts.append(part)
    }
  }

  static func + (first: Guidance, second: Guidance) -> Guidance {
    second.parts.reduce(into: first) { $0.append($1) }
  }

  /// Whether it names a command.
  var offersCommand: Bool {
    parts.contains { part in
      switch part {
      case .command, .step(.operation), .step(.query): true
      case .step(.advice), .step(.option): false
      }
    }
  }

  /// Whether it names an operation, which changes the engine.
  var offersVerb: Bool { parts.contains { part in if case .step(.operation) = part { true } else { false } } }

  /// The guidance split into its lines.
  var lines: [Guidance] {
    var lines = [Guidance("")]
    for part in parts {
      guard case .step(.advice(let words)) = part else {
        lines[lines.count - 1].append(part)
        continue
      }
      for (index, text) in words.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        if index > 0 { lines.append(Guidance("")) }
        lines[lines.count - 1].append(.step(.advice(String(text))))
      }
    }
    return lines
  }

  /// The same, with another query instead of the one at its end.
  func ending(with query: NextStep.QueryName) -> Guidance {
    var changed = self
    if !changed.parts.isEmpty { changed.parts[parts.count - 1] = .step(.query(NextStep.Query(query))) }
    return changed
  }
}

extension Guidance: ExpressibleByStringInterpolation {
  struct StringInterpolation: StringInterpolationProtocol {
    var guidance = Guidance("")

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { guidance.append(.step(.advice(literal))) }
    mutating func appendInterpolation(_ words: String) { appendLiteral(words) }
    mutating func appendInterpolation(_ number: Int) { appendLiteral("\(number)") }
    mutating func appendInterpolation(_ other: Guidance) { guidance = guidance + other }
  }

  init(stringLiteral value: String) { self.init(value) }
  init(stringInterpolation: StringInterpolation) { self = stringInterpolation.guidance }
}

extension String.StringInterpolation {
  /// Guidance in a plain string would lose its commands; `CommandLines` has to write it.
  @available(*, unavailable, message: "write it with CommandLines.text")
  mutating func appendInterpolation(_ guidance: Guidance) {}
}

extension Sequence<Guidance> {
  func joined(separator: String) -> Guidance {
    enumerated().reduce(Guidance("")) { whole, next in
      whole + (next.offset == 0 ? "" : Guidance(separator)) + next.element
    }
  }
}

extension NextStep.Query {
  /// Whether it is what the command of this path answers, about everything: no step for who has just run that.
  func isAnswered(by path: [String]) -> Bool {
    path.first.flatMap(NextStep.QueryName.init).map { self == NextStep.Query($0) } ?? false
  }
}
