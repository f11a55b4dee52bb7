import Foundation
import HeanTestSupport
import Testing

@testable import HeanConsole

@Suite struct SnapshotConcurrencyTests {
  private let directory: TemporaryDirectory
  private let file: SnapshotFile

  init() throws {
    directory = try TemporaryDirectory()
    file = SnapshotFile(path: directory.file("pnl"))
  }

  /// The `positions` cell, used as the row's number, of each whole row; fails on any row that is not whole.
  private func rows() throws -> [String] {
    let text = try directory.text("pnl")
    #expect(text.hasSuffix("\n"))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.first.map(String.init) == SnapshotFormatTests.header)
    let place = try #require(SnapshotLayout.current.columns.firstIndex(of: "positions"))
    return try lines.dropFirst().map { line in
      let cells = try #require(CSV.cells(line.utf8))
      try #require(cells.count == SnapshotLayout.current.columns.count && cells.last == PnLSnapshot.schema)
      return cells[place]
    }
  }

  // A lock of flock belongs to one opening of the file, so threads that each open it compete for it as processes do.
  @Test func `with four writers at once no row is lost or doubled`() async throws {
    let file = file
    await withTaskGroup { group in
      for writer in 0..<4 {
        group.addTask {
          await Detached.value {
            for number in 0..<25 {
              var snapshot = PnLSnapshot.sample(period: nil)
              snapshot.positions = writer * 25 + number
              if (try? file.append(snapshot, format: .csv)) == nil { Issue.record("append failed") }
            }
          }
        }
      }
    }
    #expect(try rows().compactMap { Int($0) }.sorted() == Array(0..<100))
  }

  @Test func `of eight writers in one period only one adds a row`() async throws {
    let file = file
    let writers = 8
    let results = await withTaskGroup { group in
      for _ in 0..<writers {
        group.addTask { await Detached.value { try? file.append(.sample(), format: .csv) } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count { $0 == .appended(savedFragment: nil) } == 1)
    #expect(results.count { $0 == .alreadyRecorded(period: "2026-11-21T03:00:00Z") } == writers - 1)
    #expect(try rows().count == 1)
  }

  /// Real processes, each killed somewhere in its work. A row is acknowledged by a byte in the process's own file,
  /// written after `append` came back.
  @Test func `when processes are killed at any moment no acknowledged row is torn, doubled or lost`() async throws {
    let directory = directory.path
    try await withThrowingTaskGroup { group in
      for writer in 0..<12 {
        group.addTask {
          // Spread over what starting up and some dozens of appends take.
          let delay = UInt32(500 + writer * 1_700)
          await #expect(processExitsWith: .signal(SIGKILL)) {
            [directory = directory as String, writer = writer as Int, delay = delay as UInt32] in
            let file = SnapshotFile(path: directory + "/pnl")
            try Data().write(to: URL(filePath: directory + "/ack-\(writer)"))
            let acknowledged = try #require(FileHandle(forWritingAtPath: directory + "/ack-\(writer)"))
            SuddenDeath.schedule(afterMicroseconds: delay)
            for number in 0..<1_000_000 {
              var snapshot = PnLSnapshot.sample(period: nil, profile: "p\(writer)")
              snapshot.positions = writer * 1_000_000 + number
              _ = try file.append(snapshot, format: .csv)
              try acknowledged.write(contentsOf: Data("x".utf8))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    // The process that was killed last may have left an unfinished line: one more append removes it.
    _ = try file.append(.sample(profile: "last"), format: .csv)
    let numbers = try rows().dropLast().compactMap { Int($0) }
    #expect(Set(numbers).count == numbers.count)
    for writer in 0..<12 {
      let acknowledged = try FileManager.default.attributesOfItem(atPath: directory + "/ack-\(writer)")[.size] as? Int
      let written = numbers.count { $0 / 1_000_000 == writer }
      let count = try #require(acknowledged)
      // One row may be whole in the file with its acknowledgement still to come.
      #expect(written == count || written == count + 1)
    }
  }
}
