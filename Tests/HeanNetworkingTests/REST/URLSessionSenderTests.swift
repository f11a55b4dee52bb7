import Foundation
import HeanCore
import HeanURLSession
import Testing

@testable import HeanNetworking

/// The same rules when URLSession carries the requests.
@Suite(.timeLimit(.minutes(2)))
struct URLSessionSenderTests {
  private func send(
    _ request: RESTRequest, to url: URL, deadline: Duration = .seconds(60)
  ) async -> Result<RESTResponse, TransportError> {
    var configuration = TransportConfiguration(baseURL: url)
    configuration.readDeadline = deadline
    configuration.controlDeadline = deadline
    guard let sender = URLSessionSender(configuration) else { return .failure(.malformed(reason: "no sender")) }
    let transport = HTTPTransport(configuration: configuration, sender: sender, now: { Date() }, random: { 0 })
    do throws(TransportError) { return .success(try await transport.send(request)) } catch { return .failure(error) }
  }

  @Test func `an answer comes whole, with its headers`() async throws {
    let server = try MisbehavingServer { $0.answer("201 Created", headers: ["X-Request-ID: abc"], #"{"a":1}"#) }
    defer { server.stop() }
    let response = try await send(RESTRequest(.get, "/a", query: [.init("q", "1")]), to: server.url).get()
    #expect(response.status == 201 && response.headers["x-request-id"] == "abc")
    #expect(response.body == Data(#"{"a":1}"#.utf8) && server.requests[0].hasPrefix("GET /a?q=1 HTTP/1.1\r\n"))
  }

  @Test func `a cut head ends nothing but the request, and a call is sent once`() async throws {
    let server = try MisbehavingServer(keepAlive: false) { $0.send("HTTP/1.1 200 O") }
    defer { server.stop() }
    guard case .failure(.connectionLost(_, sent: true)) = await send(RESTRequest(.post, "/x"), to: server.url) else {
      Issue.record("not lost")
      return
    }
    #expect(server.requests.count == 1)
  }

  @Test func `a silent server ends at the deadline`() async throws {
    let server = try MisbehavingServer { $0.waitForEnd() }
    defer { server.stop() }
    guard
      case .failure(.deadlineExceeded(after: .milliseconds(300), _)) = await send(
        RESTRequest(.get, "/x"), to: server.url, deadline: .milliseconds(300))
    else {
      Issue.record("no deadline")
      return
    }
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
