/// What is wrong with the text of a condition, and where.
public struct ConditionError: Error, Sendable, Equatable {
  /// Place in the text, in characters, counted from 0.
  public var column: Int
  /// What is wrong, for people; without the place.
  public var message: String

  /// An error made of these values.
  public init(column: Int, message: String) {
    self.column = column
    self.message = message
  }
}

/// A word or a sign of a condition, with its place in the text.
struct ConditionToken: Equatable {
  enum Kind: Equatable {
    case word(String)
    case number(Decimal)
    case quoted(String)
    case sign(String)
  }

  var kind: Kind
  var column: Int

  static func split(_ text: String) throws(ConditionError) -> [ConditionToken] {
    let characters = Array(text)
    var tokens: [ConditionToken] = []
    var at = 0
    while at < characters.count {
      let character = characters[at]
      let pair = String(characters[at..<min(at + 2, characters.count)])
      if character.isWhitespace {
        at += 1
      } else if ["==", "!=", "<=", ">=", "&&", "||"].contains(pair) {
        tokens.append(ConditionToken(kind: .sign(pair), column: at))
        at += 2
      } else if "<>!()".contains(character) {
        tokens.append(ConditionToken(kind: .sign(String(character)), column: at))
        at += 1
      } else if character == "\"" || character == "'" {
        guard let end = characters[(at + 1)...].firstIndex(of: character) else {
          throw ConditionError(column: at, message: "this quote does not end")
        }
        tokens.append(ConditionToken(kind: .quoted(String(characters[(at + 1)..<end])), column: at))
        at = end + 1
      } else if character == "=" || character == "&" || character == "|" {
        throw ConditionError(
          column: at, message: "a single '\(character)' means nothing here: write '\(character)\(character)'")
      } else {
        let end = characters[at...].firstIndex { $0.isWhitespace || "<>=!()&|\"'".contains($0) } ?? characters.count
        let word = String(characters[at..<end])
        tokens.append(ConditionToken(kind: kind(of: word), column: at))
        at = end
      }
    }
    return tokens
  }

  private static func kind(of word: String) -> Kind {
    let plain = word.hasPrefix("+") ? String(word.dropFirst()) : word
    return Decimal(exactly: plain.hasSuffix("%") ? String(plain.dropLast()) : plain).map(Kind.number) ?? .word(word)
  }
}

/// Parses a condition: comparisons, joined by `&&` and then by `||`, with `!` and parentheses.
struct ConditionReader {
  private let tokens: [ConditionToken]
  private let end: Int
  private var at = 0
  /// How many parentheses and negations are open.
  private var depth = 0

  /// Far more than anybody writes. Without a limit, deep nesting could overflow the stack.
  private static let deepest = 64
  private static let mostTokens = 1000

  init(_ text: String) throws(ConditionError) {
    tokens = try ConditionToken.split(text)
    end = text.count
    guard tokens.count <= Self.mostTokens else {
      throw ConditionError(
        column: tokens[Self.mostTokens].column, message: "a condition has at most \(Self.mostTokens) words and signs")
    }
  }

  mutating func read() throws(ConditionError) -> (root: Condition.Node, lasting: Duration?) {
    guard !tokens.isEmpty else { throw ConditionError(column: 0, message: "the condition is empty") }
    let node = try either()
    let lasting = takeWord("for") ? try span() : nil
    guard at == tokens.count else {
      throw ConditionError(
        column: tokens[at].column, message: "expected && or || or the end" + (lasting == nil ? ", or for TIME" : ""))
    }
    return (node, lasting)
  }

  /// Whether the next word is this one; it is taken then.
  private mutating func takeWord(_ word: String) -> Bool {
    guard at < tokens.count, case .word(let text) = tokens[at].kind, text.lowercased() == word else { return false }
    at += 1
    return true
  }

  private mutating func span() throws(ConditionError) -> Duration {
    let column = at < tokens.count ? tokens[at].column : end
    let text =
      switch at < tokens.count ? tokens[at].kind : .sign("") {
      case .word(let text): text
      case .number(let seconds): "\(seconds)"
      case .quoted, .sign: ""
      }
    guard let span = Spans.duration(text), span >= .seconds(1), span <= .seconds(86_400) else {
      throw ConditionError(column: column, message: "expected a time from 1s to 1d, such as 5m")
    }
    at += 1
    return span
  }

