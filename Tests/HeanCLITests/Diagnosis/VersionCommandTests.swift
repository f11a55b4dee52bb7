import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// `hean version`: one line as GNU wants it, then how it was built; the engine is asked in JSON only.
struct VersionCommandTests {
  private func data(_ ran: Consequences) throws -> JSONValue? { try JSONValue(reading: Data(ran.output.utf8))["data"] }

  @Test func `the first line is name and version alone, and nobody is asked`() async throws {
    let server = try LoopbackServer { _ in .init(body: "{}") }
    defer { server.stop() }
    let ran = await Console().run("version", "--url", server.url)
    let lines = ran.output.split(separator: "\n").map(String.init)
    #expect(ran.code == .ok && lines.first == "hean \(Version.number)" && server.requests.isEmpty)
    #expect(lines.dropFirst().map { $0.prefix { $0 != " " } } == ["commit", "date", "target", "swift"])
    #expect(lines[3].hasSuffix("-linux-gnu") || lines[3].hasSuffix("-linux-musl"), "\(lines)")
    #expect(await Console().run("--version").output == "hean \(Version.number)\n")
  }

  @Test func `the engine's version stands beside it, or why it is not known`() async throws {
    let server = try LoopbackServer(answering: { request in
      #expect(request.target == "/openapi.json" && !request.head.contains("0123456789abcdef"))
      return .init(body: #"{"openapi":"3.1.0","info":{"title":"x","version":"1.0.0\u001b[31m"},"paths":{}}"#)
    })
    defer { server.stop() }
    let console = Console(environment: ["HEAN_API_KEY": "0123456789abcdef"])
    let told = try data(await console.run("version", "--json", "--url", server.url))
    #expect(told?["engine_version"]?.text == "1.0.0[31m" && told?["engine_note"] == .null)
    server.stop()
    let gone = await Console().run("version", "--json", "--url", server.url)
    #expect(gone.code == .ok && gone.errors.isEmpty)
    #expect(try data(gone)?["engine_version"] == .null)
    #expect(try data(gone)?["engine_note"]?.text?.contains("no engine answers") == true)
  }

  @Test(arguments: ["[]", "", "<html>", #"{"info":[]}"#, #"{"info":{"version":1}}"#, #"{"info":{}}"#, "{}"])
  func `no answer makes it fail`(body: String) async throws {
    let server = try LoopbackServer { _ in .init(body: body) }
    defer { server.stop() }
    let ran = await Console().run("version", "--json", "--url", server.url)
    #expect(ran.code == .ok && ran.errors.isEmpty, "\(ran)")
    #expect(try data(ran)?["engine_version"] == .null && data(ran)?["engine_note"]?.text?.isEmpty == false)
  }

  @Test func `an engine that hangs is waited for two seconds at most`() async throws {
    let server = try MisbehavingServer { $0.waitForEnd() }
    defer { server.stop() }
    var console = Console()
    console.isClockReal = true
    let ran = await console.run("version", "--json", "--url", server.url.absoluteString)
    #expect(ran.code == .ok && ran.output.contains("did not answer in 2.0s"), "\(ran)")
  }
}
