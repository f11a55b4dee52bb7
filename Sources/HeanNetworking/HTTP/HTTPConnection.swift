import Dispatch

/// One connection of an `HTTPClient`. It is used on the client's queue only.
final class HTTPConnection {
  let stream: any ByteStream
  private let readiness: Readiness
  private(set) var isGone = false

  init(_ stream: any ByteStream, on queue: DispatchQueue) {
    self.stream = stream
    readiness = Readiness(descriptor: stream.descriptor, queue: queue) { stream.close() }
  }

  /// Closes the connection and releases the task that waits for it.
  func drop() {
    guard !isGone else { return }
    isGone = true
    readiness.cancel()
  }

  func whenReadable(_ body: @escaping () -> Void) { readiness.whenReadable(body) }
  func whenWritable(_ body: @escaping () -> Void) { readiness.whenWritable(body) }

  /// Whether another request may be sent: the server has neither closed the connection nor sent bytes that no request
  /// asked for.
  func isQuiet() -> Bool {
    guard !isGone, case .wouldBlock = stream.read(atMost: 1) else { return false }
    return true
  }
}
