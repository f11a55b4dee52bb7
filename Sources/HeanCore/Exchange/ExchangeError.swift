/// Why the exchange gave no answer that can be used. The words of the exchange in it are untrusted.
package enum ExchangeError: Error, Sendable, Equatable {
  /// No complete answer came.
  case transport(TransportError)
  /// The exchange answered with one of its error codes.
  case refused(Refusal)
  /// Too many questions; `until` is the exchange's own time at which it answers again.
  case rateLimited(path: String, message: String, until: Date?)
  /// HTTP 403 without a code: this country or this network is not served.
  case regionBlocked(message: String)
  /// A page for people, or an error of a gateway, in the place of an answer: maintenance as a rule.
  case unavailable(status: Int, message: String)
  /// The answer is not what Bybit's API v5 sends.
  case unreadable(path: String, message: String)
  /// The pages of a list do not end.
  case endlessPages(path: String, reason: String)
  /// The key may do more than read. Each reason is a clause.
  case unsafeKey([String])

  /// What a code of the exchange is about.
  package enum Cause: Sendable, Equatable {
    /// 10002: the time in the signature is outside the window.
    case clock
    /// 10003, HTTP 401: no such key here.
    case key
    /// 33004.
    case expired
    /// 10004: the secret is not that of the key.
    case signature
    /// 10005: the key may not ask this.
    case permission
    /// 10010: the key is bound to other addresses.
    case address
    /// 10024, 10009 and others by which an account, an address or a country is not served.
    case banned
    case other
  }

  package struct Refusal: Sendable, Equatable {
    package var cause: Cause
    /// `retCode`; the HTTP status where the answer had none.
    package var code: Int
    package var message: String
    package var path: String
    /// By how many seconds the exchange's clock is ahead of this machine's, where that was looked up.
    package var clockOffset: TimeInterval?
  }

  /// - Parameter code: `retCode` of an answer, not 0.
  init(code: Int, message: String, path: String, until: Date?) {
    let cause: Cause
    switch code {
    case 10006, 10018, 10429:
      self = .rateLimited(path: path, message: message, until: until)
      return
    case 10016, 10000:
      self = .unavailable(status: code, message: message)
      return
    case 10002: cause = .clock
    case 10003: cause = .key
    case 33004: cause = .expired
    case 10004: cause = .signature
    case 10005: cause = .permission
    case 10010: cause = .address
    case 10007, 10008, 10009, 10024, 10027: cause = .banned
    default: cause = .other
    }
    self = .refused(Refusal(cause: cause, code: code, message: message, path: path))
  }
}
