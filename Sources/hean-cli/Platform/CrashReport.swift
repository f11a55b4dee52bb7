import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Writes one line to standard error when a defect ends the process: if a request was being sent, the operator must
/// know that its outcome is unknown. The process then ends by the same signal, with the terminal restored. A stack
/// overflow is reported only on the thread that called `install`; on other threads the process ends without a line.
enum CrashReport {
  private static let signals: [(Int32, StaticString)] = [
    (SIGSEGV, "SIGSEGV"), (SIGILL, "SIGILL"), (SIGTRAP, "SIGTRAP"), (SIGABRT, "SIGABRT"), (SIGBUS, "SIGBUS"),
    (SIGFPE, "SIGFPE"),
  ]

  /// A separate stack for the handler, for the calling thread: after a stack overflow the normal stack has no space for
  /// it.
  private static let alternateStackBytes = 65_536

  static func install() {
    SavedTerminal.prepare()
    let entries = UnsafeMutablePointer<CrashEntry>.allocate(capacity: signals.count)
    for (index, (number, name)) in signals.enumerated() {
      unsafe (entries + index).initialize(to: CrashEntry(number: number, name: name, earlier: sigaction()))
    }
    unsafe crashEntries = unsafe UnsafeMutableBufferPointer(start: entries, count: signals.count)
    // Anything that is initialized on first use must be initialized here, because a signal handler must not do it.
    unsafe writeCrashLine(signals[0].1, to: -1)
    useAlternateStack()
    var action = sigaction()
    unsafe action.disposition = handleCrash
    action.sa_flags = SA_SIGINFO | SA_ONSTACK
    for (index, (number, _)) in signals.enumerated() {
      _ = unsafe sigaction(number, &action, &entries[index].earlier)
    }
  }

  private static func useAlternateStack() {
    var current = unsafe stack_t()
    // The runtime's own backtraces use a stack for handlers already.
    guard unsafe sigaltstack(nil, &current) == 0, unsafe current.ss_flags & Int32(SS_DISABLE) != 0 else { return }
    var stack = unsafe stack_t()
    unsafe stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: alternateStackBytes, alignment: 16)
    unsafe stack.ss_size = alternateStackBytes
    _ = unsafe sigaltstack(&stack, nil)
  }
}

@unsafe private struct CrashEntry {
  var number: Int32
  var name: StaticString
  /// The action that was set before: that of the Swift runtime when backtraces are on (`SWIFT_BACKTRACE`), else the
  /// default.
  var earlier: sigaction
}

private nonisolated(unsafe) var crashEntries = unsafe UnsafeMutableBufferPointer<CrashEntry>(start: nil, count: 0)

/// Everything from here on must be safe in a signal handler: no memory is allocated, no lock is taken.
private func handleCrash(
  _ number: Int32, _ information: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  SavedTerminal.restore()
  var index = 0
  while unsafe index < crashEntries.count, unsafe crashEntries[index].number != number { index += 1 }
  guard unsafe index < crashEntries.count else { return ProcessSignals.raiseByDefault(number) }
  unsafe writeCrashLine(crashEntries[index].name, to: 2)
  let earlier = unsafe crashEntries[index].earlier
  guard let handler = unsafe earlier.disposition, earlier.sa_flags & SA_SIGINFO != 0 else {
    return ProcessSignals.raiseByDefault(number)
  }
  // The earlier handler gets the crash unchanged. A signal that another process sent is raised again, because it would
  // not come again by itself.
  unsafe handler(number, information, context)
  ProcessSignals.raiseByDefault(number)
}

/// Writes the line in one piece, from static memory.
@unsafe private func writeCrashLine(_ name: StaticString, to descriptor: Int32) {
  let before: StaticString = "hean stopped by a defect of its own ("
  let after: StaticString =
    "). If a command that changes something was under way, its outcome is unknown: hean audit\n"
  unsafe withUnsafeTemporaryAllocation(of: iovec.self, capacity: 3) { pieces in
    unsafe pieces[0] = piece(before)
    unsafe pieces[1] = piece(name)
    unsafe pieces[2] = piece(after)
    _ = unsafe writev(descriptor, pieces.baseAddress, 3)
  }
}

private func piece(_ text: StaticString) -> iovec {
  unsafe iovec(iov_base: UnsafeMutableRawPointer(mutating: text.utf8Start), iov_len: text.utf8CodeUnitCount)
}
