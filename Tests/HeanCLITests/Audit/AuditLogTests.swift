import Foundation
import HeanCore
import HeanPractice
import Testing

@testable import HeanConsole

struct AuditLogTests {
  private func log(_ home: String) throws -> AuditLog { try AuditLog(environment: ["HOME": home]) }

  private func text(_ log: AuditLog) throws -> String { try String(contentsOfFile: log.path, encoding: .utf8) }

  @Test func `a line is whole JSON, owned by its user, and never lost to the next`() throws {
    let log = try log(Console.freshHome())
    try log.append(["id": "a", "note": "two\nlines \u{1B}[31m"])
    try log.append(["id": "b"])
    let lines = try text(log).split(separator: "\n")
    #expect(lines.count == 2 && !lines[0].contains("\u{1B}"))
    #expect(try log.runs().runs.map(\.id) == ["a", "b"])
    let mode = try FileManager.default.attributesOfItem(atPath: log.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func `what a dead writer left without an end is set aside and the rest stays`() throws {
    let log = try log(Console.freshHome())
    try log.append(["id": "a"])
    let handle = try #require(FileHandle(forWritingAtPath: log.path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(#"{"id":"torn","#.utf8))
    try handle.close()
    try log.append(["id": "b"])
    #expect(try log.runs().runs.map(\.id) == ["a", "b"])
    #expect(try log.runs().missing == [])
    #expect(try String(contentsOfFile: log.path + ".torn", encoding: .utf8) == "{\"id\":\"torn\",\n")
  }

  @Test func `a line that nobody can read is counted, not hidden`() async throws {
    let home = Console.freshHome()
    let log = try log(home)
    try log.append(["id": "a", "kind": "intent", "verb": "engine.pause"])
    let handle = try #require(FileHandle(forWritingAtPath: log.path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("garbage\n".utf8))
    try handle.close()
    let ran = await Console(home: home).run("audit")
    #expect(ran.code == .ok && ran.errors.contains("1 line of") && ran.output.contains("not recorded"))
  }

  /// Screens go on without it and say so once; a verb that cannot record what it sends is refused, but a panic is not.
  @Test func `a log that is no plain file holds nobody up`() async throws {
    let home = Console.freshHome()
    let log = try log(home)
    try PrivateDirectory.make(PathParts.directory(of: log.path))
    _ = unsafe mkfifo(log.path, 0o600)
    let console = Console(home: home)
    for command in ["status", "positions", "why", "trades"] {
      let ran = await console.run("--practice", command)
      #expect(
        ran.code == .ok && ran.errors.components(separatedBy: "is a pipe").count == 2, "\(command): \(ran.errors)")
    }
    let verb = await console.run("--practice", "positions", "close-all", "--yes")
    #expect(verb.code == .cannotWrite && verb.errors.contains("nothing was sent"))
    #expect(await console.run("--practice", "panic", "--yes").code == .ok)
    #expect(await console.run("audit").code == .cannotWrite)
  }

  @Test func `of a long log only the end is read`() throws {
    let log = try log(Console.freshHome())
    try log.append(["id": "first"])
    let handle = try #require(FileHandle(forWritingAtPath: log.path))
    try handle.seekToEnd()
    // A line without an end that is longer than any of hean's, as a damaged disk leaves it.
    try handle.write(contentsOf: Data(count: 3 << 20))
    try handle.close()
    try log.append(["id": "last"])
    #expect(try log.latest().map(\.id) == ["last"])
    let all = try log.runs()
    #expect(all.runs.map(\.id) == ["first", "last"])
    #expect(all.missing == ["1 line of the audit log"])
    #expect(!FileManager.default.fileExists(atPath: log.path + ".torn"))
    let handle2 = try #require(FileHandle(forWritingAtPath: log.path))
    try handle2.truncate(atOffset: 20 << 20)
    try handle2.close()
    try log.append(["id": "newest"])
    let end = try log.runs()
    #expect(end.runs.map(\.id) == ["newest"] && end.missing.last == "what the audit log has before its last 16 MB")
  }

  @Test func `each call has a line before and a line after, with everything an auditor asks for`() async throws {
    let clock = TestClock(Console.now)
    let engine = try StagedEngine(clock: clock)
    defer { engine.stop() }
    let home = Console.freshHome()
    var console = Console(home: home)
    console.sharedClock = clock
    _ = await console.run(
      "strategies", "disable", "hf_scalping", "momentum_trader", "--yes", "--reason", "too many losses", "--url",
      engine.url)
    let text = try text(log(home))
    let lines = try text.split(separator: "\n").map { try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) }
    #expect(lines.map { $0["kind"]?.plainText } == ["intent", "outcome", "intent", "outcome"])
    #expect(Set(lines.map { $0["id"]?.plainText }).count == 1)
    let intent = try #require(lines.first)
    for key in ["time", "user", "host", "verb", "mode", "argv", "request", "target", "title", "url"] {
      #expect(intent[key] != nil && intent[key] != .null, "\(key)")
    }
    #expect(intent["reason"] == "too many losses" && intent["body"] == ["enabled": false] && intent["steps"] == 2)
    #expect(lines[1]["outcome"] == "confirmed" && lines[1]["status"] == 200 && lines[1]["request_id"] != .null)
    #expect(lines[1]["response"]?["status"] == "success")

    let listed = await console.run("audit", "list", "--json")
    #expect(listed.output.contains(#""outcome":"confirmed""#) && listed.output.contains(#""calls":2"#))
    let shown = await console.run("audit", "show", lines[0]["id"]?.plainText ?? "")
    #expect(shown.code == .ok && shown.output.contains("momentum_trader is disabled"))
    let missing = await console.run("audit", "show", "nope")
    #expect(missing.code == .notFound && missing.errors.contains("hean audit list"))
  }

