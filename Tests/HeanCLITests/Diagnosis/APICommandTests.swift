import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// `hean api`: reads what it is told, on this engine only, and never anything but reads.
struct APICommandTests {
  private static let body = #"{"b": 1.50,  "a":"\u001b[31mred"}"# + "\n"

  @Test func `in a pipe it is the very bytes, on a terminal it can be read`() async throws {
    let server = try LoopbackServer { _ in .init(body: Self.body) }
    defer { server.stop() }
    for words in [["GET", "/anything"], ["/anything"], ["get", "/anything"]] {
      let ran = await Console().run(["api"] + words + ["--url", server.url])
      #expect(ran == Consequences(code: .ok, output: Self.body, errors: ""))
    }
    let shown = await Console(columns: 80).run("api", "/anything", "--url", server.url)
    #expect(shown.output == "{\n  \"a\": \"\\u001b[31mred\",\n  \"b\": 1.5\n}\n", "\(shown)")
    #expect(server.requests.allSatisfy { $0.method == "GET" && $0.target == "/anything" })
  }

  @Test func `text that is no JSON has no control characters on a terminal`() async throws {
    let server = try LoopbackServer { _ in
      .init(headers: ["Content-Type": "text/plain"], body: "one\u{1B}]0;title\u{7}\ntwo\u{9B}31m\u{202E}")
    }
    defer { server.stop() }
    #expect(await Console(columns: 80).run("api", "/metrics", "--url", server.url).output == "one]0;title\ntwo31m\n")
  }

  @Test func `pairs of the query are encoded, and what is typed in the path stays`() async throws {
    let server = try LoopbackServer { _ in .init(body: "{}") }
    defer { server.stop() }
    let ran = await Console().run(
      "api", "/api/v1/orders?status=open&x=%2F", "--query", "since=2026-11-21T01:00:00+00:00", "--query", "q=a&b=c d",
      "--query", "empty=", "--url", server.url)
    #expect(ran.code == .ok)
    #expect(
      server.targets == [
        "/api/v1/orders?status=open&x=%2F&since=2026-11-21T01%3A00%3A00%2B00%3A00&q=a%26b%3Dc%20d&empty="
      ])
  }

  @Test(arguments: [
    ("POST /api/v1/engine/stop", "engine stop"), ("post /api/v1/engine/pause?x=1", "engine pause"),
    ("POST /api/v1/orders/close-all-positions", "positions close-all"),
    ("POST /api/v1/risk/governor/quarantine/BTCUSDT", "risk quarantine"),
    ("POST /api/v1/strategies/hf_scalping/params", "strategies params"),
    ("DELETE /api/v1/auth/revoke-secondary", "hean --help"), ("PUT /x", "hean --help"), ("HEAD /health", "hean --help"),
    ("POST", "hean --help"),
  ])
  func `only reads are sent, and the command for a change is named`(line: String, next: String) async throws {
    let server = try LoopbackServer { _ in .init(body: "{}") }
    defer { server.stop() }
    let ran = await Console().run(["api", "--url", server.url] + line.split(separator: " ").map(String.init))
    #expect(ran.code == .usage && ran.output.isEmpty && ran.errors.contains("only reads"), "\(ran)")
    #expect(ran.errors.contains(next), "\(ran.errors)")
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: [
    "http://evil.example/x", "//evil.example/x", "https://user:secret@evil.example/", "/../x", "/a/../../b",
    "/a/%2e%2e/b",
    "/%2E%2E%2Fb", "/a/./b", "/a%2f..%2fb", "\\\\evil", "/a b", "/a\r\nHost: evil", "/a#b", "/a%", "/a%zz", "/é",
    "status", "",
    "/a\\..\\b", "/a%5c..%5cb",
  ])
  func `a path stays on its engine`(word: String) async throws {
    let server = try LoopbackServer { _ in .init(body: "{}") }
    defer { server.stop() }
    let ran = await Console().run("api", word, "--url", server.url)
    #expect(ran.code == .usage && ran.output.isEmpty && !ran.errors.contains("secret"), "\(ran)")
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: [
    (401, #"{"detail":"Invalid API key"}"#, ExitCode.notAuthorised), (404, #"{"detail":"Not Found"}"#, .brokenContract),
    (422, #"{"detail":[]}"#, .refused), (500, "Internal Server Error", .refused),
  ])
  func `a refusal has the usual code, its body on one stream and its words on the other`(
    status: Int, body: String, code: ExitCode
  ) async throws {
    let server = try LoopbackServer { _ in .init(status: status, body: body) }
    defer { server.stop() }
    let ran = await Console().run("api", "/x", "--url", server.url)
    #expect(ran.code == code && ran.output == body && ran.errors.hasPrefix("hean: "), "\(ran)")
    let data = await Console().run("api", "/x", "--url", server.url, "--json")
    let document = try JSONValue(reading: Data(data.output.utf8))["data"]
    #expect(data.code == code && document?["status"] == .number(Decimal(status)), "\(data)")
    #expect(data.errors.contains(#""code":"\#(code.name)""#))
  }

  @Test func `the report of health that comes with a 503 is an answer`() async throws {
    let server = try LoopbackServer { _ in .init(status: 503, body: #"{"status":"degraded"}"#) }
    defer { server.stop() }
    #expect(await Console().run("api", "/health", "--url", server.url).code == .ok)
  }

  @Test func `the key goes along, and never comes out`() async throws {
    let key = "0123456789abcdef0123"
    let server = try LoopbackServer(answering: { request in
      .init(status: 400, body: #"{"detail":"bad header \#(request.head.contains(key) ? key : "none")"}"#)
    })
    defer { server.stop() }
    let console = Console(environment: ["HEAN_API_KEY": key])
    for flags in [[], ["--json"], ["--verbose"]] {
      let ran = await console.run(["api", "/x", "--url", server.url] + flags)
      #expect(!(ran.output + ran.errors).contains(key) && ran.output.contains("(API key)"), "\(ran)")
    }
  }

  @Test func `a redirect is not followed, a hanging engine ends in time, and amounts cannot be hidden`() async throws {
    let other = try LoopbackServer { _ in .init(body: "{}") }
    defer { other.stop() }
    let server = try LoopbackServer { _ in .init(status: 307, headers: ["Location": other.url + "/x"], body: "") }
    defer { server.stop() }
    #expect(await Console().run("api", "/x", "--url", server.url).code == .brokenContract)
    #expect(other.requests.isEmpty)
    let hanging = try MisbehavingServer { $0.waitForEnd() }
    defer { hanging.stop() }
    var console = Console()
    console.isClockReal = true
    let late = await console.run("api", "/x", "--url", hanging.url.absoluteString, "--timeout", "300ms")
    #expect(late.code == .temporary && late.output.isEmpty, "\(late)")
    #expect(await Console().run("--practice", "api", "/health", "--redact").code == .usage)
  }

  @Test func `every call that hean makes has the name of its command`() {
    // The paths as the contract has them.
    for (path, name) in [
      ("/api/v1/engine/start", OperationName.engineStart), ("/api/v1/emergency/killswitch", .triggerKillSwitch),
      ("/api/v1/risk/limits", .setLimits), ("/api/v1/config/update", .setConfiguration),
      ("/api/v1/strategies/a/enable", .enableStrategies),
    ] {
      #expect(OperationName.called(at: path) == name)
    }
    for path in ["/", "", "/api/v1/strategies//enable", "/api/v1/strategies/a/enable/b", "/api/v1/engine/status"] {
      #expect(OperationName.called(at: path) == nil)
    }
  }
}
