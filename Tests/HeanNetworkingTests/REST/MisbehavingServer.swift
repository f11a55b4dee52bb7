import Foundation
import Glibc
import Synchronization

/// A server on a free loopback port that does to each connection what the test says.
final class MisbehavingServer: Sendable {
  /// One accepted connection, after its request head was read.
  struct Connection: Sendable {
    let descriptor: Int32
    /// Head and, as far as it came along, body.
    let request: String
    /// From 1, over the server's life.
    let number: Int

    /// - Returns: whether it was taken whole.
    @discardableResult
    func send(_ text: String) -> Bool { send(Data(text.utf8)) }

    @discardableResult
    func send(_ data: Data) -> Bool { send(all: Array(data)) }

    /// - Returns: whether the other side is still there.
    func send(all bytes: [UInt8]) -> Bool {
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

    func answer(_ status: String = "200 OK", headers: [String] = [], _ body: String = "{}") {
      let head = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)"] + headers + ["", ""]
      send(head.joined(separator: "\r\n") + body)
    }

    /// Ends with a reset instead of a farewell.
    func reset() {
      var linger = linger(l_onoff: 1, l_linger: 0)
      _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    }

    /// Blocks until the other side has gone.
    func waitForEnd() {
      var byte: UInt8 = 0
      while unsafe recv(descriptor, &byte, 1, 0) > 0 {}
    }
  }

  let port: UInt16
  private let listener: Int32
  private let log = Mutex<[String]>([])

  var url: URL { URL(string: "http://127.0.0.1:\(port)") ?? URL(filePath: "/") }
  /// Heads of all requests so far.
  var requests: [String] { log.withLock { $0 } }

  /// - Parameter keepAlive: whether further requests are read from the same connection.
  init(keepAlive: Bool = true, _ behave: @escaping @Sendable (Connection) -> Void) throws {
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
    guard isBound else { throw CocoaError(.fileNoSuchFile) }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    Thread { [self] in
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { break }
        Thread { [self] in
          repeat {
            guard let request = Self.readRequest(descriptor) else { break }
            let number = log.withLock { log in
              log.append(request)
              return log.count
            }
            behave(Connection(descriptor: descriptor, request: request, number: number))
          } while keepAlive
          close(descriptor)
        }.start()
      }
      // Here and nowhere else: the number of a descriptor closed elsewhere may be another server's by the next accept.
      close(listener)
    }.start()
  }

  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private static func readRequest(_ descriptor: Int32) -> String? {
    var data: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !String(decoding: data, as: UTF8.self).contains("\r\n\r\n") {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { return nil }
      data += buffer.prefix(count)
    }
    return String(decoding: data, as: UTF8.self)
  }
}
