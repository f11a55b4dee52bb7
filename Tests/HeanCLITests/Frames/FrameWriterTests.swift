import HeanTestSupport
import Testing

@testable import HeanConsole

struct FrameWriterTests {
  private static let pieces = [
    "a", "b", "0", "7", ".", " ", "  ", "      ", "│", "▲", "–", "日", "語", "e\u{301}", "👍", "\u{1B}[0m", "\u{1B}[32m",
    "\u{1B}[1;31m", "\u{1B}[7m", "\u{1B}[38;5;208m", "\u{1B}[48;2;1;2;3m", "\u{1B}[2m", "word", "101.50",
  ]

  private func line(_ random: inout Dice, _ count: Int) -> String {
    (0..<count).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
  }

  /// A screen that is like the one before in most rows.
  private func next(_ grid: CellGrid, _ random: inout Dice) -> CellGrid {
    var grid = grid
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let row = Int.random(in: 0..<grid.rows, using: &random)
      let column = Int.random(in: 0..<grid.columns, using: &random)
      grid.write(line(&random, Int.random(in: 1...6, using: &random)), row: row, column: column)
      if Bool.random(using: &random) {
        grid.write(String(repeating: " ", count: grid.columns), row: row, column: column)
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        grid.style(row: row, columns: column..<column + 3, adding: .reversed)
      }
    }
    return grid
  }

  @Test(arguments: [false, true]) func `a terminal shows each screen exactly`(wrapsAtOnce: Bool) {
    var random = Dice(seed: wrapsAtOnce ? 7 : 11)
    for _ in 0..<120 {
      let columns = Int.random(in: 1...24, using: &random)
      let rows = Int.random(in: 1...6, using: &random)
      var terminal = EmulatedTerminal(columns: columns, rows: rows)
      terminal.wrapsAtOnce = wrapsAtOnce
      // What an earlier program left there.
      terminal.feed("\u{1B}[31mold old old")
      terminal.hasScrolled = false
      var writer = FrameWriter(isSynchronized: Bool.random(using: &random), keepsStyle: Bool.random(using: &random))
      var grid = CellGrid(columns: columns, rows: rows)
      for row in 0..<rows { grid.write(line(&random, 20), row: row, column: 0) }
      for _ in 0..<25 {
        let cursor =
          Int.random(in: 0..<3, using: &random) == 0
          ? (row: rows - 1, column: Int.random(in: 0..<columns, using: &random)) : nil
        let bytes = writer.frame(grid, cursor: cursor)
        terminal.feed(bytes)
        #expect(terminal.shows(grid), "\(terminal.text)\n--\n\(grid.text)\n\(bytes.debugDescription)")
        #expect(!terminal.hasScrolled && terminal.unknown.isEmpty && terminal.isWrapping && !terminal.isSynchronizing)
        #expect(terminal.isCursorShown == (cursor != nil))
        if let cursor { #expect(terminal.cursor == cursor) }
        #expect(writer.frame(grid, cursor: cursor).isEmpty)
        if Int.random(in: 0..<9, using: &random) == 0 { writer.forget() }
        grid = next(grid, &random)
      }
    }
  }

  @Test func `one price that changes costs a dozen bytes`() {
    var writer = FrameWriter(isSynchronized: true, keepsStyle: true)
    var grid = CellGrid(columns: 80, rows: 24)
    for row in 0..<24 { grid.write("row \(row)", row: row, column: 0) }
    grid.write("\u{1B}[32m101.25\u{1B}[0m", row: 11, column: 40)
    _ = writer.frame(grid, cursor: nil)
    grid.write("\u{1B}[32m101.26\u{1B}[0m", row: 11, column: 40)
    #expect(writer.frame(grid, cursor: nil) == "\u{1B}[12;46H\u{1B}[32m6")
    grid.write("\u{1B}[32m101.37\u{1B}[0m", row: 11, column: 40)
    #expect(writer.frame(grid, cursor: nil) == "\u{8}\u{8}37")
  }

  @Test func `cells in between are drawn again where that is shorter, and blanks take no style`() {
    var writer = FrameWriter(isSynchronized: false)
    var grid = CellGrid(columns: 40, rows: 2)
    grid.write("\u{1B}[32ma bc d\u{1B}[0m tail that goes away", row: 0, column: 0)
    _ = writer.frame(grid, cursor: nil)
    grid.write("\u{1B}[32mx bc y" + String(repeating: " ", count: 30), row: 0, column: 0)
    #expect(writer.frame(grid, cursor: nil) == "\u{1B}[H\u{1B}[32mx bc y\u{1B}[K\u{1B}[m")
  }

  @Test func `a line that is wider than the window goes on as one line`() {
    var writer = FrameWriter(isSynchronized: false)
    var grid = CellGrid(columns: 10, rows: 4)
    #expect(grid.write(wrapping: "\u{1B}[32mone two three", row: 0) == 2)
    #expect(grid.write(wrapping: "", row: 2) == 1)
    #expect(grid.write(wrapping: "four", row: 3) == 1)
    #expect(grid.text == "one two th\nree\n\nfour" && grid.goesOn(0) && !grid.goesOn(1))
    let frame = writer.frame(grid, cursor: nil)
    #expect(frame.contains("one two three"), "\(frame.debugDescription)")
    var terminal = EmulatedTerminal(columns: 10, rows: 4)
    terminal.feed(frame)
    #expect(terminal.shows(grid))
    var wide = CellGrid(columns: 5, rows: 3)
    #expect(wide.write(wrapping: "ab語日語", row: 0) == 2 && wide.text == "ab語\n日語\n")
  }

  @Test func `the marks of a frame stand around what is long, and around nothing else`() {
    var writer = FrameWriter(isSynchronized: true)
    var grid = CellGrid(columns: 80, rows: 3)
    for row in 0..<3 { grid.write(String(repeating: "x", count: 70), row: row, column: 0) }
    let first = writer.frame(grid, cursor: nil)
    #expect(first.hasPrefix("\u{1B}[?2026h") && first.hasSuffix("\u{1B}[?2026l"))
    grid.write("y", row: 1, column: 1)
    #expect(!writer.frame(grid, cursor: nil).contains("2026"))
    #expect(writer.frame(grid, cursor: nil).isEmpty)
    writer.forget()
    #expect(writer.frame(grid, cursor: nil).contains(String(repeating: "x", count: 68)))
    #expect(writer.frame(CellGrid(columns: 80, rows: 2), cursor: nil) == "\u{1B}[m\u{1B}[H\u{1B}[J")
  }
}
