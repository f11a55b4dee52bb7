import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The signals the console listens to.
public enum ProcessSignal: Sendable, CaseIterable {
  /// Ctrl-C.
  case interrupt
  /// The default of `kill`.
  case terminate
  /// The terminal's window has another size.
  case windowChanged

  /// 128 plus the signal's number, as a shell reports it.
  public var exitCode: Int32 { 128 + number }

  var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .windowChanged: SIGWINCH
    }
  }
}

/// How this process takes signals, and how it ends.
public enum ProcessSignals {
  /// Turns a write to a closed pipe, or past a file size limit, into an error of that write instead of a death.
  public static func ignoreWriteSignals() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Takes over the signals and reports each until the stream is let go. What a parent had set to be ignored
  /// (`nohup`, a shell's background job) stays ignored and is not reported.
  public static func stream(of signals: [ProcessSignal]) -> AsyncStream<ProcessSignal> {
    let (stream, continuation) = AsyncStream.makeStream(of: ProcessSignal.self, bufferingPolicy: .bufferingNewest(8))
    let queue = DispatchQueue(label: "hean.signals")
    // Dispatch objects are made to be used from any thread; only their Swift types do not say so.
    nonisolated(unsafe) let sources = signals.filter { !isIgnored($0.number) }.map { event in
      // A source only watches: the default action, death, has to be switched off beside it.
      _ = signal(event.number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: event.number, queue: queue)
      source.setEventHandler { continuation.yield(event) }
      // The source comes to life on another thread; a signal before that would be lost to the line above.
      let isWatching = DispatchSemaphore(value: 0)
      source.setRegistrationHandler { isWatching.signal() }
      source.activate()
      isWatching.wait()
      return (source, event.number)
    }
    continuation.onTermination = { _ in
      for (source, number) in unsafe sources {
        source.cancel()
        _ = signal(number, SIG_DFL)
      }
    }
    return stream
  }

  /// Ends the process at once: nothing is flushed and no exit handler runs (OpenSSL's can crash against libcurl's).
  public static func exitNow(_ code: Int32) -> Never { _exit(code) }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = unsafe action.__sigaction_u.__sa_handler
    #elseif canImport(Musl)
      let handler = unsafe action.__sa_handler.sa_handler
    #else
      let handler = unsafe action.__sigaction_handler.sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
