public import Foundation

/// A moment in a time zone, to the second, as people read it: `2026-11-21 01:47:30Z`, `2026-11-21 02:47:30+01:00`.
public enum ZonedTimestamp {
  /// The moment in this zone; one that no calendar has is moved to the nearest that it has.
  public static func text(_ date: Date, _ zone: TimeZone) -> String {
    EngineTime.clamped(date).formatted(
      Date.ISO8601FormatStyle(
        dateSeparator: .dash, dateTimeSeparator: .space, timeSeparator: .colon, timeZoneSeparator: .colon,
        includingFractionalSeconds: false, timeZone: zone))
  }
}
