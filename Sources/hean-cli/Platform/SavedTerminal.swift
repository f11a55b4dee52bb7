import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The terminal settings from before echo was switched off. They are in memory with a fixed address and without a lock,
/// so that a signal handler can use them.
enum SavedTerminal {
  private nonisolated(unsafe) static let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  /// -1: there is nothing to restore.
  private static let descriptor = Atomic<Int32>(-1)
  /// Where the terminal was told to mark pastes; -1: it was not.
  private static let marked = Atomic<Int32>(-1)
  /// Ends `RawTerminal.markPastes`; a signal handler writes it, too.
  static let markNoPastes: StaticString = "\u{1B}[?2004l"

  /// Initializes what is otherwise initialized on first use, because a signal handler must not do that.
  static func prepare() {
    _ = unsafe settings
    _ = descriptor.load(ordering: .relaxed)
    _ = marked.load(ordering: .relaxed)
    _ = markNoPastes.utf8CodeUnitCount
  }

  /// After this, `restore` sets this terminal back.
  /// - Parameter output: where the terminal is told to mark pastes; `nil` when it is not.
  static func keep(_ saved: termios, of terminal: Int32, markingPastesOn output: Int32? = nil) {
    unsafe settings.initialize(to: saved)
    marked.store(output ?? -1, ordering: .sequentiallyConsistent)
    descriptor.store(terminal, ordering: .sequentiallyConsistent)
  }

  /// The terminal has been set back; `restore` has nothing more to do.
  static func forget(_ terminal: Int32) {
    marked.store(-1, ordering: .sequentiallyConsistent)
    _ = descriptor.compareExchange(expected: terminal, desired: -1, ordering: .sequentiallyConsistent)
  }

  /// Sets the terminal back, at most once. Safe in a signal handler: crashes call it there, signals that end the run
  /// (`InterruptionGuard.signals`) on a thread of their own.
  static func restore() {
    let terminal = descriptor.exchange(-1, ordering: .sequentiallyConsistent)
    guard terminal >= 0 else { return }
    _ = unsafe tcsetattr(terminal, TCSANOW, settings)
    let output = marked.exchange(-1, ordering: .sequentiallyConsistent)
    // A terminal that takes nothing must not keep the process.
    var ready = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    if output >= 0, unsafe poll(&ready, 1, 0) == 1 {
      _ = unsafe write(output, markNoPastes.utf8Start, markNoPastes.utf8CodeUnitCount)
    }
  }
}
