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
  }

  private(set) var blocks: [Block] = []

  mutating func banner(_ word: Cell, _ rest: Cell) { blocks.append(.banner(word, rest)) }
  mutating func line(_ cell: Cell) { blocks.append(.line(cell)) }
  mutating func item(_ mark: String, _ cell: Cell) { blocks.append(.item(mark, cell)) }
  mutating func table(_ table: Table) { blocks.append(.table(table)) }
  mutating func hint(_ text: String) { blocks.append(.hint(text)) }
  mutating func blank() { blocks.append(.blank) }

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
      case .banner, .table, .record, .blank: block
      }
    }
    return screen
  }

  mutating func show(_ table: Table, asRecord: Bool) { blocks.append(asRecord ? .record(table) : .table(table)) }

  func render(width: Int?, palette: Palette, zone: TimeZone, hints: Bool) -> String {
    var lines: [String] = []
    let tables = TableDrawing(width: width, palette: palette, zone: zone)
    for block in blocks {
      switch block {
      case .banner(let word, let rest):
        let label = " \(word.text(in: zone)) "
        let room = width.map { max(10, $0 - displayWidth(label) - 1) }
        let tail = rest.text(in: zone)
        lines.append(palette.paint(label, word.style) + " " + (room.map { truncated(tail, to: $0) } ?? tail))
      case .line(let cell):
        lines += wrap(cell.text(in: zone), width).map { palette.paint($0, cell.style) }
      case .item(let mark, let cell):
        let indent = 3 + displayWidth(mark)
        let text = wrap(cell.text(in: zone), width.map { max(10, $0 - indent) })
        lines += text.enumerated().map { index, text in
          let head = index == 0 ? "  \(mark) " : String(repeating: " ", count: indent)
          return palette.paint(head + text, cell.style)
        }
      case .table(let table):
        lines += tables.lines(table)
      case .record(let table):
        lines += record(table, width, palette, zone)
      case .hint(let text):
        if hints { lines += wrap("> " + sanitized(text), width).map { palette.paint($0, .faint) } }
      case .blank:
        lines.append("")
      }
    }
    return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
  }

  private func wrap(_ text: String, _ width: Int?) -> [String] {
    guard let width else { return [text] }
    let indent = text.prefix { $0 == " " }.count
    return HelpRenderer.wrap(text, indent: indent, width: width)
  }

  private func record(_ table: Table, _ width: Int?, _ palette: Palette, _ zone: TimeZone) -> [String] {
    let shown = table.columns.filter { $0.priority > 0 || !$0.title.isEmpty }
    let drawn = shown.map { column in
      (label: column.title.isEmpty ? column.name : column.title, cell: column.cell(0))
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
