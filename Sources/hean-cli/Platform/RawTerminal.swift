import Dispatch
import HeanNetworking
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A terminal that hands over every key as it is pressed, and shows nothing by itself. Ctrl-C, Ctrl-Z and Ctrl-S are
/// keys, not signals. What else it is told is in `TerminalUse`.
struct RawTerminal: Sendable {
  enum Failure: Error, Sendable, Equatable {
    /// The descriptor is no terminal.
    case noTerminal
    /// The waiting task was cancelled.
    case cancelled
    /// Any other error, in the system's words.
    case failed(reason: String)
  }

  enum Input: Sendable, Equatable {
    case bytes([UInt8])
    /// The window may have a new size.
    case resized
    /// Somebody asked the program to stop (SIGTSTP): `suspend` does.
    case suspended
    /// The program was stopped and goes on. The terminal is set up again, and may show anything.
    case resumed
    /// Nothing came within the time that was given.
    case quiet
    /// The terminal was closed.
    case closed
  }

  private let input: Int32
  private let output: Int32
  private let use: TerminalUse
  private let saved: termios
  private let raw: termios
  private let queue = DispatchQueue(label: "hean.raw-terminal")
  private let place = Place()

  /// Whether a shell has had the terminal for itself since it was set up.
  private final class Place: Sendable {
    let wasAway = Atomic(false)
  }

  /// How long a terminal that a shell has set up for itself may stay so unnoticed, in milliseconds.
  private static let glance: Int32 = 1_000

  /// Runs the body with the terminal in raw mode. The terminal is set back however the body ends; what was typed and not
  /// read stays for whoever reads next.
  ///
  /// The terminal is also set back when `ProcessSignals.die` or a crash ends the process. Therefore the signals that
  /// would kill it otherwise must be watched before (`InterruptionGuard.arm`), and nothing else may use `SavedTerminal`
  /// in the body (`SecretPrompt` does): it keeps one terminal.
  ///
  /// - Parameters:
  ///   - input: the terminal.
  ///   - output: where the terminal is told what it is used for; the same terminal.
  /// - Throws: `Failure` when the terminal cannot be set up, and what the body throws.
  static func use<Value>(
    input: Int32 = 0, output: Int32 = 1, for use: TerminalUse = .keys, _ body: (RawTerminal) async throws -> Value
  ) async throws -> Value {
    let terminal = try RawTerminal(input, output, use)
    defer { terminal.leave(use.end) }
    return try await body(terminal)
  }

