/// The bars of one symbol in the order of time, made from the engine's closed candles. What is missing stays missing: no
/// bar is made up.
public struct BarSeries: Codable, Sendable, Equatable {
  /// The length of a bar.
  public var timeframe: Timeframe
  /// In the order of time; no two begin at the same moment.
  public var bars: [Bar]
  /// How many candles of the engine were left out: no time, no price, prices that contradict each other, another
  /// symbol, or a second one of the same moment.
  public var unusable: Int

  /// Bars that are in order already.
  public init(timeframe: Timeframe, bars: [Bar], unusable: Int = 0) {
    self.timeframe = timeframe
    self.bars = bars
    self.unusable = unusable
  }

  /// Puts bars together from candles of the length `timeframe.source`, in any order. Of two candles of the same moment
  /// the later in the list counts.
  /// - Parameter symbol: candles of another symbol are left out.
  public init(_ candles: some Sequence<Candle>, of symbol: String, timeframe: Timeframe) {
    let length = timeframe.source.seconds
    var byStart: [Date: Bar] = [:]
    var count = 0
    for candle in candles {
      count += 1
      guard candle.symbol == nil || candle.symbol == symbol, let bar = Bar(candle, lasting: length) else { continue }
      byStart[bar.openedAt] = bar
    }
    var ordered = byStart.values.sorted { $0.openedAt < $1.openedAt }
    // The live feed has 0 in every candle (docs/engine.md 2.7), which says nothing of what was traded.
    if !ordered.contains(where: { $0.volume ?? 0 > 0 }) {
      for place in ordered.indices { ordered[place].volume = nil }
    }
    self.init(timeframe: timeframe, bars: Self.folded(ordered, to: timeframe), unusable: count - ordered.count)
  }

  /// Bars of a longer span: each begins at a multiple of the span since 1970-01-01 UTC.
  private static func folded(_ bars: [Bar], to timeframe: Timeframe) -> [Bar] {
    guard timeframe.parts > 1 else { return bars }
    var folded: [Bar] = []
    for bar in bars {
      let start = timeframe.opening(of: bar.openedAt)
      if folded.last?.openedAt == start {
        folded[folded.count - 1].append(bar)
      } else {
        var first = bar
        first.openedAt = start
        folded.append(first)
      }
    }
    return folded
  }

  /// Spans without a bar between two bars.
  public var gaps: [BarGap] {
    timeframe.gaps(between: bars.map(\.openedAt))
  }

  /// How many bars that have ended were made of fewer candles than a whole one.
  public var incomplete: Int { bars.count { $0.parts < timeframe.parts && !$0.isForming } }

  /// When the bar begins that the engine forms at a moment (UTC): the one that contains it, but none that has been told
  /// whole, should the clocks differ.
  /// - Parameter now: when the candles were read, by the local clock.
  func forming(at now: Date) -> Date {
    let present = timeframe.opening(of: now)
    guard let last = bars.last else { return present }
    let isWhole = last.parts >= timeframe.parts
    return max(present, isWhole ? last.openedAt + TimeInterval(timeframe.seconds) : last.openedAt)
  }

  /// The same bars, of which the one that is being formed is marked: the engine has told a part of its candles. Only bars
  /// that are put together from several can be that.
  /// - Parameter opening: when the bar begins that is being formed; `nil` for none.
  func marked(forming opening: Date?) -> BarSeries {
    var series = self
    if let last = bars.last, last.openedAt == opening { series.bars[bars.count - 1].isForming = true }
    return series
  }

  /// How many more bars should have been closed by now. The engine closes a candle with the first tick of the next
  /// one, so ten seconds are allowed for that tick.
  public func overdue(at now: Date) -> Int {
    guard let last = bars.last else { return 0 }
    let late = now.timeIntervalSince(last.closedAt) - 10
    return max(0, Int(clamping: (late / TimeInterval(timeframe.source.seconds)).rounded(.down)))
  }

  /// The bar that contains a moment; `nil` where there is none.
  public func place(of moment: Date) -> Int? {
    let span = TimeInterval(timeframe.seconds)
    return bars.lastIndex { $0.openedAt <= moment }.flatMap { moment < bars[$0].openedAt + span ? $0 : nil }
  }

  /// Only bars that begin in the given time.
  public func only(in times: TimeFilter) -> BarSeries {
    BarSeries(timeframe: timeframe, bars: bars.filter { times.takes($0.openedAt) }, unusable: unusable)
  }

  /// Only the latest bars.
  public func latest(_ count: Int) -> BarSeries {
    BarSeries(timeframe: timeframe, bars: Array(bars.suffix(count)), unusable: unusable)
  }

  /// The same figures for indicators and pictures; what was traded is 0 where it is not known. `nil` when a price is
  /// too large for binary floating point.
  public var candles: Candles? {
    func figures(_ value: (Bar) -> Decimal) -> [Double] { bars.map { value($0).double } }
    return Candles(
      open: figures(\.open), high: figures(\.high), low: figures(\.low), close: figures(\.close),
      volume: figures { $0.volume ?? 0 })
  }

  /// Whether the engine told of anything traded.
  public var hasVolume: Bool { bars.contains { $0.volume ?? 0 > 0 } }
}

/// A stretch of time without bars.
public struct BarGap: Codable, Sendable, Equatable {
  /// Index of the first bar after it.
  public var before: Int
  /// How many bars are missing.
  public var missing: Int
  /// When the first missing bar would begin (UTC).
  public var from: Date
  /// Start of the first bar after it (UTC).
  public var to: Date

  /// A gap made of these values.
  public init(before: Int, missing: Int, from: Date, to: Date) {
    self.before = before
    self.missing = missing
    self.from = from
    self.to = to
  }
}

extension Timeframe {
  /// The stretches in which bars are missing between others.
  /// - Parameter openings: when each bar begins, in order.
  func gaps(between openings: [Date]) -> [BarGap] {
    let span = TimeInterval(seconds)
    return openings.indices.dropFirst().compactMap { index in
      let missing = Int(clamping: openings[index].timeIntervalSince(openings[index - 1]) / span) - 1
      guard missing > 0 else { return nil }
      return BarGap(before: index, missing: missing, from: openings[index - 1] + span, to: openings[index])
    }
  }
}
