import Foundation
import Glibc
import HeanCore
import Synchronization

/// A small HTTP server on a free loopback port, a thread a connection: enough for one client at a time to be told
/// exactly what the test wants.
final class LoopbackServer: Sendable {
  struct Request: Sendable {
    var method: String
    var target: String
    var body: String
    var head = ""
  }

  struct Answer: Sendable {
    var status = 200
    var headers: [String: String] = ["Content-Type": "application/json"]
    var body: String
  }

  let port: UInt16
  private let listener: Int32
  private let answer: @Sendable (Request) -> Answer?
  private let seen = Mutex<[Request]>([])
  private let frames: [[UInt8]]?

  var url: String { "http://127.0.0.1:\(port)" }

  /// Targets asked for so far, in order.
  var targets: [String] { requests.map(\.target) }
  var requests: [Request] { seen.withLock { $0 } }
  /// Calls that change something.
  var commands: [Request] { requests.filter { $0.method != "GET" } }

  convenience init(answer: @escaping @Sendable (String) -> Answer) throws {
    try self.init(answering: { answer($0.target) })
  }

  /// - Parameters:
  ///   - frames: what a WebSocket is sent, whole frames; without them there is none.
  ///   - answer: `nil` cuts the connection.
  init(frames: [[UInt8]]? = nil, answering answer: @escaping @Sendable (Request) -> Answer?) throws {
    self.answer = answer
    self.frames = frames
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
        guard connection >= 0 else { break }
        Thread { [self] in serve(connection) }.start()
      }
      // Here and nowhere else: the number of a descriptor closed elsewhere may be another server's by the next accept.
      close(listener)
    }
    acceptor.start()
  }

  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    while let request = readRequest(connection) {
      seen.withLock { $0.append(request) }
      if let frames, request.target == "/ws" { return converse(connection, request, frames) }
      guard let answer = answer(request) else { return }
      var text = "HTTP/1.1 \(answer.status) Status\r\nContent-Length: \(answer.body.utf8.count)\r\n"
      for (name, value) in answer.headers { text += "\(name): \(value)\r\n" }
      guard Self.send(Array((text + "\r\n" + answer.body).utf8), to: connection) else { return }
    }
  }

  private func converse(_ connection: Int32, _ request: Request, _ frames: [[UInt8]]) {
    let key =
      request.head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("sec-websocket-key:") }?
      .dropFirst("sec-websocket-key:".count).trimmingCharacters(in: .whitespaces) ?? ""
    let head = [
      "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Accept: \(WebSocketAccept.key(for: key))", "\r\n",
    ]
    guard Self.send(Array(head.joined(separator: "\r\n").utf8) + frames.flatMap(\.self), to: connection) else { return }
    var byte: UInt8 = 0
    while unsafe recv(connection, &byte, 1, 0) > 0 {}
  }

  private static func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }

  /// A frame as a server sends it.
  static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
    payload.count < 126
      ? [first, UInt8(payload.count)] + payload
      : [first, 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)] + payload
  }

  private func readRequest(_ connection: Int32) -> Request? {
    var data: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    func more() -> Bool {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(connection, $0.baseAddress, $0.count, 0) }
      if count > 0 { data += buffer.prefix(count) }
      return count > 0
    }
    while true {
      let text = String(decoding: data, as: UTF8.self)
      if let end = text.range(of: "\r\n\r\n") {
        let head = text[..<end.lowerBound]
        let length =
          head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
          .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
        let body = text[end.upperBound...]
        if body.utf8.count >= length {
          let words = head.split(separator: " ")
          return Request(
            method: String(words[0]), target: String(words[1]), body: String(body), head: String(head))
        }
      }
      guard more() else { return nil }
    }
  }
}
