import Foundation
import Testing

@testable import HeanPractice

/// WebSocket clients that mean harm, or do not listen.
struct SocketBoundsTests {
  /// A frame with a mask of zeros.
  private static func frame(_ first: UInt8, _ payload: [UInt8] = []) -> [UInt8] {
    var frame = ServerSocketFrame.encode(first & 0x0F, payload)
    frame[0] = first
    let head = frame.count - payload.count
    frame[1] |= 0x80
    frame.insert(contentsOf: [0, 0, 0, 0], at: head)
    return frame
  }

  private static func handshake(_ path: String) -> String {
    "GET \(path) HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
      + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
  }

  /// The frames of a server in bytes that end with a whole one.
  private static func frames(_ bytes: [UInt8]) throws -> [(opcode: UInt8, length: Int)] {
    var found: [(UInt8, Int)] = []
    var at = 0
    while at < bytes.count {
      let short = Int(bytes[at + 1])
      let extra = short == 126 ? 2 : short == 127 ? 8 : 0
      let length = extra == 0 ? short : bytes[(at + 2)..<(at + 2 + extra)].reduce(0) { $0 << 8 | Int($1) }
      found.append((bytes[at], length))
      at += 2 + extra + length
    }
    guard at == bytes.count else { throw RawClient.Failure(words: "the last frame is cut") }
    return found
  }

  @Test func `a message of empty fragments without end takes neither stack nor memory`() {
    var reader = ServerSocketReader()
    reader.append(Self.frame(0x01) + (0..<300_000).flatMap { _ in Self.frame(0x00) })
    #expect(reader.next() == nil)
    reader.append(Self.frame(0x89, [1]))
    #expect(reader.next() == .ping([1]))
    reader.append(Self.frame(0x80, Array("end".utf8)))
    #expect(reader.next() == .text(Array("end".utf8)))
  }

  @Test func `a message is bounded, whole or in pieces`() {
    for pieces in [[1025], [1000, 25], [1024, 0, 1]] {
      var reader = ServerSocketReader(maximumMessage: 1024)
      for (place, size) in pieces.enumerated() {
        reader.append(Self.frame(place == 0 ? 0x02 : 0x00, [UInt8](repeating: 7, count: size)))
      }
      #expect(reader.next() == .violation(1009), "\(pieces)")
    }
    var reader = ServerSocketReader(maximumMessage: 1024)
    reader.append([0x82, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
    #expect(reader.next() == .violation(1009))
  }

  @Test(arguments: [511, 512, 30_000])
  func `a command nested as deep as can be is no danger`(depth: Int) async throws {
    let server = PracticeServer(
      engine: WorldTests.engine,
      now: { WorldTests.start + 5 })
    let port = try await server.start(port: 0)
    let client = try RawClient(port: port)
    client.send(Self.handshake("/ws"))
    let deep = #"{"action":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
    client.send(Self.frame(0x81, Array(deep.utf8)))
    client.send(Self.frame(0x81, Array(#"{"action":"ping"}"#.utf8)))
    #expect(try client.read(until: #""type":"pong""#).starts(with: Array("HTTP/1.1 101 ".utf8)))
    await server.stop()
  }

  @Test func `who does not read becomes a zombie, and others get every frame`() async throws {
    var limits = ServerLimits()
    limits.backlog = 300_000
    let server = PracticeServer(engine: WorldTests.engine, now: { WorldTests.start + 5 }, limits: limits)
    let port = try await server.start(port: 0)
    let deaf = try RawClient(port: port)
    let reader = try RawClient(port: port)
    var bytes: [UInt8] = []
    for client in [reader, deaf] {
      client.send(Self.handshake("/ws"))
      client.send(Self.frame(0x81, Array(#"{"action":"subscribe","topic":"logs"}"#.utf8)))
      bytes = try client.read(until: #""type":"subscribed""#)
    }
    // More than the system keeps for a socket that nobody reads.
    let rounds = 60
    for _ in 0..<rounds {
      // However slow this machine is, nobody is ended for want of a pong.
      for client in [reader, deaf] { client.send(Self.frame(0x8A)) }
      await server.apply(.large)
      _ = try reader.read(until: #"xx"},"timestamp""#)
    }
    deaf.send(Self.frame(0x88))
    while let more = try deaf.read() { bytes += more }
    let head = try #require(bytes.indices.first { bytes[$0...].starts(with: [13, 10, 13, 10]) })
    let frames = try Self.frames(Array(bytes[(head + 4)...]))
    let large = frames.count { $0.length > 240_000 }
    #expect(large > 0 && large < rounds, "\(large)")
    #expect(frames.last?.opcode == 0x88)
    await server.stop()
  }
}
