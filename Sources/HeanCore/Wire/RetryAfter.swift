package import Foundation

/// `Retry-After` in both its forms: seconds, or a date.
package enum RetryAfter {
  /// - Returns: how long to wait, at most a day; `nil` when the text is neither.
  package static func parse(_ text: String, now: Date) -> Duration? {
    let text = text.trimmingCharacters(in: .whitespaces)
    if let seconds = Int(text) { return seconds >= 0 ? .seconds(min(seconds, 86_400)) : nil }
    // An HTTP date is RFC 9110's IMF-fixdate: `Sat, 21 Nov 2026 01:47:30 GMT`.
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), let year = Int(words[3]),
      let month = months.firstIndex(of: String(words[2])),
      case let clock = words[4].split(separator: ":").compactMap({ Int($0) }), clock.count == 3
    else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = DateComponents(
      year: year, month: month + 1, day: day, hour: clock[0], minute: clock[1], second: clock[2])
    guard let date = calendar.date(from: parts) else { return nil }
    return .seconds(min(max(0, date.timeIntervalSince(now)), 86_400))
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
