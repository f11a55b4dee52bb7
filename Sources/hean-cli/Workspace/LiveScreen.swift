import HeanCore

/// What a pane showed last, and whether that is still so.
struct KeptPane: Sendable {
  /// `nil` when nothing was ever seen.
  var content: PaneContent?
  /// Why the latest look has nothing new for it; `nil` when it has.
  var failure: String?
}

/// Draws the console as a grid of cells: header, panes or an overlay, and the last line.
struct LiveScreen {
  var session: Session
  var header: [String]
  var panes: [PaneKind: KeptPane]
  /// Whether the engine has stopped answering, so that everything is of an earlier look.
  var isLost: Bool
  /// After how many seconds without a new answer a pane is dated.
  static let freshness: TimeInterval = 15

  private var palette: Palette { session.output.palette }
  private var isASCII: Bool { !session.output.glyphs.isUnicode }
  private var line: String { isASCII ? "-" : "─" }
  private var bar: String { isASCII ? "|" : "│" }

  /// - Parameter state: learns which rows are on the screen.
  /// - Returns: where the cursor stands, when a line is typed, and whether the whole of its question has room.
  func draw(_ state: inout LiveState) -> (grid: CellGrid, cursor: (row: Int, column: Int)?, isWhole: Bool) {
    var grid = CellGrid(columns: state.columns, rows: state.rows)
    for (row, line) in header.prefix(state.headerRows).enumerated() { put(line, row, on: &grid) }
    let asked = state.prompt.map { question($0, state) } ?? []
    // What is asked about stays in sight above the question.
    let height = max(0, state.bodyRows - (state.overlay == nil ? 0 : asked.count))
    let body = PaneRectangle(row: state.headerRows, column: 0, width: state.columns, height: height)
    if let overlay = state.overlay {
      draw(overlay, in: body, on: &grid)
    } else {
      for (kind, place) in state.layout.placed(in: body) { draw(kind, in: place, on: &grid, &state) }
    }
    let cursor = foot(state, asked, on: &grid)
    return (
      grid, cursor, asked.count < state.bodyRows && state.columns >= Self.least.columns && state.rows >= Self.least.rows
    )
  }

  /// A grid takes no output through which else everything goes that has to be ASCII.
  private func put(_ line: String, _ row: Int, _ column: Int = 0, _ width: Int? = nil, on grid: inout CellGrid) {
    grid.write(session.output.inGlyphs(line), row: row, column: column, width: width)
  }

  private func title(_ text: String, isFocused: Bool, width: Int) -> String {
    let mark = isFocused ? (isASCII ? ">" : "▸") : line
    let head = truncated("\(mark) \(text) ", to: width)
    let rest = String(repeating: line, count: max(0, width - displayWidth(head)))
    return palette.paint(head, isFocused ? .strong : .faint) + palette.paint(rest, .faint)
  }

  private func draw(_ kind: PaneKind, in place: PaneRectangle, on grid: inout CellGrid, _ state: inout LiveState) {
    if place.column > 0 {
      for row in place.row..<place.row + place.height {
        put(palette.paint(bar, .faint), row, place.column - 1, on: &grid)
      }
    }
    let kept = panes[kind]
    let content = kept?.content
    let age = content.map { session.context.now().timeIntervalSince($0.receivedAt) } ?? 0
    let isOld = content != nil && (isLost || kept?.failure != nil || abs(age) > Self.freshness)
    let inner = PaneRectangle(
      row: place.row + 1, column: place.column, width: place.width, height: max(0, place.height - 1))
    var lines =
      kept.map { self.lines(kind, $0, in: inner, &state) }
      ?? [palette.paint("reading …", .faint)]
    var words = [kind.rawValue]
    if let title = content?.title, !title.isEmpty { words.append(title) }
    // The title has the place in a list, so that no row is lost to it.
    if kind.isList, let rows = state.targets[kind], rows.count > inner.height - 1, let place = state.place(in: kind) {
      words.append("\(place + 1)/\(rows.count)")
    }
    if isOld, let content { words.append("\(isASCII ? "-" : "·") as of \(clock(content.receivedAt))") }
    if let text = state.filters[kind] { words.append("/\(text)") }
    let title = title(words.joined(separator: " "), isFocused: state.focused == kind, width: place.width)
    put(title, place.row, place.column, place.width, on: &grid)
    if let failure = kept?.failure {
      let words = sentence(failure, inner.width).prefix(content == nil ? inner.height : 1)
      lines = Array(lines.prefix(max(0, inner.height - words.count))) + words
    }
    for (row, line) in lines.prefix(inner.height).enumerated() {
      put(line, inner.row + row, inner.column, inner.width, on: &grid)
      if isOld {
        grid.style(row: inner.row + row, columns: inner.column..<inner.column + inner.width, adding: .faint)
      }
    }
  }

