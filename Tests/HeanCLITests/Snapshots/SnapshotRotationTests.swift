import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// A file a day, and how commands find them again.
struct SnapshotRotationTests {
  @Test(arguments: [
    ("pnl.csv", "pnl-2026-11-26.csv"), ("/a.b/pnl", "/a.b/pnl-2026-11-26"),
    ("./x/pnl.v1.ndjson", "./x/pnl.v1-2026-11-26.ndjson"),
    ("/a/.pnl", "/a/.pnl-2026-11-26"),
  ])
  func `the day stands before the ending`(named: String, dated: String) throws {
    let moment = try Date("2026-11-26T23:59:59Z", strategy: .iso8601)
    #expect(SnapshotRotation.daily.path(named, at: moment) == dated)
    #expect(SnapshotRotation.none.path(named, at: moment) == named)
  }

  @Test func `a row after midnight begins the file of its day, and commands read all of them`() async throws {
    let home = Console.freshHome()
    var console = Console(home: home)
    let midnight = try Date("2026-11-22T00:00:00Z", strategy: .iso8601)
    for second in [-1.0, 0, 60] {
      console.clock = midnight + second
      let ran = await console.run(
        "--practice", "pnl", "snapshot", "--append", home + "/pnl.csv", "--rotate", "daily", "--quiet")
      #expect(ran == Consequences(code: .ok, output: "", errors: ""))
    }
    func rows(_ name: String) throws -> Int {
      try String(contentsOfFile: home + "/" + name, encoding: .utf8).split(separator: "\n").count - 1
    }
    #expect(try rows("pnl-2026-11-21.csv") == 1 && rows("pnl-2026-11-22.csv") == 2)
    #expect(!FileManager.default.fileExists(atPath: home + "/pnl.csv"))
    try "x\n".write(toFile: home + "/pnl-notes.csv", atomically: true, encoding: .utf8)
    let read = await console.run("pnl", "history", "--file", home + "/pnl.csv", "--json")
    let document = try JSONValue(reading: Data(read.output.utf8))
    guard case .array(let found)? = document["data"] else {
      Issue.record("\(read)")
      return
    }
    #expect(
      found.map { $0["as_of"]?.text?.prefix(19) } == [
        "2026-11-21T23:59:59", "2026-11-22T00:00:00", "2026-11-22T00:01:00",
      ])
  }

  @Test func `files are found in their order, and others are left`() throws {
    let directory = try TemporaryDirectory()
    for name in ["pnl-2026-11-22.csv", "pnl-2026-11-21.csv", "pnl.csv", "pnl-2026-1-21.csv", "xpnl-2026-11-21.csv"] {
      try directory.write("", to: name)
    }
    #expect(
      SnapshotRotation.files(of: directory.file("pnl.csv")).map { $0.split(separator: "/").last } == [
        "pnl.csv", "pnl-2026-11-21.csv", "pnl-2026-11-22.csv",
      ])
    #expect(SnapshotRotation.files(of: directory.file("no.csv")).isEmpty)
  }
}
