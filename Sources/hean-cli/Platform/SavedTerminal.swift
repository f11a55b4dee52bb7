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
  /// Where the terminal was told what it is used for; -1: it was not.
  private static let output = Atomic<Int32>(-1)
  /// A `TerminalUse`.
  private static let use = Atomic<Int32>(0)

  /// Initializes what is otherwise initialized on first use, because a signal handler must not do that.
  static func prepare() {
    _ = unsafe settings
    _ = descriptor.load(ordering: .relaxed)
    _ = output.load(ordering: .relaxed)
    _ = use.load(ordering: .relaxed)
  }

  /// Whether there is a terminal to restore. Once that is done, nothing more may be drawn on it.
  static var isKept: Bool { descriptor.load(ordering: .sequentiallyConsistent) >= 0 }

  /// After this, `restore` sets this terminal back.
  /// - Parameters:
  ///   - output: where the terminal is told what it is used for; `nil` when it is not.
  ///   - use: tells what has to be taken back there.
  static func keep(_ saved: termios, of terminal: Int32, on output: Int32? = nil, for use: TerminalUse = .keys) {
    unsafe settings.initialize(to: saved)
    self.use.store(use.rawValue, ordering: .sequentiallyConsistent)
    self.output.store(output ?? -1, ordering: .sequentiallyConsistent)
    descriptor.store(terminal, ordering: .sequentiallyConsistent)
  }

  /// The terminal has been set back; `restore` has nothing more to do.
  static func forget(_ terminal: Int32) {
    output.store(-1, ordering: .sequentiallyConsistent)
    _ = descriptor.compareExchange(expected: terminal, desired: -1, ordering: .sequentiallyConsistent)
  }

  /// Sets the terminal back, at most once. Safe in a signal handler: crashes call it there, signals that end the run
  /// (`InterruptionGuard.signals`) on a thread of their own.
  static func restore() {
    let terminal = descriptor.exchange(-1, ordering: .sequentiallyConsistent)
    guard terminal >= 0 else { return }
    let output = output.exchange(-1, ordering: .sequentiallyConsistent)
    // A terminal that takes nothing must not keep the process.
    var ready = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    if output >= 0, unsafe poll(&ready, 1, 0) == 1 {
      // In one piece: between two, another thread could write the rest of a frame.
      let bytes = (TerminalUse(rawValue: use.load(ordering: .sequentiallyConsistent)) ?? .screen).cut
      _ = unsafe write(output, bytes.utf8Start, bytes.utf8CodeUnitCount)
    }
    _ = unsafe tcsetattr(terminal, TCSANOW, settings)
  }
}

/// Sets back a terminal that a killed program left in raw mode, when what it was before is not known.
enum TerminalRestoring {
  /// What a terminal is told.
  static var bytes: StaticString { TerminalUse.everythingBack }

  /// Switches on what a shell expects of a terminal: lines, echo, keys that send signals, line ends.
  /// - Returns: whether it is a terminal and took the settings.
  static func makeSane(_ terminal: Int32) -> Bool {
    var settings = termios()
    guard unsafe tcgetattr(terminal, &settings) == 0 else { return false }
    settings.c_lflag |= tcflag_t(ICANON | ECHO | ECHOE | ECHOK | ISIG | IEXTEN)
    settings.c_iflag |= tcflag_t(IXON | ICRNL)
    settings.c_iflag &= ~tcflag_t(INLCR | IGNCR)
    settings.c_oflag |= tcflag_t(OPOST | ONLCR)
    return unsafe tcsetattr(terminal, TCSANOW, &settings) == 0
  }

  /// Restores the terminal: its settings, and what it shows.
  /// - Returns: whether it is a terminal and took the settings.
  static func restore(input: Int32 = 0, output: Int32 = 1) -> Bool {
    let isSane = makeSane(input)
    try? FileDescriptorWriter(descriptor: output).write("\(bytes)")
    return isSane
  }
}
