import Foundation
import Testing

@testable import HeanCore

struct EngineTimeTests {
  @Test(
    arguments: [
      ("2026-11-21T01:40:56.299135+00:00", "2026-11-21T01:40:56.299135Z"),
      ("2026-11-21T01:40:12.581918", "2026-11-21T01:40:12.581918Z"),
      ("2026-11-21T01:40:12", "2026-11-21T01:40:12Z"),
      ("2026-11-21 01:40:12.5", "2026-11-21T01:40:12.5Z"),
      ("2026-11-21T03:40:12+02:00", "2026-11-21T01:40:12Z"),
      ("2026-11-21T01:40:12.100Z", "2026-11-21T01:40:12.1Z"),
    ]
  )
  func `every form the engine writes is read as UTC`(text: String, expected: String) throws {
    let date = try #require(EngineTime.parse(text))
    #expect(EngineTime.format(date) == expected)
  }

  @Test(arguments: ["", "yesterday", "2026-13-41T99:00:00", "12"])
  func `what is no time is no time`(text: String) {
    #expect(EngineTime.parse(text) == nil)
  }

  @Test func `epoch seconds and milliseconds are told apart by magnitude`() {
    #expect(EngineTime.format(EngineTime.date(epoch: 1_795_225_560_000)) == "2026-11-21T01:46:00Z")
    #expect(EngineTime.format(EngineTime.date(epoch: 1_795_225_560)) == "2026-11-21T01:46:00Z")
  }
}
