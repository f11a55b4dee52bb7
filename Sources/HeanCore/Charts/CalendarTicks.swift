/// Labels of a time axis at round times of a calendar: whole minutes, hours, days, months or years of a time zone.
///
/// The axis has one place for each bar, so time without bars takes no room. A label stands at the first bar of its span
/// and tells the time of that bar: after a gap, `09:37` where `09:30` would stand.
public enum CalendarTicks {
  /// One label.
  public struct Tick: Codable, Sendable, Equatable {
    /// Index of the bar.
    public var bar: Int
    /// `09:30`, or where a day, a month or a year begins `Nov 21`, `Nov` or `2026`.
    public var label: String
    /// Whether a day begins here that is not the day of the label before.
    public var isNewDay: Bool

    /// A label made of these values.
    public init(bar: Int, label: String, isNewDay: Bool) {
      self.bar = bar
      self.label = label
      self.isNewDay = isNewDay
    }
  }

  /// The finest labels that do not touch.
  /// - Parameters:
  ///   - times: when each bar begins, in order.
  ///   - zone: the time zone of the labels.
  ///   - room: how many bars a label takes, with the space beside it.
  public static func ticks(at times: [Date], in zone: Zone, room: Int) -> [Tick] {
    guard let first = times.first else { return [] }
    let local = times.map { LocalTime($0, zone) }
    let span = times[times.count - 1].timeIntervalSince(first)
    // What is finer than this cannot fit, and need not be tried.
    let least = span / max(1, Double(times.count) / Double(max(1, room)) * 4)
    let units = Unit.all.filter { $0.seconds >= least }
    for unit in units.dropLast() {
      let places = starts(of: unit, local)
      guard places.count > 1 || times.count <= room else { continue }
      let apart = zip(places, places.dropFirst()).map { $1 - $0 }
      let close = apart.count { $0 < room }
      // After a gap, labels can be close once or twice; they are thinned out.
      if close * 5 <= apart.count { return labelled(thinned(places, room), unit, local) }
    }
    guard let last = units.last else { return [] }
    return labelled(thinned(starts(of: last, local), room), last, local)
  }

  /// Bars at which a new span begins. The first bar begins one only when it is exactly at its start.
  private static func starts(of unit: Unit, _ local: [LocalTime]) -> [Int] {
    let spans = local.map(unit.index)
    return local.indices.filter { bar in
      bar == 0 ? unit.isStart(local[0]) : spans[bar] != spans[bar - 1]
    }
  }

  private static func thinned(_ places: [Int], _ room: Int) -> [Int] {
    var kept: [Int] = []
    for place in places where kept.last.map({ place - $0 >= room }) ?? true { kept.append(place) }
    return kept
  }

  private static func labelled(_ places: [Int], _ unit: Unit, _ local: [LocalTime]) -> [Tick] {
    var day: Int?
    var year: Int?
    return places.map { place in
      let time = local[place]
      defer {
        day = time.day
        year = time.year
      }
      let isNewDay = day != time.day
      let label: String
      switch unit {
      case .years: label = "\(time.year)"
      case .months: label = year == time.year ? time.monthName : "\(time.year)"
      case .seconds: label = isNewDay && (day != nil || time.clock == 0) ? time.dayName : time.clockName
      case .days: label = time.dayName
      }
      return Tick(bar: place, label: label, isNewDay: isNewDay)
    }
  }

  /// How far labels are apart.
  private enum Unit {
    case seconds(Int)
    case days(Int)
    case months(Int)
    case years(Int)

    static let all: [Unit] =
      [60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200].map { .seconds($0) }
      + [1, 2, 7, 14].map { .days($0) } + [1, 3, 6].map { .months($0) } + [1, 2, 5, 10, 50, 100].map { .years($0) }

    var seconds: Double {
      switch self {
      case .seconds(let count): Double(count)
      case .days(let count): Double(count) * 86_400
      case .months(let count): Double(count) * 28 * 86_400
      case .years(let count): Double(count) * 365 * 86_400
      }
    }

    /// Which of the spans a time is in.
    func index(_ time: LocalTime) -> Int {
      switch self {
      case .seconds(let count): (time.day * 86_400 + time.clock).flooredDivision(by: count)
      // Days since a Monday, so that weeks begin on one.
      case .days(let count): (time.day + 3).flooredDivision(by: count)
      case .months(let count): (time.year * 12 + time.month - 1).flooredDivision(by: count)
      case .years(let count): time.year.flooredDivision(by: count)
      }
    }

    func isStart(_ time: LocalTime) -> Bool {
      guard case .seconds(let count) = self else {
        return time.clock == 0 && index(time) != index(time.dayBefore)
      }
      return time.clock % count == 0
    }
  }
}

/// A moment as the clocks and the calendar of a time zone show it.
private struct LocalTime {
  /// Days since 1970-01-01.
  var day: Int
  /// Seconds since midnight.
  var clock: Int
  var year: Int
  var month: Int
  var monthDay: Int

  init(_ date: Date, _ zone: Zone) {
    let shown = Int(zone.shown(at: date))
    let day = shown.flooredDivision(by: 86_400)
    self.init(day: day, clock: shown - day * 86_400)
  }

  init(day: Int, clock: Int) {
    self.day = day
    self.clock = clock
    let civil = CivilDay.parts(Int64(day))
    (year, month, monthDay) = (Int(civil.year), Int(civil.month), Int(civil.day))
  }

  var dayBefore: LocalTime { LocalTime(day: day - 1, clock: clock) }
  var monthName: String {
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][month - 1]
  }
  var dayName: String { "\(monthName) \(monthDay)" }
  var clockName: String { Self.two(clock / 3600) + ":" + Self.two(clock / 60 % 60) }

  private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
