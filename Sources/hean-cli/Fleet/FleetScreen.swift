import HeanCore
import Synchronization

/// Several engines on one screen that moves: a row for each, the worst first, and the way into one of them.
struct FleetScreen: Sendable {
  let session: Session
  let board: FleetBoard
  /// Opens the console of one engine, and returns when it is left.
  let open: @Sendable (_ engine: String) async -> Void

  private enum End: Sendable {
    case left(ExitCode)
    case chose(String)
  }

  /// Between two frames that no key makes.
  private static let pace = Duration.milliseconds(500)

  func run() async throws -> Output {
    while true {
      let end = Mutex(End.left(.ok))
      try await session.context.input.withScreen { terminal in
        let way = try await show(terminal)
        end.withLock { $0 = way }
      }
      switch end.withLock({ $0 }) {
      case .left(let code): return .ended(code)
      case .chose(let engine): await open(engine)
      }
    }
  }

  private func show(_ terminal: ScreenTerminal) async throws -> End {
    let inbox = LiveInbox()
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await board.look() }
      group.addTask { await LiveTerminal.read(terminal, session.context, typed: [], into: inbox) }
      group.addTask { await LiveTerminal.tick(session.context, every: Self.pace, into: inbox) }
      defer { group.cancelAll() }
      var writer = FrameWriter(isSynchronized: true)
      while !Task.isCancelled {
        let frame = writer.frame(grid(), cursor: nil)
        if !frame.isEmpty { try terminal.write(frame) }
        for input in await inbox.next() {
          switch input {
          case .closed: return .left(.interrupted)
          case .resized: writer.forget()
          case .keys(let keys, _): for key in keys { if let end = take(key) { return end } }
          case .tick, .picture, .heard, .run: break
          }
        }
      }
      return .left(.ok)
    }
  }

  /// - Returns: how the screen is left; `nil` when it goes on.
  private func take(_ key: PressedKey) -> End? {
    switch key {
    case .character("q"), .character("Q"), .escape: return .left(.ok)
    case .interrupt: return .left(.interrupted)
    case .earlier, .character("k"): board.move(by: -1)
    case .later, .character("j"): board.move(by: 1)
    case .pageUp: board.move(by: -20)
    case .pageDown: board.move(by: 20)
    case .home: board.move(by: -board.names.count)
    case .end: board.move(by: board.names.count)
    case .enter, .right:
      let rows = board.rows()
      if !rows.isEmpty { return .chose(rows[board.selection(in: rows)].engine) }
    default: break
    }
    return nil
  }

  /// The whole screen: what they come to, sums, and as many rows around the chosen one as there is room for.
  private func grid() -> CellGrid {
    let size = session.context.terminalSize() ?? (80, 24)
    var grid = CellGrid(columns: max(1, size.columns), rows: max(1, size.rows))
    let rows = board.rows()
    let place = board.selection(in: rows)
    var head = Screen()
    let waits = board.names.count - rows.count
    head.line(
      Cell(
        "\(session.timestamp(session.context.now()))  \(FleetLook.words(rows))"
          + (waits > 0 ? " \(waits) not asked yet." : ""), rows.allSatisfy { $0.exit == .ok } ? .good : .warning))
    head.sums(FleetSum.all(rows))
    head.blank()
    let above = lines(head)
    // The heading of the table and the line of the keys stand beside the rows.
    let room = max(1, grid.rows - above.count - 2)
    var first = max(0, min(place - room / 2, rows.count - room))
    // What is wrong can stand below its row: the chosen one is on the screen all the same.
    while first < place, lines(of: rows[first...place], rows[place].engine).count > room + 1 { first += 1 }
    let shown = Array(rows[first..<min(rows.count, first + room)])
    let table = lines(of: shown[...], rows.isEmpty ? nil : rows[place].engine)
    for (row, line) in (above + table).prefix(max(0, grid.rows - 1)).enumerated() {
      grid.write(session.output.inGlyphs(line), row: row, column: 0)
    }
    if grid.rows > 1 {
      let keys = "up and down choose · Enter opens the engine · q leaves · \(rows.count) engines"
      grid.write(
        session.output.palette.paint(session.output.inGlyphs(keys), as: .faint), row: grid.rows - 1, column: 0)
    }
    return grid
  }

  private func lines(of rows: ArraySlice<FleetRow>, _ chosen: String?) -> [String] {
    var screen = Screen()
    screen.table(Table(fields: [Self.mark(chosen)] + FleetFields.screen, rows: Array(rows)))
    return lines(screen)
  }

  private func lines(_ screen: Screen) -> [String] {
    session.renderer.draw(screen).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  private static func mark(_ selected: String?) -> Field<FleetRow> {
    Field("chosen", ">", "", priority: 110) {
      $0.engine == selected
    } cell: {
      Cell($0.engine == selected ? ">" : " ", .strong)
    }
  }
}
