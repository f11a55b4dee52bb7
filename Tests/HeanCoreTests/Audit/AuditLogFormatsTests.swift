import Foundation
import Testing

@testable import HeanCore

/// A line of the audit log as other programs take it.
struct AuditLogFormatsTests {
  private static let time = Date(timeIntervalSince1970: 1_795_225_650)

  private func entry(_ outcome: String?, reason: String? = nil, host: String? = "desk1") -> AuditEntry {
    let intent = AuditRecord.Intent(target: "engine", request: "POST /x", reason: reason, user: "alice", host: host)
    let content: AuditRecord.Content =
      outcome.map { .outcome(AuditRecord.Settlement(target: "engine", outcome: $0, status: 200, seen: "PAUSED")) }
      ?? .intent(intent)
    return AuditEntry(
      record: AuditRecord(
        id: "r1", step: 1, time: Self.time, verb: "engine.pause", mode: "mainnet", profile: "prod", content: content),
      intent: intent)
  }

  @Test func `how grave a line is follows from its outcome`() {
    let expected: [(String?, AuditSeverity)] = [
      (nil, .notice), ("confirmed", .notice), ("flat", .notice), ("unchanged", .info), ("preview", .info),
      ("refused", .warning), ("not_sent", .warning), ("not_authorised", .warning), ("rate_limited", .warning),
      ("a word of tomorrow", .warning), ("not_confirmed", .error), ("unknown", .error), ("left", .critical),
    ]
    for (outcome, severity) in expected { #expect(entry(outcome).severity == severity, "\(outcome ?? "intent")") }
    let known = Set(expected.compactMap(\.0))
    #expect(OperationOutcome.allCases.allSatisfy { known.contains($0.rawValue) })
  }

  @Test func `a sentence tells what, where, how it ended, who and why`() {
    #expect(
      entry("confirmed", reason: "maintenance").sentence
        == "engine.pause [engine] on prod (mainnet): confirmed, by alice@desk1, seen: PAUSED, reason: maintenance")
    #expect(
      entry(nil).sentence == "engine.pause [engine] on prod (mainnet) is about to be sent, by alice@desk1")
    #expect(
      AuditEntry(record: AuditRecord(id: "a", step: 1, content: .end(.init(left: ["BTCUSDT"])))).sentence
        == "a call: outcome not recorded; BTCUSDT")
  }

  @Test func `a message of RFC 5424 is one line, whatever stands in its values`() {
    #expect(
      entry("refused", reason: "say \"no\" ]\\\nnow\u{1B}[31m").syslogLine == """
        <84>1 2026-11-21T01:47:30.000000Z desk1 hean - engine.pause [hean@32473 kind="outcome" run="r1" step="1" \
        time="2026-11-21T01:47:30.000000Z" verb="engine.pause" target="engine" outcome="refused" mode="mainnet" \
        profile="prod" user="alice" host="desk1" reason="say \\"no\\" \\]\\\\ now[31m" request="POST /x" status="200" \
        seen="PAUSED"] engine.pause [engine] on prod (mainnet): refused, by alice@desk1, seen: PAUSED, reason: say \
        "no" ]\\ now[31m
        """)
    #expect(entry("confirmed", host: "a b\u{7}é").syslogLine.hasPrefix("<85>1 2026-11-21T01:47:30.000000Z ab hean"))
    #expect(
      AuditEntry(record: AuditRecord(id: "a", step: 1, content: .end(.init()))).syslogLine.hasPrefix(
        "<84>1 - - hean - - ["))
  }

  @Test func `a datagram for the socket of this machine begins as the C library has it`() {
    let text = String(decoding: entry("confirmed").syslogDatagram(in: .utc), as: UTF8.self)
    #expect(text.hasPrefix("<85>Nov 21 01:47:30 hean: engine.pause [engine] on prod (mainnet): confirmed, by alice"))
    #expect(text.hasSuffix("(time=2026-11-21T01:47:30.000000Z run=r1 step=1 kind=outcome outcome=confirmed)"))
    var early = entry("confirmed")
    early.record.time = Date(timeIntervalSince1970: 0)
    #expect(String(decoding: early.syslogDatagram(in: .utc), as: UTF8.self).hasPrefix("<85>Jan  1 00:00:00 hean: "))
    let long = entry("confirmed", reason: String(repeating: "ä", count: 20_000))
    #expect(long.syslogDatagram(in: .utc).count < 8192 && long.journalDatagram.count < 64 << 10)
  }

  @Test func `a value of several lines stands in the journal behind its length`() {
    let bytes = entry("left", reason: "two\nlines\u{0}\u{1B}").journalExport
    let head = "__REALTIME_TIMESTAMP=1795225650000000\n_HOSTNAME=desk1\nMESSAGE\n"
    #expect(String(decoding: bytes.prefix(head.utf8.count), as: UTF8.self) == head)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("\nPRIORITY=2\nSYSLOG_IDENTIFIER=hean\nSYSLOG_FACILITY=10\nHEAN_KIND=outcome\nHEAN_RUN=r1\n"))
    #expect(
      text.contains("\nHEAN_USER=alice\nHEAN_HOST=desk1\nHEAN_REASON\n\u{9}\0\0\0\0\0\0\0two\nlines\nHEAN_REQUEST="))
    #expect(text.hasSuffix("\nHEAN_SEEN=PAUSED\n\n"))
  }

  @Test func `an outcome is joined with what its own call recorded`() {
    var joiner = AuditJoiner()
    func record(_ id: String, _ step: Int, _ content: AuditRecord.Content) -> AuditEntry {
      joiner.join(AuditRecord(id: id, step: step, content: content))
    }
    _ = record("a", 1, .intent(.init(reason: "one", user: "alice")))
    _ = record("b", 1, .intent(.init(user: "bob")))
    _ = record("a", 2, .intent(.init(reason: "two", user: "alice")))
    #expect(record("a", 1, .outcome(.init(outcome: "confirmed"))).intent?.reason == "one")
    #expect(record("b", 1, .outcome(.init(outcome: "confirmed"))).intent?.user == "bob")
    #expect(record("a", 2, .end(.init(outcome: "flat"))).intent?.reason == "two")
    #expect(record("c", 1, .outcome(.init(outcome: "confirmed"))).intent == nil)
    for number in 0..<2000 { _ = record("x\(number)", 1, .intent(.init())) }
    #expect(record("a", 1, .outcome(.init(outcome: "confirmed"))).intent == nil)
  }
}
