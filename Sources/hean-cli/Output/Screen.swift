import HeanCore

/// What is shown to a person: blocks that a command adds and that `ScreenDrawing` draws.
struct Screen: Sendable {
  enum Block: Sendable {
    case banner(Cell, Cell)
    case line(Cell)
    /// A line with a mark before it; further lines are indented to the text, not to the mark.
    case item(String, Cell)
    case table(Table, Cut?)
    /// A single row, with a line for each field. When packed, two short fields share a line.
    case record(Table, isPacked: Bool)
    /// Next steps, most urgent first; `all` is how many there were before some were cut.
    case steps([ReasonedStep], all: Int)
    /// Text that may contain commands.
    case sentence(Guidance, Style)
    /// The same, with a mark before it.
    case offer(String, Guidance, Style)
    /// Shown only on a terminal.
    case hint(Guidance)
    case blank
    /// Says that a window was too low for what stood here.
    case rest
    /// A command to paste: never broken, and nothing is added to it.
    case verbatim(String)
    /// Lines that are drawn as they are, with times in a zone. What shows no amounts is not redacted.
    case picture(holdsAmounts: Bool, @Sendable (_ palette: Palette, _ zone: Zone) -> [String])
    /// Blocks that need a pass over all rows; they are made only when the screen is drawn.
    case later(@Sendable () -> Screen)
  }

  /// A next step with its reason, which is empty where the lines above tell it.
  struct ReasonedStep: Sendable {
    var step: NextStep
    var reason: String
  }

  /// How a table is shortened in a window that is too short for it.
  struct Cut: Sendable {
    /// What the rows are called, e.g. "positions".
    var rows: String
    /// The command that shows all rows, if there is one.
    var command: Guidance?
    /// Row indices, the most important first; `nil`: rows from the top.
    var order: [Int]?
    /// How many rows are kept while other parts of the screen can still be cut.
    var least = 4
    /// How many rows there were, when some are cut.
    var all: Int?
    /// Whether they are cut because the window is low: then its rows are for the table alone.
    var isForWindow = false
  }

  var blocks: [Block] = []
  /// Whether it is that of all that is open or closed, without a row: what became of the signals tells why.
  var isListEmpty = false

  mutating func banner(_ word: Cell, _ rest: Cell) { blocks.append(.banner(word, rest)) }
  mutating func line(_ cell: Cell) { blocks.append(.line(cell)) }
  mutating func item(_ mark: String, _ cell: Cell) { blocks.append(.item(mark, cell)) }
  mutating func table(_ table: Table, cut: Cut? = nil) { blocks.append(.table(table, cut)) }
  mutating func hint(_ words: Guidance) { blocks.append(.hint(words)) }
  mutating func blank() { blocks.append(.blank) }
  mutating func picture(
    holdsAmounts: Bool, _ lines: @escaping @Sendable (_ palette: Palette, _ zone: Zone) -> [String]
  ) {
    blocks.append(.picture(holdsAmounts: holdsAmounts, lines))
  }
  mutating func verbatim(_ text: String) { blocks.append(.verbatim(text)) }
  /// Adds a blank line, unless the last block is one.
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

  mutating func steps(_ steps: [NextStep]) { self.steps(steps.map { ReasonedStep(step: $0, reason: "") }) }

  mutating func steps(_ steps: [JudgedStep]) {
    self.steps(steps.map { ReasonedStep(step: $0.step, reason: $0.reason) })
  }

  private mutating func steps(_ steps: [ReasonedStep]) {
    guard !steps.isEmpty else { return }
    gap()
    blocks.append(.steps(steps, all: steps.count))
  }

  mutating func sentence(_ words: Guidance, _ style: Style = .plain) { blocks.append(.sentence(words, style)) }
  mutating func offer(_ mark: String, _ words: Guidance, _ style: Style = .plain) {
    blocks.append(.offer(mark, words, style))
  }

  /// Only the banner blocks, which every shortened view keeps.
  var banners: Screen {
    var screen = Screen()
    screen.blocks = blocks.filter { if case .banner = $0 { true } else { false } }
    return screen
  }

  /// The same without what offers to change the engine, because whatever helped at an earlier look may harm now; it ends
  /// with a look.
  var ofEarlierLook: Screen {
    var screen = Screen()
    screen.blocks = whole.filter { block in
      switch block {
      case .hint(let words), .sentence(let words, _), .offer(_, let words, _): !words.offersVerb
      case .steps(let steps, _): !steps.contains { Guidance($0.step).offersVerb }
      default: true
      }
    }
    let hasSteps = screen.blocks.contains { if case .steps = $0 { true } else { false } }
    if !hasSteps { screen.hint("whether it answers now: \(.query(.health))") }
    return screen
  }

  mutating func show(_ table: Table, asRecord: Bool) {
    blocks.append(asRecord ? .record(table, isPacked: false) : .table(table, nil))
  }

  /// All blocks, with those that are made late.
  var whole: [Block] {
    blocks.flatMap { block -> [Block] in
      guard case .later(let make) = block else { return [block] }
      return make().whole
    }
  }

  func render(
    width: Int?, palette: Palette, zone: Zone, hints: Bool, commands: CommandLines = CommandLines(),
    redaction: Redaction? = nil
  ) -> String {
    var text = ""
    var drawing = ScreenDrawing(width: width, palette: palette, zone: zone, hints: hints, commands: commands)
    drawing.redaction = redaction
    // Writing to a string cannot fail.
    try? drawing.draw(self) { text += $0 + "\n" }
    return text
  }
}
