package import Foundation
import Glibc
import Synchronization

/// A server on a free loopback port that does to each connection what the test says.
package final class MisbehavingServer: Sendable {
  /// One accepted connection, after its request head was read.
  package struct Connection: Sendable {
    package let descriptor: Int32
    /// Head and, as far as it came along, body.
    package let request: String
    /// From 1, over the server's life.
    package let number: Int

    /// - Returns: whether it was taken whole.
    @discardableResult
    package func send(_ text: String) -> Bool { send(Data(text.utf8)) }

    @discardableResult
    package func send(_ data: Data) -> Bool { send(all: Array(data)) }

    /// - Returns: whether the other side is still there.
    package func send(all bytes: [UInt8]) -> Bool { RawSocket.send(bytes, to: descriptor) }

    package func answer(_ status: String = "200 OK", headers: [String] = [], _ body: String = "{}") {
      let head = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)"] + headers + ["", ""]
      send(head.joined(separator: "\r\n") + body)
    }

    /// Ends with a reset instead of a farewell.
    package func reset() {
      var linger = linger(l_onoff: 1, l_linger: 0)
      _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    }

    /// Blocks until the other side has gone.
    package func waitForEnd() { RawSocket.waitForEnd(of: descriptor) }
  }

  private let listener: LoopbackListener
  private let log = Mutex<[String]>([])

  package var port: UInt16 { listener.port }
  package var url: URL { URL(string: "http://127.0.0.1:\(port)") ?? URL(filePath: "/") }
  /// Heads of all requests so far.
  package var requests: [String] { log.withLock { $0 } }

  /// - Parameter keepAlive: whether further requests are read from the same connection.
  package init(keepAlive: Bool = true, _ behave: @escaping @Sendable (Connection) -> Void) throws {
    listener = try LoopbackListener()
    listener.start { [self] descriptor in
      repeat {
        guard let request = Self.readRequest(descriptor) else { return }
        let number = log.withLock { log in
          log.append(request)
          return log.count
        }
        behave(Connection(descriptor: descriptor, request: request, number: number))
      } while keepAlive
    }
  }

  package func stop() { listener.stop() }

  private static func readRequest(_ descriptor: Int32) -> String? {
    var data: [UInt8] = []
    while !String(decoding: data, as: UTF8.self).contains("\r\n\r\n") {
      let bytes = RawSocket.receive(from: descriptor)
      guard !bytes.isEmpty else { return nil }
      data += bytes
    }
    return String(decoding: data, as: UTF8.self)
  }
}
