public import HeanCore

/// The engine's API key. Printing, interpolating or dumping it never shows the key.
public struct APIKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  let secret: String

  /// - Parameter secret: the key as it is sent in the header `X-API-Key`.
  public init(_ secret: String) { self.secret = secret }

  /// The fixed text `(key)`.
  public var description: String { "(key)" }
  /// The fixed text `(key)`.
  public var debugDescription: String { "(key)" }
  /// A mirror without children, so that `dump` does not show the key.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Where the engine is, the key, and the limits for its answers.
public struct TransportConfiguration: Sendable {
  /// The engine's base URL: http or https, with an optional path prefix.
  public var baseURL: URL
  /// The key that is sent with every request; `nil` sends none.
  public var apiKey: APIKey?
  /// Whether the key may be sent over plain http to a host that is not loopback.
  public var allowsKeyOverPlainHTTP = false
  /// Time limit of a read, with all attempts and the pauses between them.
  public var readDeadline = Duration.seconds(10)
  /// Time limit of every other request.
  public var controlDeadline = Self.usualControlDeadline
  /// The time limit of a request that changes something, unless another one is set.
  public static let usualControlDeadline = Duration.seconds(30)
  /// Limit in bytes for one answer's body; three times that for all bodies that are being received at once. Real bodies
  /// reach 40 MB, and 100 000 trades or orders with all their fields 75 MB.
  public var maximumBodyBytes = usualBodyLimit
  /// 128 MiB.
  package static let usualBodyLimit = 128 << 20
  /// Which certificates are trusted, and whether there are proxies.
  public var connection = ConnectOptions()
  /// The header `User-Agent`.
  public var userAgent = "hean"

  /// The engine at this URL, without a key and with the usual limits.
  public init(baseURL: URL) { self.baseURL = baseURL }

  var isLoopback: Bool { baseURL.host().map(LoopbackHost.contains) ?? false }

  /// The base URL without anything that could be secret.
  var displayURL: String {
    guard var parts = URLComponents(url: baseURL, resolvingAgainstBaseURL: false) else { return "?" }
    parts.user = nil
    parts.password = nil
    parts.query = nil
    parts.fragment = nil
    return parts.string ?? "?"
  }
}
