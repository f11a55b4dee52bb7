import HeanCore

/// Turns blocks into lines. Without a width nothing is dropped, cut or wrapped: a pipe gets everything.
struct ScreenDrawing {
  var width: Int?
  var palette: Palette
  var zone: Zone
  var hints: Bool
  var commands: CommandLines
  /// The fields that `--fields` accepts here.
  var fields: Set<String> = []
  /// Where the steps are that a window is too low for.
  var rest = "in a higher window"
  /// Hides amounts; `nil` shows them.
  var redaction: Redaction?
  /// Whether figures of tables and records have their digits in groups of three.
  var groupsDigits = false

  /// - Parameter emit: called with each line in order.
  func draw(_ screen: Screen, emit: (String) throws -> Void) throws {
    for block in screen.whole { try draw(grouped(redaction?.block(block) ?? block), emit) }
  }

  private func grouped(_ block: Screen.Block) -> Screen.Block {
    guard groupsDigits else { return block }
    return switch block {
    case .table(let table, let cut): .table(table.grouped, cut)
    case .record(let table, let isPacked): .record(table.grouped, isPacked: isPacked)
    default: block
    }
  }

  private func draw(_ block: Screen.Block, _ emit: (String) throws -> Void) throws {
    switch block {
    case .banner(let word, let rest):
      let label = " \(word.text(in: zone)) "
      let room = width.map { max(10, $0 - displayWidth(label) - 1) }
      let tail = rest.text(in: zone)
      try emit(palette.paint(label, word.style) + " " + (room.map { truncated(tail, to: $0) } ?? tail))
    case .line(let cell):
      for line in wrap(cell, width) { try emit(palette.paint(line, cell.style)) }
    case .item(let mark, let cell): try item(mark, cell, emit)
    case .steps(let steps, let all):
      try emit(palette.paint("NEXT", .faint))
      var number = 0
      for step in steps {
        // Only steps that can be pasted are numbered; a step that begins with a sentence is not.
        if !step.step.beginsWithAdvice { number += 1 }
        try draw(step, step.step.beginsWithAdvice ? "·" : "\(number).", emit)
      }
      if all > steps.count { try emit(palette.paint("  … \(all - steps.count) more \(rest)", .faint)) }
    case .sentence(let words, let style): try draw(words, style, emit)
    case .offer(let mark, let words, let style): try item(mark, words, style, emit)
    case .table(let table, let cut): try draw(table, cut, emit)
    case .record(let table, let isPacked):
      for line in isPacked ? packed(table) : record(table) { try emit(line) }
    case .hint(let words):
      guard hints else { return }
      let lines =
        width.map { Pasteable.steps(commands.pieces(words), indent: 2, width: $0) } ?? ["  " + commands.text(words)]
      for (index, line) in lines.enumerated() {
        try emit(palette.paint(index == 0 ? "> " + line.dropFirst(2) : line, .faint))
      }
    case .blank: try emit("")
    case .rest: try emit(palette.paint("… more \(rest)", .faint))
    case .verbatim(let text): try emit(sanitized(text))
    case .picture(_, let lines): for line in lines(palette, zone) { try emit(line) }
    case .later: break
    }
  }

  /// The reason stands behind a step of one line where there is room, else below it.
  private func draw(_ step: Screen.ReasonedStep, _ mark: String, _ emit: (String) throws -> Void) throws {
    let indent = 3 + displayWidth(mark)
    var lines = steps(commands.pieces(Guidance(step.step)), indent)
    guard !step.reason.isEmpty else { return try marked(mark, lines, .plain, emit) }
    if let width, lines.count == 1, displayWidth(lines[0]) + 2 + displayWidth(step.reason) <= width {
      lines[0] += "  " + palette.paint(step.reason, .faint)
      return try marked(mark, lines, .plain, emit)
    }
    try marked(mark, lines, .plain, emit)
    for line in wrap(Cell(String(repeating: " ", count: indent) + step.reason), width) {
      try emit(palette.paint(line, .faint))
    }
  }

  private func draw(_ words: Guidance, _ style: Style, _ emit: (String) throws -> Void) throws {
    let lines = width.map { Pasteable.wrap(commands.pieces(words), indent: 0, width: $0) } ?? [commands.text(words)]
    for line in lines { try emit(palette.paint(line, style)) }
  }