  private func lines(_ kind: PaneKind, _ kept: KeptPane, in place: PaneRectangle, _ state: inout LiveState) -> [String]
  {
    var view = session.viewpoint
    (view.width, view.hasHeading, view.hasCoarseAges, view.isStill) = (place.width, false, true, true)
    let renderer = session.renderer
    do {
      switch kept.content?.drawing {
      case nil: return []
      case .lines(let draw)?: return draw(view, place, renderer)
      case .report(let make)?:
        var report = try make(view, place)
        report.notes = report.notes.map(view.ages.text(of:))
        report.caveats = report.caveats.map(view.ages.text(of:))
        guard kind.isList else {
          return Pane(width: place.width, height: place.height, tellsNotes: true).lines(report, by: renderer)
        }
        return lines(of: report, kind, kept.content, in: place, renderer, &state)
      }
    } catch {
      return sentence(session.failure(error).message, place.width)
    }
  }

  private func lines(
    of report: Report, _ kind: PaneKind, _ content: PaneContent?, in place: PaneRectangle, _ renderer: ReportRenderer,
    _ state: inout LiveState
  ) -> [String] {
    let targets = content?.targets ?? []
    let isFocused = state.focused == kind
    let known = state.chosen[kind].flatMap { key in targets.firstIndex { $0.key == key } }
    let chosen = isFocused ? known ?? content?.first ?? 0 : nil
    let list = ListPane(
      width: place.width, height: place.height, glyphs: session.output.glyphs, selected: chosen,
      top: state.tops[kind] ?? 0, filter: state.filters[kind] ?? "", tellsPlace: false)
    let drawing = list.drawing(report, by: renderer)
    state.show(
      drawing.listed.compactMap { targets.indices.contains($0) ? targets[$0] : nil }, in: kind,
      selected: drawing.selected.flatMap { targets.indices.contains($0) ? targets[$0].key : nil })
    state.tops[kind] = drawing.top
    return drawing.lines
  }

  private func sentence(_ text: String, _ width: Int, _ style: Style = .warning) -> [String] {
    session.renderer.lines(text, style, width: width)
  }

  private func draw(_ overlay: LiveOverlay, in place: PaneRectangle, on grid: inout CellGrid) {
    let rows = max(0, place.height - 1)
    let more =
      overlay.lines.count > rows
      ? " (\(min(overlay.lines.count, overlay.first(rows: rows) + rows)) of \(overlay.lines.count) lines)" : ""
    let state = overlay.isRunning ? " …" : ""
    put(title(overlay.title + state + more, isFocused: true, width: place.width), place.row, on: &grid)
    for (row, line) in overlay.shown(rows: rows).enumerated() {
      put(line, place.row + 1 + row, on: &grid)
    }
  }

  /// The last line: what is typed, what there is to say, or the most useful keys.
  private func foot(
    _ state: LiveState, _ asked: [String], on grid: inout CellGrid
  ) -> (row: Int, column: Int)? {
    let row = state.rows - 1
    if let prompt = state.prompt {
      for (place, line) in asked.enumerated() where row - asked.count + place >= state.headerRows {
        put(Pane.filled(line, to: state.columns), row - asked.count + place, on: &grid)
      }
      let drawn = prompt.editor.line(prompt: asked.isEmpty ? prompt.question : "> ", columns: state.columns)
      put(palette.paint(drawn.prompt, .strong) + drawn.text, row, on: &grid)
      return (row, min(drawn.cursor, state.columns - 1))
    }
    if let notice = state.notice {
      let lines = sentence(notice.text, state.columns, notice.style).prefix(max(1, state.bodyRows / 2))
      for (place, line) in lines.enumerated() {
        put(Pane.filled(line, to: state.columns), row - lines.count + 1 + place, on: &grid)
      }
      return nil
    }
    put(palette.paint(hints(state), .faint), row, on: &grid)
    return nil
  }

  /// A window in which a plan and its question can be read.
  private static let least = (columns: 30, rows: 8)

  /// A question that is too long to stand before its answer stands above it: what is agreed to must be read to its end. No
  /// amount is in it, and the name to type has to be read.
  private func question(_ prompt: LivePrompt, _ state: LiveState) -> [String] {
    guard displayWidth(prompt.question) > state.columns / 2 else { return [] }
    var open = self
    open.session.output.redaction = nil
    return open.sentence(prompt.question, state.columns, .strong)
  }

  private func hints(_ state: LiveState) -> String {
    let keys = state.keys
    func hint(_ action: KeyAction, _ words: String) -> String { "\(keys.name(of: action)) \(words)" }
    let parts =
      state.overlay != nil
      ? [hint(.back, "back"), "up/down scroll", hint(.copy, "command"), hint(.help, "keys")]
      : [
        hint(.help, "keys"), hint(.quit, "leave"), "1-6 screens",
        state.isReplay
          ? "\(hint(.hold, "hold"))  \(keys.name(of: .lookBack)) \(hint(.lookOn, "look"))"
          : state.lock.isOpen ? hint(.lock, "lock") : hint(.unlock, "unlock"), "tab pane", hint(.open, "more"),
        hint(.command, "command"), hint(.filter, "filter"),
      ]
    var line = ""
    for part in parts where displayWidth(line) + displayWidth(part) + 2 <= state.columns {
      line += (line.isEmpty ? "" : "  ") + part
    }
    return line
  }

  private func clock(_ date: Date) -> String {
    String(session.timestamp(date).split(separator: " ").dropFirst().first ?? "")
  }
}
