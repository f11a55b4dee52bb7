/// A time zone: which clock time a moment has at a place.
///
/// Read from the system's tz database (`ZoneFile`) or from a `TZ` text (`ZoneRule`). Foundation's time zones are not
/// used: they start ICU, turn the sign of POSIX texts, and take what they do not know for UTC.
public struct Zone: Sendable, Hashable {
  /// What it is called: `Europe/Berlin`, `UTC`, or the text of a rule.
  public let name: String
  /// Offset before the first change (seconds east of UTC).
  private let first: Int
  /// When the offset changed, in order, and to what.
  private let changes: [ZoneChange]
  /// What holds after the last of the changes; `nil` when the last offset stays.
  private let rule: ZoneRule?

  /// Universal time.
  public static let utc = Zone(name: "UTC", first: 0, changes: [], rule: nil)

  init(name: String, first: Int, changes: [ZoneChange], rule: ZoneRule?) {
    self.name = name
    self.first = first
    self.changes = changes
    self.rule = rule
  }

  /// A zone by a `TZ` text as POSIX has it, such as `CET-1CEST,M3.5.0,M10.5.0/3` or `<+03>-3`.
  /// - Returns: `nil` when the text is none.
  public init?(posix text: String) {
    guard let rule = ZoneRule(text) else { return nil }
    self.init(name: text, first: rule.standard, changes: [], rule: rule)
  }

  /// Whether its clocks always show UTC.
  public var isUTC: Bool { first == 0 && changes.allSatisfy { $0.offset == 0 } && (rule?.isAlways(0) ?? true) }

  /// Seconds east of UTC at this moment.
  public func offset(at date: Date) -> Int { offset(at: Self.seconds(date)) }

  /// - Parameter second: whole seconds since 1970.
  func offset(at second: Int64) -> Int {
    // The number of changes up to this moment.
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].at <= second { low = middle + 1 } else { high = middle }
    }
    if low == changes.count, let rule { return rule.offset(at: second) }
    return low == 0 ? first : changes[low - 1].offset
  }

  /// The earliest moment at which the clocks show this time, or a later one where they never show it.
  /// - Parameter local: what the clocks show, as seconds since 1970-01-01 00:00 in local time.
  func moment(ofLocal local: Int64) -> Int64 {
    let spans = spans(around: local)
    for span in spans {
      let shown = max(span.start, local - span.offset)
      if shown < span.end { return shown }
    }
    return spans.last?.end ?? local
  }

  /// The latest moment at which the clocks show this time; where they never show it, the first moment after.
  func lastMoment(ofLocal local: Int64) -> Int64 {
    let shown = spans(around: local).last { ($0.start..<$0.end).contains(local - $0.offset) }
    return shown.map { local - $0.offset } ?? moment(ofLocal: local)
  }

  /// The spans of one offset in which the clocks may show this time, in their order.
  private func spans(around local: Int64) -> [(start: Int64, end: Int64, offset: Int64)] {
    // No place is further from UTC than this, and no change moves a clock by more than a day.
    let (from, to) = (local - 2 * 86_400, local + 2 * 86_400)
    let edges = [from] + changesBetween(from, to).map(\.at) + [to]
    return zip(edges, edges.dropFirst()).map { ($0, $1, Int64(offset(at: $0))) }
  }

  private func changesBetween(_ from: Int64, _ to: Int64) -> [ZoneChange] {
    let told = changes.filter { $0.at > from && $0.at < to }
    guard let rule else { return told }
    let last = changes.last?.at ?? .min
    return told + rule.changes(between: max(from, last), to)
  }

  private static func seconds(_ date: Date) -> Int64 {
    Int64(CivilDay.clamped(date).timeIntervalSince1970.rounded(.down))
  }
}

/// From this moment on a place has another offset from UTC.
struct ZoneChange: Sendable, Hashable {
  /// Seconds since 1970.
  var at: Int64
  /// Seconds east of UTC.
  var offset: Int
}

extension Zone {
  /// What the clocks show at this moment, as whole seconds since 1970-01-01 00:00 by these clocks.
  func shown(at date: Date) -> Int64 {
    let second = Self.seconds(date)
    return second + Int64(offset(at: second))
  }

  /// The day of this moment, as days since 1970-01-01.
  public func day(of date: Date) -> Int { Int(shown(at: date).flooredDivision(by: 86_400)) }

  /// Its first moment: midnight, or where the clocks do not show that, the first moment after it. Where midnight comes
  /// twice it is the first, so that two days never share a moment.
  public func start(ofDay day: Int) -> Date {
    Date(timeIntervalSince1970: TimeInterval(moment(ofLocal: Int64(day) * 86_400)))
  }

  /// The first moment of the day of this moment.
  public func startOfDay(for date: Date) -> Date { start(ofDay: day(of: date)) }

  /// The first moment of this date.
  package func start(of year: Int, _ month: Int, _ day: Int) -> Date { start(ofDay: CivilDay.number(year, month, day)) }

  /// Seconds since midnight by the clocks.
  public func clock(of date: Date) -> Int {
    let shown = shown(at: date)
    return Int(shown - shown.flooredDivision(by: 86_400) * 86_400)
  }

  /// The moment at which the clocks show this on that day; where they never do, the first moment after. In an hour that
  /// comes twice it is the first, so that what begins there leaves nothing out.
  public func moment(day: Int, clock: Int) -> Date {
    Date(timeIntervalSince1970: TimeInterval(moment(ofLocal: Int64(day) * 86_400 + Int64(clock))))
  }

  /// The same, but in an hour that comes twice the second, so that what ends there leaves nothing out.
  package func lastMoment(day: Int, clock: Int) -> Date {
    Date(timeIntervalSince1970: TimeInterval(lastMoment(ofLocal: Int64(day) * 86_400 + Int64(clock))))
  }
}
