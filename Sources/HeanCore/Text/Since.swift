/// A start time as it is typed: a span back from now (`90s`, `1h30m`), a date (`2026-11-21`), a date with a time, or a
/// time in the last 24 hours (`01:40`).
package enum Since: Sendable, Equatable {
  case span(Duration)
  /// Without a zone of its own it is what the clocks show, as if they showed UTC; `moment(before:in:)` corrects that.
  case moment(Date, hasZone: Bool)
  /// Seconds after midnight.
  case clock(TimeInterval)

  /// - Returns: `nil` when the text is none of these.
  package init?(_ text: String) {
    let text = text.trimmed()
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

  /// The moment that is meant, to the instant. What names no zone is what the clocks of the zone showed then, whatever
  /// they show now; a time that they skipped is the first moment after it, and of one that they showed twice the first.
  /// - Parameter zone: the zone of a time that names none.
  /// - Returns: `nil` when it is in the future.
  package func moment(before now: Date, in zone: Zone) -> Date? {
    let moment: Date
    switch self {
    case .span(let span): moment = now.addingTimeInterval(-span.decimalSeconds.double)
    case .moment(let date, hasZone: true): moment = date
    case .moment(let date, hasZone: false):
      let second = date.timeIntervalSince1970.rounded(.down)
      let fraction = date.timeIntervalSince1970 - second
      moment = Date(timeIntervalSince1970: TimeInterval(zone.moment(ofLocal: Int64(second))) + fraction)
    case .clock(let clock):
      let today = zone.day(of: now)
      let latest = zone.moment(day: today, clock: Int(clock))
      moment = latest <= now ? latest : zone.moment(day: today - 1, clock: Int(clock))
    }
    return moment < now ? moment : nil
  }

  /// The date that was typed, as days since 1970-01-01; `nil` for a span and for a time alone.
  package var day: Int? {
    guard case .moment(let date, _) = self else { return nil }
    return Zone.utc.day(of: date)
  }

  /// Seconds from that moment until `now`; `nil` when it is in the future.
  package func seconds(before now: Date, in zone: Zone) -> Decimal? {
    if case .span(let span) = self { return span.decimalSeconds }
    return moment(before: now, in: zone).flatMap { Decimal(checked: now.timeIntervalSince($0)) }
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
