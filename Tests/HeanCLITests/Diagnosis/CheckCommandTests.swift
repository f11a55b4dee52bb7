import Foundation
import HeanCore
import HeanPractice
import HeanTestSupport
import Synchronization
import Testing

@testable import HeanConsole

/// `hean check`, whole, over real sockets: a plugin ends with 0, 1, 2 or 3 whatever happens.
struct CheckCommandTests {
  private static let parts = ["engine", "data", "money", "risk", "pnl", "disk"]

  private func states(_ ran: Consequences) -> [String: String] {
    let data = (try? JSONValue(reading: Data(ran.output.utf8)))?["data"]
    guard case .array(let rows)? = data else { return [:] }
    return Dictionary(
      rows.map { ($0["part"]?.text ?? "", $0["state"]?.text ?? "") }, uniquingKeysWith: { first, _ in first })
  }

  /// What each part of a scenario has to come to.
  @Test(
    arguments: [
      ("calm", ["engine": 0, "data": 0, "money": 0, "risk": 0, "pnl": 0, "disk": 0]),
      ("killswitch", ["engine": 1, "data": 0, "money": 0, "risk": 2, "pnl": 0, "disk": 0]),
      ("stopped", ["engine": 1, "data": 3, "money": 0, "risk": 3, "pnl": 3, "disk": 0]),
      ("stale-feed", ["engine": 1, "data": 2, "money": 0, "risk": 0, "pnl": 0, "disk": 0]),
      ("all-rejected", ["engine": 1, "data": 0, "money": 0, "risk": 0, "pnl": 0, "disk": 0]),
    ] as [(String, [String: Int32])])
  func `each part of each scenario`(scenario: String, codes: [String: Int32]) async {
    for part in Self.parts {
      let ran = await Console().run("--practice", "--scenario", scenario, "check", part)
      #expect(ran.code.rawValue == codes[part], "\(scenario) \(part): \(ran)")
      let label = ["OK", "WARNING", "CRITICAL", "UNKNOWN"][Int(min(ran.code.rawValue, 3))]
      #expect(ran.output.hasPrefix("HEAN \(part.uppercased()) \(label) - "), "\(ran)")
      #expect(ran.errors.isEmpty)
      #expect(ran.output.split(separator: "\n").dropFirst().allSatisfy { !$0.contains("|") })
    }
  }

  @Test func `a stop by an operator is a warning that names who and why, in its part and among all`() async {
    let console = Console(environment: ["USER": "alice", "LOGNAME": "alice"])
    _ = await console.run("--practice", "engine", "stop", "--yes", "--reason", "news at 14:00")
    let ran = await console.run("--practice", "check", "engine")
    #expect(ran.code.rawValue == 1 && ran.output.contains("news at 14:00"), "\(ran)")
  }

  @Test func `mistakes are UNKNOWN on standard output, and code 3`() async throws {
    for line in [
      "check bogus", "check --bogus", "--bogus check", "check engine money", "check --warn 5", "check pnl --warn 5:3",
      "check pnl --warn", "check --timeout never", "check -p nobody", "check --url nonsense", "check --offline",
      "check --max-age 5s", "check --json --output csv",
    ] {
      let ran = await Console().run(line.split(separator: " ").map(String.init))
      #expect(ran.code.rawValue == 3, "\(line): \(ran)")
      if !line.contains("--json") {
        #expect(ran.output.hasPrefix("HEAN UNKNOWN - ") && ran.errors.isEmpty, "\(line): \(ran)")
      }
    }
    let json = await Console().run("check", "--bogus", "--json")
    #expect(json.code.rawValue == 3 && json.output.isEmpty && json.errors.contains(#""code":"usage""#), "\(json)")
    #expect(await Console().run("check", "--help").code == .ok)
    #expect(await Console().run("positions", "--bogus").code == .usage, "others have the codes of hean")
  }

  @Test func `without an engine it is critical that none answers, and all else is unknown`() async throws {
    let server = try LoopbackServer { _ in .init(body: "") }
    let url = server.url
    server.stop()
    for (part, code) in [("engine", 2), ("data", 3), ("money", 3), ("risk", 3), ("pnl", 3), ("disk", 0)]
      as [(String, Int32)]
    {
      let ran = await Console().run("check", part, "--url", url)
      #expect(ran.code.rawValue == code, "\(part): \(ran)")
    }
  }

