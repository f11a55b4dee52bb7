import Foundation
import Glibc
import HeanTestSupport
import Synchronization
import Testing

@testable import HeanNetworking

/// The client on real sockets, against servers that stop half-way.
@Suite(.timeLimit(.minutes(5)))
struct WebSocketConnectionTests {
  /// - Parameter limit: beyond that of the suite unless the test is about it, so that an end is no timeout.
  private func options(_ limit: Duration = .seconds(3600)) -> WebSocketOptions {
    var options = WebSocketOptions()
    options.connectLimit = limit
    return options
  }

  /// What a server would say in all: its answer, a message in two fragments with a ping between, another one.
  private static let frames =
    SocketWire.frame(0x01, Array("hel".utf8)) + SocketWire.frame(0x89, [1, 2])
    + SocketWire.frame(0x80, Array("lo".utf8))
    + SocketWire.text("second")

  private static func open(_ server: MisbehavingServer, _ options: WebSocketOptions) async -> Result<
    [String], WebSocketError
  > {
    do throws(WebSocketError) {
      let connection = try await WebSocketConnection.open(server.url.appending(path: "ws"), options)
      var texts: [String] = []
      do throws(WebSocketError) {
        while true {
          texts += try await connection.receive().map { String(decoding: $0.payload, as: UTF8.self) }
        }
      } catch {
        await connection.abort()
        guard case .closed = error else { throw error }
        return .success(texts)
      }
    } catch {
      return .failure(error)
    }
  }

  @Test(arguments: [false, true])
  func `cut at any byte of the handshake and of a frame, it ends in time with what was whole`(withReset: Bool)
    async throws
  {
    let length = SocketWire.handshake(for: "Sec-WebSocket-Key: \(WebSocketMachineTests.key)").count
    for cut in 0...(length + Self.frames.count) {
      let server = try MisbehavingServer(keepAlive: false) { connection in
        let all = SocketWire.handshake(for: connection.request) + Self.frames
        connection.send(Data(all[..<cut]))
        if withReset { connection.reset() }
      }
      defer { server.stop() }
      let result = await Self.open(server, options())
      switch result {
      case .failure(.handshake), .failure(.unreachable): #expect(cut < length, "cut at \(cut)")
      // A reset can take with it what was not read yet, the answer included.
      case .failure(.closed): #expect(withReset, "cut at \(cut)")
      case .success(let texts):
        #expect(cut >= length)
        let expected = cut == length + Self.frames.count ? ["hello", "second"] : cut >= length + 13 ? ["hello"] : []
        #expect(texts == expected || (withReset && texts.count <= expected.count), "cut at \(cut): \(texts)")
      case .failure(let other): Issue.record("cut at \(cut): \(other)")
      }
    }
  }

  @Test func `a server that stops in the middle of the handshake does not hold us`() async throws {
    for cut in [0, 1, 20, 128] {
      let server = try MisbehavingServer { connection in
        connection.send(Data(SocketWire.handshake(for: connection.request).prefix(cut)))
        connection.waitForEnd()
      }
      defer { server.stop() }
      let result = await Self.open(server, options(.milliseconds(150)))
      #expect(result == .failure(.unreachable(reason: "no handshake within the time limit")))
    }
  }

  @Test func `nobody there, and what is no address, are told apart from a hang`() async throws {
    let server = try MisbehavingServer { _ in }
    let port = server.port
    server.stop()
    for address in ["http://127.0.0.1:\(port)", "ftp://x", "http://[::1]:\(port)"] {
      let url = try #require(URL(string: address))
      do throws(WebSocketError) {
        _ = try await WebSocketConnection.open(url, options(.seconds(30)))
        Issue.record("\(address) opened")
      } catch {
        #expect(
          !error.message.contains("time limit") && !error.message.contains("no connection in"), "\(error.message)")
      }
    }
  }

  @Test func `a message comes through whole however large, and ours goes out masked afresh each time`() async throws {
    let large = (0..<200_000).map { UInt8(0x20 + $0 % 90) }
    let seen = Mutex<[[UInt8]]>([])
    let server = try MisbehavingServer(keepAlive: false) { connection in
      connection.send(Data(SocketWire.handshake(for: connection.request) + SocketWire.frame(0x81, large)))
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while seen.withLock({ $0.count }) < 2 {
        let count = unsafe buffer.withUnsafeMutableBytes {
          unsafe recv(connection.descriptor, $0.baseAddress, $0.count, 0)
        }
        guard count > 0 else { return }
        bytes += buffer.prefix(count)
        while bytes.count >= 11 {
          let raw = Array(bytes[..<11])
          guard let frame = SocketWire.take(&bytes) else { break }
          seen.withLock { $0.append(raw + frame.payload) }
        }
      }
      connection.send(Data(SocketWire.frame(0x88, [0x03, 0xE8])))
      connection.waitForEnd()
    }
    defer { server.stop() }
    let connection = try await WebSocketConnection.open(server.url, options())
    #expect(try await connection.receive().first.map { Array($0.payload) } == large)
    try await connection.send(text: "again")
    try await connection.send(text: "again")
    await #expect(throws: WebSocketError.closed(.normal, reason: "")) { try await connection.receive() }
    let frames = seen.withLock { $0 }
    try #require(frames.count == 2)
    #expect(frames.allSatisfy { $0.suffix(5).elementsEqual("again".utf8) && $0[1] == 0x85 })
    #expect(frames[0][2..<6] != frames[1][2..<6], "a mask is never used twice")
  }

  @Test func `whoever waits for a message is released when the connection is dropped`() async throws {
    let server = try MisbehavingServer(keepAlive: false) { connection in
      connection.send(Data(SocketWire.handshake(for: connection.request)))
      connection.waitForEnd()
    }
    defer { server.stop() }
    let connection = try await WebSocketConnection.open(server.url, options())
    let waiting = Task { try await connection.receive() }
    await connection.abort()
    guard case .failure = await waiting.result else {
      Issue.record("still waiting")
      return
    }
    await #expect(throws: WebSocketError.self) { try await connection.send(text: "x") }
    await connection.close()
  }

  /// What nobody takes stays at the other side: nothing is read ahead of the reader.
  @Test func `a reader that rests holds the sender back`() async throws {
    let sent = Mutex(0)
    let piece = SocketWire.frame(0x82, [UInt8](repeating: 7, count: 60_000))
    let server = try MisbehavingServer(keepAlive: false) { connection in
      connection.send(Data(SocketWire.handshake(for: connection.request)))
      var small: Int32 = 64 << 10
      _ = unsafe setsockopt(connection.descriptor, SOL_SOCKET, SO_SNDBUF, &small, socklen_t(MemoryLayout<Int32>.size))
      for _ in 0..<2000 {
        connection.send(Data(piece))
        sent.withLock { $0 += 1 }
      }
      connection.waitForEnd()
    }
    defer { server.stop() }
    let connection = try await WebSocketConnection.open(server.url, options())
    var received = 0
    while received < 200 {
      received += try await connection.receive().count
      // Never more than what the kernel's buffers hold is ahead of us: 120 MB were on offer.
      #expect(sent.withLock { $0 } - received < 400)
    }
    await connection.abort()
  }
}
