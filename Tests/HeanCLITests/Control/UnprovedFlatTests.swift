import Foundation
import HeanCore
import HeanPractice
import Testing

@testable import HeanConsole

/// What a panic must not take for flat at an exchange.
struct UnprovedFlatTests {
  private func panicking(
    _ quirks: Set<PracticeQuirk> = [.mainnetRules], _ clock: TestClock = TestClock(Console.now),
    instead: @escaping @Sendable (LoopbackServer.Request, StagedEngine) -> LoopbackServer.Answer? = { _, _ in nil },
    prepare: (StagedEngine) -> Void = { _ in }
  ) async throws -> (ran: Consequences, commands: [String]) {
    let engine = try StagedEngine(quirks: quirks.union(PracticeQuirk.stock), clock: clock, isMarked: false)
    defer { engine.stop() }
    engine.prepare()
    prepare(engine)
    let server = try LoopbackServer(answering: { request in
      if let answer = instead(request, engine) { return answer }
      let path = request.target.components(separatedBy: "?")[0]
      return .init(body: request.method == "GET" ? engine.read(path) : engine.call(request.target, request.body))
    })
    defer { server.stop() }
    var console = Console()
    console.sharedClock = clock
    let ran = await console.run("panic", "--yes", "--url", server.url)
    return (ran, server.commands.map { String($0.target.split(separator: "/").last ?? "") })
  }

  private static func object(_ engine: StagedEngine, _ path: String) -> [String: JSONValue] {
    guard
      case .object(let body)? = try? JSONDecoder().decode(JSONValue.self, from: Data(engine.read(path).utf8))
    else { return [:] }
    return body
  }

  private static func answer(_ body: [String: JSONValue]) -> LoopbackServer.Answer {
    .init(body: String(decoding: (try? JSONEncoder().encode(JSONValue.object(body))) ?? Data(), as: UTF8.self))
  }

  @Test func `with all that proves it, it is flat`() async throws {
    let (ran, _) = try await panicking()
    #expect(ran.code == .ok && ran.output.contains("FLAT in the engine's books"), "\(ran.output)")
    #expect(ran.output.contains("SEEN  equity: stood still") && ran.output.contains("since the restart"))
  }

