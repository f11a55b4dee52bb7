public import HeanCore

/// One line of `--verbose`. It holds no secrets: no header value that could be a key, no user and no password.
public enum TraceEvent: Sendable, Equatable {
  /// A request is about to be sent; attempts count from 1.
  case request(method: String, url: String, attempt: Int, carriesKey: Bool)
  /// An answer came: HTTP status, size of the body, time since the first attempt, and the engine's ID of the request.
  case response(status: Int, bytes: Int, elapsed: Duration, requestID: String?)
  /// An attempt failed, this long after the first one began.
  case failure(TransportError, elapsed: Duration)
  /// The request will be sent again after this pause.
  case retry(after: Duration)

  /// The event as text, without a line end; times are in milliseconds.
  public var line: String {
    switch self {
    case .request(let method, let url, let attempt, let carriesKey):
      "> \(method) \(url)\(carriesKey ? " (with key)" : "")\(attempt > 1 ? " attempt \(attempt)" : "")"
    case .response(let status, let bytes, let elapsed, let requestID):
      "< \(status) \(bytes) bytes in \(Self.milliseconds(elapsed)) ms\(requestID.map { " request \($0)" } ?? "")"
    case .failure(let error, let elapsed):
      "! \(error.phase) after \(Self.milliseconds(elapsed)) ms"
    case .retry(let wait):
      "~ trying again in \(Self.milliseconds(wait)) ms"
    }
  }

  private static func milliseconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let tenths = seconds * 10_000 + attoseconds / 100_000_000_000_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}
