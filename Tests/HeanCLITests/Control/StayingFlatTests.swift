import Foundation
import HeanCore
import HeanPractice
import Testing

@testable import HeanConsole

/// A panic against what no stop ends: unfilled maker orders that come again, and an engine that takes its time to stop.
struct StayingFlatTests {
  /// What an engine is truly doing, past every lie of its pages.
  private struct Truth {
    var isRunning: Bool
    var isHalted: Bool
    var orders: Int
    var signals: Int
    var positions: Int

    init(_ engine: StagedEngine) throws {
      func read(_ path: String) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(engine.read(path).utf8))
      }
      func count(_ value: JSONValue?) -> Int {
        if case .number(let number)? = value { NSDecimalNumber(decimal: number).intValue } else { -1 }
      }
      let session = try read("/api/v1/trading/metrics")["counters"]?["session"]
      isRunning = try read("/api/v1/engine/status")["running"] == true
      isHalted = try read("/api/v1/risk/status")["stop_trading"] == true
      orders = count(session?["orders_created"])
      signals = count(session?["signals_total"])
      if case .array(let rows)? = try read("/api/v1/orders/positions")["positions"] {
        positions = rows.count
      } else {
        positions = -1
      }
    }
  }

  /// An engine with an order far from the market that comes again and again.
  private func engine(
    _ quirks: Set<PracticeQuirk>, _ clock: TestClock, isMarked: Bool = true
  ) throws -> StagedEngine {
    let engine = try StagedEngine(quirks: quirks.union(PracticeQuirk.stock), clock: clock, isMarked: isMarked)
    engine.prepare()
    // A mainnet engine takes no test order.
    engine.set(quirks.subtracting([.mainnetRules]).union(PracticeQuirk.stock))
    engine.call("/api/v1/orders/test", #"{"symbol":"BTCUSDT","side":"buy","size":0.01,"price":30000}"#)
    engine.set(quirks.union(PracticeQuirk.stock))
    clock.advance(.seconds(9))
    return engine
  }

  private func panic(
    _ engine: StagedEngine, _ clock: TestClock, url: String? = nil, _ more: [String] = []
  ) async -> Consequences {
    var console = Console()
    console.sharedClock = clock
    return await console.run(["panic", "--yes", "--url", url ?? engine.url] + more)
  }

  private func commands(_ requests: [LoopbackServer.Request]) -> [String] {
    requests.map { String($0.target.split(separator: "/").last ?? "") }
  }

  /// What a panic sent before it knew of the queue.
  @Test func `a stop, a cancel and a close do not end the queue`() throws {
    let clock = TestClock(Console.now)
    let engine = try engine([.retryQueue], clock)
    defer { engine.stop() }
    engine.call("/api/v1/emergency/killswitch")
    engine.call("/api/v1/orders/cancel-all")
    engine.call("/api/v1/orders/close-all-positions")
    let before = try Truth(engine)
    #expect(before.isHalted && before.positions == 0)
    clock.advance(.seconds(60))
    let after = try Truth(engine)
    #expect(after.orders >= before.orders + 5, "orders go on")
    #expect(after.signals == before.signals || after.orders - before.orders > after.signals - before.signals)
  }

  @Test(arguments: [[], [.mainnetRules]] as [Set<PracticeQuirk>], [true, false])
  func `with a queue of unfilled orders it ends flat, and stays so`(
    mode: Set<PracticeQuirk>, isMarked: Bool
  ) async throws {
    let clock = TestClock(Console.now)
    let engine = try engine(mode.union([.retryQueue]), clock, isMarked: isMarked)
    defer { engine.stop() }
    let ran = await panic(engine, clock)
    #expect(ran.code == .ok && ran.output.contains("FLAT"), "\(ran.output)")
    let before = try Truth(engine)
    clock.advance(.seconds(300))
    let after = try Truth(engine)
    #expect(after.orders == before.orders && after.positions == 0, "\(before) \(after)")
    if mode.isEmpty {
      #expect(!after.isRunning && commands(engine.commands) == ["killswitch", "close-all-positions", "kill"])
    } else {
      #expect(after.isRunning && after.isHalted)
      #expect(commands(engine.commands) == ["killswitch", "close-all-positions", "restart", "killswitch"])
      #expect(
        ran.output.contains("FLAT in the engine's books") && ran.output.contains("orders resting at the exchange"))
      #expect(ran.output.contains("SEEN  equity: stood still"), "\(ran.output)")
    }
    try Expected.compare(
      (ran.output + ran.errors).replacing(engine.url, with: "ENGINE"),
      with: "control/panic.queue.\(mode.isEmpty ? "dry" : "live").\(isMarked ? "practice" : "real").txt")
  }

  /// The queue goes on while the engine stops, and nobody can see where its last orders are.
  @Test func `an engine that is slow to stop is not called flat at an exchange`() async throws {
    let clock = TestClock(Console.now)
    let engine = try engine([.mainnetRules, .retryQueue, .slowStop], clock, isMarked: false)
    defer { engine.stop() }
    let ran = await panic(engine, clock)
    #expect(ran.code == .staleOrUnconfirmed && ran.output.contains("may rest at the exchange"), "\(ran.output)")
    let before = try Truth(engine)
    #expect(before.isRunning && before.isHalted && before.positions == 0)
    clock.advance(.seconds(300))
    #expect(try Truth(engine).orders == before.orders)
  }

  @Test func `a slow stop ends a dry run all the same`() async throws {
    let clock = TestClock(Console.now)
    let engine = try engine([.retryQueue, .slowStop], clock)
    defer { engine.stop() }
    let ran = await panic(engine, clock)
    #expect(ran.code == .ok, "\(ran.output)")
    #expect(try !Truth(engine).isRunning)
  }

  /// A server in front of the engine that answers some requests itself.
  private func panicking(
    _ quirks: Set<PracticeQuirk> = [.mainnetRules], _ clock: TestClock = TestClock(Console.now), _ more: [String] = [],
    prepare: (StagedEngine) throws -> Void = { _ in },
    instead: @escaping @Sendable (LoopbackServer.Request, StagedEngine) -> (Bool, LoopbackServer.Answer?)
  ) async throws -> (ran: Consequences, commands: [String], truth: Truth) {
    let engine = try StagedEngine(quirks: quirks.union(PracticeQuirk.stock), clock: clock, isMarked: false)
    defer { engine.stop() }
    engine.prepare()
    try prepare(engine)
    let server = try LoopbackServer(answering: { request in
      let (isAnswered, answer) = instead(request, engine)
      if isAnswered { return answer }
      let path = request.target.components(separatedBy: "?")[0]
      return .init(body: request.method == "GET" ? engine.read(path) : engine.call(request.target, request.body))
    })
    defer { server.stop() }
    let ran = await panic(engine, clock, url: server.url, more)
    return (ran, commands(server.commands), try Truth(engine))
  }

  @Test func `a restart without an answer is followed by the halt all the same`() async throws {
    let (ran, commands, truth) = try await panicking { request, engine in
      guard request.target.contains("restart") else { return (false, nil) }
      _ = engine.call(request.target)
      return (true, nil)
    }
    #expect(ran.output.contains("UNKNOWN  restart the engine"), "\(ran.output)")
    #expect(truth.isRunning && truth.isHalted && commands.suffix(2) == ["restart", "killswitch"])
    #expect(ran.code == .ok, "\(ran.output)")
  }

  @Test func `a restart that comes late is halted when it comes`() async throws {
    let clock = TestClock(Console.now)
    let asked = Recorder()
    let (ran, commands, truth) = try await panicking([.mainnetRules], clock) { request, engine in
      if request.target.contains("restart") {
        asked.append("\(clock.elapsed.components.seconds)")
        return (true, nil)
      }
      if let since = Int64(asked.text), clock.elapsed.components.seconds >= since + 4 {
        _ = asked.next()
        engine.call("/api/v1/engine/restart")
      }
      return (false, nil)
    }
    #expect(truth.isRunning && truth.isHalted, "\(ran.output)")
    #expect(commands.count { $0 == "restart" } == 1 && commands.count { $0 == "killswitch" } >= 3, "\(commands)")
    #expect(ran.code == .ok, "\(ran.output)")
  }

  @Test func `equity that moves while nothing is listed is no flat exchange`() async throws {
    let clock = TestClock(Console.now)
    let (ran, _, _) = try await panicking([.mainnetRules], clock) { request, engine in
      guard request.target == "/api/v1/engine/status",
        case .object(var body)? = try? JSONDecoder().decode(
          JSONValue.self, from: Data(engine.read(request.target).utf8))
      else { return (false, nil) }
      body["equity"] = .number(10_000 + Decimal(clock.elapsed.components.seconds % 7))
      let data = (try? JSONEncoder().encode(JSONValue.object(body))) ?? Data()
      return (true, .init(body: String(decoding: data, as: UTF8.self)))
    }
    #expect(ran.code == .staleOrUnconfirmed && ran.output.contains("the exchange is not flat"), "\(ran.output)")
    #expect(ran.output.contains("NOT SEEN  equity: moves between"))
  }

  @Test func `the echo of a close is closed, and needs no fill of its own`() async throws {
    let clock = TestClock(Console.now)
    let rounds = Recorder()
    let echo =
      #"{"positions":[{"position_id":"echo-1","symbol":"ADAUSDT","size":3074,"entry_price":0.39,"current_price":0.39,"unrealized_pnl":0,"side":"long","strategy_id":"unknown","status":"open"}]}"#
    let (ran, commands, truth) = try await panicking([.mainnetRules], clock) { request, _ in
      if request.target.contains("close-all") { rounds.append("x") }
      guard request.target == "/api/v1/orders/positions", rounds.text == "x" else { return (false, nil) }
      return (true, .init(body: echo))
    }
    #expect(
      commands == ["killswitch", "close-all-positions", "close-all-positions", "restart", "killswitch"], "\(ran)")
    #expect(ran.code == .ok && truth.isHalted, "\(ran.output)")
  }

  @Test func `what the exchange refuses to close is not forgotten by a restart`() async throws {
    let (ran, commands, truth) = try await panicking([.mainnetRules, .closeRefused]) { _, _ in (false, nil) }
    #expect(ran.code == .staleOrUnconfirmed && !commands.contains("restart"), "\(ran.output)")
    #expect(commands.count { $0 == "close-position" } == 4, "each once more, by itself: \(commands)")
    #expect(ran.output.contains("a restart would forget what is still open") && truth.positions == 4)
  }

  @Test func `a stop in the lamp of health is no halt of this engine`() async throws {
    let (ran, commands, truth) = try await panicking(prepare: { engine in
      engine.call("/api/v1/emergency/killswitch")
      engine.call("/api/v1/orders/close-all-positions")
      engine.call("/api/v1/engine/restart")
    }) { _, _ in (false, nil) }
    #expect(commands.first == "killswitch" && truth.isHalted && ran.code == .ok, "\(ran.output)")
  }

  @Test func `without a halt nothing is restarted, and what is flat is stopped`() async throws {
    let (ran, commands, truth) = try await panicking { request, _ in
      guard request.target.contains("emergency") else { return (false, nil) }
      return (true, .init(body: #"{"status":"success","message":"taken"}"#))
    }
    #expect(commands == ["killswitch", "close-all-positions", "stop"], "\(ran.output)")
    #expect(ran.code == .staleOrUnconfirmed && !truth.isRunning)
    #expect(ran.output.contains("as no emergency stop showed") && ran.output.contains("log in to the exchange"))
  }

  /// A kill switch of its own ends with the engine, and what would halt the next one does not work.
  @Test func `what halts only this engine is no reason to restart it`() async throws {
    let (ran, commands, _) = try await panicking { request, engine in
      if request.target == "/api/v1/risk/killswitch/status" {
        return (true, .init(body: #"{"triggered":true,"reasons":["HARD_STOP: Equity drop"],"triggered_at":null}"#))
      }
      if request.target == "/api/v1/risk/status" {
        let body = engine.read(request.target).replacing(
          #""killswitch_triggered":false"#, with: #""killswitch_triggered":true"#)
        return (true, .init(body: body))
      }
      guard request.target.contains("emergency") else { return (false, nil) }
      return (true, .init(body: #"{"status":"success","message":"taken"}"#))
    }
    #expect(!commands.contains("restart") && ran.code == .staleOrUnconfirmed, "\(ran.output)")
    #expect(ran.output.contains("the emergency stop does not show in /health"), "\(ran.output)")
  }

  @Test func `a new engine that cannot be halted is stopped`() async throws {
    let restarted = Recorder()
    let (ran, commands, truth) = try await panicking { request, engine in
      if request.target.contains("restart") { restarted.append("x") }
      guard request.target.contains("emergency"), !restarted.text.isEmpty else { return (false, nil) }
      return (true, .init(body: #"{"status":"success","message":"taken"}"#))
    }
    #expect(ran.code == .staleOrUnconfirmed && commands.last == "stop" && !truth.isRunning, "\(ran.output)")
    #expect(commands.count { $0 == "killswitch" } > 5 && commands.count { $0 == "restart" } == 1)
  }

  @Test func `what fills while a quiet moment is waited for is closed before the restart`() async throws {
    let clock = TestClock(Console.now)
    let rounds = Recorder()
    let fill =
      #"{"positions":[{"position_id":"retry-1","symbol":"ADAUSDT","size":100,"entry_price":0.39,"current_price":0.39,"unrealized_pnl":0,"side":"long","strategy_id":"test_api","status":"open"}]}"#
    let (ran, commands, truth) = try await panicking([.mainnetRules], clock) { request, engine in
      if request.target.contains("close-all") { rounds.append("\(clock.elapsed.components.seconds) ") }
      let times = rounds.text.split(separator: " ")
      // Long after the close, and before the next one.
      guard request.target == "/api/v1/orders/positions", times.count == 1, clock.elapsed >= .seconds(3) else {
        return (false, nil)
      }
      return (true, .init(body: fill))
    }
    #expect(
      commands == ["killswitch", "close-all-positions", "close-all-positions", "restart", "killswitch"], "\(ran)")
    #expect(truth.isHalted)
  }

  @Test(arguments: ["3s", "12s"])
  func `with little time nothing is restarted, and that is said`(deadline: String) async throws {
    let (ran, commands, truth) = try await panicking([.mainnetRules], TestClock(Console.now), ["--deadline", deadline])
    {
      _, _ in (false, nil)
    }
    #expect(commands == ["killswitch", "close-all-positions"] && truth.isHalted, "\(ran.output)")
    #expect(ran.code == .staleOrUnconfirmed && ran.output.contains("there was no time for a restart"))
  }

  @Test func `with half a minute it restarts without waiting for a quiet moment`() async throws {
    let clock = TestClock(Console.now)
    let engine = try engine([.mainnetRules, .retryQueue], clock, isMarked: false)
    defer { engine.stop() }
    let ran = await panic(engine, clock, ["--deadline", "30s"])
    #expect(commands(engine.commands).contains("restart") && clock.elapsed < .seconds(41), "\(ran.output)")
    let truth = try Truth(engine)
    #expect(truth.isHalted && truth.positions == 0)
  }

  @Test func `what the engine closed after the plan was shown is accounted for`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: PracticeQuirk.stock, clock: clock)
    defer { engine.stop() }
    engine.prepare()
    var console = Console(columns: 240)
    console.sharedClock = clock
    console.isInputTerminal = true
    let asked = Recorder()
    console.answer = {
      asked.append("x")
      engine.call("/api/v1/orders/close-position-by-symbol", #"{"symbol":"XRPUSDT"}"#)
      return "y"
    }
    let ran = await console.run("panic", "--url", engine.url)
    #expect(!asked.text.isEmpty && ran.code == .ok, "\(ran)")
    #expect(ran.output.contains("closed: ADAUSDT long, XRPUSDT long, LINKUSDT long, TONUSDT short; realized"), "\(ran)")
  }
}
