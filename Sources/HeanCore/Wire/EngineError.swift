/// Why the engine gave no answer that can be used.
public enum EngineError: Error, Sendable, Equatable {
  /// No complete HTTP answer.
  case transport(TransportError)
  /// The engine understood and said no, or reported a failure of its own, whatever the HTTP status was.
  case refused(Detail)
  /// 401, or a 403 that no rule of the engine explains.
  case notAuthorised(Detail)
  /// Nothing of that name in what the engine listed.
  case notFound(kind: String, name: String, known: [String])
  /// Several things go by that name, or begin with it.
  case ambiguous(kind: String, name: String, matches: [String])
  /// Whether there is such a thing cannot be told now.
  case untold(kind: String, name: String, reason: String)
  /// 429. `retryAfter` is in seconds, when the answer named it.
  case rateLimited(Detail, retryAfter: Int?)
  /// 502, 503 or 504 from something in between.
  case unavailable(Detail)
  /// The answer is not what a HEAN engine sends: not JSON, wrong type, unknown path.
  case brokenContract(Detail)

  /// What an error shows about one exchange.
  public struct Detail: Sendable, Equatable {
    /// The engine's words, or ours about them. May hold untrusted text.
    public var message: String
    public var endpoint: String
    public var status: Int
    /// `X-Request-ID`, the engine's name for this exchange in its log.
    public var requestID: String?
    /// The first bytes of a body that could not be read.
    public var excerpt: String?

    public init(_ message: String, endpoint: String, status: Int, requestID: String? = nil, excerpt: String? = nil) {
      self.message = message
      self.endpoint = endpoint
      self.status = status
      self.requestID = requestID
      self.excerpt = excerpt
    }
  }

  /// The exchange this is about, where there was one.
  public var detail: Detail? {
    switch self {
    case .refused(let detail), .notAuthorised(let detail), .rateLimited(let detail, _), .unavailable(let detail),
      .brokenContract(let detail):
      detail
    case .transport, .notFound, .ambiguous, .untold: nil
    }
  }
}
