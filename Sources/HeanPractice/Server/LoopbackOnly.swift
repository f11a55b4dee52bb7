import HeanCore

/// Who may ask a practice engine: programs of this machine that name it by a loopback name.
///
/// A web page can send requests to every port of the machine that shows it. A name that was made to point here betrays
/// itself by the field Host, and a page from elsewhere by Origin or Sec-Fetch-Site.
enum LoopbackOnly {
  /// The status and the reason to refuse with; `nil` for who may ask.
  /// - Parameter acts: whether it changes something or opens a WebSocket. What merely reads is kept from foreign pages by
  ///   their browser, because no answer allows another origin.
  static func refusal(_ headers: [String: String], acts: Bool) -> (status: Int, reason: String)? {
    if let host = headers["host"], !isLoopback(authority: host) {
      return (421, "the practice engine answers as localhost, 127.0.0.1 or [::1] only")
    }
    guard acts else { return nil }
    if let origin = headers["origin"], !isLoopback(origin: origin) {
      return (403, "the practice engine takes no orders from pages of another origin")
    }
    if headers["sec-fetch-site"]?.lowercased() == "cross-site" {
      return (403, "the practice engine takes no orders from pages of another site")
    }
    return nil
  }

  /// `http://localhost:3000`, but not `null` and nothing with a path.
  static func isLoopback(origin: String) -> Bool {
    let lower = origin.lowercased()
    return ["http://", "https://"].contains { lower.hasPrefix($0) && isLoopback(authority: lower.dropFirst($0.count)) }
  }

  /// A name with or without a port. Numbers decide, not how a name begins: `127.0.0.1.example` is somebody else's.
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
