import Foundation
import Testing

@testable import HeanCore

/// One convention of time: a bar is called by when it begins, and what happened is drawn in the bar that contains it.
struct BarTimeTests {
  private static let millisecond = 0.001

  private static func moment(_ text: String) throws -> Date { try #require(EngineTime.parse(text)) }

  @Test(arguments: Timeframe.allCases.filter { $0 != .week })
  func `a moment is in the bar that begins at it, and one before that in the bar before`(timeframe: Timeframe) throws {
    let span = TimeInterval(timeframe.seconds)
    // A midnight, a new year, a day on which clocks are changed, and one before 1970.
    for text in ["2026-11-21T00:00:00Z", "2027-01-01T00:00:00Z", "2026-10-25T00:00:00Z", "1969-12-31T00:00:00Z"] {
      let begins = try Self.moment(text)
      #expect(timeframe.opening(of: begins) == begins)
      #expect(timeframe.opening(of: begins + Self.millisecond) == begins)
      #expect(timeframe.opening(of: begins - Self.millisecond) == begins - span)
      #expect(timeframe.opening(of: begins + span - Self.millisecond) == begins)
      #expect(timeframe.opening(of: begins + span) == begins + span)
    }
  }

  @Test func `a week begins on a Monday`() throws {
    let monday = try Self.moment("2026-11-23T00:00:00Z")
    for text in ["2026-11-23T00:00:00Z", "2026-11-26T12:00:00Z", "2026-11-29T23:59:59Z"] {
      #expect(Timeframe.week.opening(of: try Self.moment(text)) == monday)
    }
    #expect(Timeframe.week.opening(of: monday - Self.millisecond) == monday - 604_800)
    #expect(Timeframe.week.parts == 7 && Timeframe.week.source == .day)
  }

  /// A chart of an engine that has told bars up to a time, read at another.
  private struct Chart {
    var timeframe = Timeframe.hour
    var first: String
    var bars: Int
    /// Of the last bar, how many candles of the engine it is made of.
    var parts: Int?
    var readAt: String
    var isRunning = true
    var most = 60

    func content(_ moments: [String] = [], pricedAt: String? = nil) throws -> ChartContent {
      let start = try BarTimeTests.moment(first)
      let span = TimeInterval(timeframe.seconds)
      var series = BarSeries(
        timeframe: timeframe,
        bars: (0..<bars).map { bar in
          let opened = start + TimeInterval(bar) * span
          return Bar(
            openedAt: opened, closedAt: opened + span, open: 100, high: 102, low: 98, close: 101, volume: 0,
            parts: timeframe.parts)
        })
      if let parts {
        series.bars[bars - 1].parts = parts
        series.bars[bars - 1].closedAt =
          series.bars[bars - 1].openedAt
          + TimeInterval(
            parts * timeframe.source.seconds)
      }
      let now = try BarTimeTests.moment(readAt)
      let forming = isRunning ? series.forming(at: now) : nil
      var answer = ChartAnswer(
        candles: CandlesAnswer(
          context: AnswerContext(mode: .practice, engineState: "RUNNING", isRunning: true), symbol: "BTCUSDT",
          series: series.marked(forming: forming), kept: bars, price: 101,
          pricedAt: try pricedAt.map(BarTimeTests.moment), forming: forming, receivedAt: now))
      answer.fills = try moments.map {
        ChartFill(symbol: "BTCUSDT", at: try BarTimeTests.moment($0), side: .sell, price: 100, size: 1)
      }
      return try #require(ChartContent(answer, as: .candles, [], most: most))
    }
  }

  @Test func `a fill after the last bar is drawn in the bar that is being formed`() throws {
    let fills = [
      "2026-11-21T16:59:59.999Z", "2026-11-21T17:00:00Z", "2026-11-21T17:59:59.999Z", "2026-11-21T18:00:00Z",
      "2026-11-21T18:02:38Z",
    ]
    let content = try Chart(first: "2026-11-21T10:00:00Z", bars: 8, readAt: "2026-11-21T18:03:00Z").content(fills)
    #expect(content.answer.fills.map { content.place(of: $0.at) } == [6, 7, 7, 8, 8])
    #expect(content.openings.count == 9 && content.forming == 8 && content.bars.count == 8)
    #expect(content.openings.last == (try Self.moment("2026-11-21T18:00:00Z")))
    #expect(content.hiddenFills == 0 && content.untold.isEmpty && content.gaps.isEmpty)
  }

  @Test func `a fill in a bar that has ended and is not told yet has that bar, not the one being formed`() throws {
    let late = try Chart(first: "2026-11-21T10:00:00Z", bars: 7, readAt: "2026-11-21T18:00:03Z").content([
      "2026-11-21T17:59:59.999Z"
    ])
    #expect(late.place(of: late.answer.fills[0].at) == 7 && late.forming == 8)
    #expect(late.untold == [try Self.moment("2026-11-21T17:00:00Z")])
    // Prices have stood still for hours: what is missing in between is a gap.
    let frozen = try Chart(first: "2026-11-21T10:00:00Z", bars: 3, readAt: "2026-11-21T18:30:00Z").content([
      "2026-11-21T15:10:00Z"
    ])
    #expect(frozen.place(of: frozen.answer.fills[0].at) == 3 && frozen.forming == 4)
    #expect(frozen.gaps.map(\.missing) == [2, 2] && frozen.gaps.map(\.before) == [3, 4])
  }

  @Test func `of four hours the candles that have closed are the bar that is being formed`() throws {
    let content = try Chart(
      timeframe: .fourHours, first: "2026-11-20T00:00:00Z", bars: 5, parts: 2, readAt: "2026-11-20T18:30:00Z"
    ).content(["2026-11-20T16:00:00Z", "2026-11-20T18:02:38Z", "2026-11-20T19:59:59.999Z", "2026-11-20T15:59:59.999Z"])
    #expect(content.answer.fills.map { content.place(of: $0.at) } == [4, 4, 4, 3])
    #expect(content.forming == 4 && content.bars[4].isForming && content.openings.count == 5)
    #expect(content.answer.candles.series.incomplete == 0, "it has not ended")
    let ended = try Chart(
      timeframe: .fourHours, first: "2026-11-20T00:00:00Z", bars: 5, parts: 2, readAt: "2026-11-20T20:00:00Z"
    ).content(["2026-11-20T19:30:00Z"])
    #expect(ended.place(of: ended.answer.fills[0].at) == 4 && ended.forming == 5 && !ended.bars[4].isForming)
    #expect(ended.answer.candles.series.incomplete == 1)
  }

  @Test func `a bar that was told whole is never the one that is being formed, whatever the local clock says`() throws {
    let content = try Chart(first: "2026-11-21T10:00:00Z", bars: 8, readAt: "2026-11-21T17:20:00Z").content([
      "2026-11-21T17:30:00Z", "2026-11-21T18:01:00Z",
    ])
    #expect(content.answer.fills.map { content.place(of: $0.at) } == [7, 8])
    #expect(content.forming == 8)
    let stopped = try Chart(
      first: "2026-11-21T10:00:00Z", bars: 8, readAt: "2026-11-21T18:20:00Z", isRunning: false
    ).content()
    #expect(stopped.forming == nil && stopped.openings.count == 8, "a stopped engine forms nothing")
  }

  @Test func `the last price is of the bar being formed only where it was published in it`() throws {
    let chart = Chart(first: "2026-11-21T10:00:00Z", bars: 8, readAt: "2026-11-21T18:03:00Z")
    #expect(try chart.content(pricedAt: "2026-11-21T18:00:00Z").answer.candles.formingPrice == 101)
    #expect(try chart.content(pricedAt: "2026-11-21T17:59:59.999Z").answer.candles.formingPrice == nil)
    #expect(try chart.content().answer.candles.formingPrice == nil)
  }

  /// Clocks of Berlin show 02:30 twice in that night, and those of New York have no 02:30 in March.
  @Test func `bars go on by themselves while clocks are changed, and over midnight`() throws {
    let autumn = try Chart(first: "2026-10-24T20:00:00Z", bars: 8, readAt: "2026-10-25T04:10:00Z").content([
      "2026-10-25T00:30:00Z", "2026-10-25T00:59:59.999Z", "2026-10-25T01:00:00Z", "2026-10-25T01:30:00Z",
      "2026-10-24T21:59:59.999Z", "2026-10-24T22:00:00Z", "2026-10-24T23:59:59.999Z", "2026-10-25T00:00:00Z",
    ])
    #expect(autumn.answer.fills.map { autumn.place(of: $0.at) } == [4, 4, 5, 5, 1, 2, 3, 4])
    let berlin = Zone.berlin
    let labels = CalendarTicks.ticks(at: autumn.openings, in: berlin, room: 1).map(\.label)
    #expect(labels == ["22:00", "23:00", "Oct 25", "01:00", "02:00", "03:00", "04:00", "05:00"])
    let spring = try Chart(first: "2026-03-08T04:00:00Z", bars: 6, readAt: "2026-03-08T10:10:00Z").content([
      "2026-03-08T06:59:59.999Z", "2026-03-08T07:00:00Z",
    ])
    #expect(spring.answer.fills.map { spring.place(of: $0.at) } == [2, 3])
    let day = try Chart(timeframe: .day, first: "2026-10-23T00:00:00Z", bars: 3, readAt: "2026-10-26T01:00:00Z")
      .content(["2026-10-25T23:59:59.999Z", "2026-10-26T00:00:00Z"])
    #expect(day.answer.fills.map { day.place(of: $0.at) } == [2, 3] && day.forming == 3)
  }

  @Test func `bars without a candle leave most of the room to those with one`() throws {
    let fills = (0..<40).map { "2026-11-21T\(18 + $0 / 60):\($0 < 10 ? "0" : "")\($0):00Z" }
    var chart = Chart(timeframe: .minute, first: "2026-11-21T16:00:00Z", bars: 90, readAt: "2026-11-21T18:41:00Z")
    chart.most = 60
    let content = try chart.content(fills)
    #expect(content.openings.count == 60 && content.bars.count == 45 && content.forming == 59)
    #expect(content.hiddenFills == 26, "those of the bars that have no room are told as hidden")
  }

  @Test func `a gap begins where the first missing bar would`() throws {
    let start = try Self.moment("2026-11-20T00:00:00Z")
    let bars = [0, 12].map { hour in
      Bar(
        openedAt: start + Double(hour) * 3600, closedAt: start + Double(hour + 1) * 3600, open: 1, high: 1, low: 1,
        close: 1, volume: 0)
    }
    let gap = try #require(BarSeries(timeframe: .fourHours, bars: bars).gaps.first)
    #expect(gap.missing == 2 && gap.from == start + 4 * 3600 && gap.to == start + 12 * 3600)
  }
}
