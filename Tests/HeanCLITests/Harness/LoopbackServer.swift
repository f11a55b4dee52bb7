import Foundation
import HeanTestSupport
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

  private let listener: LoopbackListener
  private let answer: @Sendable (Request) -> Answer?
  private let seen = Mutex<[Request]>([])
  private let frames: [[UInt8]]?

  var port: UInt16 { listener.port }
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
    listener = try LoopbackListener()
    listener.start { [self] connection in serve(connection) }
  }

  func stop() { listener.stop() }

  private func serve(_ connection: Int32) {
    while let request = readRequest(connection) {
      seen.withLock { $0.append(request) }
      if let frames, request.target == "/ws" { return converse(connection, request, frames) }
      guard let answer = answer(request) else { return }
      var text = "HTTP/1.1 \(answer.status) Status\r\nContent-Length: \(answer.body.utf8.count)\r\n"
      for (name, value) in answer.headers { text += "\(name): \(value)\r\n" }
      guard RawSocket.send(Array((text + "\r\n" + answer.body).utf8), to: connection) else { return }
    }
  }

  private func converse(_ connection: Int32, _ request: Request, _ frames: [[UInt8]]) {
    let bytes = SocketWire.handshake(for: request.head) + frames.flatMap(\.self)
    guard RawSocket.send(bytes, to: connection) else { return }
    RawSocket.waitForEnd(of: connection)
  }

  private func readRequest(_ connection: Int32) -> Request? {
    var data: [UInt8] = []
    func more() -> Bool {
      let bytes = RawSocket.receive(from: connection)
      data += bytes
      return !bytes.isEmpty
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
