import Dispatch
import Foundation
import HeanCore
import HeanPractice
import HeanTestSupport
import Synchronization
import Testing

@testable import HeanConsole

struct DiagnosisCommandTests {
  private func console(_ columns: Int? = nil, home: String = Console.freshHome()) -> Console {
    Console(columns: columns, home: home)
  }

  @Test func `traces tell a life whole`() async throws {
    for (name, arguments) in [
      ("trace.last", ["trace", "last"]), ("trace.last-blocked", ["trace", "last-blocked"]),
      ("funnel", ["funnel"]), ("funnel.5m", ["funnel", "--since", "5m"]),
    ] {
      let ran = await console(80).run(["--practice"] + arguments)
      #expect(
        ran.code == .ok && ran.output.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= 80 }, "\(ran)")
      try Expected.compare(ran.output, with: "diagnosis/\(name).80.txt")
    }
    let council = await console(100).run("--practice", "--scenario", "all-rejected", "trace", "last-blocked")
    #expect(council.output.contains("missed by") && council.output.contains("bull_advocate"))
  }

  @Test func `a filled order is followed to its profit`() async throws {
    let ran = await console().run("--practice", "orders", "--status", "filled", "--json")
    let orders = try JSONDecoder().decode(JSONValue.self, from: Data(ran.output.utf8))["data"]
    guard case .array(let list)? = orders else {
      Issue.record("no orders")
      return
    }
    var ends: Set<String> = []
    for order in list.suffix(12) {
      let trace = await console().run("--practice", "trace", order["order_id"]?.plainText ?? "", "--json")
      #expect(trace.code == .ok, "\(trace)")
      for end in [#""stage":"exit""#, #""stage":"fill""#, "realized", "unrealized"] where trace.output.contains(end) {
        ends.insert(end)
      }
    }
    #expect(ends.isSuperset(of: [#""stage":"exit""#, #""stage":"fill""#, "realized"]), "\(ends)")
    let none = await console().run("--practice", "trace", "nope")
    #expect(none.code == .notFound && none.errors.contains("no signal 'nope'"))
  }

  /// An engine that answers success and does nothing: the same step would go round for ever.
  @Test func `a step that has just failed is not offered again, and the last is a new engine`() async throws {
    var console = console(200)
    console.sharedClock = TestClock(Console.now)
    let world = ["--practice", "--scenario", "killswitch", "--quirk", "latch", "--quirk", "lies"]
    func steps() async throws -> String {
      let why = await console.run(world + ["why", "--json"])
      let data = try JSONDecoder().decode(JSONValue.self, from: Data(why.output.utf8))["data"]
      return (data?["next_steps"].map { "\($0)" } ?? "")
    }
    // A reset under a latch is futile; what ends the latch forgets what is open.
    let flags = "hean --practice --scenario killswitch --quirk latch --quirk lies"
    let first = try await steps()
    #expect(first.contains("positions close-all; then: \(flags) engine restart") && !first.contains("killswitch reset"))
    #expect(await console.run(world + ["engine", "restart", "--yes"]).code == .staleOrUnconfirmed)
    let second = try await steps()
    #expect(second.contains("\(flags) practice reset") && !second.contains("engine restart"), "\(second)")
    let status = await console.run(world + ["status"])
    #expect(status.output.contains(". \(flags) practice reset"), "\(status.output)")
    // In another world nothing was tried.
    let other = await console.run(["--practice", "--scenario", "killswitch", "--quirk", "latch", "why"])
    #expect(other.output.contains("hean --practice --scenario killswitch --quirk latch engine restart"))
  }

  @Test func `terms and codes are explained, mistyped ones suggested`() async {
    let term = await console().run("explain", "Hard", "Stop")
    #expect(term.code == .ok && term.output.split(separator: "\n").count == 2)
    let code = await console().run("explain", "council_rejected")
    #expect(code.output.hasPrefix("COUNCIL_REJECTED:"))
    let typo = await console().run("explain", "drawdwon")
    #expect(typo.code == .notFound && typo.errors.contains("'drawdown'"))
    for term in GlossaryTerm.all {
      let ran = await console().run("explain", term.name, "--url", "http://127.0.0.1:1")
      // A figure has its formula below. What is also a mark on screens is written as it is there.
      #expect(ran.code == .ok && ran.output.prefix { $0 != "\n" }.lowercased().hasPrefix(term.name.lowercased()))
      #expect(ran.output.components(separatedBy: "\n\n")[0].split(separator: "\n").count == 2, "\(term.name)")
    }
    let page = await console().run("help", "reasons", "council_rejected")
    #expect(page.output.contains("cleared by") && page.code == .ok)
    let missing = await console().run("help", "reasons", "COUNCIL_REJETED")
    #expect(missing.code == .notFound && missing.errors.contains("COUNCIL_REJECTED"))
  }

  @Test func `rows of a watch stand under one header`() async throws {
    let server = try Recording.server("running")
    defer { server.stop() }
    let ran = await Console().run("positions", "--watch", "--count", "3", "-o", "csv", "--url", server.url)
    let lines = ran.output.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("position_id,") } == 1 && lines.count > 3, "\(ran)")
  }

  @Test func `watching draws in place on a terminal and says changes in lines elsewhere`() async {
    let drawn = await console(80).watch(["--practice", "why", "--watch", "--count", "3"])
    #expect(drawn.code == .ok && drawn.screens.count == 3, "\(drawn.errors)")
    #expect(drawn.screens.allSatisfy { $0.lines[0].contains("PRACTICE") && $0.text.contains("GATE") })
    // Events come in real time.
    var piped = console()
    piped.isClockReal = true
    let lines = await piped.run("--practice", "why", "--watch", "--count", "3", "--interval", "500ms", "--exit-code")
    #expect(lines.code == .ok && lines.output.split(separator: "\n").count <= 3 && !lines.output.contains("GATE"))
    #expect(await console().run("--practice", "why", "--count", "3").code == .usage)
    let blocked = await console().run(
      "--practice", "--scenario", "stopped", "why", "--watch", "--count", "2", "--exit-code", "--json")
    #expect(blocked.code == .conditionFalse && blocked.output.split(separator: "\n").count == 2, "a document a look")
  }

  @Test func `a window can be chosen, up to an hour`() async {
    let hour = await console(140).run("--practice", "why", "--since", "1h")
    #expect(hour.output.contains("REJECTED 1h"))
    #expect(await console().run("--practice", "why", "--since", "2h").code == .usage)
  }

  /// The price of one symbol decides nothing for the others, on the short screen as on the long one.
  @Test func `a part-frozen feed is told alike by status and why`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(quirks: [.partFrozen], clock: clock)
    defer { engine.stop() }
    engine.prepare()
    clock.advance(.seconds(60))
    var console = Console()
    console.sharedClock = clock
    for command in ["status", "why"] {
      let ran = await console.run(command, "--json", "--url", engine.url)
      let data = try JSONValue(reading: Data(ran.output.utf8))["data"]
      #expect(ran.code == .ok && data?["verdict"]?.text == "trading", "\(command): \(ran.output)")
    }
    let screen = await console.run("why", "--url", engine.url)
    #expect(screen.output.contains("2 of 10 symbols have no fresh price"), "\(screen.output)")
    #expect(screen.output.contains("prices 1m00s old") || screen.output.contains("prices 1m old"), "\(screen.output)")
  }

  @Test func `a window moves every count, the sentence and the document`() async throws {
    func document(_ more: String...) async throws -> JSONValue {
      let ran = await console().run(["--practice", "why", "--json"] + more)
      return try #require(try JSONDecoder().decode(JSONValue.self, from: Data(ran.output.utf8))["data"])
    }
    let usual = try await document()
    let wide = try await document("--since", "20m")
    #expect(usual["window_seconds"] == 300 && usual["signals"] == usual["signals_5m"])
    #expect(usual["summary"]?.plainText.contains("in the last 5 minutes") == true)
    #expect(wide["window_seconds"] == 1200 && wide["signals_5m"] == .null && wide["accepted_5m"] == .null)
    #expect(
      wide["summary"]?.plainText.contains("in the last 20 minutes") == true, "\(wide["summary"]?.plainText ?? "")")
    let counts = try [usual, wide].map { try #require($0["signals"]?.number) }
    #expect(counts[1] > counts[0])
    func sum(_ document: JSONValue, _ list: String, _ key: (JSONValue) -> JSONValue?) -> Decimal {
      guard case .array(let items)? = document[list] else { return 0 }
      return items.compactMap { key($0)?.number }.reduce(0, +)
    }
    #expect(sum(wide, "reasons") { $0["count"] } > sum(usual, "reasons") { $0["count"] })
    #expect(sum(wide, "gates") { $0["died"]?["window"] } > sum(usual, "gates") { $0["died"]?["window"] })
    #expect(sum(usual, "gates") { $0["died"]?["window"] } == sum(usual, "gates") { $0["died"]?["5m"] })
    let drawn = await console(140).run("--practice", "why", "--since", "20m")
    #expect(drawn.output.contains("REJECTED 20m") && !drawn.output.contains("in the last 5 minutes"), "\(drawn.output)")
  }

  /// Nobody is answered before all have asked: reads that waited for each other would end at their deadline.
  @Test func `all reads run at once`() async throws {
    let recorded = try Recording.all(in: "running").values.filter { $0.request.method == "GET" }
    let table = Dictionary(recorded.map { ($0.request.target, $0.answer) }, uniquingKeysWith: { first, _ in first })
    let crowd = Crowd(size: 22)
    let server = try LoopbackServer { target in
      crowd.join()
      return table[target] ?? LoopbackServer.Answer(status: 404, body: #"{"detail":"Not Found"}"#)
    }
    defer { server.stop() }
    let ran = await console().run("why", "--url", server.url, "--timeout", "1m")
    #expect(ran.code == .ok && server.targets.count == 23, "\(server.targets.count) reads: \(ran.errors)")
  }
}

/// A place where everybody waits for the last one. Who comes after that does not wait.
private final class Crowd: Sendable {
  private let size: Int
  private let here = Mutex(0)
  private let gate = DispatchSemaphore(value: 0)

  init(size: Int) { self.size = size }

  func join() {
    let place = here.withLock { here in
      here += 1
      return here
    }
    if place < size { return gate.wait() }
    if place == size { for _ in 1..<size { gate.signal() } }
  }
}
