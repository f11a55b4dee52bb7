public import Foundation

/// Reads the engine's several ways to write a moment (contract 7.2): with zone, without zone (meant as UTC), with zero
/// to six fraction digits, and as epoch seconds or milliseconds.
public enum EngineTime {
  /// - Returns: `nil` when the text is no time at all.
  public static func parse(_ text: String) -> Date? {
    // FormatStyle wants `T` and a zone; Python's naive isoformat() has no zone.
    let unified = text.replacingOccurrences(of: " ", with: "T")
    let zoned = hasZone(unified) ? unified : unified + "Z"
    if let date = try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(zoned) { return date }
    if let date = try? Date.ISO8601FormatStyle().parse(zoned) { return date }
    return nil
  }

  /// Epoch seconds, or milliseconds when the magnitude says so: 1e11 seconds would be the year 5138.
  public static func date(epoch: Decimal) -> Date {
    let seconds = abs(epoch) >= 100_000_000_000 ? epoch / 1000 : epoch
    return Date(timeIntervalSince1970: NSDecimalNumber(decimal: seconds).doubleValue)
  }

  /// RFC 3339 in UTC with microseconds, trailing zeros trimmed.
  public static func format(_ date: Date) -> String {
    let microseconds = Int64((date.timeIntervalSince1970 * 1_000_000).rounded())
    let seconds = Int64((Double(microseconds) / 1_000_000).rounded(.down))
    let fraction = microseconds - seconds * 1_000_000
    let whole = Date(timeIntervalSince1970: Double(seconds)).formatted(Date.ISO8601FormatStyle())
    guard fraction > 0 else { return whole }
    var digits = String(fraction)
    digits = String(repeating: "0", count: 6 - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return whole.dropLast() + "." + digits + "Z"
  }

  private static func hasZone(_ text: String) -> Bool {
    guard let separator = text.firstIndex(of: "T") else { return true }
    let time = text[text.index(after: separator)...]
    return time.contains { $0 == "Z" || $0 == "z" || $0 == "+" || $0 == "-" }
  }
}
