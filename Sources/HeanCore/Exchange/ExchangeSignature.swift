/// The signature of Bybit's API v5 for a question: HMAC-SHA-256, in hexadecimal digits, of the time, the key, the window and
/// the query, with the secret as its key.
package struct ExchangeSignature: Sendable, Equatable {
  /// How long (milliseconds) a signed question is good for. The exchange refuses what is older, and what is more than a
  /// second ahead of its own clock.
  package static let window = 5_000

  /// Milliseconds since 1970.
  package var timestamp: Int64
  /// 64 small hexadecimal digits.
  package var text: String

  /// - Parameter query: as it is sent.
  package init(key: String, secret: String, query: String, at moment: Date) {
    timestamp = Int64((moment.timeIntervalSince1970 * 1_000).rounded(.down))
    let message = "\(timestamp)\(key)\(Self.window)\(query)"
    text = SHA256.authenticationCode(of: Array(message.utf8), key: Array(secret.utf8)).hexadecimal
  }
}
