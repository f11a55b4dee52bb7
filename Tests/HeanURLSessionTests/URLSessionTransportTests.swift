import Foundation
import HeanCore
import HeanNetworking
import HeanTestSupport
import HeanURLSession
import Testing

/// The rules of `HTTPTransport` when URLSession's own tasks carry the requests.
@Suite(.timeLimit(.minutes(2)))
struct URLSessionTransportTests {
  private func send(
    _ request: RESTRequest, to url: URL, deadline: Duration = .seconds(60), key: String? = nil, limit: Int = 1 << 20
  ) async -> Result<RESTResponse, TransportError> {
    var configuration = TransportConfiguration(baseURL: url)
    configuration.readDeadline = deadline
    configuration.controlDeadline = deadline
    configuration.apiKey = key.map(APIKey.init)
    configuration.maximumBodyBytes = limit
    let transport = URLSessionTransport(configuration: configuration)
    do throws(TransportError) { return .success(try await transport.send(request)) } catch { return .failure(error) }
  }

  @Test func `an answer comes whole, with its headers`() async throws {
    let server = try MisbehavingServer { $0.answer("201 Created", headers: ["X-Request-ID: abc"], #"{"a":1}"#) }
    defer { server.stop() }
    let response = try await send(RESTRequest(.get, "/a", query: [.init("q", "1")]), to: server.url).get()
    #expect(response.status == 201 && response.headers["x-request-id"] == "abc")
    #expect(response.body == Data(#"{"a":1}"#.utf8) && server.requests[0].hasPrefix("GET /a?q=1 HTTP/1.1\r\n"))
  }

  @Test func `a call sends its body and the key, once, also when its answer never comes`() async throws {
    let server = try MisbehavingServer(keepAlive: false) { _ in }
    defer { server.stop() }
    let body = Data(#"{"reason":"test"}"#.utf8)
    let result = await send(RESTRequest(.post, "/x", body: body), to: server.url, key: "secret")
    guard case .failure(.connectionLost(_, sent: true)) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(server.requests.count == 1)
    let head = server.requests[0].lowercased()
    #expect(head.hasPrefix("post /x http/1.1\r\n") && head.contains("\r\nx-api-key: secret\r\n"))
    #expect(head.contains("\r\ncontent-length: 17\r\n") && head.contains("\r\ncontent-type: application/json\r\n"))
  }

  @Test func `a redirect is not followed, so that the key stays here`() async throws {
    let other = try MisbehavingServer { $0.answer() }
    defer { other.stop() }
    let target = "\(other.url)/elsewhere"
    let server = try MisbehavingServer { $0.answer("302 Found", headers: ["Location: \(target)"]) }
    defer { server.stop() }
    let result = await send(RESTRequest(.get, "/x"), to: server.url, key: "secret")
    #expect(throws: TransportError.redirectRefused(location: target, status: 302)) { try result.get() }
    #expect(other.requests.isEmpty)
  }

  @Test func `where nobody listens nothing was sent`() async throws {
    let server = try MisbehavingServer { $0.answer() }
    server.stop()
    let result = await send(RESTRequest(.post, "/x"), to: server.url)
    guard case .failure(.unreachable) = result else {
      Issue.record("\(result)")
      return
    }
  }

  @Test func `a body over the limit is refused`() async throws {
    let server = try MisbehavingServer { $0.answer("200 OK", String(repeating: "x", count: 5000)) }
    defer { server.stop() }
    let result = await send(RESTRequest(.get, "/x"), to: server.url, limit: 1000)
    #expect(throws: TransportError.bodyTooLarge(limit: 1000)) { try result.get() }
  }

  /// Foundation's own limit begins anew with each byte.
  @Test(arguments: [false, true])
  func `a server that is silent, or sends a byte now and then, ends at the deadline`(isDripping: Bool) async throws {
    let server = try MisbehavingServer { connection in
      if isDripping {
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
        while connection.send("x") { usleep(20_000) }
      }
      connection.waitForEnd()
    }
    defer { server.stop() }
    let result = await send(RESTRequest(.get, "/x"), to: server.url, deadline: .milliseconds(300))
    #expect(throws: TransportError.deadlineExceeded(after: .milliseconds(300), sent: true)) { try result.get() }
  }

  @Test func `a file of certificates is refused, not left out`() async throws {
    var configuration = TransportConfiguration(baseURL: try #require(URL(string: "https://127.0.0.1:1")))
    configuration.connection = ConnectOptions(authorities: "/x.pem")
    let transport = URLSessionTransport(configuration: configuration)
    await #expect(
      throws: TransportError.refusedLocally(
        reason: "URLSession takes its file of certificates from the environment",
        nextStep: "set URLSessionCertificateAuthorityInfoFile=/x.pem, or use hean")
    ) { try await transport.send(RESTRequest(.get, "/x")) }
  }

  @Test func `forty at once get their own answers`() async throws {
    let server = try MisbehavingServer { connection in
      let target = connection.request.split(separator: " ")[1]
      connection.answer("200 OK", "\"\(target)\"")
    }
    defer { server.stop() }
    let url = server.url
    let bodies = await withTaskGroup(of: (Int, Data?).self) { group in
      for number in 0..<40 {
        group.addTask { (number, try? await self.send(RESTRequest(.get, "/\(number)"), to: url).get().body) }
      }
      return await group.reduce(into: [Int: Data]()) { $0[$1.0] = $1.1 }
    }
    for number in 0..<40 { #expect(bodies[number] == Data("\"/\(number)\"".utf8)) }
  }
}
