public import Foundation

/// One request to the engine, before it knows a host: the transport adds scheme, host, credentials and deadlines.
public struct RESTRequest: Sendable, Equatable {
  public enum Method: String, Sendable { case get = "GET", post = "POST", delete = "DELETE" }

  public var method: Method
  /// Absolute path without a trailing slash, e.g. `/api/v1/engine/status`.
  public var path: String
  /// Query items in the order in which they are sent, not yet percent-encoded.
  public var query: [QueryItem]
  /// JSON body; `nil` sends none.
  public var body: Data?
  /// What this request may take in all, retries included; `nil` takes the transport's default for the method.
  public var deadline: Duration?
  /// Whether a failed read may be tried again. Not where the answer is a nicety and the engine limits the asking.
  public var isRepeatable = true

  public struct QueryItem: Sendable, Equatable {
    public var name: String
    public var value: String
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

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

/// What came back over HTTP, whatever its status code says.
public struct RESTResponse: Sendable {
  public var status: Int
  /// Header names in lower case.
  public var headers: [String: String]
  public var body: Data
  /// When the last byte was here, by the console's clock.
  public var receivedAt: Date
  /// From the first byte sent to the last byte received, retries included.
  public var elapsed: Duration
  /// How many times the request was sent.
  public var attempts: Int

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

/// Why no complete HTTP answer could be had. Each case names the phase that failed.
public enum TransportError: Error, Sendable, Equatable {
  /// No connection: refused, no route, unknown host. Nothing was sent.
  case unreachable(reason: String)
  /// The deadline passed. `sent` tells whether the engine may have seen the request.
  case deadlineExceeded(after: Duration, sent: Bool)
  /// The connection ended before the answer was whole.
  case connectionLost(reason: String, sent: Bool)
  /// The certificate was refused or TLS could not be set up. Nothing was sent.
  case insecure(reason: String)
  /// The body grew past the cap (bytes).
  case bodyTooLarge(limit: Int)
  /// What came back is not HTTP that can be trusted.
  case malformed(reason: String)
  /// The server sent the request on (301, 302, 303, 307, 308); nothing was taken there.
  case redirectRefused(location: String, status: Int)
  /// The request itself cannot be formed: bad base URL, a key over plain http to a host that is not loopback.
  case refusedLocally(reason: String, nextStep: String)
}

/// The console's only way to the engine's REST interface.
public protocol RESTTransport: Sendable {
  /// The base URL as it may be shown: no user, no password, no query.
  var displayURL: String { get }
  /// Sends one request. Any HTTP status is an answer, not an error.
  func send(_ request: RESTRequest) async throws(TransportError) -> RESTResponse
}
