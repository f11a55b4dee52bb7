import HeanTestSupport
import Testing

@testable import HeanCore

/// Hours, days, weeks and months as the calendar of a zone has them.
struct CalendarPeriodTests {
  private static let berlin = Zone(posix: "CET-1CEST,M3.5.0,M10.5.0/3") ?? .utc
  private static let lordHowe = Zone(posix: "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0") ?? .utc

  private func moment(_ text: String) throws -> Date { try #require(EngineTime.parse(text)) }

  /// The periods from the one that contains a moment on: each name with its length in minutes.
  private func periods(_ calendar: CalendarPeriod, _ zone: Zone, _ first: String, _ count: Int) throws -> [String] {
    var start = calendar.start(of: try moment(first), in: zone)
    return (0..<count).map { _ in
      let end = calendar.end(ofPeriodAt: start, in: zone)
      defer { start = end }
      return "\(calendar.name(ofPeriodAt: start, in: zone)) \(Int(end.timeIntervalSince(start) / 60))"
    }
  }

  @Test func `a day has 23 or 25 hours where the clocks are set`() throws {
    #expect(
      try periods(.day, Self.berlin, "2026-03-28T12:00:00Z", 3) == [
        "2026-03-28 1440", "2026-03-29 1380", "2026-03-30 1440",
      ])
    #expect(try periods(.day, Self.berlin, "2026-10-25T12:00:00Z", 1) == ["2026-10-25 1500"])
  }

  @Test func `an hour that is shown twice is two periods, and one that is skipped is none`() throws {
    #expect(
      try periods(.hour, Self.berlin, "2026-10-24T23:30:00Z", 4) == [
        "2026-10-25 01:00 60", "2026-10-25 02:00 60", "2026-10-25 02:00 60", "2026-10-25 03:00 60",
      ])
    #expect(
      try periods(.hour, Self.berlin, "2026-03-29T00:10:00Z", 2) == ["2026-03-29 01:00 60", "2026-03-29 03:00 60"])
  }

  @Test func `clocks that are set by half an hour cut an hour`() throws {
    #expect(
      try periods(.hour, Self.lordHowe, "2026-04-04T14:10:00Z", 3) == [
        "2026-04-05 01:00 60", "2026-04-05 01:30 30", "2026-04-05 02:00 60",
      ])
  }

  @Test(arguments: [
    ("2026-11-29T23:59:59Z", "2026-W48 10080"), ("2026-11-30T00:00:00Z", "2026-W49 10080"),
    ("2026-12-31T12:00:00Z", "2026-W53 10080"), ("2027-01-03T12:00:00Z", "2026-W53 10080"),
    ("2027-01-04T00:00:00Z", "2027-W01 10080"),
  ])
  func `weeks begin on Monday and belong to the year of their Thursday`(first: String, week: String) throws {
    #expect(try periods(.week, .utc, first, 1) == [week])
  }

  @Test func `months have their own lengths`() throws {
    #expect(
      try periods(.month, .utc, "2027-12-31T23:59:59Z", 3) == ["2027-12 44640", "2028-01 44640", "2028-02 41760"])
    #expect(try periods(.month, Self.berlin, "2026-10-01T00:00:00Z", 1) == ["2026-10 44700"])
  }

  @Test(arguments: CalendarPeriod.allCases)
  func `every moment is in one period, and periods meet`(calendar: CalendarPeriod) {
    for zone in [Zone.utc, Self.berlin, Self.lordHowe] {
      for step in 0..<1500 {
        let moment = Date(timeIntervalSince1970: 1_767_225_600 + Double(step) * 20_903.5)
        let start = calendar.start(of: moment, in: zone)
        let end = calendar.end(ofPeriodAt: start, in: zone)
        #expect(start <= moment && moment < end, "\(calendar) \(zone.name) \(moment)")
        #expect(calendar.start(of: end, in: zone) == end && calendar.start(of: end - 1, in: zone) == start)
      }
    }
  }
}
