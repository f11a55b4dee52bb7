/// What can be done next: operations, queries and advice in words, in the order in which they are taken.
///
/// A front end writes the operations and queries in its own form: a command line, a key, the call of a tool. A sentence
/// that names one is written as an interpolated string: `"wait a minute, then: \(.query(.why))"`.
public struct NextStep: Codable, Sendable, Equatable {
  public enum Part: Codable, Sendable, Equatable {
    case operation(Operation)
    case query(Query)
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

  /// Whether it begins with words, so that it cannot be carried out as it stands.
  public var beginsWithAdvice: Bool { if case .advice? = parts.first { true } else { parts.isEmpty } }
}

extension NextStep: ExpressibleByStringInterpolation {
  public struct StringInterpolation: StringInterpolationProtocol {
    var step = NextStep()

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) { step.append(.advice(literal)) }
    public mutating func appendInterpolation(_ words: String) { step.append(.advice(words)) }
    public mutating func appendInterpolation(_ number: Int) { step.append(.advice("\(number)")) }
    public mutating func appendInterpolation(_ other: NextStep) { step = step + other }
  }

  public init(stringLiteral value: String) { self.init(advice: value) }
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.step }
}

extension NextStep {
  /// An operation or a query by its stable name, with what it is given.
  public struct Call<Name: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
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
  public enum Option: Codable, Sendable, Equatable {
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
  }
}
