public import Foundation

/// One answer with where it came from and when it was here.
public struct Reading<Value: Sendable>: Sendable {
  public var value: Value
  public var endpoint: String
  public var receivedAt: Date
  /// Whether the practice engine answered: it marks every answer, so nobody can take it for a real one.
  public var isPractice: Bool
  public var isKeyDeprecated: Bool

  public init(_ value: Value, endpoint: String, receivedAt: Date, isPractice: Bool, isKeyDeprecated: Bool = false) {
    self.value = value
    self.endpoint = endpoint
    self.receivedAt = receivedAt
    self.isPractice = isPractice
    self.isKeyDeprecated = isKeyDeprecated
  }
}

/// What one read came to: a value with its source and age, why there is none, or that nobody asked.
public enum Answered<Value: Sendable>: Sendable {
  case success(Reading<Value>)
  case failure(EngineError)
  case notAsked

  /// `nil` without an answer.
  public var reading: Reading<Value>? { if case .success(let reading) = self { reading } else { nil } }
  public var value: Value? { reading?.value }
  /// Why there is no answer; `nil` where there is one, or where none was asked for.
  public var error: EngineError? { if case .failure(let error) = self { error } else { nil } }
  public var isAsked: Bool { if case .notAsked = self { false } else { true } }

  /// The answer that a question cannot do without.
  public func get() throws(EngineError) -> Reading<Value> {
    switch self {
    case .success(let reading): return reading
    case .failure(let error): throw error
    case .notAsked: throw .untold(kind: "part", name: "\(Value.self)", reason: "it was not read")
    }
  }
}
