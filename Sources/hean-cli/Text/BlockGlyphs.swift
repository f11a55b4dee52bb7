/// Bars and areas drawn with characters: blocks in parts of a cell, or in ASCII where the locale is not UTF-8.
struct BlockGlyphs: Sendable, Equatable {
  var isUnicode: Bool

  init(isUnicode: Bool) { self.isUnicode = isUnicode }

  /// Whether the locale is UTF-8, by the first of the variables that is set, as the C library chooses; `nil` when none is.
  static func isUTF8(_ environment: [String: String]) -> Bool? {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let name = locale?.lowercased() else { return nil }
    // Searching a text for a text loads tables of Unicode, which costs time at each start.
    return name.utf8.split(separator: UInt8(ascii: ".")).contains { part in
      part.starts(with: "utf-8".utf8) || part.starts(with: "utf8".utf8)
    }
  }

  /// A bar from the left, at most so many cells wide. What is not 0 is never invisible.
  /// - Parameter share: of the whole width, 0 to 1.
  func bar(_ share: Double, width: Int) -> String {
    guard share > 0, share.isFinite else { return "" }
    let filled = min(share, 1) * Double(width)
    guard isUnicode else { return String(repeating: "#", count: max(1, Int(filled.rounded()))) }
    let eighths = max(1, Int((filled * 8).rounded()))
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return String(repeating: "█", count: eighths / 8) + part
  }

  /// A column of an area that stands on the ground, from the top to the bottom.
  /// - Parameter share: of the whole height, 0 to 1.
  func rising(_ share: Double, height: Int) -> [Character] {
    let steps = isUnicode ? 8 : 1
    let filled = Int((max(0, min(share, 1)) * Double(height * steps)).rounded())
    return (0..<height).map { row in
      let level = filled - (height - 1 - row) * steps
      guard level > 0 else { return " " }
      guard isUnicode else { return "#" }
      return level >= 8 ? "█" : ["▁", "▂", "▃", "▄", "▅", "▆", "▇"][level - 1]
    }
  }

  /// A column of an area that hangs from the top.
  /// - Parameter share: of the whole height, 0 to 1.
  func hanging(_ share: Double, height: Int) -> [Character] {
    let steps = isUnicode ? 2 : 1
    let filled = Int((max(0, min(share, 1)) * Double(height * steps)).rounded(.up))
    return (0..<height).map { row in
      let level = filled - row * steps
      guard level > 0 else { return " " }
      guard isUnicode else { return "#" }
      return level >= 2 ? "█" : "▀"
    }
  }
}
