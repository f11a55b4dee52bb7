import Dispatch
import HeanNetworking
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A terminal that hands over every key as it is pressed, and shows nothing by itself. Ctrl-C, Ctrl-Z and Ctrl-S are
/// keys, not signals. Pastes are marked (bracketed paste).
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
    /// Nothing came within the time that was given.
    case quiet
    /// The terminal was closed.
    case closed
  }

  private static let markPastes = "\u{1B}[?2004h"

  private let input: Int32
  private let output: Int32
  private let saved: termios
  private let queue = DispatchQueue(label: "hean.raw-terminal")

  /// Runs the body with the terminal in raw mode. The terminal is set back however the body ends; what was typed and not
  /// read stays for whoever reads next.
  ///
  /// The terminal is also set back when `ProcessSignals.die` or a crash ends the process. Therefore the signals that
  /// would kill it otherwise must be watched before (`InterruptionGuard.arm`), and nothing else may use `SavedTerminal`
  /// in the body (`SecretPrompt` does): it keeps one terminal.
  ///
  /// - Parameters:
  ///   - input: the terminal.
  ///   - output: where the terminal is told to mark pastes; the same terminal.
  /// - Throws: `Failure` when the terminal cannot be set up, and what the body throws.
  static func use<Value>(
    input: Int32 = 0, output: Int32 = 1, _ body: (RawTerminal) async throws -> Value
  ) async throws -> Value {
    let terminal = try RawTerminal(input, output)
    defer { terminal.leave() }
    return try await body(terminal)
  }

  private init(_ input: Int32, _ output: Int32) throws(Failure) {
    var saved = termios()
    guard unsafe tcgetattr(input, &saved) == 0 else { throw .noTerminal }
    self.input = input
    self.output = output
    self.saved = saved
    WindowSize.watch()
    var raw = saved
    raw.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
    // Otherwise Ctrl-S would freeze the screen, Enter could be lost, and text that is not ASCII would lose its eighth
    // bit.
    raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP)
    // The output modes stay as they are: a line end still begins a new row at its start.
    unsafe withUnsafeMutableBytes(of: &raw.c_cc) { characters in
      unsafe characters[Int(VMIN)] = 1
      unsafe characters[Int(VTIME)] = 0
    }
    // From here on, everything that ends the process restores the terminal.
    SavedTerminal.keep(saved, of: input, markingPastesOn: output)
    // What was typed ahead is meant for this line, so it is not discarded.
    guard unsafe tcsetattr(input, TCSANOW, &raw) == 0 else {
      let code = errno
      SavedTerminal.forget(input)
      throw .failed(reason: SystemCall.reason(code))
    }
    // If the output is gone, writing the line fails next, and that is reported.
    try? FileDescriptorWriter(descriptor: output).write(Self.markPastes)
  }

  private func leave() {
    var saved = saved
    try? FileDescriptorWriter(descriptor: output).write("\(SavedTerminal.markNoPastes)")
    _ = unsafe tcsetattr(input, TCSANOW, &saved)
    SavedTerminal.forget(input)
  }

  /// What comes next from the terminal. One caller at a time in the whole process.
  ///
  /// - Parameter milliseconds: how long to wait for it; `nil` without limit.
  /// - Throws: `.cancelled` when the task was cancelled, `.failed` when reading fails.
  func next(within milliseconds: Int32? = nil) async throws(Failure) -> Input {
    let wake = WindowSize.wake
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: receive(wake, milliseconds ?? -1)) }
      }
    } onCancel: {
      wake.signal()
    }
    // A cancelled task wakes in the same way as a window.
    if Task.isCancelled, result == .success(.resized) { throw .cancelled }
    return try result.get()
  }

  private func receive(_ wake: WakePipe, _ milliseconds: Int32) -> Result<Input, Failure> {
    switch wake.wait(for: input, milliseconds: milliseconds) {
    case .timedOut: return .success(.quiet)
    case .woken:
      WindowSize.renew()
      return .success(.resized)
    case .readable: break
    }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let (count, code) = SystemCall.retrying {
      unsafe buffer.withUnsafeMutableBytes { unsafe read(input, $0.baseAddress, $0.count) }
    }
    if count > 0 { return .success(.bytes(Array(buffer[..<count]))) }
    // Another program may have left the terminal in non-blocking mode, and have read what was there.
    if count < 0, code == EAGAIN { return .success(.quiet) }
    // Reading from a disconnected terminal gives an error; from a closed one, the end of input.
    return count == 0 || code == EIO ? .success(.closed) : .failure(.failed(reason: SystemCall.reason(code)))
  }
}

/// Ends the wait for a key when the window gets a new size. A change while nobody waits ends the next wait.
///
/// It watches as long as the process lives: libdispatch sets its handler of a signal only once, so a second
/// `SignalWatch`, after the first one has put back the default action, would never hear of it.
private enum WindowSize {
  private static let current = Mutex(WakePipe())
  private static let signals = ProcessSignals.watch([.windowChanged]) { _ in wake.signal() }

  static var wake: WakePipe { current.withLock { $0 } }

  /// Forgets the changes so far: a pipe that was signalled stays so, and the next wait needs another.
  static func renew() { current.withLock { $0 = WakePipe() } }

  static func watch() {
    _ = signals
    renew()
  }
}
