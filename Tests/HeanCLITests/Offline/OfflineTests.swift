import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole
@testable import HeanPractice

/// `--offline`: what an engine said last, always marked, and never a ground to act on.
struct OfflineTests {
  private let home = Console.freshHome()
  private let clock = TestClock(Console.now)

  private func console(_ columns: Int? = nil, _ environment: [String: String] = [:]) -> Console {
    var console = Console(columns: columns, home: home, environment: environment)
    console.sharedClock = clock
    return console
  }

  private func run(_ engine: StagedEngine, _ line: String, columns: Int? = nil) async -> Consequences {
    await console(columns).run(["--url", engine.url] + line.split(separator: " ").map(String.init))
  }

  private var folder: URL { URL(filePath: home).appending(path: ".local/state/hean/engines") }

  private func looks() throws -> [URL] {
    let names = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    return names.compactMap { $0 as? URL }.filter { $0.pathExtension == "look" }
  }

  private func json(_ ran: Consequences) throws -> JSONValue { try JSONValue(reading: Data(ran.output.utf8)) }

  private static let commands = ["status", "positions", "why", "risk", "orders"]

  @Test(arguments: [80, 140])
  func `screens begin with what they are`(columns: Int) async throws {
    let engine = try StagedEngine(.trend, clock: clock)
    for command in Self.commands { #expect(await run(engine, command).code != .unreachable) }
    engine.stop()
    clock.advance(.seconds(11_520))
    for command in Self.commands {
      let ran = await run(engine, command + " --offline", columns: columns)
      #expect(ran.code == .staleOrUnconfirmed, "\(ran)")
      let lines = ran.output.split(separator: "\n")
      #expect(lines.allSatisfy { displayWidth(String($0)) <= columns }, "\(ran.output)")
      #expect(lines[0].hasPrefix(" OFFLINE  said 3h12m ago, at 2026-11-21 01:47:3"), "\(lines[0])")
      try Expected.compare(
        ran.output.replacing(engine.url, with: "http://127.0.0.1:8000"), with: "offline/\(command)-\(columns).txt")
    }
  }

  @Test func `a document says so, with the times of then and the ages of now`() async throws {
    let engine = try StagedEngine(.trend, clock: clock)
    let live = try json(await run(engine, "positions --json"))
    let asked = engine.server?.requests.count
    clock.advance(.seconds(7200))
    let ran = await run(engine, "positions --offline --json")
    let document = try json(ran)
    #expect(engine.server?.requests.count == asked, "something was sent")
    #expect(ran.code == .staleOrUnconfirmed && document["offline"] == true && live["offline"] == nil)
    #expect(document["as_of"] == live["as_of"] && document["data"] == live["data"])
    let (before, after) = (live["age_seconds"]?.plainText ?? "", document["age_seconds"]?.plainText ?? "")
    let ages = try #require(Decimal(string: before).flatMap { first in Decimal(string: after).map { ($0, first) } })
    #expect(ages.0 - ages.1 == 7200, "\(ages)")
    #expect(
      document["money"]?["state"]?.text == "unknown" && document["warnings"]?.plainText.contains("offline") == true)
    let aged = await run(engine, "positions --offline --max-age 1h")
    #expect(aged.code == .staleOrUnconfirmed && aged.output.isEmpty)
    let schemas = SchemaCatalogue(isRedacted: false)
    for command in ["status", "positions list", "why", "risk status", "orders list"] {
      let path = command.split(separator: " ").map(String.init)
      _ = await console().run(["--url", engine.url] + path)
      let ran = await console().run(["--url", engine.url] + path + ["--offline", "--json"])
      let schema = try #require(
        CommandTable.entries.first { $0.path == path }.flatMap { schemas.schema(of: $0) })
      #expect(SchemaValidator.problems(try json(ran), schema) == [], "\(command)")
    }
    let hidden = await run(engine, "positions --offline --redact --json")
    #expect(try json(hidden)["redacted"] == true && json(hidden)["offline"] == true)
  }

  /// In these, screens of a live engine offer verbs.
  @Test(arguments: [PracticeScenario.crash, .killswitch, .stopped, .staleFeed])
  func `no verb is offered, whatever was wrong`(scenario: PracticeScenario) async throws {
    let engine = try StagedEngine(scenario, clock: clock)
    for command in Self.commands {
      let live = await run(engine, command)
      #expect(live.code != .unreachable)
      clock.advance(.seconds(60))
      for format in ["", " --json", " -o ndjson"] {
        for columns in [nil, 100] {
          let ran = await run(engine, command + " --offline" + format, columns: columns)
          let verbs = OperationName.allCases.map { "hean --url \(engine.url) " + $0.rawValue.replacing(".", with: " ") }
          #expect(!verbs.contains { (ran.output + ran.errors).contains($0) }, "\(ran)")
          #expect(ran.code == .staleOrUnconfirmed, "\(ran)")
        }
      }
    }
  }

  @Test func `who cannot reach the engine is told what there is`() async throws {
    let engine = try StagedEngine(.calm, clock: clock)
    #expect(await run(engine, "status").code == .ok)
    engine.stop()
    clock.advance(.seconds(90))
    let gone = await run(engine, "status")
    #expect(
      gone.code == .unreachable
        && gone.errors.contains("next: check that the engine runs there; what it said 1m30s ago: hean --url")
        && gone.errors.hasSuffix("status --offline\n"), "\(gone)")
    #expect(await run(engine, "positions").errors.contains("positions list --offline"))
    #expect(await !run(engine, "account").errors.contains("--offline"), "nothing is kept of it")
  }

  @Test func `what is too old, was never read or is dated in the future is not known`() async throws {
    let engine = try StagedEngine(.calm, clock: clock)
    let none = await run(engine, "status --offline")
    #expect(none.code == .staleOrUnconfirmed && none.errors.contains("nothing is kept"), "\(none)")
    _ = await run(engine, "status")
    clock.advance(.seconds(86_401))
    let old = await run(engine, "status --offline")
    #expect(old.code == .staleOrUnconfirmed && old.errors.contains("1d00h old") && old.output.isEmpty, "\(old)")
    #expect(await !run(engine, "orders --offline").output.contains("OFFLINE"))
    var early = console()
    early.sharedClock = TestClock(Console.now - 3600)
    let future = await early.run("--url", engine.url, "status", "--offline")
    #expect(future.code == .staleOrUnconfirmed && future.errors.contains("which is to come"), "\(future)")
  }

  @Test func `a file that is damaged, foreign or no file is told`() async throws {
    let engine = try StagedEngine(.calm, clock: clock)
    _ = await run(engine, "status")
    let file = try #require(try looks().first)
    let good = try Data(contentsOf: file)
    for bad in [Data(), Data("{}\n".utf8), good.dropLast(), good + Data("x".utf8), Data(count: 3 << 20)] {
      try bad.write(to: file)
      let ran = await run(engine, "status --offline")
      #expect(ran.code == .staleOrUnconfirmed && ran.output.isEmpty, "\(ran)")
      #expect(ran.errors.contains("what the engine said before cannot be read: "), "\(ran)")
    }
    // The answers of another engine under this one's name.
    try Data(String(decoding: good, as: UTF8.self).replacing(engine.url, with: "http://a.example").utf8).write(to: file)
    #expect(await run(engine, "status --offline").errors.contains("of another version or engine"))
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "/dev/zero")
    #expect(await run(engine, "status --offline").errors.contains("is a symbolic link, not a regular file"))
    let live = await run(engine, "status")
    #expect(live.code == .ok && live.errors.contains("cannot be kept"), "\(live)")
  }

  @Test(arguments: [
    ("orders cancel-all --offline --yes", "changes the engine"), ("panic --offline --yes", "changes the engine"),
    ("account --offline", "nothing of its answers is kept"), ("status --offline --watch", "about what is now"),
    ("status --offline --line", "about what is now"), ("version --offline", "nothing of its answers is kept"),
  ])
  func `where it cannot apply it is refused with its reason`(line: String, message: String) async throws {
    let engine = try StagedEngine(.calm, clock: clock)
    let ran = await run(engine, line)
    #expect(ran.code == .usage && ran.errors.contains(message) && ran.output.isEmpty, "\(ran)")
    #expect(engine.server?.requests.isEmpty == true)
  }

  @Test func `the practice engine of a run keeps nothing`() async {
    #expect(await console().run("--practice", "status").code == .ok)
    let ran = await console().run("--practice", "status", "--offline")
    #expect(ran.code == .usage && ran.errors.contains("lives in each run"), "\(ran)")
    #expect(!FileManager.default.fileExists(atPath: folder.path) || (try? looks().isEmpty) == true)
  }

  @Test func `a key is not kept, nobody else reads it, and nothing else changes`() async throws {
    let engine = try StagedEngine(.calm, clock: clock)
    let keyed = console(nil, ["HEAN_API_KEY": "s3cret-key"])
    #expect(await keyed.run("--url", engine.url, "status").code == .ok)
    for file in try looks() {
      #expect(!String(decoding: try Data(contentsOf: file), as: UTF8.self).contains("s3cret"))
      #expect(try FileStatus.of(file.path).permissions == .ownerOnly)
      #expect(try FileStatus.of(file.deletingLastPathComponent().path).permissions == .ownerDirectory)
    }
    let memory = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".json") })
    let before = try Data(contentsOf: folder.appending(path: memory))
    clock.advance(.seconds(600))
    _ = await run(engine, "status --offline")
    #expect(
      try Data(contentsOf: folder.appending(path: memory)) == before, "an earlier look is remembered as a new one")
  }

  @Test func `a look is written again only some seconds later`() async throws {
    let engine = try StagedEngine(.calm, clock: clock)
    var real = Console(home: home)
    real.isClockReal = true
    #expect(await real.run("--url", engine.url, "status").code == .ok)
    let file = try #require(try looks().first)
    let first = try FileStatus.of(file.path)
    #expect(await real.run("--url", engine.url, "status").code == .ok)
    #expect(try FileStatus.of(file.path) == first)
  }

  @Test func `a screen that was watched leaves what it saw last`() async throws {
    let engine = try StagedEngine(.trend, clock: clock)
    var real = console(100)
    // Events come in real time.
    real.isClockReal = true
    let watched = await real.run("--url", engine.url, "status", "--watch", "--count", "2", "--interval", "300ms")
    #expect(watched.code == .ok, "\(watched)")
    engine.stop()
    let ran = await real.run("--url", engine.url, "status", "--offline")
    #expect(ran.code == .staleOrUnconfirmed && ran.output.hasPrefix(" OFFLINE  said "), "\(ran)")
  }

  @Test func `a command without a look of its own shows one that read as much`() async throws {
    let engine = try StagedEngine(.trend, clock: clock)
    let symbol = try json(await run(engine, "positions --json"))["data"]?.elements.first?["symbol"]?.text ?? ""
    _ = await run(engine, "orders")
    let shown = await run(engine, "positions show \(symbol) --offline")
    #expect(shown.code == .staleOrUnconfirmed && shown.output.contains(symbol), "\(shown)")
    // Not what was never read.
    let all = await run(engine, "orders --status all --offline")
    #expect(
      all.code == .staleOrUnconfirmed && all.errors.contains("was not read when the engine was asked last"), "\(all)")
  }
}

