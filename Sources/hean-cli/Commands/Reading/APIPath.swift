import HeanCore

/// A path of the engine's interface as somebody typed it, with its query. It stays on the engine: no other host, no way up.
struct APIPath: Sendable, Equatable {
  /// Without its query, percent-encoded as it was typed.
  var path: String
  /// `name=value` joined by `&`, percent-encoded; empty for none.
  var query: String

  /// What is sent: path and query.
  var target: String { query.isEmpty ? path : "\(path)?\(query)" }

  /// - Parameters:
  ///   - word: the path, perhaps with a query.
  ///   - pairs: further `name=value`, as typed.
  init(_ word: String, pairs: [String]) throws(UsageError) {
    func refused(_ problem: String, _ nextStep: Guidance) -> UsageError { .contradiction(problem, nextStep: nextStep) }
    // What is typed can hold a password, so nothing of another address is repeated.
    guard !word.contains("://"), !word.hasPrefix("//"), !word.hasPrefix("\\") else {
      throw refused(
        "only paths of the chosen engine are read, and this is another address",
        "write the path alone, as /api/v1/engine/status; --url or --profile chooses the engine")
    }
    // Nor is a query repeated, in which a key may stand.
    let shown = visible(String(word.prefix { $0 != "?" }))
    guard word.hasPrefix("/") else {
      throw refused("'\(shown)' is no path: it does not begin with /", "write it as /api/v1/engine/status")
    }
    if let odd = word.unicodeScalars.first(where: { !Self.allowed.contains($0) }) {
      throw refused(
        "'\(shown)' holds '\(visible(String(odd)))', which a path cannot have",
        "write it percent-encoded, or give values with --query NAME=VALUE")
    }
    let parts = word.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let decoded = parts[0].percentDecoded, parts.last?.percentDecoded != nil else {
      throw refused("'\(shown)' has a % without two digits of its byte", "write a % itself as %25")
    }
    let steps = decoded.split { $0 == "/" || $0 == "\\" }
    guard !steps.contains("."), !steps.contains("..") else {
      throw refused("'\(shown)' leads out of the engine's interface", "write the path without . and ..")
    }
    path = parts[0]
    var items = parts.count > 1 && !parts[1].isEmpty ? [parts[1]] : []
    for pair in pairs {
      if SecretWords.isNamed(pair.prefix { $0 != "=" }) { throw .secretInPlainSight("--query", index: 0) }
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, !sides[0].isEmpty else {
        throw .invalidValue(
          "--query", pair, index: nil, path: ["api"], expected: "a name and a value, as in limit=5", nearest: nil)
      }
      items.append(sides.map { $0.percentEncoded(keeping: "-._~") }.joined(separator: "="))
    }
    query = items.joined(separator: "&")
  }

  /// What RFC 3986 allows in a path and a query. A fragment is never sent.
  private static let allowed = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/%?".unicodeScalars)
}
