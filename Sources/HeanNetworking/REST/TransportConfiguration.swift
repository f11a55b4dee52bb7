public import Foundation
import HeanCore

/// The key of the engine's interface. It shows itself to nobody: not in descriptions, not in dumps.
public struct APIKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  let secret: String

  public init(_ secret: String) { self.secret = secret }

  public var description: String { "(key)" }
  public var debugDescription: String { "(key)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Where the engine is, and how patient to be with it.
public struct TransportConfiguration: Sendable {
  /// http or https, with an optional path prefix.
  public var baseURL: URL
  public var apiKey: APIKey?
  /// Whether the key may cross plain http to a host that is not loopback.
  public var allowsKeyOverPlainHTTP = false
  /// For a read, all attempts and waits included.
  public var readDeadline = Duration.seconds(10)
  /// For everything else.
  public var controlDeadline = Duration.seconds(30)
  /// For one body, and for all that are on their way together. Real bodies reach 40 MB.
  public var maximumBodyBytes = 64 << 20
  public var connection = ConnectOptions()
  public var userAgent = "hean"

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
