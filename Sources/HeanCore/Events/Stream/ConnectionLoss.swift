/// Why a connection for events could not be opened, or why it ended.
public enum ConnectionLoss: Error, Sendable, Equatable {
  /// Nothing answers: connection refused, no route, unknown host, or too slow.
  case unreachable(reason: String)
  /// Something answers, but it cannot be trusted to be the engine (TLS).
  case insecure(reason: String)
  /// The handshake was answered with an HTTP status that opens no WebSocket.
  case refused(status: Int)
  /// The answer to the opening handshake cannot be read.
  case unreadable(String)
  /// This machine cannot open this kind of connection.
  case unavailable(reason: String, nextStep: String)
  /// The connection was open and ended: with the close code that the engine sent, or with `broken`.
  case ended(code: Int, reason: String)

  /// Close code of a connection that ended without a close frame.
  public static let broken = 1006
  /// Close code with which the engine rejects this client (1008, policy violation).
  public static let unwanted = 1008

  /// In a few words, for people.
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

  /// Whether a later attempt would fail as well, so that none is made.
  var isFinal: Bool {
    switch self {
    case .ended(Self.unwanted, _), .refused(401), .refused(403), .insecure: true
    case .ended, .refused, .unreachable, .unreadable, .unavailable: false
    }
  }
}
