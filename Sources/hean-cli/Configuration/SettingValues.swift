import HeanCore

/// The base URL of the engine.
enum EngineURL {
  /// Where an engine listens by default.
  static let standard = "http://127.0.0.1:8000"

  /// Accepts `http` and `https` with a host and optionally a port and a path. A slash at the end is removed.
  static func parse(_ text: String, from origin: Origin) throws(ConfigurationError) -> URL {
    func invalid(_ problem: String, _ nextStep: Guidance = "give it as http://HOST:PORT or https://HOST")
      -> ConfigurationError
    {
      .invalidValue(name: "url", origin: origin, problem: problem, nextStep: nextStep)
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

/// Parsers of the simple settings. Each error names the origin of the value and what is accepted.
enum SettingValue {
  static func timeout(_ text: String, _ origin: Origin) throws(ConfigurationError) -> Duration {
    guard let duration = Spans.duration(text), duration > .zero, duration <= .seconds(3_600) else {
      throw .invalidValue(
        name: "timeout", origin: origin, problem: "\"\(text.printable)\" is not a duration between 1ms and 1h",
        nextStep: "give a number with its unit: 500ms, 10s, 2m")
    }
    return duration
  }

  /// - Parameter note: set to what is wrong with the zone of this machine, which then counts as UTC.
  static func timeZone(
    _ text: String, _ origin: Origin, _ database: ZoneDatabase, _ note: inout String?
  ) throws(ConfigurationError) -> Zone {
    if text == "UTC" { return .utc }
    if text == "local" {
      let (zone, problem) = database.local()
      note = problem
      return zone
    }
    guard let zone = database.zone(named: text) else {
      let lack = database.isThere ? "" : ": the tz database is not on this machine (\(database.folder))"
      let standard: Guidance =
        database.isThere
        ? "give UTC, local, or a name such as Europe/Berlin" : "install it (Debian: tzdata), or give UTC"
      throw .invalidValue(
        name: "tz", origin: origin, problem: "\"\(text.printable)\" is not a time zone\(lack)",
        nextStep: database.near(text).map { "did you mean \($0)?" } ?? standard)
    }
    return zone
  }

  static func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ text: String, _ origin: Origin, as type: Value.Type = Value.self
  ) throws(ConfigurationError) -> Value {
    guard let value = Value(rawValue: text) else {
      let choices = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw .invalidValue(
        name: name, origin: origin, problem: "\"\(text.printable)\" is not one of \(choices)",
        nextStep: "give one of: \(choices)")
    }
    return value
  }

  static func seed(_ text: String, _ origin: Origin) throws(ConfigurationError) -> UInt64 {
    guard let seed = UInt64(text) else {
      throw .invalidValue(
        name: "seed", origin: origin, problem: "\"\(text.printable)\" is not a whole number from 0 on",
        nextStep: "give a whole number, e.g. 42")
    }
    return seed
  }

  static func speed(_ text: String, _ origin: Origin) throws(ConfigurationError) -> Decimal {
    guard text.wholeMatch(of: /[0-9]{1,6}(\.[0-9]{1,6})?/) != nil, let speed = Decimal(string: text), speed > 0 else {
      throw .invalidValue(
        name: "speed", origin: origin, problem: "\"\(text.printable)\" is not a number above 0",
        nextStep: "give market seconds a second, e.g. 1 or 60")
    }
    return speed
  }
}
