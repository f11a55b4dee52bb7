package import HeanCore
import Synchronization

/// The exchange over HTTP. It sends GET and nothing else: its requests have neither a method nor a body that anybody
/// could choose.
///
/// Every attempt is signed anew, because the exchange refuses a signature that is older than its window.
package final class HTTPExchangeTransport: ExchangeTransport {
  private let displayURL: String
  private let configuration: TransportConfiguration
  private let credentials: ExchangeCredentials
  private let sender: (any HTTPSending)?
  private let policy = Mutex(RetryPolicy())
  private let now: @Sendable () -> Date
  private let random: @Sendable () -> Double
  private let sleep: @Sendable (Duration) async throws -> Void
  private let trace: (@Sendable (TraceEvent) -> Void)?

  /// Bytes of one answer: a page of 200 positions has some 200 000.
  private static let mostBytes = 16 << 20

  /// - Parameters:
  ///   - configuration: the exchange's URL and what is trusted. An engine's key in it would not be sent.
  ///   - sender: carries requests; `nil` is the client of this library.
  ///   - sleep: waits between attempts.
  package init(
    configuration: TransportConfiguration, credentials: ExchangeCredentials, sender: (any HTTPSending)? = nil,
    now: @escaping @Sendable () -> Date, random: @escaping @Sendable () -> Double,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    trace: (@Sendable (TraceEvent) -> Void)? = nil
  ) {
    var configuration = configuration
    configuration.maximumBodyBytes = Self.mostBytes
    self.configuration = configuration
    self.credentials = credentials
    self.sender = sender ?? HTTPClient(configuration)
    self.now = now
    self.random = random
    self.sleep = sleep
    self.trace = trace
    displayURL = configuration.displayURL
  }

  package func ask(
    _ request: ExchangeRequest, clockOffset: TimeInterval, within deadline: Duration
  ) async throws(TransportError) -> RESTResponse {
    guard let sender, let base = base() else {
      throw .refusedLocally(reason: "the URL \(displayURL) names no server", nextStep: "check exchange_url")
    }
    if request.isSigned, configuration.baseURL.scheme?.lowercased() != "https", !configuration.isLoopback {
      throw .refusedLocally(
        reason: "the key of the exchange would be sent to \(displayURL) without encryption",
        nextStep: "make exchange_url one of https")
    }
    let query = request.encodedQuery
    let target = request.path + (query.isEmpty ? "" : "?" + query)
    let start = ContinuousClock.now
    var attempt = 0
    while true {
      attempt += 1
      let remaining = deadline - (ContinuousClock.now - start)
      trace?(
        .request(
          method: Self.method, url: base.shown + target, attempt: attempt, carriesKey: request.isSigned))
      let result = await send(
        base.path + target, signed: request.isSigned ? signature(query, clockOffset) : nil, by: sender, remaining,
        of: deadline)
      let elapsed = ContinuousClock.now - start
      tell(result, elapsed)
      let verdict = policy.withLock {
        $0.decide(Self.outcome(of: result), attempt: attempt, remaining: deadline - elapsed, random: random())
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
      let answer = try result.get()
      return RESTResponse(
        status: answer.status, headers: answer.fields, body: answer.body, receivedAt: now(), elapsed: elapsed,
        attempts: attempt)
    }
  }

  private static let method = "GET"

  private func signature(_ query: String, _ offset: TimeInterval) -> ExchangeSignature {
    ExchangeSignature(
      key: credentials.key, secret: credentials.secret, query: query, at: now().addingTimeInterval(offset))
  }

  /// - Parameter target: path and query, percent-encoded.
  private func send(
    _ target: String, signed signature: ExchangeSignature?, by sender: any HTTPSending, _ remaining: Duration,
    of deadline: Duration
  ) async -> Result<HTTPAnswer, TransportError> {
    guard remaining > .zero else { return .failure(.deadlineExceeded(after: deadline, sent: false)) }
    var fields = [
      (name: "Accept", value: "application/json"), (name: "Cache-Control", value: "no-cache"),
      (name: "User-Agent", value: configuration.userAgent),
    ]
    if let signature {
      fields += [
        (name: "X-BAPI-API-KEY", value: credentials.key), (name: "X-BAPI-TIMESTAMP", value: "\(signature.timestamp)"),
        (name: "X-BAPI-RECV-WINDOW", value: "\(ExchangeSignature.window)"),
        (name: "X-BAPI-SIGN", value: signature.text),
      ]
    }
    let sieve = KeySieve([credentials.secret, credentials.key] + (signature.map { [$0.text] } ?? []))
    do throws(TransportError) {
      var answer = try await sender.send(
        HTTPRequest(method: Self.method, target: target, fields: fields, body: nil), within: remaining, of: deadline)
      answer.body = sieve.cleaned(answer.body)
      answer.fields = answer.fields.mapValues(sieve.cleaned)
      // Redirects are not followed: the key must reach only the server it was given for.
      if (300..<400).contains(answer.status), let location = answer.fields["location"] {
        return .failure(.redirectRefused(location: location, status: answer.status))
      }
      return .success(answer)
    } catch {
      return .failure(error.cleaned(by: sieve))
    }
  }

  /// The address without a slash at its end: its path, and the whole as it may be shown.
  private func base() -> (path: String, shown: String)? {
    guard let parts = URLComponents(url: configuration.baseURL, resolvingAgainstBaseURL: true) else { return nil }
    func bare(_ text: String) -> String { text.hasSuffix("/") ? String(text.dropLast()) : text }
    return (bare(parts.percentEncodedPath), bare(displayURL))
  }

  private func tell(_ result: Result<HTTPAnswer, TransportError>, _ elapsed: Duration) {
    switch result {
    case .success(let answer):
      trace?(
        .response(
          status: answer.status, bytes: answer.body.count, elapsed: elapsed, requestID: answer.fields["traceid"]))
    case .failure(let error): trace?(.failure(error, elapsed: elapsed))
    }
  }

  private static func outcome(of result: Result<HTTPAnswer, TransportError>) -> RetryPolicy.Outcome {
    switch result {
    case .failure(.unreachable): .refused
    case .failure(.connectionLost): .failed
    case .failure: .final
    case .success(let answer): [502, 503, 504].contains(answer.status) ? .failed : .final
    }
  }
}

extension TransportError {
  /// The same error, without what must not be told.
  fileprivate func cleaned(by sieve: KeySieve) -> TransportError {
    switch self {
    case .unreachable(let reason): .unreachable(reason: sieve.cleaned(reason))
    case .connectionLost(let reason, let sent): .connectionLost(reason: sieve.cleaned(reason), sent: sent)
    case .insecure(let reason): .insecure(reason: sieve.cleaned(reason))
    case .malformed(let reason): .malformed(reason: sieve.cleaned(reason))
    case .redirectRefused(let location, let status):
      .redirectRefused(location: sieve.cleaned(location), status: status)
    case .refusedLocally(let reason, let nextStep):
      .refusedLocally(reason: sieve.cleaned(reason), nextStep: sieve.cleaned(nextStep))
    case .deadlineExceeded, .bodyTooLarge: self
    }
  }
}
