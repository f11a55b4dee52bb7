public import HeanCore
import Synchronization

/// The engine's REST interface over HTTP. It applies deadlines, sends the API key only where that is safe, and repeats
/// reads that failed.
public final class HTTPTransport: RESTTransport {
  /// The base URL as it may be shown: without user, password, query and fragment.
  public let displayURL: String
  private let configuration: TransportConfiguration
  private let sieve: KeySieve
  private let sender: (any HTTPSending)?
  private let attempts: HTTPAttempts

  /// Sends requests to one engine.
  /// - Parameters:
  ///   - configuration: the engine's URL, the key, and the limits.
  ///   - now: the wall clock, for the times at which answers came.
  ///   - random: returns 0 ..< 1; it varies the pauses between attempts.
  ///   - trace: called with every request, answer, failure and pause, for `--verbose`.
  public convenience init(
    configuration: TransportConfiguration, now: @escaping @Sendable () -> Date = { Date() },
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
    trace: (@Sendable (TraceEvent) -> Void)? = nil
  ) {
    self.init(
      configuration: configuration, sender: HTTPClient(configuration), policy: RetryPolicy(), now: now,
      random: random, sleep: { try await Task.sleep(for: $0) }, trace: trace)
  }

  /// The same rules, with another sender for single requests.
  package convenience init(
    configuration: TransportConfiguration, sender: any HTTPSending, now: @escaping @Sendable () -> Date,
    random: @escaping @Sendable () -> Double, trace: (@Sendable (TraceEvent) -> Void)? = nil
  ) {
    self.init(
      configuration: configuration, sender: sender, policy: RetryPolicy(), now: now, random: random,
      sleep: { try await Task.sleep(for: $0) }, trace: trace)
  }

  init(
    configuration: TransportConfiguration, sender: (any HTTPSending)?, policy: RetryPolicy,
    now: @escaping @Sendable () -> Date,
    random: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (Duration) async throws -> Void,
    trace: (@Sendable (TraceEvent) -> Void)?
  ) {
    self.configuration = configuration
    sieve = KeySieve(configuration.apiKey)
    displayURL = configuration.displayURL
    self.sender = sender
    attempts = HTTPAttempts(policy: policy, now: now, random: random, sleep: sleep, trace: trace)
  }

  /// Sends one request and waits for the answer, until the deadline of the request or else of the configuration. A read
  /// that failed is repeated while the deadline allows it; a request that changes something is sent once.
  /// - Returns: the answer, with any HTTP status but a redirect.
  /// - Throws: why there is no answer, that the answer was a redirect, or why the request was not sent at all.
  public func send(_ request: RESTRequest) async throws(TransportError) -> RESTResponse {
    let prepared = try prepare(request)
    let isRead = request.method == .get
    let deadline = request.deadline ?? (isRead ? configuration.readDeadline : configuration.controlDeadline)
    let told = HTTPAttempts.Told(
      method: request.method.rawValue, url: displayURL + target(request), carriesKey: configuration.apiKey != nil,
      requestID: "x-request-id")
    return try await attempts.answer(told, within: deadline) { remaining in
      guard let sender else { return .failure(noAddress) }
      return await sender.answer(to: prepared, cleanedBy: sieve, within: remaining, of: deadline)
    } meaning: { result in
      isRead && request.isRepeatable ? outcome(of: result) : .final
    }
  }

  private var noAddress: TransportError {
    .refusedLocally(reason: "the URL \(displayURL) names no server", nextStep: "check --url or the profile")
  }

  private func prepare(_ request: RESTRequest) throws(TransportError) -> HTTPRequest {
    let base = configuration.baseURL
    if configuration.apiKey != nil, base.scheme?.lowercased() != "https", !configuration.isLoopback,
      !configuration.allowsKeyOverPlainHTTP
    {
      throw .refusedLocally(
        reason: "the API key would be sent to \(displayURL) without encryption",
        nextStep: "use https, or set allow_plain_http_key in the profile if you trust the network")
    }
    let text = displayURL.hasSuffix("/") ? String(displayURL.dropLast()) : displayURL
    guard let url = URL(string: text + target(request)),
      let parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { throw noAddress }
    let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    var fields = HTTPRequest.usualFields(configuration.userAgent)
    if let key = configuration.apiKey { fields.append((name: "X-API-Key", value: key.secret)) }
    if request.body != nil { fields.append((name: "Content-Type", value: "application/json")) }
    return HTTPRequest(
      method: request.method.rawValue, target: path + (parts.percentEncodedQuery.map { "?" + $0 } ?? ""),
      fields: fields, body: request.body)
  }

  private func target(_ request: RESTRequest) -> String {
    guard !request.query.isEmpty else { return request.path }
    var parts = URLComponents()
    parts.queryItems = request.query.map { URLQueryItem(name: $0.name, value: $0.value) }
    return request.path + "?" + (parts.percentEncodedQuery ?? "")
  }

  private func outcome(of result: HTTPAttempts.Outcome) -> RetryPolicy.Outcome {
    switch result {
    case .failure(.unreachable): return .refused
    case .failure(.connectionLost): return .failed
    case .failure: return .final
    case .success(let answer):
      let wait = answer.fields["retry-after"].flatMap { RetryAfter.parse($0, now: attempts.now()) }
      switch answer.status {
      case 429: return .throttled(wait: wait)
      case 502, 504: return wait == nil ? .failed : .throttled(wait: wait)
      // `/health` and `/ready` answer 503 with their normal JSON body. A 503 without JSON comes from a proxy in
      // between.
      case 503:
        let isReport = answer.body.first { $0 > 0x20 } == UInt8(ascii: "{")
        return isReport ? .final : wait == nil ? .failed : .throttled(wait: wait)
      default: return .final
      }
    }
  }
}
