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
    // The zone of an IPv6 address, as RFC 6874 writes it: [fe80::1%25eth0].
    let inner =
      host.hasPrefix("[") ? String(host.dropFirst().dropLast()).replacing("%25", with: "%", maxReplacements: 1) : host
    let parted = inner.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    // The host goes into a header and to the resolver: only printable ASCII without spaces is allowed.
    guard inner.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), host.hasPrefix("[") || parted.count == 1,
      parted.count == 1 || !parted[1].isEmpty && !parted[1].contains("%")
    else { return nil }
    isSecure = ["wss", "https"].contains(scheme)
    // Only addresses of one link have a zone (RFC 4007); with one, the resolver does not take any other.
    let isOfLink = ["fe8", "fe9", "fea", "feb"].contains { inner.lowercased().hasPrefix($0) }
    self.host = parted.count == 1 || isOfLink ? inner : String(parted[0])
    port = parts.port ?? (isSecure ? 443 : 80)
    hasDefaultPort = parts.port == nil
  }

  var isLoopback: Bool { LoopbackHost.contains(host) }

  /// Without the zone, which means something on this machine only.
  private var bracketed: String { host.contains(":") ? "[\(host.prefix { $0 != "%" })]" : host }
  /// For the `Host` header.
  var hostHeader: String { hasDefaultPort ? bracketed : "\(bracketed):\(port)" }
  /// Scheme, host and port, as libcurl wants them.
  var origin: String {
    let zoned = host.contains(":") ? "[\(host.replacing("%", with: "%25"))]" : host
    return "\(isSecure ? "https" : "http")://\(zoned):\(port)"
  }
}
