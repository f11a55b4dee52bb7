import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// Files of what is recorded, on a real disk.
struct RecordWriterTests {
  private let place: TemporaryDirectory
  private let folder: RecordFolder
  /// 2026-11-28T23:59:58Z.
  private let evening = Date(timeIntervalSince1970: 1_795_910_398)

  init() throws {
    place = try TemporaryDirectory()
    folder = RecordFolder(state: place.path, engine: "desk")
  }

  private func line(_ number: Int, _ kind: RecordLine.Kind = .signal, at date: Date? = nil) -> RecordLine {
    RecordLine(at: date ?? evening, kind: kind, key: "\(number)", body: ["n": .number(Decimal(number))])
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
  }

  private func numbers(_ name: String) throws -> [String] {
    try text(name).split(separator: "\n").map { RecordLine(Data($0.utf8))?.key ?? "unreadable" }
  }

  private func make(_ name: String, _ text: String) throws {
    try PrivateDirectory.make(folder.path)
    let path = "\(folder.path)/\(name)"
    try Data(text.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }

  @Test func `rows and prices are in files of their own, a day of UTC each, for their owner only`() throws {
    let writer = RecordWriter(folder, at: evening)
    writer.add([line(1), line(2, .price)], at: evening)
    // Nothing was flushed yet: what came before midnight is in the files of that day all the same.
    writer.add([line(3), line(4, .price)], at: evening + 2)
    try writer.flush()
    try writer.synchronize(at: nil)
    #expect(try numbers("2026-11-28.ndjson") == ["1"] && numbers("2026-11-28.market.ndjson") == ["2"])
    #expect(try numbers("2026-11-29.ndjson") == ["3"] && numbers("2026-11-29.market.ndjson") == ["4"])
    for file in folder.files() {
      #expect(try FileStatus.of(folder.path(file.name)).permissions == .ownerOnly)
    }
    #expect(try FileStatus.of(folder.path).permissions == .ownerDirectory)
    #expect(
      try text("2026-11-28.ndjson")
        == "{\"at\":\"2026-11-28T23:59:58.000000Z\",\"kind\":\"signal\",\"key\":\"1\",\"body\":{\"n\":1}}\n")
  }

  @Test func `a line that a killed recorder did not finish is set aside, whole ones stay`() throws {
    let whole = String(decoding: line(1).written, as: UTF8.self)
    try make("2026-11-28.ndjson", whole + String(whole.dropLast(7)))
    let writer = RecordWriter(folder, at: evening)
    writer.add([line(2)], at: evening)
    try writer.flush()
    #expect(try numbers("2026-11-28.ndjson") == ["1", "2"])
    #expect(try text("2026-11-28.ndjson.torn") == whole.dropLast(7) + "\n")
  }

  @Test func `behind a day that is packed, lines go to the next one`() throws {
    try make("2026-11-28.ndjson.gz", "packed")
    try make("2026-11-29.market.ndjson.gz", "packed")
    let writer = RecordWriter(folder, at: evening)
    writer.add([line(1)], at: evening)
    try writer.flush()
    #expect(try numbers("2026-11-30.ndjson") == ["1"])
    // A clock that was wrong once leaves no trace in the days that follow.
    writer.add([line(2)], at: evening + 40 * 86_400)
    writer.add([line(3)], at: evening - 86_400)
    try writer.flush()
    #expect(try numbers("2027-01-07.ndjson") == ["2"] && numbers("2026-11-27.ndjson") == ["3"])
  }

