import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Clock times of a zone, by rule and by file. `.ci/zones` compares every zone of the tz database.
struct ZoneTests {
  private func moment(_ text: String) throws -> Date { try #require(EngineTime.parse(text)) }

  @Test(arguments: [
    ("UTC0", "2026-07-01T12:00:00Z", 0), ("<+03>-3", "2026-07-01T12:00:00Z", 10_800),
    ("<-0330>3:30", "2026-07-01T12:00:00Z", -12_600), ("UTC-2", "2026-07-01T12:00:00Z", 7200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T00:59:59Z", 3600),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T01:00:00Z", 7200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T00:59:59Z", 7200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T01:00:00Z", 3600),
    ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2026-12-31T12:00:00Z", 46_800),
    ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2027-07-01T12:00:00Z", 43_200),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-01-01T12:00:00Z", 0), ("EST5EDT", "2026-03-08T07:00:00Z", -14_400),
    ("XXX-1YYY,J60,J300", "2024-02-29T23:00:00Z", 3600), ("XXX-1YYY,J60,J300", "2024-03-01T02:00:00Z", 7200),
    ("XXX-1YYY,59,300", "2024-02-29T02:00:00Z", 7200),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", -3600),
  ])
  func `a rule gives the offset of each moment`(text: String, at: String, offset: Int) throws {
    let zone = try #require(Zone(posix: text))
    #expect(zone.offset(at: try moment(at)) == offset)
  }

  @Test(arguments: [
    "", "A", "AB3", "ABC", "ABC25", "ABC3DEF,M3.5.0", "ABC3DEF,M13.1.0,M1.1.0", "ABC3DEF,M3.6.0,M1.1.0", "<ABC3", "<>3",
    "ABC3DEF,J0,J1", "ABC3DEF,366,1", "ABC3DEF,1,2,3", "ABC3 ", "Europe/Berlin", "ABC3DEF,M3.5.0/168,M10.5.0",
    "ABC3:60",
    "ABC+-3", "ÄBC3", "ABC99999999999999999999",
  ])
  func `what is no rule is refused whole`(text: String) { #expect(Zone(posix: text) == nil) }

  @Test func `a day lasts from its first moment to that of the next`() throws {
    let berlin = Zone.berlin
    func hours(_ date: String) throws -> Double {
      let day = try #require(Since(date)?.day(before: .distantFuture, in: .utc))
      return berlin.start(ofDay: day + 1).timeIntervalSince(berlin.start(ofDay: day)) / 3600
    }
    #expect(try hours("2026-03-28") == 24 && hours("2026-03-29") == 23 && hours("2026-10-25") == 25)
    // The clocks go from 00:00 to 01:00 on the last Saturday of March: that day begins at one.
    let skipping = try #require(Zone(posix: "AAA3BBB,M3.5.6/0,M10.5.6/0"))
    let start = skipping.start(ofDay: try #require(Since("2026-03-28")?.day(before: .distantFuture, in: .utc)))
    #expect(start == (try moment("2026-03-28T03:00:00Z")) && skipping.clock(of: start) == 3600)
    // They go from 24:00 back to 23:00 before that day begins: the day before has 25 hours.
    let back = skipping.start(ofDay: try #require(Since("2026-10-31")?.day(before: .distantFuture, in: .utc)))
    #expect(back == (try moment("2026-10-31T03:00:00Z")))
    // They go from 00:30 back to 23:30: midnight comes twice, and the first time counts.
    let twice = try #require(Zone(posix: "AAA3BBB,M3.5.6/0,M10.5.6/0:30"))
    #expect(
      twice.start(ofDay: try #require(Since("2026-10-31")?.day(before: .distantFuture, in: .utc)))
        == (try moment("2026-10-31T02:00:00Z")))
  }

  @Test func `a time that the clocks skip or show twice has one moment`() throws {
    let day = try #require(Since("2026-03-29")?.day(before: .distantFuture, in: .utc))
    #expect(Zone.berlin.moment(day: day, clock: 2 * 3600 + 1800) == (try moment("2026-03-29T01:00:00Z")))
    let autumn = try #require(Since("2026-10-25")?.day(before: .distantFuture, in: .utc))
    #expect(Zone.berlin.moment(day: autumn, clock: 2 * 3600 + 1800) == (try moment("2026-10-25T00:30:00Z")))
    // By the offset of that time, whatever it is now.
    let since = try #require(Since("01:40"))
    #expect(
      since.moment(before: try moment("2026-03-29T10:00:00Z"), in: .berlin) == (try moment("2026-03-29T00:40:00Z")))
  }

  /// A file of version 2 with one change and a rule.
  private static func file(footer: String = "CET-1", times: [Int64] = [0], index: UInt8 = 1) -> [UInt8] {
    func number(_ value: Int64, _ width: Int) -> [UInt8] {
      (0..<width).map { UInt8(truncatingIfNeeded: value >> ((width - 1 - $0) * 8)) }
    }
    func header(_ counts: [Int64]) -> [UInt8] {
      Array("TZif2".utf8) + Array(repeating: 0, count: 15) + counts.flatMap { number($0, 4) }
    }
    let types = number(-3600, 4) + [0, 0] + number(3600, 4) + [0, 0]
    return header([0, 0, 0, 0, 1, 1]) + number(0, 4) + [0, 0, 0] + header([0, 0, 0, Int64(times.count), 2, 1])
      + times.flatMap { number($0, 8) } + times.map { _ in index } + types + [0] + Array("\n\(footer)\n".utf8)
  }

  @Test func `a file is read with its rule`() throws {
    let zone = try #require(Zone(name: "A/B", file: Self.file()))
    #expect(zone.offset(at: Date(timeIntervalSince1970: -1)) == -3600)
    #expect(zone.offset(at: Date(timeIntervalSince1970: 0)) == 3600 && !zone.isUTC && zone.name == "A/B")
  }

  @Test func `a broken file is no zone, and none traps`() {
    let whole = Self.file()
    for length in 0..<(whole.count - 1) { #expect(Zone(name: "x", file: Array(whole.prefix(length))) == nil) }
    #expect(Zone(name: "x", file: Self.file(footer: "nonsense!")) == nil)
    #expect(
      Zone(name: "x", file: Self.file(times: [5, 5])) == nil && Zone(name: "x", file: Self.file(index: 7)) == nil)
    var random = Dice(seed: 5)
    for _ in 0..<20_000 {
      var bent = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bent[Int.random(in: bent.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if let zone = Zone(name: "x", file: bent) {
        _ = zone.start(ofDay: Int.random(in: -99_999...99_999, using: &random))
      }
    }
  }
}
