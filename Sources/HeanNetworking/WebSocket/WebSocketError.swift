import HeanCore

/// Why a WebSocket could not be opened, or why it ended.
public enum WebSocketError: Error, Sendable, Equatable {
  /// No connection: refused, no route, unknown host, or the time limit passed.
  case unreachable(reason: String)
  /// The certificate was refused or TLS could not be set up.
  case insecure(reason: String)
  /// An HTTP answer other than 101.
  case refused(status: Int)
  /// The answer is not a WebSocket handshake; the text says why.
  case handshake(String)
  /// This machine cannot open this kind of connection, for example because libcurl is missing.
  case unavailable(reason: String, nextStep: String)
  /// The connection ended: with the code of its close frame, or with 1006 if there was none.
  case closed(WebSocketCloseCode, reason: String)

  /// A short text for people.
  public var message: String { ConnectionLoss(self).message }
}

extension ConnectionLoss {
  /// The same reason, in the terms of an event stream.
  init(_ error: WebSocketError) {
    switch error {
    case .unreachable(let reason): self = .unreachable(reason: reason)
    case .insecure(let reason): self = .insecure(reason: reason)
    case .refused(let status): self = .refused(status: status)
    case .handshake(let problem): self = .unreadable(problem)
    case .unavailable(let reason, let nextStep): self = .unavailable(reason: reason, nextStep: nextStep)
    case .closed(let code, let reason): self = .ended(code: Int(code.rawValue), reason: reason)
    }
  }
}

extension WebSocketError {
  init(_ error: ConnectError) {
    switch error {
    case .unreachable(let reason): self = .unreachable(reason: reason)
    case .insecure(let reason): self = .insecure(reason: reason)
    case .unavailable(let reason, let nextStep): self = .unavailable(reason: reason, nextStep: nextStep)
    }
  }
}
