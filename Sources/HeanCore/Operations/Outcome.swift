/// How a call or a whole operation ended, from what was answered and what was seen.
public enum Outcome: String, Sendable, Codable, CaseIterable {
  case confirmed, refused
  case notConfirmed = "not_confirmed"
  /// Sent, and nobody knows.
  case unknown
  case notAuthorised = "not_authorised"
  case rateLimited = "rate_limited"
  /// Nothing reached the engine, or an earlier step ended the plan.
  case notSent = "not_sent"
  /// Of a whole: shown only; nothing to do.
  case preview, unchanged
  /// Of a panic: nothing is open, and it stays so; something is open, or not known.
  case flat, left

  public init(_ reply: ControlReply, _ finding: Finding?) {
    switch reply {
    case .accepted:
      switch finding?.verdict {
      case .seen?: self = .confirmed
      case .refused?: self = .refused
      case .pending?, .contrary?, nil: self = .notConfirmed
      }
    case .lost: self = .unknown
    case .notSent: self = .notSent
    case .refused(.notAuthorised): self = .notAuthorised
    case .refused(.rateLimited): self = .rateLimited
    case .refused: self = .refused
    }
  }

  /// Whether the steps after this one are still sent: not into a connection, a right or a limit that just failed.
  public var allowsMore: Bool { [.confirmed, .refused, .notConfirmed].contains(self) }

  /// Whether the engine took nothing of it.
  public var isUntaken: Bool { [.notSent, .notAuthorised, .rateLimited].contains(self) }

  /// The worst of several: not knowing is worse than a no, and a step that was left out says less than the one before it.
  static func worst(of outcomes: [Outcome]) -> Outcome {
    let order: [Outcome] = [.unknown, .notConfirmed, .notAuthorised, .rateLimited, .notSent, .refused, .confirmed]
    return order.first { outcomes.contains($0) } ?? .notSent
  }
}
