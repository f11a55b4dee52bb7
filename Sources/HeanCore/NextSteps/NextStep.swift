/// What can be done next: operations, queries and advice in words, in the order in which to take them.
///
/// A front end writes the operations and queries in its own form: as a command line, a key, or a call of a tool. A
/// sentence that names one is written as an interpolated string: `"wait a minute, then: \(.query(.why))"`.
public struct NextStep: Sendable, Equatable {
  /// One piece of a next step.
  public enum Part: Sendable, Equatable {
    /// A change to make.
    case operation(EngineOperation)
    /// Something to look at.
    case query(Query)
    /// What can be added to the call that is being made: `or add --force` on a command line.
    case option(Option)
    /// Words with their punctuation: the parts, written one after another, read as one sentence.
    case advice(String)
  }

  /// Neighbouring words are merged into one part, so that equal steps have equal parts.
  public private(set) var parts: [Part] = []

  /// A step without any parts.
  public init() {}

  /// A step of one part.
  public init(_ part: Part) { parts = [part] }

  /// A step of words only.
  public init(advice: String) { append(.advice(advice)) }

  /// A step that is one operation, with its operands and options.
  public static func operation(
    _ name: OperationName, _ operands: String..., options: Option...
  ) -> NextStep { NextStep(.operation(EngineOperation(name, operands, options))) }

  /// A step that is one operation, with its operands in an array.
  public static func operation(_ name: OperationName, each operands: [String]) -> NextStep {
    NextStep(.operation(EngineOperation(name, operands)))
  }

  /// A step that is one query, with its operands and options.
  public static func query(_ name: QueryName, _ operands: String..., options: Option...) -> NextStep {
    NextStep(.query(Query(name, operands, options)))
  }

  /// Adds a part at the end. Words are merged with words before them, and empty words are left out.
  public mutating func append(_ part: Part) {
    guard case .advice(let words) = part else { return parts.append(part) }
    guard !words.isEmpty else { return }
    if case .advice(let before)? = parts.last {
      parts[parts.count - 1] = .advice(before + words)
    } else {
      parts.append(part)
    }
  }

  /// Whether its first part are words that begin so, in any case.
  package func begins(with words: String) -> Bool {
    guard case .advice(let text)? = parts.first else { return false }
    return text.lowercased().hasPrefix(words.lowercased())
  }

  /// The parts of the first step, and then those of the second.
  public static func + (first: NextStep, second: NextStep) -> NextStep {
    second.parts.reduce(into: first) { $0.append($1) }
  }

  /// Whether it has no parts.
  public var isEmpty: Bool { parts.isEmpty }

  /// The operation with which it begins; `nil` when it begins with anything else.
  public var operation: EngineOperation? { if case .operation(let operation)? = parts.first { operation } else { nil } }

  /// Whether it cannot be carried out as it stands, because it does not begin with an operation or a query.
  public var beginsWithAdvice: Bool {
    switch parts.first {
    case .operation, .query: false
    case .advice, .option, nil: true
    }
  }
}

extension NextStep: ExpressibleByStringInterpolation {
  /// Collects the words and the calls of an interpolated string as parts of a next step.
  public struct StringInterpolation: StringInterpolationProtocol {
    var step = NextStep()

    /// An empty step; the capacities are not used.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds the words between the interpolations.
    public mutating func appendLiteral(_ literal: String) { step.append(.advice(literal)) }
    /// Adds a string as words.
    public mutating func appendInterpolation(_ words: String) { step.append(.advice(words)) }
    /// Adds a number as words.
    public mutating func appendInterpolation(_ number: Int) { step.append(.advice("\(number)")) }
    /// Adds an option, as in `\(option: .force)`.
    public mutating func appendInterpolation(option: Option) { step.append(.option(option)) }
    /// Adds the parts of another step, as in `\(.query(.why))`.
    public mutating func appendInterpolation(_ other: NextStep) { step = step + other }
  }

  /// A step of words only, from a literal.
  public init(stringLiteral value: String) { self.init(advice: value) }
  /// A step from an interpolated string.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.step }
}

extension NextStep {
  /// An operation or a query by its stable name, with operands and options.
  public struct Call<Name: Sendable>: Sendable {
    /// `OperationName` or `QueryName`.
    public var name: Name
    /// Symbols, strategies, identifiers, assignments such as `max_open_positions=5`.
    public var operands: [String]
    /// Options in the order in which a front end writes them.
    public var options: [Option]

    /// A call without operands and options unless they are given.
    public init(_ name: Name, _ operands: [String] = [], _ options: [Option] = []) {
      self.name = name
      self.operands = operands
      self.options = options
    }

    /// Value of the option `symbol`; `nil` when the call has none.
    public var symbol: String? {
      options.lazy.compactMap { if case .symbol(let symbol) = $0 { symbol } else { nil } }.first
    }
  }

  /// A call that changes something.
  public typealias EngineOperation = Call<OperationName>
  /// A call that changes nothing.
  public typealias Query = Call<QueryName>

  /// An option that narrows or qualifies a call.
  public enum Option: Sendable, Equatable {
    /// Only this symbol.
    case symbol(String)
    /// Only orders of this status: `open`, `all`.
    case status(String)
    /// Repeat the query until the operator ends it.
    case watch
    /// Go on although a check advises against it.
    case force
    /// The operator's reason, for the audit log.
    case reason(String)
    /// Condition to wait for, such as `engine.state==RUNNING`.
    case condition(String)
    /// Condition that makes an alert fire: `equity<9000`.
    case trigger(String)
    /// Longest time to wait, as people write it: `1m`.
    case timeout(String)
    /// How long to watch: `10s`.
    case duration(String)
    /// Time limit for the whole operation: `2m`.
    case deadline(String)
    /// Show the plan and send nothing.
    case preview
    /// Ask no question.
    case approved
    /// Path of a file with the API key for this one call.
    case keyFile(String)
    /// How much to trade, in base units or in USDT. A step names the option without a figure.
    case size, notional
  }
}

extension NextStep.Call: Equatable where Name: Equatable {}
extension NextStep.Call: Encodable where Name: Encodable {}
extension NextStep.Call: Decodable where Name: Decodable {}
