import Foundation
import HeanCore
import HeanPractice
import HeanTestSupport
import Testing

@testable import HeanConsole

/// From every state and against every quirk a panic ends flat with proof, or says what is left.
///
/// A panic never sends a cancel: the engine would only mark the order in its own books, and the exchange would not be
/// told.
struct PanicTests {
  private func panic(
    _ engine: StagedEngine, _ clock: TestClock, home: String = Console.freshHome(), _ more: String...
  ) async -> Consequences {
    var console = Console(home: home)
    console.sharedClock = clock
    let ran = await console.run(["panic", "--yes", "--deadline", "10s", "--url", engine.url] + more)
    return Consequences(
      code: ran.code, output: ran.output.replacing(engine.url, with: "ENGINE"),
      errors: ran.errors.replacing(engine.url, with: "ENGINE"))
  }

  @Test(arguments: PracticeScenario.allCases)
  func `every scenario`(scenario: PracticeScenario) async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(scenario, clock: clock)
    defer { engine.stop() }
    engine.prepare { stage in stage.call("/api/v1/engine/pause") }
    let ran = await panic(engine, clock)
    #expect(ran.code == .ok && ran.output.contains("FLAT after"), "\(ran.output)")
    // A dry run's positions exist in its engine only.
    #expect(engine.read("/api/v1/engine/status").contains("STOPPED"))
    #expect(engine.commands.isEmpty == (scenario == .stopped))
    try Expected.compare(ran.output + ran.errors, with: "control/panic.\(scenario.rawValue).txt")
  }

  /// Covered by `ClosingTests` and `PlacingTests`.
  static let quirksTestedPerVerb: Set<PracticeQuirk> = [
    .journalLoss, .unfilledClose, .echo, .routerRefuses, .quickCancel, .otherSize,
  ]

  /// With most quirks it ends flat; with the five below it cannot, and says so.
  @Test(
    arguments: Sample.of(PracticeQuirk.allCases.filter { !quirksTestedPerVerb.contains($0) && $0 != .hang }, every: 4))
  func `every quirk`(quirk: PracticeQuirk) async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: [quirk], clock: clock)
    defer { engine.stop() }
    engine.prepare { stage in
      stage.call("/api/v1/orders/test", #"{"symbol":"BTCUSDT","side":"buy","size":0.01,"price":50000}"#)
    }
    let ran = await panic(engine, clock)
    let cannot: Set<PracticeQuirk> = [.lies, .errorInside, .wrappedError, .mainnetRules, .rehearseMainnet]
    #expect(ran.code == (cannot.contains(quirk) ? .staleOrUnconfirmed : .ok), "\(ran.output)")
    if cannot.contains(quirk) { #expect(ran.output.contains("NOT FLAT")) }
    try Expected.compare(ran.output + ran.errors, with: "control/panic.\(quirk.rawValue).txt")
    // Nothing is sent twice.
    let calls = engine.commands.map { $0.target + $0.body }
    #expect(Set(calls).count == calls.count, "\(calls)")
    #expect(!calls.contains { $0.contains("cancel") })
  }

  /// The replies to the calls do not decide it: with `lies` all are accepted and positions are left, with `lostReply`
  /// none arrives and the account is flat.
  @Test(arguments: [(PracticeQuirk.lies, "left"), (.lostReply, "flat")])
  func `the audit log keeps the verdict on the whole`(quirk: PracticeQuirk, verdict: String) async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: [quirk], clock: clock)
    defer { engine.stop() }
    engine.prepare()
    let home = Console.freshHome()
    let ran = await panic(engine, clock, home: home)
    let listed = await Console(home: home).run("audit", "--json")
    let runs = try JSONDecoder().decode(JSONValue.self, from: Data(listed.output.utf8))["data"]
    guard case .array(let all)? = runs, let run = all.last else { return #expect(Bool(false), "\(listed)") }
    #expect(run["outcome"] == .string(verdict), "\(ran.output)")
    guard case .array(let left)? = run["left"] else { return #expect(Bool(false), "\(run)") }
    #expect(left.isEmpty == (verdict == "flat"))
    for line in left { #expect(ran.output.replacing("\n", with: " ").contains(line.plainText)) }
  }

  @Test func `with everything that hangs it ends by itself, and says what is left`() async throws {
    let server = PracticeServer(
      engine: PracticeEngine(configuration: PracticeConfiguration(quirks: [.hang]), now: Date()), now: { Date() })
    let port = try await server.start(port: 0)
    var console = Console()
    console.isClockReal = true
    let ran = await console.run("panic", "--yes", "--deadline", "2s", "--json", "--url", "http://127.0.0.1:\(port)")
    await server.stop()
    #expect(ran.code == .staleOrUnconfirmed, "\(ran)")
    #expect(ran.output.contains(#""outcome":"left""#) && ran.output.contains("no halt is to be seen"))
  }

  @Test func `a mainnet engine is asked with its phrase, by name, and its orders are not called cancelled`()
    async throws
  {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: [.mainnetRules], clock: clock, isMarked: false)
    defer { engine.stop() }
    engine.prepare { stage in
      stage.call("/api/v1/orders/test", #"{"symbol":"BTCUSDT","side":"buy","size":0.01,"price":50000}"#)
    }
    let other = await panic(engine, clock, "--confirm", "other")
    #expect(other.code == .declined && other.errors.contains("this engine is"))
    #expect(engine.server?.requests.isEmpty == true)
    // An emergency in a script does not wait for a name.
    let ran = await panic(engine, clock)
    #expect(ran.code == .staleOrUnconfirmed && ran.output.contains("the exchange was not told"))
    #expect(!engine.commands.contains { $0.target.contains("cancel") }, "none is ever sent")
    #expect(engine.read("/api/v1/orders/positions").contains(#""positions":[]"#))
  }

  @Test func `a full disk does not stop a panic`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    var console = Console()
    // A file where the folder would have to be.
    console.environment["XDG_STATE_HOME"] = "/dev/full"
    console.sharedClock = clock
    let pause = await console.run("engine", "pause", "--yes", "--url", engine.url)
    #expect(pause.code == .cannotWrite && pause.errors.contains("nothing was sent"))
    #expect(engine.commands.isEmpty)
    let ran = await console.run("panic", "--yes", "--url", engine.url)
    #expect(ran.code == .ok && ran.errors.contains("going on without a record"))
    let anyway = await console.run("engine", "restart", "--yes", "--no-audit", "--url", engine.url)
    #expect(anyway.code == .ok)
  }

  @Test func `at a terminal it asks, on mainnet for the name`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: [.mainnetRules], clock: clock, isMarked: false)
    defer { engine.stop() }
    engine.prepare()
    var console = Console(columns: 80)
    console.sharedClock = clock
    console.isInputTerminal = true
    console.standardInput = ["y"]
    let refused = await console.run("panic", "--url", engine.url)
    #expect(refused.code == .declined && engine.commands.isEmpty && refused.errors.contains("MAINNET"))
    console.standardInput = [String(engine.url.dropFirst("http://".count))]
    let ran = await console.run("panic", "--deadline", "10s", "--url", engine.url)
    #expect(engine.commands.first?.target == "/api/v1/emergency/killswitch", "\(ran)")
  }

  @Test func `reads that hang keep no call waiting, and what was not seen is not known`() async throws {
    let holdReads = DispatchSemaphore(value: 0)
    var stopped = Dictionary(
      try Recording.all(in: "stopped").values.map { ($0.request.target, $0.answer) },
      uniquingKeysWith: { first, _ in first })
    // Not of a dry run: its positions end with its engine, so a stopped one would be flat.
    let status = #"{"status":"stopped","running":false,"engine_state":"STOPPED","dry_run":false}"#
    stopped["/api/v1/engine/status"] = .init(body: status)
    let answers = stopped
    let server = try LoopbackServer(answering: { request in
      guard request.method == "GET" else {
        // From here on reads are answered: the engine has stopped, so the panic ends soon.
        if request.target.contains("close-all") { holdReads.signal() }
        return .init(body: #"{"status":"success","message":"taken"}"#)
      }
      holdReads.wait()
      holdReads.signal()
      return answers[request.target] ?? .init(status: 404, body: "{}")
    })
    defer {
      holdReads.signal()
      server.stop()
    }
    var console = Console()
    console.isClockReal = true
    let ran = await console.run("panic", "--yes", "--deadline", "5m", "--url", server.url)
    #expect(ran.code == .staleOrUnconfirmed && ran.errors.contains("the stop goes out without it"), "\(ran)")
    #expect(
      server.commands.map(\.target) == ["/api/v1/emergency/killswitch", "/api/v1/orders/close-all-positions"])
    #expect(ran.output.contains("NOT CONFIRMED  close positions: the list of positions did not come"))
    #expect(ran.output.contains("not known: the engine is not running"), "\(ran.output)")
  }

  @Test func `what was closed unseen is not called flat`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: [.mainnetRules], clock: clock)
    defer { engine.stop() }
    engine.prepare()
    let isClosed = Recorder()
    let server = try LoopbackServer(answering: { request in
      guard request.method == "GET" else {
        if request.target.contains("close-all") { isClosed.append("yes") }
        return .init(body: engine.call(request.target, request.body))
      }
      guard !isClosed.text.isEmpty else { return .init(status: 500, body: #"{"detail":"busy"}"#) }
      return .init(body: engine.read(request.target.components(separatedBy: "?")[0]))
    })
    defer { server.stop() }
    var console = Console()
    console.sharedClock = clock
    let ran = await console.run("panic", "--yes", "--deadline", "10s", "--url", server.url)
    #expect(engine.read("/api/v1/orders/positions").contains(#""positions":[]"#))
    #expect(
      ran.code == .staleOrUnconfirmed && ran.output.contains("not known: whether orders made just before"), "\(ran)")
  }

  /// A panic on an engine whose answers the test may replace, and the calls that it sent.
  private func panicking(
    _ clock: TestClock = TestClock(Console.now), quirks: Set<PracticeQuirk> = [], isMarked: Bool = true,
    deadline: String = "30s", instead: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Answer?
  ) async throws -> (ran: Consequences, calls: [String]) {
    let engine = try StagedEngine(quirks: quirks, clock: clock, isMarked: isMarked)
    defer { engine.stop() }
    engine.prepare { stage in
      stage.call("/api/v1/orders/test", #"{"symbol":"BTCUSDT","side":"buy","size":0.01,"price":50000}"#)
    }
    let server = try LoopbackServer(answering: { request in
      if let answer = instead(request) { return answer }
      let path = request.target.components(separatedBy: "?")[0]
      return .init(body: request.method == "GET" ? engine.read(path) : engine.call(request.target, request.body))
    })
    defer { server.stop() }
    var console = Console()
    console.sharedClock = clock
    let ran = await console.run("panic", "--yes", "--deadline", deadline, "--url", server.url)
    return (ran, server.commands.map { String($0.target.split(separator: "/").last ?? "") })
  }

  @Test func `a call that is known to have had no effect is sent again, and it ends flat`() async throws {
    let clock = TestClock(Console.now)
    let (ran, calls) = try await panicking(clock) { request in
      guard request.method != "GET", clock.elapsed < .seconds(1) else { return nil }
      return .init(status: 429, headers: ["Retry-After": "1"], body: #"{"detail":"Rate limit exceeded"}"#)
    }
    #expect(ran.code == .ok && ran.output.contains("FLAT after"), "\(ran)")
    #expect(Set(calls.suffix(3)) == ["killswitch", "close-all-positions", "kill"], "\(calls)")
    #expect(ran.output.components(separatedBy: "RATE LIMITED  halt").count == 2, "told once: \(ran.output)")
  }

  @Test func `what is listed late is cancelled and closed all the same`() async throws {
    let clock = TestClock(Console.now)
    let (ran, calls) = try await panicking(clock) { request in
      guard request.method == "GET", clock.elapsed < .milliseconds(600) else { return nil }
      if request.target.hasPrefix("/api/v1/orders/positions") { return .init(body: #"{"positions":[]}"#) }
      return request.target.hasPrefix("/api/v1/orders") ? .init(body: #"{"orders":[]}"#) : nil
    }
    #expect(calls == ["killswitch", "kill"], "a kill closes what is not listed yet: \(ran)")
    #expect(ran.code == .ok && ran.output.contains("FLAT after"), "\(ran)")
  }

  @Test(arguments: [3600.0, -3600.0])
  func `setting the machine's time changes nothing`(step: Double) async throws {
    let clock = TestClock(Console.now)
    let (ran, calls) = try await panicking(clock) { request in
      if request.target.contains("emergency") { clock.set(clock.now + step) }
      return nil
    }
    #expect(calls.first == "killswitch" && calls.last == "kill", "\(ran)")
    #expect(ran.code == .ok && clock.elapsed < .seconds(3), "\(ran)")
  }

  @Test func `a mode that is told late is the mode`() async throws {
    let clock = TestClock(Console.now)
    let (ran, _) = try await panicking(clock) { request in
      guard request.target == "/api/v1/engine/status", clock.elapsed < .milliseconds(200) else { return nil }
      return .init(status: 500, body: "Internal Server Error")
    }
    #expect(ran.code == .ok && ran.output.contains("FLAT after"), "\(ran)")
  }

  @Test func `an engine that hides its state is still believed in what it lists`() async throws {
    let (ran, _) = try await panicking(deadline: "10s") { request in
      request.target == "/api/v1/engine/status" ? .init(status: 500, body: #"{"detail":"busy"}"#) : nil
    }
    #expect(ran.output.contains("closed at market"), "what it lists is in the plan: \(ran.output)")
    #expect(ran.output.contains("lists no positions, but did not say that it runs"), "\(ran.output)")
    #expect(ran.code == .staleOrUnconfirmed && !ran.output.contains("did not list"))
  }

  @Test func `orders that still stand are listed`() async throws {
    let (ran, _) = try await panicking(quirks: [.mainnetRules], isMarked: false, deadline: "10s") { request in
      request.target.contains("close-all") ? .init(status: 504, body: "") : nil
    }
    #expect(ran.code == .staleOrUnconfirmed && ran.output.contains("UNKNOWN  close positions"), "\(ran.output)")
    #expect(
      ran.output.contains("now still open: ADAUSDT") && ran.output.contains("BTCUSDT buy, placed"), "\(ran.output)")
  }

  @Test func `without the right key it is tried once`() async throws {
    let clock = TestClock(Console.now)
    let server = try LoopbackServer(answering: { _ in .init(status: 401, body: #"{"detail":"Invalid API key"}"#) })
    defer { server.stop() }
    var console = Console()
    console.sharedClock = clock
    let ran = await console.run("panic", "--yes", "--url", server.url)
    #expect(ran.code == .notAuthorised && server.commands.count == 1, "\(ran)")
    #expect(
      ran.output.contains("with the right key (hean login") && ran.output.contains("or at once: log in to the exchange")
    )
  }

  @Test func `when no engine answers this is said at once, with the advice to log in to the exchange`() async {
    for format in [[], ["--json"]] {
      let ran = await Console().run(["panic", "--yes", "--deadline", "2m", "--url", "http://127.0.0.1:1"] + format)
      #expect(ran.code == .unreachable && ran.output.isEmpty)
      #expect(ran.errors.contains("Nothing was sent") && ran.errors.contains("log in to the exchange"), "\(ran)")
      #expect(!ran.errors.contains("--practice"))
    }
  }
}
