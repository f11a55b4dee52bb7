import HeanCore

/// Takes the API key out of what a server sends, before anything reads it: a proxy or an engine can repeat the request's
/// header in an error, in a redirect or in its log, and from there it would come to screens, documents and the audit log.
struct KeySieve: Sendable {
  /// What stands in its place.
  static let mark = "(API key)"
  /// A shorter key is in too many texts by accident; an engine's keys are far longer.
  private static let shortest = 6

  private let forms: [[UInt8]]

  /// - Parameter key: `nil` when none is sent; then nothing is taken out.
  init(_ key: APIKey?) { self.init(key.map { [$0.secret] } ?? []) }

  /// The same for several texts that nobody may see.
  init(_ secrets: [String]) {
    let texts = secrets.filter { $0.utf8.count >= Self.shortest }.flatMap(Self.spellings)
    // The longest first: what is left of a longer form would show that something was cut.
    forms = Set(texts).sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }.map { Array($0.utf8) }
  }

  private static func spellings(_ secret: String) -> [String] {
    let encoded = Data(secret.utf8).base64EncodedString()
    let escaped = secret.percentEncoded()
    return [
      secret, secret.uppercased(), secret.lowercased(), encoded, encoded.replacing("=", with: ""),
      encoded.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: ""), escaped,
      escaped.lowercased(),
      secret.replacing("/", with: #"\/"#), secret.replacing("\"", with: #"\""#),
    ]
  }

  /// The text without the key, in any of its forms.
  func cleaned(_ text: String) -> String {
    guard holdsKey(Array(text.utf8)[...]) else { return text }
    return String(decoding: cleaned(Array(text.utf8)[...]), as: UTF8.self)
  }

  /// The bytes without the key, in any of its forms.
  func cleaned(_ body: Data) -> Data {
    guard !forms.isEmpty, forms.contains(where: { body.holds($0) }) else { return body }
    return Data(cleaned(Array(body)[...]))
  }

  /// The bytes without the key, in any of its forms.
  func cleaned(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard holdsKey(bytes) else { return bytes }
    var bytes = bytes
    for form in forms { bytes = bytes.replacing(form, with: Array(Self.mark.utf8)) }
    return bytes
  }

  private func holdsKey(_ bytes: ArraySlice<UInt8>) -> Bool {
    forms.contains { form in
      unsafe bytes.withUnsafeBytes { unsafe ByteSearch.holds($0, form) }
    }
  }
}

extension Data {
  fileprivate func holds(_ form: [UInt8]) -> Bool {
    unsafe withUnsafeBytes { unsafe ByteSearch.holds($0, form) }
  }
}
