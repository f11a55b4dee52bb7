import Foundation
import Glibc
import HeanCore
import HeanTestSupport
import Synchronization
import Testing

@testable import HeanNetworking

/// A real server that does what servers should not. What hangs fails by the time limit; deadlines that are not the subject
/// are long, because other tests want the processor too.
@Suite(.timeLimit(.minutes(2)))
struct HTTPTransportTests {
  private func transport(
    _ url: URL, key: String? = nil, deadline: Duration = .seconds(60), cap: Int = 64 << 20,
    waits: Waits = Waits(), trace: (@Sendable (TraceEvent) -> Void)? = nil
  ) -> HTTPTransport {
    var configuration = TransportConfiguration(baseURL: url)
    configuration.apiKey = key.map { APIKey($0) }
    configuration.readDeadline = deadline
    configuration.controlDeadline = deadline
    configuration.maximumBodyBytes = cap
    return HTTPTransport(
      configuration: configuration, sender: HTTPClient(configuration), policy: RetryPolicy(),
      now: { Date(timeIntervalSince1970: 1_795_225_650) },
      random: { 0.5 }, sleep: { waits.add($0) }, trace: trace)
  }

  /// Notes waits instead of waiting.
  private final class Waits: Sendable {
    private let all = Mutex<[Duration]>([])
    func add(_ duration: Duration) { all.withLock { $0.append(duration) } }
    var list: [Duration] { all.withLock { $0 } }
  }

  private func outcome(
    _ transport: HTTPTransport, _ request: RESTRequest = RESTRequest(.get, "/x")
  ) async -> Result<RESTResponse, TransportError> {
    do throws(TransportError) { return .success(try await transport.send(request)) } catch { return .failure(error) }
  }

