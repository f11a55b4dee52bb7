import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanNetworking

/// Stopping a stream on real sockets, wherever it waits or while it is flooded. The suite's time limit is far below any
/// deadline of the stream.
@Suite(.timeLimit(.minutes(5)))
struct EventStreamStoppingTests {
  private func stream(_ server: MisbehavingServer) -> EventStream {
    var configuration = EventStreamConfiguration(baseURL: server.url, topics: [.orders])
    configuration.socket.connectLimit = .seconds(3600)
    configuration.timing.dead = .seconds(3600)
    let transport = HTTPTransport(
      configuration: TransportConfiguration(baseURL: server.url), now: { Date() }, random: { 0.5 })
    return EventStream(
      configuration, rest: transport, now: { Date() }, random: { 0.5 }, sleep: { try await Task.sleep(for: $0) })
  }

  private func until(_ condition: () async -> Bool) async throws {
    while !(await condition()) { try await Task.sleep(for: .milliseconds(5)) }
  }

  @Test(arguments: [0, 1, 60])
  func `a stop releases whoever waits for a handshake`(sent: Int) async throws {
    let server = try MisbehavingServer { connection in
      connection.send(Data(SocketWire.handshake(for: connection.request).prefix(sent)))
      connection.waitForEnd()
    }
    defer { server.stop() }
    let stream = stream(server)
    async let running: Void = stream.run()
    try await until { !server.requests.isEmpty }
    await stream.stop()
    await running
    #expect(try await stream.next() == nil)
  }

  @Test func `a cancelled task does not stay in a handshake`() async throws {
    let server = try MisbehavingServer { $0.waitForEnd() }
    defer { server.stop() }
    let stream = stream(server)
    let running = Task { await stream.run() }
    try await until { !server.requests.isEmpty }
    running.cancel()
    await running.value
  }

  @Test func `a cancelled task does not stay on a quiet connection either`() async throws {
    let server = try MisbehavingServer(keepAlive: false) { connection in
      connection.send(Data(SocketWire.handshake(for: connection.request)))
      connection.waitForEnd()
    }
    defer { server.stop() }
    let stream = stream(server)
    let running = Task { await stream.run() }
    let first = try await stream.next()
    #expect(first?.isEmpty == false)
    running.cancel()
    await running.value
    #expect(try await stream.next() == nil)
  }

  @Test func `a stop releases whoever waits for the next attempt`() async throws {
    let server = try MisbehavingServer(keepAlive: false) { connection in
      connection.send(Data(SocketWire.handshake(for: connection.request)))
    }
    defer { server.stop() }
    var configuration = EventStreamConfiguration(baseURL: server.url, topics: [.orders])
    configuration.timing.firstRetry = .seconds(3600)
    configuration.timing.longestRetry = .seconds(3600)
    let transport = HTTPTransport(
      configuration: TransportConfiguration(baseURL: server.url), now: { Date() }, random: { 0.5 })
    let stream = EventStream(
      configuration, rest: transport, now: { Date() }, random: { 0.5 }, sleep: { try await Task.sleep(for: $0) })
    async let running: Void = stream.run()
    var kinds: [StreamNotice.Kind] = []
    while !kinds.contains(.stale), let records = try await stream.next() {
      for case .notice(let notice) in records { kinds.append(notice.kind) }
    }
    await stream.stop()
    await running
  }

  /// Far more is sent than the stream keeps, and no wait of the stream ever ends here: only a reader that takes records
  /// can make it go on.
  @Test func `a reader that takes lets the stream go on at once`() async throws {
    let filling = String(repeating: "x", count: 4000)
    let piece = [UInt8]((0..<50).flatMap { _ in SocketWire.text(#"{"topic":"orders","data":{"type":"\#(filling)"}}"#) })
    let server = try MisbehavingServer(keepAlive: false) { connection in
      connection.send(Data(SocketWire.handshake(for: connection.request)))
      while connection.send(all: piece) {}
    }
    defer { server.stop() }
    let configuration = EventStreamConfiguration(baseURL: server.url, topics: [.orders])
    let transport = HTTPTransport(
      configuration: TransportConfiguration(baseURL: server.url), now: { Date() }, random: { 0.5 })
    let stream = EventStream(
      configuration, rest: transport, now: { Date() }, random: { 0.5 },
      sleep: { _ in try await Task.sleep(for: .seconds(3600)) })
    async let running: Void = stream.run()
    var bytes = 0
    var notices: [StreamNotice.Kind] = []
    while bytes < 16 << 20, let records = try await stream.next() {
      for record in records {
        switch record {
        case .event(let event): bytes += event.body.count
        case .notice(let notice): notices.append(notice.kind)
        }
      }
    }
    #expect(bytes >= 16 << 20 && notices == [.connected])
    await stream.stop()
    await running
  }

  /// A socket that always has something to read must not keep the queue to itself.
  @Test(arguments: ["empty fragments", "unwanted frames", "pings", "no JSON"])
  func `a stream that is flooded without end can be stopped`(kind: String) async throws {
    let piece: [UInt8] =
      switch kind {
      case "empty fragments": [UInt8]((0..<16_000).flatMap { _ in [0x00, 0x00] as [UInt8] })
      case "pings": [UInt8]((0..<100).flatMap { _ in [0x89, 0x00] as [UInt8] })
      case "no JSON": [UInt8]((0..<5000).flatMap { _ in SocketWire.text("x") })
      default: [UInt8]((0..<200).flatMap { _ in SocketWire.text(#"{"topic":"market_data","data":{"a":1}}"#) })
      }
    let server = try MisbehavingServer(keepAlive: false) { connection in
      connection.send(Data(SocketWire.handshake(for: connection.request)))
      if kind == "empty fragments" { connection.send(Data(SocketWire.frame(0x01, []))) }
      while connection.send(all: piece) {}
    }
    defer { server.stop() }
    let stream = stream(server)
    async let running: Void = stream.run()
    let first = try await stream.next()
    #expect(first?.isEmpty == false)
    try await Task.sleep(for: .milliseconds(100))
    await stream.stop()
    await running
  }
}
