import HeanCore

/// The base URL of the engine.
enum EngineURL {
  /// Where an engine listens by default.
  static let standard = "http://127.0.0.1:8000"

  /// Accepts `http` and `https` with a host and optionally a port and a path. A slash at the end is removed.
  /// - Parameter name: of the setting, for errors.
  static func parse(
    _ text: String, from origin: Origin, named name: String = "url"
  ) throws(ConfigurationError) -> URL {
    func invalid(_ problem: String, _ nextStep: Guidance = "give it as http://HOST:PORT or https://HOST")
      -> ConfigurationError
    {
      .invalidValue(name: name, origin: origin, problem: problem, nextStep: nextStep)
    }
    // A message must not repeat a password, so the text is not quoted before it is known to hold none.
    guard !text.contains("@") else {
      throw invalid(
        "must not hold a user or password", "give the key with \(.operation(.login)), HEAN_API_KEY or a key file")
    }
    let shown = "\"\(text.printable)\""
    guard let parts = URLComponents(string: text, encodingInvalidCharacters: false) else {
      guard let zone = text.firstMatch(of: /\[[0-9A-Fa-f:.]+%(?!25)/) else { throw invalid("\(shown) is not a URL") }
      let meant = text[..<zone.range.lowerBound] + zone.0 + "25" + text[zone.range.upperBound...]
      throw invalid("\(shown) has the zone of an address after a bare %", "write \(String(meant).printable)")
    }
    guard let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
      let guess = "http://\(text)"
      let isHostAndPort = !text.contains("://") && URLComponents(string: guess)?.host?.isEmpty == false
      throw invalid(
        "\(shown) does not start with http:// or https://",
        isHostAndPort ? "write \(guess.printable)" : "give it as http://HOST:PORT or https://HOST")
    }
    guard let host = parts.host, !host.isEmpty else { throw invalid("\(shown) names no host") }
    // A query can hold a key, so it is not repeated.
    guard parts.query == nil, parts.fragment == nil else {
      let base = text.prefix { $0 != "?" && $0 != "#" }
      throw invalid("\"\(String(base).printable)\" must not be followed by a query or fragment")
    }
    guard text.dropFirst(scheme.count + 3).prefix(while: { $0 != "/" }).last != ":" else {
      throw invalid("\(shown) has a colon without a port", "write the port after it, or take the colon away")
    }
    if let port = parts.port, !(1...65_535).contains(port) { throw invalid("\(shown) has a port outside 1 to 65535") }
    var trimmed = text
    while trimmed.hasSuffix("/") { trimmed.removeLast() }
    // hean adds this itself.
    if trimmed.hasSuffix("/api/v1") {
      throw invalid(
        "\(shown) ends in the path that hean adds itself", "take it away: \(trimmed.dropLast(7).description.printable)")
    }
    guard let url = URL(string: trimmed) else { throw invalid("\(shown) is not a URL") }
    return url
  }

  /// Whether a key for one URL may be sent to the other.
  static func isSameServer(_ first: URL, _ second: URL) -> Bool {
    func server(_ url: URL) -> [String] {
      let scheme = url.scheme?.lowercased() ?? ""
      return [scheme, url.host()?.lowercased() ?? "", String(url.port ?? (scheme == "https" ? 443 : 80))]
    }
    return server(first) == server(second)
  }
}
