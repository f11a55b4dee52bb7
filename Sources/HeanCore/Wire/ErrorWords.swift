extension EngineError {
  /// Whether the engine refused because it was asked too often.
  var isRateLimit: Bool {
    if case .rateLimited = self { return true }
    return false
  }

  /// A few words, for places where one endpoint of many failed.
  public var shortText: String {
    switch self {
    case .transport(let error): "\(error.phase)"
    case .refused(let detail), .notAuthorised(let detail), .rateLimited(let detail, _), .unavailable(let detail),
      .brokenContract(let detail):
      detail.message
    case .notFound(let kind, let name, _): "no \(kind) '\(name)'"
    case .ambiguous(let kind, let name, _): "more than one \(kind) '\(name)'"
    case .untold(let kind, let name, let reason): "whether there is a \(kind) '\(name)' cannot be told: \(reason)"
    }
  }
}

extension TransportError {
  /// What failed, in a few words.
  public var phase: String {
    switch self {
    case .unreachable: "unreachable"
    case .deadlineExceeded: "deadline passed"
    case .connectionLost: "connection lost"
    case .insecure: "TLS refused"
    case .bodyTooLarge: "body too large"
    case .malformed: "not HTTP"
    case .redirectRefused(let location, _): "redirected to \(location), where nothing was sent"
    case .refusedLocally: "not sent"
    }
  }
}
