import Synchronization

/// Passes a connection from the thread that opened it to the queue that owns it from then on. It can be taken out once.
final class OpenedStream: Sendable {
  private let stream: Mutex<(any ByteStream)?>

  init(_ stream: sending any ByteStream) { self.stream = Mutex(stream) }

  func take() throws(ConnectError) -> sending any ByteStream {
    let taken = stream.withLock { stream -> sending (any ByteStream)? in
      defer { stream = nil }
      return stream
    }
    guard let taken else { throw .unreachable(reason: "given up") }
    return taken
  }

  /// Closes the connection if nobody has taken it out.
  func close() { (try? take())?.close() }
}