  @Test func `a file that somebody moved away is made anew, and no other kind of file is written to`() throws {
    let writer = RecordWriter(folder, at: evening)
    writer.add([line(1)], at: evening)
    try writer.flush()
    let path = folder.path(RecordFolder.Name(at: evening, isMarket: false))
    try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
    writer.add([line(2)], at: evening)
    try writer.flush()
    #expect(try numbers("2026-11-28.ndjson") == ["2"] && numbers("2026-11-28.ndjson.old") == ["1"])
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: place.file("elsewhere"))
    writer.add([line(3)], at: evening)
    #expect(throws: RecordWriter.Refusal.self) { try writer.flush() }
    #expect(try place.names() == ["records"])
  }

  @Test func `what the disk does not take waits, and beyond a megabyte it is given up and told`() throws {
    try make("2026-11-28.ndjson", "")
    let writer = RecordWriter(folder, at: evening)
    writer.room = 400
    writer.add([line(1)], at: evening)
    try writer.flush()
    writer.add((2...20).map { line($0) }, at: evening + 1)
    #expect(throws: RecordWriter.Refusal.sizeLimit) { try writer.flush() }
    #expect(!writer.hasLosses && writer.pending > 0, "it waits")
    writer.room = nil
    try writer.flush()
    #expect(try numbers("2026-11-28.ndjson") == (1...20).map { "\($0)" })
    writer.room = 0
    for second in 1...40 {
      let gap = RecordGap(from: evening - 60, to: evening, reason: .noAnswer)
      writer.add([second == 1 ? gap.line : line(second)] + (0..<400).map { _ in line(99) }, at: evening + 1.5)
      #expect(throws: RecordWriter.Refusal.sizeLimit) { try writer.flush() }
      #expect(writer.pending < RecordWriter.mostPending + 65_536)
    }
    writer.room = nil
    let loss = try #require(writer.takeLosses().rows)
    #expect(loss.from == evening - 60 && loss.to == evening + 1.5, "a gap that was given up is part of it")
    try writer.flush()
    let kept = try numbers("2026-11-28.ndjson").count - 20
    #expect(loss.count + kept == 40 * 401 && loss.count > 0 && !writer.hasLosses)
  }

  @Test func `only its own files are found, and of a day that is there twice the plain one`() throws {
    for name in ["2026-11-28.ndjson", "2026-11-28.ndjson.gz", "2026-11-27.market.ndjson.gz", "notes.ndjson"] {
      try make(name, "x")
    }
    for name in ["2026-13-01.ndjson", "2026-11-28.ndjson.torn", "2026-11-28.ndjson.gz.part", "2026-11-28.ndjson.bak"] {
      try make(name, "x")
    }
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/2026-11-26.ndjson", withDestinationPath: "\(folder.path)/notes.ndjson")
    #expect(folder.files().map(\.name.text) == ["2026-11-27.market.ndjson.gz", "2026-11-28.ndjson"])
    for file in folder.files() { try folder.remove(file.name) }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        "2026-11-26.ndjson", "2026-11-28.ndjson.bak", "2026-13-01.ndjson", "notes.ndjson",
      ])
  }

  @Test func `a finished day is packed, and a kill at any point loses and doubles nothing`() async throws {
    let words = (1...2_000).map { String(decoding: line($0).written, as: UTF8.self) }.joined()
    try make("2026-11-27.ndjson", words)
    try make("2026-11-28.ndjson", words)
    let packing = RecordPacking(folder: folder, environment: ["PATH": "/usr/bin:/bin"])
    let today = RecordFolder.Name(at: evening, isMarket: false)
    #expect(packing.jobs(before: today.day).map(\.text) == ["2026-11-27.ndjson"])
    let job = try #require(packing.jobs(before: today.day).first)
    #expect(await packing.prepare(job))
    #expect(folder.files().map(\.name.text) == ["2026-11-27.ndjson", "2026-11-28.ndjson"], "killed before the rename")
    #expect(await packing.prepare(job), "what was left is made anew")
    try packing.commit(job)
    #expect(folder.files().map(\.name.text) == ["2026-11-27.ndjson.gz", "2026-11-28.ndjson"])
    #expect(try FileStatus.of("\(folder.path)/2026-11-27.ndjson.gz").permissions == .ownerOnly)
    var count = 0
    let lines = RecordLines(path: folder.path(job.packed), isPacked: true, environment: [:])
    #expect(await lines.each { line in if RecordLine.kind(of: line) == .signal { count += 1 } })
    #expect(count == 2_000)
    // Killed between the rename and the removal: both are there.
    try make("2026-11-27.ndjson", words)
    #expect(folder.files().map(\.name.text) == ["2026-11-27.ndjson", "2026-11-28.ndjson"])
    #expect(await packing.prepare(job))
    try packing.commit(job)
    #expect(folder.files().map(\.name.text) == ["2026-11-27.ndjson.gz", "2026-11-28.ndjson"])
    #expect(!FileManager.default.fileExists(atPath: folder.unfinished(job)))
  }

  @Test func `the oldest prices go first, then the oldest days, and never what is written to`() {
    func file(_ day: Int, _ isMarket: Bool, _ size: Int) -> RecordedFile {
      RecordedFile(name: RecordFolder.Name(day: day, isMarket: isMarket, isCompressed: true), size: size)
    }
    let files = (1...4).flatMap { [file($0, false, 10), file($0, true, 100)] }
    func gone(_ days: Int, _ most: Int, today: Int = 4) -> [String] {
      RecordBounds(days: days, most: most).removals(of: files, writing: 4, today: today)
        .map { "\($0.file.name.day)\($0.file.name.isMarket ? "m" : "")\($0.isOld ? " old" : "")" }
    }
    #expect(gone(90, 440).isEmpty)
    #expect(gone(90, 439) == ["1m"] && gone(90, 250) == ["1m", "2m"])
    #expect(gone(90, 120) == ["1m", "2m", "3m", "1", "2"] && gone(90, 1) == ["1m", "2m", "3m", "1", "2", "3"])
    #expect(gone(2, 440) == ["1 old", "1m old"])
    #expect(gone(2, 440, today: 4_000) == ["1 old", "1m old"], "a clock that is wrong by years")
  }

  @Test func `the end of the files tells when something was recorded last, and whether that was the end`() throws {
    #expect(try RecordTail(of: folder, now: evening + 60).last == nil)
    let writer = RecordWriter(folder, at: evening)
    writer.add([line(1, at: evening), line(2, at: evening - 9)], at: evening)
    try writer.flush()
    #expect(try RecordTail(of: folder, now: evening + 60).last == evening)
    writer.add([line(3, .price, at: evening + 1), .end(at: evening)], at: evening)
    try writer.flush()
    var pieces: [Int] = []
    let tail = try RecordTail(of: folder, now: evening + 60) { pieces.append($0.count) }
    let whole = try text("2026-11-28.ndjson").utf8.count
    #expect(tail.last == evening + 1 && tail.isEnded && pieces == [whole])
    writer.add([line(4, at: evening + 5)], at: evening + 5)
    try writer.flush()
    #expect(try RecordTail(of: folder, now: evening + 60).last == evening + 5)
    #expect(try !RecordTail(of: folder, now: evening + 60).isEnded)
  }
}
