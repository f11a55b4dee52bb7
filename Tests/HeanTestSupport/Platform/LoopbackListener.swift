import Foundation
import Glibc

/// Listens on a free port of 127.0.0.1 and starts a thread for each connection.
package final class LoopbackListener: Sendable {
  package let port: UInt16
  private let listener: Int32

  package init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe bind(listener, generic, length) == 0 && listen(listener, 256) == 0
          && getsockname(listener, generic, &length) == 0
      }
    }
    guard isBound else { throw POSIXFailure(code: errno) }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
  }

  /// Starts to accept connections. May be called once.
  /// - Parameter serve: is given the descriptor of a connection, which is closed when it returns.
  package func start(_ serve: @escaping @Sendable (Int32) -> Void) {
    Thread.detachNewThread { [listener] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { break }
        Thread.detachNewThread {
          serve(connection)
          close(connection)
        }
      }
      // Closed only by this thread: otherwise the number could belong to another server's descriptor by the next
      // accept.
      close(listener)
    }
  }

  package func stop() { shutdown(listener, Int32(SHUT_RDWR)) }
}

/// Bytes over a connected socket.
package enum RawSocket {
  /// - Returns: whether all bytes were sent.
  @discardableResult
  package static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }

  /// The next bytes; empty when the connection has ended or failed.
  package static func receive(from descriptor: Int32, atMost limit: Int = 4_096) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: limit)
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
    return Array(buffer.prefix(max(0, count)))
  }

  /// Blocks until the other side has closed the connection.
  package static func waitForEnd(of descriptor: Int32) {
    while !receive(from: descriptor).isEmpty {}
  }
}
