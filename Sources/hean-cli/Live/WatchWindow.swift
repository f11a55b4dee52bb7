import HeanCore
import Synchronization

/// Where a screen is drawn again and again: the window of a terminal from its top, which keeps the last screen afterwards.
///
/// With a keyboard only what changed is written. Without one, whatever is typed appears in between, so each screen is
/// written whole, and the cursor stands below it.
final class WatchWindow: Sendable {
  private struct State {
    var writer = FrameWriter(isSynchronized: true)
    /// What stands there, without values that flash.
    var shown: CellGrid?
    /// Rows that the screen takes.
    var height = 0
  }

  /// How long a value that changed is shown in reverse.
  private static let flash = Duration.milliseconds(200)

  private let session: Session
  private let terminal: ScreenTerminal?
  private let interval: Duration
  private let state = Mutex(State())
  private let (flashes, flashed) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  /// - Parameters:
  ///   - terminal: gives the keys; `nil` when nobody reads them.
  ///   - interval: between two looks.
  init(_ session: Session, _ terminal: ScreenTerminal?, interval: Duration) {
    self.session = session
    self.terminal = terminal
    self.interval = interval
  }

  var hasKeys: Bool { terminal != nil }

  /// Rows that a screen may take; `nil` for as many as it likes.
  var rows: Int? { session.context.terminalSize().map { max(1, $0.rows - 1) } }

  /// Shows the lines from the top of the window on.
  func show(_ lines: [String]) throws {
    let size = session.context.terminalSize() ?? (session.output.width ?? 80, lines.count + 1)
    var grid = CellGrid(columns: size.columns, rows: size.rows)
    var height = 0
    for line in lines { height += grid.write(wrapping: session.output.inGlyphs(line), row: height) }
    height = min(height, max(0, grid.rows - 1))
    if terminal != nil, grid.rows > 1 { grid.write(footer, row: grid.rows - 1, column: 0) }
    try state.withLock { state in
      let changed = isStill ? [] : state.shown.map { ChangedValues.between($0, grid) } ?? []
      state.shown = grid
      state.height = height
      var marked = grid
      for value in changed { marked.style(row: value.row, columns: value.columns, adding: .reversed) }
      try draw(marked, &state)
      if !changed.isEmpty { flashed.yield() }
    }
  }

  private var isStill: Bool { terminal == nil || session.output.isStill }

  private func draw(_ grid: CellGrid, _ state: inout State) throws {
    // Others write to this terminal as well.
    if terminal == nil || session.context.trace != nil { state.writer.forget() }
    let below = terminal == nil ? (row: state.height, column: 0) : nil
    let frame = state.writer.frame(grid, cursor: below)
    if !frame.isEmpty { try write(frame) }
  }

  private func write(_ text: String) throws {
    if let terminal { try terminal.write(text) } else { try session.context.output.write(text) }
  }

  private var footer: String {
    session.output.palette.paint(
      session.output.inGlyphs("q leaves · Ctrl-Z puts it aside · looks every \(Spans.exact(interval))"), as: .faint)
  }

  /// Ends each flash when its time is over, until the task is cancelled.
  func settle() async throws {
    for await _ in flashes {
      try await session.context.beat(Self.flash)
      try redraw()
    }
  }

  /// Writes the last screen as it is without what flashes.
  /// - Parameter isWhole: because the terminal shows something else by now.
  private func redraw(isWhole: Bool = false) throws {
    try state.withLock { state in
      if isWhole { state.writer.forget() }
      if let shown = state.shown { try draw(shown, &state) }
    }
  }

  /// Reads keys until one of them leaves.
  /// - Parameter resized: called when the window may have another size.
  /// - Throws: what the terminal throws, and `CancellationError`.
  func keys(resized: () async -> Void) async throws -> Output {
    while let terminal {
      switch try await terminal.next(nil) {
      case .bytes(let bytes):
        // A key without a meaning here, or a paste.
        if bytes.first == 0x1B { continue }
        for byte in bytes {
          switch byte {
          case UInt8(ascii: "q"), UInt8(ascii: "Q"): return .ended(.ok)
          case 0x03: return .ended(.interrupted)
          case 0x1A: try await suspend(terminal)
          default: continue
          }
        }
      case .suspended: try await suspend(terminal)
      case .resumed: try redraw(isWhole: true)
      case .resized: await resized()
      case .quiet: continue
      case .closed: return .ended(.interrupted)
      }
    }
    return .ended(.ok)
  }

  private func suspend(_ terminal: ScreenTerminal) async throws {
    try await terminal.suspend()
    try redraw(isWhole: true)
  }

  /// Leaves the screen where it is; what is written next stands below it.
  func end() throws {
    guard terminal != nil else { return }
    try state.withLock { state in
      guard state.shown != nil else { return }
      state.shown = nil
      try write("\u{1B}[\(state.height + 1);1H\u{1B}[J")
    }
  }
}
