import Foundation
import Testing

@testable import HeanCore

/// Lines of the audit log that are about no call.
struct AuditRemarkTests {
  private static let time = Date(timeIntervalSince1970: 1_795_225_650)

  private func record(_ remark: AuditRecord.Remark, mode: String? = nil) -> AuditRecord {
    AuditRecord(id: "r1", step: 1, time: Self.time, mode: mode, profile: "prod", content: .remark(remark))
  }

  private static let all: [AuditRecord.Remark] = [
    AuditRecord.Remark(.note, text: "flat at the \"exchange\"", user: "ann", host: "desk1"),
    AuditRecord.Remark(.unlock, reason: "key u", until: time + 300, user: "ann", host: "desk1"),
    AuditRecord.Remark(.lock, reason: "time is up", user: "ann", host: "desk1"), AuditRecord.Remark(.lock),
  ]

  @Test(arguments: all)
  func `a remark is read as it was written, and is no part of a run`(remark: AuditRecord.Remark) throws {
    let record = record(remark)
    let again = try #require(AuditRecord(try JSONValue(reading: Data(JSONText.compact(record.json).utf8))))
    #expect(again == record && again.remark == remark && again.kind == remark.kind.rawValue)
    #expect(again.operation == nil && again.verb == nil)
    var run = AuditRun(id: "r1")
    run.add(again)
    #expect(run.calls.isEmpty && run.time == nil && run.url == nil)
    var joiner = AuditJoiner()
    #expect(joiner.join(again) == AuditEntry(record: record))
  }

  @Test func `a sentence tells who, where and what`() {
    let sentences = Self.all.map { AuditEntry(record: record($0, mode: "mainnet")).sentence }
    #expect(
      sentences == [
        "note on prod (mainnet), by ann@desk1: flat at the \"exchange\"",
        "unlock on prod (mainnet), by ann@desk1: until 2026-11-21T01:52:30Z, key u",
        "lock on prod (mainnet), by ann@desk1: time is up", "lock on prod (mainnet)",
      ])
    #expect(Self.all.map { AuditEntry(record: record($0)).severity } == [.info, .notice, .info, .info])
  }

  @Test func `logs of other programs have user, host and words of it`() {
    let entry = AuditEntry(record: record(Self.all[0]))
    #expect(
      entry.syslogLine == """
        <86>1 2026-11-21T01:47:30.000000Z desk1 hean - - [hean@32473 kind="note" run="r1" step="1" \
        time="2026-11-21T01:47:30.000000Z" profile="prod" user="ann" host="desk1" text="flat at the \\"exchange\\""] \
        note on prod, by ann@desk1: flat at the "exchange"
        """)
    let journal = String(decoding: entry.journalExport, as: UTF8.self)
    #expect(journal.contains("\n_HOSTNAME=desk1\n") && journal.contains("\nHEAN_TEXT=flat at the \"exchange\"\n"))
    let until = String(decoding: AuditEntry(record: record(Self.all[1])).journalExport, as: UTF8.self)
    #expect(until.contains("\nHEAN_UNTIL=2026-11-21T01:52:30.000000Z\n"))
  }
}
