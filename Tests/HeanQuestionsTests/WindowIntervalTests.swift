import Foundation
import Testing

@testable import HeanCore
@testable import HeanQuestions

/// Spans that are named by months and weeks, around the edges of years and months.
struct WindowIntervalTests {
  private static func date(_ text: String) throws -> Date {
    try #require(try? Date(text + "T00:00:00Z", strategy: .iso8601))
  }

  private static func moment(_ text: String) throws -> Date { try #require(EngineTime.parse(text)) }

  @Test(arguments: [
    (QuestionWindow.inMonth(year: nil, month: 11), "2026-11-01", "2026-11-25"),
    (.inMonth(year: nil, month: 12), "2025-12-01", "2026-01-01"),
    (.inMonth(year: 2024, month: 2), "2024-02-01", "2024-03-01"),
    (.sinceMonth(12), "2025-12-01", "2026-11-25"),
    (.monthDay(month: 11, day: 20), "2026-11-20", "2026-11-21"),
    (.monthDay(month: 12, day: 31), "2025-12-31", "2026-01-01"),
    (.sinceMonthDay(month: 11, day: 20), "2026-11-20", "2026-11-25"),
    (.lastWeek, "2026-11-16", "2026-11-23"),
    (.week, "2026-11-23", "2026-11-25"),
    (.lastMonth, "2026-10-01", "2026-11-01"),
  ])
  func `a span begins and ends at midnight`(window: QuestionWindow, from: String, until: String) throws {
    let now = try Self.date("2026-11-25")
    let interval = window.interval(at: now, in: .utc)
    #expect(try interval.start == Self.date(from) && interval.end == Self.date(until), "\(window): \(interval)")
  }

  @Test func `a span of clock times leaves nothing of an hour out that comes twice`() throws {
    let berlin = try #require(Zone(posix: "CET-1CEST,M3.5.0,M10.5.0/3"))
    func span(_ from: Int, _ until: Int, at now: String) throws -> [Date] {
      let span = QuestionWindow.clocks(from: from * 1800, until: until * 1800).interval(
        at: try Self.moment(now), in: berlin)
      return [span.start, span.end]
    }
    // 02:30 at 00:30Z and at 01:30Z.
    #expect(
      try span(4, 5, at: "2026-10-25T09:00:00Z") == [
        try Self.moment("2026-10-25T00:00:00Z"), try Self.moment("2026-10-25T01:30:00Z"),
      ])
    #expect(
      try span(4, 5, at: "2026-10-25T01:00:00Z") == [
        try Self.moment("2026-10-25T00:00:00Z"), try Self.moment("2026-10-25T00:30:00Z"),
      ])
    #expect(
      try span(3, 6, at: "2026-10-26T09:00:00Z") == [
        try Self.moment("2026-10-26T00:30:00Z"), try Self.moment("2026-10-26T02:00:00Z"),
      ])
  }

  @Test func `this week and the last one share no moment`() throws {
    let now = try Self.date("2026-11-25")
    #expect(
      QuestionWindow.lastWeek.interval(at: now, in: .utc).end <= QuestionWindow.week.interval(at: now, in: .utc).start)
  }

  @Test(arguments: [
    "fills on 31 november", "fees between monday and wednesday", "btc versus eth today versus yesterday",
    "compare the last 10 minutes with the 10 minutes before", "trades yesterday evening",
    "trades with pnl between 5 and 10", "unrealized pnl per day",
  ])
  func `a span that cannot be told is asked back`(question: String) {
    let reading = QuestionReader().read(question)
    #expect(QuestionDoubt(question, reading) != nil, "\(reading.summary)")
  }

  /// What was told with the opposite sign, of all rows, or as another operation.
  @Test(arguments: [
    "is my profit above 500", "what if all shorts go against me by 2%",
    "what if shorts lose 2%", "what if eth drops 5% and i close sol", "how many more positions can be opened",
    "best and worst trade today", "how much did i make per hour on average",
  ])
  func `what would mislead is asked back`(question: String) {
    let reading = QuestionReader().read(question)
    #expect(QuestionDoubt(question, reading) != nil, "\(reading.summary)")
  }

  @Test(arguments: [
    ("sum of the losses today", "realized PnL · in loss · today"),
    ("pnl of the last 10 trades", "PnL · 10 · all that the engine lists"),
    ("gross profit today", "realized PnL · in profit · today"),
    ("is any position losing", "list of open positions · in loss · now"),
    ("this week versus last week pnl", "comparison of PnL · this week versus last week"),
    ("wins versus losses yesterday", "number of winning trades and losing trades · yesterday"),
    ("fees since october 2025", "fees · since 2025-10-01"),
    ("when was the last accepted signal", "last accepted signals · all that the engine lists"),
    ("who opened the eth position", "why: position · ETHUSDT"),
  ])
  func `what was told of something else`(question: String, summary: String) {
    let reading = QuestionReader().read(question)
    #expect(reading.summary == summary && QuestionDoubt(question, reading) == nil)
  }
}
