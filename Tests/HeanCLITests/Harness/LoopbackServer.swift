import Foundation
import Glibc
import Synchronization

/// A small HTTP server on a free loopback port, a thread a connection: enough for one client at a time to be told
/// exactly what the test wants.
final class LoopbackServer: Sendable {
  struct Answer: Sendable {
    var status = 200
    var headers: [String: String] = ["Content-Type": "application/json"]
    var body: String
  }

  let port: UInt16
  private let listener: Int32
  private let answer: @Sendable (String) -> Answer
  private let seen = Mutex<[String]>([])

  var url: String { "http://127.0.0.1:\(port)" }

  /// Targets asked for so far, in order.
  var targets: [String] { seen.withLock { $0 } }

  init(answer: @escaping @Sendable (String) -> Answer) throws {
    self.answer = answer
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe bind(listener, generic, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, generic, &length) == 0
      }
    }
    guard bound else { throw CocoaError(.fileNoSuchFile) }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    let acceptor = Thread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        Thread { [self] in serve(connection) }.start()
      }
    }
    acceptor.start()
  }

  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    while let head = readHead(connection) {
      let target = head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
      seen.withLock { $0.append(target) }
      let answer = answer(target)
      var text = "HTTP/1.1 \(answer.status) Status\r\nContent-Length: \(answer.body.utf8.count)\r\n"
      for (name, value) in answer.headers { text += "\(name): \(value)\r\n" }
      var bytes = Array((text + "\r\n" + answer.body).utf8)[...]
      while !bytes.isEmpty {
        let sent = unsafe bytes.withUnsafeBytes {
          unsafe send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard sent > 0 else { return }
        bytes = bytes.dropFirst(sent)
      }
    }
  }

  private func readHead(_ connection: Int32) -> String? {
    var data: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while data.suffix(4) != [13, 10, 13, 10] {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(connection, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { return nil }
      data += buffer.prefix(count)
    }
    return String(decoding: data, as: UTF8.self)
  }
}
