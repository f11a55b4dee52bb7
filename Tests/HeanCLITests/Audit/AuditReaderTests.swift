import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// The audit log is read on line after line, whatever becomes of the file meanwhile.
struct AuditReaderTests {
  private struct Log {
    let folder = Console.freshHome()
    var path: String { folder + "/audit.jsonl" }
    private static let start = Date(timeIntervalSince1970: 1_795_225_650)

    func line(_ number: Int) -> String {
      let time = Self.start + Double(number)
      let record = AuditRecord(
        id: "r\(number)", step: 1, time: time, verb: "engine.pause", content: .intent(.init(user: "alice")))
      return JSONText.compact(record.json) + "\n"
    }

    func add(_ numbers: ClosedRange<Int>) throws {
      try add(numbers.map(line).joined())
    }

    func add(_ text: String) throws {
      if !FileManager.default.fileExists(atPath: path) {
        _ = FileManager.default.createFile(atPath: path, contents: nil)
      }
      let handle = try #require(FileHandle(forWritingAtPath: path))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(text.utf8))
      try handle.close()
    }

    func move(to name: String) throws { try FileManager.default.moveItem(atPath: path, toPath: folder + "/" + name) }
    func copy(to name: String) throws { try FileManager.default.copyItem(atPath: path, toPath: folder + "/" + name) }
    func cut(to size: UInt64 = 0) throws {
      let handle = try #require(FileHandle(forWritingAtPath: path))
      try handle.truncate(atOffset: size)
      try handle.close()
    }
  }

  /// Reads until there is nothing.
  private func ids(_ reader: inout AuditReader, _ place: inout AuditPlace) throws -> (ids: [String], hasGap: Bool) {
    var ids: [String] = []
    var hasGap = false
    var empty = 0
    while empty < 3 {
      let piece = try reader.next(after: place)
      hasGap = hasGap || piece.hasGap
      empty = piece.lines.isEmpty ? empty + 1 : 0
      ids += piece.lines.map { $0.entry?.record.id ?? "?" }
      if let last = piece.lines.last { place = last.place }
    }
    return (ids, hasGap)
  }

  private func names(_ range: ClosedRange<Int>) -> [String] { range.map { "r\($0)" } }

  @Test(arguments: [false, true])
  func `nothing is lost or repeated over rotations, by one process or by many`(isNew: Bool) throws {
    let log = Log()
    var reader = AuditReader(path: log.path)
    var place = try AuditReader.end(of: log.path)
    func expect(_ range: ClosedRange<Int>?, _ comment: Comment) throws {
      if isNew { reader = AuditReader(path: log.path) }
      let read = try ids(&reader, &place)
      #expect(read.ids == (range.map { names($0) } ?? []) && !read.hasGap, comment)
    }
    try expect(nil, "not there yet")
    try log.add(1...3)
    try expect(1...3, "there now")
    try log.add(4...5)
    try log.move(to: "audit.jsonl.1")
    try expect(4...5, "renamed before it was read")
    try log.add(6...7)
    try expect(6...7, "the new one")
    try log.add(8...8)
    try log.move(to: "audit.jsonl.2")
    try log.add(9...9)
    try log.move(to: "audit.jsonl.3")
    try log.add(10...10)
    try expect(8...10, "rotated twice")
    try log.add(11...11)
    try log.copy(to: "audit.jsonl-20261121")
    try log.cut()
    try expect(11...11, "copied and cut before it was read")
    try log.add(12...13)
    try expect(12...13, "what stands there after the cut")
    try log.add(14...14)
    try log.copy(to: "audit.jsonl.9")
    try log.cut()
    // More than there was.
    try log.add(15...40)
    try expect(14...40, "cut and filled again")
  }

  /// A line that did not reach the disk is taken back by its writer.
  @Test func `a line that was taken back does not hold up the next`() throws {
    let log = Log()
    var reader = AuditReader(path: log.path)
    var place = try AuditReader.end(of: log.path)
    try log.add(1...2)
    #expect(try ids(&reader, &place).ids == names(1...2))
    try log.cut(to: UInt64(log.line(1).utf8.count))
    #expect(try ids(&reader, &place).ids == [])
    try log.add(3...3)
    let read = try ids(&reader, &place)
    #expect(read.ids == ["r3"] && !read.hasGap)
  }

  @Test func `what was taken away unread is told`() throws {
    let log = Log()
    var reader = AuditReader(path: log.path)
    var place = try AuditReader.end(of: log.path)
    try log.add(1...2)
    #expect(try ids(&reader, &place).ids == names(1...2))
    try FileManager.default.removeItem(atPath: log.path)
    reader = AuditReader(path: log.path)
    try log.add(5...6)
    let read = try ids(&reader, &place)
    #expect(read.ids == names(5...6) && read.hasGap)
  }

  @Test func `only whole lines count, and one that nobody can read is passed over`() throws {
    let log = Log()
    var reader = AuditReader(path: log.path)
    var place = AuditPlace(before: nil)
    try log.add("garbage\n" + log.line(1) + #"{"id":"half"#)
    #expect(try ids(&reader, &place).ids == ["?", "r1"])
    try log.add(#"","kind":"intent"}"# + "\n")
    #expect(try ids(&reader, &place).ids == ["half"])
    try log.add(String(repeating: "x", count: 3 << 20) + "\n" + log.line(2))
    #expect(try ids(&reader, &place).ids.last == "r2")
  }

  @Test func `it begins at a time, and knows what stood before`() throws {
    let log = Log()
    try log.add(1...5)
    var reader = AuditReader(path: log.path)
    var place = AuditPlace(before: Date(timeIntervalSince1970: 1_795_225_650 + 4))
    #expect(try ids(&reader, &place).ids == names(4...5))
    let outcome = AuditRecord(
      id: "r5", step: 1, time: Date(timeIntervalSince1970: 1_795_225_659),
      content: .outcome(.init(outcome: "confirmed")))
    try log.add(JSONText.compact(outcome.json) + "\n")
    reader = AuditReader(path: log.path)
    #expect(try reader.next(after: place).lines.first?.entry?.intent?.user == "alice")
  }
}
