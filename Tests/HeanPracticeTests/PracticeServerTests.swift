import Foundation
import Testing

@testable import HeanPractice

/// The server through a real socket, by a client that is not ours.
struct PracticeServerTests {
  private static let host = "Host: 127.0.0.1\r\n"
  private static let ready = "GET /ready HTTP/1.1\r\n\(host)\r\n"
  private static let last = "GET /ready HTTP/1.1\r\n\(host)Connection: close\r\n\r\n"

  private static func server(_ limits: ServerLimits = ServerLimits()) -> PracticeServer {
    PracticeServer(
      engine: WorldTests.engine,
      now: { WorldTests.start + 5 }, limits: limits)
  }

  /// Runs with a server that is there for this alone.
  private func serving(_ limits: ServerLimits = ServerLimits(), _ body: (UInt16) async throws -> Void) async throws {
    let server = Self.server(limits)
    let port = try await server.start(port: 0)
    do {
      try await body(port)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  /// What a connection of its own is answered with.
  private func answer(_ port: UInt16, _ text: String) throws -> String {
    let client = try RawClient(port: port)
    client.send(text)
    return try client.rest()
  }

  @Test func `it serves, keeps alive, pipelines, and frees the port`() async throws {
    let server = Self.server()
    let port = try await server.start(port: 0)
    let status = "GET /api/v1/engine/status HTTP/1.1\r\n\(Self.host)Connection: close\r\n\r\n"
    let text = try answer(port, Self.ready + status)
    #expect(text.components(separatedBy: "HTTP/1.1 200 OK").count == 3)
    #expect(text.contains("X-Hean-Practice: 1") && text.contains(#""engine_state":"RUNNING""#))
    #expect(try answer(port, "BAD\r\n\r\n").hasPrefix("HTTP/1.1 400 Bad Request"))
    await #expect { try await Self.server().start(port: port) } throws: { error in
      (error as? ListenFailure)?.cause == .inUse
    }
    await server.stop()
    let again = Self.server()
    #expect(try await again.start(port: port) == port)
    await again.stop()
  }

  @Test func `twenty clients at once all get whole answers`() async throws {
    try await serving { port in
      let request = "GET /api/v1/trading/state HTTP/1.1\r\n\(Self.host)Connection: close\r\n\r\n"
      let answers = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<20 { group.addTask { (try? self.answer(port, request).hasSuffix("}")) ?? false } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.count == 20 && answers.allSatisfy { $0 })
    }
  }

  @Test(arguments: [
    // A name that was made to point here.
    ("GET /api/v1/engine/status", "Host: rebound.example:8000\r\n", "421 Misdirected Request"),
    ("POST /api/v1/engine/stop", "Host: rebound.example\r\n", "421 Misdirected Request"),
    // A form, which needs no leave to be sent.
    (
      "POST /api/v1/engine/kill", "Host: localhost\r\nOrigin: https://evil.example\r\nContent-Type: text/plain\r\n",
      "403"
    ),
    ("POST /api/v1/engine/kill", "Host: localhost\r\nOrigin: null\r\nContent-Type: text/plain\r\n", "403 Forbidden"),
    ("POST /practice/faults/drop", "Host: localhost\r\nSec-Fetch-Site: cross-site\r\n", "403 Forbidden"),
    ("DELETE /api/v1/orders", "Host: localhost\r\nOrigin: http://127.0.0.1.evil.example\r\n", "403 Forbidden"),
    (
      "GET /ws", "Host: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nOrigin: http://evil.example\r\n",
      "403"
    ),
    (
      "GET /ws", "Host: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-Fetch-Site: cross-site\r\n", "403"
    ),
    ("OPTIONS /api/v1/engine/stop", "Host: localhost\r\nOrigin: https://evil.example\r\n", "403 Forbidden"),
    ("GET /ready", "", "400 Bad Request"), ("GET /ready", "Host: localhost\r\nHost: localhost\r\n", "400 Bad Request"),
    ("GET /ready", "Host: localhost\r\nOrigin: https://evil.example\r\n", "403 Forbidden"),
    ("POST /api/v1/engine/pause", "Host: localhost:1\r\nOrigin: http://localhost:3000\r\n", "422"),
  ])
  func `no page from elsewhere gives it orders`(line: String, headers: String, status: String) async throws {
    try await serving { port in
      let text = try answer(port, "\(line) HTTP/1.1\r\n\(headers)Connection: close\r\n\r\n")
      #expect(text.hasPrefix("HTTP/1.1 \(status)"), "\(text.prefix(200))")
      #expect(text.contains("X-Hean-Practice: 1") && !text.lowercased().contains("access-control"))
      if !status.hasPrefix("2") { #expect(text.contains(#"{"detail":"#)) }
      let state = try answer(port, "GET /api/v1/engine/status HTTP/1.1\r\n\(Self.host)Connection: close\r\n\r\n")
      #expect(state.contains(#""engine_state":"RUNNING""#), "nothing was done")
    }
  }

  @Test func `a head alone, the methods, and a redirect that stays here`() async throws {
    try await serving { port in
      func ask(_ line: String) throws -> String {
        try answer(port, "\(line) HTTP/1.1\r\n\(Self.host)Connection: close\r\n\r\n")
      }
      let head = try ask("HEAD /ready")
      #expect(head.hasPrefix("HTTP/1.1 200 OK\r\nContent-Length: ") && head.hasSuffix("\r\n\r\n"))
      #expect(!head.contains("Content-Length: 0\r"))
      let options = try ask("OPTIONS /api/v1/risk/limits")
      #expect(options.hasPrefix("HTTP/1.1 204 No Content\r\nAllow: GET, HEAD, POST\r\n"))
      #expect(!options.contains("Content-Length"))
      #expect(try ask("OPTIONS *").hasPrefix("HTTP/1.1 204"))
      #expect(try ask("PUT /ready").hasPrefix("HTTP/1.1 405 Method Not Allowed"))
      #expect(try ask("GET //evil.example/").contains("\r\nLocation: /evil.example\r\n"))
      #expect(try ask("GET /a%20b/").contains("\r\nLocation: /a%20b\r\n"))
    }
  }

  @Test(arguments: [
    "GET /ready HTTP/1.1\r\nHost: loc", "POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
  ])
  func `half a request is answered and ended`(text: String) async throws {
    var limits = ServerLimits()
    limits.head = .milliseconds(20)
    limits.body = .milliseconds(20)
    try await serving(limits) { port in
      let text = try answer(port, text)
      // The bytes may come after the first deadline, which ends a connection that never said a word.
      #expect(text.isEmpty || text.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"), "\(text)")
    }
  }

  @Test func `a silent connection is ended without a word`() async throws {
    var limits = ServerLimits()
    limits.idle = .milliseconds(1)
    try await serving(limits) { port in
      let text = try answer(port, Self.ready)
      #expect(text.hasPrefix("HTTP/1.1 200 OK") && text.components(separatedBy: "HTTP/1.1").count == 2)
    }
  }

  @Test func `a full server turns newcomers away until somebody leaves`() async throws {
    var limits = ServerLimits()
    limits.connections = 2
    limits.patience = .seconds(3600)
    limits.head = .seconds(3600)
    try await serving(limits) { port in
      let silent = try RawClient(port: port)
      let other = try RawClient(port: port)
      for client in [silent, other] {
        client.send(Self.ready)
        _ = try client.read()
      }
      #expect(try answer(port, Self.last).hasPrefix("HTTP/1.1 503 Service Unavailable"))
      other.send(Self.last)
      #expect(try other.rest().hasPrefix("HTTP/1.1 200 OK"))
      #expect(try answer(port, Self.last).hasPrefix("HTTP/1.1 200 OK"))
      silent.send(Self.last)
      #expect(try silent.rest().hasPrefix("HTTP/1.1 200 OK"))
    }
  }

  @Test func `who has been silent the longest makes room`() async throws {
    var limits = ServerLimits()
    limits.connections = 2
    limits.patience = .zero
    limits.head = .seconds(3600)
    try await serving(limits) { port in
      let first = try RawClient(port: port)
      let second = try RawClient(port: port)
      #expect(try answer(port, Self.last).hasPrefix("HTTP/1.1 200 OK"))
      #expect(try first.rest() == "")
      second.send(Self.last)
      #expect(try second.rest().hasPrefix("HTTP/1.1 200 OK"))
    }
  }

  @Test func `any number of clients that never ask keeps nobody out`() async throws {
    var limits = ServerLimits()
    limits.connections = 8
    limits.patience = .seconds(3600)
    limits.head = .seconds(3600)
    try await serving(limits) { port in
      let heard = try RawClient(port: port)
      heard.send(Self.ready)
      _ = try heard.read()
      let flood = try (0..<40).map { _ in
        let client = try RawClient(port: port)
        client.send("GET /rea")
        return client
      }
      #expect(try answer(port, Self.last).hasPrefix("HTTP/1.1 200 OK"))
      heard.send(Self.last)
      #expect(try heard.rest().hasPrefix("HTTP/1.1 200 OK"), "one that has asked is not let go for them")
      withExtendedLifetime(flood) {}
    }
  }

  @Test func `who asks and does not read is let go`() async throws {
    var limits = ServerLimits()
    limits.stall = .milliseconds(50)
    try await serving(limits) { port in
      let client = try RawClient(port: port)
      let request = "GET /api/v1/trading/state HTTP/1.1\r\n\(Self.host)\r\n"
      client.send(String(repeating: request, count: 3000))
      try client.untilClosed()
      #expect(try answer(port, Self.last).hasPrefix("HTTP/1.1 200 OK"))
    }
  }
}
