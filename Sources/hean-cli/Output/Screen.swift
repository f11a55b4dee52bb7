import Foundation
import HeanCore

/// What a person sees: blocks put together by a command and drawn in one place.
struct Screen: Sendable {
  enum Block: Sendable {
    case banner(Cell, Cell)
    case line(Cell)
    /// A line behind a mark; what flows over stands under the text, not under the mark.
    case item(String, Cell)
    case table(Table)
    /// A single thing, a line for each field.
    case record(Table)
    /// Shown on a terminal only.
    case hint(String)
    case blank
    /// A command to be pasted as it stands: never broken, and nothing added to it.
    case verbatim(String)
    /// Blocks whose making goes through all rows: only who draws them pays for it.
    case later(@Sendable () -> Screen)
  }

  private(set) var blocks: [Block] = []

  mutating func banner(_ word: Cell, _ rest: Cell) { blocks.append(.banner(word, rest)) }
  mutating func line(_ cell: Cell) { blocks.append(.line(cell)) }
  mutating func item(_ mark: String, _ cell: Cell) { blocks.append(.item(mark, cell)) }
  mutating func table(_ table: Table) { blocks.append(.table(table)) }
  mutating func hint(_ text: String) { blocks.append(.hint(text)) }
  mutating func blank() { blocks.append(.blank) }
  mutating func verbatim(_ text: String) { blocks.append(.verbatim(text)) }
  mutating func later(_ make: @escaping @Sendable (inout Screen) -> Void) {
    blocks.append(
      .later {
        var screen = Screen()
        make(&screen)
        return screen
      })
  }

  mutating func record<Row>(_ fields: [Field<Row>], _ row: Row) {
    blocks.append(.record(Table(fields: fields, rows: [row])))
  }

  /// The banner blocks only: what every reduced view keeps.
  var banners: Screen {
    var screen = Screen()
    screen.blocks = blocks.filter { if case .banner = $0 { true } else { false } }
    return screen
  }

  /// The same with commands in its text aimed at this run's engine.
  func aimed(_ aim: Aim) -> Screen {
    var screen = self
    screen.blocks = blocks.map { block in
      switch block {
      case .line(let cell): .line(cell.replacing(aim))
      case .item(let mark, let cell): .item(mark, cell.replacing(aim))
      case .hint(let text): .hint(aim(text))
      case .later(let make): .later { make().aimed(aim) }
      case .banner, .table, .record, .blank, .verbatim: block
      }
    }
    return screen
  }

  mutating func show(_ table: Table, asRecord: Bool) { blocks.append(asRecord ? .record(table) : .table(table)) }

  func render(width: Int?, palette: Palette, zone: TimeZone, hints: Bool) -> String {
    var text = ""
    // What goes into a string cannot fail.
    try? render(width: width, palette: palette, zone: zone, hints: hints) { text += $0 }
    return text
  }

  /// - Parameter emit: called with the lines in order.
  func render(
    width: Int?, palette: Palette, zone: TimeZone, hints: Bool, emit: (String) throws -> Void
  ) throws {
    func add(_ lines: [String]) throws {
      for line in lines { try emit(line + "\n") }
    }
    for block in whole {
      switch block {
      case .banner(let word, let rest):
        let label = " \(word.text(in: zone)) "
        let room = width.map { max(10, $0 - displayWidth(label) - 1) }
        let tail = rest.text(in: zone)
        try add([palette.paint(label, word.style) + " " + (room.map { truncated(tail, to: $0) } ?? tail)])
      case .line(let cell):
        try add(wrap(cell.text(in: zone), width).map { palette.paint($0, cell.style) })
      case .item(let mark, let cell):
        let indent = 3 + displayWidth(mark)
        let text = wrap(cell.text(in: zone), width.map { max(10, $0 - indent) })
        try add(
          text.enumerated().map { index, text in
            let head = index == 0 ? "  \(mark) " : String(repeating: " ", count: indent)
            return palette.paint(head + text, cell.style)
          })
      case .table(let table):
        try TableDrawing(width: width, palette: palette, zone: zone).draw(table) { try add([$0]) }
      case .record(let table):
        try add(record(table, width, palette, zone))
      case .hint(let text):
        if hints { try add(wrap("> " + sanitized(text), width).map { palette.paint($0, .faint) }) }
      case .blank:
        try add([""])
      case .verbatim(let text): try add([sanitized(text)])
      case .later: break
      }
    }
  }

  private var whole: [Block] {
    blocks.flatMap { block -> [Block] in
      guard case .later(let make) = block else { return [block] }
      return make().whole
    }
  }

  private func wrap(_ text: String, _ width: Int?) -> [String] {
    guard let width else { return [text] }
    let indent = text.prefix { $0 == " " }.count
    return HelpRenderer.wrap(text, indent: indent, width: width)
  }

  private func record(_ table: Table, _ width: Int?, _ palette: Palette, _ zone: TimeZone) -> [String] {
    let shown = table.columns.filter { $0.priority > 0 || !$0.title.isEmpty }
    var cells: [Cell] = []
    try? table.forEach { _, cell in cells = shown.map(cell) }
    let drawn = zip(shown, cells).map { column, cell in
      (label: column.title.isEmpty ? column.name : column.title, cell: cell)
    }
    // What is empty says nothing; what is not known says so.
    .filter { $0.cell.text(in: zone) != "" }
    let label = drawn.map { displayWidth($0.label) }.max() ?? 0
    return drawn.flatMap { name, cell -> [String] in
      let room = width.map { max(10, $0 - label - 2) }
      let lines = wrap(cell.text(in: zone), room)
      return lines.enumerated().map { index, text in
        let head = index == 0 ? padded(name, to: label) : String(repeating: " ", count: label)
        return palette.paint(head, .faint) + "  " + palette.paint(text, cell.style)
      }
    }
  }
}
