import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// A list of which one row is selected.
struct ListPaneTests {
  private struct Row: Sendable {
    var name: String
    var note: String
  }

  private static let fields: [Field<Row>] = [
    Field("name", "NAME", "", priority: 100) { $0.name },
    Field("note", "NOTE", "", .wrapping, priority: 90) { $0.note },
    Field("hidden", "", "", priority: 0) { _ in "hidden" },
  ]

  private static func report(_ count: Int, notes: [String] = []) -> Report {
    var report = Report(schema: "hean.test/1", asOf: Console.now)
    let rows = (0..<count).map {
      Row(name: "ROW\($0)", note: $0 % 5 == 3 ? "a note that is long, word by word, and wraps" : "n\($0)")
    }
    report.list(fields, rows, none: "There is none, because nothing was asked.")
    report.notes = notes
    return report
  }

  private static func renderer(isColoured: Bool = false) -> ReportRenderer {
    ReportRenderer(
      format: .table, palette: Palette(isEnabled: isColoured), zone: .utc, isTerminal: true, commands: CommandLines())
  }

  private func pane(_ width: Int, _ height: Int, isASCII: Bool = false) -> ListPane {
    ListPane(width: width, height: height, glyphs: BlockGlyphs(isUnicode: !isASCII))
  }

  private func text(_ drawing: ListPane.Drawing, isASCII: Bool = false) -> String {
    zip(drawing.lines, drawing.rows).map { line, row in
      let line = (isASCII ? Glyphs.ascii(line) : line).replacing(#/ +$/#, with: "")
      return padded(row.map { "\($0)" } ?? "-", to: 3, leading: true) + "| " + line + "\n"
    }.joined()
  }

  @Test func `the selected row is marked and in sight`() throws {
    var whole = ""
    for (width, isASCII) in [(38, false), (80, false), (38, true), (80, true)] {
      for selected in [0, 8, 26] {
        var pane = pane(width, 8, isASCII: isASCII)
        pane.selected = selected
        whole += "=== \(width) columns, row \(selected)\n"
        whole += text(pane.drawing(Self.report(27), by: Self.renderer()), isASCII: isASCII)
      }
    }
    try Expected.compare(whole, with: "live/list.txt")
  }

  @Test func `every row can be brought into sight, and the pane is a rectangle`() {
    for width in [12, 38, 80] {
      for height in 3...12 {
        var pane = pane(width, height)
        var tops: [Int] = []
        for selected in Array(0..<27) + Array((0..<27).reversed()) {
          pane.selected = selected
          let drawing = pane.drawing(Self.report(27, notes: ["a note"]), by: Self.renderer())
          #expect(drawing.lines.count == height && drawing.rows.count == height)
          #expect(drawing.lines.allSatisfy { displayWidth($0) == width }, "\(drawing.lines)")
          #expect(drawing.selected == selected)
          #expect(height < 5 || drawing.rows.contains(selected), "\(width)x\(height) \(selected) \(drawing.rows)")
          let seen = drawing.rows.compactMap(\.self)
          #expect(seen == seen.sorted())
          pane.top = drawing.top
          tops.append(drawing.top)
        }
        #expect(tops.last == 0)
      }
    }
  }

  @Test func `it scrolls no further than the selected row needs`() {
    var pane = pane(80, 8)
    pane.selected = 10
    pane.top = 8
    #expect(pane.drawing(Self.report(27), by: Self.renderer()).top == 8)
    pane.selected = 7
    #expect(pane.drawing(Self.report(27), by: Self.renderer()).top == 7)
  }

  @Test func `a list that has room has no count and leaves no gap`() {
    var pane = pane(80, 8)
    pane.selected = 1
    pane.top = 2
    let drawing = pane.drawing(Self.report(3), by: Self.renderer())
    #expect(drawing.rows == [nil, 0, 1, 2, nil, nil, nil, nil])
    #expect(!drawing.lines.joined().contains(" of "))
  }

  @Test func `the filter leaves rows that hold every word in a cell that is shown`() throws {
    var pane = pane(80, 8)
    (pane.filter, pane.selected) = ("row1 NOTE", 0)
    let drawing = pane.drawing(Self.report(27), by: Self.renderer())
    #expect(drawing.listed == [13, 18] && drawing.selected == 13)
    #expect(drawing.rows == [nil, 13, 18, nil, nil, nil, nil, nil])
    #expect(drawing.lines.contains { $0.hasPrefix("1 of 2, 27 without the filter") }, "\(drawing.lines)")
    pane.filter = "hidden"
    let none = pane.drawing(Self.report(27), by: Self.renderer())
    #expect(none.listed.isEmpty && none.selected == nil && none.rows.allSatisfy { $0 == nil })
    #expect(none.lines[0].hasPrefix("No row contains \"hidden\"."), "\(none.lines)")
    #expect(none.lines[1].hasPrefix("0 of 27"), "\(none.lines)")
  }

  @Test func `a selected row that the filter leaves out gives way to the next`() {
    var pane = pane(80, 20)
    (pane.filter, pane.selected) = ("note", 9)
    #expect(pane.drawing(Self.report(27), by: Self.renderer()).selected == 13)
    pane.selected = 26
    #expect(pane.drawing(Self.report(27), by: Self.renderer()).selected == 23)
    pane.selected = nil
    #expect(pane.drawing(Self.report(27), by: Self.renderer()).selected == nil)
  }

  @Test func `the selected row is painted as a whole`() throws {
    var pane = pane(38, 8)
    pane.selected = 1
    let drawing = pane.drawing(Self.report(3), by: Self.renderer(isColoured: true))
    let strong = try #require(Palette(isEnabled: true).marks(.strong))
    #expect(drawing.lines[2].hasPrefix(strong.begin + "› ROW1"), "\(drawing.lines)")
    #expect(drawing.lines[2].hasSuffix(strong.end) && displayWidth(Palette.unpainted(drawing.lines[2])) == 38)
    #expect(!drawing.lines[1].contains(strong.begin))
  }

  @Test func `an empty list says why it is empty`() {
    let drawing = pane(80, 5).drawing(Self.report(0, notes: ["a note"]), by: Self.renderer())
    #expect(drawing.lines[0].hasPrefix("There is none, because nothing was asked."))
    #expect(drawing.lines[1].hasPrefix("a note"), "\(drawing.lines)")
    #expect(drawing.rows.allSatisfy { $0 == nil } && drawing.lines.count == 5)
  }

  @Test func `notes stand below the rows, two lines at most`() {
    let long = "a note that is far too long for one line of this pane, and for a second line of it as well, and on"
    let one = pane(38, 9).drawing(Self.report(3, notes: [long]), by: Self.renderer())
    #expect(one.lines.filter { $0.contains(where: { $0 != " " }) }.count == 6, "\(one.lines)")
    #expect(one.lines.joined().contains("…"))
    let three = pane(38, 9).drawing(Self.report(3, notes: ["one", "two", "three"]), by: Self.renderer())
    #expect(three.lines.contains { $0.hasPrefix("one ") } && three.lines.contains { $0.hasPrefix("two (+1)") })
  }

  @Test func `what the report's own screen says in its words is told below the rows`() {
    var report = Self.report(3)
    report.caveats = ["the engine does not run"]
    let lines = pane(80, 8).drawing(report, by: Self.renderer()).lines
    #expect(lines.contains { $0.hasPrefix("the engine does not run") }, "\(lines)")
    let screen = Pane(width: 80, height: 8, tellsNotes: true).lines(report, by: Self.renderer())
    #expect(!screen.contains { $0.contains("does not run") }, "a pane shows that screen: \(screen)")
  }

  @Test func `a filter finds no amount that is hidden`() async throws {
    let stage = try await LiveStage("--redact")
    let positions = PositionsView(answer: stage.held.answer, judgement: stage.held.judgement, closes: [])
    let report = positions.report(stage.view(140))
    guard case .list(let table) = report.payload else { return }
    var amount = ""
    try table.forEach { _, cell in
      if let column = table.columns.first(where: { $0.name == "unrealized_pnl" }) {
        amount = cell(column).text(in: .utc)
      }
    }
    var pane = pane(140, 12)
    pane.filter = amount
    #expect(!amount.isEmpty && pane.drawing(report, by: stage.renderer).listed.isEmpty)
  }

  @Test func `a pane has no notes unless it is asked for them`() {
    let report = Self.report(2, notes: ["a note"])
    #expect(!Pane(width: 40).lines(report, by: Self.renderer()).joined().contains("a note"))
    let lines = Pane(width: 40, height: 9, tellsNotes: true).lines(report, by: Self.renderer())
    #expect(lines.count == 9 && lines[3].hasPrefix("a note"), "\(lines)")
  }
}
