import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A listening socket on 127.0.0.1 with a thread of its own, and a thread a connection: a practice engine has few guests,
/// and blocking reads must not sit on the cooperative pool.
final class LoopbackListener: Sendable {
  let port: UInt16
  private let descriptor: Int32
  private let connections = Mutex<Set<Int32>>([])
  private let ended = DispatchSemaphore(value: 0)

  init(port: UInt16, handler: @escaping @Sendable (LoopbackStream) -> Void) throws(PracticeServer.BindFailure) {
    let descriptor = Self.makeSocket()
    var one: Int32 = 1
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe bind(descriptor, generic, length) == 0 && listen(descriptor, 128) == 0
          && getsockname(descriptor, generic, &length) == 0
      }
    }
    guard isBound else {
      let reason = unsafe String(cString: strerror(errno))
      close(descriptor)
      throw PracticeServer.BindFailure(port: port, reason: reason)
    }
    self.descriptor = descriptor
    self.port = UInt16(bigEndian: address.sin_port)
    let ended = self.ended
    Thread { [weak self] in
      while let connection = self?.accept() {
        Thread {
          handler(LoopbackStream(descriptor: connection))
          self?.finish(connection)
        }.start()
      }
      // Whoever accepts closes: the number of a descriptor closed elsewhere may be somebody else's by the next accept.
      close(descriptor)
      ended.signal()
    }.start()
  }

  /// Wakes every blocked thread; each closes what it holds. The port is free when this returns.
  func stop() {
    shutdown(descriptor, Int32(SHUT_RDWR))
    connections.withLock { open in
      for connection in open { shutdown(connection, Int32(SHUT_RDWR)) }
    }
    ended.wait()
  }

  private func accept() -> Int32? {
    while true {
      let connection = Self.acceptConnection(descriptor)
      if connection >= 0 {
        var one: Int32 = 1
        _ = unsafe setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        connections.withLock { _ = $0.insert(connection) }
        return connection
      }
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }

  private func finish(_ connection: Int32) {
    connections.withLock { open in
      open.remove(connection)
      close(connection)
    }
  }

  private static func makeSocket() -> Int32 {
    #if canImport(Glibc)
      socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #elseif canImport(Musl)
      socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)
    #else
      socket(AF_INET, SOCK_STREAM, 0)
    #endif
  }

  private static func acceptConnection(_ descriptor: Int32) -> Int32 {
    #if canImport(Glibc)
      let connection = Glibc.accept(descriptor, nil, nil)
    #elseif canImport(Musl)
      let connection = Musl.accept(descriptor, nil, nil)
    #else
      let connection = Darwin.accept(descriptor, nil, nil)
    #endif
    // accept4 is not visible from Swift.
    if connection >= 0 { _ = fcntl(connection, F_SETFD, FD_CLOEXEC) }
    return connection
  }
}

/// The bytes of one connection.
struct LoopbackStream: Sendable {
  let descriptor: Int32

  /// The next bytes; `nil` at the end or on an error.
  func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count > 0 { return Array(buffer.prefix(count)) }
      guard count < 0, errno == EINTR else { return nil }
    }
  }

  /// Blocked writes fail after so long.
  func limitWrites(seconds: Int) {
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Ends both directions; whoever reads sees the end.
  func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Tells the other side that nothing more comes, and throws away what it still sends: a socket closed over unread bytes
  /// would take the last frame back.
  func endWrites() {
    shutdown(descriptor, Int32(SHUT_WR))
    var limit = timeval(tv_sec: 1, tv_usec: 0)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    while read() != nil {}
  }

  @discardableResult
  func write(_ data: Data) -> Bool {
    var rest = data[...]
    while !rest.isEmpty {
      let sent = unsafe rest.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if sent > 0 {
        rest = rest.dropFirst(sent)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