  /// What may stand behind a name: the time in which it changed, or in which it is counted.
  private mutating func inTime(_ name: ConditionName, _ column: Int) throws(ConditionError) -> ConditionName {
    if takeWord("change") {
      guard name.hasChange else {
        throw ConditionError(
          column: column,
          message: "\(name.text) has no change in percent: a price, equity and position.SYMBOL.mark have")
      }
      return .change(name, within: Int(try span().components.seconds))
    }
    guard case .count(let counter, in: nil) = name, takeWord("in") else { return name }
    return .count(counter, in: Int(try span().components.seconds))
  }

  private mutating func either() throws(ConditionError) -> Condition.Node {
    var node = try both()
    while take("||") { node = .or(node, try both()) }
    return node
  }

  private mutating func both() throws(ConditionError) -> Condition.Node {
    var node = try single()
    while take("&&") { node = .and(node, try single()) }
    return node
  }

  private mutating func single() throws(ConditionError) -> Condition.Node {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else {
      throw ConditionError(
        column: at < tokens.count ? tokens[at].column : end, message: "this is nested more than \(Self.deepest) deep")
    }
    if take("!") { return .not(try single()) }
    guard take("(") else { return try comparison() }
    let open = tokens[at - 1].column
    let node = try either()
    guard take(")") else { throw ConditionError(column: open, message: "this parenthesis does not close") }
    return node
  }

  private mutating func comparison() throws(ConditionError) -> Condition.Node {
    guard at < tokens.count else { throw ConditionError(column: end, message: "a name is missing here") }
    let token = tokens[at]
    guard case .word(let text) = token.kind else {
      throw ConditionError(column: token.column, message: "expected a name such as equity or engine.state")
    }
    guard let known = ConditionName(text) else {
      let nearest = ConditionName.nearest(to: text).map { ". Did you mean '\($0)'?" } ?? ""
      throw ConditionError(column: token.column, message: "'\(text)' is no name\(nearest)")
    }
    at += 1
    let name = try inTime(known, token.column)
    guard at < tokens.count, case .sign(let sign) = tokens[at].kind,
      let operation = Condition.EngineOperation(rawValue: sign)
    else {
      guard name.kind == .truth else {
        throw ConditionError(
          column: token.column, message: "\(name.text) needs a comparison, such as \(Self.example(name))")
      }
      return .truth(name)
    }
    let signColumn = tokens[at].column
    at += 1
    return .compare(name, operation, try value(name, operation, signColumn))
  }

  private mutating func value(
    _ name: ConditionName, _ operation: Condition.EngineOperation, _ signColumn: Int
  ) throws(ConditionError) -> ConditionValue {
    guard at < tokens.count else { throw ConditionError(column: end, message: "a value is missing here") }
    let token = tokens[at]
    at += 1
    func fail(_ message: String, at column: Int? = nil) -> ConditionError {
      ConditionError(column: column ?? token.column, message: message)
    }
    switch (name.kind, token.kind) {
    case (.number, .number(let number)): return .number(number)
    case (.number, _): throw fail("\(name.text) is a number, such as \(Self.example(name))")
    case (.word(let known), .word(let word)), (.word(let known), .quoted(let word)):
      guard operation == .equal || operation == .unequal else {
        throw fail("\(name.text) is a word: compare it with == or !=", at: signColumn)
      }
      guard let meant = known.first(where: { $0.lowercased() == word.lowercased() }) else {
        throw fail("\(name.text) is never '\(word)': it is one of \(known.joined(separator: ", "))")
      }
      return .word(meant)
    case (.word(let known), _): throw fail("\(name.text) is one of \(known.joined(separator: ", "))")
    case (.truth, .word(let word)) where ["true", "yes", "false", "no"].contains(word.lowercased()):
      guard operation == .equal || operation == .unequal else {
        throw fail("\(name.text) is true or false: compare it with == or !=", at: signColumn)
      }
      return .truth(["true", "yes"].contains(word.lowercased()))
    case (.truth, _): throw fail("\(name.text) is true or false, and needs no comparison")
    }
  }

  private static func example(_ name: ConditionName) -> String {
    switch name.kind {
    case .number:
      switch name {
      case .count: "\(name.text)>20"
      case .change: "\(name.text)>3%"
      default: "\(name.text)<9000"
      }
    case .word(let known): "\(name.text)==\(known.first ?? "")"
    case .truth: name.text
    }
  }

  private mutating func take(_ sign: String) -> Bool {
    guard at < tokens.count, tokens[at].kind == .sign(sign) else { return false }
    at += 1
    return true
  }
}
