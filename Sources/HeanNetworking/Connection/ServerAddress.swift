import Foundation
import HeanCore

/// The server that a URL names.
struct ServerAddress: Sendable, Hashable {
  var isSecure: Bool
  /// A name or a numeric address; an IPv6 address has no brackets here.
  var host: String
  var port: Int
  private var hasDefaultPort: Bool

  /// - Returns: `nil` when the URL has no host, or another scheme than http, https, ws and wss.
  init?(_ url: URL) {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let scheme = parts.scheme?.lowercased(),
      ["ws", "wss", "http", "https"].contains(scheme), let host = parts.encodedHost, !host.isEmpty,
      (parts.port ?? 1) > 0, (parts.port ?? 1) < 65_536
    else { return nil }
    // The host goes into a header and to the resolver: only printable ASCII without spaces and `%` is allowed.
    guard host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "%") }) else { return nil }
    isSecure = ["wss", "https"].contains(scheme)
    self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    port = parts.port ?? (isSecure ? 443 : 80)
    hasDefaultPort = parts.port == nil
  }

  var isLoopback: Bool { LoopbackHost.contains(host) }

  private var bracketed: String { host.contains(":") ? "[\(host)]" : host }
  /// For the `Host` header.
  var hostHeader: String { hasDefaultPort ? bracketed : "\(bracketed):\(port)" }
  /// Scheme, host and port, as libcurl wants them.
  var origin: String { "\(isSecure ? "https" : "http")://\(bracketed):\(port)" }
}
