import HeanCore

/// Which key stands for what on a screen, as a profile has it: `close=d,quit=Q`.
enum KeyBindings {
  enum Problem: Error, Equatable {
    /// This part is not NAME=KEY.
    case noPair(String)
    case unknownName(String, nearest: String?)
    case nameTwice(String)
    case keyTwice(String, names: [String])
    /// The key has its meaning everywhere.
    case reserved(String)
    case unknownKey(String, nearest: String?)

    var message: String {
      func meant(_ word: String?) -> String { word.map { ". Did you mean '\($0)'?" } ?? "" }
      return switch self {
      case .noPair(let part): "'\(part)' is not NAME=KEY"
      case .unknownName(let name, let nearest): "there is no key named '\(name)'\(meant(nearest))"
      case .nameTwice(let name): "'\(name)' has two keys"
      case .keyTwice(let key, let names): "the key '\(key)' stands for \(names.joined(separator: " and "))"
      case .reserved(let key): "the key '\(key)' cannot get another meaning"
      case .unknownKey(let key, let nearest): "'\(key)' is no key\(meant(nearest))"
      }
    }
  }

  /// - Parameter names: what a key can stand for; `nil` where that is not known yet.
  /// - Returns: name -> key: a character, or one of `KeyName.words`.
  static func parse(_ text: String, names: Set<String>? = nil) throws(Problem) -> [String: String] {
    var keys: [String: String] = [:]
    for part in text.split(separator: ",").map({ String($0).trimmed() }) where !part.isEmpty {
      guard let sign = part.firstIndex(of: "=") else { throw .noPair(part) }
      let name = String(part[..<sign]).trimmed()
      let typed = String(part[part.index(after: sign)...]).trimmed()
      guard !name.isEmpty, !typed.isEmpty else { throw .noPair(part) }
      if let names, !names.contains(name) {
        throw .unknownName(name, nearest: Spelling.nearest(to: name, in: names.sorted()))
      }
      guard keys[name] == nil else { throw .nameTwice(name) }
      keys[name] = try key(typed)
    }
    try checkKeys(keys)
    return keys
  }

  /// - Throws: an error that names where the text is from.
  static func check(_ text: String, of setting: String, from origin: Origin) throws(ConfigurationError) {
    do throws(Problem) {
      _ = try parse(text)
    } catch {
      throw .invalidValue(
        name: setting, origin: origin, problem: "cannot be used: \(error.message)",
        nextStep: "give NAME=KEY,..., such as close=d,quit=Q,help=f1")
    }
  }

  /// All keys, with those that a text gives another place.
  /// - Parameter defaults: every name with its usual key.
  /// - Throws: also when a key that was given stands for something else already.
  static func table(_ text: String, defaults: [String: String]) throws(Problem) -> [String: String] {
    let keys = defaults.merging(try parse(text, names: Set(defaults.keys))) { $1 }
    try checkKeys(keys)
    return keys
  }

  private static func checkKeys(_ keys: [String: String]) throws(Problem) {
    let names = Dictionary(grouping: keys.keys.sorted()) { keys[$0] ?? "" }
    let doubled = names.filter { $0.value.count > 1 }.min { $0.key < $1.key }
    if let doubled { throw .keyTwice(doubled.key, names: doubled.value) }
  }

  private static func key(_ typed: String) throws(Problem) -> String {
    let word = typed.lowercased()
    if KeyName.reserved.contains(word) || word.hasPrefix("ctrl-") { throw .reserved(typed) }
    if KeyName.words.contains(word) { return word }
    // A terminal sends one scalar at a time.
    guard typed.unicodeScalars.count == 1, sanitized(typed) == typed, displayWidth(typed) > 0 else {
      throw .unknownKey(typed, nearest: Spelling.nearest(to: word, in: KeyName.words))
    }
    return typed
  }
}
