import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One plain line on standard error when a defect ends the process: who was about to send something has to hear that its
/// outcome is unknown. The process then dies of the same signal, with the terminal set back.
public enum CrashReport {
  private static let signals = [
    (SIGSEGV, "SIGSEGV"), (SIGILL, "SIGILL"), (SIGTRAP, "SIGTRAP"), (SIGABRT, "SIGABRT"), (SIGBUS, "SIGBUS"),
    (SIGFPE, "SIGFPE"),
  ]

  /// For the thread that calls this: a stack that has overflown has no room for a handler.
  private static let alternateStackBytes = 65_536

  public static func install() {
    SavedTerminal.prepare()
    let entries = UnsafeMutablePointer<CrashEntry>.allocate(capacity: signals.count)
    for (index, (number, name)) in signals.enumerated() {
      let text =
        "hean stopped by a defect of its own (\(name)). If a command that changes something was under way, its outcome is "
        + "unknown: hean audit\n"
      let line = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
      _ = unsafe line.initialize(from: text.utf8)
      var earlier = sigaction()
      _ = unsafe sigaction(number, nil, &earlier)
      unsafe (entries + index).initialize(
        to: CrashEntry(number: number, line: UnsafeMutableRawBufferPointer(line), earlier: earlier))
    }
    unsafe crashEntries = unsafe UnsafeMutableBufferPointer(start: entries, count: signals.count)
    // What is made on first use is made now: a handler must not.
    unsafe writeCrashLine(0, to: -1)
    useAlternateStack()
    for (number, _) in signals { take(number) }
  }

  private static func take(_ number: Int32) {
    var action = sigaction()
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_sigaction = handleCrash
    #elseif canImport(Musl)
      unsafe action.__sa_handler.sa_sigaction = handleCrash
    #else
      unsafe action.__sigaction_handler.sa_sigaction = handleCrash
    #endif
    action.sa_flags = SA_SIGINFO | SA_ONSTACK
    _ = unsafe sigaction(number, &action, nil)
  }

  private static func useAlternateStack() {
    var current = unsafe stack_t()
    // The runtime's own backtraces bring one.
    guard unsafe sigaltstack(nil, &current) == 0, unsafe current.ss_flags & Int32(SS_DISABLE) != 0 else { return }
    var stack = unsafe stack_t()
    unsafe stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: alternateStackBytes, alignment: 16)
    unsafe stack.ss_size = alternateStackBytes
    _ = unsafe sigaltstack(&stack, nil)
  }
}

@unsafe private struct CrashEntry {
  var number: Int32
  var line: UnsafeMutableRawBufferPointer
  /// Set by the Swift runtime when backtraces are asked for (`SWIFT_BACKTRACE`), else the default.
  var earlier: sigaction
}

private nonisolated(unsafe) var crashEntries = unsafe UnsafeMutableBufferPointer<CrashEntry>(start: nil, count: 0)

/// From here on only what is safe in a signal handler: no memory is asked for, no lock is taken.
private func handleCrash(
  _ number: Int32, _ information: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  SavedTerminal.restore()
  var index = 0
  while unsafe index < crashEntries.count, unsafe crashEntries[index].number != number { index += 1 }
  guard unsafe index < crashEntries.count else { return ProcessSignals.raiseByDefault(number) }
  unsafe writeCrashLine(index, to: 2)
  let earlier = unsafe crashEntries[index].earlier
  #if canImport(Darwin)
    let handler = unsafe earlier.__sigaction_u.__sa_sigaction
  #elseif canImport(Musl)
    let handler = unsafe earlier.__sa_handler.sa_sigaction
  #else
    let handler = unsafe earlier.__sigaction_handler.sa_sigaction
  #endif
  guard let handler = unsafe handler, earlier.sa_flags & SA_SIGINFO != 0 else {
    return ProcessSignals.raiseByDefault(number)
  }
  // Whoever was there first gets the crash as it was, and ends the process.
  unsafe handler(number, information, context)
}

@unsafe private func writeCrashLine(_ index: Int, to descriptor: Int32) {
  let line = unsafe crashEntries[index].line
  _ = unsafe write(descriptor, line.baseAddress, line.count)
}
