/// Counts days of the proleptic Gregorian calendar from 1970-01-01. Years begin in March here, so that the leap day is
/// last.
package enum CivilDay {
  /// The years 0 to 9999, as seconds since 1970. RFC 3339 can write no others.
  private static let writable = -62_167_219_200.0...253_402_300_799.0

  /// The date, or the nearest one that can be written; the earliest when the date is not a number.
  package static func clamped(_ date: Date) -> Date {
    let seconds = date.timeIntervalSince1970
    guard !writable.contains(seconds) else { return date }
    return Date(timeIntervalSince1970: seconds > writable.upperBound ? writable.upperBound : writable.lowerBound)
  }

  package static func number(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  package static func parts(_ number: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    let month = march < 10 ? march + 3 : march - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * march + 2) / 5 + 1)
  }

  package static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
    Int(number(Int64(year), Int64(month), Int64(day)))
  }

  /// Whether the calendar has this date.
  package static func isDate(_ year: Int, _ month: Int, _ day: Int) -> Bool {
    (1...12).contains(month) && day >= 1 && day <= length(ofMonth: Int64(month), year: Int64(year))
  }

  static func length(ofMonth month: Int64, year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension BinaryInteger {
  /// Towards smaller numbers, so that moments before 1970 fall into their own day.
  func flooredDivision(by divisor: Self) -> Self {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
