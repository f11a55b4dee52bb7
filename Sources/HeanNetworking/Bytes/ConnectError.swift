/// Why a connection could not be opened. No byte of a request was sent.
enum ConnectError: Error, Sendable, Equatable {
  /// The server could not be reached: refused, no route, unknown host, or the time limit passed.
  case unreachable(reason: String)
  /// The certificate was refused, or TLS could not be set up.
  case insecure(reason: String)
  /// This machine cannot open this kind of connection, for example because libcurl is missing.
  case unavailable(reason: String, nextStep: String)
}
