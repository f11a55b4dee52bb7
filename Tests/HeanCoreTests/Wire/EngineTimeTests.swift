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
    #expect(EngineTime.shortest(date) == expected)
  }

  @Test func `written for programs every time has the same width, so that text sorts as time`() {
    var dice = SystemRandomNumberGenerator()
    let moments = (0..<2_000).map { turn -> Date in
      let seconds = Double(Int64.random(in: -62_000_000_000...200_000_000_000, using: &dice))
      return Date(timeIntervalSince1970: seconds + [0, 0.1, 0.25, 0.999_999, 0.000_001][turn % 5])
    }
    let texts = moments.map(EngineTime.format)
    #expect(texts.allSatisfy { $0.utf8.count == 27 && $0.hasSuffix("Z") })
    #expect(texts.sorted() == moments.sorted().map(EngineTime.format))
  }

  @Test(arguments: ["", "yesterday", "2026-13-41T99:00:00", "12"])
  func `what is no time is no time`(text: String) {
    #expect(EngineTime.parse(text) == nil)
  }

  @Test(arguments: [1, 1000, 1_000_000, 1_000_000_000] as [Decimal])
  func `a count since 1970 is read in the unit that its size tells`(scale: Decimal) throws {
    let date = try #require(EngineTime.date(epoch: 1_795_225_560 * scale))
    #expect(EngineTime.shortest(date) == "2026-11-21T01:46:00Z")
    let before = try #require(EngineTime.date(epoch: -1_795_225_560 * scale))
    #expect(EngineTime.shortest(before) == "1913-02-10T22:14:00Z")
  }

  @Test(arguments: ["1e20", "-1e20", "9e22", "1e127", "99999999999999999999999999999999999999e127"])
  func `a count that no unit explains is not known`(text: String) throws {
    #expect(EngineTime.date(epoch: try #require(Decimal(string: text))) == nil)
    #expect(EngineTime.date(epoch: .nan) == nil)
  }

  @Test(arguments: [1e12, -1e12, 1e16, 1e19, -1e19, 1e300, .infinity, -.infinity, .nan] as [Double])
  func `any moment can be written`(seconds: Double) throws {
    let text = EngineTime.format(Date(timeIntervalSince1970: seconds))
    #expect(["0000-01-01T00:00:00.000000Z", "9999-12-31T23:59:59.000000Z"].contains(text), "\(seconds): \(text)")
    #expect(EngineTime.parse(text) != nil)
  }

  @Test func `every moment is written as Foundation writes it, and read back`() throws {
    for _ in 0..<2_000 {
      let date = Date(timeIntervalSince1970: Double(Int64.random(in: -11_000_000_000...200_000_000_000)))
      let text = EngineTime.shortest(date)
      #expect(text == date.formatted(Date.ISO8601FormatStyle()))
      #expect(EngineTime.parse(text) == date)
      #expect(EngineTime.parse(text.dropLast() + ".25+00:00") == date + 0.25)
    }
    #expect(EngineTime.parse("2027-02-29T00:00:00") == nil && EngineTime.parse("2028-02-29T00:00:00") != nil)
  }
}