  private func item(_ mark: String, _ cell: Cell, _ emit: (String) throws -> Void) throws {
    try marked(mark, steps(cell.pieces(in: zone), 3 + displayWidth(mark)), cell.style, emit)
  }

  private func item(_ mark: String, _ words: Guidance, _ style: Style, _ emit: (String) throws -> Void) throws {
    try marked(mark, steps(commands.pieces(words), 3 + displayWidth(mark)), style, emit)
  }

  private func steps(_ pieces: [CommandLines.Piece], _ indent: Int) -> [String] {
    width.map { Pasteable.steps(pieces, indent: indent, width: max(10 + indent, $0)) }
      ?? [String(repeating: " ", count: indent) + pieces.map(\.text).joined()]
  }

  private func marked(_ mark: String, _ lines: [String], _ style: Style, _ emit: (String) throws -> Void) throws {
    for (index, line) in lines.enumerated() {
      try emit(palette.paint(index == 0 ? "  \(mark) " + line.dropFirst(3 + displayWidth(mark)) : line, style))
    }
  }

  private func draw(_ table: Table, _ cut: Screen.Cut?, _ emit: (String) throws -> Void) throws {
    let hidden = try TableDrawing(width: width, palette: palette, zone: zone).draw(table, emit: emit)
    var notes: [Guidance] = []
    if let cut, let all = cut.all {
      let shown: Guidance = "\(table.count) of \(all) \(cut.rows) shown"
      let others: Guidance = cut.isForWindow ? "\(shown), the others \(rest)" : shown
      notes.append(cut.command.map { shown + ": " + $0 } ?? others)
    }
    if let width, !hidden.isEmpty, cut?.isForWindow != true {
      let way = fields.isSuperset(of: hidden) ? "--fields shows them" : "a wider terminal shows them"
      notes.append("hidden at \(width) columns: \(hidden.joined(separator: ", ")); \(way)")
    }
    for note in notes { try draw(note, .faint, emit) }
  }

  private func wrap(_ cell: Cell, _ width: Int?) -> [String] {
    let text = cell.text(in: zone)
    guard let width else { return [text] }
    let indent = text.prefix { $0 == " " }.count
    return Pasteable.wrap(cell.pieces(in: zone), indent: indent, width: width)
  }

  private typealias Entry = (label: String, cell: Cell)

  /// Empty values are left out; unknown values are shown as unknown.
  private func entries(_ table: Table) -> [Entry] {
    let shown = table.columns.filter { $0.priority > 0 || !$0.title.isEmpty }
    var cells: [Cell] = []
    try? table.forEach { _, cell in cells = shown.map(cell) }
    return zip(shown, cells).map { column, cell in
      (label: column.title.isEmpty ? column.name : column.title, cell: cell)
    }
    .filter { $0.cell.text(in: zone) != "" }
  }

  private func record(_ table: Table) -> [String] {
    let entries = entries(table)
    let label = entries.map { displayWidth($0.label) }.max() ?? 0
    return entries.flatMap { lines($0, label, width) }
  }

  private func lines(_ entry: Entry, _ label: Int, _ width: Int?) -> [String] {
    let room = width.map { max(10, $0 - label - 2) }
    return wrap(entry.cell, room).enumerated().map { index, text in
      let head = index == 0 ? padded(entry.label, to: label) : String(repeating: " ", count: label)
      return palette.paint(head, .faint) + "  " + palette.paint(text, entry.cell.style)
    }
  }

  /// Puts two short neighbours on one line; the order stays the same.
  private func packed(_ table: Table) -> [String] {
    guard let width, width >= 72 else { return record(table) }
    let entries = entries(table)
    let label = entries.map { displayWidth($0.label) }.max() ?? 0
    let half = (width - 2) / 2
    func text(_ entry: Entry) -> String { entry.cell.text(in: zone) }
    func isShort(_ entry: Entry) -> Bool { label + 2 + displayWidth(text(entry)) <= half }
    var drawn: [String] = []
    var index = 0
    while index < entries.count {
      let left = entries[index]
      index += 1
      var line = lines(left, label, width)
      if isShort(left), index < entries.count, isShort(entries[index]) {
        let gap = String(repeating: " ", count: half + 2 - label - 2 - displayWidth(text(left)))
        line[0] += gap + lines(entries[index], label, width)[0]
        index += 1
      }
      drawn += line
    }
    return drawn
  }
}
