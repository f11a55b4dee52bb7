import HeanCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads and writes the bytes of one connection. Every wait has a time limit, unless the caller asks for none.
package struct ServerStream: Sendable {
  enum Input: Equatable {
    case bytes([UInt8])
    /// The client sends nothing more, or the connection is gone.
    case ended
    /// The deadline passed before a byte came.
    case late
  }

  package let descriptor: Int32

  /// The next bytes.
  /// - Parameter deadline: `nil` waits as long as the connection exists.
  func read(by deadline: ContinuousClock.Instant?) -> Input {
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      guard wait(for: Int16(POLLIN), until: deadline) else { return .late }
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe recv(descriptor, $0.baseAddress, $0.count, Self.withoutWaiting)
      }
      if count > 0 { return .bytes(Array(buffer.prefix(count))) }
      guard count < 0, Self.isPassing(errno) else { return .ended }
    }
  }

  /// Writes as many bytes as the socket takes without waiting.
  /// - Returns: how many bytes; `nil` when the connection is gone.
  func writeSome(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard !bytes.isEmpty else { return 0 }
    let sent = unsafe bytes.withUnsafeBytes {
      unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Self.withoutWaiting)
    }
    if sent >= 0 { return sent }
    return Self.isPassing(errno) ? 0 : nil
  }

  /// Waits until the socket takes bytes again.
  func isWritable(within limit: Duration) -> Bool { wait(for: Int16(POLLOUT), until: .now + limit) }

  /// - Parameter stall: the longest time without progress.
  /// - Returns: whether everything went out.
  @discardableResult
  func write(_ bytes: [UInt8], stall: Duration) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let sent = writeSome(rest) else { return false }
      rest = rest.dropFirst(sent)
      if sent == 0, !isWritable(within: stall) {
        abandonWrites()
        return false
      }
    }
    return true
  }

  /// Ends both directions; a thread that is reading sees the end.
  func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Makes the close discard bytes that the client has not taken: otherwise the system would keep them for minutes.
  func abandonWrites() {
    var none = linger(l_onoff: 1, l_linger: 0)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &none, socklen_t(MemoryLayout<linger>.size))
  }

  /// Tells the client that nothing more comes, then reads and discards what it sends for a moment: closing a socket
  /// with unread bytes resets the connection, and the client loses the last answer.
  func endWrites(lingering: Duration = .seconds(1)) {
    shutdown(descriptor, Int32(SHUT_WR))
    let deadline = ContinuousClock.now + lingering
    while case .bytes = read(by: deadline), ContinuousClock.now < deadline {}
  }

  /// - Returns: `false` when the deadline passed first. After an error it returns `true`: the next read or write
  ///   reports the error.
  private func wait(for events: Int16, until deadline: ContinuousClock.Instant?) -> Bool {
    while true {
      var milliseconds: Int32 = -1
      if let deadline {
        // Rounded up, so that a wait is never a little too short and then repeated with zero.
        let left = min(max(.zero, deadline - .now), .seconds(3600))
        milliseconds = Int32(left / .milliseconds(1)) + (left > .zero ? 1 : 0)
      }
      var poll = pollfd(fd: descriptor, events: events, revents: 0)
      let ready = unsafe Self.poll(&poll, 1, milliseconds)
      if ready > 0 { return true }
      if ready < 0, errno != EINTR { return true }
      if ready == 0, let deadline, deadline <= .now { return false }
    }
  }

  private static func isPassing(_ code: Int32) -> Bool { code == EINTR || code == EAGAIN || code == EWOULDBLOCK }

  private static let withoutWaiting = Int32(MSG_DONTWAIT)

  private static func poll(_ entries: UnsafeMutablePointer<pollfd>, _ count: nfds_t, _ milliseconds: Int32) -> Int32 {
    #if canImport(Glibc)
      unsafe Glibc.poll(entries, count, milliseconds)
    #elseif canImport(Musl)
      unsafe Musl.poll(entries, count, milliseconds)
    #endif
  }
}
