/// One answer of the engine, with its source and the time at which it arrived.
public struct EndpointAnswer<Value: Sendable>: Sendable {
  /// The decoded body.
  public var value: Value
  /// Path of the endpoint without its query, such as `/api/v1/engine/status`.
  public var endpoint: String
  /// When the last byte of the answer arrived, by the clock of this machine.
  public var receivedAt: Date
  /// Whether the practice engine answered. It marks every answer (`X-Hean-Practice`), so that none is mistaken for one
  /// of a real engine.
  public var isPractice: Bool
  /// How far the engine's clock is ahead of this one (seconds), by the `Date` of the answer; 0 when the two agree
  /// within two seconds, `nil` when the answer tells no date.
  public var clockOffset: TimeInterval?
  /// For how long a cache on the way has kept the answer (seconds), by its `Age`; 0 for an answer that came whole.
  public var cacheAge: TimeInterval = 0
  /// What stands in the answer in the place of values and is none; `nil` when there is nothing of the kind.
  public var findings: AnswerFindings?
  /// Whether the answer says that the API key in use is deprecated (`X-Key-Deprecated: true`).
  public var isKeyDeprecated: Bool

  /// An answer that was obtained in another way than through `EngineReader`.
  public init(
    _ value: Value, endpoint: String, receivedAt: Date, isPractice: Bool, isKeyDeprecated: Bool = false,
    findings: AnswerFindings? = nil
  ) {
    self.findings = findings
    self.value = value
    self.endpoint = endpoint
    self.receivedAt = receivedAt
    self.isPractice = isPractice
    self.isKeyDeprecated = isKeyDeprecated
  }
}

/// Result of one read: the value with its source and time, the error, or the fact that it was not asked for.
public enum Answered<Value: Sendable>: Sendable {
  /// It answered.
  case success(EndpointAnswer<Value>)
  /// It was asked, and did not answer usably.
  case failure(EngineError)
  /// Nobody asked for this part, so nothing is known about it.
  case notAsked

  /// The value with its source and time; `nil` unless the read succeeded.
  public var reading: EndpointAnswer<Value>? { if case .success(let reading) = self { reading } else { nil } }
  /// The value alone; `nil` unless the read succeeded.
  public var value: Value? { reading?.value }
  /// Why the read failed; `nil` when it succeeded or was not asked for.
  public var error: EngineError? { if case .failure(let error) = self { error } else { nil } }
  /// Whether the read was made, with or without success.
  public var isAsked: Bool { if case .notAsked = self { false } else { true } }

  /// The answer, for a caller that cannot go on without it.
  /// - Throws: the error of the read; `EngineError.untold` when it was not asked for.
  public func get() throws(EngineError) -> EndpointAnswer<Value> {
    switch self {
    case .success(let reading): return reading
    case .failure(let error): throw error
    case .notAsked: throw .untold(kind: "part", name: "\(Value.self)", reason: "it was not read")
    }
  }
}
