import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// What operators write down, and where it is shown.
struct AuditNoteTests {
  private func lines(_ home: String) throws -> [AuditRecord] {
    try AuditLog(environment: ["HOME": home]).entries().entries.map(\.record)
  }

  @Test func `a note is written whole, with who wrote it and about which engine`() async throws {
    let home = Console.freshHome()
    _ = await Console(home: home).run("profile", "add", "main", "--url", "http://127.0.0.1:1")
    let ran = await Console(columns: 80, home: home).run("audit", "note", " bought\u{1B}[31m more\nmargin ")
    let record = try #require(try lines(home).first)
    #expect(ran.code == .ok && ran.output.contains("noted (\(record.id)): bought[31m more margin"), "\(ran)")
    let remark = try #require(record.remark)
    #expect(remark.kind == .note && remark.text == "bought[31m more margin")
    #expect(remark.user == UserName.current && remark.host == HostName.current)
    #expect(record.profile == "main" && record.url == "http://127.0.0.1:1" && record.time == Console.now)
    let json = await Console(home: home).run("audit", "note", "two", "words", "--json")
    #expect(json.code == .ok && json.output.contains("hean.audit_note/1") && json.output.contains("two words"))
  }

  @Test(arguments: ["", "  \n", "\u{1B}", String(repeating: "é", count: 1_001)])
  func `a note without words or without end is refused, and nothing is written`(text: String) async throws {
    let home = Console.freshHome()
    let ran = await Console(home: home).run("audit", "note", text)
    #expect(ran.code == .usage && ran.errors.contains("a note has "), "\(ran)")
    #expect(try lines(home).isEmpty)
  }

  @Test func `the longest note is taken`() throws {
    #expect(try NoteText(String(repeating: "é", count: 1_000)).text.count == 1_000)
  }

  @Test func `a note that cannot be written is an error`() async throws {
    let home = Console.freshHome()
    try "".write(toFile: home + "/.local", atomically: true, encoding: .utf8)
    let ran = await Console(home: home).run("audit", "note", "lost")
    #expect(ran.code != .ok && ran.output.isEmpty, "\(ran)")
  }

  /// Lines of a run, a note, an unlock and a lock.
  private func staged(_ home: String, url: String = "http://127.0.0.1:1") throws {
    let log = try AuditLog(environment: ["HOME": home])
    func record(_ id: String, _ seconds: Double, _ verb: String? = nil, _ content: AuditRecord.Content) -> AuditRecord {
      AuditRecord(
        id: id, step: 1, time: Console.now - 300 + seconds, verb: verb, mode: "testnet", profile: "main", url: url,
        content: content)
    }
    try log.append(
      record("a", 0, "engine.pause", .intent(.init(target: "engine", request: "POST /x", user: "bob", host: "desk2"))))
    try log.append(record("b", 1, nil, .remark(.init(.note, text: "BTC looks thin", user: "ann", host: "desk1"))))
    try log.append(record("a", 2, "engine.pause", .outcome(.init(target: "engine", outcome: "confirmed"))))
    try log.append(record("c", 3, nil, .remark(.init(.unlock, until: Console.now, user: "ann", host: "desk1"))))
    try log.append(record("d", 4, nil, .remark(.init(.lock, reason: "time is up", user: "ann", host: "desk1"))))
  }

