import Foundation
import HeanCore
import HeanPractice
import Testing

@testable import HeanConsole

/// `hean live --replay`: the console on a record, of an engine that is gone.
@Suite struct ReplayTests {
  /// Ten minutes, twenty of which nothing is known, and five more.
  private static func stage() async throws -> RecordStage {
    let stage = try RecordStage()
    try await stage.record(rounds: 40)
    try await stage.pause(.seconds(1_200), telling: .killed)
    try await stage.record(rounds: 20)
    stage.engine.stop()
    return stage
  }

  private static func words(_ stage: RecordStage, _ options: String...) -> [String] {
    ["--url", stage.engine.url, "live", "--replay", "50m"] + options
  }

  /// The time of the look in the first line.
  private static func shown(_ screen: String) -> Substring? {
    screen.firstMatch(of: #/REPLAY ([0-9]{4}-[0-9-]+ [0-9:]+)/#).map(\.output.1)
  }

  @Test func `it goes from look to look, over what is not known, and asks nobody`() async throws {
    let stage = try await Self.stage()
    let asked = stage.engine.server?.requests.count
    let driver = LiveDriver(columns: 100, rows: 30)
    let ran = try await driver.run(Self.words(stage, "--pace", "0.001"), home: stage.home, now: stage.clock.now) {
      driver in
      try await driver.until("Money:")
      try await driver.until("x0.001")
      let first = Self.shown(driver.text)
      driver.press("]]")
      try await driver.until("another look") { Self.shown($0) != first }
      driver.press("[[")
      try await driver.until("the first look again") { Self.shown($0) == first }
      driver.press("r")
      try await driver.until("HELD")
      driver.press("rP")
      try await driver.until("a record is played: nothing is sent")
      driver.press("n")
      try await driver.until("a note is about now")
      driver.press(":positions\r")
      try await driver.until("AS AT")
      driver.press("\u{1B}")
      try await driver.untilGone("AS AT")
      driver.press(":changes\r")
      try await driver.until("a record is shown")
      driver.press("\u{1B}")
      // From ten minutes on every step of ten minutes is one over the gap.
      driver.press("}}}}}}")
      try await driver.until("END")
      driver.press("{")
      try await driver.until("x0.001")
      driver.press("q")
    }
    #expect(ran == Consequences(code: .ok, output: "", errors: ""))
    #expect(stage.engine.server?.requests.count == asked, "something was sent")
  }

  @Test func `what is not known is said when it is passed`() async throws {
    let stage = try await Self.stage()
    let driver = LiveDriver(columns: 120, rows: 30)
    _ = try await driver.run(Self.words(stage, "--pace", "600"), home: stage.home, now: stage.clock.now) { driver in
      try await driver.until("killed")
      try await driver.until("END")
      #expect(driver.text.contains("not recorded"), "\(driver.text)")
    }
  }

  @Test(arguments: [
    ("live --replay 9d", 4, "nothing is recorded"), ("live --pace 2", 64, "--pace"),
    ("live --replay 2099-01-01T00:00", 64, "a time in the past"),
  ]) func `what cannot be played is refused`(line: String, code: Int32, words: String) async throws {
    let stage = try RecordStage()
    try await stage.record(rounds: 4)
    stage.engine.stop()
    let driver = LiveDriver()
    let ran = try await driver.run(
      ["--url", stage.engine.url] + line.split(separator: " ").map(String.init), home: stage.home,
      now: stage.clock.now
    ) { _ in }
    #expect(ran.code.rawValue == code && ran.errors.contains(words), "\(ran)")
  }
}
