/// How far back a chart reaches.
public enum ChartRange: String, Codable, Sendable, CaseIterable {
  /// A day, a week, thirty days, ninety days, 365 days, and all that the engine keeps.
  case day = "1D", week = "7D", month = "1M", quarter = "3M", year = "1Y", all = "ALL"

  /// Seconds; `nil` for all.
  public var seconds: Int? {
    switch self {
    case .day: 86_400
    case .week: 7 * 86_400
    case .month: 30 * 86_400
    case .quarter: 90 * 86_400
    case .year: 365 * 86_400
    case .all: nil
    }
  }
}