  @Test func `a value of a key that names a secret is withheld`() throws {
    let invocation = Invocation(argv: [
      "config", "set", "bybit_api_secret=abc", "max=3", "--api-key-file=/k", "--url", "https://a:b@c/d",
    ])
    #expect(
      invocation.words == [
        "config", "set", "bybit_api_secret=(withheld)", "max=3", "--api-key-file=/k", "--url", "https://c/d",
      ])
  }

  @Test func `an entry that is not there is missing from the log of this console, not from an engine`() async {
    let ran = await Console().run("audit", "show", "nope")
    #expect(ran.code == .notFound, "\(ran)")
    #expect(ran.errors == "hean: no audit entry 'nope' in this console's audit log\nnext: hean audit list\n")
  }

  @Test func `a narrow terminal shows when, who, what and the outcome`() async throws {
    let home = Console.freshHome()
    let log = try log(home)
    try log.append([
      "id": "20261121074512-k3f9a1", "kind": "intent", "verb": "risk.killswitch.trigger", "mode": "mainnet",
      "profile": "production", "user": "operator", "time": "2026-11-21T01:40:00Z",
    ])
    let narrow = await Console(columns: 80, home: home).run("audit")
    let titles = narrow.output.split(separator: "\n").first?.split(separator: " ").map(String.init) ?? []
    #expect(Set(titles).isSuperset(of: ["TIME", "USER", "VERB", "OUTCOME"]), "\(narrow)")
    #expect(narrow.output.contains("operator") && narrow.output.contains("risk.killswitch.trigger"), "\(narrow)")
    #expect(narrow.output.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= 80 })
    let wide = await Console(columns: 160, home: home).run("audit")
    #expect(wide.output.contains("20261121074512-k3f9a1") && wide.output.contains("production"), "\(wide)")
  }

  @Test func `nothing sent yet is said so`() async {
    let ran = await Console().run("audit")
    #expect(ran.code == .ok && ran.output == "This console has sent nothing yet.\n")
  }
}