  private init(_ input: Int32, _ output: Int32, _ use: TerminalUse) throws(Failure) {
    var saved = termios()
    guard unsafe tcgetattr(input, &saved) == 0 else { throw .noTerminal }
    self.input = input
    self.output = output
    self.use = use
    self.saved = saved
    TerminalSignals.watch(use)
    var raw = saved
    raw.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
    // Otherwise Ctrl-S would freeze the screen, Enter could be lost, and text that is not ASCII would lose its eighth
    // bit.
    raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP)
    // A screen of its own moves the cursor by itself. Elsewhere a line end still begins a new row at its start.
    if use == .screen { raw.c_oflag &= ~tcflag_t(OPOST) }
    unsafe withUnsafeMutableBytes(of: &raw.c_cc) { characters in
      unsafe characters[Int(VMIN)] = 1
      unsafe characters[Int(VTIME)] = 0
    }
    self.raw = raw
    try enter()
  }

  private func enter() throws(Failure) {
    var raw = raw
    // From here on, everything that ends the process restores the terminal.
    SavedTerminal.keep(saved, of: input, on: output, for: use)
    // What was typed ahead is meant for this program, so it is not discarded.
    let (result, code) = SystemCall.retrying { unsafe tcsetattr(input, TCSANOW, &raw) }
    guard result == 0 else {
      SavedTerminal.forget(input)
      throw .failed(reason: SystemCall.reason(code))
    }
    // If the output is gone, the next thing that is written fails, and that is reported.
    try? FileDescriptorWriter(descriptor: output).write("\(use.begin)")
  }

  private func leave(_ bytes: StaticString) {
    // A signal may have set it back already, and what is shown now is not to be written over.
    guard SavedTerminal.isKept else { return }
    var saved = saved
    try? FileDescriptorWriter(descriptor: output).write("\(bytes)")
    _ = unsafe tcsetattr(input, TCSANOW, &saved)
    SavedTerminal.forget(input)
  }

  /// Stops the program until a shell lets it go on (`fg`). Meanwhile the terminal is as it was. Afterwards it is in raw mode
  /// again, and everything has to be drawn anew.
  /// - Throws: `.failed` when the terminal cannot be set up again.
  func suspend() async throws(Failure) {
    let result = await withCheckedContinuation { continuation in
      queue.async {
        leave(use.cut)
        // A key is meant for the whole job, as `hean ... | tee`; a signal from outside has gone to those it was meant for.
        ProcessSignals.stop(withGroup: !TerminalSignals.takeStopFromOutside())
        continuation.resume(returning: Result { () throws(Failure) in try enter() })
      }
    }
    try result.get()
  }

  /// Whether the keys of the terminal go to this program. A program that was stopped and goes on in the background shares
  /// the window with the shell.
  private var isInFront: Bool { Terminal.isInFront(input) }

  /// Sets the terminal up again when a shell has set it up for itself meanwhile, as bash does when a stopped job is let go on
  /// from outside and then comes to the front: no signal tells that.
  /// - Returns: whether it was needed.
  private func takeBack() throws(Failure) -> Bool {
    guard isInFront else {
      place.wasAway.store(true, ordering: .relaxed)
      return false
    }
    var now = termios()
    let isRaw = unsafe tcgetattr(input, &now) != 0 || now.c_lflag == raw.c_lflag
    guard !isRaw || place.wasAway.load(ordering: .relaxed) else { return false }
    place.wasAway.store(false, ordering: .relaxed)
    try enter()
    return true
  }

  /// Writes to the terminal, unless it was set back or a shell has it.
  func write(_ text: String) throws(FileDescriptorWriter.Failure) {
    guard SavedTerminal.isKept else { return }
    guard isInFront else { return place.wasAway.store(true, ordering: .relaxed) }
    try FileDescriptorWriter(descriptor: output).write(text)
  }

  /// What comes next from the terminal. One caller at a time in the whole process.
  ///
  /// - Parameter milliseconds: how long to wait for it; `nil` without limit.
  /// - Throws: `.cancelled` when the task was cancelled, `.failed` when reading fails.
  func next(within milliseconds: Int32? = nil) async throws(Failure) -> Input {
    let wake = TerminalSignals.wake
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: receive(wake, milliseconds ?? -1)) }
      }
    } onCancel: {
      wake.signal()
    }
    // A cancelled task wakes in the same way as a signal.
    if Task.isCancelled, result == .success(.resized) { throw .cancelled }
    return try result.get()
  }

  private func receive(_ wake: WakePipe, _ milliseconds: Int32) -> Result<Input, Failure> {
    var left = milliseconds
    wait: while true {
      let part = left < 0 ? Self.glance : min(left, Self.glance)
      switch wake.wait(for: input, milliseconds: part) {
      case .woken: return signalled()
      case .readable:
        guard use == .screen, !isInFront else { break wait }
        // What is typed for the shell is left to it: a read would stop this program, or end it.
        place.wasAway.store(true, ordering: .relaxed)
        if wake.wait(for: -1, milliseconds: part) == .woken { return signalled() }
      case .timedOut: break
      }
      do throws(Failure) { if try takeBack() { return .success(.resumed) } } catch { return .failure(error) }
      if left >= 0 {
        left -= part
        if left <= 0 { return .success(.quiet) }
      }
    }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let (count, code) = SystemCall.retrying {
      unsafe buffer.withUnsafeMutableBytes { unsafe read(input, $0.baseAddress, $0.count) }
    }
    do throws(Failure) {
      // A line that was typed while a shell had set the terminal up is no keys: nothing marks a paste in it.
      if count > 0, use == .screen, try takeBack() { return .success(.resumed) }
    } catch {
      return .failure(error)
    }
    if count > 0 { return .success(.bytes(Array(buffer[..<count]))) }
    // Another program may have left the terminal in non-blocking mode, and have read what was there.
    if count < 0, code == EAGAIN { return .success(.quiet) }
    // Reading from a disconnected terminal gives an error; from a closed one, the end of input.
    return count == 0 || code == EIO ? .success(.closed) : .failure(.failed(reason: SystemCall.reason(code)))
  }

  private func signalled() -> Result<Input, Failure> {
    switch TerminalSignals.take() {
    case .suspend: return .success(.suspended)
    case .resume where !isInFront:
      place.wasAway.store(true, ordering: .relaxed)
      return .success(.quiet)
    case .resume:
      var now = termios()
      // Whoever stopped it may have set up the terminal for itself.
      let isRaw = unsafe tcgetattr(input, &now) == 0 && now.c_lflag == raw.c_lflag
      return Result { () throws(Failure) in
        if !isRaw { try enter() }
        return .resumed
      }
    default: return .success(.resized)
    }
  }
}

/// Ends the wait for a key when a signal has something to tell: a window with a new size, a stop, going on. A signal while
/// nobody waits ends the next wait.
///
/// It watches as long as the process lives: libdispatch sets its handler of a signal only once, so a second
/// `SignalWatch`, after the first one has put back the default action, would never hear of it.
private enum TerminalSignals {
  private struct State {
    var pipe = WakePipe()
    var pending: [ProcessSignal] = []
    var isStopFromOutside = false
  }

  private static let state = Mutex(State())
  private static let sizes = ProcessSignals.watch([.windowChanged]) { note($0) }
  private static let stops = ProcessSignals.watch([.suspend, .resume]) { note($0) }

  static var wake: WakePipe { state.withLock { $0.pipe } }

  /// - Parameter use: a line leaves it to the system to stop the program.
  static func watch(_ use: TerminalUse) {
    _ = sizes
    if use != .keys { _ = stops }
    state.withLock { $0 = State() }
  }

  /// The next of the signals that came; `nil` when a task was cancelled. A pipe that was signalled stays so, and the next wait
  /// needs another.
  static func take() -> ProcessSignal? {
    state.withLock { state in
      let first = state.pending.isEmpty ? nil : state.pending.removeFirst()
      if first == .suspend { state.isStopFromOutside = true }
      state.pipe = WakePipe()
      if !state.pending.isEmpty { state.pipe.signal() }
      return first
    }
  }

  /// Whether the stop that was told last came from outside, and nothing has stopped the program since.
  static func takeStopFromOutside() -> Bool {
    state.withLock { state in
      defer { state.isStopFromOutside = false }
      return state.isStopFromOutside
    }
  }

  private static func note(_ signal: ProcessSignal) {
    state.withLock { state in
      if !state.pending.contains(signal) { state.pending.append(signal) }
      state.pipe.signal()
    }
  }
}
