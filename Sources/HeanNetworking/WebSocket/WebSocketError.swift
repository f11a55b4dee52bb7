import HeanCore

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

  /// In a few words for people.
  public var message: String { ConnectionLoss(self).message }
}

extension ConnectionLoss {
  /// The same, for whoever only follows events.
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
