import Foundation
import Testing

@testable import HeanCore

struct CalendarTicksTests {
  private func moment(_ text: String) throws -> Date { try #require(EngineTime.parse(text)) }

  private func labels(_ start: String, every seconds: Int, _ count: Int, room: Int = 8, zone: Zone = .utc) throws
    -> [String]
  {
    let first = try moment(start)
    let times = (0..<count).map { first + TimeInterval($0 * seconds) }
    return CalendarTicks.ticks(at: times, in: zone, room: room).map { "\($0.bar) \($0.label)" }
  }

  @Test func `minutes are labelled at round times`() throws {
    #expect(
      try labels("2026-11-21T09:27:00Z", every: 60, 40) == ["3 09:30", "13 09:40", "23 09:50", "33 10:00"])
  }

  @Test func `a new day is named by its date`() throws {
    #expect(
      try labels("2026-11-20T22:30:00Z", every: 300, 36)
        == ["6 23:00", "18 Nov 21", "30 01:00"])
  }

  @Test func `hours and days follow the clocks of the zone`() throws {
    let berlin = Zone.berlin
    #expect(try labels("2026-11-20T22:00:00Z", every: 3600, 13, room: 3, zone: berlin).first == "1 Nov 21")
    // The night in which the clocks are set back has 25 hours, and its midnights are labelled as midnights.
    let days = try labels("2026-10-24T22:00:00Z", every: 3600, 50, room: 12, zone: berlin)
    #expect(days.contains("0 Oct 25") && days.contains("25 Oct 26"), "\(days)")
  }

  @Test func `days, months and years are labelled where they begin`() throws {
    let days = try labels("2026-11-02T00:00:00Z", every: 86_400, 40)
    #expect(days == ["0 Nov 2", "14 Nov 16", "28 Nov 30"], "\(days)")
    let months = try labels("2025-11-15T00:00:00Z", every: 86_400, 100, room: 30)
    #expect(months.contains("47 2026"), "\(months)")
    let years = try labels("2020-06-01T00:00:00Z", every: 30 * 86_400, 80, room: 12)
    #expect(years.contains { $0.hasSuffix("2021") } && years.contains { $0.hasSuffix("2026") }, "\(years)")
  }

  @Test func `the first bar after a gap has its own time`() throws {
    let start = try moment("2026-11-21T09:00:00Z")
    let minutes = Array(0..<30) + Array(37..<67)
    let times = minutes.map { start + TimeInterval($0 * 60) }
    let labels = CalendarTicks.ticks(at: times, in: .utc, room: 8).map(\.label)
    #expect(labels == ["09:00", "09:10", "09:20", "09:37", "09:50", "10:00"], "\(labels)")
  }

  @Test(arguments: 1...40, [60, 300, 3600, 86_400])
  func `labels never touch`(room: Int, seconds: Int) throws {
    let first = try moment("2026-02-27T23:17:00Z")
    let times = (0..<200).map { first + TimeInterval($0 * seconds) }
    let bars = CalendarTicks.ticks(at: times, in: .utc, room: room).map(\.bar)
    #expect(zip(bars, bars.dropFirst()).allSatisfy { $1 - $0 >= room })
    #expect(!bars.isEmpty || room > 20)
  }
}
