/// Which names a profile may have. The name is also the name of its key file.
enum ProfileName {
  /// Built in: selects the practice engine.
  static let practice = "practice"

  /// Small letters, digits, `.`, `_`, `-`, up to 64, a letter or digit first.
  static func isValid(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= 64 else { return false }
    let alphanumeric = Set("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
    return alphanumeric.contains(first)
      && name.utf8.allSatisfy { alphanumeric.contains($0) || "._-".utf8.contains($0) }
  }
}
