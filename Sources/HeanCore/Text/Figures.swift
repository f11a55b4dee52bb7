/// Formats decimals for people. Not for JSON and other data formats, which keep every digit.
package enum Figures {
  /// A number of things: `1 event`, `2 events`.
  package static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  /// The first of many names, and how many more there are: `A, B and 3 more`.
  package static func listed(_ names: [String], most: Int) -> String {
    names.prefix(most).joined(separator: ", ") + (names.count > most ? " and \(names.count - most) more" : "")
  }

  /// With exactly so many digits after the point.
  package static func text(_ value: Decimal, places: Int) -> String { text(value, places: places, atLeast: places) }

  /// Two digits after the point, or more for a small value: what is not 0 is never shown as `0.00`.
  package static func money(_ value: Decimal) -> String {
    guard !value.isNaN, value != 0 else { return text(value, places: 2) }
    // A rounded zero has no digits left, and anything else is at least a cent.
    return value.rounded(to: 2) == 0
      ? text(value, places: places(value, significant: 2), atLeast: 0) : text(value, places: 2)
  }

  /// Eight significant digits, at least two after the point: enough for any tick size, short enough for a column.
  package static func price(_ value: Decimal) -> String { text(value, places: pricePlaces(value), atLeast: 2) }

  /// As `price`, without zeros at the end.
  package static func quantity(_ value: Decimal) -> String { text(value, places: pricePlaces(value), atLeast: 0) }

  /// With a plus sign before a value above 0.
  package static func signed(_ value: Decimal, _ draw: (Decimal) -> String = money) -> String {
    value > 0 ? "+" + draw(value) : draw(value)
  }

  /// A change in percent, with its sign and two places: `+1.36 %`.
  package static func signedPercent(_ value: Decimal) -> String { signed(value) { text($0, places: 2) } + " %" }

  private static func text(_ value: Decimal, places: Int, atLeast least: Int) -> String {
    value.isNaN ? "?" : value.rounded(to: places).digits(atLeast: least)
  }

  /// The places after the point that show so many digits from the first on that is not zero.
  private static func places(_ value: Decimal, significant digits: Int) -> Int {
    guard let parts = DecimalParts(digitsOf: value) else { return 0 }
    // The exponent of the first significant digit: 0.00123 has its first one at 10⁻³.
    return max(0, digits - (parts.exponent + parts.digitCount))
  }

  private static func pricePlaces(_ value: Decimal) -> Int {
    guard let parts = DecimalParts(digitsOf: value), parts.significand != 0 else { return 2 }
    guard parts.exponent + parts.digitCount > 0 else { return places(value, significant: 8) }
    // What is rounded up to a power of ten has one digit more before the point.
    guard let whole = DecimalParts(digitsOf: value.rounded(to: 0)) else { return 2 }
    return max(2, 8 - (whole.exponent + whole.digitCount))
  }
}

extension Decimal {
  /// 0.01, the smallest step of an amount in USDT that a screen shows.
  static let cent = Decimal(sign: .plus, exponent: -2, significand: 1)
}

extension Sequence where Element == Decimal? {
  /// The sum; `nil` when one of the figures is not known.
  var wholeSum: Decimal? {
    reduce(Decimal?.some(0)) { sum, figure in sum.flatMap { sum in figure.map { sum + $0 } } }
  }
}
