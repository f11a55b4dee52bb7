/// Turns one HTTP exchange into a typed body, or into the error that it means.
enum ResponseDecoder {
  static func read<Body: EngineBody>(
    _ type: Body.Type, from response: RESTResponse, endpoint: Endpoint<Body>, noting findings: WireFindings? = nil
  ) throws(EngineError) -> Body {
    guard endpoint.accepts(response.status) else { throw failure(response, endpoint: endpoint.path) }
    if endpoint.reportsFailureInBody, let failure = FailureEnvelope.inSuccess(response.body) {
      throw .refused(detail(failure.message, response, endpoint.path))
    }
    do throws(WireError) {
      return try Body.read(response.body, noting: findings)
    } catch {
      // A 503 without a health report comes from a proxy.
      if response.status != 200 { throw failure(response, endpoint: endpoint.path) }
      throw .brokenContract(detail(explain(error, response), response, endpoint.path, withExcerpt: true))
    }
  }

  /// The error for a status that the endpoint does not expect.
  static func failure(_ response: RESTResponse, endpoint: String) -> EngineError {
    let envelope = FailureEnvelope(body: response.body)
    let words = envelope?.message ?? "HTTP \(response.status)"
    let told = detail(words, response, endpoint)
    switch envelope?.intendedStatus ?? response.status {
    case 401: return .notAuthorised(told)
    case 403: return isEngineRule(words) ? .refused(told) : .notAuthorised(told)
    case 404 where envelope == nil || words == "Not Found":
      return .brokenContract(
        detail("the server does not know \(endpoint)", response, endpoint, withExcerpt: envelope == nil))
    case 405:
      return .brokenContract(detail("the server does not take this method on \(endpoint)", response, endpoint))
    case 429:
      let wait = response.headers["retry-after"].flatMap { RetryAfter.parse($0, now: response.receivedAt) }
      return .rateLimited(told, retryAfter: wait.map { Int($0.components.seconds) })
    case 502, 504:
      return .unavailable(told)
    case 503 where envelope == nil:
      return .unavailable(told)
    case 300..<400:
      let target = response.headers["location"] ?? "nowhere"
      return .brokenContract(detail("the server sends \(endpoint) on to \(target)", response, endpoint))
    case 407:
      return .unavailable(detail("a proxy on the way wants a user and password (407)", response, endpoint))
    case 500 where envelope == nil && String(decoding: response.body, as: UTF8.self) == crash:
      return .refused(detail(crash, response, endpoint))
    case 400...:
      guard envelope != nil else {
        let kind = looksLikeHTML(response.body) ? "an HTML page" : "no error body"
        return .brokenContract(
          detail("HTTP \(response.status) with \(kind)", response, endpoint, withExcerpt: true))
      }
      return .refused(told)
    default:
      return .brokenContract(detail("unexpected HTTP \(response.status)", response, endpoint, withExcerpt: true))
    }
  }

  /// What the engine's framework answers when the engine's code raised an exception, as plain text or as an error
  /// report.
  fileprivate static let crash = "Internal Server Error"

  private static func detail(
    _ message: String, _ response: RESTResponse, _ endpoint: String, withExcerpt: Bool = false
  ) -> EngineError.Detail {
    EngineError.Detail(
      message, endpoint: endpoint, status: response.status, requestID: response.headers["x-request-id"],
      excerpt: withExcerpt ? excerpt(response.body) : nil)
  }

  /// Whether a 403 is one of the engine's own rules rather than a missing permission, told by its text (docs/engine.md
  /// 1.4).
  private static func isEngineRule(_ words: String) -> Bool {
    ["paper/dry_run", "confirm", "DRY_RUN must", "LIVE_CONFIRM"].contains { words.contains($0) }
  }

  private static func explain(_ error: WireError, _ response: RESTResponse) -> String {
    if response.body.isEmpty { return "the body is empty" }
    if looksLikeHTML(response.body) { return "the answer is an HTML page, not JSON" }
    return error.text
  }

  private static func looksLikeHTML(_ body: Data) -> Bool {
    body.prefix(512).first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  private static func excerpt(_ body: Data) -> String? {
    body.isEmpty ? nil : String(decoding: body.prefix(200), as: UTF8.self)
  }
}

extension EngineError {
  /// Whether the engine's code raised an exception while it handled the call, so that nobody knows how far it came. A
  /// refusal often has the same status, but gives a reason.
  package var isCrash: Bool {
    if case .refused(let detail) = self {
      detail.status == 500 && detail.message == ResponseDecoder.crash
    } else {
      false
    }
  }
}
