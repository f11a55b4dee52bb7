import Foundation
import HeanCore

/// A time in a time zone, with the name of the zone.
enum ZonedTimestamp {
  static func text(_ date: Date, _ zone: TimeZone) -> String {
    EngineTime.clamped(date).formatted(
      Date.ISO8601FormatStyle(
        dateSeparator: .dash, dateTimeSeparator: .space, timeSeparator: .colon, timeZoneSeparator: .colon,
        includingFractionalSeconds: false, timeZone: zone))
  }
}
