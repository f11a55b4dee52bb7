import Foundation
import Testing

@testable import HeanCore

struct SinceTests {
  /// 2026-11-21T01:47:30Z
  private static let now = Date(timeIntervalSince1970: 1_795_225_650)

  @Test(
    arguments: [
      ("90s", "UTC", 90), ("1h30m", "UTC", 5400), ("20m", "UTC", 1200), ("300s", "UTC", 300),
      ("2026-11-21", "UTC", 6450), ("2026-11-21T01:40", "UTC", 450), ("2026-11-21 01:40:00", "UTC", 450),
      ("2026-11-21T01:40:00Z", "Europe/Berlin", 450), ("2026-11-21T02:40:00+01:00", "UTC", 450),
      ("2026-11-21 02:40", "Europe/Berlin", 450), ("2026-11-21", "Europe/Berlin", 10_050), ("01:40", "UTC", 450),
      ("01:40:20", "UTC", 430), ("02:40", "Europe/Berlin", 450), ("01:50", "UTC", 86_250), ("23:47:30", "UTC", 7200),
      ("2026-11-22", "UTC", nil), ("2026-11-21T01:48", "UTC", nil), ("now", "UTC", nil), ("-5m", "UTC", 300),
      ("2h ago", "UTC", 7200), ("-1w", "UTC", 604_800), ("today", "UTC", 6450), ("Today", "Europe/Berlin", 10_050),
      ("yesterday", "UTC", 92_850), ("yesterday 23:00", "UTC", 10_050), ("today 01:40", "UTC", 450),
      ("today 03:00", "UTC", nil),
      // 2026-11-21 is a Saturday.
      ("saturday", "UTC", 6450), ("fri", "UTC", 92_850), ("SUN", "UTC", 524_850),
      ("saturday 01:40", "UTC", 450), ("saturday 03:00", "UTC", 600_450),
    ] as [(String, String, Int?)])
  func `a moment is one, in the zone that is meant`(text: String, zone: String, seconds: Int?) throws {
    let since = try #require(Since(text))
    let zone = zone == "UTC" ? Zone.utc : .berlin
    #expect(since.seconds(before: Self.now, in: zone) == seconds.map { Decimal($0) })
  }

  @Test(
    arguments: [
      "", "0s", "--5m", "- 5m", "ago", "-01:40", "yesterdays", "mo", "monday monday", "now 01:40", "2026", "7", "-1",
      "1.5", "2026-11",
      "2026-13-01", "2026-02-30", "2026-11-21x", "2026-11-21T", "2026-11-21T25:00",
      "1m1m", "1.2.3s", "tomorrow", "1:40", "25:00", "01:60", "2026-11-21T01:40:00junk", "01:40Z", "5 m", "∞",
    ])
  func `what is none is refused whole`(text: String) {
    #expect(Since(text) == nil)
  }

  @Test func `an hour that comes twice begins with its first and ends with its second`() throws {
    // In Berlin the clocks go from 03:00 back to 02:00 on 2026-10-25 at 01:00Z.
    let now = Date(timeIntervalSince1970: 1_792_926_000)
    for text in ["2026-10-25 02:30", "02:30", "sunday 02:30", "today 02:30"] {
      let since = try #require(Since(text))
      let (first, last) = (
        try #require(since.moment(before: now, in: .berlin)),
        try #require(since.moment(before: now, in: .berlin, as: .end))
      )
      #expect(last.timeIntervalSince(first) == 3600, "\(text)")
    }
    // In spring 02:30 is skipped, and both ends are the first moment after it.
    let spring = try #require(Since("2026-03-29 02:30"))
    let skipped = Date(timeIntervalSince1970: 1_774_746_000)
    #expect(spring.moment(before: now, in: .berlin) == skipped)
    #expect(spring.moment(before: now, in: .berlin, as: .end) == skipped)
  }

  @Test func `a day names itself, and a time on it does not`() throws {
    let day = Zone.utc.day(of: Self.now)
    for (text, expected) in [
      ("today", day), ("yesterday", day - 1), ("sat", day), ("sunday", day - 6), ("2026-11-21", day),
      ("2026-11-21 01:00", nil), ("monday 01:00", nil), ("2h", nil), ("01:40", nil), ("now", nil),
    ] as [(String, Int?)] {
      #expect(try #require(Since(text)).day(before: Self.now, in: .utc) == expected, "\(text)")
    }
  }

  @Test func `every moment of two years is found again by each of its names, in a zone with summer time`() throws {
    var seed: UInt64 = 7
    func random(_ below: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((seed >> 33) % UInt64(below))
    }
    for _ in 0..<2000 {
      let moment = Date(timeIntervalSince1970: TimeInterval(1_767_225_600 + random(2 * 365 * 1440) * 60))
      let now = moment.addingTimeInterval(TimeInterval(1 + random(86_000)))
      let span = Int(now.timeIntervalSince(moment))
      #expect(Since("\(span)s")?.moment(before: now, in: .berlin) == moment)
      #expect(Since("-\(span)s")?.moment(before: now, in: .berlin) == moment)
      let utc = EngineTime.format(moment)
      #expect(Since(utc)?.moment(before: now, in: .berlin) == moment)
      // What the clocks showed, as a date with a time: the first moment that showed it, or the last.
      let shown = EngineTime.format(
        moment.addingTimeInterval(TimeInterval(Zone.berlin.offset(at: Int64(moment.timeIntervalSince1970)))))
      let local = shown.prefix(16)
      let since = try #require(Since(String(local)))
      let ends = [
        since.moment(before: .distantFuture, in: .berlin), since.moment(before: .distantFuture, in: .berlin, as: .end),
      ]
      #expect(ends.contains(moment), "\(local)")
      // And by the name of its day, if that is no other one by now.
      let (day, today) = (Zone.berlin.day(of: moment), Zone.berlin.day(of: now))
      let name = day == today ? "today" : today - day == 1 ? "yesterday" : ""
      guard let named = Since("\(name) \(local.suffix(5))".trimmed()), !name.isEmpty else { continue }
      #expect(
        [named.moment(before: now, in: .berlin), named.moment(before: now, in: .berlin, as: .end)].contains(moment),
        "\(name) \(local)")
    }
  }
}
