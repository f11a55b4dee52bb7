/// Why a read or a call brought no usable answer.
public enum EngineError: Error, Sendable, Equatable {
  /// No complete HTTP answer arrived.
  case transport(TransportError)
  /// The engine refused, or reported a failure of its own, whatever the HTTP status was.
  case refused(Detail)
  /// 401, or a 403 that is not one of the engine's own rules (docs/engine.md 1.4): the API key is missing, wrong, or
  /// not allowed to do this.
  case notAuthorised(Detail)
  /// The engine lists nothing of this name. `kind` is a word such as `symbol`; `known` holds the names that it lists.
  case notFound(kind: String, name: String, known: [String])
  /// Several things have this name, or names that begin with it.
  case ambiguous(kind: String, name: String, matches: [String])
  /// It cannot be told now whether the thing exists, or what it is; `reason` says why.
  case untold(kind: String, name: String, reason: String)
  /// 429. `retryAfter` is in seconds; `nil` when the answer named no time, as the engine's own never does.
  case rateLimited(Detail, retryAfter: Int?)
  /// 502, 503 or 504 from a proxy or gateway in front of the engine.
  case unavailable(Detail)
  /// The answer is not what a HEAN engine sends: not JSON, a wrong type, an unknown path, a redirect.
  case brokenContract(Detail)

  /// One HTTP exchange with the engine, as far as a report about it needs.
  public struct Detail: Sendable, Equatable {
    /// The engine's words, or those of this library about its answer. May hold untrusted text.
    public var message: String
    /// Path of the endpoint without its query.
    public var endpoint: String
    /// HTTP status code.
    public var status: Int
    /// `X-Request-ID`: the engine's name for this exchange in its log; `nil` when the answer had none.
    public var requestID: String?
    /// The first 200 bytes of a body that could not be read; otherwise `nil`.
    public var excerpt: String?

    /// Describes one exchange with the engine.
    public init(_ message: String, endpoint: String, status: Int, requestID: String? = nil, excerpt: String? = nil) {
      self.message = message
      self.endpoint = endpoint
      self.status = status
      self.requestID = requestID
      self.excerpt = excerpt
    }
  }

  /// The HTTP exchange that failed; `nil` for an error without a complete one, and for errors about names.
  public var detail: Detail? {
    switch self {
    case .refused(let detail), .notAuthorised(let detail), .rateLimited(let detail, _), .unavailable(let detail),
      .brokenContract(let detail):
      detail
    case .transport, .notFound, .ambiguous, .untold: nil
    }
  }
}
