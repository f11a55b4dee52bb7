import Dispatch
import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// Following commands against a peer that sends what no engine should, or nothing.
@Suite(.timeLimit(.minutes(5)))
struct HostileFeedTests {
  private func console(_ columns: Int? = nil) -> Console {
    var console = Console(columns: columns)
    console.isClockReal = true
    return console
  }

  private static func answers() throws -> [String: LoopbackServer.Answer] {
    Dictionary(
      try Recording.all(in: "running").values.filter { $0.request.method == "GET" }.map {
        ($0.request.target, $0.answer)
      }, uniquingKeysWith: { first, _ in first })
  }

  private static let missing = LoopbackServer.Answer(status: 404, body: #"{"detail":"Not Found"}"#)

  /// A server that answers over HTTP and never finishes a WebSocket's handshake.
  private func silent(_ body: (LoopbackServer) async throws -> Void) async throws {
    let answers = try Self.answers()
    let end = DispatchSemaphore(value: 0)
    let server = try LoopbackServer(answering: { request in
      if request.target == "/ws" { end.wait() }
      return request.target == "/ws" ? nil : answers[request.target] ?? Self.missing
    })
    defer {
      server.stop()
      for _ in 0..<64 { end.signal() }
    }
    try await body(server)
  }

  @Test func `the time that was given ends a handshake, too`() async throws {
    try await silent { server in
      let ran = await console().run(
        "--url", server.url, "watch", "--json", "--duration", "300ms", "--timeout", "1h")
      #expect(ran.output.contains(#""reason":"duration""#), "\(ran)")
      #expect(server.targets.contains("/ws"))
      // Nothing was heard, which is not the same as nothing having happened.
      #expect(ran.code == .unreachable && ran.errors.contains("nothing was received from the engine"), "\(ran)")
    }
  }

  @Test func `a wait is over when its time is, whatever the feed does`() async throws {
    try await silent { server in
      let ran = await console().run("--url", server.url, "wait", "--for", "engine.state==STOPPED", "--timeout", "300ms")
      #expect(ran.code == .conditionFalse && ran.output.contains("\nnot met"), "\(ran)")
      #expect(server.targets.contains("/ws"))
    }
  }

  private static func event(_ seq: String, _ payload: String, topic: String = "orders") -> [UInt8] {
    Array(
      (#"{"topic":"\#(topic)","data":{"seq":\#(seq),"ts":"t\#(seq)","type":"ORDER_PLACED","payload":{"reason":"#
        + payload + "}}}").utf8)
  }

  private static let frames: [[UInt8]] = [
    event("1", #""first""#), event("2", "\"a\u{1B}[2J\u{9B}31m\u{202E}b\""), event("3", "\"\\\u{1B}[2J\""),
    event("4", #""\q""#),
    Array("{\"topic\":\"orders\",\"data\":{\"seq\":5,\"reason\":\"".utf8) + [0xFF, 0xC3] + Array("\"}}".utf8),
    event("6", #""\ud800""#), event("9007199254740992", #""x""#), event("7", "NaN"),
    event("7", "1", topic: "no\u{1B}vel"),
    Array(#"{"data":{"seq":8}}"#.utf8), [0xFF, 0x00, 0x1B], Array("null".utf8),
    Array(#"{"topic":"orders","data":{"seq":9,"type":"X"},"data":5}"#.utf8), event("10", #""last""#),
  ]

  @Test func `whatever comes in, what goes out is records without anything that steers a terminal`() async throws {
    let frames = Self.frames.map {
      SocketWire.frame(String(validating: $0, as: UTF8.self) == nil ? 0x82 : 0x81, $0)
    }
    let answers = try Self.answers()
    let server = try LoopbackServer(frames: frames) { answers[$0.target] ?? Self.missing }
    defer { server.stop() }
    let ran = await console().run("--url", server.url, "watch", "orders", "--json", "--count", "8")
    #expect(ran.code == .ok, "\(ran)")
    for scalar in ran.output.unicodeScalars where scalar != "\n" {
      switch scalar.value {
      case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069:
        Issue.record("U+\(String(scalar.value, radix: 16))")
      default: continue
      }
    }
    let records = try ran.output.split(separator: "\n").map {
      try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8))
    }
    let events = records.filter { $0["kind"] == "event" }
    let left = records.filter { $0["kind"] == "hean.error" }
    func count(_ reason: String) -> Decimal {
      left.filter { $0["reason"]?.text == reason }.compactMap { $0["count"]?.number }.reduce(0, +)
    }
    #expect(events.count == 8, "\(ran.output)")
    #expect(events.compactMap { $0["seq"]?.number } == [1, 2, 5, 6, 7, 10])
    #expect(count("unreadable") == 4 && count("unknownTopic") == 1 && count("noTopic") == 1 && count("number") == 1)
    let drawn = await console(100).run("--url", server.url, "watch", "orders", "--count", "8")
    #expect(drawn.code == .ok && !drawn.output.contains("\u{1B}") && drawn.output.contains("no JSON object"))
  }
}
