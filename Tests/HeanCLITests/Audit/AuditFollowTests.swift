import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// `audit export` and `audit follow`.
struct AuditFollowTests {
  private let home = Console.freshHome()

  private func add(_ id: String, outcome: String? = nil, at second: Double = 0, reason: String? = nil) throws {
    let content: AuditRecord.Content =
      outcome.map { .outcome(.init(target: "engine", outcome: $0)) }
      ?? .intent(.init(target: "engine", reason: reason, user: "alice", host: "desk1"))
    let record = AuditRecord(
      id: id, step: 1, time: Console.now - 3600 + second, verb: "engine.pause", mode: "paper", content: content)
    try AuditLog(environment: ["HOME": home]).append(record)
  }

  private func socket() throws -> DatagramListener {
    try DatagramListener(path: "/tmp/hean-\(UUID().uuidString.prefix(8))")
  }

  private func texts(_ listener: DatagramListener) -> [String] {
    listener.received().map { String(decoding: $0, as: UTF8.self) }
  }

  private func runs(_ listener: DatagramListener) -> [String] {
    texts(listener).map { text in
      text.split(separator: "\n").first { $0.hasPrefix("HEAN_RUN=") }.map { String($0.dropFirst(9)) } ?? "none"
    }
  }

  @Test func `each line is a record, with who asked for it`() async throws {
    try add("a", reason: "two\nlines")
    try add("a", outcome: "confirmed", at: 1)
    try add("b", at: 2)
    let ran = await Console(home: home).run("audit", "export", "-o", "ndjson")
    let rows = try ran.output.split(separator: "\n").map { try JSONValue(reading: Data($0.utf8)) }
    #expect(rows.map { $0["kind"]?.plainText } == ["intent", "outcome", "intent"], "\(ran)")
    #expect(rows[1]["user"] == "alice" && rows[1]["reason"] == "two\nlines" && rows[1]["severity"] == "notice")
    let csv = await Console(home: home).run("audit", "export", "--format", "csv", "--since", "1h")
    #expect(csv.output.hasPrefix("time,kind,id,step,verb,") && csv.output.contains(",outcome,a,1,engine.pause,engine,"))
    let syslog = await Console(home: home).run("audit", "export", "--format", "syslog")
    #expect(syslog.output.split(separator: "\n").count == 3 && syslog.output.hasPrefix("<85>1 "), "\(syslog)")
    let narrow = await Console(columns: 80, home: home).run("audit", "export")
    #expect(narrow.output.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= 80 }, "\(narrow)")
    #expect(await Console().run("audit", "export").output == "This console has sent nothing yet.\n")
    let redacted = await Console(home: home).run("audit", "export", "--format", "journal", "--redact")
    #expect(redacted.code == .usage && redacted.errors.contains("--redact"))
  }

  @Test func `a file is written whole, for its owner, over nothing`() async throws {
    try add("a")
    let file = home + "/export"
    let ran = await Console(home: home).run("audit", "export", "--format", "journal", "--to", file)
    #expect(ran.code == .ok && ran.output.isEmpty && ran.errors.contains("1 record written"), "\(ran)")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.hasPrefix("__REALTIME_TIMESTAMP=") && text.hasSuffix("\n\n"))
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    let again = await Console(home: home).run("audit", "export", "--to", file)
    #expect(again.code == .cannotWrite && again.errors.contains("there already"), "\(again)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
  }

  @Test func `on a terminal a line is a sentence, and the next run goes on`() async throws {
    try add("a", reason: "maintenance")
    let first = await Console(columns: 140, home: home).run("audit", "follow", "--since", "last", "--duration", "1s")
    #expect(first.code == .ok)
    #expect(
      first.output
        == "2026-11-21 00:47:30Z engine.pause [engine] on (paper) is about to be sent, by alice@desk1, reason: maintenance\n",
      "\(first)")
    let now = await Console(home: home).run("audit", "follow", "--duration", "1s")
    #expect(now.output.isEmpty && now.code == .ok, "\(now)")
    try add("b", at: 1)
    let next = await Console(home: home).run("audit", "follow", "--since", "last", "--count", "1", "-o", "ndjson")
    #expect(next.output.contains(#""id":"b""#) && next.output.split(separator: "\n").count == 1, "\(next)")
  }

  @Test func `the journal gets each line once, and what it did not take later`() async throws {
    let listener = try socket()
    let path = listener.path
    func run(_ words: String...) async -> Consequences {
      await Console(home: home).run(
        ["audit", "follow", "--to", "journald", "--socket", path, "--duration", "3s"] + words)
    }
    try add("old")
    #expect(await run().code == .ok)
    #expect(runs(listener) == [], "the first run begins with what comes")
    try add("a", at: 1)
    try add("a", outcome: "confirmed", at: 2)
    #expect(await run().code == .ok)
    let texts = texts(listener)
    #expect(texts.count == 2 && texts[1].contains("\nPRIORITY=5\n") && texts[1].contains("\nHEAN_USER=alice\n"))
    try FileManager.default.removeItem(atPath: path)
    try add("b", at: 3)
    let failed = await run()
    #expect(failed.code == .cannotWrite && failed.errors.contains("the next run goes on there"), "\(failed)")
    let second = try DatagramListener(path: path)
    try add("c", at: 4)
    #expect(await run("--since", "2h").errors.contains("is not told again"))
    #expect(runs(second) == ["b", "c"])
    #expect(await run().code == .ok)
    #expect(runs(second) == [])
  }

  @Test func `syslog gets what happened since a time, at the first run`() async throws {
    let listener = try socket()
    try add("a")
    try add("b", outcome: "left", at: 1)
    let ran = await Console(home: home).run(
      "audit", "follow", "--to", "syslog", "--socket", listener.path, "--since", "2h", "--count", "2")
    #expect(ran.code == .ok && ran.output.isEmpty, "\(ran)")
    let texts = texts(listener)
    #expect(texts.count == 2 && texts.allSatisfy { $0.contains(" hean: engine.pause") }, "\(texts)")
    #expect(texts.last?.hasPrefix("<82>") == true)
  }

  /// Two processes share what there is.
  @Test func `two who tell one receiver tell each line once`() async throws {
    let listener = try socket()
    let path = listener.path
    _ = await Console(home: home).run("audit", "follow", "--to", "journald", "--socket", path, "--duration", "1s")
    for number in 0..<8 { try add("r\(number)", at: Double(number)) }
    let home = home
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          _ = await Console(home: home).run(
            "audit", "follow", "--to", "journald", "--socket", path, "--duration", "20s")
        }
      }
    }
    #expect(runs(listener) == (0..<8).map { "r\($0)" })
  }

  @Test func `a socket that is named wants a receiver`() async {
    let ran = await Console().run("audit", "follow", "--socket", "/x")
    #expect(ran.code == .usage && ran.errors.contains("--to"), "\(ran)")
  }
}
