import Foundation
import HeanCore
import HeanTestSupport
import Synchronization
import Testing

@testable import HeanConsole

struct CastWriterTests {
  private func lines(_ path: String) throws -> [JSONValue] {
    try Data(contentsOf: URL(filePath: path)).split(separator: UInt8(ascii: "\n")).map { try JSONValue(reading: $0) }
  }

  @Test func `a recording has a header and a line for each piece, readable by its owner`() throws {
    let path = Console.freshHome() + "/screen.cast"
    let time = Mutex(Duration.seconds(100))
    let cast = try CastWriter(
      path, columns: 80, rows: 24, environment: ["TERM": "xterm", "SHELL": ""], now: Console.now,
      elapsed: { time.withLock { $0 } }, warn: { Issue.record("\($0.message)") })
    cast.wrote("\u{1B}[H│ 1.5\"\r\n")
    time.withLock { $0 += .milliseconds(1_500) }
    cast.resized(columns: 100, rows: 30)
    cast.wrote("")
    // Nothing is kept back: this is what a crash would leave.
    #expect(
      try lines(path) == [
        [
          "version": 2, "width": 80, "height": 24, "timestamp": 1_795_225_650, "env": ["TERM": "xterm"],
        ],
        [0, "o", "\u{1B}[H│ 1.5\"\r\n"], [.number(Decimal(15) / 10), "r", "100x30"],
      ])
    #expect(try FileStatus.of(path).permissions == .ownerOnly)
    withExtendedLifetime(cast) {}
  }

  @Test func `a file that is there is left alone`() throws {
    let path = Console.freshHome() + "/screen.cast"
    try "mine".write(toFile: path, atomically: true, encoding: .utf8)
    do throws(FileError) {
      _ = try CastWriter(
        path, columns: 1, rows: 1, environment: [:], now: Console.now, elapsed: { .zero }, warn: { _ in })
      Issue.record("written over")
    } catch {
      #expect(error.message.contains("it is there already"))
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }
}
