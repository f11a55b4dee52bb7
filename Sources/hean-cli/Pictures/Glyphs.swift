/// Which characters a picture may use.
enum Glyphs: Sendable {
  case unicode, ascii

  /// What a bar has in one half of a character.
  enum Half: Sendable { case none, wick, body }

  /// The character for the two halves of a cell.
  func candle(_ upper: Half, _ lower: Half) -> Unicode.Scalar? {
    guard self == .unicode else {
      return upper == .body || lower == .body ? "#" : upper == .wick || lower == .wick ? "|" : nil
    }
    switch (upper, lower) {
    case (.none, .none): return nil
    case (.body, .body): return "┃"
    case (.body, .none): return "╹"
    case (.none, .body): return "╻"
    case (.wick, .wick): return "│"
    case (.wick, .none): return "╵"
    case (.none, .wick): return "╷"
    case (.wick, .body): return "╽"
    case (.body, .wick): return "╿"
    }
  }

  /// A bar of open, high, low and close: its open to the left, its close to the right.
  func bar(hasOpen: Bool, hasClose: Bool) -> Unicode.Scalar {
    switch (hasOpen, hasClose) {
    case (true, true): self == .unicode ? "┼" : "+"
    case (true, false): self == .unicode ? "┤" : "("
    case (false, true): self == .unicode ? "├" : ")"
    case (false, false): self == .unicode ? "│" : "|"
    }
  }

  /// The column of the bar that was asked for.
  var focus: Unicode.Scalar { self == .unicode ? "┆" : ":" }

  /// Whether a bar rose or fell: the same as its colour.
  func direction(_ change: Double) -> Unicode.Scalar {
    if change == 0 { return "=" }
    return change > 0 ? "+" : "-"
  }

  /// A cell that is filled from below by so many eighths.
  func column(_ eighths: Int) -> Unicode.Scalar? {
    guard eighths > 0 else { return nil }
    guard self == .unicode else { return eighths >= 4 ? "#" : "." }
    return Unicode.Scalar(0x2580 + UInt32(min(8, eighths)))
  }

  /// A label of the price axis, a level across the picture, the price now, a stretch without bars, and the bar that is
  /// being formed.
  var tick: Unicode.Scalar { self == .unicode ? "├" : "+" }
  var level: Unicode.Scalar { self == .unicode ? "╌" : "-" }
  var now: Unicode.Scalar { "." }
  var gap: Unicode.Scalar { self == .unicode ? "┊" : ":" }
  var forming: Unicode.Scalar { self == .unicode ? "╎" : "!" }

  /// The letter of an indicator: in a picture without colour its line is made of it.
  static func letter(_ number: Int) -> Unicode.Scalar { Unicode.Scalar(UInt8(ascii: "a") + UInt8(number % 26)) }

  private static let plain: [Character: String] = [
    "·": "-", "–": "-", "—": "-", "…": "...", "┈": ".", "≥": ">=", "≤": "<=", "×": "x", "−": "-", "≈": "~", "→": "->",
    "█": "#", "▮": "#", "▯": ".", "•": "*", "─": "-", "●": "o", "“": "\"", "”": "\"", "‘": "'", "’": "'",
  ]

  /// Text in ASCII, for output that is to have nothing else. Text that was cut ends with a tilde, which is as wide as the
  /// mark of the cut.
  static func ascii(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var line = ""
    line.reserveCapacity(text.utf8.count)
    var rest = text[...]
    while let mark = rest.popFirst() {
      if mark.isASCII {
        line.append(mark)
      } else if mark == "…", let last = line.last, !last.isWhitespace, !rest.hasPrefix("]"), !rest.hasPrefix(" [") {
        line.append("~")
      } else {
        line += plain[mark] ?? "?"
      }
    }
    return line
  }
}
