import HeanCore

/// Where the API key is found; never the key itself.
///
/// Order: `--api-key-file`, HEAN_API_KEY, HEAN_API_KEY_FILE, then what the profile names (one of `api_key_file`,
/// `api_key_command`, `api_key_env`), then what `hean login` stored for the profile.
enum APIKeySource: Sendable, Equatable, CustomStringConvertible {
  case environment(variable: String)
  case file(path: String)
  /// A line for `/bin/sh -c` that prints the key.
  case command(String)
  /// Written by `hean login`.
  case stored(path: String)

  var description: String {
    switch self {
    case .environment(let variable): "environment variable \(variable)"
    case .file(let path): "file \(path)"
    case .command: "api_key_command"
    case .stored(let path): "\(CommandLines()(.operation(.login))) (\(path))"
    }
  }
}

/// Checks a key, and cuts it out of the text that a source gave.
enum APIKeyText {
  /// Servers' header limits are too small for longer keys.
  static let limit = 4_096

  /// The key without white space around it. Errors never quote it.
  static func check(_ text: String, source: String) throws(ConfigurationError) -> String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    let key = text.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
    guard !key.isEmpty else { throw .keyUnusable(source: source, problem: "is empty") }
    // A character that is not visible ASCII is not valid in a header, or could start a new one.
    guard key.allSatisfy({ $0.utf8.count == 1 && $0 > " " && $0 <= "~" }) else {
      throw .keyUnusable(source: source, problem: "holds a space, a control character or a letter outside ASCII")
    }
    guard key.count <= limit else { throw .keyUnusable(source: source, problem: "is longer than \(limit) characters") }
    return String(key)
  }

  /// The first line of the text, checked.
  static func firstLine(of text: String, source: String) throws(ConfigurationError) -> String {
    try check(text.prefix { $0 != "\n" && $0 != "\r\n" }.description, source: source)
  }
}
