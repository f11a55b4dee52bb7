import Foundation
import Testing

@testable import HeanCore

struct SinceTests {
  /// 2026-11-21T01:47:30Z
  private static let now = Date(timeIntervalSince1970: 1_795_225_650)

  @Test(
    arguments: [
      ("90s", "UTC", 90), ("1h30m", "UTC", 5400), ("20m", "UTC", 1200), ("300", "UTC", 300),
      ("2026-11-21", "UTC", 6450), ("2026-11-21T01:40", "UTC", 450), ("2026-11-21 01:40:00", "UTC", 450),
      ("2026-11-21T01:40:00Z", "Europe/Berlin", 450), ("2026-11-21T02:40:00+01:00", "UTC", 450),
      ("2026-11-21 02:40", "Europe/Berlin", 450), ("2026-11-21", "Europe/Berlin", 10_050), ("01:40", "UTC", 450),
      ("01:40:20", "UTC", 430), ("02:40", "Europe/Berlin", 450), ("01:50", "UTC", 86_250), ("23:47:30", "UTC", 7200),
      ("2026-11-22", "UTC", nil), ("2026-11-21T01:48", "UTC", nil),
    ] as [(String, String, Int?)])
  func `a moment is one, in the zone that is meant`(text: String, zone: String, seconds: Int?) throws {
    let since = try #require(Since(text))
    let zone = zone == "UTC" ? Zone.utc : .berlin
    #expect(since.seconds(before: Self.now, in: zone) == seconds.map { Decimal($0) })
  }

  @Test(
    arguments: [
      "", "0s", "-5m", "2026", "2026-11", "2026-13-01", "2026-02-30", "2026-11-21x", "2026-11-21T", "2026-11-21T25:00",
      "1m1m", "1.2.3s", "yesterday", "1:40", "25:00", "01:60", "2026-11-21T01:40:00junk", "01:40Z", "5 m", "∞",
    ])
  func `what is none is refused whole`(text: String) {
    // A bare number is seconds, and no year.
    #expect(Since(text) == (text == "2026" ? .span(.seconds(2026)) : nil))
  }
}
