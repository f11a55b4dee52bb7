import HeanCore

/// Why a connection could not be opened. No byte of a request was sent.
enum ConnectError: Error, Sendable, Equatable {
  /// The server could not be reached: refused, no route, unknown host, or the time limit passed.
  case unreachable(reason: String)
  /// The certificate was refused, or TLS could not be set up.
  case insecure(reason: String)
  /// This machine cannot open this kind of connection, for example because libcurl is missing.
  case unavailable(reason: String, nextStep: String)
}

extension TransportError {
  init(_ error: ConnectError) {
    switch error {
    case .unreachable(let reason): self = .unreachable(reason: reason)
    case .insecure(let reason): self = .insecure(reason: reason)
    case .unavailable(let reason, let nextStep): self = .refusedLocally(reason: reason, nextStep: nextStep)
    }
  }
}
