package import Foundation

/// A start time as it is typed: a span back from now (`90s`, `1h30m`), a date (`2026-11-21`), a date with a time, or a
/// time in the last 24 hours (`01:40`).
package enum Since: Sendable, Equatable {
  case span(Duration)
  /// Without a zone of its own the time is read as if it were UTC; `seconds(before:in:)` corrects that.
  case moment(Date, hasZone: Bool)
  /// Seconds after midnight.
  case clock(TimeInterval)

  /// - Returns: `nil` when the text is none of these.
  package init?(_ text: String) {
    let text = text.trimmingCharacters(in: .whitespaces)
    if let span = Spans.duration(text) {
      self = .span(span)
    } else if let clock = Self.moment("1970-01-01T" + text), !Self.hasZone(text) {
      self = .clock(clock.timeIntervalSince1970)
    } else if let moment = Self.moment(text) {
      self = .moment(moment, hasZone: Self.hasZone(text.dropFirst(10)))
    } else {
      return nil
    }
  }

  /// Seconds from that time until `now`.
  /// - Parameter zone: the zone of a time that names none.
  /// - Returns: `nil` when that time is in the future.
  package func seconds(before now: Date, in zone: TimeZone) -> Decimal? {
    let seconds: TimeInterval
    switch self {
    case .span(let span): return span.decimalSeconds
    case .moment(let date, hasZone: true): seconds = now.timeIntervalSince(date)
    case .moment(let date, hasZone: false):
      // Uses the zone's offset at that time, not now: daylight saving time may have begun or ended in between.
      let near = date.addingTimeInterval(-TimeInterval(zone.secondsFromGMT(for: date)))
      let moment = date.addingTimeInterval(-TimeInterval(zone.secondsFromGMT(for: near)))
      seconds = now.timeIntervalSince(moment)
    case .clock(let clock):
      let here = now.timeIntervalSince1970 + TimeInterval(zone.secondsFromGMT(for: now))
      let today = here.truncatingRemainder(dividingBy: 86_400)
      seconds = today >= clock ? today - clock : today - clock + 86_400
    }
    return seconds > 0 ? Decimal(checked: seconds.rounded()) : nil
  }

  /// Reads a date, alone or with a time to the minute or to the second.
  private static func moment(_ text: String) -> Date? {
    var whole = text
    if text.count == 10 { whole += "T00:00" }
    let minutes = whole.prefix(16)
    let rest = whole.dropFirst(16)
    whole = rest.first == ":" ? whole : "\(minutes):00\(rest)"
    let bytes = Array(whole.utf8)
    return EngineTime.parse(bytes, bytes.indices)
  }

  private static func hasZone(_ text: some StringProtocol) -> Bool { text.contains { "Z+-".contains($0) } }
}
