import Dispatch

/// One connection of an `HTTPClient`, on whose queue everything about it happens.
final class HTTPConnection {
  let stream: any ByteStream
  private let readiness: Readiness
  private(set) var isGone = false

  init(_ stream: any ByteStream, on queue: DispatchQueue) {
    self.stream = stream
    readiness = Readiness(descriptor: stream.descriptor, queue: queue) { stream.close() }
  }

  /// Closes it; whoever waits for it is released.
  func drop() {
    guard !isGone else { return }
    isGone = true
    readiness.cancel()
  }

  func whenReadable(_ body: @escaping () -> Void) { readiness.whenReadable(body) }
  func whenWritable(_ body: @escaping () -> Void) { readiness.whenWritable(body) }

  /// Whether another request may go out on it: the other side has neither closed it nor sent what nobody asked for.
  func isQuiet() -> Bool {
    guard !isGone, case .wouldBlock = stream.read(atMost: 1) else { return false }
    return true
  }
}
