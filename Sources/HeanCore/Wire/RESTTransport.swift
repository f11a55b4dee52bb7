/// One request to the engine, without a host: the transport adds scheme, host, API key and time limits.
public struct RESTRequest: Sendable, Equatable {
  /// HTTP method of a request.
  public enum Method: String, Sendable { case get = "GET", post = "POST" }

  /// `get` for reads, `post` for calls that change the engine.
  public var method: Method
  /// Absolute path without a trailing slash, e.g. `/api/v1/engine/status`.
  public var path: String
  /// Query items in the order in which they are sent, not yet percent-encoded.
  public var query: [QueryItem]
  /// JSON body; `nil` sends none.
  public var body: Data?
  /// Time limit for the whole request, retries included; `nil` for the transport's own limit for the method.
  public var deadline: Duration?
  /// Whether a failed read may be retried. Set it to `false` for a read that is not essential at an endpoint that the
  /// engine limits (docs/engine.md 1.6).
  public var isRepeatable = true

  /// One `name=value` pair of a query, not yet percent-encoded.
  public struct QueryItem: Sendable, Equatable {
    /// Text before the equals sign, such as `limit`.
    public var name: String
    /// Text after the equals sign.
    public var value: String
    /// Makes a pair of a name and a value.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A `GET` by default, without a query or a body, and with the transport's own time limit.
  public init(
    _ method: Method = .get, _ path: String, query: [QueryItem] = [], body: Data? = nil, deadline: Duration? = nil
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.body = body
    self.deadline = deadline
  }
}

/// An HTTP answer, whatever its status.
public struct RESTResponse: Sendable {
  /// HTTP status code; the transport does not judge it.
  public var status: Int
  /// Header names in lower case.
  public var headers: [String: String]
  /// Raw bytes of the body; empty when the answer had none.
  public var body: Data
  /// When the last byte arrived, by the clock of this machine.
  public var receivedAt: Date
  /// Time from the first byte sent to the last byte received, retries included.
  public var elapsed: Duration
  /// How many times the request was sent.
  public var attempts: Int

  /// An answer as a transport received it.
  public init(
    status: Int, headers: [String: String] = [:], body: Data, receivedAt: Date, elapsed: Duration = .zero,
    attempts: Int = 1
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.receivedAt = receivedAt
    self.elapsed = elapsed
    self.attempts = attempts
  }
}

/// Why no complete HTTP answer arrived. Each case names the phase that failed.
public enum TransportError: Error, Sendable, Equatable {
  /// No connection: refused, no route, unknown host. Nothing was sent.
  case unreachable(reason: String)
  /// The deadline passed. `sent` tells whether the engine may have seen the request.
  case deadlineExceeded(after: Duration, sent: Bool)
  /// The connection ended before the answer was complete. `sent` tells whether the engine may have seen the request.
  case connectionLost(reason: String, sent: Bool)
  /// The certificate was refused, or TLS could not be set up. Nothing was sent.
  case insecure(reason: String)
  /// The body is larger than the limit (bytes).
  case bodyTooLarge(limit: Int)
  /// The answer is not valid HTTP.
  case malformed(reason: String)
  /// The server redirected (301, 302, 303, 307, 308). The redirect was not followed, because the API key would go
  /// along.
  case redirectRefused(location: String, status: Int)
  /// The request was not sent because of how it is set up: a bad base URL, or an API key over plain HTTP to a host that
  /// is not this machine. `nextStep` says how to correct it.
  case refusedLocally(reason: String, nextStep: String)

  /// What answered a request in plain HTTP began like TLS.
  package static var speaksTLS: TransportError { .malformed(reason: wordsOfTLS) }
  /// The reason in `speaksTLS`.
  package static let wordsOfTLS = "it speaks TLS"
}

/// How this library reaches the engine's REST interface. It has no other way; the program that uses it provides one.
public protocol RESTTransport: Sendable {
  /// The base URL as it may be shown: without user, password and query.
  var displayURL: String { get }
  /// Sends one request. Every HTTP status is an answer, not an error.
  /// - Throws: `TransportError` when no complete answer arrived.
  func send(_ request: RESTRequest) async throws(TransportError) -> RESTResponse
}
