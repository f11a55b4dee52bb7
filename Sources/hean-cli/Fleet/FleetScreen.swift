import HeanCore
import Synchronization

/// Several engines on one screen that moves: a row for each, the worst first, and the way into one of them.
struct FleetScreen: Sendable {
  let session: Session
  let board: FleetBoard
  /// Opens the console of one engine, and returns when it is left.
  let open: @Sendable (_ engine: String) async -> Void

  private enum Input: Sendable {
    case keys([PressedKey])
    case tick, resized, closed
  }

  private enum End: Sendable {
    case left(ExitCode)
    case chose(String)
  }

  /// Between two frames that no key makes.
  private static let pace = Duration.milliseconds(500)
  private static let escapeWait: Int32 = 50

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
    let (inputs, input) = AsyncStream<Input>.makeStream(bufferingPolicy: .bufferingNewest(256))
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await board.look() }
      group.addTask { await Self.read(terminal, into: input) }
      group.addTask {
        while !Task.isCancelled {
          input.yield(.tick)
          try await session.context.beat(Self.pace)
        }
      }
      defer { group.cancelAll() }
      var writer = FrameWriter(isSynchronized: true)
      for await one in inputs {
        switch one {
        case .closed: return .left(.interrupted)
        case .tick: break
        case .resized: writer.forget()
        case .keys(let keys): for key in keys { if let end = take(key) { return end } }
        }
        let frame = writer.frame(grid(), cursor: nil)
        if !frame.isEmpty { try terminal.write(frame) }
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
    let first = max(0, min(place - room / 2, rows.count - room))
    let shown = Array(rows[first..<min(rows.count, first + room)])
    var table = Screen()
    table.table(Table(fields: [Self.mark(rows.isEmpty ? nil : rows[place].engine)] + FleetFields.screen, rows: shown))
    for (row, line) in (above + lines(table)).prefix(max(0, grid.rows - 1)).enumerated() {
      grid.write(session.output.inGlyphs(line), row: row, column: 0)
    }
    if grid.rows > 1 {
      let keys = "up and down choose · Enter opens the engine · q leaves · \(rows.count) engines"
      grid.write(
        session.output.palette.paint(session.output.inGlyphs(keys), as: .faint), row: grid.rows - 1, column: 0)
    }
    return grid
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

  /// Reads keys until the task is cancelled or the terminal is gone.
  private static func read(_ terminal: ScreenTerminal, into input: AsyncStream<Input>.Continuation) async {
    var keys = PressedKeys()
    while !Task.isCancelled {
      do {
        switch try await terminal.next(keys.isMidSequence ? escapeWait : nil) {
        case .bytes(let bytes):
          let pressed = bytes.compactMap { keys.take($0) }
          if pressed.contains(.suspend) {
            try await terminal.suspend()
            input.yield(.resized)
          }
          input.yield(.keys(pressed))
        case .quiet: if let key = keys.settle() { input.yield(.keys([key])) }
        case .suspended:
          try await terminal.suspend()
          input.yield(.resized)
        case .resized, .resumed: input.yield(.resized)
        case .closed:
          input.yield(.closed)
          return
        }
      } catch {
        break
      }
    }
    input.yield(.closed)
  }
}
