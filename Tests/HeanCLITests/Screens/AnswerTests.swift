import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// What an answer proves, and what it leaves open.
struct AnswerTests {
  @Test func `an error in the engine's code is no refusal, and one with a reason is`() async throws {
    for (words, start) in [
      ("Internal Server Error", "hean: the engine failed at /api/v1/"),
      ("Price is required", "hean: the engine refused /api/v1/"),
    ] {
      let server = try LoopbackServer { _ in .init(status: 500, body: #"{"detail":"\#(words)"}"#) }
      let ran = await Console().run("account", "--url", server.url)
      #expect(ran.code == .refused && ran.errors.hasPrefix(start), "\(ran)")
      server.stop()
    }
  }

  @Test func `where nothing can be planned nothing is sent, and what stops it all the same is named`() async throws {
    let server = try LoopbackServer { _ in .init(status: 500, body: "Internal Server Error") }
    defer { server.stop() }
    for verb in [["risk", "killswitch", "trigger"], ["orders", "cancel-all"], ["engine", "pause"]] {
      let ran = await Console().run(verb + ["--yes", "--url", server.url])
      #expect(ran.code == .refused && server.commands.isEmpty, "\(ran)")
      #expect(ran.errors.contains("Nothing was sent"), "\(ran)")
      #expect(ran.errors.contains("to stop it without knowing its state: hean"), "\(ran)")
    }
  }

  /// Answers that are no plain yes or no to a call which the engine has carried out.
  @Test(arguments: [
    (202, "", ExitCode.ok), (204, "", .ok), (302, "", .outcomeUnknown), (303, "", .outcomeUnknown),
    (307, "", .refused),
    (408, "{}", .outcomeUnknown), (500, "Internal Server Error", .outcomeUnknown),
    (500, #"{"detail":"Internal Server Error"}"#, .outcomeUnknown), (524, "<html>", .outcomeUnknown),
    (500, #"{"detail":"Price is required"}"#, .refused),
  ])
  func `what an answer leaves open is not called refused`(status: Int, body: String, code: ExitCode) async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    engine.prepare()
    let server = try LoopbackServer(answering: { request in
      let path = request.target.components(separatedBy: "?")[0]
      guard request.method != "GET" else { return .init(body: engine.read(path)) }
      if code != .refused { _ = engine.call(request.target, request.body) }
      return .init(status: status, headers: ["Location": "/elsewhere"], body: body)
    })
    defer { server.stop() }
    var console = Console()
    console.sharedClock = clock
    let ran = await console.run("engine", "pause", "--yes", "--url", server.url)
    #expect(ran.code == code && server.commands.count == 1, "\(ran)")
    #expect(ran.output.contains("REFUSED") == (code == .refused), "\(ran.output)")
  }

  @Test func `another list is not taken for the one that was asked for`() async throws {
    let server = try LoopbackServer { target in
      .init(body: target.hasPrefix("/api/v1/orders/positions") ? #"{"orders":[]}"# : #"{"positions":[]}"#)
    }
    defer { server.stop() }
    for command in ["orders", "positions"] {
      let ran = await Console().run(command, "--json", "--url", server.url)
      #expect(ran.code == .brokenContract && ran.output.isEmpty, "\(ran)")
    }
  }
}
