/// Makes untrusted text safe to draw: no control characters, no escape sequences, nothing that changes the direction of
/// text.
func sanitized(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
  var clean = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: clean.append(" ")
    case 0x00...0x1F, 0x7F...0x9F: continue
    // Bidirectional marks, embeddings, overrides, isolates; invisible separators; the byte-order mark; tag characters.
    case 0x061C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF, 0xE0000...0xE007F: continue
    default: clean.append(scalar)
    }
  }
  return String(clean)
}

/// The same for each line by itself, so that the lines stay.
func sanitizedLines(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { sanitized(String($0)) }.joined(separator: "\n")
}

/// A word that somebody typed, with what cannot be seen in it written out: `\r`, `\t`, `\x1b`, `\u{200b}`.
func visible(_ typed: String) -> String {
  if typed.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return typed }
  var shown = ""
  for scalar in typed.unicodeScalars {
    switch scalar {
    case "\t": shown += "\\t"
    case "\n": shown += "\\n"
    case "\r": shown += "\\r"
    case _ where scalar.value < 0x20 || scalar.value == 0x7F:
      shown += "\\x" + String(scalar.value + 0x100, radix: 16).dropFirst()
    case _ where sanitized(String(scalar)) != String(scalar): shown += "\\u{\(String(scalar.value, radix: 16))}"
    default: shown.unicodeScalars.append(scalar)
    }
  }
  return shown
}

/// The number of columns that a text takes on a terminal.
func displayWidth(_ text: String) -> Int {
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
  return text.reduce(0) { $0 + columns(of: $1) }
}

/// The same of text in UTF-8.
func displayWidth(_ text: ArraySlice<UInt8>) -> Int {
  if text.allSatisfy({ $0 < 0x80 }) { return text.count }
  // Most cells that are not ASCII are the dash of an unknown value.
  return text.elementsEqual("–".utf8) ? 1 : displayWidth(String(decoding: text, as: UTF8.self))
}

private func columns(of character: Character) -> Int {
  guard let first = character.unicodeScalars.first else { return 0 }
  if first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
  // The parts of a Hangul syllable are drawn in the cells of the first.
  if (0x1100...0x11FF).contains(first.value) || (0xA960...0xA97F).contains(first.value) { return 2 }
  // Swift joins letters that a terminal draws in cells of their own, as in Thai and Devanagari.
  return character.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
}

private func columns(of scalar: Unicode.Scalar) -> Int {
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format: return 0
  default: break
  }
  // East Asian Wide and Fullwidth blocks (Unicode Standard Annex 11); ambiguous characters take one column.
  switch scalar.value {
  case 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
    return 2
  default:
    return 1
  }
}

/// The text cut to at most this many columns, with an ellipsis in the last one.
func truncated(_ text: String, to width: Int) -> String {
  guard displayWidth(text) > width, width > 0 else { return text }
  var kept = ""
  var used = 0
  for character in text {
    let next = columns(of: character)
    if used + next > width - 1 { break }
    kept.append(character)
    used += next
  }
  return kept + "…"
}

func padded(_ text: String, to width: Int, leading: Bool = false) -> String {
  let missing = width - displayWidth(text)
  guard missing > 0 else { return text }
  let blanks = String(repeating: " ", count: missing)
  return leading ? blanks + text : text + blanks
}
