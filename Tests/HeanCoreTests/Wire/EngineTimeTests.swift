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

  @Test func `every moment is written as Foundation writes it, and read back`() throws {
    for _ in 0..<2_000 {
      let date = Date(timeIntervalSince1970: Double(Int64.random(in: -11_000_000_000...200_000_000_000)))
      let text = EngineTime.format(date)
      #expect(text == date.formatted(Date.ISO8601FormatStyle()))
      #expect(EngineTime.parse(text) == date)
      #expect(EngineTime.parse(text.dropLast() + ".25+00:00") == date + 0.25)
    }
    #expect(EngineTime.parse("2027-02-29T00:00:00") == nil && EngineTime.parse("2028-02-29T00:00:00") != nil)
  }
}
