import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The signals the console listens to.
enum ProcessSignal: Sendable, CaseIterable {
  /// Ctrl-C.
  case interrupt
  /// The default of `kill`.
  case terminate
  /// The terminal has gone.
  case hangUp
  /// The terminal's window has another size.
  case windowChanged

  /// As people know it, `SIGINT`.
  var name: String {
    switch self {
    case .interrupt: "SIGINT"
    case .terminate: "SIGTERM"
    case .hangUp: "SIGHUP"
    case .windowChanged: "SIGWINCH"
    }
  }

  var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .hangUp: SIGHUP
    case .windowChanged: SIGWINCH
    }
  }
}

/// How this process takes signals, and how it ends.
enum ProcessSignals {
  /// Turns a write to a closed pipe, or past a file size limit, into an error of that write instead of a death.
  static func ignoreWriteSignals() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Takes over the signals: when this returns, each of them reaches the handler instead of killing, and at no moment
  /// before is one lost. What a parent had set
  /// to be ignored (`nohup`, a shell's background job) stays ignored.
  ///
  /// The handler runs on a thread of its own, so it may block and is not kept waiting by tasks that do. It is not called
  /// again while it runs.
  static func watch(
    _ signals: [ProcessSignal], _ handler: @escaping @Sendable (ProcessSignal) -> Void
  ) -> SignalWatch {
    SignalWatch(signals.filter { !isIgnored($0.number) }, handler)
  }

  /// Ends the process by the signal, as if nobody had watched it, so that whoever waits for the process sees which one it
  /// was. The terminal is set back before.
  static func die(of event: ProcessSignal) -> Never {
    SavedTerminal.restore()
    raiseByDefault(event.number)
    // The first process of a container does not die of signals.
    _exit(128 + event.number)
  }

  /// Ends the process at once: nothing is flushed and no exit handler runs (OpenSSL's can crash against libcurl's).
  static func exitNow(_ code: Int32) -> Never { _exit(code) }

  /// Safe in a signal handler.
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

/// Signals under watch, for as long as this lives.
final class SignalWatch: Sendable {
  // Dispatch objects are made to be used from any thread; only their Swift types do not say so.
  private nonisolated(unsafe) let sources: [(source: any DispatchSourceSignal, number: Int32)]

  fileprivate init(_ signals: [ProcessSignal], _ handler: @escaping @Sendable (ProcessSignal) -> Void) {
    let queue = DispatchQueue(label: "hean.signals")
    unsafe sources = signals.map { event in
      let source = DispatchSource.makeSignalSource(signal: event.number, queue: queue)
      source.setEventHandler { handler(event) }
      // The source comes to life on another thread. Until then a signal has to kill: were it ignored meanwhile, it would be
      // lost, and the run would go on as if nobody had asked it to end.
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
