/// Text for the logs of other programs: what a terminal would take for an order has no place in them.
enum AuditLogText {
  /// Without control characters, marks of direction and bytes that are no text; lines stay lines.
  static func lines(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 == "\n" || $0 == "\t" || !isHidden($0) }))
  }

  /// The same as one line.
  static func line(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if "\n\r\t\u{2028}\u{2029}".unicodeScalars.contains(scalar) {
        line.append(" ")
      } else if !isHidden(scalar) {
        line.append(scalar)
      }
    }
    return String(line)
  }

  /// The text cut to so many bytes of UTF-8, between two characters.
  static func cut(_ text: String, to bytes: Int) -> String {
    guard text.utf8.count > bytes else { return text }
    var kept = ""
    var used = 3
    for character in text {
      used += character.utf8.count
      guard used <= bytes else { break }
      kept.append(character)
    }
    return kept + "…"
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF,
      0xE0000...0xE007F:
      true
    default: false
    }
  }
}
