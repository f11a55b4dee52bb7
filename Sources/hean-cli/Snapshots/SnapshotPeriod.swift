import HeanCore

/// How often a file gets a row: at most once in each period of this length. Periods start at midnight UTC
/// and follow each other without gaps.
struct SnapshotPeriod: Sendable, Equatable {
  /// In seconds; `nil`: every run adds a row.
  let length: Int?

  static let everyRun = SnapshotPeriod(length: nil)

  private init(length: Int?) { self.length = length }

  /// Reads `none` (every run adds a row), `minute`, `hour`, `day`, or a duration of whole minutes that divides a day
  /// evenly: `1m`, `15m`, `4h`, `1d`.
  init(parsing text: String) throws(SnapshotError) {
    switch text {
    case "none": length = nil
    case "minute": length = 60
    case "hour": length = 3_600
    case "day": length = 86_400
    default:
      guard let seconds = Spans.duration(text)?.components.seconds, seconds >= 60, seconds <= 86_400,
        seconds % 60 == 0, 86_400 % seconds == 0
      else { throw .invalidPeriod(text) }
      length = Int(seconds)
    }
  }

  /// Start of the period that contains the date, e.g. `2026-11-21T03:00:00Z`; `nil` without periods.
  func key(for date: Date) -> String? {
    guard let length else { return nil }
    let start = (date.timeIntervalSince1970 / Double(length)).rounded(.down) * Double(length)
    return Date(timeIntervalSince1970: start).formatted(.iso8601)
  }
}
