import Foundation
import HeanCore

/// A moment in a time zone, with the zone beside it.
enum ClockText {
  static func text(_ date: Date, _ zone: TimeZone) -> String {
    EngineTime.clamped(date).formatted(
      Date.ISO8601FormatStyle(
        dateSeparator: .dash, dateTimeSeparator: .space, timeSeparator: .colon, timeZoneSeparator: .colon,
        includingFractionalSeconds: false, timeZone: zone))
  }
}
