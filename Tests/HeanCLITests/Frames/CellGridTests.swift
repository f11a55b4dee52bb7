import Testing

@testable import HeanConsole

struct CellGridTests {
  private func grid(_ lines: String..., columns: Int = 12) -> CellGrid {
    var grid = CellGrid(columns: columns, rows: lines.count)
    for (row, line) in lines.enumerated() { grid.write(line, row: row, column: 0) }
    return grid
  }

  @Test func `painted lines become cells, and are cut at the edge and at their width`() {
    var grid = grid("\u{1B}[1;32mup\u{1B}[0m and down again", "│ ▲ +1.5 – …")
    #expect(grid.text == "up and down\n│ ▲ +1.5 – …")
    grid.write("\u{1B}[31mabcdef", row: 1, column: 2, width: 3)
    grid.write("x", row: 2, column: 0)
    grid.write("x", row: 0, column: 12)
    grid.write("x", row: -1, column: -1)
    #expect(grid.text == "up and down\n│ abc1.5 – …")
    var red = CellStyle()
    red.apply([31])
    #expect(grid.cells[12 + 2].style == red && grid.cells[12 + 5].style == .plain)
  }

  @Test func `control characters and other sequences draw nothing`() {
    #expect(grid("a\u{1B}[2Jb\u{7}c\r\n\td\u{1B}]e\u{9B}f\u{202E}g\u{7F}\u{1B}[31").text == "abcd]efg")
    #expect(grid("\u{1B}[38;2;1mx\u{1B}[38;5mx\u{1B}[;mx\u{1B}").text == "xxx")
  }

  @Test func `wide characters and marks take the columns that they are measured with`() {
    let texts = ["日本語", "e\u{301}x", "👩‍👩‍👧!", "↔\u{FE0F}|", "กำ|", "क्षि", "1\u{FE0F}\u{20E3}", "\u{301}a", "한글", "ﬁ"]
    for text in texts {
      var grid = CellGrid(columns: 12, rows: 1)
      grid.write(text + "¦", row: 0, column: 0)
      let place = grid.cells.firstIndex { $0.glyph == 0xA6 }
      #expect(place == displayWidth(text), "\(text)")
    }
    #expect(grid("日本語", columns: 5).text == "日本", "half of a character is none")
    #expect(grid("ab\u{301}", columns: 2).text == "ab\u{301}", "a mark at the edge")
    var over = grid("日本語")
    over.write("x", row: 0, column: 1)
    over.write("y", row: 0, column: 4)
    #expect(over.text == " x本y")
  }

  @Test func `what is piled upon one character is bounded, and so is a screen`() {
    #expect(grid("a" + String(repeating: "\u{301}", count: 1_000) + "b").text.utf8.count < 100)
    #expect(CellGrid(columns: 65_535, rows: 65_535).cells.count < 1_000_000)
    #expect(CellGrid(columns: -1, rows: 3).text == "\n\n")
  }

  @Test func `cells can be made faint or reversed, a wide one as a whole`() {
    var grid = grid("a日b  ")
    grid.style(row: 0, columns: 2..<5, adding: .reversed)
    grid.style(row: 0, columns: 8..<40, adding: .faint)
    grid.style(row: 7, columns: 0..<1, adding: .faint)
    let reversed = grid.cells.map { $0.style.attributes.contains(.reversed) }
    #expect(reversed == [false, true, true, true, true, false, false, false, false, false, false, false])
    #expect(grid.cells[9] == .blank, "a faint blank is a blank")
  }

  @Test func `grids are the same when they look the same`() {
    #expect(grid("e\u{301}", "o\u{308}") == grid("e\u{301}", "o\u{308}"))
    #expect(grid("e\u{301}") != grid("e\u{300}") && grid("a") != grid("a", columns: 3))
    var other = grid("x\u{301}")
    other.write("e\u{301}\u{1B}[32m ", row: 0, column: 0)
    #expect(other == grid("e\u{301}"))
  }

  @Test func `every style is reached from every other, and in no more than from the start`() {
    let some = [
      [], [1], [2], [1, 7], [32], [1, 31], [38, 5, 208], [38, 2, 1, 22, 255], [48, 5, 3], [44, 4], [95, 107],
      [3, 9, 2],
    ]
    for from in some {
      for to in some {
        var (start, wanted) = (CellStyle(), CellStyle())
        start.apply(from)
        wanted.apply(to)
        let bytes = wanted.sequence(after: start)
        var cells = EmulatedTerminal(columns: 1, rows: 1)
        cells.feed(
          "\u{1B}[\(from.map(String.init).joined(separator: ";"))m" + String(decoding: bytes, as: UTF8.self) + "x")
        #expect(cells.cells[0][0].style == wanted, "\(from) \(to)")
        #expect(bytes.count <= wanted.sequence(after: .plain).count + 3 + 1, "\(from) \(to)")
      }
    }
  }
}
