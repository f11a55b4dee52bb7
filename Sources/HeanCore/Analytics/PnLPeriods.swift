/// What was earned in one period, from readings of the account.
public struct PnLPeriod: Codable, Sendable, Equatable {
  /// As people call it, in the zone that was asked for.
  public var name: String
  /// Its first moment.
  public var from: Date
  /// The first moment after it.
  public var until: Date
  /// Readings in it.
  public var readings = 0
  /// Before fees, of the covered time (USDT); `nil` when none of it is covered.
  public var realized: Decimal?
  /// Of the covered time (USDT); `nil` when the readings do not tell.
  public var fees: Decimal?
  /// What equity changed by in the covered time, deposits and open positions with it (USDT).
  public var equityChange: Decimal?
  /// Closed positions of the covered time, as the engine's process counts them.
  public var closes: Int?
  /// The largest fall of equity below a higher reading of the period (USDT); `nil` with less than two readings.
  public var drawdown: Decimal?
  /// The same in percent of the higher reading (0-100).
  public var drawdownPercent: Decimal?
  /// Of how much of the period the readings tell, 0 to 1; of a period that goes on, of its part up to now.
  public var covered: Double = 0
  /// The times of the period that are not covered, whole as they are: one may begin before it or end after it.
  public var gaps: [PnLGap] = []
  /// What is known to have been booked in gaps that lie in the period whole; it is not in `realized`.
  public var realizedInGaps: Decimal?
}

/// PnL of periods, from readings of the account. Nothing is carried over a gap: what was booked in one is told apart.
public struct PnLPeriods: Codable, Sendable, Equatable {
  /// Those with a reading or a part of a gap, oldest first.
  public var periods: [PnLPeriod] = []
  /// All gaps, oldest first.
  public var gaps: [PnLGap] = []
  /// Readings that are further apart than this (seconds) have a gap between them; `nil` with less than two readings.
  public var longestStep: Double?

  /// - Parameters:
  ///   - readings: of one engine, in any order.
  ///   - now: a period that goes on is measured up to now.
  public init(_ readings: [PnLReading], by calendar: CalendarPeriod, in zone: Zone, now: Date) {
    let readings = readings.sorted { $0.at < $1.at }
    guard let first = readings.first, let last = readings.last else { return }
    let steps = zip(readings, readings.dropFirst()).map { $1.at.timeIntervalSince($0.at) }
    let start = calendar.start(of: first.at, in: zone)
    let length = calendar.end(ofPeriodAt: start, in: zone).timeIntervalSince(start)
    // A late run is no gap, one that is left out is. What spans more than a period and a half is of no period.
    longestStep = steps.isEmpty ? nil : min(steps.sorted()[steps.count / 2], length) * 1.5
    open(from: start, to: last.at, calendar, zone)
    for reading in readings { if let place = place(of: reading.at) { periods[place].readings += 1 } }
    for (earlier, later) in zip(readings, readings.dropFirst()) where later.at > earlier.at { add(earlier, later) }
    addDrawdowns(readings)
    for place in periods.indices {
      let end = min(periods[place].until, max(now, last.at))
      let length = end.timeIntervalSince(periods[place].from)
      periods[place].covered = length > 0 ? min(1, periods[place].covered / length) : 0
    }
  }

  private mutating func open(from start: Date, to end: Date, _ calendar: CalendarPeriod, _ zone: Zone) {
    var start = start
    while start <= end, periods.count < Self.most {
      let next = calendar.end(ofPeriodAt: start, in: zone)
      periods.append(PnLPeriod(name: calendar.name(ofPeriodAt: start, in: zone), from: start, until: next))
      start = next
    }
  }

  /// Hours of more than ten years.
  private static let most = 100_000

  /// The period that contains a moment.
  private func place(of moment: Date) -> Int? {
    var (low, high) = (0, periods.count)
    while low < high {
      let middle = (low + high) / 2
      if periods[middle].until <= moment { low = middle + 1 } else { high = middle }
    }
    return low < periods.count && periods[low].from <= moment ? low : nil
  }

  private mutating func add(_ earlier: PnLReading, _ later: PnLReading) {
    let span = later.at.timeIntervalSince(earlier.at)
    let difference = later.realized.flatMap { after in earlier.realized.map { after - $0 } }
    if earlier.isOfEarlierRun(than: later) {
      note(PnLGap(from: earlier.at, until: later.at, cause: .restart, realized: later.realized))
    } else if span > longestStep ?? .infinity {
      note(PnLGap(from: earlier.at, until: later.at, cause: .missing, realized: difference))
    } else if let difference {
      cover(earlier, later, difference)
    } else {
      note(PnLGap(from: earlier.at, until: later.at, cause: .unknown))
    }
  }

  /// A difference belongs to the period that has the middle of the time between its readings.
  private mutating func cover(_ earlier: PnLReading, _ later: PnLReading, _ realized: Decimal) {
    for place in places(from: earlier.at, to: later.at) {
      let from = max(periods[place].from, earlier.at)
      periods[place].covered += min(periods[place].until, later.at).timeIntervalSince(from)
    }
    guard let place = place(of: earlier.at + later.at.timeIntervalSince(earlier.at) / 2) else { return }
    func sum(_ known: Decimal?, _ before: Decimal?, _ after: Decimal?) -> Decimal? {
      guard let before, let after else { return known }
      return (known ?? 0) + (after - before)
    }
    periods[place].realized = (periods[place].realized ?? 0) + realized
    periods[place].fees = sum(periods[place].fees, earlier.fees, later.fees)
    periods[place].equityChange = sum(periods[place].equityChange, earlier.equity, later.equity)
    if let before = earlier.closes, let after = later.closes {
      periods[place].closes = (periods[place].closes ?? 0).clampedAdding(after.clampedSubtracting(before))
    }
  }

  private mutating func note(_ gap: PnLGap) {
    gaps.append(gap)
    let places = places(from: gap.from, to: gap.until)
    for place in places { periods[place].gaps.append(gap) }
    guard places.count == 1, let place = places.first, let realized = gap.realized else { return }
    periods[place].realizedInGaps = (periods[place].realizedInGaps ?? 0) + realized
  }

  private func places(from: Date, to: Date) -> Range<Int> {
    guard let first = place(of: from) else { return 0..<0 }
    var end = first
    while end < periods.count, periods[end].from < to { end += 1 }
    return first..<end
  }

  /// Falls of equity within each period; what was before a restart of the engine is no measure for what is after it.
  private mutating func addDrawdowns(_ readings: [PnLReading]) {
    var peaks: [Int: Decimal] = [:]
    var before: PnLReading?
    for reading in readings {
      defer { before = reading }
      guard let equity = reading.equity, let place = place(of: reading.at) else { continue }
      if let before, before.isOfEarlierRun(than: reading) { peaks[place] = nil }
      guard let peak = peaks[place] else {
        peaks[place] = equity
        continue
      }
      peaks[place] = max(peak, equity)
      let fall = max(0, peak - equity)
      guard fall >= periods[place].drawdown ?? 0 else { continue }
      periods[place].drawdown = fall
      periods[place].drawdownPercent = peak > 0 ? (fall / peak * 100).rounded(to: 4) : nil
    }
  }
}
