/// A piece of time as a calendar of a zone has it.
public enum CalendarPeriod: String, Codable, Sendable, CaseIterable {
  /// An hour of the clock. Where the clocks are set back, an hour that they show twice is two periods.
  case hour
  /// From midnight to midnight: 23 or 25 hours where the clocks are set.
  case day
  /// From Monday on, as ISO 8601 has it.
  case week
  /// From the first of the month on.
  case month

  /// The first moment of the period that contains a moment.
  public func start(of moment: Date, in zone: Zone) -> Date {
    guard self == .hour else { return zone.start(ofDay: day(opening: zone.day(of: moment))) }
    let second = moment.timeIntervalSince1970.rounded(.down)
    let shown = zone.shown(at: moment)
    let start = Date(timeIntervalSince1970: second - Double(shown - shown.flooredDivision(by: 3600) * 3600))
    return zone.lastChange(from: start, to: moment) ?? start
  }

  /// The first moment of the period after the one that begins at a moment.
  public func end(ofPeriodAt start: Date, in zone: Zone) -> Date {
    guard self == .hour else { return zone.start(ofDay: day(closing: zone.day(of: start))) }
    let shown = zone.shown(at: start)
    let end = start + Double((shown.flooredDivision(by: 3600) + 1) * 3600 - shown)
    return zone.firstChange(from: start, to: end) ?? end
  }

  /// As people call the period that begins at a moment: `2026-11-26 03:00`, `2026-11-26`, `2026-W48`, `2026-11`.
  public func name(ofPeriodAt start: Date, in zone: Zone) -> String {
    let shown = zone.shown(at: start)
    let day = shown.flooredDivision(by: 86_400)
    let date = CivilDay.parts(day)
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    switch self {
    case .hour:
      let second = shown - day * 86_400
      return "\(date.year)-\(two(date.month))-\(two(date.day)) \(two(second / 3600)):\(two(second / 60 % 60))"
    case .day: return "\(date.year)-\(two(date.month))-\(two(date.day))"
    case .month: return "\(date.year)-\(two(date.month))"
    case .week:
      // A week belongs to the year of its Thursday.
      let thursday = day + 3
      let year = CivilDay.parts(thursday).year
      return "\(year)-W\(two((thursday - CivilDay.number(year, 1, 1)) / 7 + 1))"
    }
  }

  private func day(opening day: Int) -> Int {
    switch self {
    case .hour, .day: day
    // 1970-01-01 was a Thursday.
    case .week: day - (day + 3).flooredRemainder(by: 7)
    case .month: day - Int(CivilDay.parts(Int64(day)).day) + 1
    }
  }

  private func day(closing day: Int) -> Int {
    switch self {
    case .hour, .day: return day + 1
    case .week: return self.day(opening: day) + 7
    case .month:
      let parts = CivilDay.parts(Int64(day))
      return Int(CivilDay.number(parts.month == 12 ? parts.year + 1 : parts.year, parts.month % 12 + 1, 1))
    }
  }
}

extension Int {
  fileprivate func flooredRemainder(by divisor: Int) -> Int { self - flooredDivision(by: divisor) * divisor }
}

extension Zone {
  /// When the clocks were last set after a moment, up to another; `nil` when they were not.
  fileprivate func lastChange(from start: Date, to end: Date) -> Date? {
    change(from: start, to: end) { offset(at: $0) == offset(at: end) }
  }

  /// When the clocks are first set after a moment, before another; `nil` when they are not.
  fileprivate func firstChange(from start: Date, to end: Date) -> Date? {
    change(from: start, to: end - 1) { offset(at: $0) != offset(at: start) }
  }

  /// The first whole second at which the clocks are as they are later, found by halving: they are set once at most within
  /// an hour.
  private func change(from start: Date, to end: Date, _ isLater: (Date) -> Bool) -> Date? {
    guard offset(at: start) != offset(at: end) else { return nil }
    var (low, high) = (start.timeIntervalSince1970.rounded(.down), end.timeIntervalSince1970.rounded(.down))
    while high - low > 1 {
      let middle = ((low + high) / 2).rounded(.down)
      if isLater(Date(timeIntervalSince1970: middle)) { high = middle } else { low = middle }
    }
    return Date(timeIntervalSince1970: high)
  }
}
