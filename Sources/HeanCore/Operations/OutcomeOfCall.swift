extension OperationOutcome {
  /// The outcome of one call.
  /// - Parameter finding: what was seen after it; `nil` when nobody looked.
  public init(_ reply: ControlReply, _ finding: StepFinding?) {
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
}
