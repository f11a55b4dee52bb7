/// The length of a bar.
public enum Timeframe: String, Codable, Sendable, CaseIterable {
  /// A minute; the shortest that the engine keeps.
  case minute = "1m"
  /// Five minutes.
  case fiveMinutes = "5m"
  /// Fifteen minutes, put together from three candles of the engine.
  case fifteenMinutes = "15m"
  /// An hour.
  case hour = "1h"
  /// Four hours, put together from four candles of the engine.
  case fourHours = "4h"
  /// A day, from midnight to midnight UTC.
  case day = "1d"
  /// A week from Monday, midnight UTC, put together from seven candles of the engine.
  case week = "1w"

  /// The length in seconds.
  public var seconds: Int {
    switch self {
    case .minute: 60
    case .fiveMinutes: 300
    case .fifteenMinutes: 900
    case .hour: 3600
    case .fourHours: 14_400
    case .day: 86_400
    case .week: 604_800
    }
  }

  /// The engine's own candles that bars of this length are made of; the engine makes only four lengths
  /// (docs/engine.md 2.11).
  public var source: Timeframe {
    switch self {
    case .minute, .fiveMinutes, .hour, .day: self
    case .fifteenMinutes: .fiveMinutes
    case .fourHours: .hour
    case .week: .day
    }
  }

  /// When the bar begins that contains a moment (UTC). A bar is called by that time wherever hean names one. Bars begin at
  /// multiples of their length since 1970-01-01 UTC, those of a week since the first Monday after it, in whatever zone they are shown; a moment at which one bar ends and
  /// the next begins is in the next.
  public func opening(of moment: Date) -> Date {
    let span = TimeInterval(seconds)
    let first: TimeInterval = self == .week ? 345_600 : 0
    return Date(
      timeIntervalSince1970: ((moment.timeIntervalSince1970 - first) / span).rounded(.down) * span + first)
  }

  /// How many candles of the engine a whole bar is made of.
  public var parts: Int { seconds / source.seconds }
}
