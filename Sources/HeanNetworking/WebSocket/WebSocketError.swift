/// Why a WebSocket could not be had or did not last.
public enum WebSocketError: Error, Sendable, Equatable {
  /// No connection: refused, no route, unknown host, too slow.
  case unreachable(reason: String)
  /// The certificate was refused or TLS could not be set up.
  case insecure(reason: String)
  /// An HTTP answer other than 101.
  case refused(status: Int)
  /// The answer is no WebSocket handshake.
  case handshake(String)
  /// This kind of connection cannot be had on this machine.
  case unavailable(reason: String, nextStep: String)
  /// The connection ended: the code it closed with, 1006 without a close frame.
  case closed(WebSocketCloseCode, reason: String)
}