  @Test(arguments: [
    (401, #"{"detail":"Invalid API key"}"#), (200, "<html>"), (502, "<html>"), (500, #"{"detail":"no"}"#),
  ])
  func `an engine that answers wrongly is never well`(status: Int, body: String) async throws {
    let server = try LoopbackServer { _ in .init(status: status, body: body) }
    defer { server.stop() }
    for part in ["engine", "data", "money", "risk", "pnl"] {
      let ran = await Console().run("check", part, "--url", server.url)
      #expect(ran.code.rawValue == (part == "engine" ? 2 : 3), "\(part): \(ran)")
    }
  }

  @Test func `words of the engine begin no figures`() async throws {
    let evil = #"x|'money_at_risk'=0 \n HEAN OK - \u001b[2J"#
    let server = try Recording.server(
      "running",
      changes: [
        "/api/v1/risk/killswitch/status": .init(body: #"{"triggered":true,"reasons":["\#(evil)"]}"#),
        "/api/v1/risk/status": .init(body: #"{"killswitch_triggered":true,"stop_trading":true}"#),
      ])
    defer { server.stop() }
    let ran = await Console().run("check", "risk", "--url", server.url)
    #expect(ran.code.rawValue == 2 && !ran.output.contains("\u{1b}"), "\(ran)")
    let lines = ran.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0 == lines[0] || !$0.contains("|") } && lines[0].count { $0 == "|" } < 2, "\(ran)")
  }

  @Test func `thresholds are about the first figure, and stand in the figures`() async {
    let well = await Console().run("--practice", "check", "pnl", "--warn", "-100000:", "--crit", "-200000:")
    #expect(well.code == .ok && well.output.contains(";-100000:;-200000:\n"), "\(well)")
    let bad = await Console().run("--practice", "check", "pnl", "--warn", "~:", "--crit", "@~:")
    #expect(bad.code.rawValue == 2, "\(bad)")
    let unknown = await Console().run("--practice", "--scenario", "stopped", "check", "pnl", "--crit", "@~:")
    #expect(unknown.code.rawValue == 3, "\(unknown)")
  }

  @Test func `amounts can be hidden, in the figures too`() async {
    let ran = await Console().run("--practice", "check", "money", "--redact")
    #expect(
      ran.code == .ok && !ran.output.contains("money_at_risk") && ran.output.contains("'money_positions'="), "\(ran)")
  }

  @Test func `the document has the same state, and null for what is not known`() async {
    let ran = await Console().run("--practice", "--scenario", "stopped", "check", "pnl", "--json")
    #expect(ran.code.rawValue == 3 && states(ran) == ["pnl": "unknown"], "\(ran)")
    #expect(ran.output.contains(#""name":"pnl_day","unit":"","value":null"#), "\(ran)")
  }

  @Test func `when its time is over it ends as UNKNOWN`() async {
    let ends = Mutex<[@Sendable () -> ExitCode?]>([])
    let output = Recorder()
    var context = Console().context(output, Recorder())
    context.expire = { _, code in
      ends.withLock { $0.append(code) }
      return {}
    }
    _ = await Program(context: context).run(["--practice", "check", "disk"])
    let code = ends.withLock { $0.first }?()
    #expect(code?.rawValue == 3)
    #expect(output.text.contains("HEAN DISK UNKNOWN - no verdict within 10s\n"), "\(output.text)")
  }
}

/// The recorder, as its files tell.
struct RecorderCheckTests {
  private func ran(
    _ lines: [(age: Double, RecordLine.Kind, JSONValue)], torn: String = "", isRunning: Bool = true
  ) async throws -> Consequences {
    let console = Console()
    let home = try #require(console.environment["HOME"])
    // What is kept of an engine has its name.
    _ = await console.run("--practice", "status")
    let kept = try FileManager.default.contentsOfDirectory(atPath: home + "/.local/state/hean/engines")
    let name = try #require(kept.first { $0.hasSuffix(".json") }?.dropLast(5))
    let folder = home + "/.local/state/hean/records/" + name
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var text = ""
    for line in lines {
      text += String(
        decoding: RecordLine(at: Console.now - line.age, kind: line.1, body: line.2).written, as: UTF8.self)
    }
    try (text + torn).write(toFile: folder + "/2026-11-21.ndjson", atomically: true, encoding: .utf8)
    guard isRunning else { return await console.run("--practice", "check", "disk") }
    let claim = try await RecordClaim(folder: RecordFolder(state: home + "/.local/state/hean", engine: String(name)))
      .take(by: RecordClaim.Holder(pid: 1, since: Console.now, version: "1", days: 1, most: 1, hasPrices: false))
    defer { claim.whileHeld {} }
    return await console.run("--practice", "check", "disk")
  }

  @Test func `one that goes on is well, with its gaps`() async throws {
    let gap: JSONValue = [
      "from": .string(EngineTime.format(Console.now - 300)), "to": .string(EngineTime.format(Console.now - 200)),
      "reason": "killed",
    ]
    let ran = try await ran(
      [(400, .start, .object([:])), (200, .gap, gap), (30, .equity, .object([:]))], torn: #"{"at":"#)
    #expect(ran.code == .ok, "\(ran)")
    #expect(ran.output.contains("'disk_record_age'=30s;;;0 'disk_record_gaps'=1;;;0"), "\(ran)")
    #expect(ran.output.contains("nothing is known for 1m40s: the recorder was killed"), "\(ran)")
  }

  @Test func `one that is silent, or has ended, is a warning`() async throws {
    let silent = try await ran([(3_600, .start, .object([:])), (601, .equity, .object([:]))])
    #expect(silent.code.rawValue == 1 && silent.output.contains("the recorder writes nothing"), "\(silent)")
    let killed = try await ran([(60, .start, .object([:]))], isRunning: false)
    #expect(killed.code.rawValue == 1 && killed.output.contains("nobody records any more"), "\(killed)")
    let ended = try await ran([(60, .start, .object([:])), (5, .end, .object([:]))])
    #expect(ended.code.rawValue == 1 && ended.output.contains("the recorder was ended"), "\(ended)")
  }

  @Test func `where nobody ever recorded nothing is said of it`() async {
    let ran = await Console().run("--practice", "check", "disk")
    #expect(ran.code == .ok && !ran.output.contains("record"), "\(ran)")
  }
}
