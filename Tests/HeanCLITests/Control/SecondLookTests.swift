import Foundation
import HeanCore
import HeanPractice
import Testing

@testable import HeanConsole

/// What was planned before a question is decided anew after it: others act on the same engine meanwhile.
struct SecondLookTests {
  private static let start = Console.now

  /// A run in which somebody answers yes after something else has happened.
  private func asked(
    _ arguments: [String], _ scenario: PracticeScenario = .calm, quirks: Set<PracticeQuirk> = PracticeQuirk.stock,
    isMarked: Bool = true,
    instead: @escaping @Sendable (LoopbackServer.Request, Bool) -> LoopbackServer.Answer? = { _, _ in nil },
    prepare: (StagedEngine) -> Void = { _ in }, meanwhile: @escaping @Sendable (StagedEngine, TestClock) -> Void
  ) async throws -> (ran: Consequences, commands: [String]) {
    let clock = TestClock(Self.start)
    let engine = try StagedEngine(scenario, quirks: quirks, clock: clock)
    defer { engine.stop() }
    engine.prepare(prepare)
    let isAsked = Recorder()
    let server = try LoopbackServer(answering: { request in
      if let answer = instead(request, !isAsked.text.isEmpty) { return answer }
      let path = request.target.components(separatedBy: "?")[0]
      return .init(
        headers: ["Content-Type": "application/json"].merging(isMarked ? ["X-Hean-Practice": "1"] : [:]) { $1 },
        body: request.method == "GET" ? engine.read(path) : engine.call(request.target, request.body))
    })
    defer { server.stop() }
    var console = Console(columns: 100)
    console.sharedClock = clock
    console.isInputTerminal = true
    console.answer = {
      meanwhile(engine, clock)
      isAsked.append("x")
      return "y"
    }
    var ran = await console.run(arguments + ["--url", server.url])
    ran.errors = ran.errors.split { $0.isWhitespace }.joined(separator: " ")
    return (ran, server.commands.map { String($0.target.split(separator: "/").last ?? "") })
  }

