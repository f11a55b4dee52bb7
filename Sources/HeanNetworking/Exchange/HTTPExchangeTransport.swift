package import HeanCore

/// The exchange over HTTP. It sends GET and nothing else: its requests have neither a method nor a body that anybody
/// could choose.
///
/// Every attempt is signed anew, because the exchange refuses a signature that is older than its window.
package final class HTTPExchangeTransport: ExchangeTransport {
  private let displayURL: String
  private let configuration: TransportConfiguration
  private let credentials: ExchangeCredentials
  private let sender: (any HTTPSending)?
  private let attempts: HTTPAttempts

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
    attempts = HTTPAttempts(policy: RetryPolicy(), now: now, random: random, sleep: sleep, trace: trace)
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
    let told = HTTPAttempts.Told(
      method: Self.method, url: base.shown + target, carriesKey: request.isSigned, requestID: "traceid")
    return try await attempts.answer(told, within: deadline) { remaining in
      await send(
        base.path + target, signed: request.isSigned ? signature(query, clockOffset) : nil, by: sender, remaining,
        of: deadline)
    } meaning: {
      Self.outcome(of: $0)
    }
  }

  private static let method = "GET"

  private func signature(_ query: String, _ offset: TimeInterval) -> ExchangeSignature {
    ExchangeSignature(
      key: credentials.key, secret: credentials.secret, query: query, at: attempts.now().addingTimeInterval(offset))
  }

  /// - Parameter target: path and query, percent-encoded.
  private func send(
    _ target: String, signed signature: ExchangeSignature?, by sender: any HTTPSending, _ remaining: Duration,
    of deadline: Duration
  ) async -> HTTPAttempts.Outcome {
    var fields = HTTPRequest.usualFields(configuration.userAgent)
    if let signature {
      fields += [
        (name: "X-BAPI-API-KEY", value: credentials.key), (name: "X-BAPI-TIMESTAMP", value: "\(signature.timestamp)"),
        (name: "X-BAPI-RECV-WINDOW", value: "\(ExchangeSignature.window)"),
        (name: "X-BAPI-SIGN", value: signature.text),
      ]
    }
    let sieve = KeySieve([credentials.secret, credentials.key] + (signature.map { [$0.text] } ?? []))
    return await sender.answer(
      to: HTTPRequest(method: Self.method, target: target, fields: fields, body: nil), cleanedBy: sieve,
      within: remaining, of: deadline
    )
  }

  /// The address without a slash at its end: its path, and the whole as it may be shown.
  private func base() -> (path: String, shown: String)? {
    guard let parts = URLComponents(url: configuration.baseURL, resolvingAgainstBaseURL: true) else { return nil }
    func bare(_ text: String) -> String { text.hasSuffix("/") ? String(text.dropLast()) : text }
    return (bare(parts.percentEncodedPath), bare(displayURL))
  }

  private static func outcome(of result: HTTPAttempts.Outcome) -> RetryPolicy.Outcome {
    switch result {
    case .failure(.unreachable): .refused
    case .failure(.connectionLost): .failed
    case .failure: .final
    case .success(let answer): [502, 503, 504].contains(answer.status) ? .failed : .final
    }
  }
}
