public import HeanCore

/// One certificate of the chain that a server showed.
public struct TLSCertificate: Sendable, Equatable {
  /// For whom it is, as `CN = engine.example`. Untrusted text.
  public var subject: String
  /// Who made it. Untrusted text.
  public var issuer: String
  /// After this moment nobody accepts it; `nil` when that cannot be read.
  public var expires: Date?

  /// - Parameter lines: what libcurl tells of it, each as `Name:value`.
  init(_ lines: [String]) {
    func value(_ name: String) -> String? {
      lines.first { $0.hasPrefix(name + ":") }.map { String($0.dropFirst(name.utf8.count + 1)) }
    }
    subject = value("Subject") ?? "?"
    issuer = value("Issuer") ?? "?"
    expires = value("Expire date").flatMap(Self.date)
  }

  /// `May 20 12:00:00 2027 GMT`, as OpenSSL writes it, or `2027-05-20 12:00:00 GMT`, as libcurl does by itself.
  static func date(_ text: String) -> Date? {
    let words = text.split(separator: " ")
    if words.count == 5, words[4] == "GMT" {
      return HTTPDate.parse("-, \(words[1]) \(words[0]) \(words[3]) \(words[2]) GMT")
    }
    guard words.count == 3, words[2] == "GMT" else { return nil }
    return EngineTime.parse("\(words[0])T\(words[1])Z")
  }
}
