import HeanTestSupport
import Testing

@testable import HeanConsole

/// What holds for any bytes.
@Suite struct LineEditingPropertyTests {
  private static let pieces: [[UInt8]] = [
    "\u{1B}", "\u{1B}[", "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}OH", "\u{1B}OF", "\u{1B}[3~", "\u{1B}b",
    "\u{1B}f", "\u{1B}\u{7F}", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}[1;5C", "\u{1B}]", "\u{1B}[[", "\r", "\n", "한", "é",
    "😀", "\u{301}", "\u{200D}", "\u{FE0F}", "🇩", "🇪", "\u{1100}", "\u{1161}", "\u{202E}", "\u{85}", "\u{9B}",
    "\u{2028}",
    "word ", "a longer piece of text, ", "한국어로 ",
  ].map { Array($0.utf8) }

  /// Everything from keys to noise; in a few cases on a line that is nearly full, which takes long to draw.
  private static func input(_ dice: inout Dice) -> [UInt8] {
    let start = dice.chance(1) ? [UInt8](repeating: 0x78, count: LineEditing.maximumLength - 5) : []
    return start
      + (0..<Int.random(in: 1...25, using: &dice)).flatMap { _ -> [UInt8] in
        switch Int.random(in: 0..<10, using: &dice) {
        case 0..<5: pieces.randomElement(using: &dice) ?? []
        case 5: [UInt8.random(in: 0...0x1F, using: &dice)]
        case 6, 7: [UInt8.random(in: 0x20...0x7F, using: &dice)]
        default: (0..<3).map { _ in UInt8.random(in: 0...0xFF, using: &dice) }
        }
      }
  }

  private static func isHarmless(_ text: String) -> Bool {
    sanitized(text) == text
  }

  @Test func `whatever comes, the cursor is inside the line and the drawing inside the row`() throws {
    for seed in 0..<2_000 {
      var dice = Dice(seed: UInt64(seed))
      var editing = LineEditing(history: ["one", "두 번째 줄", "three of them"])
      var rest = Self.input(&dice)[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...8, using: &dice))
        rest = rest.dropFirst(piece.count)
        editing.append(piece)
        if dice.chance(10) { editing.settle() }
        while let action = editing.next() {
          if case .submit(let line) = action { try #require(Self.isHarmless(line), "seed \(seed)") }
          let text = editing.text
          try #require((text.startIndex...text.endIndex).contains(editing.cursor), "seed \(seed)")
          try #require(String.Index(editing.cursor, within: text) != nil, "seed \(seed): within a character")
          try #require(text.unicodeScalars.count <= LineEditing.maximumLength && Self.isHarmless(text), "seed \(seed)")
          // Drawing takes most of the time of this test.
          guard dice.chance(40) else { continue }
          let columns = Int.random(in: 1...100, using: &dice)
          let drawing = editing.drawing(prompt: dice.chance(50) ? "hean> " : "", columns: columns)
          let row = try #require(DrawnRow(drawing), "seed \(seed): \(drawing.debugDescription)")
          try #require(displayWidth(row.text) <= columns && row.cursor < columns, "seed \(seed), \(columns) columns")
        }
      }
    }
  }

  @Test func `whatever comes, it means the same in one piece and byte by byte`() {
    for seed in 0..<500 {
      var dice = Dice(seed: UInt64(seed))
      let input = Self.input(&dice)
      var whole = Typist(history: ["one", "two"])
      whole.type(bytes: input)
      var single = Typist(history: ["one", "two"])
      for byte in input { single.type(bytes: [byte]) }
      #expect(whole.line == single.line && whole.decisions == single.decisions, "seed \(seed)")
    }
  }

  @Test func `whatever came, ctrl-C twice is the end once a paste is over`() {
    for seed in 0..<500 {
      var dice = Dice(seed: UInt64(seed))
      var typist = Typist()
      typist.type(bytes: Self.input(&dice))
      typist.type("\u{1B}[201~\u{3}\u{3}")
      #expect(typist.decisions.last == .endOfInput, "seed \(seed)")
    }
  }
}