  @Test func `an answer comes with lower-case headers, status, body and time`() async throws {
    let server = try MisbehavingServer { $0.answer("201 Created", headers: ["X-Request-ID: abc"], #"{"a":1}"#) }
    defer { server.stop() }
    let response = try await transport(server.url).send(RESTRequest(.get, "/a b", query: [.init("q", "ä&=")]))
    #expect(
      response.status == 201 && response.headers["x-request-id"] == "abc" && response.body == Data(#"{"a":1}"#.utf8))
    #expect(response.receivedAt == Date(timeIntervalSince1970: 1_795_225_650) && response.attempts == 1)
    #expect(server.requests[0].hasPrefix("GET /a%20b?q=%C3%A4%26%3D HTTP/1.1\r\n"))
  }

  /// On a busy machine the time may be over before anything is sent; what was received was sent.
  private func expectDeadline(
    _ limit: Duration, _ result: Result<RESTResponse, TransportError>, _ server: MisbehavingServer
  ) {
    guard case .deadlineExceeded(after: limit, let sent)? = result.failure else {
      Issue.record("\(result)")
      return
    }
    #expect(sent || server.requests.isEmpty)
  }

  @Test func `a server that never answers ends at the deadline`() async throws {
    let server = try MisbehavingServer { $0.waitForEnd() }
    defer { server.stop() }
    let result = await outcome(transport(server.url, deadline: .milliseconds(300)))
    expectDeadline(.milliseconds(300), result, server)
  }

  @Test func `a body that drips for ever ends at the deadline`() async throws {
    let server = try MisbehavingServer(keepAlive: false) { connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
      for _ in 0..<100 {
        connection.send(" ")
        usleep(20_000)
      }
    }
    defer { server.stop() }
    let result = await outcome(transport(server.url, deadline: .milliseconds(400)))
    expectDeadline(.milliseconds(400), result, server)
  }

  @Test(arguments: [#"Basic realm="x""#, "Bearer", "ApiKey", "Digest realm=\"x\", nonce=\"y\""])
  func `a 401 is an answer, whatever it asks for`(challenge: String) async throws {
    let server = try MisbehavingServer {
      $0.answer("401 Unauthorized", headers: ["WWW-Authenticate: \(challenge)"], "{}")
    }
    defer { server.stop() }
    #expect(await outcome(transport(server.url)).success?.status == 401)
  }

  @Test func `a refused port is unreachable at once`() async throws {
    let server = try MisbehavingServer { $0.answer() }
    server.stop()
    let result = await outcome(transport(server.url))
    guard case .unreachable? = result.failure else {
      Issue.record("\(result)")
      return
    }
  }

  @Test func `a connection closed, reset or cut in the body is lost, and read again`() async throws {
    let behaviours: [@Sendable (MisbehavingServer.Connection) -> Void] = [
      { _ in }, { $0.reset() }, { $0.send("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{") },
    ]
    for behave in behaviours {
      let server = try MisbehavingServer(keepAlive: false, behave)
      let result = await outcome(transport(server.url))
      guard case .connectionLost? = result.failure else {
        Issue.record("\(result)")
        continue
      }
      #expect(server.requests.count == 3)
      server.stop()
    }
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nKey:value\r\nContent-Length: 2\r\n\r\n{}", "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\n{}",
  ])
  func `odd answers are answers`(text: String) async throws {
    let server = try MisbehavingServer(keepAlive: false) { $0.send(text) }
    defer { server.stop() }
    let response = await outcome(transport(server.url)).success
    #expect(response?.status == 200 && response?.body == Data("{}".utf8))
  }

  @Test func `what speaks something else is not HTTP`() async throws {
    let server = try MisbehavingServer(keepAlive: false) { connection in
      connection.send("SSH-2.0-x\r\n")
      connection.waitForEnd()
    }
    defer { server.stop() }
    guard case .malformed? = await outcome(transport(server.url)).failure else {
      Issue.record("taken for HTTP")
      return
    }
  }

  @Test func `a body past the cap is refused while it comes`() async throws {
    let body = String(repeating: "x", count: 200_000)
    let server = try MisbehavingServer { $0.answer("200 OK", body) }
    defer { server.stop() }
    #expect(await outcome(transport(server.url, cap: 100_000)).failure == .bodyTooLarge(limit: 100_000))
    #expect(await outcome(transport(server.url, cap: 200_000)).success?.body.count == 200_000)
  }

  @Test func `ten megabytes arrive whole`() async throws {
    let body = String(repeating: "x", count: 10_000_000)
    let server = try MisbehavingServer { $0.answer("200 OK", body) }
    defer { server.stop() }
    #expect(await outcome(transport(server.url)).success?.body.count == 10_000_000)
  }

  @Test func `a key is not carried to another origin`() async throws {
    let other = try MisbehavingServer { $0.answer() }
    defer { other.stop() }
    let location = other.url.absoluteString + "/stolen"
    let server = try MisbehavingServer { $0.answer("302 Found", headers: ["Location: \(location)"], "") }
    defer { server.stop() }
    let result = await outcome(transport(server.url, key: "secret"))
    #expect(result.failure == .redirectRefused(location: location, status: 302))
    #expect(server.requests[0].lowercased().contains("x-api-key: secret") && other.requests.isEmpty)
  }

  @Test func `a redirect is not followed, not even within the origin`() async throws {
    let server = try MisbehavingServer { $0.answer("307 Temporary Redirect", headers: ["Location: /y"], "") }
    defer { server.stop() }
    #expect(await outcome(transport(server.url)).failure == .redirectRefused(location: "/y", status: 307))
    #expect(server.requests.count == 1)
  }

  @Test func `an interim answer is passed over`() async throws {
    let server = try MisbehavingServer { connection in
      connection.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
      connection.answer()
    }
    defer { server.stop() }
    #expect(await outcome(transport(server.url)).success?.status == 200)
  }

  @Test func `cookies are neither kept nor sent`() async throws {
    let server = try MisbehavingServer { $0.answer("200 OK", headers: ["Set-Cookie: a=b"]) }
    defer { server.stop() }
    let transport = transport(server.url)
    for _ in 0..<2 { _ = await outcome(transport) }
    #expect(server.requests.count == 2 && server.requests.allSatisfy { !$0.contains("Cookie:") })
  }

  @Test func `an IPv6 literal is an address like any other`() async throws {
    // Nothing listens there; that it was tried is what shows.
    let url = try #require(URL(string: "http://[::1]:9"))
    guard case .unreachable? = await outcome(transport(url)).failure else {
      Issue.record("not tried")
      return
    }
  }

  @Test func `a key that no header can carry is refused before anything is sent`() async throws {
    let server = try MisbehavingServer { $0.answer() }
    defer { server.stop() }
    let result = await outcome(transport(server.url, key: "a\r\nX-Evil: b"))
    guard case .refusedLocally? = result.failure else {
      Issue.record("\(result)")
      return
    }
    #expect(server.requests.isEmpty)
  }

  @Test func `a key over plain http stays on this machine unless the profile allows it`() async throws {
    let lookalike = try #require(URL(string: "http://127.engine.invalid:8000"))
    guard case .refusedLocally? = await outcome(transport(lookalike, key: "secret")).failure else {
      Issue.record("the key went out to a name that begins like loopback")
      return
    }
    let url = try #require(URL(string: "http://engine.invalid:8000"))
    guard case .refusedLocally? = await outcome(transport(url, key: "secret")).failure else {
      Issue.record("the key went out")
      return
    }
    var allowed = TransportConfiguration(baseURL: url)
    allowed.apiKey = APIKey("secret")
    allowed.allowsKeyOverPlainHTTP = true
    let open = HTTPTransport(configuration: allowed, now: { Date() }, random: { 0 })
    // How long a name that nobody has takes to be not found is the resolver's business.
    switch await outcome(open).failure {
    case .unreachable, .deadlineExceeded: break
    case let other: Issue.record("not tried: \(String(describing: other))")
    }
  }

  @Test func `throttling and gateways are waited for, and Retry-After is never undercut`() async throws {
    let waits = Waits()
    let server = try MisbehavingServer { connection in
      switch connection.number {
      case 1: connection.answer("429 Too Many Requests", headers: ["Retry-After: 2"], #"{"error":"x"}"#)
      case 2: connection.answer("502 Bad Gateway", "<html>")
      default: connection.answer()
      }
    }
    defer { server.stop() }
    let response = await outcome(transport(server.url, waits: waits)).success
    #expect(response?.status == 200 && response?.attempts == 3)
    #expect(waits.list == [.seconds(2), .milliseconds(100)])
  }

  @Test func `a Retry-After past the deadline fails now`() async throws {
    let server = try MisbehavingServer {
      $0.answer("429 Too Many Requests", headers: ["Retry-After: Sat, 21 Nov 2026 01:50:00 GMT"], #"{"error":"x"}"#)
    }
    defer { server.stop() }
    let waits = Waits()
    #expect(await outcome(transport(server.url, waits: waits)).success?.status == 429)
    #expect(server.requests.count == 1 && waits.list.isEmpty)
  }

  @Test func `the engine's own 503 and 500 stand, a gateway's 503 does not`() async throws {
    for (status, body, count) in [
      ("503 X", #"{"status":"degraded"}"#, 1), ("500 X", #"{"detail":"x"}"#, 1), ("503 X", "down", 3),
    ] {
      let server = try MisbehavingServer { $0.answer(status, body) }
      _ = await outcome(transport(server.url))
      #expect(server.requests.count == count, "\(status) \(body)")
      server.stop()
    }
  }

  @Test func `what may have changed something is sent once`() async throws {
    let server = try MisbehavingServer(keepAlive: false) { _ in }
    defer { server.stop() }
    let result = await outcome(transport(server.url), RESTRequest(.post, "/x", body: Data("{}".utf8)))
    guard case .connectionLost(_, let sent)? = result.failure else {
      Issue.record("\(result)")
      return
    }
    #expect(sent && server.requests.count == 1)
  }

  @Test(arguments: [nil, Data("{}".utf8)])
  func `a call that changes something is sent once after reads have left connections behind`(body: Data?) async throws {
    let server = try MisbehavingServer { connection in
      if connection.request.hasPrefix("POST") {
        shutdown(connection.descriptor, Int32(SHUT_RDWR))
      } else {
        connection.answer()
      }
    }
    defer { server.stop() }
    let transport = transport(server.url)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<6 { group.addTask { _ = await self.outcome(transport) } }
    }
    let result = await outcome(transport, RESTRequest(.post, "/x", body: body))
    guard case .connectionLost? = result.failure else {
      Issue.record("\(result)")
      return
    }
    #expect(server.requests.count { $0.hasPrefix("POST") } == 1)
  }

  @Test func `reads one after the other share a connection, and one that has died is replaced unseen`() async throws {
    let connections = Mutex<Set<Int32>>([])
    let server = try MisbehavingServer { connection in
      connections.withLock { _ = $0.insert(connection.descriptor) }
      // The third answer is never given: the connection ends as the request arrives.
      if connection.number == 3 { shutdown(connection.descriptor, Int32(SHUT_RDWR)) } else { connection.answer() }
    }
    defer { server.stop() }
    let transport = transport(server.url)
    for _ in 0..<2 { #expect(await outcome(transport).success?.attempts == 1) }
    #expect(connections.withLock { $0.count } == 1)
    #expect(await outcome(transport).success?.attempts == 1)
    #expect(server.requests.count == 4)
  }

  @Test(arguments: ["Content-Length: 100000000000", "Transfer-Encoding: chunked", "X-No-Length: 1"])
  func `a peer that sends for ever is left at the limit or the deadline`(framing: String) async throws {
    let server = try MisbehavingServer(keepAlive: false) { connection in
      connection.send("HTTP/1.1 200 OK\r\n\(framing)\r\n\r\n")
      let piece =
        framing.hasPrefix("T")
        ? "1000\r\n" + String(repeating: "x", count: 4096) + "\r\n" : String(repeating: "x", count: 4096)
      while connection.send(piece) {}
    }
    defer { server.stop() }
    let limited = await outcome(transport(server.url, cap: 1 << 20))
    #expect(limited.failure == .bodyTooLarge(limit: 1 << 20))
    guard !framing.hasPrefix("C") else { return }
    let timed = await outcome(transport(server.url, deadline: .milliseconds(200), cap: .max))
    expectDeadline(.milliseconds(200), timed, server)
  }

  @Test func `answers on their way share three times the limit of one`() async throws {
    let server = try MisbehavingServer(keepAlive: false) { connection in
      connection.send("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 600_000))
      connection.waitForEnd()
    }
    defer { server.stop() }
    let transport = transport(server.url, deadline: .seconds(60), cap: 1_000_000)
    let first = await withTaskGroup(of: TransportError?.self) { group in
      for _ in 0..<6 { group.addTask { await outcome(transport).failure } }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    #expect(first == .bodyTooLarge(limit: 1_000_000))
  }

  @Test func `a storm of cancelled readers neither hangs nor crashes`() async throws {
    let server = try MisbehavingServer { connection in
      usleep(UInt32(connection.number % 7) * 500)
      connection.answer()
    }
    defer { server.stop() }
    let transport = transport(server.url)
    for round in 0..<5 {
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<40 {
          let task = Task { await self.outcome(transport) }
          group.addTask {
            if (index + round) % 3 != 0 { task.cancel() }
            _ = await task.value
          }
        }
      }
    }
    #expect(await outcome(transport).success?.status == 200)
  }

  @Test func `the trace tells everything but the key`() async throws {
    let lines = Mutex<[String]>([])
    let server = try MisbehavingServer { $0.answer("200 OK", headers: ["X-Request-ID: r1", "Set-Cookie: s=1"]) }
    defer { server.stop() }
    var parts = try #require(URLComponents(url: server.url, resolvingAgainstBaseURL: false))
    parts.user = "me"
    parts.password = "hunter2"
    let url = try #require(parts.url)
    let transport = transport(url, key: "topsecret", trace: { event in lines.withLock { $0.append(event.line) } })
    _ = await outcome(transport)
    let text = lines.withLock { $0.joined(separator: "\n") }
    #expect(text.contains("> GET http://127.0.0.1:\(server.port)/x (with key)") && text.contains("< 200 2 bytes"))
    #expect(text.contains("request r1"))
    #expect(!text.contains("topsecret") && !text.contains("hunter2") && !text.contains("s=1"))
    #expect(!"\(APIKey("topsecret"))".contains("top") && !String(reflecting: APIKey("topsecret")).contains("top"))
    var dumped = ""
    dump(APIKey("topsecret"), to: &dumped)
    #expect(!dumped.contains("topsecret"))
  }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
  fileprivate var success: Success? { try? get() }
}
