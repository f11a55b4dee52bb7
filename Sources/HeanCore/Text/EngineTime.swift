/// Reads and writes times. The engine writes them in several forms (docs/engine.md 7.2): with a zone, without one
/// (which means UTC), with zero to six digits after the second, and as a number of seconds, milliseconds, microseconds
/// or nanoseconds since 1970.
///
/// The usual form is read and written digit by digit, because the first use of a format style takes most of a
/// millisecond.
package enum EngineTime {
  /// - Returns: `nil` when the text is not a time.
  package static func parse(_ text: String) -> Date? {
    let bytes = Array(text.utf8)
    if let date = parse(bytes, bytes.indices) { return date }
    let unified = text.replacing(" ", with: "T")
    if let date = try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(unified) { return date }
    return try? Date.ISO8601FormatStyle().parse(unified)
  }

  /// Reads seconds, milliseconds, microseconds or nanoseconds since 1970. The size of the number tells which: 1e11
  /// seconds would be the year 5138, and 1e11 milliseconds are 1973.
  /// - Returns: `nil` when it is no time in any of these units.
  package static func date(epoch: Decimal) -> Date? {
    guard !epoch.isNaN else { return nil }
    var seconds = epoch
    for _ in 0..<3 where abs(seconds) >= 100_000_000_000 { seconds /= 1000 }
    guard abs(seconds) < 100_000_000_000 else { return nil }
    return Date(timeIntervalSince1970: seconds.double)
  }

  /// The moments at which an engine can have done something. Others stand for none: the year 1 and 1970 are what
  /// programs write for a time that they do not have.
  static let told = Date(timeIntervalSince1970: 946_684_800)..<Date(timeIntervalSince1970: 4_102_444_800)

  /// How far a clock is ahead of another (seconds) that showed `received` when it told `told`; 0 when the two agree
  /// within two seconds, as clocks that are set do.
  package static func offset(told: Date, at received: Date) -> TimeInterval {
    let offset = told.timeIntervalSince(received)
    return abs(offset) < 2 ? 0 : offset
  }

  /// RFC 3339 in UTC with microseconds, as `2026-11-21T01:40:56.299135Z`. Always of this width, so that sorted text is
  /// sorted time, and a program that takes the form of a column from its first row can read all rows. Dates outside the
  /// years 0 to 9999 are clamped.
  package static func format(_ date: Date) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(27)
    let microseconds = Int64((CivilDay.clamped(date).timeIntervalSince1970 * 1_000_000).rounded())
    let second = microseconds.flooredDivision(by: 1_000_000)
    append(second: second, between: UInt8(ascii: "T"), to: &text)
    text.append(UInt8(ascii: "."))
    text.append(microseconds - second * 1_000_000, digits: 6)
    text.append(UInt8(ascii: "Z"))
    return String(decoding: text, as: UTF8.self)
  }

  /// `2026-11-21T01:40:56`, of a second since 1970 that lies in the years 0 to 9999.
  static func append(second: Int64, between mark: UInt8, to text: inout [UInt8]) {
    let day = second.flooredDivision(by: 86_400)
    let (year, month, monthDay) = CivilDay.parts(day)
    text.append(year, digits: 4)
    text.append(UInt8(ascii: "-"))
    text.append(month, digits: 2)
    text.append(UInt8(ascii: "-"))
    text.append(monthDay, digits: 2)
    text.append(mark)
    append(secondOfDay: second - day * 86_400, to: &text)
  }

  /// `01:40:56`.
  private static func append(secondOfDay second: Int64, to text: inout [UInt8]) {
    text.append(second / 3600, digits: 2)
    text.append(UInt8(ascii: ":"))
    text.append(second / 60 % 60, digits: 2)
    text.append(UInt8(ascii: ":"))
    text.append(second % 60, digits: 2)
  }

  /// The same, without zeros at the end of the second's digits, for sentences that people read.
  package static func shortest(_ date: Date) -> String {
    var text = Substring(format(date).dropLast())
    while text.hasSuffix("0") { text.removeLast() }
    // Of a whole second only the point is left.
    return text.hasSuffix(".") ? text.dropLast() + "Z" : text + "Z"
  }

  /// The time of day in UTC, as `22:19:04Z`, for sentences about what happened lately.
  package static func clock(_ date: Date) -> String {
    let second = Int64(CivilDay.clamped(date).timeIntervalSince1970.rounded(.down))
    var text: [UInt8] = []
    append(secondOfDay: second - second.flooredDivision(by: 86_400) * 86_400, to: &text)
    return String(decoding: text, as: UTF8.self) + "Z"
  }

  /// Reads `2026-11-21T01:40:56.299135` with an optional zone `Z` or `+01:00`; without one it is UTC.
  static func parse(_ bytes: [UInt8], _ range: Range<Int>) -> Date? {
    var digits = DigitReader(bytes: bytes, range: range)
    guard let year = digits.number(4), digits.take("-"), let month = digits.number(2), digits.take("-"),
      let day = digits.number(2), digits.take("T") || digits.take(" "), let hour = digits.number(2), digits.take(":"),
      let minute = digits.number(2), digits.take(":"), let second = digits.number(2), (1...12).contains(month),
      day >= 1, day <= CivilDay.length(ofMonth: month, year: year), hour < 24, minute < 60, second < 60
    else { return nil }
    guard let microseconds = digits.take(".") ? digits.fraction() : 0 else { return nil }
    var offset: Int64 = 0
    if let sign: Int64 = digits.take("+") ? 1 : digits.take("-") ? -1 : nil {
      guard let hours = digits.number(2), digits.take(":"), let minutes = digits.number(2) else { return nil }
      offset = sign * (hours * 3600 + minutes * 60)
    } else {
      _ = digits.take("Z")
    }
    guard digits.isAtEnd else { return nil }
    let seconds = CivilDay.number(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset
    return Date(timeIntervalSince1970: Double(seconds) + Double(microseconds) / 1_000_000)
  }
}

extension [UInt8] {
  /// The last so many digits of a number that is not negative, with zeros before it.
  mutating func append(_ number: Int64, digits: Int) {
    var divisor: Int64 = 1
    for _ in 1..<digits { divisor *= 10 }
    while divisor > 0 {
      append(0x30 + UInt8(truncatingIfNeeded: number / divisor % 10))
      divisor /= 10
    }
  }
}

/// Takes digits and separators from the front of a text.
private struct DigitReader {
  private let bytes: [UInt8]
  private var at: Int
  private let end: Int

  init(bytes: [UInt8], range: Range<Int>) {
    self.bytes = bytes
    at = range.lowerBound
    end = range.upperBound
  }

  var isAtEnd: Bool { at == end }

  private var digit: Int64? {
    guard at < end, bytes[at] >= 0x30, bytes[at] <= 0x39 else { return nil }
    return Int64(bytes[at]) - 0x30
  }

  mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard at < end, UInt32(bytes[at]) == mark.value else { return false }
    at += 1
    return true
  }

  mutating func number(_ count: Int) -> Int64? {
    var number: Int64 = 0
    for _ in 0..<count {
      guard let digit else { return nil }
      number = number * 10 + digit
      at += 1
    }
    return number
  }

  /// One to nine digits as microseconds; digits after the sixth are dropped.
  mutating func fraction() -> Int64? {
    var fraction: Int64 = 0
    var count = 0
    while let digit {
      if count < 6 { fraction = fraction * 10 + digit }
      count += 1
      at += 1
    }
    guard (1...9).contains(count) else { return nil }
    for _ in count..<max(count, 6) { fraction *= 10 }
    return fraction
  }
}
