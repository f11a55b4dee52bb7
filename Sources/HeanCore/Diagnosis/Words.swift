import Foundation

/// Figures as they stand in a finding.
enum Words {
  static func count(_ value: Int?) -> String { value.map(String.init) ?? "?" }

  /// A percentage to two decimals, for reading; the exact figure stands in the evidence's source.
  static func percent(_ value: Decimal) -> String { "\(rounded(value, 2)) %" }

  /// Seconds as `12s`, `4m12s`, `2h05m`.
  static func span(_ seconds: Decimal) -> String {
    let whole = max(0, NSDecimalNumber(decimal: rounded(seconds, 0)).intValue)
    if whole < 60 { return "\(whole)s" }
    if whole < 3600 { return "\(whole / 60)m\(twoDigits(whole % 60))s" }
    return "\(whole / 3600)h\(twoDigits(whole % 3600 / 60))m"
  }

  static func seconds(from start: Date, to end: Date) -> Decimal {
    rounded(Decimal(max(0, end.timeIntervalSince(start))), 3)
  }

  static func rounded(_ value: Decimal, _ places: Int) -> Decimal {
    var source = value
    var result = Decimal()
    unsafe NSDecimalRound(&result, &source, places, .plain)
    return result
  }

  private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
