public import Foundation
import FoundationNetworking
public import HeanCore
import Synchronization

/// The engine's REST interface over URLSession.
///
/// A URLSession task is never cancelled: on this platform a cancel that meets a completion dead-locks or crashes. Whoever
/// waits is released at the deadline, and the task is left to end by itself.
public final class URLSessionTransport: RESTTransport {
  public let displayURL: String
  private let configuration: TransportConfiguration
  /// For reads: its connections are used again.
  private let reading: Channel
  private let policy: Mutex<RetryPolicy>
  private let now: @Sendable () -> Date
  private let random: @Sendable () -> Double
  private let sleep: @Sendable (Duration) async throws -> Void
  private let trace: (@Sendable (TraceEvent) -> Void)?

  public convenience init(
    configuration: TransportConfiguration, now: @escaping @Sendable () -> Date,
    random: @escaping @Sendable () -> Double, trace: (@Sendable (TraceEvent) -> Void)? = nil
  ) {
    self.init(
      configuration: configuration, policy: RetryPolicy(), now: now, random: random,
      sleep: { try await Task.sleep(for: $0) }, trace: trace)
  }

  init(
    configuration: TransportConfiguration, policy: RetryPolicy, now: @escaping @Sendable () -> Date,
    random: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (Duration) async throws -> Void,
    trace: (@Sendable (TraceEvent) -> Void)?
  ) {
    self.configuration = configuration
    displayURL = configuration.displayURL
    self.policy = Mutex(policy)
    self.now = now
    self.random = random
    self.sleep = sleep
    self.trace = trace
    ProxyEnvironment.exemptLoopback(current: ProcessInfo.processInfo.environment["no_proxy"])
    reading = Channel(configuration)
  }

  /// One URLSession with its own connections, and the tasks that wait on it.
  private struct Channel {
    let session: URLSession
    let exchanges: Exchanges

    init(_ configuration: TransportConfiguration) {
      exchanges = Exchanges(maximumBodyBytes: configuration.maximumBodyBytes, origin: configuration.baseURL)
      let settings = URLSessionConfiguration.ephemeral
      settings.httpCookieStorage = nil
      settings.httpShouldSetCookies = false
      settings.httpCookieAcceptPolicy = .never
      settings.urlCache = nil
      settings.requestCachePolicy = .reloadIgnoringLocalCacheData
      settings.urlCredentialStorage = nil
      // A diagnosis asks some thirty things at once and is as slow as the slowest of them, not as their sum.
      settings.httpMaximumConnectionsPerHost = 32
      session = URLSession(configuration: settings, delegate: exchanges, delegateQueue: nil)
    }
  }

  public func send(_ request: RESTRequest) async throws(TransportError) -> RESTResponse {
    let prepared = try prepare(request)
    let isRead = request.method == .get
    let deadline = request.deadline ?? (isRead ? configuration.readDeadline : configuration.controlDeadline)
    let start = ContinuousClock.now
    var attempt = 0
    while true {
      attempt += 1
      let remaining = deadline - (ContinuousClock.now - start)
      trace?(
        .request(
          method: request.method.rawValue, url: displayURL + target(request), attempt: attempt,
          carriesKey: configuration.apiKey != nil))
      let result = await once(prepared, within: remaining, of: deadline)
      let elapsed = ContinuousClock.now - start
      record(result, elapsed)
      let outcome = isRead && request.isRepeatable ? outcome(of: result) : .final
      let verdict = policy.withLock {
        $0.decide(outcome, attempt: attempt, remaining: deadline - elapsed, random: random())
      }
      if case .retry(let wait) = verdict {
        trace?(.retry(after: wait))
        do {
          try await sleep(wait)
          continue
        } catch {
          throw .connectionLost(reason: "interrupted", sent: true)
        }
      }
      switch result {
      case .success(let answer):
        return RESTResponse(
          status: answer.status, headers: answer.headers, body: answer.body, receivedAt: now(), elapsed: elapsed,
          attempts: attempt)
      case .failure(let error):
        throw error
      }
    }
  }

