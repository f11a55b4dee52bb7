import Foundation
import HeanCore
import HeanNetworking
import HeanPractice
import HeanTestSupport
import Synchronization
import Testing

@testable import HeanConsole

/// The following commands against the practice engine's socket, in real time.
@Suite(.timeLimit(.minutes(5)))
struct FollowTests {
  private func console(_ columns: Int? = nil) -> Console {
    var console = Console(columns: columns)
    console.isClockReal = true
    return console
  }

  private func records(_ text: String) throws -> [JSONValue] {
    try text.split(separator: "\n").map { try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) }
  }

  @Test func `a pipe gets records from the first to the last, with a beginning and an end`() async throws {
    let ran = await console().run("--practice", "watch", "market_data", "account_state", "--count", "12")
    #expect(ran.code == .ok && ran.errors.isEmpty)
    let lines = try records(ran.output)
    #expect(lines.first?["kind"] == "hean.connected" && lines.last?["kind"] == "hean.end")
    #expect(lines.last?["reason"] == "count" && lines.last?["events"] == 12)
    let events = lines.filter { $0["kind"] == "event" }
    #expect(events.count == 12)
    #expect(events.allSatisfy { ["market_data", "account_state"].contains($0["topic"]?.text) })
  }

  @Test func `what events call a thing selects it in watch, and the other way round`() async throws {
    let listed = await console().run("--practice", "events", "--limit", "500", "--json")
    guard case .array(let rows)? = try JSONValue(reading: Data(listed.output.utf8))["data"] else {
      Issue.record("\(listed)")
      return
    }
    let kinds = Set(rows.compactMap { $0["kind"]?.text })
    #expect(kinds.isSuperset(of: ["decision", "order", "closed", "signal"]))
    for kind in kinds {
      #expect(EventName(kind) != nil, "\(kind)")
      let ran = await console().run("--practice", "events", "--type", kind.uppercased(), "--limit", "500", "--json")
      guard case .array(let chosen)? = try JSONValue(reading: Data(ran.output.utf8))["data"] else { continue }
      #expect(!chosen.isEmpty && chosen.allSatisfy { $0["kind"] == .string(kind) }, "\(kind): \(ran)")
    }
    let watched = await console().run("--practice", "watch", "tick", "--count", "3")
    let types = Set(try records(watched.output).filter { $0["kind"] == "event" }.compactMap { $0["type"]?.text })
    #expect(types == ["MARKET_TICK"], "\(watched)")
    let none = await console().run("--practice", "events", "--type", "market-tick")
    #expect(none.code == .ok && none.output.contains("remembers no event named MARKET_TICK"), "\(none)")
    let wrong = await console().run("--practice", "events", "--type", "decison")
    #expect(wrong.code == .usage && wrong.errors.contains("Did you mean 'decision'?"), "\(wrong)")
  }

  @Test(arguments: [80, 140])
  func `a terminal gets a line an event, no wider than it is`(columns: Int) async throws {
    let ran = await console(columns).run("--practice", "watch", "market_data", "positions", "--count", "15")
    #expect(ran.code == .ok)
    let lines = ran.output.split(separator: "\n")
    #expect(lines.count >= 3 && lines.allSatisfy { displayWidth(String($0)) <= columns }, "\(ran.output)")
    #expect(lines.first?.contains("connected to http://127.0.0.1:") == true)
    #expect(lines.last?.contains("ended: count; 15 events") == true)
    #expect(lines.allSatisfy { !$0.hasPrefix("{") })
  }

  @Test func `what was seen at the end is told whole on a narrow terminal`() async throws {
    let ran = await console(60).run(
      "--practice", "watch", "orders", "--until", "equity>1 && engine.state==RUNNING", "--duration", "1h")
    #expect(ran.code == .ok)
    let lines = ran.output.split(separator: "\n").map(String.init)
    let end = try #require(lines.firstIndex { $0.contains("ended: until") })
    let text = lines[end...].map { $0.dropFirst(23) }.joined(separator: " ")
    #expect(text.contains("engine.state is RUNNING, equity is "), "\(text)")
    #expect(lines.count > end + 1 && lines[(end + 1)...].allSatisfy { $0.hasPrefix(String(repeating: " ", count: 23)) })
    #expect(lines.allSatisfy { displayWidth($0) <= 60 })
  }

  @Test func `until a condition holds, or not`() async throws {
    let met = await console().run("--practice", "watch", "market_ticks", "--until", "equity>1", "--duration", "1h")
    #expect(met.code == .ok)
    #expect(try records(met.output).last?["values"]?["equity"]?.number != nil)
    let missed = await console().run("--practice", "watch", "--until", "equity<1", "--duration", "300ms")
    #expect(missed.code == .conditionFalse)
    #expect(try records(missed.output).last?["reason"] == "duration")
  }

  @Test func `wait says what it saw`() async throws {
    let met = await console().run(
      "--practice", "wait", "--for", "engine.state==RUNNING && equity>1", "--timeout", "1h")
    #expect(met.code == .ok && met.output.contains("\nmet after ") && met.output.contains("PRACTICE"), "\(met)")
    let missed = await console().run("--practice", "wait", "--for", "equity<1", "--timeout", "300ms", "--json")
    #expect(missed.code == .conditionFalse)
    let answer = try JSONDecoder().decode(JSONValue.self, from: Data(missed.output.utf8))
    #expect(answer["schema"] == "hean.wait/1" && answer["data"]?["met"] == false)
    #expect(answer["source"]?["mode"] == "practice" && answer["source"]?["engine_state"] == "RUNNING")
    #expect(answer["data"]?["values"]?["equity"]?.number != nil)
    let stopped = await console().run(
      "--practice", "--scenario", "stopped", "wait", "--for", "equity<1000000", "--timeout", "300ms")
    #expect(stopped.code == .conditionFalse && stopped.output.contains("equity is not known"), "zeros are no figures")
    #expect(await console().run("--practice", "wait").code == .usage)
    let nobody = await console().run(
      "--url", "http://127.0.0.1:1", "wait", "--for", "equity>1", "--timeout", "2s")
    #expect(nobody.code == .unreachable)
    #expect(nobody.errors.components(separatedBy: "; waiting for it\n").count == 2, "said once")
  }

  /// Eight hours are more than a read may take, and no read's deadline here.
  @Test func `an engine that does not answer yet is waited for, and what comes of it is said`() async throws {
    let cuts = Mutex(12)
    let engine = PracticeEngine(configuration: PracticeConfiguration(), now: Date())
    let server = try LoopbackServer(answering: { request in
      let isCut = cuts.withLock { left in
        defer { left -= 1 }
        return left > 0
      }
      guard !isCut else { return nil }
      var world = engine
      let answer = world.respond(to: PracticeRequest(method: request.method, path: request.target), now: Date())
      return .init(status: answer.status, body: String(decoding: answer.body, as: UTF8.self))
    })
    defer { server.stop() }
    let ran = await console().run(
      "--url", server.url, "wait", "--for", "engine.state==RUNNING", "--timeout", "1m")
    #expect(ran.code == .ok && ran.output.contains("\nmet after "), "\(ran)")
    let notes = ran.errors.split(separator: "\n").map(String.init)
    #expect(notes.count == 2 && notes[0].hasSuffix("; waiting for it"), "\(notes)")
    #expect(notes.last?.hasSuffix("the engine answers now") == true, "\(notes)")
    let refused = try LoopbackServer(answering: { _ in .init(status: 401, body: "{}") })
    defer { refused.stop() }
    let without = await console().run("--url", refused.url, "wait", "--for", "equity>1", "--timeout", "8h")
    #expect(without.code == .notAuthorised, "no time mends a wrong key")
  }

  @Test func `a silent engine is asked no more once the time is over`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let server = try LoopbackServer(answering: { _ in
      gate.wait()
      return nil
    })
    defer {
      server.stop()
      for _ in 0..<16 { gate.signal() }
    }
    let ran = await console().run("--url", server.url, "wait", "--for", "equity>1", "--timeout", "1s")
    #expect(ran.code == .temporary && ran.errors.contains("did not answer"), "\(ran)")
    let looks = server.targets.count { $0.hasSuffix("/engine/status") }
    #expect((1...2).contains(looks), "the first look is finished, one more may have begun: \(looks)")
  }

  @Test func `a wait on a terminal says what it waits for and what it sees`() async {
    let ran = await console(100).run(
      "--practice", "wait", "--for", "equity<1 && engine.state==RUNNING", "--timeout", "300ms")
    #expect(ran.code == .conditionFalse && ran.output.contains(" PRACTICE  simulated market"), "\(ran)")
    #expect(ran.errors.contains(" waiting for equity<1 && engine.state==RUNNING, 300ms at most; Ctrl-C ends it\n"))
    #expect(ran.errors.contains("\rPRACTICE · RUNNING · "), "\(ran.errors)")
    #expect(ran.errors.hasSuffix("\r\u{1B}[K"), "the line goes with the wait")
    let stopped = await console(100).run(
      "--practice", "--scenario", "stopped", "wait", "--for", "equity<1", "--timeout", "300ms")
    #expect(stopped.errors.contains("the engine is STOPPED: equity cannot be known until it runs; waiting"))
    #expect(stopped.errors.contains("\rPRACTICE · STOPPED · "), "\(stopped.errors)")
    let piped = await console().run("--practice", "wait", "--for", "equity<1", "--timeout", "300ms")
    #expect(piped.errors.isEmpty, "a script is told only of what changes: \(piped.errors)")
  }

  @Test func `an engine that is lost is told of, with what was known last`() async throws {
    let isGone = Mutex(false)
    let table = try Recording.all(in: "running").values.filter { $0.request.method == "GET" }
    let server = try LoopbackServer(answering: { request in
      guard !isGone.withLock({ $0 }) else { return nil }
      if request.target.hasSuffix("/risk/governor/status") { isGone.withLock { $0 = true } }
      return table.first { $0.request.target == request.target }?.answer ?? .init(status: 404, body: "{}")
    })
    defer { server.stop() }
    let ran = await console().run(
      "--url", server.url, "wait", "--for", "risk.state==HARD_STOP", "--timeout", "3s", "--json")
    #expect(ran.code == .conditionFalse, "\(ran)")
    #expect(
      ran.errors.contains("; waiting for it") && ran.output.contains("at the last look the engine did not answer"))
  }

  /// Names are the engine's, and found out when it is connected to.
  @Test func `a stream is narrowed by names as people type them, and names its mode in every record`() async throws {
    let ran = await console().run(
      "--practice", "watch", "market_data", "--symbol", "eth", "--count", "4", "--duration", "2m")
    #expect(ran.code == .ok, "\(ran)")
    let lines = try records(ran.output)
    #expect(lines.count == 6 && lines.allSatisfy { $0["mode"] == "practice" }, "\(ran.output)")
    let events = lines.filter { $0["kind"] == "event" }
    #expect(events.allSatisfy { $0["event"]?["payload"]?["symbol"] == "ETHUSDT" })
    #expect(lines.first?["words"]?.text?.hasSuffix(" · PRACTICE") == true)
    for line in [["--symbol", "nope"], ["--strategy", "nope"], ["--until", "position.nope.closed"]] {
      let none = await console().run(["--practice", "watch", "--json", "--duration", "2m"] + line)
      #expect(none.code == .notFound && none.errors.contains("(known: "), "\(none)")
      #expect(try records(none.output).last?["kind"] == "hean.end", "\(none.output)")
    }
  }

  @Test(arguments: [
    ("position.LINK.closed", "position.LINKUSDT.closed is "), ("price.eth<1", "price.ETHUSDT is "),
    ("position.chainlink.open && equity<1", "position.LINKUSDT.open is "),
  ])
  func `a condition means the engine's symbol`(condition: String, words: String) async throws {
    let ran = await console().run("--practice", "wait", "--for", condition, "--timeout", "300ms")
    #expect([.ok, .conditionFalse].contains(ran.code) && ran.output.contains(words), "\(ran)")
    let held = await Console().run("--practice", "positions", "--symbol", "link", "-o", "csv", "--fields", "symbol")
    let isHeld = held.output.contains("LINKUSDT")
    if condition.hasSuffix("closed") { #expect((ran.code == .ok) == !isHeld, "\(ran)") }
  }

  @Test(arguments: ["position.nope.closed", "price.nope>1", "order.nope.filled", "!position.nope.open"])
  func `a condition about nothing is never met`(condition: String) async {
    let ran = await console().run("--practice", "wait", "--for", condition, "--timeout", "1h")
    #expect(ran.code == .notFound && ran.output.isEmpty && ran.errors.contains("(known: "), "\(ran)")
  }

  @Test func `what another terminal does ends a wait`() async throws {
    let engine = PracticeEngine(configuration: PracticeConfiguration(), now: Date())
    let server = PracticeServer(engine: engine, now: { Date() })
    let url = "http://127.0.0.1:\(try await server.start(port: 0))"
    async let waiting = console().run("--url", url, "wait", "--for", "engine.state==STOPPED", "--timeout", "1h")
    let stop = await console().run("--url", url, "engine", "stop", "--yes")
    #expect(stop.code == .ok)
    #expect(await waiting.code == .ok)
    await server.stop()
  }

  /// The clock never comes round here: only events can make another look.
  @Test func `an event hastens the next look, and is not believed`() async throws {
    let engine = PracticeEngine(configuration: PracticeConfiguration(), now: Date())
    let server = PracticeServer(engine: engine, now: { Date() })
    let url = "http://127.0.0.1:\(try await server.start(port: 0))"
    let transport = HTTPTransport(
      configuration: TransportConfiguration(baseURL: try #require(URL(string: url))), now: { Date() }, random: { 0.5 })
    let interval = Duration.seconds(1)
    let (looks, look) = AsyncStream<Void>.makeStream()
    let watch = ConditionWatch(
      condition: try Condition("engine.state==STOPPED"), interval: interval, now: { Date() },
      sleep: { span in if span == interval { try await Task.sleep(for: .seconds(3600)) } else { look.yield() } })
    let event = StreamRecord.event(
      StreamEvent(
        topic: .systemHeartbeat, seq: 1, origin: .live, body: Array(#""CONTROL_RESULT""#.utf8)[...], typeRange: 0..<16,
        receivedAt: Date()))
    async let met = watch.untilMet(EngineClient(transport: transport))
    var looked = looks.makeAsyncIterator()
    await looked.next()
    watch.note([event])
    await looked.next()
    #expect(watch.seen.look.values[.engineState] == .word("RUNNING"))
    let stop = await console().run("--url", url, "engine", "stop", "--yes")
    #expect(stop.code == .ok)
    watch.note([event])
    #expect(await met?[.engineState] == .word("STOPPED"))
    await server.stop()
  }

  @Test func `words that cannot be meant are refused before anything is opened`() async {
    for line in [
      ["watch", "ordrs"], ["watch", "--until", "equity"], ["watch", "--severity", "loud"], ["watch", "--count", "0"],
      ["watch", "--max-message", "lots"], ["watch", "--max-message", "1"], ["wait", "--for", "equity<"],
      ["watch", "-o", "csv"], ["watch", "--fields", "seq"], ["watch", "--max-age", "5s"],
    ] {
      let ran = await console().run(["--practice"] + line)
      #expect(ran.code == .usage && ran.output.isEmpty && !ran.errors.isEmpty, "\(line)")
    }
    let pointed = await console().run("--practice", "wait", "--for", "engine.state==RUNING")
    #expect(pointed.errors.contains("  engine.state==RUNING\n                ^"))
    let asJSON = await console().run("--practice", "wait", "--for", "equity<", "--json")
    #expect(asJSON.errors.hasPrefix(#"{"error":{"code":"usage""#))
  }

  @Test(arguments: ["signals", "decisions", "events"])
  func `lists are documents, and can be narrowed`(command: String) async throws {
    let whole = await Console().run("--practice", command, "--json", "--limit", "50")
    let document = try JSONDecoder().decode(JSONValue.self, from: Data(whole.output.utf8))
    guard case .array(let rows)? = document["data"], let symbol = rows.first?["symbol"]?.text else {
      Issue.record("no rows: \(whole)")
      return
    }
    #expect(rows.count > 5 && document["schema"]?.text == "hean.\(command)/1")
    let one = await Console().run("--practice", command, "--json", "--symbol", symbol.lowercased())
    let narrowed = try JSONDecoder().decode(JSONValue.self, from: Data(one.output.utf8))
    guard case .array(let few)? = narrowed["data"] else {
      Issue.record("no rows: \(one)")
      return
    }
    #expect(!few.isEmpty && few.allSatisfy { $0["symbol"]?.text == symbol })
    for columns in [80, 140] {
      let drawn = await Console(columns: columns).run("--practice", command)
      #expect(drawn.output.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= columns })
    }
  }

  @Test func `a signal is told with its end`() async throws {
    let ran = await Console().run("--practice", "signals", "--json", "--limit", "200")
    let document = try JSONDecoder().decode(JSONValue.self, from: Data(ran.output.utf8))
    guard case .array(let rows)? = document["data"] else {
      Issue.record("no rows: \(ran)")
      return
    }
    let created = rows.filter { $0["outcome"] == "CREATE" }
    #expect(created.contains { $0["order_status"] == "filled" } && rows.contains { $0["outcome"] == "SKIP" })
    #expect(rows.contains { $0["reason"]?.text != nil && $0["outcome"]?.text != nil })
    #expect(rows.allSatisfy { $0["outcome"]?.text == nil || $0["meaning"]?.text != nil })
  }
}
