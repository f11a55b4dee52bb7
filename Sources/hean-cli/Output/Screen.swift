import Foundation
import HeanCore

/// What a person sees: blocks put together by a command and drawn in one place.
struct Screen: Sendable {
  enum Block: Sendable {
    case banner(Cell, Cell)
    case line(Cell)
    /// A line behind a mark; what flows over stands under the text, not under the mark.
    case item(String, Cell)
    case table(Table, Cut?)
    /// A single thing, a line for each field; packed, short ones stand two a line.
    case record(Table, isPacked: Bool)
    /// What to do, most urgent first; `all` of them, of which the first may be enough.
    case steps([NextStep], all: Int)
    /// Words that may name commands.
    case sentence(Guidance, Style)
    /// The same behind a mark.
    case offer(String, Guidance, Style)
    /// Shown on a terminal only.
    case hint(Guidance)
    case blank
    /// A command to be pasted as it stands: never broken, and nothing added to it.
    case verbatim(String)
    /// Blocks whose making goes through all rows: only who draws them pays for it.
    case later(@Sendable () -> Screen)
  }

  /// How a table gives way in a window that is too low for it.
  struct Cut: Sendable {
    /// "positions"
    var rows: String
    /// What shows all of them, if anything does.
    var command: Guidance?
    /// Places of rows, the most important first; `nil` is from the top.
    var order: [Int]?
    /// Rows that are kept before anything else goes.
    var least = 4
    /// Rows that there were, when some of them are cut.
    var all: Int?
  }

  var blocks: [Block] = []

  mutating func banner(_ word: Cell, _ rest: Cell) { blocks.append(.banner(word, rest)) }
  mutating func line(_ cell: Cell) { blocks.append(.line(cell)) }
  mutating func item(_ mark: String, _ cell: Cell) { blocks.append(.item(mark, cell)) }
  mutating func table(_ table: Table, cut: Cut? = nil) { blocks.append(.table(table, cut)) }
  mutating func hint(_ words: Guidance) { blocks.append(.hint(words)) }
  mutating func blank() { blocks.append(.blank) }
  mutating func verbatim(_ text: String) { blocks.append(.verbatim(text)) }
  /// A blank line, unless there is one.
  mutating func gap() { if case .blank? = blocks.last {} else { blank() } }
  mutating func later(_ make: @escaping @Sendable (inout Screen) -> Void) {
    blocks.append(
      .later {
        var screen = Screen()
        make(&screen)
        return screen
      })
  }

  mutating func record<Row>(_ fields: [Field<Row>], _ row: Row, isPacked: Bool = false) {
    blocks.append(.record(Table(fields: fields, rows: [row]), isPacked: isPacked))
  }

  mutating func steps(_ steps: [NextStep]) {
    guard !steps.isEmpty else { return }
    gap()
    blocks.append(.steps(steps, all: steps.count))
  }

  mutating func sentence(_ words: Guidance, _ style: Style = .plain) { blocks.append(.sentence(words, style)) }
  mutating func offer(_ mark: String, _ words: Guidance, _ style: Style = .plain) {
    blocks.append(.offer(mark, words, style))
  }

  /// The banner blocks only: what every reduced view keeps.
  var banners: Screen {
    var screen = Screen()
    screen.blocks = blocks.filter { if case .banner = $0 { true } else { false } }
    return screen
  }

  mutating func show(_ table: Table, asRecord: Bool) {
    blocks.append(asRecord ? .record(table, isPacked: false) : .table(table, nil))
  }

  /// With the blocks that are made late.
  var whole: [Block] {
    blocks.flatMap { block -> [Block] in
      guard case .later(let make) = block else { return [block] }
      return make().whole
    }
  }

  func render(width: Int?, palette: Palette, zone: TimeZone, hints: Bool, commands: CommandLines = CommandLines())
    -> String
  {
    var text = ""
    let drawing = ScreenDrawing(width: width, palette: palette, zone: zone, hints: hints, commands: commands)
    // What goes into a string cannot fail.
    try? drawing.draw(self) { text += $0 + "\n" }
    return text
  }
}
