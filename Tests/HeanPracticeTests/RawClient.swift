import Foundation
import Glibc
import HeanTestSupport

/// A bare socket: bytes out, bytes in, and nothing that knows HTTP.
final class RawClient: Sendable {
  struct Failure: Error { var words: String }

  private let descriptor: Int32

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    // A test that hangs should fail and say where.
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw Failure(words: "cannot connect: \(errno)") }
  }

  deinit { close(descriptor) }

  /// - Returns: whether everything went out.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool { RawSocket.send(bytes, to: descriptor) }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// The next bytes; `nil` at the end, however it came.
  func read() throws -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
    if count > 0 { return Array(buffer.prefix(count)) }
    guard count == 0 || errno == ECONNRESET else { throw Failure(words: "nothing came for a minute") }
    return nil
  }

  /// Everything up to the end.
  func rest() throws -> String {
    var all: [UInt8] = []
    while let bytes = try read() { all += bytes }
    return String(decoding: all, as: UTF8.self)
  }

  /// Everything up to and with the words.
  func read(until words: String) throws -> [UInt8] {
    var all: [UInt8] = []
    while let bytes = try read() {
      let new = all.suffix(words.utf8.count) + bytes
      all += bytes
      if String(decoding: new, as: UTF8.self).contains(words) { return all }
    }
    throw Failure(words: "ended before '\(words)': \(String(decoding: all.suffix(200), as: UTF8.self))")
  }

  /// Waits until the other side has closed or reset the connection, without reading what it sent.
  func untilClosed() throws {
    // POLLRDHUP, a macro that Swift does not see.
    var entry = pollfd(fd: descriptor, events: Int16(0x2000), revents: 0)
    guard unsafe poll(&entry, 1, 60_000) > 0 else { throw Failure(words: "still open after a minute") }
  }
}