  @Test func `the list has runs and remarks in their order`() async throws {
    let home = Console.freshHome()
    try staged(home)
    let ran = await Console(columns: 100, home: home).run("audit", "--tz", "UTC")
    #expect(
      ran.output == """
        TIME                  ID  VERB          MODE     PROFILE  USER  OUTCOME
        2026-11-21 01:42:30Z  a   engine.pause  testnet  main     bob   confirmed
        2026-11-21 01:42:31Z  b   note          testnet  main     ann   noted: BTC looks thin
        2026-11-21 01:42:33Z  c   unlock        testnet  main     ann   unlocked: until 2026-11-21T01:47:30Z
        2026-11-21 01:42:34Z  d   lock          testnet  main     ann   locked: time is up
        > hean audit show d

        """, "\(ran)")
    let named = await Console(columns: 100, home: home).run("audit", "--symbol", "btc")
    #expect(named.output.contains("BTC looks thin") && !named.output.contains("engine.pause"), "\(named)")
    let data = await Console(home: home).run("audit", "-o", "ndjson", "--fields", "id,kind,verb,outcome,text,calls")
    #expect(data.output.contains(#""kind":"note""#) && data.output.contains(#""text":"BTC looks thin""#), "\(data)")
  }

  @Test func `one remark is shown with what it has, and a run without what it has not`() async throws {
    let home = Console.freshHome()
    try staged(home)
    let note = await Console(columns: 100, home: home).run("audit", "show", "b")
    #expect(note.code == .ok && note.output.contains("TEXT") && note.output.contains("BTC looks thin"), "\(note)")
    #expect(!note.output.contains("REQUEST") && !note.output.contains("CALLS"), "\(note)")
    let run = await Console(columns: 100, home: home).run("audit", "show", "a")
    #expect(run.output.contains("REQUEST") && !run.output.contains("UNTIL"), "\(run)")
  }

  @Test func `exports and followers have every line`() async throws {
    let home = Console.freshHome()
    try staged(home)
    let csv = await Console(home: home).run(
      "audit", "export", "-o", "csv", "--fields", "kind,id,user,text,reason,until")
    #expect(csv.output.contains("note,b,ann,BTC looks thin,,\n"), "\(csv)")
    #expect(csv.output.contains("unlock,c,ann,,,2026-11-21T01:47:30"), "\(csv)")
    #expect(csv.output.contains("lock,d,ann,,time is up,\n"), "\(csv)")
    let syslog = await Console(home: home).run("audit", "export", "--format", "syslog")
    #expect(syslog.output.split(separator: "\n").count == 5 && syslog.output.contains("note on main (testnet)"))
    let followed = await Console(columns: 100, home: home).run("audit", "follow", "--since", "last", "--count", "5")
    #expect(followed.output.contains("note on main (testnet), by ann@desk1: BTC looks thin"), "\(followed)")
    #expect(followed.output.contains("lock on main (testnet), by ann@desk1: time is up"), "\(followed)")
  }

  @Test func `a remark counts as nothing that was sent`() async throws {
    let home = Console.freshHome()
    let log = try AuditLog(environment: ["HOME": home])
    try staged(home)
    #expect(try log.runs().runs.map(\.id) == ["a"] && log.runs().items.map(\.id) == ["a", "b", "c", "d"])
    #expect(try log.latest().map(\.id) == ["a"])
  }

  /// A run of `hean status` on an engine that is not there.
  private func session(_ home: String) throws -> Session {
    let console = Console(home: home)
    let line = try ArgumentParser(root: CommandTable.root, globals: GlobalOptions.all)
      .parse(["status", "--url", "http://127.0.0.1:1"])
    return try Session(
      context: console.context(Recorder(), Recorder()), line: line, command: StatusCommand.self,
      carried: CommandTable.carriedFlags)
  }

  @Test func `a console writes down until when it may send, and why it may not any more`() throws {
    let home = Console.freshHome()
    let (session, log) = (try session(home), try AuditLog(environment: ["HOME": home]))
    let end = Console.now + 300
    let unlocked = try log.unlocked(until: end, reason: "close XRP", mode: .testnet, session)
    let locked = try log.locked(because: "time is up", mode: .testnet, session)
    #expect(try lines(home) == [unlocked, locked])
    #expect(unlocked.remark?.until == end && unlocked.remark?.reason == "close XRP" && unlocked.mode == "testnet")
    #expect(unlocked.url == "http://127.0.0.1:1" && unlocked.remark?.user == UserName.current)
    #expect(locked.kind == "lock" && locked.remark?.reason == "time is up")
  }

  @Test func `what cannot be written down is an error, so that nothing is unlocked`() throws {
    let home = Console.freshHome()
    let (session, log) = (try session(home), try AuditLog(environment: ["HOME": home]))
    try "".write(toFile: home + "/.local", atomically: true, encoding: .utf8)
    #expect(throws: (any Error).self) { try log.unlocked(until: Console.now, mode: .testnet, session) }
    #expect(throws: (any Error).self) { try log.locked(because: "it ends", mode: .testnet, session) }
  }

  @Test func `a line of a kind that only another version knows is no remark, and no call`() throws {
    let home = Console.freshHome()
    let log = try AuditLog(environment: ["HOME": home])
    try log.append(["id": "x", "kind": "handover", "text": "to bob", "url": "http://127.0.0.1:1"])
    let run = try #require(try log.runs().runs.first)
    #expect(run.calls.isEmpty && run.url == nil && run.verb == nil)
  }

  @Test func `a report has notes with time and user, and does not count them as sent`() async throws {
    let home = Console.freshHome()
    let practice = Console(columns: 100, home: home)
    #expect(await practice.run("--practice", "audit", "note", "took over the shift").code == .ok)
    let screen = await practice.run("--practice", "report", "--tz", "UTC")
    #expect(screen.output.contains("Sent by operators from here: 0."), "\(screen)")
    #expect(screen.output.contains("2026-11-21 01:47:30Z \(UserName.current) noted: took over the shift"), "\(screen)")
    let data = await Console(home: home).run("--practice", "report", "--json")
    #expect(data.output.contains("took over the shift"))
    let page = home + "/report.html"
    #expect(await practice.run("--practice", "report", "--html", page).code == .ok)
    let text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(text.contains("took over the shift") && !text.contains("nothing was sent to this engine from here"))
    let other = await practice.run("--url", "http://127.0.0.1:1", "audit", "note", "elsewhere")
    #expect(other.code == .ok)
    let again = await practice.run("--practice", "report")
    #expect(!again.output.contains("elsewhere"), "a note is about the engine that was meant")
  }
}
