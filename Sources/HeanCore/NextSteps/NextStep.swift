/// What can be done next: operations, queries and advice in words, in the order in which they are taken.
///
/// A front end writes the operations and queries in its own form: a command line, a key, the call of a tool. A sentence
/// that names one is written as an interpolated string: `"wait a minute, then: \(.query(.why))"`.
public struct NextStep: Sendable, Equatable {
  public enum Part: Sendable, Equatable {
    case operation(Operation)
    case query(Query)
    /// What can be added to the call that is under way: `or add --force` on a command line.
    case option(Option)
    /// Words with their punctuation, so that the parts read as one sentence.
    case advice(String)
  }

  /// Neighbouring words are one part, so that equal steps have equal parts.
  public private(set) var parts: [Part] = []

  public init() {}

  public init(_ part: Part) { parts = [part] }

  public init(advice: String) { append(.advice(advice)) }

  public static func operation(
    _ name: OperationName, _ operands: String..., options: Option...
  ) -> NextStep { NextStep(.operation(Operation(name, operands, options))) }

  public static func operation(_ name: OperationName, each operands: [String]) -> NextStep {
    NextStep(.operation(Operation(name, operands)))
  }

  public static func query(_ name: QueryName, _ operands: String..., options: Option...) -> NextStep {
    NextStep(.query(Query(name, operands, options)))
  }

  public mutating func append(_ part: Part) {
    guard case .advice(let words) = part else { return parts.append(part) }
    guard !words.isEmpty else { return }
    if case .advice(let before)? = parts.last {
      parts[parts.count - 1] = .advice(before + words)
    } else {
      parts.append(part)
    }
  }

  public static func + (first: NextStep, second: NextStep) -> NextStep {
    second.parts.reduce(into: first) { $0.append($1) }
  }

  public var isEmpty: Bool { parts.isEmpty }

  /// The operation with which it begins.
  public var operation: Operation? { if case .operation(let operation)? = parts.first { operation } else { nil } }

  /// Whether it cannot be carried out as it stands, because it does not begin with an operation or a query.
  public var beginsWithAdvice: Bool {
    switch parts.first {
    case .operation, .query: false
    case .advice, .option, nil: true
    }
  }
}

extension NextStep: ExpressibleByStringInterpolation {
  public struct StringInterpolation: StringInterpolationProtocol {
    var step = NextStep()

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) { step.append(.advice(literal)) }
    public mutating func appendInterpolation(_ words: String) { step.append(.advice(words)) }
    public mutating func appendInterpolation(_ number: Int) { step.append(.advice("\(number)")) }
    public mutating func appendInterpolation(option: Option) { step.append(.option(option)) }
    public mutating func appendInterpolation(_ other: NextStep) { step = step + other }
  }

  public init(stringLiteral value: String) { self.init(advice: value) }
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.step }
}

extension NextStep {
  /// An operation or a query by its stable name, with what it is given.
  public struct Call<Name: Sendable>: Sendable {
    public var name: Name
    /// Symbols, strategies, identifiers, assignments such as `max_open_positions=5`.
    public var operands: [String]
    public var options: [Option]

    public init(_ name: Name, _ operands: [String] = [], _ options: [Option] = []) {
      self.name = name
      self.operands = operands
      self.options = options
    }

    public var symbol: String? {
      options.lazy.compactMap { if case .symbol(let symbol) = $0 { symbol } else { nil } }.first
    }
  }

  /// Changes something.
  public typealias Operation = Call<OperationName>
  /// Changes nothing.
  public typealias Query = Call<QueryName>

  /// What narrows or qualifies a call.
  public enum Option: Sendable, Equatable {
    case symbol(String)
    /// Of orders: open, all.
    case status(String)
    /// Asked again and again.
    case watch
    /// Although a check stands against it.
    case force
    /// For the record of changes.
    case reason(String)
    /// What is waited for.
    case condition(String)
    /// Lengths of time as people write them: `1m`.
    case timeout(String)
    case duration(String)
    case deadline(String)
    /// Shown and not sent.
    case preview
    /// Without a question.
    case approved
    /// A file with the key for this once.
    case keyFile(String)
    /// How much; named without a figure.
    case size, notional
  }
}

extension NextStep.Call: Equatable where Name: Equatable {}
extension NextStep.Call: Encodable where Name: Encodable {}
extension NextStep.Call: Decodable where Name: Decodable {}
