import Testing

@testable import HeanConsole

/// The row that is drawn.
@Suite struct LineDrawingTests {
  private func row(_ keys: String, columns: Int, prompt: String = "> ") throws -> DrawnRow {
    try #require(DrawnRow(Typist(keys).editing.drawing(prompt: prompt, columns: columns)))
  }

  @Test func `the row is drawn over in one piece, the cursor placed by columns`() {
    let drawing = Typist("why\u{2}").editing.drawing(prompt: "hean> ", columns: 80)
    #expect(drawing == "\r\u{1B}[K\u{1B}[?7lhean> why\u{1B}[?7h\r\u{1B}[8C")
    #expect(LineEditing().drawing(prompt: "", columns: 80) == "\r\u{1B}[K\u{1B}[?7l\u{1B}[?7h\r")
  }

  @Test func `wide characters count two columns, accents none`() throws {
    #expect(try row("한국😀", columns: 80).cursor == 8)
    #expect(try row("한국😀\u{2}", columns: 80).cursor == 6)
    #expect(try row("e\u{301}x", columns: 80).cursor == 4)
  }

  @Test func `a line is shown whole as long as the cursor fits behind it`() throws {
    #expect(try row("1234567", columns: 10).text == "> 1234567")
    #expect(try row("1234567", columns: 10).cursor == 9)
    #expect(try row("12345678", columns: 10).text == "> …345678")
    #expect(try row("12345678", columns: 10).cursor == 9)
    #expect(try row("12345678\u{1}", columns: 10).text == "> 12345678")
  }

  @Test func `a longer line scrolls with the cursor, and marks what is hidden`() throws {
    let line = "abcdefghijklmnopqrstuvwxyz"
    func shown(left: Int) throws -> String {
      let row = try row(line + String(repeating: "\u{2}", count: left), columns: 14)
      // The letter under the cursor is the one it stands on in the line.
      #expect(left == 0 || Array(row.text)[row.cursor] == Array(line)[26 - left], "\(left)")
      return row.text
    }
    #expect(try shown(left: 0) == "> …qrstuvwxyz")
    #expect(try shown(left: 1) == "> …qrstuvwxyz")
    #expect(try shown(left: 12) == "> …jklmnopqrs…")
    #expect(try shown(left: 26) == "> abcdefghijk…")
    for left in 0...26 { _ = try shown(left: left) }
  }

  @Test func `of a wide character that is cut in two a blank remains`() throws {
    let row = try row(String(repeating: "한", count: 10), columns: 12)
    #expect(row.text == "> …한한한한")
    #expect(row.cursor == 11)
    let odd = try self.row("a" + String(repeating: "한", count: 10), columns: 12)
    #expect(odd.text == "> …한한한한")
    let shifted = try self.row(String(repeating: "한", count: 10) + "a", columns: 12)
    #expect(shifted.text == "> … 한한한a")
  }

  @Test func `a prompt gets half of the row at most, and draws nothing but text`() throws {
    #expect(try row("abc", columns: 20, prompt: "a long prompt of hean> ").text == "a long pr…abc")
    #expect(try row("abc", columns: 80, prompt: "\u{1B}[31mred\n> ").text == "[31mred > abc")
  }

  @Test(arguments: [-1, 0, 1, 2, 3])
  func `no terminal is too narrow`(columns: Int) throws {
    for keys in ["", "abc", "abc\u{1}", "한국", "한국\u{2}"] {
      let row = try row(keys, columns: columns)
      #expect(displayWidth(row.text) <= max(1, columns) && row.cursor < max(1, columns), "\(keys)")
    }
  }
}
