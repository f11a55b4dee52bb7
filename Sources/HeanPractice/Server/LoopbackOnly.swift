import HeanCore

/// Decides who may use a server of this machine: programs on this machine that address it by a loopback name.
///
/// A web page can make the browser send requests to every port of its machine. If somebody pointed a domain name at
/// this machine, the header Host shows that name; if the page comes from another site, Origin or Sec-Fetch-Site shows
/// it.
package enum LoopbackOnly {
  /// The status and the reason of the refusal; `nil` when the request is allowed.
  /// - Parameter server: what is asked, as the subject of a sentence.
  package static func refusal(
    _ headers: [String: String], of server: String = "the practice engine"
  ) -> (status: Int, reason: String)? {
    if let host = headers["host"], !isLoopback(authority: host) {
      return (421, "\(server) answers as localhost, 127.0.0.1 or [::1] only")
    }
    if let origin = headers["origin"], !isLoopback(origin: origin) {
      return (403, "\(server) answers no web pages of another origin")
    }
    if headers["sec-fetch-site"]?.lowercased() == "cross-site" {
      return (403, "\(server) answers no web pages of another site")
    }
    return nil
  }

  /// `http://localhost:3000`, but not `null` and nothing with a path.
  static func isLoopback(origin: String) -> Bool {
    let lower = origin.lowercased()
    return ["http://", "https://"].contains { lower.hasPrefix($0) && isLoopback(authority: lower.dropFirst($0.count)) }
  }

  /// A host with or without a port. The whole host is compared, not its beginning: `127.0.0.1.example` is another host.
  static func isLoopback(authority: some StringProtocol) -> Bool {
    let text = authority.lowercased()
    var host = text[...]
    // In brackets colons belong to the address.
    let end = text.hasPrefix("[") ? text.firstIndex(of: "]") : text.startIndex
    guard let end else { return false }
    if let colon = text[end...].firstIndex(of: ":") {
      let port = text[text.index(after: colon)...]
      guard port.isEmpty || isDecimal(port) && UInt16(port) != nil else { return false }
      host = text[..<colon]
    }
    return LoopbackHost.contains(String(host))
  }

  private static func isDecimal(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
  }
}
