import HeanCore
import Synchronization

/// `hean live` on a terminal: opens what it needs, and gives everything back at the end.
struct LiveRun: Sendable {
  var session: Session
  var commands: LiveCommands
  /// How long it stays unlocked without a key.
  var unlockSpan: Duration
  var keys: KeyMap
  /// Records what the terminal gets; `nil` records nothing.
  var cast: CastWriter?

  func run() async throws -> Output {
    FreedMemory.holdLittle()
    return try await ConsoleEngine.with(session, commands) { engine in
      let session = engine.session
      let code = Mutex(ExitCode.ok)
      try await session.context.input.withScreen { terminal in
        let (inbox, reading) = (engine.inbox, engine.reading)
        let told = try await terminal.ask(session.context.elapsed)
        let typed = told.keys
        let writer = FrameWriter(isSynchronized: told.isSynchronized ?? false, keepsStyle: true)
        let size = session.context.terminalSize() ?? (80, 24)
        let isReplay = session.context.replay != nil
        var state = LiveState(
          keys: keys, name: Confirmation.name(of: session),
          isReadOnly: isReplay || session.settings.isReadOnly.value,
          lock: ConsoleLock(span: unlockSpan), chart: ChartChoice(symbol: LiveRun.firstSymbol),
          columns: max(1, size.columns), rows: max(1, size.rows))
        state.isReplay = isReplay
        reading.want(PaneContents.parts(of: state.layout.kinds, state.chart))
        // A verb that is under way when the operator leaves is waited for; the rest ends at once.
        await withDiscardingTaskGroup { runs in
          var console = LiveConsole(
            session, engine.commands, terminal, inbox, reading, LiveRecord(session: session), state, writer, cast)
          await withDiscardingTaskGroup { feeds in
            feeds.addTask { await reading.read() }
            feeds.addTask { await reading.follow(engine.open) }
            feeds.addTask { await LiveTerminal.read(terminal, session.context, typed: typed, into: inbox) }
            feeds.addTask { await LiveTerminal.tick(session.context, into: inbox) }
            defer { feeds.cancelAll() }
            let end = await console.run(&runs)
            code.withLock { $0 = end }
          }
        }
      }
      return .ended(code.withLock { $0 })
    }
  }

  /// Whose chart is shown before a row was chosen.
  private static let firstSymbol = "BTCUSDT"
}