  /// An empty book, of which one teller says nothing: before, its silence was an empty list and a count of zero.
  @Test(arguments: ["/api/v1/trading/history", "/api/v1/risk/status"])
  func `an empty list beside a read that is not answered is not flat`(path: String) async throws {
    let (ran, _) = try await panicking(
      instead: { request, _ in
        request.target.hasPrefix(path) ? .init(status: 500, body: #"{"detail":"busy"}"#) : nil
      }, prepare: { $0.call("/api/v1/orders/close-all-positions") })
    #expect(ran.code == .staleOrUnconfirmed && !ran.output.contains("\nFLAT"), "\(ran.output)")
  }

  @Test func `fills without the record of what was dropped leave room for a drop`() async throws {
    let (ran, _) = try await panicking { request, _ in
      request.target.hasPrefix("/api/v1/trading/history") ? .init(status: 500, body: #"{"detail":"busy"}"#) : nil
    }
    #expect(ran.code == .staleOrUnconfirmed, "\(ran.output)")
    #expect(ran.output.contains("/trading/history did not tell whether any was dropped"), "\(ran.output)")
  }

  /// The engine tells its last figure of an exchange that it has lost, or its own.
  @Test(arguments: [JSONValue.null, false])
  func `an equity that stands still proves nothing of an exchange that is not reached`(rest: JSONValue) async throws {
    let (ran, commands) = try await panicking { request, engine in
      guard request.target == "/api/v1/trading/why" else { return nil }
      var body = Self.object(engine, request.target)
      body["execution_quality"] = ["ws_ok": .null, "rest_ok": rest]
      return Self.answer(body)
    }
    #expect(commands.suffix(2) == ["restart", "killswitch"], "\(ran)")
    #expect(ran.code == .staleOrUnconfirmed && ran.output.contains("NOT PROVED FLAT"), "\(ran.output)")
    #expect(ran.output.contains("flat in the engine's books; not proved at the exchange"), "\(ran.output)")
    #expect(ran.output.contains("rest_ok"))
  }

  /// Reached when the panic began, and lost since.
  @Test func `whether the exchange is reached is asked again after the restart`() async throws {
    let restarted = Recorder()
    let (ran, _) = try await panicking { request, engine in
      if request.target.contains("restart") { restarted.append("x") }
      guard request.target == "/api/v1/trading/why", !restarted.text.isEmpty else { return nil }
      var body = Self.object(engine, request.target)
      body["execution_quality"] = ["ws_ok": .null, "rest_ok": false]
      return Self.answer(body)
    }
    #expect(ran.code == .staleOrUnconfirmed && ran.output.contains("NOT PROVED FLAT"), "\(ran.output)")
  }

  @Test func `the engine's own figure stands still whatever the exchange holds`() async throws {
    let (ran, _) = try await panicking { request, engine in
      guard request.target == "/api/v1/risk/status" else { return nil }
      var body = Self.object(engine, request.target)
      body["equity"] = Self.object(engine, "/api/v1/engine/status")["equity"] ?? .null
      return Self.answer(body)
    }
    #expect(
      ran.code == .staleOrUnconfirmed && ran.output.contains("it is the engine's own figure, too"), "\(ran.output)")
  }

  @Test func `orders that were made after the restart are told`() async throws {
    let reads = Recorder()
    let (ran, _) = try await panicking { request, engine in
      if request.target.contains("restart") { reads.append("r") }
      guard request.target == "/api/v1/trading/metrics", !reads.text.isEmpty else { return nil }
      reads.append("m")
      // Two more once the first look at the new engine is over.
      guard reads.text.count > 2, case .object(var counters)? = Self.object(engine, request.target)["counters"],
        case .object(var session)? = counters["session"], case .number(let made)? = session["orders_created"]
      else { return nil }
      session["orders_created"] = .number(made + 2)
      counters["session"] = .object(session)
      var body = Self.object(engine, request.target)
      body["counters"] = .object(counters)
      return Self.answer(body)
    }
    #expect(ran.code == .staleOrUnconfirmed && ran.output.contains("2 orders made after the restart"), "\(ran.output)")
    #expect(!ran.output.contains("since the restart"), "\(ran.output)")
  }

  @Test func `what was left when the engine was stopped is not said of a restart`() async throws {
    let (ran, commands) = try await panicking([.mainnetRules, .unfilledClose]) { request, _ in
      request.target.contains("emergency") ? .init(body: #"{"status":"success","message":"taken"}"#) : nil
    }
    #expect(commands.last == "stop" && ran.output.contains("when the engine was stopped: "), "\(ran)")
    #expect(!ran.output.contains("when the engine was restarted"))
  }

  /// A close that was accepted and never filled: the engine's books are empty, and the exchange is not.
  @Test func `what the exchange never filled moves its equity, and is not flat`() async throws {
    let (ran, commands) = try await panicking([.mainnetRules, .unfilledClose])
    #expect(ran.code == .staleOrUnconfirmed && commands.contains("restart"), "\(ran.output)")
    #expect(ran.output.contains("the exchange is not flat: equity moves between"), "\(ran.output)")
  }

  @Test func `echoes are closed once, and named`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(
      quirks: PracticeQuirk.stock.union([.mainnetRules, .echo]), clock: clock, isMarked: false)
    defer { engine.stop() }
    engine.prepare()
    var console = Console()
    console.sharedClock = clock
    let ran = await console.run("panic", "--yes", "--url", engine.url)
    #expect(engine.commands.count { $0.target.contains("close-all") } == 2, "\(ran.output)")
    #expect(ran.code == .ok && ran.output.contains("echoes of it, which the exchange does not hold: "), "\(ran.output)")
  }

  @Test func `an echo of every close is not closed for ever`() async throws {
    let rounds = Recorder()
    let (ran, commands) = try await panicking { request, engine in
      if request.target.contains("close-all") { rounds.append("x") }
      if request.target.contains("restart") { rounds.append("r") }
      guard request.target == "/api/v1/orders/positions", !rounds.text.isEmpty, !rounds.text.contains("r") else {
        return nil
      }
      return .init(
        body:
          #"{"positions":[{"position_id":"echo-\#(rounds.text.count)","symbol":"ADAUSDT","size":3074,"entry_price":0.39,"current_price":0.39,"unrealized_pnl":0,"side":"long","strategy_id":"unknown","status":"open"}]}"#
      )
    }
    #expect(
      commands == ["killswitch", "close-all-positions", "close-all-positions", "restart", "killswitch"], "\(ran)")
  }

  /// A lamp alone proved a stop to one of two rules.
  @Test(arguments: [(JSONValue.bool(false), ExitCode.staleOrUnconfirmed), (.null, .ok), (true, .ok)])
  func `an emergency stop is proved by one rule`(flag: JSONValue, code: ExitCode) async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: PracticeQuirk.stock, clock: clock)
    defer { engine.stop() }
    engine.prepare()
    let server = try LoopbackServer(answering: { request in
      if request.method != "GET" { return .init(body: engine.call(request.target, request.body)) }
      guard request.target == "/api/v1/risk/status" else { return .init(body: engine.read(request.target)) }
      var body = Self.object(engine, request.target)
      if body["stop_trading"] == true { body["stop_trading"] = flag }
      return Self.answer(body)
    })
    defer { server.stop() }
    var console = Console()
    console.sharedClock = clock
    let ran = await console.run("risk", "killswitch", "trigger", "--reason", "x", "--yes", "--url", server.url)
    #expect(ran.code == code && server.commands.count == 1, "\(ran)")
  }

  @Test func `a frame without a reason proves nothing of the governor`() {
    let words = EventSummary.killSwitch(KillSwitchAlarm(reason: nil, source: nil))
    let text = words.text.text
    #expect(text.contains("hean risk governor") && !text.contains("none has tripped"), "\(text)")
  }
}