  @Test func `a resume of an engine that was stopped meanwhile would block it for good, and is not sent`() async throws
  {
    let (ran, commands) = try await asked(
      ["engine", "resume"], prepare: { $0.call("/api/v1/engine/pause") },
      meanwhile: { engine, _ in _ = engine.call("/api/v1/engine/stop") })
    #expect(ran.code == .refused && commands.isEmpty, "\(ran)")
    #expect(
      ran.errors.contains(
        "it has changed since it was shown: the engine is not running (STOPPED): a resume would block")
        && ran.errors.contains("Nothing was sent"), "\(ran.errors)")
    #expect(ran.errors.contains("hean engine start") || ran.errors.contains("engine start"))
  }

  @Test func `a strategy that somebody else has enabled meanwhile is not enabled twice`() async throws {
    let (ran, commands) = try await asked(
      ["strategies", "enable", "hf_scalping"],
      prepare: { $0.call("/api/v1/strategies/hf_scalping/enable", #"{"enabled":false}"#) },
      meanwhile: { engine, _ in _ = engine.call("/api/v1/strategies/hf_scalping/enable", #"{"enabled":true}"#) })
    #expect(ran.code == .refused && commands.isEmpty && ran.errors.contains("would double its signals"), "\(ran)")
  }

  @Test func `a second strategy that was enabled while the first one was is left out`() async throws {
    let clock = TestClock(Self.start)
    let engine = try StagedEngine(quirks: PracticeQuirk.stock, clock: clock)
    defer { engine.stop() }
    engine.prepare { stage in
      for name in ["hf_scalping", "momentum_trader"] {
        stage.call("/api/v1/strategies/\(name)/enable", #"{"enabled":false}"#)
      }
    }
    let server = try LoopbackServer(answering: { request in
      let path = request.target.components(separatedBy: "?")[0]
      guard request.method != "GET" else { return .init(body: engine.read(path)) }
      engine.call("/api/v1/strategies/momentum_trader/enable", #"{"enabled":true}"#)
      return .init(body: engine.call(request.target, request.body))
    })
    defer { server.stop() }
    var console = Console()
    console.sharedClock = clock
    let ran = await console.run(
      "strategies", "enable", "hf_scalping", "momentum_trader", "--yes", "--url", server.url)
    #expect(server.commands.count == 1 && ran.code == .refused, "\(ran)")
    #expect(ran.output.contains("REFUSED  momentum_trader: it was not sent: momentum_trader is enabled already"))
  }

  @Test func `whether a strategy is on has to be known before it is enabled`() async throws {
    let unknown: @Sendable (LoopbackServer.Request, Bool) -> LoopbackServer.Answer? = { request, _ in
      request.target == "/api/v1/strategies"
        ? .init(body: #"[{"strategy_id":"hf_scalping","enabled":null,"type":"HFScalping"}]"#) : nil
    }
    let (ran, commands) = try await asked(
      ["strategies", "enable", "hf_scalping", "--yes"], instead: unknown, meanwhile: { _, _ in })
    #expect(ran.code == .refused && commands.isEmpty, "\(ran)")
    #expect(ran.errors.contains("does not say whether it is on") && ran.errors.contains("strategies show hf_scalping"))
    // Turned off, nothing can be doubled; what the list does not tell is no proof.
    let off = try await asked(
      ["strategies", "disable", "hf_scalping", "--yes"], instead: unknown, meanwhile: { _, _ in })
    #expect(off.commands == ["enable"] && off.ran.code == .staleOrUnconfirmed, "\(off.ran)")
    #expect(off.ran.output.contains("does not say whether hf_scalping is disabled"), "\(off.ran)")
  }

  @Test func `another position than the one that was shown is not closed`() async throws {
    let (ran, commands) = try await asked(["positions", "close", "XRPUSDT"]) { engine, clock in
      engine.call("/api/v1/orders/close-position-by-symbol", #"{"symbol":"XRPUSDT"}"#)
      clock.advance(.seconds(2))
    }
    #expect(ran.code == .refused && commands.isEmpty && ran.errors.contains("has changed since it was shown"), "\(ran)")
  }

  @Test func `a close is not kept back by a price, and everything is whatever there is`() async throws {
    for arguments in [["positions", "close", "ADAUSDT"], ["positions", "close-all"]] {
      let (ran, commands) = try await asked(arguments, .crash) { engine, clock in
        clock.advance(.seconds(30))
        engine.call("/api/v1/orders/close-position-by-symbol", #"{"symbol":"BTCUSDT"}"#)
      }
      #expect(commands.count == 1 && ran.code == .ok, "\(ran)")
    }
  }

  @Test func `nothing left to close is said, and not sent`() async throws {
    let (ran, commands) = try await asked(["positions", "close-all"]) { engine, _ in
      engine.call("/api/v1/orders/close-all-positions")
    }
    #expect(ran.code == .refused && commands.isEmpty && ran.errors.contains("lists no open position"), "\(ran)")
  }

  @Test func `an order at another price than was shown is not placed`() async throws {
    let (ran, commands) = try await asked(
      ["orders", "place", "buy", "BTCUSDT", "--size", "0.01"], .crash
    ) { _, clock in clock.advance(.seconds(60)) }
    #expect(ran.code == .refused && commands.isEmpty && ran.errors.contains("a price moved from"), "\(ran)")
  }

  @Test(arguments: [("resume", false), ("kill", true), ("stop", true), ("restart", false)])
  func `an engine that tells nothing after the question is only stopped`(verb: String, isSent: Bool) async throws {
    let (ran, commands) = try await asked(
      ["engine", verb],
      instead: { request, isAsked in
        isAsked && request.target == "/api/v1/engine/status" ? .init(status: 500, body: #"{"detail":"busy"}"#) : nil
      }, prepare: { $0.call("/api/v1/engine/pause") }, meanwhile: { _, _ in })
    #expect(commands == (isSent ? [verb] : []), "\(ran)")
    if !isSent { #expect(ran.errors.contains("Nothing was sent"), "\(ran)") }
  }

  @Test func `another mode than the one that was shown is another question`() async throws {
    for verb in ["restart", "kill"] {
      let (ran, commands) = try await asked(["engine", verb], isMarked: false) { engine, _ in
        engine.set(PracticeQuirk.stock.union([.mainnetRules]))
      }
      #expect(commands.isEmpty && ran.code == .refused, "\(ran)")
      #expect(ran.errors.contains("the mode was DRY RUN, and is MAINNET"), "\(ran)")
    }
  }

  @Test func `without a question there is one look`() async throws {
    let clock = TestClock(Self.start)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    var console = Console()
    console.sharedClock = clock
    let ran = await console.run("positions", "close", "XRPUSDT", "--yes", "--url", engine.url)
    let before = engine.server?.requests.prefix { $0.method == "GET" }.map(\.target) ?? []
    #expect(ran.code == .ok && before.count { $0 == "/api/v1/engine/status" } == 1, "\(before)")
    #expect(Set(before).count == before.count, "nothing is read twice: \(before)")
  }
}
