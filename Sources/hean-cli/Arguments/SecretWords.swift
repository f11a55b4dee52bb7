import HeanCore

/// Removes secrets that were typed in the wrong place before a command line is shown or recorded.
enum SecretWords {
  static let withheld = "(withheld)"
  private static let marks = [
    "key", "token", "secret", "passw", "passphrase", "pwd", "credential", "bearer", "authoriz", "authenticat",
  ]

  /// Whether an option, a variable or a header with this name holds a secret. Misspelled names count too.
  static func isNamed(_ name: some StringProtocol) -> Bool {
    let name = plain(name)
    // These two hold a file path and the name of a variable, not a secret.
    guard !["apikeyfile", "apikeyenv"].contains(name) else { return false }
    return marks.contains { name.contains($0) } || name == "auth"
      || ["apikey", "password"].contains { Spelling.distance(name, $0) <= 2 }
      || ["token", "secret"].contains { Spelling.distance(name, $0) <= 1 }
  }

  /// A question that is safe to show and record: without what looks like a key, and without what stands behind the name of
  /// a secret. Ids of orders and positions are left where no secret is named.
  static func question(_ text: String) -> String {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let bare = words.map { $0.trimmed(of: "\"'“”‘’()[]<>,.;:!?") }
    let isOfSecrets = bare.contains(where: isBareName)
    return words.indices.map { at in
      let word = bare[at]
      if let (name, separator, value) = assigned(word), !value.isEmpty { return "\(name)\(separator)\(withheld)" }
      if word.contains("://") { return address(words[at]) }
      let isMixed = word.contains(where: \.isNumber) && word.contains(where: \.isLetter)
      let isID = UUID(uuidString: word) != nil || word.contains("_")
      let isKey = isMixed && word.count >= 20 && !isID
      // `my password is …`
      let before = bare[max(0, at - 3)..<at]
      let isTold = isOfSecrets && ["is", "=", ":"].contains(before.last ?? "") && before.contains(where: isBareName)
      return isKey || isTold || isOfSecrets && isMixed && word.count >= 6
        ? words[at].replacing(word, with: withheld) : words[at]
    }.joined(separator: " ")
  }

  /// Splits `NAME=VALUE` or `NAME:VALUE` when NAME is the name of a secret; `nil` for any other word.
  static func assigned(_ word: String) -> (name: Substring, separator: Character, value: Substring)? {
    guard !word.contains("://") else { return nil }
    // In `--header=X-API-Key:SECRET` the name of the secret comes after the first separator.
    var name = word.startIndex
    while let end = word[name...].firstIndex(where: { "=:".contains($0) }) {
      let value = word.index(after: end)
      if isNamed(word[name..<end]) { return (word[..<end], word[end], word[value...]) }
      name = value
    }
    return nil
  }

  /// A command line that is safe to show and record: without the values that follow names of secrets, and without
  /// passwords in URLs.
  static func shown(_ argv: [String]) -> [String] {
    var isValueNext = false
    var isLogin = false
    return argv.map { word in
      let isValue = isValueNext && !word.hasPrefix("--") || isLogin && !word.hasPrefix("-")
      // This applies even when the word itself is withheld, because the secret can still follow it.
      isLogin = isLogin || word == "login"
      isValueNext = false
      if isValue {
        // `Authorization: Bearer SECRET` typed without quotes.
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
      // The value in `--option=VALUE` can itself be of the form `NAME:SECRET`.
      if word.hasPrefix("-"), let equals = word.firstIndex(of: "="),
        let (name, separator, _) = assigned(String(word[word.index(after: equals)...]))
      {
        return "\(word[...equals])\(name)\(separator)\(withheld)"
      }
      isValueNext = word.hasPrefix("-") ? isNamed(word) : isBareName(word)
      return word
    }
  }

  /// A URL without user, password, query and fragment.
  static func bareAddress(_ word: String) -> String {
    var text = word
    if let user = text.firstRange(of: /:\/\/[^\/?#]*@/) {
      text.replaceSubrange(user, with: "://")
    }
    return String(text.prefix { !"?#".contains($0) })
  }

  /// The same, with a mark where something was left out behind it.
  private static func address(_ word: String) -> String {
    guard let end = word.firstIndex(where: { "?#".contains($0) }) else { return bareAddress(word) }
    return "\(bareAddress(word))\(word[end])\(withheld)"
  }

  /// Whether a word without dashes is the name of a secret. Only the end of the word is compared, so that a symbol such
  /// as KEYUSDT is not taken for one.
  private static func isBareName(_ word: String) -> Bool {
    let name = plain(word)
    return ["key", "bearer"].contains(name)
      || ["apikey", "secret", "token", "password"].contains { name.hasSuffix($0) }
  }

  private static func plain(_ name: some StringProtocol) -> String {
    name.lowercased().filter { !"-_.".contains($0) }
  }
}
