import Foundation
import HeanPractice
import HeanTestSupport
import Testing

@testable import HeanConsole

/// Who looks for an effect leaves the engine's limits to others.
struct PoliteLookTests {
  /// Reads of a verb whose effect never comes, in the five seconds that it looks for it.
  @Test(arguments: VerbCase.all.filter { $0.singleState == .running && $0.precondition == .none })
  func `a verb that waits in vain asks seldom`(verb: VerbCase) async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: [.lies], clock: clock)
    defer { engine.stop() }
    engine.prepare()
    var console = Console()
    console.sharedClock = clock
    let ran = await console.run(verb.arguments + ["--yes", "--url", engine.url])
    let reads = (engine.server?.requests ?? []).filter { $0.method == "GET" }
    #expect(ran.code != .ok || reads.count < 20)
    #expect(reads.count <= 36, "\(verb.name): \(reads.count) reads: \(reads.map(\.target))")
    let most = Dictionary(grouping: reads.map(\.target), by: { $0 }).values.map(\.count).max() ?? 0
    #expect(most <= 9, "\(verb.name): one path \(most) times")
  }

  @Test func `a minute of looking stays below half of what health allows`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: [.lies], clock: clock)
    defer { engine.stop() }
    engine.prepare()
    var console = Console()
    console.sharedClock = clock
    let ran = await console.run(
      "risk", "killswitch", "trigger", "--yes", "--verify-timeout", "1m", "--url", engine.url)
    #expect(ran.code == .staleOrUnconfirmed)
    let reads = (engine.server?.targets ?? []).count { $0 == "/health" }
    #expect(reads <= 30, "\(reads) reads of /health")
  }

  @Test func `where a limit keeps hean from seeing, the limit is the reason`() async throws {
    let isSent = Sent()
    let table = Dictionary(
      try Recording.all(in: "running").values.filter { $0.request.method == "GET" }.map {
        ($0.request.target, $0.answer)
      }, uniquingKeysWith: { first, _ in first })
    let server = try LoopbackServer(answering: { request in
      guard request.method == "GET" else {
        isSent.set()
        return .init(body: #"{"status":"success","message":"Killswitch triggered"}"#)
      }
      if request.target == "/health", isSent.value {
        return .init(
          status: 429, headers: ["Content-Type": "application/json", "Retry-After": "60"],
          body: #"{"error":"Rate limit exceeded: 60 per 1 minute"}"#)
      }
      return table[request.target] ?? .init(status: 404, body: #"{"detail":"Not Found"}"#)
    })
    defer { server.stop() }
    let ran = await Console().run("risk", "killswitch", "trigger", "--yes", "--url", server.url)
    #expect(ran.code == .staleOrUnconfirmed, "\(ran)")
    #expect(
      ran.output.contains("cannot tell: the engine limits how often it is asked, and refused /health"), "\(ran.output)")
    #expect(ran.output.contains("wait a minute, then: hean"))
    // It does not go on asking.
    #expect(server.targets.count { $0 == "/health" } <= 4, "\(server.targets)")
  }

  /// What happens while somebody reads the plan must not be taken for what the call does.
  @Test(arguments: [true, false])
  func `after a question the look to compare with is a fresh one`(isAsked: Bool) async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    var console = Console(columns: 80)
    console.sharedClock = clock
    console.isInputTerminal = true
    console.standardInput = ["y"]
    let ran = await console.run(
      ["positions", "close", "LINKUSDT", "--url", engine.url] + (isAsked ? [] : ["--yes"]))
    #expect(ran.code == .ok, "\(ran)")
    let before = (engine.server?.requests ?? []).prefix { $0.method == "GET" }.map(\.target)
    #expect(before.count { $0 == "/api/v1/orders/positions" } == (isAsked ? 2 : 1), "\(before)")
  }

  private final class Sent: Sendable {
    private let box = Recorder()
    var value: Bool { !box.text.isEmpty }
    func set() { box.append("sent") }
  }
}
