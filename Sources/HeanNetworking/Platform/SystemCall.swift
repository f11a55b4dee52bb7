import HeanCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// libc calls that are repeated when a signal interrupts them, and the texts of their errors.
package enum SystemCall {
  /// The system's own text for an error number, e.g. `No space left on device`.
  package static func reason(_ code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }

  /// Repeats a call that a signal interrupted.
  /// - Returns: what the call returned, and the error number if that was negative (else 0).
  package static func retrying<Result: SignedInteger>(_ call: () -> Result) -> (result: Result, code: Int32) {
    while true {
      let result = call()
      guard result < 0 else { return (result, 0) }
      let code = errno
      if code != EINTR { return (result, code) }
    }
  }

  /// Blocks until the descriptor is ready or the time is over (-1: no limit).
  @discardableResult
  package static func waitUntilReady(_ descriptor: Int32, events: some BinaryInteger, milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    let start = ContinuousClock.now
    var left = milliseconds
    while true {
      let count = unsafe poll(&entry, 1, left)
      guard count < 0, errno == EINTR else { return count > 0 }
      guard milliseconds > 0 else { continue }
      let passed = ((ContinuousClock.now - start).seconds * 1000).rounded(.up)
      left = max(0, milliseconds - Int32(min(passed, Double(milliseconds))))
    }
  }

  /// A pipe that child processes do not inherit; `nil` when the system gives no descriptors.
  package static func makePipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { closeOnExec(end) }
    return (ends[0], ends[1])
  }

  static func closeOnExec(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  package static func setNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }
}
