/// Why a connection that carries events could not be had, or did not last.
public enum ConnectionLoss: Error, Sendable, Equatable {
  /// Nobody is there: refused, no route, unknown host, too slow.
  case unreachable(reason: String)
  /// Whoever answers cannot be trusted to be the engine.
  case insecure(reason: String)
  /// An HTTP answer that opens no connection.
  case refused(status: Int)
  /// An answer that cannot be read as the opening of a connection.
  case unreadable(String)
  /// This kind of connection cannot be had on this machine.
  case unavailable(reason: String, nextStep: String)
  /// It stood, and ended: with the code that the engine gave, or with `broken`.
  case ended(code: Int, reason: String)

  /// It ended without a word.
  public static let broken = 1006
  /// The engine does not want this client.
  public static let unwanted = 1008

  /// In a few words for people.
  public var message: String {
    switch self {
    case .unreachable(let reason): reason
    case .insecure(let reason): "no trusted connection: \(reason)"
    case .refused(let status): "the handshake was answered with HTTP \(status)"
    case .unreadable(let problem): problem
    case .unavailable(let reason, _): reason
    case .ended(Self.broken, let reason): reason.isEmpty ? "the connection broke" : reason
    case .ended(let code, let reason): "closed with code \(code)" + (reason.isEmpty ? "" : " (\(reason))")
    }
  }

  /// Whether no later attempt can come to anything.
  var isFinal: Bool {
    switch self {
    case .ended(Self.unwanted, _), .refused(401), .refused(403), .insecure: true
    case .ended, .refused, .unreachable, .unreadable, .unavailable: false
    }
  }
}
