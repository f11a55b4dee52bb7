import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The signals that the console handles.
enum ProcessSignal: Sendable, CaseIterable {
  /// Ctrl-C.
  case interrupt
  /// What `kill` sends by default.
  case terminate
  /// The terminal was closed.
  case hangUp
  /// Ctrl-\\, where it is no key.
  case quit
  /// Ctrl-Z, where it is no key, and `kill -TSTP`.
  case suspend
  /// A stopped process goes on.
  case resume
  /// The terminal window has a new size.
  case windowChanged

  /// The usual name, e.g. `SIGINT`.
  var name: String {
    switch self {
    case .interrupt: "SIGINT"
    case .terminate: "SIGTERM"
    case .hangUp: "SIGHUP"
    case .quit: "SIGQUIT"
    case .suspend: "SIGTSTP"
    case .resume: "SIGCONT"
    case .windowChanged: "SIGWINCH"
    }
  }

  var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .hangUp: SIGHUP
    case .quit: SIGQUIT
    case .suspend: SIGTSTP
    case .resume: SIGCONT
    case .windowChanged: SIGWINCH
    }
  }
}

/// How this process handles signals, and how it ends.
enum ProcessSignals {
  /// Makes a write to a closed pipe, or past the file size limit, fail with an error instead of killing the process.
  static func ignoreWriteSignals() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Starts to watch the signals. When this returns, each of them calls the handler instead of killing the process;
  /// none is lost before. A signal that the parent process set to be ignored (`nohup`, a background job of a shell)
  /// stays ignored.
  ///
  /// The handler runs on its own thread, so it may block, and blocked tasks do not delay it. It is not called again
  /// while it runs.
  static func watch(
    _ signals: [ProcessSignal], _ handler: @escaping @Sendable (ProcessSignal) -> Void
  ) -> SignalWatch {
    SignalWatch(signals.filter { !isIgnored($0.number) }, handler)
  }

  /// Ends the process by the signal's default action, so that the parent process sees which signal ended it. The
  /// terminal is restored first.
  static func die(of event: ProcessSignal) -> Never {
    SavedTerminal.restore()
    raiseByDefault(event.number)
    // Signals do not kill the first process of a container (PID 1).
    _exit(128 + event.number)
  }

  /// Stops the process as Ctrl-Z does; returns when it goes on. The terminal must have been set back.
  /// - Parameter withGroup: whether the rest of its process group is stopped as well.
  static func stop(withGroup: Bool) {
    let number = ProcessSignal.suspend.number
    var earlier = sigaction()
    _ = unsafe sigaction(number, nil, &earlier)
    if withGroup {
      // Here it would act at some time later. This thread raises it, and stops right there.
      _ = signal(number, SIG_IGN)
      kill(0, number)
    }
    var mask = sigset_t()
    _ = unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
    raiseByDefault(number)
    _ = unsafe pthread_sigmask(SIG_SETMASK, &mask, nil)
    _ = unsafe sigaction(number, &earlier, nil)
  }

  /// Ends the process at once: nothing is flushed and no exit handler runs, because those of OpenSSL and libcurl can
  /// crash together.
  static func exitNow(_ code: Int32) -> Never { _exit(code) }

  /// Restores the signal's default action and raises it. Safe in a signal handler.
  static func raiseByDefault(_ number: Int32) {
    _ = signal(number, SIG_DFL)
    var set = sigset_t()
    _ = unsafe sigemptyset(&set)
    _ = unsafe sigaddset(&set, number)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    _ = raise(number)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    return unsafe unsafeBitCast(action.disposition, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// Watches signals as long as the object exists.
final class SignalWatch: Sendable {
  // Dispatch sources can be used from any thread, but their Swift types are not marked as `Sendable`.
  private nonisolated(unsafe) let sources: [(source: any DispatchSourceSignal, number: Int32)]

  fileprivate init(_ signals: [ProcessSignal], _ handler: @escaping @Sendable (ProcessSignal) -> Void) {
    let queue = DispatchQueue(label: "hean.signals")
    unsafe sources = signals.map { event in
      let source = DispatchSource.makeSignalSource(signal: event.number, queue: queue)
      source.setEventHandler { handler(event) }
      // The source starts on another thread. Until then the signal must still kill the process: if it were ignored, it
      // would be lost, and the run would go on.
      let isWatching = DispatchSemaphore(value: 0)
      source.setRegistrationHandler { isWatching.signal() }
      source.activate()
      isWatching.wait()
      return (source, event.number)
    }
  }

  deinit {
    for (source, number) in unsafe sources {
      source.cancel()
      _ = signal(number, SIG_DFL)
    }
  }
}
