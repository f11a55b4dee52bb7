import Foundation
public import HeanCore

/// One line of `--verbose`. Holds nothing secret: neither header values that could be a key nor user and password.
public enum TraceEvent: Sendable, Equatable {
  case request(method: String, url: String, attempt: Int, carriesKey: Bool)
  case response(status: Int, bytes: Int, elapsed: Duration, requestID: String?)
  case failure(TransportError, elapsed: Duration)
  case retry(after: Duration)

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
