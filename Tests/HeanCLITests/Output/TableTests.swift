import Foundation
import HeanCore
import Testing

@testable import HeanConsole

struct TableTests {
  private struct Row: Sendable {
    var name: String
    var price: Decimal?
    var note: String
  }

  private let fields: [Field<Row>] = [
    Field("name", "NAME", "n", priority: 100) { $0.name },
    Field("price", "PRICE", "p", .decimal, priority: 50) {
      $0.price
    } cell: {
      Cell.price($0.price)
    },
    Field("note", "NOTE", "x", priority: 10) { $0.note },
  ]

  private func draw(_ rows: [Row], width: Int?) -> String {
    var screen = Screen()
    screen.table(Table(fields: fields, rows: rows))
    return screen.render(width: width, palette: Palette(isEnabled: false), zone: .utc, hints: false)
  }

  private let rows = [
    Row(name: "BTC", price: Decimal(string: "64241.69999999999"), note: "first"),
    Row(name: "DOGE", price: Decimal(string: "0.08"), note: "second, and longer"),
    Row(name: "日本", price: nil, note: "wide"),
  ]

  @Test func `a cell holds a value of any depth`() throws {
    let text = String(repeating: #"{"a":["#, count: 250) + "1" + String(repeating: "]}", count: 250)
    #expect(try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)).plainCell.text(in: .utc) == text)
  }

  @Test func `points stand under each other`() {
    #expect(
      draw(rows, width: 80) == """
        NAME     PRICE  NOTE
        BTC   64241.70  first
        DOGE      0.08  second, and longer
        日本      –     wide

        """)
  }

  @Test func `the least important column goes first`() {
    #expect(
      draw(rows, width: 20) == """
        NAME     PRICE
        BTC   64241.70
        DOGE      0.08
        日本      –
        hidden at 20
        columns: note; a
        wider terminal shows
        them

        """)
  }

  @Test func `text that may wrap stands below its row where it has no room`() {
    let fields = [
      Field<Row>("name", "NAME", "n", priority: 100) { $0.name },
      Field<Row>("note", "NOTE", "x", .wrapping, priority: 10) { $0.note },
      Field<Row>("proof", "PROOF", "y", .wrapping, priority: 20) { $0.note.isEmpty ? "" : "seen " + $0.note },
    ]
    let rows = [
      Row(name: "A", price: nil, note: "a note that is longer than the room that is left for it"),
      Row(name: "B", price: nil, note: ""),
    ]
    var screen = Screen()
    screen.table(Table(fields: fields, rows: rows))
    #expect(
      screen.render(width: 40, palette: Palette(isEnabled: false), zone: .utc, hints: false) == """
        NAME  PROOF
        A     seen a note that is longer than
              the room that is left for it
            note: a note that is longer than the
            room that is left for it
        B

        """)
  }

  @Test func `a pipe gets everything`() { #expect(draw(rows, width: nil).contains("second, and longer")) }

  @Test func `what the server sends cannot move the cursor or turn the reading direction`() {
    let evil = [Row(name: "A\u{1B}[2J\u{07}B\u{202E}C\nD", price: 1, note: "")]
    #expect(draw(evil, width: nil).split(separator: "\n").last?.hasPrefix("A[2JBC D") == true)
  }

  @Test(arguments: [
    ("0", "0.00"), ("1234.5", "1234.50"), ("-0.004", "-0.004"), ("0.000012345", "0.000012"), ("0.005", "0.01"),
  ])
  func `money never shows zero for what is not zero`(value: String, text: String) throws {
    #expect(Figures.money(try #require(Decimal(string: value))) == text)
  }

  @Test(arguments: [
    ("64241.69999999999", "64241.70"), ("0.6", "0.60"), ("3107.53933", "3107.5393"), ("0.00001234", "0.00001234"),
    ("140", "140.00"), ("-3.5", "-3.50"),
  ])
  func `prices keep what matters`(value: String, text: String) throws {
    #expect(Figures.price(try #require(Decimal(string: value))) == text)
  }

  @Test(arguments: [("abc", 3), ("日本", 4), ("e\u{301}", 1), ("👩‍👩‍👧", 2), ("한글", 4), ("ＡＢ", 4), ("", 0)])
  func `display width`(text: String, width: Int) { #expect(displayWidth(text) == width) }
}
