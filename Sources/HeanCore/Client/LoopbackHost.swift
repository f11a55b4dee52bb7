/// Tells by its address whether a host is this machine. A name that only looks like one (`127.evil.example`) is not.
package enum LoopbackHost {
  /// - Parameter host: as in a URL or a `Host` header without the port; an IPv6 address with or without brackets.
  package static func contains(_ host: String) -> Bool {
    let host = host.lowercased()
    if host == "localhost" { return true }
    if host.contains(":") { return isIPv6Loopback(host) }
    return isIPv4Loopback(host[...])
  }

  /// 127.0.0.0/8 in four decimal parts. Shorter forms, which some resolvers accept, do not count.
  private static func isIPv4Loopback(_ text: Substring) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "127" else { return false }
    return parts.allSatisfy { part in
      let isDecimal = (1...3).contains(part.utf8.count) && part.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
      return isDecimal && Int(part) ?? 256 < 256
    }
  }

  /// `::1` in all its spellings, and 127.0.0.0/8 mapped into IPv6.
  private static func isIPv6Loopback(_ text: String) -> Bool {
    var text = text[...]
    if text.hasPrefix("["), text.hasSuffix("]") { text = text.dropFirst().dropLast() }
    for prefix in ["::ffff:", "0:0:0:0:0:ffff:"] where text.hasPrefix(prefix) {
      return isIPv4Loopback(text.dropFirst(prefix.count))
    }
    let groups = text.split(separator: ":", omittingEmptySubsequences: false)
    guard groups.count >= 3, groups.count <= 8, let last = groups.last, (1...4).contains(last.utf8.count),
      Int(last, radix: 16) == 1, last.utf8.first != UInt8(ascii: "+")
    else { return false }
    let isZero = groups.dropLast().allSatisfy { $0.utf8.count <= 4 && $0.utf8.allSatisfy { $0 == 0x30 } }
    // Empty groups stand for the zeros left out: exactly one gap, or all eight groups.
    let gaps = text.split(separator: "::", omittingEmptySubsequences: false).count - 1
    return isZero && !text.contains(":::") && (gaps == 1 || gaps == 0 && groups.count == 8)
  }
}