  private func once(_ request: URLRequest, within remaining: Duration, of deadline: Duration) async -> Exchanges.Result
  {
    guard remaining > .zero else { return .failure(.deadlineExceeded(after: deadline, sent: true)) }
    var request = request
    // Idle time only; our own deadline is the one that holds. This lets an abandoned task end some day.
    request.timeoutInterval = remaining.seconds + 1
    guard request.httpMethod != "GET" else { return await run(request, on: reading, within: remaining, of: deadline) }
    // libcurl repeats by itself what it sent on a connection that it had used before and that ends without an answer. A
    // call that changes something must not be repeated, so it gets a connection that nobody used.
    let channel = Channel(configuration)
    let result = await run(request, on: channel, within: remaining, of: deadline)
    channel.session.finishTasksAndInvalidate()
    return result
  }

  private func run(
    _ request: URLRequest, on channel: Channel, within remaining: Duration, of deadline: Duration
  ) async -> Exchanges.Result {
    let task = channel.session.dataTask(with: request)
    return await channel.exchanges.run(task, deadline: remaining, reported: deadline)
  }

  private func prepare(_ request: RESTRequest) throws(TransportError) -> URLRequest {
    let base = configuration.baseURL
    if configuration.apiKey != nil, base.scheme?.lowercased() != "https", !configuration.isLoopback,
      !configuration.allowsKeyOverPlainHTTP
    {
      throw .refusedLocally(
        reason: "the API key would cross the network in the clear to \(displayURL)",
        nextStep: "use https, or set allow_plain_http_key in the profile if the network is your own")
    }
    let text = displayURL.hasSuffix("/") ? String(displayURL.dropLast()) : displayURL
    guard let url = URL(string: text + target(request)) else {
      throw .refusedLocally(reason: "no URL can be made of \(displayURL)", nextStep: "check --url or the profile")
    }
    var prepared = URLRequest(url: url)
    prepared.httpMethod = request.method.rawValue
    prepared.setValue("application/json", forHTTPHeaderField: "Accept")
    prepared.setValue(configuration.userAgent, forHTTPHeaderField: "User-Agent")
    if let key = configuration.apiKey { prepared.setValue(key.secret, forHTTPHeaderField: "X-API-Key") }
    if let body = request.body {
      prepared.httpBody = body
      prepared.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    return prepared
  }

  private func target(_ request: RESTRequest) -> String {
    guard !request.query.isEmpty else { return request.path }
    var parts = URLComponents()
    parts.queryItems = request.query.map { URLQueryItem(name: $0.name, value: $0.value) }
    return request.path + "?" + (parts.percentEncodedQuery ?? "")
  }

  private func record(_ result: Exchanges.Result, _ elapsed: Duration) {
    switch result {
    case .success(let answer):
      trace?(
        .response(
          status: answer.status, bytes: answer.body.count, elapsed: elapsed,
          requestID: answer.headers["x-request-id"]))
    case .failure(let error):
      trace?(.failure(error, elapsed: elapsed))
    }
  }

  private func outcome(of result: Exchanges.Result) -> RetryPolicy.Outcome {
    switch result {
    case .failure(.unreachable): return .refused
    case .failure(.connectionLost): return .failed
    case .failure: return .final
    case .success(let answer):
      let wait = answer.headers["retry-after"].flatMap { RetryAfter.parse($0, now: now()) }
      switch answer.status {
      case 429: return .throttled(wait: wait)
      case 502, 504: return wait == nil ? .failed : .throttled(wait: wait)
      // `/health` and `/ready` answer 503 with their normal body; only something in between answers it without JSON.
      case 503:
        let isReport = answer.body.first { $0 > 0x20 } == UInt8(ascii: "{")
        return isReport ? .final : wait == nil ? .failed : .throttled(wait: wait)
      default: return .final
      }
    }
  }
}

extension Duration {
  var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
