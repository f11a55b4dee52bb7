import Foundation

/// Keeps secrets that were typed where they do not belong out of what is shown and written down.
enum SecretWords {
  static let withheld = "(withheld)"
  private static let marks = [
    "key", "token", "secret", "passw", "passphrase", "pwd", "credential", "bearer", "authoriz", "authenticat",
  ]

  /// Whether an option, a variable or a header of this name holds a secret, slips of the finger included.
  static func isNamed(_ name: some StringProtocol) -> Bool {
    let name = plain(name)
    // These hold a path and the name of a variable.
    guard !["apikeyfile", "apikeyenv"].contains(name) else { return false }
    return marks.contains { name.contains($0) } || name == "auth"
      || ["apikey", "password"].contains { Spelling.distance(name, $0) <= 2 }
      || ["token", "secret"].contains { Spelling.distance(name, $0) <= 1 }
  }

  /// `NAME=VALUE` or `NAME:VALUE` by which a secret is given; `nil` for any other word.
  static func assigned(_ word: String) -> (name: Substring, separator: Character, value: Substring)? {
    guard !word.contains("://") else { return nil }
    // `--header=X-API-Key:SECRET` holds its name behind the first mark.
    var name = word.startIndex
    while let end = word[name...].firstIndex(where: { "=:".contains($0) }) {
      let value = word.index(after: end)
      if isNamed(word[name..<end]) { return (word[..<end], word[end], word[value...]) }
      name = value
    }
    return nil
  }

  /// A command line as it may be shown and kept: no value that follows the name of a secret, no password in a URL.
  static func shown(_ argv: [String]) -> [String] {
    var isValueNext = false
    var isLogin = false
    return argv.map { word in
      let isValue = isValueNext && !word.hasPrefix("--") || isLogin && !word.hasPrefix("-")
      // Also of a word that is withheld itself: what it announces still comes.
      isLogin = isLogin || word == "login"
      isValueNext = false
      if isValue {
        // `Authorization: Bearer SECRET`, without quotes.
        isValueNext =
          ["bearer", "basic"].contains(plain(word)) || ["-k", "-K"].contains(word)
          || word.hasPrefix("-") && isNamed(word)
        return withheld
      }
      if let (name, separator, value) = assigned(word) {
        isValueNext = value.isEmpty
        return value.isEmpty ? word : "\(name)\(separator)\(withheld)"
      }
      if word.contains("://") { return address(word) }
      if word.hasPrefix("-k") || word.hasPrefix("-K") {
        isValueNext = word.count == 2
        return word.count == 2 ? word : "\(word.prefix(2))\(withheld)"
      }
      // What an option is given in one word with it can be such a word itself.
      if word.hasPrefix("-"), let equals = word.firstIndex(of: "="),
        let (name, separator, _) = assigned(String(word[word.index(after: equals)...]))
      {
        return "\(word[...equals])\(name)\(separator)\(withheld)"
      }
      isValueNext = word.hasPrefix("-") ? isNamed(word) : isBareName(word)
      return word
    }
  }

  /// Without user, password, query and fragment.
  private static func address(_ word: String) -> String {
    var text = word
    if let user = text.range(of: #"://[^/?#]*@"#, options: .regularExpression) {
      text.replaceSubrange(user, with: "://")
    }
    guard let end = text.firstIndex(where: { "?#".contains($0) }) else { return text }
    return text[..<end] + "\(text[end])\(withheld)"
  }

  /// Without its dashes, a symbol such as KEYUSDT is no name of a secret.
  private static func isBareName(_ word: String) -> Bool {
    let name = plain(word)
    return ["key", "bearer"].contains(name)
      || ["apikey", "secret", "token", "password"].contains { name.hasSuffix($0) }
  }

  private static func plain(_ name: some StringProtocol) -> String {
    name.lowercased().filter { !"-_.".contains($0) }
  }
}