/// The file of a look.
struct StoredLookTests {
  private static let look = StoredLook(
    name: .status, url: "http://a.example",
    answers: (0..<4).map { number in
      StoredLook.Answer(
        key: "/p\(number)?x=\(number)", status: 200, headers: ["date": "x"],
        receivedAt: Date(timeIntervalSince1970: 1_795_225_650 + Double(number)),
        body: Data(String(repeating: "{\"a\":\(number)}\n", count: number * 7).utf8))
    })

  @Test func `what is written is read again`() throws {
    #expect(StoredLook(Self.look.written) == Self.look)
    #expect(Self.look.at == Date(timeIntervalSince1970: 1_795_225_653))
  }

  @Test func `a part of a file, or one with a byte too many, is none`() {
    let data = Self.look.written
    for count in 0..<data.count { #expect(StoredLook(data.prefix(count)) == nil, "\(count)") }
    #expect(StoredLook(data + Data([0])) == nil)
  }

  @Test(arguments: [
    #""size":-1"#, #""size":9223372036854775807"#, #""size":1e99"#, #""size":0.5"#, #""size":"4""#, #""size":null"#,
  ])
  func `sizes that cannot be are refused`(size: String) {
    let text = String(decoding: Self.look.written, as: UTF8.self)
    #expect(StoredLook(Data(text.replacing(#/"size":\d+/#, with: size).utf8)) == nil)
  }

  @Test func `a look that is too large loses its largest answers`() throws {
    var large = Self.look
    large.answers[1].body = Data(count: StoredLook.most)
    large.answers[2].body = Data(count: 100_000)
    let kept = try #require(StoredLook(large.written))
    #expect(kept.answers.map(\.key) == ["/p0?x=0", "/p2?x=2", "/p3?x=3"])
    #expect(large.written.count <= StoredLook.mostOfFile)
  }
}

extension JSONValue {
  fileprivate var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}
