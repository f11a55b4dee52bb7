/// `Retry-After` in both its forms: seconds, or a date.
package enum RetryAfter {
  /// - Returns: how long to wait, at most a day; `nil` when the text is neither.
  package static func parse(_ text: String, now: Date) -> Duration? {
    let text = text.trimmed()
    if let seconds = Int(text) { return seconds >= 0 ? .seconds(min(seconds, 86_400)) : nil }
    guard let date = HTTPDate.parse(text) else { return nil }
    return .seconds(min(max(0, date.timeIntervalSince(now)), 86_400))
  }
}

/// A date as HTTP writes it: RFC 9110's IMF-fixdate, `Sat, 21 Nov 2026 01:47:30 GMT`.
package enum HTTPDate {
  /// - Returns: `nil` when the text is none.
  package static func parse(_ text: String) -> Date? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int64(words[1]), (1...31).contains(day),
      let year = Int64(words[3]), (1...9999).contains(year), let month = months.firstIndex(of: String(words[2])),
      case let clock = words[4].split(separator: ":").compactMap({ Int64($0) }), clock.count == 3,
      (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2])
    else { return nil }
    let date = CivilDay.number(year, Int64(month + 1), day)
    return Date(timeIntervalSince1970: TimeInterval(date * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]))
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
