/// Why there is no connection. Nothing of a request was sent.
enum ConnectError: Error, Sendable, Equatable {
  /// Refused, no route, unknown host, too slow.
  case unreachable(reason: String)
  /// The certificate was refused, or TLS could not be set up.
  case insecure(reason: String)
  /// This kind of connection cannot be had on this machine.
  case unavailable(reason: String, nextStep: String)
}
