/// How a call or a whole operation ended, judged by the engine's answer and by what was seen afterwards.
public enum OperationOutcome: String, Sendable, Codable, CaseIterable {
  /// The effect was seen; or the engine refused.
  case confirmed, refused
  /// The engine accepted the call, and the effect was not seen.
  case notConfirmed = "not_confirmed"
  /// It was sent, and nobody knows what became of it.
  case unknown
  /// The engine did not accept the API key.
  case notAuthorised = "not_authorised"
  /// The engine limits how often this is called (429), so nothing was done.
  case rateLimited = "rate_limited"
  /// Nothing reached the engine, or the call was left out because of the one before it.
  case notSent = "not_sent"
  /// Of a whole operation: it was only shown; or there was nothing to do.
  case preview, unchanged
  /// Of a panic: nothing is open, and it stays so; or something is open, or that is not known.
  case flat, left

  /// Whether the next calls of the plan are still sent. They are not after a lost connection, a refused key or a rate
  /// limit.
  public var allowsMore: Bool { [.confirmed, .refused, .notConfirmed].contains(self) }

  /// Whether the engine did nothing at all for the call.
  public var isUntaken: Bool { [.notSent, .notAuthorised, .rateLimited].contains(self) }

  /// The worst of several: not to know is worse than a refusal, and a call that was left out tells less than the one
  /// before it.
  static func worst(of outcomes: [OperationOutcome]) -> OperationOutcome {
    let order: [OperationOutcome] = [
      .unknown, .notConfirmed, .notAuthorised, .rateLimited, .notSent, .refused, .confirmed,
    ]
    return order.first { outcomes.contains($0) } ?? .notSent
  }
}
