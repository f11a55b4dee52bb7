import Foundation
import HeanTestSupport
import Testing

@testable import HeanConsole

@Suite struct RawTerminalTests {
  private static let marks = (on: "\u{1B}[?2004h", off: "\u{1B}[?2004l")

  private static func shown(on controller: Int32, _ count: Int) async -> String {
    await Detached.value { PseudoTerminal.waitForOutput(on: controller, byteCount: count) }
  }

  /// The terminal's own end of a pseudo-terminal.
  private static func open(_ terminal: borrowing PseudoTerminal) throws -> FileHandle {
    try #require(FileHandle(forUpdatingAtPath: terminal.path))
  }

  @Test func `keys come as bytes, unseen, and the terminal is set back`() async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.localModes
    let device = try Self.open(terminal)
    let controller = terminal.controller
    let path = device.fileDescriptor
    let input = try await RawTerminal.use(input: path, output: path) { raw in
      let shown = await Self.shown(on: controller, Self.marks.on.utf8.count)
      #expect(shown == Self.marks.on)
      var settings = termios()
      _ = unsafe tcgetattr(path, &settings)
      #expect(settings.c_lflag & tcflag_t(ECHO | ICANON | ISIG | IEXTEN) == 0)
      var bytes: [UInt8] = [0x03, 0x1A, 0x13, 0x0D, 0xC3, 0xA9, 0x1B]
      _ = unsafe write(controller, &bytes, bytes.count)
      return try await raw.next()
    }
    #expect(input == .bytes([0x03, 0x1A, 0x13, 0x0D, 0xC3, 0xA9, 0x1B]))
    #expect(await Self.shown(on: controller, Self.marks.off.utf8.count) == Self.marks.off)
    #expect(terminal.localModes == before)
  }

  @Test func `a wait with a limit ends without a key`() async throws {
    let terminal = try PseudoTerminal()
    let device = try Self.open(terminal)
    let input = try await RawTerminal.use(input: device.fileDescriptor, output: device.fileDescriptor) { raw in
      try await raw.next(within: 1)
    }
    #expect(input == .quiet)
  }

  @Test func `an error in the body sets the terminal back`() async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.localModes
    let device = try Self.open(terminal)
    await #expect(throws: CancellationError.self) {
      try await RawTerminal.use(input: device.fileDescriptor, output: device.fileDescriptor) { _ in
        throw CancellationError()
      }
    }
    #expect(terminal.localModes == before)
  }

  @Test func `a cancelled task gets its terminal back`() async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.localModes
    let device = try Self.open(terminal)
    let number = device.fileDescriptor
    let task = Task {
      try await RawTerminal.use(input: number, output: number) { raw in try await raw.next() }
    }
    _ = await Self.shown(on: terminal.controller, Self.marks.on.utf8.count)
    task.cancel()
    await #expect(throws: RawTerminal.Failure.cancelled) { try await task.value }
    #expect(terminal.localModes == before)
  }

  @Test func `what is no terminal is refused`() async throws {
    let pipe = TestPipe()
    let (input, output) = (pipe.read, pipe.write)
    await #expect(throws: RawTerminal.Failure.noTerminal) {
      try await RawTerminal.use(input: input, output: output) { _ in }
    }
  }

  @Test func `a window that changes its size ends one wait, of each that reads keys`() async {
    // In a process of its own: the signal goes to all of it.
    await #expect(processExitsWith: .exitCode(0)) {
      let terminal = try PseudoTerminal()
      let device = try RawTerminalTests.open(terminal)
      for _ in 0..<2 {
        let seen = try await RawTerminal.use(input: device.fileDescriptor, output: device.fileDescriptor) { raw in
          kill(getpid(), SIGWINCH)
          return [try await raw.next(), try await raw.next(within: 1)]
        }
        guard seen == [.resized, .quiet] else { ProcessSignals.exitNow(1) }
      }
      ProcessSignals.exitNow(0)
    }
  }

  @Test func `a terminal that is closed is told`() async throws {
    var ends: (controller: Int32, device: Int32) = (-1, -1)
    guard unsafe openpty(&ends.controller, &ends.device, nil, nil, nil) == 0 else { return }
    let (controller, device) = ends
    defer { close(device) }
    let input = try await RawTerminal.use(input: device, output: device) { raw in
      close(controller)
      return try await raw.next()
    }
    #expect(input == .closed)
  }

  @Test(arguments: [TerminalUse.drawing, .screen])
  func `a screen begins and ends with what the terminal has to be told`(use: TerminalUse) async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.localModes
    let device = try Self.open(terminal)
    let (controller, number) = (terminal.controller, device.fileDescriptor)
    var shown = EmulatedTerminal(columns: 20, rows: 5)
    shown.feed("$ hean\r\n")
    let begun = try await RawTerminal.use(input: number, output: number, for: use) { raw in
      try raw.write("\u{1B}[1;31mx\u{1B}[?7l")
      return await Self.shown(on: controller, "\(use.begin)".utf8.count + 13)
    }
    shown.feed(begun)
    #expect(!shown.isCursorShown && !shown.isWrapping && shown.isAlternate == (use == .screen))
    shown.feed(await Self.shown(on: controller, "\(use.end)".utf8.count))
    #expect(shown.isCursorShown && shown.isWrapping && !shown.isAlternate && shown.unknown.isEmpty)
    shown.feed("y")
    #expect(shown.cells.joined().contains { $0.symbol == "y" && $0.style == .plain })
    #expect(terminal.localModes == before)
  }

  @Test func `a terminal that a killed program left raw becomes sane by hand`() async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.localModes
    let device = try Self.open(terminal)
    var settings = termios()
    _ = unsafe tcgetattr(device.fileDescriptor, &settings)
    unsafe cfmakeraw(&settings)
    _ = unsafe tcsetattr(device.fileDescriptor, TCSANOW, &settings)
    #expect(TerminalRestoring.restore(input: device.fileDescriptor, output: device.fileDescriptor))
    let bytes = "\(TerminalRestoring.bytes)"
    #expect(await Self.shown(on: terminal.controller, bytes.utf8.count) == bytes)
    #expect(terminal.localModes == before)
    let pipe = TestPipe()
    #expect(!TerminalRestoring.makeSane(pipe.read))
  }

  @Test func `a stop and going on are told to a screen, and not to a line`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let terminal = try PseudoTerminal()
      let device = try RawTerminalTests.open(terminal)
      let number = device.fileDescriptor
      let seen = try await RawTerminal.use(input: number, output: number, for: .screen) { raw in
        kill(getpid(), SIGTSTP)
        let first = try await raw.next()
        kill(getpid(), SIGCONT)
        return [first, try await raw.next(), try await raw.next(within: 1)]
      }
      guard seen == [.suspended, .resumed, .quiet] else { ProcessSignals.exitNow(1) }
      ProcessSignals.exitNow(0)
    }
  }

  @Test func `after a signal has set the terminal back nothing is drawn`() async throws {
    let terminal = try PseudoTerminal()
    let device = try Self.open(terminal)
    let (controller, number) = (terminal.controller, device.fileDescriptor)
    await #expect(processExitsWith: .exitCode(0)) { [path = terminal.path as String] in
      SavedTerminal.prepare()
      let device = try #require(FileHandle(forUpdatingAtPath: path))
      try await RawTerminal.use(input: device.fileDescriptor, output: device.fileDescriptor, for: .screen) { raw in
        SavedTerminal.restore()
        try raw.write("a late frame")
      }
      ProcessSignals.exitNow(0)
    }
    let all = "\(TerminalUse.screen.begin)\(TerminalUse.screen.cut)"
    #expect(await Self.shown(on: controller, all.utf8.count) == all)
    withExtendedLifetime(number) {}
  }

  @Test func `a signal that ends the process sets the terminal back`() async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.localModes
    await #expect(processExitsWith: .signal(SIGTERM)) { [path = terminal.path as String] in
      SavedTerminal.prepare()
      let device = try #require(FileHandle(forUpdatingAtPath: path))
      try await RawTerminal.use(input: device.fileDescriptor, output: device.fileDescriptor) { _ in
        var settings = termios()
        _ = unsafe tcgetattr(device.fileDescriptor, &settings)
        guard settings.c_lflag & tcflag_t(ECHO) == 0 else { ProcessSignals.exitNow(1) }
        ProcessSignals.die(of: .terminate)
      }
    }
    #expect(terminal.localModes == before)
  }
}
