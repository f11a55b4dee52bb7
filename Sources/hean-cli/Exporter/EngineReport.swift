import HeanCore

/// What one look at an engine has brought, for scrapes.
struct EngineReport: Sendable {
  /// The figures, or why there are none.
  var outcome: Result<MonitoringAnswer, DownReason>
  /// When it was begun, by the clock of `Context.elapsed`.
  var begunAt: Duration
  /// How long it took.
  var took: Duration
  /// How many requests it sent.
  var requests: Int
  /// To how many of them no HTTP answer came.
  var unanswered: Int
}

/// Why an engine tells nothing, in a word: label `reason` of `hean_up`.
enum DownReason: String, Sendable, CaseIterable, Error {
  case unreachable, timeout
  case connectionLost = "connection_lost"
  /// The certificate, or TLS.
  case insecure
  /// It answered, and not as an engine does.
  case badAnswer = "bad_answer"
  case redirected
  /// The key is missing, wrong, or not allowed to do this.
  case unauthorized
  case rateLimited = "rate_limited"
  /// A proxy in front of the engine says so.
  case unavailable
  case refused
  /// The profile, or the key that it names, cannot be used.
  case configuration
  /// The exporter ends.
  case stopped

  init(_ error: any Error) {
    switch error {
    case let error as EngineError: self.init(engine: error)
    case let error as TransportError: self.init(transport: error)
    case is ConfigurationError: self = .configuration
    case is CancellationError: self = .stopped
    default: self = .configuration
    }
  }

  private init(engine: EngineError) {
    switch engine {
    case .transport(let error): self.init(transport: error)
    case .notAuthorised: self = .unauthorized
    case .rateLimited: self = .rateLimited
    case .unavailable: self = .unavailable
    case .brokenContract: self = .badAnswer
    case .refused, .notFound, .ambiguous, .untold: self = .refused
    }
  }

  private init(transport: TransportError) {
    switch transport {
    case .unreachable: self = .unreachable
    case .deadlineExceeded: self = .timeout
    case .connectionLost: self = .connectionLost
    case .insecure: self = .insecure
    case .bodyTooLarge, .malformed: self = .badAnswer
    case .redirectRefused: self = .redirected
    case .refusedLocally: self = .configuration
    }
  }
}
