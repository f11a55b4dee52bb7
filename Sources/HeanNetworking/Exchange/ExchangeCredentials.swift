/// A key of the exchange and its secret. Printing, interpolating or dumping it shows neither.
package struct ExchangeCredentials: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  let key: String
  let secret: String

  package init(key: String, secret: String) {
    self.key = key
    self.secret = secret
  }

  /// The fixed text `(exchange key)`.
  package var description: String { "(exchange key)" }
  /// The fixed text `(exchange key)`.
  package var debugDescription: String { "(exchange key)" }
  /// A mirror without children, so that `dump` shows nothing.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
