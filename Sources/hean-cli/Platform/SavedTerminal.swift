import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The settings that a terminal had before echo was switched off, where a dying process can reach them: in memory that
/// stays where it is, without a lock.
enum SavedTerminal {
  private nonisolated(unsafe) static let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  /// -1: nothing to restore.
  private static let descriptor = Atomic<Int32>(-1)

  /// Makes what is made on first use, which a signal handler must not do.
  static func prepare() {
    _ = unsafe settings
    _ = descriptor.load(ordering: .relaxed)
  }

  /// From here on `restore` sets this terminal back.
  static func keep(_ saved: termios, of terminal: Int32) {
    unsafe settings.initialize(to: saved)
    descriptor.store(terminal, ordering: .sequentiallyConsistent)
  }

  /// It is as it was.
  static func forget(_ terminal: Int32) {
    _ = descriptor.compareExchange(expected: terminal, desired: -1, ordering: .sequentiallyConsistent)
  }

  /// Sets the terminal back, once. Safe in a signal handler.
  static func restore() {
    let terminal = descriptor.exchange(-1, ordering: .sequentiallyConsistent)
    guard terminal >= 0 else { return }
    _ = unsafe tcsetattr(terminal, TCSANOW, settings)
  }
}
