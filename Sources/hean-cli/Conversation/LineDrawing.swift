extension LineEditing {
  /// Clears the screen; the line is drawn in its first row then.
  static let clearingScreen = "\u{1B}[H\u{1B}[2J"

  /// From this width on, `…` shows where a part of the line is hidden. In less, it would hide too much itself.
  private static let leastMarkedWidth = 8

  /// Draws the prompt and the line over the row of the cursor, in one row, and puts the cursor into its place. A line
  /// that is wider than the row is shown in part, with the cursor in it. The prompt gets half of the row at most.
  ///
  /// Besides the text it has only sequences that every terminal knows: return, erase to the end of the row, cursor to
  /// the right, and line wrapping off and on.
  ///
  /// - Parameters:
  ///   - prompt: drawn without control characters.
  ///   - columns: of the terminal, at least 1.
  func drawing(prompt: String, columns: Int) -> String {
    let line = line(prompt: prompt, columns: columns)
    let right = line.cursor
    // Erased first: erasing at the end of a full row would take its last character. No wrapping, because a terminal may
    // draw a character wider than it is known to be, and what goes into the next row is not drawn over again.
    return "\r\u{1B}[K\u{1B}[?7l\(line.prompt)\(line.text)\u{1B}[?7h\r" + (right > 0 ? "\u{1B}[\(right)C" : "")
  }

  /// The parts of the prompt and of the line that are shown in one row, and the column of the cursor in it.
  /// - Parameter columns: of the row, at least 1.
  func line(prompt: String, columns: Int) -> (prompt: String, text: String, cursor: Int) {
    let columns = max(1, columns)
    // Half of one column is none, and `truncated` does not cut to that.
    let prompt = columns > 1 ? truncated(sanitized(prompt), to: columns / 2) : ""
    let shown = window(max(1, columns - displayWidth(prompt)))
    return (prompt, shown.text, displayWidth(prompt) + shown.cursor)
  }

  /// The part of the line that is shown in this many columns, and the column of the cursor in it.
  private func window(_ width: Int) -> (text: String, cursor: Int) {
    let total = displayWidth(text)
    let cursorColumn = displayWidth(String(text[..<cursor]))
    // The cursor behind the last character needs a column too.
    if total < width { return (text, cursorColumn) }
    // Scrolled by thirds: the cursor is in the middle third, so there is text on both sides of it, and moving does not
    // scroll at every step. At the end of the line the row is filled instead.
    let third = width / 3
    let wanted = third > 0 ? max(0, cursorColumn / third * third - third) : cursorColumn
    let start = min(wanted, total - width + 1)
    let isMarked = width >= Self.leastMarkedWidth
    let marksLeft = isMarked && start > 0
    let marksRight = isMarked && start + width < total
    let visible = start + (marksLeft ? 1 : 0)..<start + width - (marksRight ? 1 : 0)
    let part = Self.cut(text, to: visible)
    return ((marksLeft ? "…" : "") + part + (marksRight ? "…" : ""), cursorColumn - start)
  }

  /// The characters in these columns. Of a wide character that is cut in two, a blank remains.
  private static func cut(_ text: String, to columns: Range<Int>) -> String {
    var part = ""
    var column = 0
    for character in text where column < columns.upperBound {
      let width = displayWidth(String(character))
      let next = column + width
      if column >= columns.lowerBound, next <= columns.upperBound {
        part.append(character)
      } else if next > columns.lowerBound {
        part += String(repeating: " ", count: min(next, columns.upperBound) - max(column, columns.lowerBound))
      }
      column = next
    }
    return part
  }
}
